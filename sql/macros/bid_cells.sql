-- Which cells of the rollups stand for every coinche deal taken once, whatever the rule set?
-- grain: cell of the points cube (run x what was bid x capot x the taker's card points)
-- param only_run, only_contract, only_trump (text), only_level, only_position: NULL leaves that axis open
CREATE MACRO stored.bid_cells(only_run, only_contract, only_trump, only_level, only_position) AS TABLE
    SELECT *
    FROM stored.counts
    WHERE
        cube = 'points'
        AND contract IS NOT NULL
        AND position > 0
        AND (only_run IS NULL OR run_id = only_run)
        AND (only_contract IS NULL OR contract = only_contract)
        AND (only_trump IS NULL OR stored.suit_text(trump) = only_trump)
        AND (only_level IS NULL OR coinche_level = only_level)
        AND (only_position IS NULL OR position = only_position)
