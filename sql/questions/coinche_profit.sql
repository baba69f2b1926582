-- Who profits from coinche?
-- grain: 0 not coinched, 1 coinched, 2 surcoinched; k made of n deals taken at coinche, means over these n
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
-- difference_mean: the taker's marks less the defence's, with its 95 % interval.
WITH judged AS (
    SELECT
        coinche_level,
        coalesce(sum(deals) FILTER (WHERE outcome = 'made'), 0)::bigint AS k,
        sum(deals)::bigint AS n,
        sum(deals * taker_mark)::bigint AS taker,
        sum(deals * defence_mark)::bigint AS defence,
        sum(deals * (taker_mark - defence_mark) * (taker_mark - defence_mark))::bigint AS difference_squares
    FROM stored.marked_counts
    WHERE
        contract IS NOT NULL
        AND taker_points IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
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
