-- What do the cards of a deal cost, and how many cost nothing?
-- grain: one row; cost_mean points a deal, all 32 cards; k cards of `cards` that cost nothing, in n deals
-- param run (default NULL): one run; NULL is every complete run
-- Deals that were solved. Intervals take the deal as the unit, because its cards depend on each other.
SELECT * EXCLUDE (part)
FROM stored.costs_by('stored.card_costs', 'deal', $run::varchar, 32);
