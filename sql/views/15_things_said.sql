-- What was said in each auction, by whom, and holding what?
-- grain: thing said (prise)
-- Internal: the view `bids` before texts are made, with `counted` and the turned card.
-- A deal's words follow from who took in which round. Those of coinche are in stored.words_said.
CREATE VIEW stored.things_said AS
WITH words AS (
    -- Joined by equality, which is quicker than a comparison of numbers of words.
    SELECT
        auction.things_said::tinyint AS things_said,
        bid.bid_no::tinyint AS bid_no,
        ((bid.bid_no - 1) // 4 + 1)::tinyint AS round,
        ((bid.bid_no - 1) % 4 + 1)::tinyint AS position
    FROM range(1, 9) AS auction (things_said)
    INNER JOIN range(1, 9) AS bid (bid_no) ON auction.things_said >= bid.bid_no
),

spoken AS (
    SELECT
        facts.*,
        bid.bid_no,
        bid.round,
        bid.position,
        (facts.dealer + bid.bid_no) & 3 AS seat,
        NOT facts.passed_out AND bid.bid_no = facts.things_said AS took
    FROM stored.facts
    INNER JOIN words AS bid ON facts.things_said = bid.things_said
),

held AS (
    SELECT
        *,
        turned >> 3 AS turned_suit,
        stored.hand_of(owner_low, owner_high, seat) & first_mask AS five
    FROM spoken
),

weighed AS (
    SELECT
        *,
        five | (1::bigint << turned) AS with_turned,
        CASE
            WHEN took THEN trump
            WHEN round = 1 THEN turned_suit
            -- The longest of the other three: the turned suit counts as shorter than any, and the low bits
            -- prefer the first of s h d c.
            WHEN five IS NOT NULL AND turned_suit IS NOT NULL
                THEN
                    3 - (
                        greatest(
                            CASE turned_suit WHEN 0 THEN 0 ELSE bit_count(five & 255) * 4 + 7 END,
                            CASE turned_suit WHEN 1 THEN 0 ELSE bit_count((five >> 8) & 255) * 4 + 6 END,
                            CASE turned_suit WHEN 2 THEN 0 ELSE bit_count((five >> 16) & 255) * 4 + 5 END,
                            CASE turned_suit WHEN 3 THEN 0 ELSE bit_count((five >> 24) & 255) * 4 + 4 END
                        ) & 3
                    )
        END AS suit
    FROM held
),

counted_out AS (
    SELECT
        *,
        (with_turned >> (8 * suit)) & 255 AS suit_byte
    FROM weighed
)

SELECT
    *,
    bit_count(suit_byte) AS trumps,
    (suit_byte & 8) <> 0 AS has_jack,
    (suit_byte & 4) <> 0 AS has_nine,
    -- 0x80808080: the four aces.
    bit_count(with_turned & 2155905152) - (suit_byte >> 7) AS plain_aces
FROM counted_out;
