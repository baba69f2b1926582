-- Which deals receive points that were not held, or hold points without a litige?
-- grain: deal x rule set
-- param run (default NULL): one run; NULL is every complete run
WITH chain AS (
    SELECT
        *,
        lag(held) OVER (PARTITION BY run_id, table_no, rules ORDER BY deal_no) AS held_before
    FROM stored.holds
    WHERE ($run::varchar IS NULL OR run_id = $run)
),

judged AS (
    SELECT
        chain.*,
        deal.outcome
    FROM chain
    LEFT JOIN stored.mark_of('stored.held_deals') AS deal
        ON
            chain.run_id = deal.run_id
            AND chain.table_no = deal.table_no
            AND chain.deal_no = deal.deal_no
            AND chain.rules = deal.rules
            AND deal.status <> 'abandoned'
)

SELECT
    run_id,
    table_no,
    deal_no,
    rules,
    outcome,
    held_before,
    carried,
    held
FROM judged
WHERE
    (carried > 0 AND held_before IS DISTINCT FROM carried)
    OR (carried > 0 AND outcome NOT IN ('made', 'chute'))
    OR (held > 0 AND outcome NOT IN ('litige', 'passed_out'));
