-- How often does a player who may speak take, by the turned card, the round and the position?
-- grain: round x position x rank of the turned card; k took of n who could speak
-- param run (default NULL): one run; NULL is every complete run
WITH spoken AS (
    SELECT
        round,
        position,
        turned & 7 AS rank,
        count(*) FILTER (WHERE took) AS k,
        count(*) AS n
    FROM stored.things_said
    WHERE counted AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT
    round,
    position,
    substr('789JQKTA', rank + 1, 1) AS turned_rank,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM spoken
ORDER BY round, position, strpos('789TJQKA', turned_rank);
