-- How do prise and coinche compare: success, points, swing, length of a game?
-- grain: rule set played under; passed_out of deals, k made of n deals taken, points and swing over these n
-- param run (default NULL): one run; NULL is every complete run
-- param players (default NULL): only runs of these players at seats 0 to 3, with commas
-- points_mean: card points of the taker's side. swing: standard deviation of what the taker's side marks for
-- a deal less what the defence does. deals_per_game: over finished games, deals passed out among them.
WITH asked AS (
    SELECT run_id
    FROM runs
    WHERE
        ($run::varchar IS NULL OR run_id = $run)
        AND ($players::varchar IS NULL OR array_to_string(players, ',') = $players)
),

prise AS (
    SELECT
        rules,
        auction,
        sum(deals)::bigint AS deals,
        coalesce(sum(deals) FILTER (WHERE passed_out), 0)::bigint AS passed_out,
        coalesce(sum(deals) FILTER (WHERE outcome = 'made'), 0)::bigint AS k,
        coalesce(sum(deals) FILTER (WHERE taker_points IS NOT NULL), 0)::bigint AS n,
        sum(deals * taker_points)::bigint AS points,
        sum(deals * (taker_mark - defence_mark))::bigint AS difference,
        sum(deals * (taker_mark - defence_mark) * (taker_mark - defence_mark))::bigint AS difference_squares
    FROM stored.mark_of('stored.scored_counts')
    WHERE rules = played_rules AND run_id IN (SELECT asked.run_id FROM asked)
    GROUP BY rules, auction
),

bid AS (
    SELECT
        runs.rules,
        sum(counts.n)::bigint AS deals,
        coalesce(sum(counts.n) FILTER (WHERE counts.position = 0), 0)::bigint AS passed_out
    FROM stored.counts
    INNER JOIN stored.runs ON counts.run_id = runs.run_id
    WHERE
        counts.cube = 'points'
        AND counts.contract IS NOT NULL
        AND counts.run_id IN (SELECT asked.run_id FROM asked)
    GROUP BY runs.rules
),

judged AS (
    SELECT
        rules,
        sum(made)::bigint AS k,
        sum(n)::bigint AS n,
        sum(points_sum)::bigint AS points,
        sum(taker_sum - defence_sum)::bigint AS difference,
        sum(difference_squares)::bigint AS difference_squares
    FROM stored.contract_cells(NULL, NULL, NULL, NULL, NULL, NULL)
    WHERE run_id IN (SELECT asked.run_id FROM asked)
    GROUP BY rules
),

marked AS (
    SELECT * -- noqa: AM04
    FROM prise
    UNION ALL BY NAME
    SELECT
        judged.*,
        'coinche' AS auction,
        bid.deals,
        bid.passed_out
    FROM judged
    INNER JOIN bid ON judged.rules = bid.rules
),

played AS (
    SELECT
        counts.rules,
        sum(counts.n)::bigint AS games,
        sum(counts.n * counts.deals)::bigint AS deals
    FROM stored.counts
    INNER JOIN stored.runs ON counts.run_id = runs.run_id AND counts.rules = runs.rules
    WHERE counts.cube = 'games' AND counts.run_id IN (SELECT asked.run_id FROM asked)
    GROUP BY counts.rules
)

SELECT
    marked.rules,
    marked.auction,
    marked.deals,
    marked.passed_out,
    marked.passed_out / marked.deals AS passed_out_rate,
    wilson_low(marked.passed_out, marked.deals) AS passed_out_low,
    wilson_high(marked.passed_out, marked.deals) AS passed_out_high,
    marked.k,
    marked.n,
    marked.k / nullif(marked.n, 0) AS rate,
    wilson_low(marked.k, marked.n) AS low,
    wilson_high(marked.k, marked.n) AS high,
    marked.points / nullif(marked.n, 0) AS points_mean,
    stored.deviation(marked.difference, marked.difference_squares, marked.n) AS swing,
    coalesce(played.games, 0) AS games,
    played.deals / played.games AS deals_per_game
FROM marked
LEFT JOIN played ON marked.rules = played.rules
ORDER BY marked.auction DESC, marked.rules ASC;
