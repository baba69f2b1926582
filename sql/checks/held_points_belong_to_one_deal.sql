-- Which held points are stored twice, or for a deal that is not there, or under rules that are unknown?
-- grain: deal x rule set
-- param run (default NULL): one run; NULL is every complete run
WITH keys AS (
    SELECT
        run_id,
        table_no,
        deal_no,
        rules,
        count(*) AS times
    FROM stored.holds
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT
    keys.*,
    held_deals.deal_no IS NOT NULL AS deal_exists,
    rules.rules IS NOT NULL AS rules_known
FROM keys
LEFT JOIN stored.held_deals
    ON
        keys.run_id = held_deals.run_id
        AND keys.table_no = held_deals.table_no
        AND keys.deal_no = held_deals.deal_no
LEFT JOIN stored.run_rules AS rules ON keys.run_id = rules.run_id AND keys.rules = rules.rules
WHERE keys.times > 1 OR held_deals.deal_no IS NULL OR rules.rules IS NULL;
