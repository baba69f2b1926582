-- What is known of a deal, with what several views need worked out once?
-- grain: deal of a complete run
-- Internal. A column that a query does not ask for costs nothing: the readers of Parquet prune it.
-- Masks are BIGINT, because a shift or a difference of the stored unsigned columns can overflow.
CREATE VIEW stored.facts AS
WITH widened AS (
    SELECT
        run_id,
        table_no::bigint AS table_no,
        table_id,
        deal_no::bigint AS deal_no,
        kind,
        rules,
        -- The deals of a game that was cancelled later are stored as such when they are written.
        CASE status WHEN 'cancelled' THEN 'complete' ELSE status END AS status,
        status = 'complete' AS counted,
        deals.at, -- alone, the word is DuckDB's own
        player_0,
        player_1,
        player_2,
        player_3,
        dealer::tinyint AS dealer,
        auction,
        taker IS NULL AS passed_out,
        calls,
        turned::tinyint AS turned,
        first_mask::bigint AS first_mask,
        bid_round::tinyint AS bid_round,
        CASE WHEN taker < 4 THEN taker::tinyint END AS taker,
        CASE WHEN taker < 4 THEN (((taker::tinyint - dealer::tinyint - 1) & 3) + 1)::tinyint END
            AS taker_position,
        (taker & 1)::tinyint AS taker_team,
        trump::tinyint AS trump,
        contract::smallint AS contract,
        coinche_level::tinyint AS coinche_level,
        CASE WHEN taker IS NOT NULL THEN leader::tinyint END AS leader,
        owner_low::bigint AS owner_low,
        owner_high::bigint AS owner_high,
        CASE WHEN taker IS NOT NULL THEN trick_0::bigint END AS trick_0,
        CASE WHEN taker IS NOT NULL THEN trick_1::bigint END AS trick_1,
        CASE WHEN taker IS NOT NULL THEN trick_2::bigint END AS trick_2,
        coalesce(played_mask::bigint, 4294967295) AS played_mask,
        CASE WHEN taker IS NOT NULL THEN winners::bigint END AS winners,
        -- The facts of play of a deal that was broken off are not known.
        CASE WHEN played_mask IS NULL THEN taker_points::smallint END AS taker_points,
        CASE WHEN played_mask IS NULL THEN taker_tricks::tinyint END AS taker_tricks,
        taker_belote::smallint AS taker_belote,
        defence_belote::smallint AS defence_belote,
        taker_annonces::smallint AS taker_annonces,
        defence_annonces::smallint AS defence_annonces,
        belote_said,
        auto_mask::bigint AS auto_mask
    FROM stored.deals
),

handed AS (
    SELECT
        *,
        -- Score sheets say nothing of the auction; the words of a coinche auction are in `calls`.
        CASE
            WHEN auction <> 'prise' OR kind = 'scored' THEN 0
            WHEN passed_out THEN 8
            ELSE 4 * (bid_round - 1) + taker_position
        END::tinyint AS things_said,
        stored.hand_of(owner_low, owner_high, taker) AS taker_hand,
        CASE
            WHEN trump < 4 THEN (stored.hand_of(owner_low, owner_high, taker) >> (8 * trump)) & 255
        END AS taker_trump_byte
    FROM widened
)

SELECT
    *,
    -- Bits of a suit: 7 8 9 J Q K T A from bit 0 up.
    bit_count(taker_trump_byte) AS taker_trumps,
    (taker_trump_byte & 8) <> 0 AS taker_has_jack,
    (taker_trump_byte & 4) <> 0 AS taker_has_nine,
    (taker_trump_byte & 48) = 48 AS taker_has_belote
FROM handed;
