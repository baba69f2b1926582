-- Which deals mark a belote that no hand holds, or leave out one that was said?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
-- King and queen are bits 5 and 4 of a byte. They count in the suit of trump, at tout atout in each suit
-- (269488144 is 0x10101010), at sans atout in none.
WITH suits AS (
    SELECT
        *,
        CASE WHEN trump < 4 THEN 16::bigint << (8 * trump) WHEN trump = 5 THEN 269488144 ELSE 0 END AS queens,
        stored.hand_of(owner_low, owner_high, 0) AS hand0,
        stored.hand_of(owner_low, owner_high, 1) AS hand1,
        stored.hand_of(owner_low, owner_high, 2) AS hand2,
        stored.hand_of(owner_low, owner_high, 3) AS hand3
    FROM stored.facts
    WHERE trump IS NOT NULL AND owner_low IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
),

held AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        taker_belote,
        defence_belote,
        belote_said,
        bit_count(hand0 & (hand0 >> 1) & queens) + bit_count(hand2 & (hand2 >> 1) & queens) AS team0_pairs,
        bit_count(hand1 & (hand1 >> 1) & queens) + bit_count(hand3 & (hand3 >> 1) & queens) AS team1_pairs,
        taker_team
    FROM suits
)

SELECT *
FROM held
WHERE
    taker_belote <> CASE WHEN belote_said THEN 20 ELSE 0 END
    * CASE taker_team WHEN 0 THEN team0_pairs ELSE team1_pairs END
    OR defence_belote <> CASE WHEN belote_said THEN 20 ELSE 0 END
    * CASE taker_team WHEN 0 THEN team1_pairs ELSE team0_pairs END;
