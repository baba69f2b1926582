-- How many deals does a game take under each rule set?
-- grain: rule set; total and mean over n finished games, low and high its 95 % interval
-- param run (default NULL): one run; NULL is every complete run
-- Passed-out deals are in it. The last game of a table is open and is left out.
WITH lengths AS (
    SELECT
        rules,
        deals,
        sum(n)::bigint AS n
    FROM stored.counts
    WHERE cube = 'games' AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY rules, deals
),

ranked AS (
    SELECT
        *,
        sum(n) OVER (PARTITION BY rules ORDER BY deals) AS so_far,
        sum(n) OVER (PARTITION BY rules) AS games
    FROM lengths
),

sums AS (
    SELECT
        rules,
        sum(n)::bigint AS n,
        sum(deals * n)::bigint AS total,
        sum(deals::double ** 2 * n) AS squares,
        min(deals) AS shortest,
        min(deals) FILTER (WHERE 2 * so_far >= games) AS median,
        max(deals) AS longest
    FROM ranked
    GROUP BY rules
),

errors AS (
    SELECT
        *,
        total / n AS mean,
        CASE WHEN n > 1 THEN sqrt(greatest(squares - total::double ** 2 / n, 0) / (n - 1) / n) END AS error
    FROM sums
)

SELECT
    errors.rules,
    rule_set.target,
    n,
    total,
    mean,
    mean - 1.959963984540054e0 * error AS low,
    mean + 1.959963984540054e0 * error AS high,
    shortest::bigint AS shortest,
    median::bigint AS median,
    longest::bigint AS longest
FROM errors
INNER JOIN rules AS rule_set ON errors.rules = rule_set.rules
ORDER BY errors.rules, rule_set.target;
