-- What was said in each auction, by whom, and holding what?
-- grain: thing said
-- An auction of coinche has no rounds.
CREATE VIEW bids AS
SELECT
    run_id,
    table_id,
    deal_no,
    bid_no::tinyint AS bid_no,
    round::tinyint AS round,
    seat::tinyint AS seat,
    position::tinyint AS position,
    CASE seat WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 WHEN 3 THEN player_3 END
        AS player,
    CASE
        WHEN NOT took THEN 'pass'
        WHEN round = 1 AND turned IS NOT NULL THEN 'take'
        ELSE 'take ' || stored.suit_text(trump)
    END AS said,
    took,
    stored.suit_text(suit) AS suit,
    trumps::tinyint AS trumps,
    has_jack,
    has_nine,
    plain_aces::tinyint AS plain_aces
FROM stored.things_said
UNION ALL
SELECT
    run_id,
    table_id,
    deal_no,
    bid_no::tinyint AS bid_no,
    NULL::tinyint AS round,
    seat::tinyint AS seat,
    (((bid_no - 1) & 3) + 1)::tinyint AS position,
    CASE seat WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 WHEN 3 THEN player_3 END
        AS player,
    CASE word
        WHEN 0 THEN 'pass'
        WHEN 1 THEN 'coinche'
        WHEN 2 THEN 'surcoinche'
        ELSE contract_said || ' ' || stored.suit_text(trump)
    END AS said,
    took,
    stored.suit_text(suit) AS suit,
    trumps::tinyint AS trumps,
    has_jack,
    has_nine,
    plain_aces::tinyint AS plain_aces
FROM stored.words_said;
