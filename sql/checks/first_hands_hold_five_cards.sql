-- Which prise deals do not give each seat five cards before the auction, beside the turned one?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
WITH sizes AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        bit_count(stored.hand_of(owner_low, owner_high, 0) & first_mask) AS seat0_cards,
        bit_count(stored.hand_of(owner_low, owner_high, 1) & first_mask) AS seat1_cards,
        bit_count(stored.hand_of(owner_low, owner_high, 2) & first_mask) AS seat2_cards,
        bit_count(stored.hand_of(owner_low, owner_high, 3) & first_mask) AS seat3_cards,
        ((first_mask >> turned) & 1) = 1 AS turned_dealt
    FROM stored.facts
    WHERE auction = 'prise' AND ($run::varchar IS NULL OR run_id = $run)
)

SELECT *
FROM sizes
WHERE seat0_cards <> 5 OR seat1_cards <> 5 OR seat2_cards <> 5 OR seat3_cards <> 5 OR turned_dealt;
