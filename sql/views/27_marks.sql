-- What does a deal mark under each rule set of its run, with what earlier litiges gave?
-- grain: deal that was not abandoned x rule set
CREATE VIEW marks AS
SELECT
    run_id,
    table_id,
    deal_no,
    rules,
    outcome,
    taker_mark,
    defence_mark,
    team0_mark::integer AS team0_mark,
    team1_mark::integer AS team1_mark,
    carried::integer AS carried,
    held::integer AS held
FROM stored.team_marks;
