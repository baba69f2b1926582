-- Which kinds of card are the costliest: leads, cards that follow suit, ruffs or discards?
-- grain: action; cost_mean points a card; k cards of `cards` that cost nothing, in n deals with such a card
-- param run (default NULL): one run; NULL is every complete run
-- Of all_cost points lost, cost_share are by such cards. Deals that were solved.
-- Intervals take the deal as the unit, because its cards depend on each other.
SELECT
    part AS action,
    * EXCLUDE (part),
    (sum(cost) OVER ())::bigint AS all_cost,
    cost / nullif(all_cost, 0) AS cost_share
FROM stored.costs_by('stored.card_costs', 'action', $run::varchar, 1)
ORDER BY cost DESC, action ASC;
