-- At which tables do the games not follow one another from the first deal to the last?
-- grain: table x rule set
-- param run (default NULL): one run; NULL is every complete run
WITH streams AS (
    SELECT
        run_id,
        table_id,
        min(deal_no) AS first_deal,
        max(deal_no) AS last_deal,
        count(*) AS deals
    FROM stored.facts
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

ended AS (
    SELECT
        run_id,
        table_id,
        deal_no
    FROM stored.facts
    WHERE status = 'friendly_end' AND ($run::varchar IS NULL OR run_id = $run)
),

chained AS (
    SELECT
        games.*,
        lag(last_deal) OVER game_order AS last_before,
        lag(finished OR ended.deal_no IS NOT NULL, 1, TRUE) OVER game_order AS over_before
    FROM games
    LEFT JOIN ended
        ON games.run_id = ended.run_id AND games.table_id = ended.table_id AND games.last_deal = ended.deal_no
    WHERE ($run::varchar IS NULL OR games.run_id = $run)
    WINDOW game_order AS (PARTITION BY games.run_id, games.table_id, rules ORDER BY game_no)
),

cut AS (
    SELECT
        run_id,
        table_id,
        rules,
        min(first_deal) AS first_deal,
        max(last_deal) AS last_deal,
        sum(deals) AS deals,
        max(game_no) AS last_game,
        count(*) AS games,
        count(*) FILTER (WHERE first_deal <= last_before OR NOT over_before) AS out_of_order
    FROM chained
    GROUP BY ALL
)

SELECT
    streams.run_id,
    streams.table_id,
    marked.rules,
    streams.first_deal,
    cut.first_deal AS first_in_games,
    streams.last_deal,
    cut.last_deal AS last_in_games,
    streams.deals,
    cut.deals AS deals_in_games,
    cut.games,
    cut.last_game,
    cut.out_of_order
FROM streams
INNER JOIN stored.run_rules AS marked ON streams.run_id = marked.run_id
LEFT JOIN cut
    ON streams.run_id = cut.run_id AND streams.table_id = cut.table_id AND marked.rules = cut.rules
WHERE
    cut.games IS NULL
    OR streams.first_deal <> cut.first_deal
    OR streams.last_deal <> cut.last_deal
    OR streams.deals <> cut.deals
    OR cut.games <> cut.last_game
    OR cut.out_of_order > 0;
