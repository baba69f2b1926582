-- What do prise deals mark under every rule set of their run?
-- grain: prise row of `facts` x prise rule set that marks its run
-- param facts: name of a relation with the columns run_id, rules (played under), auction, passed_out,
--   taker_points, taker_tricks, taker_belote, defence_belote, taker_annonces, defence_annonces
-- All columns of `facts` pass through, `rules` as played_rules; set_no is of stored.run_rules. It restates
-- belote.game.marking.mark_deal, and a test holds the two equal.
CREATE MACRO stored.mark_at_prise(facts) AS TABLE
    WITH rule_sets AS (
        SELECT
            run_rules.run_id,
            run_rules.set_no,
            rule_set.rules,
            rule_set.annonces AS with_annonces,
            rule_set.belote_counts AS with_belote,
            rule_set.contract = 'more' AS more,
            rule_set.tie = 'litige' AS litige,
            CASE rule_set.rounding WHEN 'none' THEN 1 ELSE 10 END AS round_to,
            CASE rule_set.rounding WHEN 'half_up' THEN 5 WHEN 'six_up' THEN 4 ELSE 0 END AS round_up,
            rule_set.chute_mark,
            rule_set.capot_mark,
            rule_set.belote_on_chute = 'defence' AS belote_to_defence
        FROM stored.run_rules
        INNER JOIN stored.rules AS rule_set ON run_rules.rules = rule_set.rules
        WHERE rule_set.auction = 'prise'
    ),

    totals AS (
        SELECT
            fact.* EXCLUDE (rules),
            fact.rules AS played_rules,
            rule_sets.* EXCLUDE (run_id),
            fact.taker_points::integer AS points,
            162 - fact.taker_points::integer AS other_points,
            CASE WHEN rule_sets.with_annonces THEN coalesce(fact.taker_annonces, 0)::integer ELSE 0 END
                AS annonces,
            CASE WHEN rule_sets.with_annonces THEN coalesce(fact.defence_annonces, 0)::integer ELSE 0 END
                AS other_annonces,
            coalesce(fact.taker_belote, 0)::integer AS belote,
            coalesce(fact.defence_belote, 0)::integer AS other_belote,
            points + annonces + CASE WHEN rule_sets.with_belote THEN belote ELSE 0 END AS total,
            other_points + other_annonces + CASE WHEN rule_sets.with_belote THEN other_belote ELSE 0 END
                AS other_total
        FROM query_table(facts) AS fact
        INNER JOIN rule_sets ON fact.run_id = rule_sets.run_id
        WHERE fact.auction = 'prise'
    ),

    judged AS (
        SELECT
            *,
            CASE
                WHEN passed_out THEN 'passed_out'
                WHEN points IS NULL THEN NULL
                WHEN taker_tricks = 8 THEN 'made'
                WHEN taker_tricks = 0 THEN 'chute'
                WHEN total = other_total THEN CASE WHEN litige THEN 'litige' ELSE 'chute' END
                WHEN CASE WHEN more THEN total > other_total ELSE total >= 82 END THEN 'made'
                ELSE 'chute'
            END AS outcome,
            (points + round_up) // round_to * round_to AS rounded,
            (other_points + round_up) // round_to * round_to AS other_rounded
        FROM totals
    )

    SELECT
        * EXCLUDE (
            points, other_points, annonces, other_annonces, belote, other_belote, total, other_total,
            rounded,
            other_rounded,
            with_annonces,
            with_belote,
            more,
            litige,
            round_to,
            round_up,
            chute_mark,
            capot_mark,
            belote_to_defence
        ),
        CASE outcome
            WHEN 'passed_out' THEN 0
            WHEN 'made'
                THEN
                    belote
                    + CASE WHEN taker_tricks = 8 THEN capot_mark + other_annonces ELSE rounded END
                    + annonces
            WHEN 'chute' THEN CASE WHEN belote_to_defence THEN 0 ELSE belote END
            WHEN 'litige' THEN belote
        END AS taker_mark,
        CASE outcome
            WHEN 'passed_out' THEN 0
            WHEN 'chute'
                THEN
                    CASE WHEN taker_tricks = 0 THEN capot_mark ELSE chute_mark END
                    + annonces + other_annonces + other_belote
                    + CASE WHEN belote_to_defence THEN belote ELSE 0 END
            ELSE other_belote + CASE WHEN taker_tricks = 8 THEN 0 ELSE other_rounded + other_annonces END
        END AS defence_mark
    FROM judged;
