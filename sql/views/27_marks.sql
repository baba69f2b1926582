-- What does a deal mark under each rule set of its run, with what earlier litiges gave?
-- grain: deal that was not abandoned x rule set
-- A litige's points go to the side that wins the next decided deal, which SQL cannot fold quickly: the few
-- deals that receive or leave held points are stored.
CREATE VIEW marks AS
SELECT
    deal.run_id,
    deal.table_id,
    deal.deal_no,
    deal.rules,
    deal.outcome,
    deal.taker_mark,
    deal.defence_mark,
    (
        CASE WHEN deal.taker_team = 1 THEN deal.defence_mark ELSE deal.taker_mark END
        + CASE WHEN (deal.outcome = 'chute') = (deal.taker_team = 1) THEN coalesce(hold.carried, 0) ELSE 0 END
    )::integer AS team0_mark,
    (
        CASE WHEN deal.taker_team = 1 THEN deal.taker_mark ELSE deal.defence_mark END
        + CASE WHEN (deal.outcome = 'chute') = (deal.taker_team = 0) THEN coalesce(hold.carried, 0) ELSE 0 END
    )::integer AS team1_mark,
    coalesce(hold.carried, 0)::integer AS carried,
    coalesce(hold.held, 0)::integer AS held
FROM stored.marked_deals AS deal
LEFT JOIN stored.holds AS hold
    ON
        deal.run_id = hold.run_id
        AND deal.table_no = hold.table_no
        AND deal.deal_no = hold.deal_no
        AND deal.rules = hold.rules;
