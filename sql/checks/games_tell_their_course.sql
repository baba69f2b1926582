-- Which games tell of other changes of the lead, another comeback or another first dealer than their deals?
-- grain: game
-- param run (default NULL): one run; NULL is every complete run
-- Under the rule set played; the fold of the others is the same code.
-- Games and deals meet in spans of 16 deal numbers, so that the join is by equality.
WITH played_games AS (
    SELECT games.*
    FROM stored.games
    INNER JOIN runs ON games.run_id = runs.run_id AND games.rules = runs.rules
    WHERE ($run::varchar IS NULL OR runs.run_id = $run)
),

spans AS (
    SELECT
        run_id,
        table_no::bigint AS table_no,
        unnest(range(first_deal // 16, last_deal // 16 + 1)) AS span,
        game_no,
        first_deal,
        last_deal,
        winner_team
    FROM played_games
),

scores AS (
    SELECT
        spans.run_id,
        spans.table_no,
        spans.game_no,
        spans.winner_team,
        marks.deal_no,
        sum(marks.team0_mark - marks.team1_mark) OVER (
            PARTITION BY spans.run_id, spans.table_no, spans.game_no ORDER BY marks.deal_no
        ) AS ahead
    FROM stored.team_marks AS marks
    INNER JOIN spans
        ON
            marks.run_id = spans.run_id
            AND marks.table_no = spans.table_no
            AND marks.deal_no // 16 = spans.span
            AND marks.deal_no >= spans.first_deal
            AND marks.deal_no <= spans.last_deal
    WHERE marks.rules = marks.played_rules
),

-- Ties are left out, so that the side before is the one that was ahead last.
leads AS (
    SELECT
        *,
        ahead > 0 AS of_team0,
        lag(ahead > 0) OVER (PARTITION BY run_id, table_no, game_no ORDER BY deal_no) AS of_team0_before
    FROM scores
    WHERE ahead <> 0
),

courses AS (
    SELECT
        run_id,
        table_no,
        game_no,
        count(*) FILTER (WHERE of_team0 <> of_team0_before) AS lead_changes,
        max(greatest(0, CASE winner_team WHEN 0 THEN -ahead WHEN 1 THEN ahead ELSE 0 END)) AS comeback
    FROM leads
    GROUP BY ALL
),

told AS (
    SELECT
        games.run_id,
        games.table_id,
        games.rules,
        games.game_no,
        games.lead_changes,
        coalesce(courses.lead_changes, 0) AS lead_changes_of_deals,
        games.comeback,
        coalesce(courses.comeback, 0) AS comeback_of_deals,
        games.first_dealer_team,
        deals.dealer & 1 AS team_of_dealer
    FROM played_games AS games
    LEFT JOIN courses
        ON
            games.run_id = courses.run_id
            AND games.table_no = courses.table_no
            AND games.game_no = courses.game_no
    LEFT JOIN stored.facts AS deals
        ON
            games.run_id = deals.run_id
            AND games.table_no = deals.table_no
            AND games.first_deal = deals.deal_no
)

SELECT *
FROM told
WHERE
    lead_changes <> lead_changes_of_deals
    OR comeback <> comeback_of_deals
    OR first_dealer_team IS DISTINCT FROM team_of_dealer;
