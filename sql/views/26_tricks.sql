-- Who led and won each trick, with which cards and for how many points?
-- grain: trick, in runs that keep plays; the last one of an abandoned deal may be short of cards
CREATE VIEW tricks AS
WITH gathered AS (
    SELECT
        facts.*,
        trick.trick,
        stored.trick_of(trick_0, trick_1, trick_2, trick.trick) & played_mask AS trick_mask,
        -- Two bits a trick: who leads it is the first leader, then the winner of the trick before.
        ((leader + (winners << 2)) >> (2 * trick.trick)) & 3 AS trick_leader
    FROM stored.facts
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) AS trick (trick)
    WHERE trick_0 IS NOT NULL
),

ordered AS (
    SELECT
        *,
        CASE WHEN bit_count(trick_mask) = 4 THEN (winners >> (2 * trick)) & 3 END AS winner,
        trick_mask & stored.hand_of(owner_low, owner_high, trick_leader) AS card_1,
        trick_mask & stored.hand_of(owner_low, owner_high, trick_leader + 1) AS card_2,
        trick_mask & stored.hand_of(owner_low, owner_high, trick_leader + 2) AS card_3,
        trick_mask & stored.hand_of(owner_low, owner_high, trick_leader + 3) AS card_4
    FROM gathered
    WHERE trick_mask <> 0
)

SELECT
    run_id,
    table_id,
    deal_no,
    (trick + 1)::tinyint AS trick_no,
    trick_leader::tinyint AS leader,
    winner::tinyint AS winner,
    (winner & 1)::tinyint AS winner_team,
    -- A single bit less one has as many ones as its index.
    concat_ws(
        ' ',
        stored.card_text(bit_count(nullif(card_1, 0) - 1)),
        stored.card_text(bit_count(nullif(card_2, 0) - 1)),
        stored.card_text(bit_count(nullif(card_3, 0) - 1)),
        stored.card_text(bit_count(nullif(card_4, 0) - 1))
    ) AS cards,
    stored.points_of(trick_mask, trump)::smallint AS points
FROM ordered;
