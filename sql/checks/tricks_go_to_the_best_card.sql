-- Which full tricks are won by another seat than the one with the best card?
-- grain: trick
-- param run (default NULL): one run; NULL is every complete run
WITH tricks AS (
    SELECT
        facts.*,
        trick.trick,
        stored.trick_of(trick_0, trick_1, trick_2, trick.trick) & played_mask AS trick_mask,
        ((leader + (winners << 2)) >> (2 * trick.trick)) & 3 AS trick_leader,
        (winners >> (2 * trick.trick)) & 3 AS winner
    FROM stored.facts
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) AS trick (trick)
    WHERE trick_0 IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
),

suits AS (
    SELECT
        *,
        bit_count((trick_mask & stored.hand_of(owner_low, owner_high, trick_leader)) - 1) >> 3 AS led_suit,
        coalesce(trump < 4 AND ((trick_mask >> (8 * trump)) & 255) <> 0, FALSE) AS trumped
    FROM tricks
    WHERE bit_count(trick_mask) = 4
),

best AS (
    SELECT
        *,
        CASE WHEN trumped THEN trump ELSE led_suit END AS best_suit,
        8 * best_suit
        + stored.best_rank((trick_mask >> (8 * best_suit)) & 255, trumped OR trump = 5) AS best_card
    FROM suits
)

SELECT
    run_id,
    table_id,
    deal_no,
    trick + 1 AS trick_no,
    winner,
    stored.card_text(best_card) AS best_card
FROM best
WHERE ((stored.hand_of(owner_low, owner_high, winner) >> best_card) & 1) IS DISTINCT FROM 1;
