-- How many games take how many deals under each rule set?
-- grain: rule set x number of deals; k of n finished games
-- param run (default NULL): one run; NULL is every complete run
-- Passed-out deals are in it. The last game of a table is open and is left out.
WITH lengths AS (
    SELECT
        rules,
        deals::bigint AS deals,
        sum(n)::bigint AS k
    FROM stored.counts
    WHERE cube = 'games' AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

shares AS (
    SELECT
        *,
        (sum(k) OVER (PARTITION BY rules))::bigint AS n
    FROM lengths
)

SELECT
    rules,
    deals,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM shares
ORDER BY rules, deals;
