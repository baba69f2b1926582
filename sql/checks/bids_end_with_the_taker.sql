-- Which auctions have not as many words as they need, or not one taker at the end?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
WITH words AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        passed_out,
        taker,
        count(*) AS words,
        count(*) FILTER (WHERE took) AS takes,
        max(seat) FILTER (WHERE took) AS seat_that_took,
        max(bid_no) AS last_word,
        max(bid_no) FILTER (WHERE took) AS word_that_took
    FROM stored.things_said
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
)

SELECT *
FROM words
WHERE
    words <> last_word
    OR CASE
        WHEN passed_out THEN words <> 8 OR takes <> 0
        ELSE takes <> 1 OR seat_that_took <> taker OR word_that_took <> last_word
    END;
