-- How often is a capot made that was bid, and one that was not?
-- grain: whether capot was bid; k capots of the taker's side of n deals taken at coinche
-- param run (default NULL): one run; NULL is every complete run
-- param trump (default NULL): only this trump, s h d c, sa or ta
-- param coinche_level (default NULL): only 0, 1 coinched or 2 surcoinched
-- param position (default NULL): only this position of the taker, 1 to 4, 4 the dealer
WITH bid AS (
    SELECT
        contract = 250 AS capot_bid,
        coalesce(sum(n) FILTER (WHERE capot = 1), 0)::bigint AS k,
        sum(n)::bigint AS n
    FROM stored.bid_cells($run::varchar, NULL, $trump::varchar, $coinche_level::tinyint, $position::tinyint)
    GROUP BY ALL
)

SELECT
    capot_bid,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM bid
ORDER BY capot_bid DESC;
