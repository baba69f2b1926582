-- How often does the taker fail, by its position?
-- grain: position of the taker, 4 the dealer; k chutes of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
WITH taken AS (
    SELECT
        taker_position,
        count(*) FILTER (WHERE outcome = 'chute') AS k,
        count(*) AS n
    FROM stored.marked_deals
    WHERE
        counted
        AND taker_points IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
    GROUP BY ALL
)

SELECT
    taker_position,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM taken
ORDER BY taker_position;
