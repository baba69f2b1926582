-- Which games end, or go on, against their target?
-- grain: game x rule set
-- param run (default NULL): one run; NULL is every complete run
SELECT
    games.run_id,
    games.table_id,
    games.rules,
    games.game_no,
    games.target,
    games.team0_score,
    games.team1_score,
    games.winner_team
FROM games
INNER JOIN rules ON games.rules = rules.rules
LEFT JOIN stored.facts AS ended
    ON
        ended.status = 'friendly_end'
        AND games.run_id = ended.run_id
        AND games.table_id = ended.table_id
        AND games.last_deal = ended.deal_no
WHERE
    ($run::varchar IS NULL OR games.run_id = $run)
    AND (
        games.target <> rules.target
        OR CASE games.winner_team WHEN 0 THEN games.team0_score WHEN 1 THEN games.team1_score END
        < games.target
        -- Where belote may end a game, the higher score decides, and equal ones play on.
        OR (
            rules.finish_on_belote
            AND ended.deal_no IS NULL -- ended by agreement: nobody wins
            AND greatest(games.team0_score, games.team1_score) >= games.target
            AND games.winner_team IS DISTINCT FROM
            CASE
                WHEN games.team0_score > games.team1_score THEN 0
                WHEN games.team0_score < games.team1_score THEN 1
            END
        )
    );
