-- Which deals share table and number with another deal of their run?
-- grain: key that comes more than once
-- param run (default NULL): one run; NULL is every complete run
SELECT
    run_id,
    table_no,
    deal_no,
    count(*) AS deals
FROM stored.facts
WHERE ($run::varchar IS NULL OR run_id = $run)
GROUP BY ALL
HAVING count(*) > 1;
