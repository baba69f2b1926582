-- Which games have another score than the marks of their deals, under the rule sets played?
-- grain: game x rule set that the run's deals were played under
-- param run (default NULL): one run; NULL is every complete run
-- The other rule sets are added up by table in tables_add_up_their_marks: by game it takes eight times as long.
-- Games and deals meet in spans of 16 deal numbers, so that the join is by equality.
WITH played AS (
    SELECT DISTINCT
        run_id,
        rules
    FROM stored.facts
    WHERE ($run::varchar IS NULL OR run_id = $run)
),

spans AS (
    SELECT
        games.*,
        unnest(range(first_deal // 16, last_deal // 16 + 1)) AS span
    FROM games
    SEMI JOIN played ON games.run_id = played.run_id AND games.rules = played.rules
),

sums AS (
    SELECT
        spans.run_id,
        spans.table_id,
        spans.rules,
        spans.game_no,
        any_value(spans.team0_score) AS team0_score,
        any_value(spans.team1_score) AS team1_score,
        coalesce(sum(marks.team0_mark), 0) AS team0_marks,
        coalesce(sum(marks.team1_mark), 0) AS team1_marks
    FROM spans
    LEFT JOIN marks
        ON
            spans.run_id = marks.run_id
            AND spans.table_id = marks.table_id
            AND spans.rules = marks.rules
            AND spans.span = marks.deal_no // 16
            AND spans.first_deal <= marks.deal_no
            AND spans.last_deal >= marks.deal_no
    GROUP BY ALL
)

SELECT *
FROM sums
WHERE team0_score <> team0_marks OR team1_score <> team1_marks;
