-- How often is a contract made, by its trump, and what does it bring?
-- grain: trump; k made of n deals taken at coinche, means over these n
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
-- points_mean: card points of the taker's side; taker_mean, defence_mean: what each side marks.
WITH judged AS (
    SELECT
        trump,
        coalesce(sum(deals) FILTER (WHERE outcome = 'made'), 0)::bigint AS k,
        sum(deals)::bigint AS n,
        sum(deals * taker_points)::bigint AS points,
        sum(deals * taker_mark)::bigint AS taker,
        sum(deals * defence_mark)::bigint AS defence
    FROM stored.marked_counts
    WHERE
        contract IS NOT NULL
        AND taker_points IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
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
