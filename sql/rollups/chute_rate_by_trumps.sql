-- How often does the taker fail, by the trumps in its eight cards?
-- grain: trumps x jack held x nine held; k chutes of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each run was played under
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
-- param trumps (default NULL): only this many trumps held
-- Deals of prise alone.
WITH taken AS (
    SELECT
        trumps::tinyint AS trumps,
        has_jack = 1 AS has_jack,
        has_nine = 1 AS has_nine,
        sum(chute)::bigint AS k,
        sum(n)::bigint AS n
    FROM
        stored.marked_cells(
            $run::varchar, $turned::varchar, $round::tinyint, $position::tinyint, $trumps::tinyint
        )
    WHERE
        trumps IS NOT NULL
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
    GROUP BY ALL
)

SELECT
    trumps,
    has_jack,
    has_nine,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM taken
ORDER BY trumps, has_jack, has_nine;
