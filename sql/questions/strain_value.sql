-- What are a suit, sans atout and tout atout worth to who plays them?
-- grain: suit, sa or ta; k made of n deals taken at coinche, means over these n
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
-- points_mean: card points of the taker's side, with its 95 % interval; taker_mean, defence_mean: what each
-- side marks.
WITH judged AS (
    SELECT
        CASE trump WHEN 4 THEN 'sa' WHEN 5 THEN 'ta' ELSE 'suit' END AS strain,
        coalesce(sum(deals) FILTER (WHERE outcome = 'made'), 0)::bigint AS k,
        sum(deals)::bigint AS n,
        sum(deals * taker_points)::bigint AS points,
        sum(deals * taker_points::bigint * taker_points)::bigint AS points_squares,
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
    strain,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high,
    points / n AS points_mean,
    points_mean - stored.mean_margin(points, points_squares, n) AS points_low,
    points_mean + stored.mean_margin(points, points_squares, n) AS points_high,
    taker / n AS taker_mean,
    defence / n AS defence_mean
FROM judged
ORDER BY strpos('suit sa ta', strain);
