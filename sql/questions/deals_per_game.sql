-- How many deals does a game take under each rule set?
-- grain: rule set; total and mean over n finished games, low and high its 95 % interval
-- param run (default NULL): one run; NULL is every complete run
-- Passed-out deals are in it. The last game of a table is open and is left out.
WITH sums AS (
    SELECT
        rules,
        target,
        count(*) AS n,
        sum(deals)::bigint AS total,
        sum(deals ** 2) AS squares,
        min(deals) AS shortest,
        quantile_disc(deals, 0.5) AS median,
        max(deals) AS longest
    FROM games
    WHERE finished AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY rules, target
),

errors AS (
    SELECT
        *,
        total / n AS mean,
        CASE WHEN n > 1 THEN sqrt(greatest(squares - total::double ** 2 / n, 0) / (n - 1) / n) END AS error
    FROM sums
)

SELECT
    rules,
    target,
    n,
    total,
    mean,
    mean - 1.959963984540054e0 * error AS low,
    mean + 1.959963984540054e0 * error AS high,
    shortest,
    median,
    longest
FROM errors
ORDER BY rules, target;
