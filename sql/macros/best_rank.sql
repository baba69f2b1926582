-- Which card of a suit is the strongest of some?
-- grain: the rank's index 0-7 in 7 8 9 J Q K T A; NULL for none
-- param suit_byte: the cards of one suit, a bit a rank
-- param as_trump: whether they rank as trumps (J 9 A T K Q 8 7), not as plain cards (A T K Q J 9 8 7)
CREATE MACRO stored.best_rank(suit_byte, as_trump) AS
CASE
    WHEN as_trump AND (suit_byte & 8) <> 0 THEN 3
    WHEN as_trump AND (suit_byte & 4) <> 0 THEN 2
    WHEN suit_byte >= 128 THEN 7
    WHEN suit_byte >= 64 THEN 6
    WHEN suit_byte >= 32 THEN 5
    WHEN suit_byte >= 16 THEN 4
    WHEN suit_byte >= 8 THEN 3
    WHEN suit_byte >= 4 THEN 2
    WHEN suit_byte >= 2 THEN 1
    WHEN suit_byte >= 1 THEN 0
END;
