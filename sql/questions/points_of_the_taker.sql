-- How are the card points of the taker's side distributed?
-- grain: card points with dix de der, 0-162; k of n deals taken and played
-- param run (default NULL): one run; NULL is every complete run
WITH counts AS (
    SELECT
        taker_points,
        sum(deals)::bigint AS k
    FROM stored.fact_counts
    WHERE taker_points IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

played AS (
    SELECT
        *,
        (sum(k) OVER ())::bigint AS n
    FROM counts
)

SELECT
    taker_points,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM played
ORDER BY taker_points;
