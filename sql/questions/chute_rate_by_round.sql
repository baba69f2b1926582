-- How often does the taker fail, by the round it took in?
-- grain: round; k chutes of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
-- Deals of prise alone: at coinche no card is turned.
WITH taken AS (
    SELECT
        bid_round,
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
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM taken
ORDER BY bid_round;
