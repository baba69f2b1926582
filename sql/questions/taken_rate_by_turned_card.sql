-- How often is a deal taken, by the turned card, and in which round?
-- grain: rank of the turned card x round, NULL for either; k taken of n deals with that card turned
-- param run (default NULL): one run; NULL is every complete run
WITH dealt AS (
    SELECT
        turned & 7 AS rank,
        count(*) FILTER (WHERE bid_round = 1) AS in_first,
        count(*) FILTER (WHERE bid_round = 2) AS in_second,
        count(*) AS n
    FROM stored.facts
    WHERE counted AND turned IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

rounds AS (
    SELECT
        rank,
        1 AS round,
        in_first AS k,
        n
    FROM dealt
    UNION ALL
    SELECT
        rank,
        2 AS round,
        in_second AS k,
        n
    FROM dealt
    UNION ALL
    SELECT
        rank,
        NULL AS round,
        in_first + in_second AS k,
        n
    FROM dealt
)

SELECT
    substr('789JQKTA', rank + 1, 1) AS turned_rank,
    round,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM rounds
ORDER BY strpos('789TJQKA', turned_rank), round NULLS LAST;
