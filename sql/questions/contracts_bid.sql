-- How often is each contract the one that is played?
-- grain: contract, 250 for capot; k of n deals taken at coinche
-- param run (default NULL): one run; NULL is every complete run
WITH bid AS (
    SELECT
        contract,
        sum(deals)::bigint AS k
    FROM stored.fact_counts
    WHERE contract IS NOT NULL AND taker_points IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

shares AS (
    SELECT
        *,
        (sum(k) OVER ())::bigint AS n
    FROM bid
)

SELECT
    contract,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM shares
ORDER BY contract;
