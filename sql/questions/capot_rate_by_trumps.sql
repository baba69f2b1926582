-- How often does the taker's side, or the defence, win all eight tricks, by the taker's trumps and belote?
-- grain: side x trumps in the taker's eight cards x belote in them; k capots of n deals taken and played
-- param run (default NULL): one run; NULL is every complete run
-- Deals of prise alone.
WITH played AS (
    SELECT
        taker_trumps AS trumps,
        taker_has_belote AS has_belote,
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
        has_belote,
        taker AS k,
        n
    FROM played
    UNION ALL
    SELECT
        'defence' AS side,
        trumps,
        has_belote,
        defence AS k,
        n
    FROM played
)

SELECT
    side,
    trumps,
    has_belote,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM sides
ORDER BY side DESC, trumps ASC, has_belote ASC;
