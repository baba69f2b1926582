-- How often is each contract the one that is played?
-- grain: contract, 250 for capot; k of n deals taken at coinche
-- param run (default NULL): one run; NULL is every complete run
-- param trump (default NULL): only this trump, s h d c, sa or ta
-- param coinche_level (default NULL): only 0, 1 coinched or 2 surcoinched
-- param position (default NULL): only this position of the taker, 1 to 4, 4 the dealer
WITH bid AS (
    SELECT
        contract::smallint AS contract,
        sum(n)::bigint AS k
    FROM stored.bid_cells($run::varchar, NULL, $trump::varchar, $coinche_level::tinyint, $position::tinyint)
    GROUP BY ALL
),

shares AS (
    SELECT
        *,
        (sum(k) OVER ())::bigint AS n
    FROM bid
)

SELECT
    contract,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM shares
ORDER BY contract;
