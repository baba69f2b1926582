-- Which runs hold another number of deals or tables than they say?
-- grain: run whose counts differ
-- param run (default NULL): one run; NULL is every complete run
WITH held AS (
    SELECT
        run_id,
        count(*) AS deals,
        count(DISTINCT table_no) AS tables
    FROM stored.facts
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY run_id
)

SELECT
    runs.run_id,
    runs.deals AS deals_said,
    coalesce(held.deals, 0) AS deals_held,
    runs.tables AS tables_said,
    coalesce(held.tables, 0) AS tables_held
FROM runs
LEFT JOIN held ON runs.run_id = held.run_id
WHERE
    runs.status NOT IN ('unfinished', 'complete (counts only)')
    AND ($run::varchar IS NULL OR runs.run_id = $run)
    AND (
        runs.deals <> coalesce(held.deals, 0)
        OR runs.tables <> coalesce(held.tables, 0)
    );
