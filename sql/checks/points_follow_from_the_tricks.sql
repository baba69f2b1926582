-- Which deals have other points or tricks than their cards and winners give?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
-- A trick's cards count where its winner is of the taker's team; no trick is set out as a row of its own.
WITH won AS (
    SELECT
        *,
        bit_count(xor(winners, CASE taker_team WHEN 0 THEN 21845 ELSE 0 END) & 21845) AS tricks_won,
        ((winners >> 14) & 1) = taker_team AS won_last,
        stored.trick_of(trick_0, trick_1, trick_2, 0) * (((winners >> 0) & 1) = taker_team)::bigint
        + stored.trick_of(trick_0, trick_1, trick_2, 1) * (((winners >> 2) & 1) = taker_team)::bigint
        + stored.trick_of(trick_0, trick_1, trick_2, 2) * (((winners >> 4) & 1) = taker_team)::bigint
        + stored.trick_of(trick_0, trick_1, trick_2, 3) * (((winners >> 6) & 1) = taker_team)::bigint
        + stored.trick_of(trick_0, trick_1, trick_2, 4) * (((winners >> 8) & 1) = taker_team)::bigint
        + stored.trick_of(trick_0, trick_1, trick_2, 5) * (((winners >> 10) & 1) = taker_team)::bigint
        + stored.trick_of(trick_0, trick_1, trick_2, 6) * (((winners >> 12) & 1) = taker_team)::bigint
        + stored.trick_of(trick_0, trick_1, trick_2, 7) * (((winners >> 14) & 1) = taker_team)::bigint
            AS cards_won
    FROM stored.facts
    WHERE trick_0 IS NOT NULL AND taker_points IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
),

counted AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        taker_points,
        stored.points_of(cards_won, trump) + CASE WHEN won_last THEN 10 ELSE 0 END AS points_won,
        taker_tricks,
        tricks_won
    FROM won
)

SELECT *
FROM counted
WHERE taker_points <> points_won OR taker_tricks <> tricks_won;
