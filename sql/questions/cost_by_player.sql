-- What do a player's cards cost, and how many cost nothing?
-- grain: player; cost_mean points a hand of eight cards; k cards of `cards` that cost nothing, in n deals
-- param run (default NULL): one run; NULL is every complete run
-- Deals that were solved. Intervals take the deal as the unit, because its cards depend on each other.
-- Who has no name is in no row. A player in several seats of a deal has all their cards counted.
SELECT
    part AS player,
    * EXCLUDE (part)
FROM stored.costs_by('stored.card_costs', 'player', $run::varchar, 8)
ORDER BY player;
