-- Which games have another score than the marks of their deals, under the rule set played?
-- grain: game
-- param run (default NULL): one run; NULL is every complete run
-- Other rule sets, and runs of mixed ones, are added up by table in tables_add_up_their_marks.
-- Games and deals meet in spans of 16 deal numbers, so that the join is by equality.
WITH played_games AS (
    SELECT games.*
    FROM stored.games
    INNER JOIN runs ON games.run_id = runs.run_id AND games.rules = runs.rules
    WHERE ($run::varchar IS NULL OR runs.run_id = $run)
),

spans AS (
    SELECT
        run_id,
        table_no::bigint AS table_no,
        unnest(range(first_deal // 16, last_deal // 16 + 1)) AS span,
        game_no,
        first_deal,
        last_deal
    FROM played_games
),

sums AS (
    SELECT
        spans.run_id,
        spans.table_no,
        spans.game_no,
        sum(marks.team0_mark) AS team0_marks,
        sum(marks.team1_mark) AS team1_marks
    FROM stored.team_marks AS marks
    INNER JOIN spans
        ON
            marks.run_id = spans.run_id
            AND marks.table_no = spans.table_no
            AND marks.deal_no // 16 = spans.span
            AND marks.deal_no >= spans.first_deal
            AND marks.deal_no <= spans.last_deal
    WHERE marks.rules = marks.played_rules
    GROUP BY ALL
)

SELECT
    games.run_id,
    games.table_id,
    games.rules,
    games.game_no,
    games.team0_score,
    coalesce(sums.team0_marks, 0) AS team0_marks,
    games.team1_score,
    coalesce(sums.team1_marks, 0) AS team1_marks
FROM played_games AS games
LEFT JOIN sums
    ON games.run_id = sums.run_id AND games.table_no = sums.table_no AND games.game_no = sums.game_no
WHERE
    games.team0_score <> coalesce(sums.team0_marks, 0)
    OR games.team1_score <> coalesce(sums.team1_marks, 0);
