-- How often does either side win all eight tricks, by the trumps, jack and nine of the taker?
-- grain: side x trumps x jack and nine in the taker's eight cards; k capots of n deals taken and played
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
-- param trumps (default NULL): only this many trumps held
-- Capots are the same under every rule set: of each run, the deals under one are counted.
-- Deals of prise alone.
WITH played AS (
    SELECT
        trumps::tinyint AS trumps,
        has_jack = 1 AS has_jack,
        has_nine = 1 AS has_nine,
        sum(taker_capot)::bigint AS taker,
        sum(defence_capot)::bigint AS defence,
        sum(n)::bigint AS n
    FROM
        stored.taken_cells(
            $run::varchar, $turned::varchar, $round::tinyint, $position::tinyint, $trumps::tinyint
        )
    WHERE trumps IS NOT NULL
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
WHERE n > 0
ORDER BY side DESC, trumps ASC, has_jack ASC, has_nine ASC;
