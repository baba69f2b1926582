-- Which passed-out deals have facts of play, and which played deals lack them?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
SELECT
    run_id,
    table_id,
    deal_no,
    kind,
    status,
    passed_out,
    taker_points,
    taker_tricks
FROM stored.facts
WHERE
    ($run::varchar IS NULL OR run_id = $run)
    AND CASE
        WHEN passed_out THEN coalesce(taker_points, taker_tricks, taker_belote, trick_0, winners) IS NOT NULL
        WHEN status <> 'abandoned' AND kind <> 'scored' THEN taker_points IS NULL OR taker_tricks IS NULL
        ELSE taker_points > 162 OR taker_tricks > 8
    END;
