-- How often does each combination of the facts that decide what a deal marks come up?
-- grain: run x rule set played under x combination of facts
-- Internal. Marks are a function of these facts, so that a sum of marks over millions of deals needs
-- them for some ten thousand rows only.
CREATE VIEW stored.fact_counts AS
SELECT
    run_id,
    rules,
    auction,
    passed_out,
    -- What was bid decides the marks of coinche alone.
    CASE WHEN auction = 'coinche' THEN trump END AS trump,
    CASE WHEN auction = 'coinche' THEN contract END AS contract,
    CASE WHEN auction = 'coinche' THEN coinche_level END AS coinche_level,
    taker_points,
    taker_tricks,
    taker_belote,
    defence_belote,
    taker_annonces,
    defence_annonces,
    count(*) AS deals
FROM stored.facts
WHERE counted
GROUP BY ALL;
