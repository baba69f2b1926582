-- Which cells of the rollups stand for the coinche deals taken, as one rule set judges them?
-- grain: cell of the marked cube (run x what was bid)
-- param only_rules: the rule set that judges; NULL is the one each run was played under
-- param only_run, only_contract, only_trump (text), only_level, only_position: NULL leaves that axis open
CREATE MACRO stored.contract_cells(
    only_run, only_rules, only_contract, only_trump, only_level, only_position
) AS TABLE
    SELECT counts.*
    FROM stored.counts
    INNER JOIN stored.runs ON counts.run_id = runs.run_id
    WHERE
        cube = 'marked'
        AND contract IS NOT NULL
        AND counts.rules = coalesce(only_rules, runs.rules)
        AND (only_run IS NULL OR counts.run_id = only_run)
        AND (only_contract IS NULL OR contract = only_contract)
        AND (only_trump IS NULL OR stored.suit_text(trump) = only_trump)
        AND (only_level IS NULL OR coinche_level = only_level)
        AND (only_position IS NULL OR position = only_position)
