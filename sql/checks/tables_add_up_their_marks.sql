-- At which tables do the games' scores not add up to the marks of the deals?
-- grain: table x rule set
-- param run (default NULL): one run; NULL is every complete run
WITH scores AS (
    SELECT
        run_id,
        table_no,
        table_id,
        rules,
        sum(team0_score) AS team0_scores,
        sum(team1_score) AS team1_scores
    FROM stored.games
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

sums AS (
    SELECT
        run_id,
        table_no,
        rules,
        coalesce(sum(team0_mark), 0) AS team0_marks,
        coalesce(sum(team1_mark), 0) AS team1_marks
    FROM stored.team_marks
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT
    sums.run_id,
    scores.table_id,
    sums.rules,
    scores.team0_scores,
    sums.team0_marks,
    scores.team1_scores,
    sums.team1_marks
FROM sums
LEFT JOIN scores
    ON sums.run_id = scores.run_id AND sums.table_no = scores.table_no AND sums.rules = scores.rules
WHERE
    sums.team0_marks IS DISTINCT FROM scores.team0_scores
    OR sums.team1_marks IS DISTINCT FROM scores.team1_scores;
