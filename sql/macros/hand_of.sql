-- Which of the cards with an owner are a seat's?
-- grain: a mask (BIGINT, bit c for card c); NULL for NULL
-- param low: the owners' low bits, a bit a card
-- param high: the owners' high bits
-- param seat: 0-3
-- A card is the seat's where both bits agree; (bit - 1) is all ones where the seat's bit is 0.
CREATE MACRO stored.hand_of(low, high, seat) AS
xor(low::bigint, (seat::bigint & 1) - 1) & xor(high::bigint, ((seat::bigint >> 1) & 1) - 1) & 4294967295;
