-- What is a suit, or a trump, called in words?
-- grain: a name, such as 'pique' or 'no trumps'; NULL for anything else
-- param suit: s h d c, sa or ta
-- param lang: 'fr' or 'en'
CREATE MACRO suit_name(suit, lang) AS
CASE lang
    WHEN 'fr'
        THEN
            CASE suit
                WHEN 's' THEN 'pique' WHEN 'h' THEN 'cœur' WHEN 'd' THEN 'carreau' WHEN 'c' THEN 'trèfle'
                WHEN 'sa' THEN 'sans atout' WHEN 'ta' THEN 'tout atout'
            END
    WHEN 'en' THEN
        CASE suit
            WHEN 's' THEN 'spades' WHEN 'h' THEN 'hearts' WHEN 'd' THEN 'diamonds' WHEN 'c' THEN 'clubs'
            WHEN 'sa' THEN 'no trumps' WHEN 'ta' THEN 'all trumps'
        END
END;
