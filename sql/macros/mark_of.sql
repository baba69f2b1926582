-- What do deals mark under every rule set of their run?
-- grain: row of `facts` x rule set of its auction that marks its run
-- param facts: name of a relation with the columns run_id, rules (played under), auction, passed_out, trump,
--   contract, coinche_level, taker_points, taker_tricks, taker_belote, defence_belote, taker_annonces,
--   defence_annonces
-- All columns of `facts` pass through, `rules` as played_rules; set_no is of stored.run_rules.
CREATE MACRO stored.mark_of(facts) AS TABLE
    SELECT * -- noqa: AM04
    FROM stored.mark_at_prise(facts)
    UNION ALL BY NAME
    SELECT * -- noqa: AM04
    FROM stored.mark_at_coinche(facts);
