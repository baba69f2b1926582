-- Which deals receive or leave points of a litige under some rule set?
-- grain: deal
-- Internal: what `stored.mark_of` needs, and the deal's key. Materialized, so that these few deals are found
-- before they are multiplied by the rule sets, not after.
CREATE VIEW stored.held_deals AS
WITH held AS MATERIALIZED (
    SELECT
        facts.run_id,
        facts.table_no,
        facts.deal_no,
        facts.rules,
        facts.status,
        facts.auction,
        facts.passed_out,
        facts.trump,
        facts.contract,
        facts.coinche_level,
        facts.taker_points,
        facts.taker_tricks,
        facts.taker_belote,
        facts.defence_belote,
        facts.taker_annonces,
        facts.defence_annonces
    FROM stored.facts
    SEMI JOIN stored.holds
        ON
            facts.run_id = holds.run_id
            AND facts.table_no = holds.table_no
            AND facts.deal_no = holds.deal_no
)

SELECT * -- noqa: AM04
FROM held;
