-- Which deals, taken, do not give each seat eight cards?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
WITH sizes AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        bit_count(stored.hand_of(owner_low, owner_high, 0)) AS seat0_cards,
        bit_count(stored.hand_of(owner_low, owner_high, 1)) AS seat1_cards,
        bit_count(stored.hand_of(owner_low, owner_high, 2)) AS seat2_cards,
        bit_count(stored.hand_of(owner_low, owner_high, 3)) AS seat3_cards
    FROM stored.facts
    WHERE NOT passed_out AND ($run::varchar IS NULL OR run_id = $run)
)

SELECT *
FROM sizes
WHERE seat0_cards <> 8 OR seat1_cards <> 8 OR seat2_cards <> 8 OR seat3_cards <> 8;
