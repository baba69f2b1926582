-- How often does nobody take?
-- grain: rank of the turned card; k passed out of n deals
-- param run (default NULL): one run; NULL is every complete run
-- The rank is NULL where it is not known, and at coinche, where no card is turned.
WITH dealt AS (
    SELECT
        turned & 7 AS rank,
        count(*) FILTER (WHERE passed_out) AS k,
        count(*) AS n
    FROM stored.facts
    WHERE counted AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT
    substr('789JQKTA', rank + 1, 1) AS turned_rank,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM dealt
ORDER BY strpos('789TJQKA', turned_rank) NULLS LAST;
