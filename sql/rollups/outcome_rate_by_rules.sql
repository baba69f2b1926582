-- How often is a deal made, failed or held under each rule set?
-- grain: rule set x outcome; k of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
-- param trumps (default NULL): only this many trumps held
WITH sums AS (
    SELECT
        rules,
        sum(made)::bigint AS made,
        sum(chute)::bigint AS chute,
        sum(litige)::bigint AS litige,
        sum(n)::bigint AS n
    FROM
        stored.marked_cells(
            $run::varchar, $turned::varchar, $round::tinyint, $position::tinyint, $trumps::tinyint
        )
    GROUP BY rules
),

outcomes AS (
    SELECT
        rules,
        'made' AS outcome,
        made AS k,
        n
    FROM sums
    UNION ALL
    SELECT
        rules,
        'chute' AS outcome,
        chute AS k,
        n
    FROM sums
    UNION ALL
    SELECT
        rules,
        'litige' AS outcome,
        litige AS k,
        n
    FROM sums
)

SELECT
    rules,
    outcome,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM outcomes
WHERE k > 0
ORDER BY rules, CASE outcome WHEN 'made' THEN 1 WHEN 'chute' THEN 2 ELSE 3 END;
