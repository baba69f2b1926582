-- Which deals that were solved made other points than best play gives, less what the sides' cards cost?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
SELECT
    run_id,
    table_id,
    deal_no,
    best_points,
    taker_cost,
    defence_cost,
    taker_points
FROM stored.solved_deals
WHERE
    best_points - taker_cost + defence_cost <> taker_points
    AND ($run::varchar IS NULL OR run_id = $run);
