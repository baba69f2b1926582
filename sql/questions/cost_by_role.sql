-- What do cards cost the taker, its partner and the defence?
-- grain: role; cost_mean points a hand of eight cards; k cards of `cards` that cost nothing, in n deals
-- param run (default NULL): one run; NULL is every complete run
-- Deals that were solved. Intervals take the deal as the unit, because its cards depend on each other.
-- The defence plays two hands a deal: its cards are twice those of the others, its mean is of one hand.
SELECT
    part AS role,
    * EXCLUDE (part)
FROM stored.costs_by('stored.card_costs', 'role', $run::varchar, 8)
ORDER BY list_position(['taker', 'partner', 'defence'], role);
