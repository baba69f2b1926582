-- How many marks does a deal bring each side under each rule set?
-- grain: rule set x side; total and mean over n deals taken, low and high its 95 % interval
-- param run (default NULL): one run; NULL is every complete run
-- A deal's own marks: what a litige holds is in neither side's, nor what an earlier one gave.
WITH sums AS (
    SELECT
        rules,
        sum(deals)::bigint AS n,
        sum(deals * taker_mark)::bigint AS taker_total,
        sum(deals * taker_mark ** 2) AS taker_squares,
        sum(deals * defence_mark)::bigint AS defence_total,
        sum(deals * defence_mark ** 2) AS defence_squares
    FROM stored.marked_counts
    WHERE
        taker_points IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY rules
),

sides AS (
    SELECT
        rules,
        'taker' AS side,
        n,
        taker_total AS total,
        taker_squares AS squares
    FROM sums
    UNION ALL
    SELECT
        rules,
        'defence' AS side,
        n,
        defence_total AS total,
        defence_squares AS squares
    FROM sums
),

errors AS (
    SELECT
        *,
        total / n AS mean,
        CASE WHEN n > 1 THEN sqrt(greatest(squares - total::double ** 2 / n, 0) / (n - 1) / n) END AS error
    FROM sides
)

SELECT
    rules,
    side,
    n,
    total,
    mean,
    mean - 1.959963984540054e0 * error AS low,
    mean + 1.959963984540054e0 * error AS high
FROM errors
ORDER BY rules ASC, side DESC;
