-- How often does a player who may speak take, by the trumps it would hold with the turned card?
-- grain: round x trumps x jack held x nine held; k took of n who could speak
-- param run (default NULL): one run; NULL is every complete run
-- For a pass in round 2 the trumps are those of the longest of the other three suits.
WITH spoken AS (
    SELECT
        round,
        trumps,
        has_jack,
        has_nine,
        count(*) FILTER (WHERE took) AS k,
        count(*) AS n
    FROM stored.things_said
    WHERE counted AND trumps IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT
    round,
    trumps,
    has_jack,
    has_nine,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM spoken
ORDER BY round, trumps, has_jack, has_nine;
