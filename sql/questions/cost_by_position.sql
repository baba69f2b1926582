-- What do cards cost, by the order of speaking?
-- grain: position, 4 the dealer; cost_mean points a hand; k of `cards` that cost nothing, in n deals
-- param run (default NULL): one run; NULL is every complete run
-- Deals that were solved. Intervals take the deal as the unit, because its cards depend on each other.
SELECT
    part::tinyint AS position,
    * EXCLUDE (part)
FROM stored.costs_by('stored.card_costs', 'position', $run::varchar, 8)
ORDER BY position;
