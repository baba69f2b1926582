-- Which runs does the lake hold, and is each finished?
-- grain: run, unfinished ones too
CREATE VIEW runs AS
SELECT
    run_id,
    kind,
    created_at,
    seed,
    deals,
    tables,
    rules,
    players,
    version,
    status
FROM stored.runs;
