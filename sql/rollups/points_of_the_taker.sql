-- How are the card points of the taker's side distributed?
-- grain: card points with dix de der, 0-162; k of n deals taken and played
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
WITH points AS (
    SELECT
        taker_points::smallint AS taker_points,
        sum(n)::bigint AS k
    FROM stored.counts
    WHERE
        cube = 'points'
        AND position > 0
        AND ($run::varchar IS NULL OR run_id = $run)
        AND ($turned::varchar IS NULL OR turned = strpos('789JQKTA', $turned) - 1)
        AND ($round::tinyint IS NULL OR round = $round::tinyint)
        AND ($position::tinyint IS NULL OR position = $position::tinyint)
    GROUP BY ALL
),

played AS (
    SELECT
        *,
        (sum(k) OVER ())::bigint AS n
    FROM points
)

SELECT
    taker_points,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM played
ORDER BY taker_points;
