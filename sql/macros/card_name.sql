-- What is a card called in words?
-- grain: a name, such as 'valet de pique' or 'jack of spades'; NULL for anything that is no card
-- param card: rank then suit, as in 'Js'
-- param lang: 'fr' or 'en'
CREATE MACRO card_name(card, lang) AS
CASE
    WHEN length(card) = 2 AND lang = 'fr'
        THEN
            CASE substr(card, 1, 1)
                WHEN 'A' THEN 'as' WHEN 'K' THEN 'roi' WHEN 'Q' THEN 'dame' WHEN 'J' THEN 'valet'
                WHEN 'T' THEN 'dix' WHEN '9' THEN 'neuf' WHEN '8' THEN 'huit' WHEN '7' THEN 'sept'
            END || ' de '
            || CASE substr(card, 2, 1)
                WHEN 's' THEN 'pique' WHEN 'h' THEN 'cœur' WHEN 'd' THEN 'carreau' WHEN 'c' THEN 'trèfle'
            END
    WHEN length(card) = 2 AND lang = 'en' THEN
        CASE substr(card, 1, 1)
            WHEN 'A' THEN 'ace' WHEN 'K' THEN 'king' WHEN 'Q' THEN 'queen' WHEN 'J' THEN 'jack'
            WHEN 'T' THEN 'ten' WHEN '9' THEN 'nine' WHEN '8' THEN 'eight' WHEN '7' THEN 'seven'
        END || ' of '
        || CASE substr(card, 2, 1)
            WHEN 's' THEN 'spades' WHEN 'h' THEN 'hearts' WHEN 'd' THEN 'diamonds' WHEN 'c' THEN 'clubs'
        END
END;
