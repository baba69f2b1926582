-- How often is a contract coinched, and how often is that surcoinched?
-- grain: contract, 250 for capot; k coinched of n deals taken at coinche, surcoinched of these k
-- param run (default NULL): one run; NULL is every complete run
-- Those that were surcoinched are among those coinched.
WITH bid AS (
    SELECT
        contract,
        coalesce(sum(deals) FILTER (WHERE coinche_level > 0), 0)::bigint AS k,
        sum(deals)::bigint AS n,
        coalesce(sum(deals) FILTER (WHERE coinche_level = 2), 0)::bigint AS surcoinched
    FROM stored.fact_counts
    WHERE contract IS NOT NULL AND taker_points IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT
    contract,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high,
    surcoinched,
    surcoinched / nullif(k, 0) AS surcoinched_rate,
    wilson_low(surcoinched, k) AS surcoinched_low,
    wilson_high(surcoinched, k) AS surcoinched_high
FROM bid
ORDER BY contract;
