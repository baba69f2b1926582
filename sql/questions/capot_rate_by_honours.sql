-- How often does either side win all eight tricks, by the trumps, jack and nine of the taker?
-- grain: side x trumps x jack and nine in the taker's eight cards; k capots of n deals taken and played
-- param run (default NULL): one run; NULL is every complete run
-- Deals of prise alone.
WITH played AS (
    SELECT
        taker_trumps AS trumps,
        taker_has_jack AS has_jack,
        taker_has_nine AS has_nine,
        count(*) FILTER (WHERE taker_tricks = 8) AS taker,
        count(*) FILTER (WHERE taker_tricks = 0) AS defence,
        count(*) AS n
    FROM stored.facts
    WHERE
        auction = 'prise'
        AND counted
        AND taker_tricks IS NOT NULL
        AND taker_trumps IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

sides AS (
    SELECT
        'taker' AS side,
        trumps,
        has_jack,
        has_nine,
        taker AS k,
        n
    FROM played
    UNION ALL
    SELECT
        'defence' AS side,
        trumps,
        has_jack,
        has_nine,
        defence AS k,
        n
    FROM played
)

SELECT
    side,
    trumps,
    has_jack,
    has_nine,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM sides
ORDER BY side DESC, trumps ASC, has_jack ASC, has_nine ASC;
