-- Which card was played when, by whom, and what did it do?
-- grain: card played, in runs that keep plays
CREATE VIEW plays AS
WITH placed AS (
    SELECT
        facts.*,
        pack.card,
        1::bigint << pack.card AS bit,
        ((trick_0 >> pack.card) & 1)
        + 2 * ((trick_1 >> pack.card) & 1)
        + 4 * ((trick_2 >> pack.card) & 1) AS trick,
        ((owner_low >> pack.card) & 1) + 2 * ((owner_high >> pack.card) & 1) AS seat,
        -- Two bits a trick: who leads it is the first leader, then the winner of the trick before.
        leader + (winners << 2) AS leaders
    FROM stored.facts
    CROSS JOIN (SELECT range::integer AS card FROM range(32)) AS pack
    WHERE trick_0 IS NOT NULL AND ((played_mask >> pack.card) & 1) = 1
),

led AS (
    SELECT
        *,
        (leaders >> (2 * trick)) & 3 AS trick_leader,
        stored.trick_of(trick_0, trick_1, trick_2, trick) & played_mask AS trick_mask
    FROM placed
),

ordered AS (
    SELECT
        *,
        (seat - trick_leader) & 3 AS place,
        -- 255 at the suit of the trump: whether a card is one.
        CASE WHEN trump < 4 THEN 255::bigint << (8 * trump) ELSE 0 END AS trump_mask,
        trick_mask & stored.hand_of(owner_low, owner_high, trick_leader) AS led_bit
    FROM led
)

SELECT
    run_id,
    table_id,
    deal_no,
    (trick + 1)::tinyint AS trick_no,
    (4 * trick + place + 1)::tinyint AS play_no,
    seat::tinyint AS seat,
    CASE seat WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 ELSE player_3 END AS player,
    stored.card_text(card) AS card,
    place = 0 AS led,
    (bit & trump_mask) <> 0 AND (led_bit & trump_mask) = 0 AS trumped,
    -- Of a trick that was broken off, nobody knows.
    CASE WHEN bit_count(trick_mask) = 4 THEN ((winners >> (2 * trick)) & 3) = seat END AS won,
    stored.points_of(bit, trump)::tinyint AS points,
    ((coalesce(auto_mask, 0) >> (4 * trick + place)) & 1) = 1 AS auto
FROM ordered;
