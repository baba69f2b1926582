-- Which full tricks lack a card of some seat, or hold two of one?
-- grain: trick
-- param run (default NULL): one run; NULL is every complete run
WITH seats AS (
    SELECT
        facts.run_id,
        facts.table_id,
        facts.deal_no,
        trick.trick + 1 AS trick_no,
        bit_count(played_mask) AS cards_played,
        stored.trick_of(trick_0, trick_1, trick_2, trick.trick) & played_mask AS trick_mask,
        bit_count(trick_mask & stored.hand_of(owner_low, owner_high, 0)) AS seat0_cards,
        bit_count(trick_mask & stored.hand_of(owner_low, owner_high, 1)) AS seat1_cards,
        bit_count(trick_mask & stored.hand_of(owner_low, owner_high, 2)) AS seat2_cards,
        bit_count(trick_mask & stored.hand_of(owner_low, owner_high, 3)) AS seat3_cards
    FROM stored.facts
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) AS trick (trick)
    WHERE trick_0 IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
)

SELECT * EXCLUDE (cards_played, trick_mask)
FROM seats
WHERE
    trick_no * 4 <= cards_played
    AND (seat0_cards <> 1 OR seat1_cards <> 1 OR seat2_cards <> 1 OR seat3_cards <> 1);
