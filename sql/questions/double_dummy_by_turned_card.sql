-- How often would the taker fail, or make a capot, if all had played best, by the turned card?
-- grain: rank of the turned card x event, 'chute' or 'capot' x play, 'played' or 'best'; k of n deals taken
-- param run (default NULL): one run; NULL is every complete run
-- param rules (default NULL): the rule set that judges; NULL is the one each deal was played under
-- Deals that were solved. What best play of all four gives, every hand seen by all, is no forecast: it is
-- what was there to be had. Belote and annonces stay as they were.
-- Deals of prise alone: at coinche no card is turned.
WITH judged AS (
    SELECT
        turned & 7 AS rank,
        play,
        count(*) FILTER (WHERE outcome = 'chute') AS chute,
        count(*) FILTER (WHERE taker_tricks = 8) AS capot,
        count(*) AS n
    FROM stored.both_marked
    WHERE
        auction = 'prise'
        AND counted
        AND turned IS NOT NULL
        AND ($run::varchar IS NULL OR run_id = $run)
        AND CASE WHEN $rules::varchar IS NULL THEN rules = played_rules ELSE rules = $rules END
    GROUP BY ALL
),

counted AS (
    SELECT
        rank,
        'chute' AS event,
        play,
        chute AS k,
        n
    FROM judged
    UNION ALL
    SELECT
        rank,
        'capot' AS event,
        play,
        capot AS k,
        n
    FROM judged
)

SELECT
    substr('789JQKTA', rank + 1, 1) AS turned_rank,
    event,
    play,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM counted
ORDER BY strpos('789TJQKA', turned_rank) ASC, event DESC, play DESC;
