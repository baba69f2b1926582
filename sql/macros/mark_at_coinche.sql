-- What do deals of coinche mark under every rule set of their run?
-- grain: coinche row of `facts` x coinche rule set that marks its run
-- param facts: name of a relation with the columns that stored.mark_of names
-- All columns of `facts` pass through, `rules` as played_rules; set_no is of stored.run_rules. It restates
-- belote.game.marking_coinche.mark_coinche, and a test holds the two equal. A score sheet that names no capot
-- is of a deal without one.
CREATE MACRO stored.mark_at_coinche(facts) AS TABLE
    WITH rule_sets AS (
        SELECT
            run_rules.run_id,
            run_rules.set_no,
            rule_set.rules,
            rule_set.annonces AS with_annonces,
            rule_set.belote_counts AS with_belote,
            rule_set.contract = 'bid_and_more' AS more,
            CASE rule_set.rounding WHEN 'none' THEN 1 ELSE 10 END AS round_to,
            CASE rule_set.rounding WHEN 'half_up' THEN 5 WHEN 'six_up' THEN 4 ELSE 0 END AS round_up,
            rule_set.chute_mark,
            rule_set.capot_mark,
            rule_set.belote_on_chute = 'defence' AS belote_to_defence,
            rule_set.coinche_mark = 'contract' AS contract_only,
            rule_set.multiplier_on = 'contract' AS multiply_contract,
            rule_set.surcoinche AS surcoinche_times,
            rule_set.belote_tout_atout = 'every' AS belote_at_tout
        FROM stored.run_rules
        INNER JOIN stored.rules AS rule_set ON run_rules.rules = rule_set.rules
        WHERE rule_set.auction = 'coinche'
    ),

    totals AS (
        SELECT
            fact.* EXCLUDE (rules),
            fact.rules AS played_rules,
            rule_sets.* EXCLUDE (run_id),
            fact.taker_points::integer AS points,
            162 - fact.taker_points::integer AS other_points,
            fact.contract::integer AS bid,
            fact.coinche_level > 0 AS coinched,
            CASE fact.coinche_level WHEN 0 THEN 1 WHEN 1 THEN 2 ELSE rule_sets.surcoinche_times END AS times,
            coalesce(fact.taker_tricks = 8, FALSE) AS took_all,
            coalesce(fact.taker_tricks = 0, FALSE) AS took_none,
            CASE WHEN rule_sets.with_annonces THEN coalesce(fact.taker_annonces, 0)::integer ELSE 0 END
                AS annonces,
            CASE WHEN rule_sets.with_annonces THEN coalesce(fact.defence_annonces, 0)::integer ELSE 0 END
                AS other_annonces,
            fact.trump < 5 OR rule_sets.belote_at_tout AS belotes_count,
            CASE WHEN belotes_count THEN coalesce(fact.taker_belote, 0)::integer ELSE 0 END AS belote,
            CASE WHEN belotes_count THEN coalesce(fact.defence_belote, 0)::integer ELSE 0 END AS other_belote,
            points + annonces + CASE WHEN rule_sets.with_belote THEN belote ELSE 0 END AS total,
            other_points + other_annonces + CASE WHEN rule_sets.with_belote THEN other_belote ELSE 0 END
                AS other_total
        FROM query_table(facts) AS fact
        INNER JOIN rule_sets ON fact.run_id = rule_sets.run_id
        WHERE fact.auction = 'coinche'
    ),

    judged AS (
        SELECT
            *,
            CASE
                WHEN passed_out THEN 'passed_out'
                WHEN points IS NULL OR bid IS NULL THEN NULL
                -- A capot is kept by all eight tricks, whatever the totals.
                WHEN bid = 250 THEN CASE WHEN took_all THEN 'made' ELSE 'chute' END
                WHEN total >= bid AND NOT took_none AND (total > other_total OR NOT more) THEN 'made'
                ELSE 'chute'
            END AS outcome,
            (points + round_up) // round_to * round_to AS rounded,
            (other_points + round_up) // round_to * round_to AS other_rounded
        FROM totals
    ),

    -- What the side that wins marks beside the contract.
    won AS (
        SELECT
            *,
            CASE
                WHEN outcome = 'chute' THEN CASE WHEN took_none THEN capot_mark ELSE chute_mark END
                WHEN contract_only THEN 0
                WHEN took_all THEN capot_mark
                WHEN coinched AND multiply_contract THEN chute_mark
                ELSE rounded
            END AS beside,
            times * bid + CASE WHEN multiply_contract THEN 1 ELSE times END * beside AS winning,
            took_all OR coinched AS takes_all
        FROM judged
    )

    SELECT
        * EXCLUDE (
            points, other_points, annonces, other_annonces, belote, other_belote, total, other_total,
            rounded,
            other_rounded,
            with_annonces,
            with_belote,
            more,
            round_to,
            round_up,
            chute_mark,
            capot_mark,
            belote_to_defence,
            contract_only,
            multiply_contract,
            surcoinche_times,
            belote_at_tout,
            bid,
            coinched,
            times,
            took_all,
            took_none,
            belotes_count,
            beside,
            winning,
            takes_all
        ),
        CASE outcome
            WHEN 'passed_out' THEN 0
            WHEN 'made'
                THEN winning + annonces + belote + CASE WHEN takes_all THEN other_annonces ELSE 0 END
            WHEN 'chute' THEN CASE WHEN belote_to_defence THEN 0 ELSE belote END
        END AS taker_mark,
        CASE outcome
            WHEN 'passed_out' THEN 0
            WHEN 'made' THEN other_belote + CASE WHEN takes_all THEN 0 ELSE other_rounded + other_annonces END
            WHEN 'chute'
                THEN
                    winning + annonces + other_annonces + other_belote
                    + CASE WHEN belote_to_defence THEN belote ELSE 0 END
        END AS defence_mark
    FROM won;
