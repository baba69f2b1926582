-- Which deals that were solved have other than 32 costs, or costs that do not add up to those of the sides?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
WITH summed AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        len(cards) AS cards,
        len(costs) AS costs,
        len(actions) AS actions,
        list_sum(costs) AS cost,
        taker_cost + defence_cost AS sides_cost
    FROM stored.solved_deals
    WHERE $run::varchar IS NULL OR run_id = $run
)

SELECT *
FROM summed
WHERE cards <> 32 OR costs <> 32 OR actions <> 32 OR cost <> sides_cost;
