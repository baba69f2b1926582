-- How often is a contract made, by its trump, and what does it bring?
-- grain: trump; k made of n deals taken at coinche, means over these n
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each run was played under
-- param contract (default NULL): only this contract, 80 to 160 or 250 for capot
-- param coinche_level (default NULL): only 0, 1 coinched or 2 surcoinched
-- param position (default NULL): only this position of the taker, 1 to 4, 4 the dealer
-- points_mean: card points of the taker's side; taker_mean, defence_mean: what each side marks.
WITH judged AS (
    SELECT
        trump::tinyint AS trump,
        sum(made)::bigint AS k,
        sum(n)::bigint AS n,
        sum(points_sum)::bigint AS points,
        sum(taker_sum)::bigint AS taker,
        sum(defence_sum)::bigint AS defence
    FROM
        stored.contract_cells(
            $run::varchar,
            $rules::varchar,
            $contract::smallint,
            NULL,
            $coinche_level::tinyint,
            $position::tinyint
        )
    GROUP BY ALL
)

SELECT
    stored.suit_text(trump) AS trump,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high,
    points / n AS points_mean,
    taker / n AS taker_mean,
    defence / n AS defence_mean
FROM judged
ORDER BY judged.trump;
