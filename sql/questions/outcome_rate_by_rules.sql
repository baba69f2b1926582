-- How often is a deal made, failed or held under each rule set?
-- grain: rule set x outcome; k of n deals taken
-- param run (default NULL): one run; NULL is every complete run
WITH outcomes AS (
    SELECT
        rules,
        outcome,
        sum(deals)::bigint AS k
    FROM stored.marked_counts
    WHERE taker_points IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

taken AS (
    SELECT
        *,
        (sum(k) OVER (PARTITION BY rules))::bigint AS n
    FROM outcomes
)

SELECT
    rules,
    outcome,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM taken
ORDER BY rules, CASE outcome WHEN 'made' THEN 1 WHEN 'chute' THEN 2 ELSE 3 END;
