-- How often does a player who may speak take, by the turned card, the round and the position?
-- grain: round x position x rank of the turned card; k took of n who could speak
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
-- param trumps (default NULL): only this many trumps held
WITH spoken AS (
    SELECT
        round::tinyint AS round,
        position::tinyint AS position,
        turned,
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
    position,
    substr('789JQKTA', turned + 1, 1) AS turned_rank,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM spoken
ORDER BY round, position, strpos('789TJQKA', turned_rank);
