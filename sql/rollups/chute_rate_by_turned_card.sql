-- How often does the taker fail, by the turned card and the round?
-- grain: round x rank of the turned card; k chutes of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each run was played under
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
-- param trumps (default NULL): only this many trumps held
-- Deals of prise alone: at coinche no card is turned.
WITH taken AS (
    SELECT
        round::tinyint AS bid_round,
        turned,
        sum(chute)::bigint AS k,
        sum(n)::bigint AS n
    FROM
        stored.marked_cells(
            $run::varchar, $turned::varchar, $round::tinyint, $position::tinyint, $trumps::tinyint
        )
    WHERE
        turned IS NOT NULL
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
    GROUP BY ALL
)

SELECT
    bid_round,
    substr('789JQKTA', turned + 1, 1) AS turned_rank,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM taken
ORDER BY bid_round, strpos('789TJQKA', turned_rank);
