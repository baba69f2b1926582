-- Which deals mark a belote that no hand holds, or leave out one that was said?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
-- 48 is king and queen in the byte of a suit.
WITH holders AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        taker_belote,
        defence_belote,
        belote_said,
        list_position(
            [
                (stored.hand_of(owner_low, owner_high, 0) >> (8 * trump)) & 48,
                (stored.hand_of(owner_low, owner_high, 1) >> (8 * trump)) & 48,
                (stored.hand_of(owner_low, owner_high, 2) >> (8 * trump)) & 48,
                (stored.hand_of(owner_low, owner_high, 3) >> (8 * trump)) & 48
            ],
            48
        ) - 1 AS holder,
        taker_team
    FROM stored.facts
    WHERE trump < 4 AND owner_low IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
)

SELECT *
FROM holders
WHERE
    taker_belote <> CASE WHEN belote_said AND (holder & 1) = taker_team THEN 20 ELSE 0 END
    OR defence_belote <> CASE WHEN belote_said AND (holder & 1) <> taker_team THEN 20 ELSE 0 END;
