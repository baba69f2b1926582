-- How often is each contract made?
-- grain: contract, 250 for capot; k made of n deals taken at coinche
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
WITH judged AS (
    SELECT
        contract,
        coalesce(sum(deals) FILTER (WHERE outcome = 'made'), 0)::bigint AS k,
        sum(deals)::bigint AS n
    FROM stored.marked_counts
    WHERE
        contract IS NOT NULL
        AND taker_points IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
    GROUP BY ALL
)

SELECT
    contract,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM judged
ORDER BY contract;
