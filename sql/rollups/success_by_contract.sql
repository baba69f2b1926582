-- How often is each contract made?
-- grain: contract, 250 for capot; k made of n deals taken at coinche
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each run was played under
-- param trump (default NULL): only this trump, s h d c, sa or ta
-- param coinche_level (default NULL): only 0, 1 coinched or 2 surcoinched
-- param position (default NULL): only this position of the taker, 1 to 4, 4 the dealer
WITH judged AS (
    SELECT
        contract::smallint AS contract,
        sum(made)::bigint AS k,
        sum(n)::bigint AS n
    FROM
        stored.contract_cells(
            $run::varchar, $rules::varchar, NULL, $trump::varchar, $coinche_level::tinyint, $position::tinyint
        )
    GROUP BY ALL
)

SELECT
    contract,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM judged
ORDER BY contract;
