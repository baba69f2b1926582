-- How much of the spread of the taker's card points is the deal, and how much the play?
-- grain: part, 'deal', 'play' or 'both'; its share of the variance over n deals, shares add up to 1
-- param run (default NULL): one run; NULL is every complete run
-- Deals that were solved. The deal is what best play gives the taker's side, the play is what was made less
-- that; `both` is twice their covariance, which is below 0 where play wears off what the deal gave.
WITH sums AS (
    SELECT
        count(*) AS n,
        sum(best_points)::bigint AS deal,
        sum(taker_points - best_points)::bigint AS play,
        sum(best_points ** 2) AS deal_squares,
        sum((taker_points - best_points) ** 2) AS play_squares,
        sum(best_points * (taker_points - best_points)::integer) AS products
    FROM stored.solved_deals
    WHERE counted AND ($run::varchar IS NULL OR run_id = $run)
),

parts AS (
    SELECT
        'deal' AS part,
        n,
        stored.deviation(deal, deal_squares, n) ** 2 AS variance
    FROM sums
    UNION ALL
    SELECT
        'play' AS part,
        n,
        stored.deviation(play, play_squares, n) ** 2 AS variance
    FROM sums
    UNION ALL
    SELECT
        'both' AS part,
        n,
        CASE WHEN n > 1 THEN 2 * (products - deal::double * play / n) / (n - 1) END AS variance
    FROM sums
)

SELECT
    part,
    n,
    variance,
    variance / nullif(sum(variance) OVER (), 0) AS share
FROM parts
WHERE n > 0
ORDER BY list_position(['deal', 'play', 'both'], part);
