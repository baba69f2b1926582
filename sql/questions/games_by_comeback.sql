-- How far behind was the winner of a game at its worst under each rule set?
-- grain: rule set x 50 marks of the winner's largest deficit after a deal; k of n finished games
-- param run (default NULL): one run; NULL is every complete run
-- From comeback_from to comeback_to marks: 0 is never behind, then 1 to 50, 51 to 100 and so on; the last,
-- from 1951, has no end (NULL).
-- The last game of a table is open and is left out.
WITH comebacks AS (
    SELECT
        rules,
        least((comeback + 49) // 50, 40) AS step,
        count(*) AS k
    FROM games
    WHERE finished AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

shares AS (
    SELECT
        *,
        (sum(k) OVER (PARTITION BY rules))::bigint AS n
    FROM comebacks
)

SELECT
    rules,
    greatest(50 * step - 49, 0) AS comeback_from,
    CASE WHEN step < 40 THEN 50 * step END AS comeback_to,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM shares
ORDER BY rules, step;
