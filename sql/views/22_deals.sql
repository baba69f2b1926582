-- What happened in a deal?
-- grain: deal of a complete run
CREATE VIEW deals AS
SELECT
    run_id,
    table_id,
    deal_no,
    kind,
    rules,
    status,
    counted,
    facts.at, -- alone, the word is DuckDB's own
    dealer,
    auction,
    passed_out,
    stored.card_text(turned) AS turned_card,
    substr('789JQKTA', (turned & 7) + 1, 1) AS turned_rank,
    stored.suit_text(turned >> 3) AS turned_suit,
    bid_round,
    taker,
    taker_position,
    taker_team,
    stored.suit_text(trump) AS trump,
    contract,
    coinche_level,
    leader,
    taker_points,
    (162 - taker_points)::smallint AS defence_points,
    taker_tricks,
    (8 - taker_tricks)::tinyint AS defence_tricks,
    CASE
        WHEN played_mask <> 4294967295 THEN NULL
        WHEN ((winners >> 14) & 1) = taker_team THEN 'taker'
        WHEN winners IS NOT NULL THEN 'defence'
    END AS dix_de_der,
    taker_belote,
    defence_belote,
    taker_annonces,
    defence_annonces,
    CASE taker_tricks WHEN 8 THEN 'taker' WHEN 0 THEN 'defence' END AS capot,
    -- Score sheets do not say how cards were played.
    CASE WHEN NOT passed_out AND kind <> 'scored' THEN coalesce(bit_count(auto_mask), 0) END::tinyint
        AS auto_plays
FROM stored.facts;
