-- Which tables have several names, or a name of another table?
-- grain: number or name of a table that has more than one of the other
-- param run (default NULL): one run; NULL is every complete run
WITH names AS (
    SELECT DISTINCT
        run_id,
        table_no,
        table_id
    FROM stored.facts
    WHERE ($run::varchar IS NULL OR run_id = $run)
)

SELECT
    run_id,
    'table ' || table_no AS of,
    count(*) AS names
FROM names
GROUP BY ALL
HAVING count(*) > 1
UNION ALL
SELECT
    run_id,
    'name ' || table_id AS of,
    count(*) AS names
FROM names
GROUP BY ALL
HAVING count(*) > 1;
