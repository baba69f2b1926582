-- How often does a player who may speak take, by the trumps it would hold with the turned card?
-- grain: round x trumps x jack held x nine held; k took of n who could speak
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
-- param trumps (default NULL): only this many trumps held
-- For a pass in round 2 the trumps are those of the longest of the other three suits.
WITH spoken AS (
    SELECT
        round::tinyint AS round,
        trumps::tinyint AS trumps,
        has_jack = 1 AS has_jack,
        has_nine = 1 AS has_nine,
        sum(took)::bigint AS k,
        sum(n)::bigint AS n
    FROM stored.counts
    WHERE
        cube = 'said'
        AND ($run::varchar IS NULL OR run_id = $run)
        AND ($turned::varchar IS NULL OR turned = strpos('789JQKTA', $turned) - 1)
        AND ($round::tinyint IS NULL OR round = $round::tinyint)
        AND ($position::tinyint IS NULL OR position = $position::tinyint)
        AND ($trumps::tinyint IS NULL OR trumps = $trumps::tinyint)
    GROUP BY ALL
)

SELECT
    round,
    trumps,
    has_jack,
    has_nine,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM spoken
ORDER BY round, trumps, has_jack, has_nine;
