-- What is known of a deal that was solved, and what would best play have made of it?
-- grain: deal that was solved
-- Internal: the columns of `stored.facts`, with those of the solver as best_points, best_capot,
-- taker_cost, defence_cost, cards, costs and actions.
CREATE VIEW stored.solved_deals AS
SELECT
    facts.*,
    solved.taker_points::smallint AS best_points,
    solved.capot::tinyint AS best_capot,
    solved.taker_cost::smallint AS taker_cost,
    solved.defence_cost::smallint AS defence_cost,
    solved.cards,
    solved.costs,
    solved.actions
FROM stored.facts
INNER JOIN stored.solved
    ON
        facts.run_id = solved.run_id
        AND facts.table_no = solved.table_no
        AND facts.deal_no = solved.deal_no;
