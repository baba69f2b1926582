-- How often is a capot made that was bid, and one that was not?
-- grain: whether capot was bid; k capots of the taker's side of n deals taken at coinche
-- param run (default NULL): one run; NULL is every complete run
WITH bid AS (
    SELECT
        contract = 250 AS capot_bid,
        coalesce(sum(deals) FILTER (WHERE taker_tricks = 8), 0)::bigint AS k,
        sum(deals)::bigint AS n
    FROM stored.fact_counts
    WHERE contract IS NOT NULL AND taker_points IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT
    capot_bid,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM bid
ORDER BY capot_bid DESC;
