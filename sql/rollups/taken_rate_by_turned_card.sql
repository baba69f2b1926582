-- How often is a deal taken, by the turned card, and in which round?
-- grain: rank of the turned card x round, NULL for either; k taken of n deals with that card turned
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
WITH dealt AS (
    SELECT
        turned,
        coalesce(sum(n) FILTER (WHERE round = 1), 0)::bigint AS in_first,
        coalesce(sum(n) FILTER (WHERE round = 2), 0)::bigint AS in_second,
        sum(n)::bigint AS n
    FROM stored.counts
    WHERE
        cube = 'points'
        AND turned IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
        AND ($turned::varchar IS NULL OR turned = strpos('789JQKTA', $turned) - 1)
    GROUP BY ALL
),

rounds AS (
    SELECT
        turned,
        1 AS round,
        in_first AS k,
        n
    FROM dealt
    UNION ALL
    SELECT
        turned,
        2 AS round,
        in_second AS k,
        n
    FROM dealt
    UNION ALL
    SELECT
        turned,
        NULL AS round,
        in_first + in_second AS k,
        n
    FROM dealt
)

SELECT
    substr('789JQKTA', turned + 1, 1) AS turned_rank,
    round,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM rounds
ORDER BY strpos('789TJQKA', turned_rank), round NULLS LAST;
