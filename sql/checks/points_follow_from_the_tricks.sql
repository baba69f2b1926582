-- Which deals have other points or tricks than their cards and winners give?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
WITH tricks AS (
    SELECT
        facts.run_id,
        facts.table_no,
        facts.table_id,
        facts.deal_no,
        facts.taker_points,
        facts.taker_tricks,
        ((winners >> (2 * trick.trick)) & 1) = taker_team AS to_taker,
        stored.points_of(stored.trick_of(trick_0, trick_1, trick_2, trick.trick), trump)
        + CASE trick.trick WHEN 7 THEN 10 ELSE 0 END AS points
    FROM stored.facts
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) AS trick (trick)
    WHERE trick_0 IS NOT NULL AND taker_points IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
),

sums AS (
    SELECT
        run_id,
        table_no,
        table_id,
        deal_no,
        taker_points,
        taker_tricks,
        sum(points) AS points_in_all,
        sum(points) FILTER (WHERE to_taker) AS points_won,
        count(*) FILTER (WHERE to_taker) AS tricks_won
    FROM tricks
    GROUP BY ALL
)

SELECT *
FROM sums
WHERE points_in_all <> 162 OR taker_points <> coalesce(points_won, 0) OR taker_tricks <> tricks_won;
