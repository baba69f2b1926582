-- How often would the taker fail, or make a capot, if all had played best?
-- grain: auction x rule set x event, 'chute' or 'capot' x play, 'played' or 'best'; k of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- Deals that were solved. What best play of all four gives, every hand seen by all, is no forecast: it is
-- what was there to be had. Belote and annonces stay as they were.
WITH judged AS (
    SELECT
        auction,
        rules,
        play,
        count(*) FILTER (WHERE outcome = 'chute') AS chute,
        count(*) FILTER (WHERE taker_tricks = 8) AS capot,
        count(*) AS n
    FROM stored.both_marked
    WHERE
        counted AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

counted AS (
    SELECT
        auction,
        rules,
        'chute' AS event,
        play,
        chute AS k,
        n
    FROM judged
    UNION ALL
    SELECT
        auction,
        rules,
        'capot' AS event,
        play,
        capot AS k,
        n
    FROM judged
)

SELECT
    auction,
    rules,
    event,
    play,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM counted
ORDER BY auction DESC, rules ASC, event DESC, play DESC;
