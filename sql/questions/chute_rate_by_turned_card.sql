-- How often does the taker fail, by the turned card and the round?
-- grain: round x rank of the turned card; k chutes of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
-- Deals of prise alone: at coinche no card is turned.
WITH taken AS (
    SELECT
        bid_round,
        turned & 7 AS rank,
        count(*) FILTER (WHERE outcome = 'chute') AS k,
        count(*) AS n
    FROM stored.marked_deals
    WHERE
        auction = 'prise'
        AND counted
        AND taker_points IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
    GROUP BY ALL
)

SELECT
    bid_round,
    substr('789JQKTA', rank + 1, 1) AS turned_rank,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM taken
ORDER BY bid_round, strpos('789TJQKA', turned_rank);
