-- What was said in each auction of coinche, by whom, and holding what?
-- grain: thing said (coinche)
-- Internal: the view `bids` of coinche before texts are made, with `counted`.
-- A word is a byte of `calls`, as in belote.game.auction: 0 pass, 1 coinche, 2 surcoinche, or a bid,
-- 8 * rank + trump with ranks 1-9 for 80-160 and 10 for capot.
CREATE VIEW stored.words_said AS
WITH spelled AS (
    SELECT
        facts.*,
        hex(calls) AS digits,
        unnest(range(1, octet_length(calls) + 1)) AS bid_no
    FROM stored.facts
    WHERE auction = 'coinche' AND kind <> 'scored'
),

spoken AS (
    SELECT
        * EXCLUDE (digits, trump),
        (dealer + bid_no) & 3 AS seat,
        16 * (strpos('0123456789ABCDEF', substr(digits, 2 * bid_no - 1, 1)) - 1)
        + strpos('0123456789ABCDEF', substr(digits, 2 * bid_no, 1)) - 1 AS word
    FROM spelled
),

bid AS (
    SELECT
        *,
        word >= 8 AS took,
        CASE WHEN word >= 8 THEN (word & 7) END AS trump,
        CASE WHEN word >= 80 THEN 'capot' ELSE (70 + 10 * (word >> 3))::varchar END AS contract_said,
        -- At sans atout and at tout atout no suit is bid.
        CASE WHEN word >= 8 AND (word & 7) < 4 THEN (word & 7) END AS suit,
        stored.hand_of(owner_low, owner_high, seat) & first_mask AS hand
    FROM spoken
),

counted_out AS (
    SELECT
        *,
        (hand >> (8 * suit)) & 255 AS suit_byte
    FROM bid
)

SELECT
    *,
    bit_count(suit_byte) AS trumps,
    (suit_byte & 8) <> 0 AS has_jack,
    (suit_byte & 4) <> 0 AS has_nine,
    -- 0x80808080: the four aces.
    bit_count(hand & 2155905152) - (suit_byte >> 7) AS plain_aces
FROM counted_out;
