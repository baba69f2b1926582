-- Who profits from coinche?
-- grain: 0 not coinched, 1 coinched, 2 surcoinched; k made of n deals taken at coinche, means over these n
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each run was played under
-- param contract (default NULL): only this contract, 80 to 160 or 250 for capot
-- param trump (default NULL): only this trump, s h d c, sa or ta
-- param position (default NULL): only this position of the taker, 1 to 4, 4 the dealer
-- difference_mean: the taker's marks less the defence's, with its 95 % interval.
WITH judged AS (
    SELECT
        coinche_level::tinyint AS coinche_level,
        sum(made)::bigint AS k,
        sum(n)::bigint AS n,
        sum(taker_sum)::bigint AS taker,
        sum(defence_sum)::bigint AS defence,
        sum(difference_squares)::bigint AS difference_squares
    FROM
        stored.contract_cells(
            $run::varchar, $rules::varchar, $contract::smallint, $trump::varchar, NULL, $position::tinyint
        )
    GROUP BY ALL
)

SELECT
    coinche_level,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high,
    taker / n AS taker_mean,
    defence / n AS defence_mean,
    (taker - defence) / n AS difference_mean,
    difference_mean - stored.mean_margin(taker - defence, difference_squares, n) AS difference_low,
    difference_mean + stored.mean_margin(taker - defence, difference_squares, n) AS difference_high
FROM judged
ORDER BY coinche_level;
