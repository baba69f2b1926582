-- What does each team mark for a deal under each rule set, with what earlier litiges gave?
-- grain: deal that was not abandoned x rule set
-- Internal: the view `marks` with the number of the table, quicker to group by than its name.
-- A litige's points go to the side that wins the next decided deal, which SQL cannot fold quickly: the few
-- deals that receive or leave held points are stored. They are joined by numbers, five times as quick as by
-- names, and grouped, so that DuckDB knows a deal meets one of them at most: it leaves the join out where no
-- column needs it, and never builds the join's table from the many deals.
CREATE VIEW stored.team_marks AS
WITH held AS (
    SELECT
        run_rules.set_no,
        holds.table_no::bigint AS table_no,
        holds.deal_no::bigint AS deal_no,
        max(holds.carried) AS carried,
        max(holds.held) AS held
    FROM stored.holds
    INNER JOIN stored.run_rules ON holds.run_id = run_rules.run_id AND holds.rules = run_rules.rules
    GROUP BY ALL
)

SELECT
    deal.run_id,
    deal.table_no,
    deal.table_id,
    deal.deal_no,
    deal.rules,
    deal.played_rules,
    deal.outcome,
    deal.taker_mark,
    deal.defence_mark,
    CASE WHEN deal.taker_team = 1 THEN deal.defence_mark ELSE deal.taker_mark END
    + CASE
        WHEN (deal.outcome = 'chute') = (deal.taker_team = 1) THEN coalesce(hold.carried, 0)
        ELSE 0
    END AS team0_mark,
    CASE WHEN deal.taker_team = 1 THEN deal.taker_mark ELSE deal.defence_mark END
    + CASE
        WHEN (deal.outcome = 'chute') = (deal.taker_team = 0) THEN coalesce(hold.carried, 0)
        ELSE 0
    END AS team1_mark,
    coalesce(hold.carried, 0) AS carried,
    coalesce(hold.held, 0) AS held
FROM stored.marked_deals AS deal
LEFT JOIN held AS hold
    ON
        deal.set_no = hold.set_no
        AND deal.table_no = hold.table_no
        AND deal.deal_no = hold.deal_no;
