-- Which prise auctions do not end as the rules let them?
-- grain: deal and what is wrong with it
-- param run (default NULL): one run; NULL is every complete run
-- Round 1 makes the turned suit trump, round 2 another one; the turned card is the taker's.
WITH ends AS (
    SELECT
        run_id,
        table_id,
        deal_no,
        CASE
            WHEN dealer > 3 THEN 'the dealer is no seat'
            WHEN passed_out AND coalesce(bid_round, 0) <> 0 THEN 'passed out, yet taken in a round'
            WHEN passed_out AND trump IS NOT NULL THEN 'passed out, yet there is a trump'
            WHEN passed_out THEN NULL
            WHEN taker > 3 THEN 'the taker is no seat'
            WHEN trump IS NULL OR trump > 3 THEN 'the trump is no suit'
            WHEN kind <> 'scored' AND coalesce(bid_round, 0) NOT IN (1, 2) THEN 'taken in no round'
            WHEN bid_round = 1 AND trump <> turned >> 3 THEN 'round 1, yet the trump is not the turned suit'
            WHEN bid_round = 2 AND trump = turned >> 3 THEN 'round 2, yet the trump is the turned suit'
            WHEN ((taker_hand >> turned) & 1) = 0 THEN 'the taker lacks the turned card'
        END AS fault
    FROM stored.facts
    WHERE auction = 'prise' AND ($run::varchar IS NULL OR run_id = $run)
)

SELECT *
FROM ends
WHERE fault IS NOT NULL;
