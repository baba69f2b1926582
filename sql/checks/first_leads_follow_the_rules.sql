-- Which deals are led first by another seat than their rules say?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
SELECT
    facts.run_id,
    facts.table_id,
    facts.deal_no,
    facts.dealer,
    facts.taker,
    facts.leader,
    rules.first_lead
FROM stored.facts
INNER JOIN stored.rules ON facts.rules = rules.rules
WHERE
    NOT facts.passed_out
    AND ($run::varchar IS NULL OR facts.run_id = $run)
    AND facts.leader
    <> CASE rules.first_lead WHEN 'taker' THEN facts.taker ELSE (facts.dealer + 1) & 3 END;
