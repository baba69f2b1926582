-- How often does each combination of the facts that decide what a prise deal marks come up, by the rollups?
-- grain: run that has a rollup x combination of facts and of who took
-- Internal: the columns of `stored.fact_counts`, which `stored.mark_of` takes. Of tricks a rollup tells only
-- whether a side has all, which is all that marks ask: 4 stands for any other number.
CREATE VIEW stored.scored_counts AS
SELECT
    counts.run_id,
    runs.rules,
    'prise' AS auction,
    counts.position = 0 AS passed_out,
    NULL::tinyint AS trump,
    NULL::smallint AS contract,
    NULL::tinyint AS coinche_level,
    CASE WHEN counts.position > 0 THEN counts.taker_points::smallint END AS taker_points,
    CASE counts.capot WHEN 1 THEN 8 WHEN 2 THEN 0 ELSE 4 END::tinyint AS taker_tricks,
    CASE counts.belote WHEN 1 THEN 20 ELSE 0 END::smallint AS taker_belote,
    CASE counts.belote WHEN 2 THEN 20 ELSE 0 END::smallint AS defence_belote,
    greatest(counts.annonces, 0)::smallint AS taker_annonces,
    greatest(-counts.annonces, 0)::smallint AS defence_annonces,
    counts.n AS deals
FROM stored.counts
INNER JOIN stored.runs ON counts.run_id = runs.run_id
WHERE counts.cube = 'scored';
