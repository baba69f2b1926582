-- Which cards are played in a trick?
-- grain: a mask (BIGINT, bit c for card c); NULL for NULL
-- param bit_0: bit 0 of each card's trick, a bit a card
-- param bit_1: bit 1
-- param bit_2: bit 2
-- param trick: 0-7
CREATE MACRO stored.trick_of(bit_0, bit_1, bit_2, trick) AS
xor(bit_0::bigint, (trick::bigint & 1) - 1)
& xor(bit_1::bigint, ((trick::bigint >> 1) & 1) - 1)
& xor(bit_2::bigint, ((trick::bigint >> 2) & 1) - 1)
& 4294967295;
