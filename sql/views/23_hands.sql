-- Which cards does each seat hold, before the auction and in the play?
-- grain: deal x seat
CREATE VIEW hands AS
WITH held AS (
    SELECT
        facts.*,
        seat.seat,
        stored.hand_of(owner_low, owner_high, seat.seat) & first_mask AS first_hand,
        -- Coinche deals all eight cards before the auction, so that a passed-out deal has them too.
        CASE
            WHEN NOT passed_out OR auction = 'coinche'
                THEN stored.hand_of(owner_low, owner_high, seat.seat)
        END AS eight
    FROM stored.facts
    CROSS JOIN (VALUES (0), (1), (2), (3)) AS seat (seat)
),

weighed AS (
    SELECT
        *,
        CASE WHEN trump < 4 THEN (eight >> (8 * trump)) & 255 END AS trump_byte
    FROM held
)

SELECT
    run_id,
    table_id,
    deal_no,
    seat::tinyint AS seat,
    (((seat - dealer - 1) & 3) + 1)::tinyint AS position,
    CASE seat WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 ELSE player_3 END AS player,
    stored.cards_text(first_hand) AS first_cards,
    stored.cards_text(eight) AS cards,
    bit_count(trump_byte)::tinyint AS trumps,
    (trump_byte & 8) <> 0 AS has_jack,
    (trump_byte & 4) <> 0 AS has_nine,
    (trump_byte & 48) = 48 AS has_belote,
    -- 0x80808080: the four aces, all of them plain at sans atout and none at tout atout.
    CASE
        WHEN trump < 4 THEN bit_count(eight & 2155905152) - (trump_byte >> 7)
        WHEN trump = 4 THEN bit_count(eight & 2155905152)
        WHEN trump = 5 THEN 0
    END::tinyint AS plain_aces,
    greatest(
        bit_count(eight & 255),
        bit_count((eight >> 8) & 255),
        bit_count((eight >> 16) & 255),
        bit_count((eight >> 24) & 255)
    )::tinyint AS longest_suit
FROM weighed;
