-- How often does the side of the first dealer win a game under each rule set?
-- grain: rule set; k of n finished games whose first dealer is known
-- param run (default NULL): one run; NULL is every complete run
-- The interval takes games for independent. They are clustered lightly: games of a table follow each other,
-- and who deals first in one depends on how long the one before was.
WITH sums AS (
    SELECT
        rules,
        sum(first_dealer_won * n)::bigint AS k,
        sum(n)::bigint AS n
    FROM stored.counts
    WHERE
        cube = 'games'
        AND first_dealer_won IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY rules
)

SELECT
    rules,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM sums
ORDER BY rules;
