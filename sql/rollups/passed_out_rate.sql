-- How often does nobody take?
-- grain: rank of the turned card; k passed out of n deals
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- The rank is NULL where it is not known, and at coinche, where no card is turned.
WITH dealt AS (
    SELECT
        turned,
        coalesce(sum(n) FILTER (WHERE position = 0), 0)::bigint AS k,
        sum(n)::bigint AS n
    FROM stored.counts
    WHERE
        cube = 'points'
        AND ($run::varchar IS NULL OR run_id = $run)
        AND ($turned::varchar IS NULL OR turned = strpos('789JQKTA', $turned) - 1)
    GROUP BY ALL
)

SELECT
    substr('789JQKTA', turned + 1, 1) AS turned_rank,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM dealt
ORDER BY strpos('789TJQKA', turned_rank) NULLS LAST;
