-- How often does the taker fail, by the trumps in its eight cards?
-- grain: trumps x jack held x nine held; k chutes of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
-- Deals of prise alone.
WITH taken AS (
    SELECT
        taker_trumps,
        taker_has_jack,
        taker_has_nine,
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
    taker_trumps AS trumps,
    taker_has_jack AS has_jack,
    taker_has_nine AS has_nine,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM taken
ORDER BY trumps, has_jack, has_nine;
