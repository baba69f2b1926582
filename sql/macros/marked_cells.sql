-- Which cells of the rollups' marked cube does a question count?
-- grain: cell of the marked cube (run x rule set x the axes of `stored.counts`)
-- param only_run, only_turned (rank), only_round, only_position, only_trumps: NULL leaves that axis open
-- `played_rules` is the rule set the run was played under.
CREATE MACRO stored.marked_cells(only_run, only_turned, only_round, only_position, only_trumps) AS TABLE
    SELECT
        counts.*,
        runs.rules AS played_rules
    FROM stored.counts
    INNER JOIN stored.runs ON counts.run_id = runs.run_id
    WHERE
        cube = 'marked'
        AND (only_run IS NULL OR counts.run_id = only_run)
        AND (only_turned IS NULL OR turned = strpos('789JQKTA', only_turned) - 1)
        AND (only_round IS NULL OR counts.round = only_round)
        AND (only_position IS NULL OR position = only_position)
        AND (only_trumps IS NULL OR trumps = only_trumps)
