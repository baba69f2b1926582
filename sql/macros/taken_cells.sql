-- Which cells of the rollups' marked cube stand for every deal taken once, whatever the rule set?
-- grain: cell of the marked cube under the first of each run's rule sets
-- param only_run, only_turned (rank), only_round, only_position, only_trumps: NULL leaves that axis open
CREATE MACRO stored.taken_cells(only_run, only_turned, only_round, only_position, only_trumps) AS TABLE
    SELECT *
    FROM stored.marked_cells(only_run, only_turned, only_round, only_position, only_trumps)
    WHERE
        (run_id, rules) IN (
            SELECT
                run_id,
                min(rules) AS rules
            FROM stored.counts
            WHERE cube = 'marked'
            GROUP BY run_id
        )
