-- What do cards cost, by the trick they are played in?
-- grain: trick, 1 to 8; cost_mean points a deal, four cards; k of `cards` that cost nothing, in n deals
-- param run (default NULL): one run; NULL is every complete run
-- Deals that were solved. Intervals take the deal as the unit, because its cards depend on each other.
SELECT
    part::tinyint AS trick_no,
    * EXCLUDE (part)
FROM stored.costs_by('stored.card_costs', 'trick', $run::varchar, 4)
ORDER BY trick_no;
