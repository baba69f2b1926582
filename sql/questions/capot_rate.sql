-- How often does a side win all eight tricks?
-- grain: side; k capots of n deals taken and played
-- param run (default NULL): one run; NULL is every complete run
WITH played AS (
    SELECT
        count(*) FILTER (WHERE taker_tricks = 8) AS taker,
        count(*) FILTER (WHERE taker_tricks = 0) AS defence,
        count(taker_tricks) AS n
    FROM stored.facts
    WHERE counted AND ($run::varchar IS NULL OR run_id = $run)
),

sides AS (
    SELECT
        'taker' AS side,
        taker AS k,
        n
    FROM played
    UNION ALL
    SELECT
        'defence' AS side,
        defence AS k,
        n
    FROM played
)

SELECT
    side,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM sides
WHERE n > 0
ORDER BY side DESC;
