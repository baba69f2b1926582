-- What is a trump called in one or two letters?
-- grain: one of s h d c sa ta; NULL for NULL
-- param trump: 0-3 for the suits s h d c, 4 sans atout, 5 tout atout
CREATE MACRO stored.suit_text(trump) AS
CASE trump
    WHEN 0 THEN 's' WHEN 1 THEN 'h' WHEN 2 THEN 'd' WHEN 3 THEN 'c' WHEN 4 THEN 'sa' WHEN 5 THEN 'ta'
END;
