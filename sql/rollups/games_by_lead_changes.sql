-- How often does the lead change in a game under each rule set?
-- grain: rule set x changes of the lead, where 15 stands for more too; k of n finished games
-- param run (default NULL): one run; NULL is every complete run
-- The lead changes where another side than before is ahead after a deal; a tie leaves it where it was.
-- The last game of a table is open and is left out.
WITH changes AS (
    SELECT
        rules,
        lead_changes::integer AS lead_changes,
        sum(n)::bigint AS k
    FROM stored.counts
    WHERE cube = 'games' AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

shares AS (
    SELECT
        *,
        (sum(k) OVER (PARTITION BY rules))::bigint AS n
    FROM changes
)

SELECT
    rules,
    lead_changes,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM shares
ORDER BY rules, lead_changes;
