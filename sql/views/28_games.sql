-- How did each game end under each rule set?
-- grain: game x rule set; the last game of a table may still be open
CREATE VIEW games AS
SELECT
    run_id,
    table_id,
    rules,
    target::integer AS target,
    game_no::bigint AS game_no,
    first_deal::bigint AS first_deal,
    last_deal::bigint AS last_deal,
    deals::bigint AS deals,
    passed_out::bigint AS passed_out,
    team0_score::integer AS team0_score,
    team1_score::integer AS team1_score,
    winner_team::tinyint AS winner_team,
    winner_team IS NOT NULL AS finished,
    lead_changes::integer AS lead_changes,
    comeback::integer AS comeback,
    first_dealer_team::tinyint AS first_dealer_team
FROM stored.games;
