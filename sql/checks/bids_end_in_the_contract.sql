-- Which coinche auctions do not end in the taker, trump, contract and level that are stored?
-- grain: deal and what is wrong with it
-- param run (default NULL): one run; NULL is every complete run
-- A word is a byte, as in stored.words_said. That every word may follow the one before is found by replay.
WITH said AS (
    SELECT
        run_id,
        table_no,
        deal_no,
        arg_max(word, bid_no) FILTER (WHERE word >= 8) AS last_bid,
        arg_max(seat, bid_no) FILTER (WHERE word >= 8) AS bidder,
        coalesce(max(word) FILTER (WHERE word < 8), 0) AS level_said
    FROM stored.words_said
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

bid AS (
    SELECT
        *,
        last_bid & 7 AS trump_said,
        CASE WHEN last_bid >= 80 THEN 250 ELSE 70 + 10 * (last_bid >> 3) END AS contract_said
    FROM said
),

ends AS (
    SELECT
        facts.run_id,
        facts.table_id,
        facts.deal_no,
        CASE
            WHEN bid.deal_no IS NULL THEN 'nothing was said'
            WHEN passed_out AND last_bid IS NOT NULL THEN 'passed out, yet somebody bid'
            WHEN passed_out THEN NULL
            WHEN last_bid IS NULL THEN 'taken, yet nobody bid'
            WHEN coalesce(taker, -1) <> bidder THEN 'the taker is not who bid last'
            WHEN coalesce(trump, -1) <> trump_said THEN 'the trump is not that of the last bid'
            WHEN coalesce(contract, -1) <> contract_said THEN 'the contract is not that of the last bid'
            WHEN coalesce(coinche_level, -1) <> level_said
                THEN 'the level is not what was coinched or surcoinched'
        END AS fault
    FROM stored.facts
    LEFT JOIN bid
        ON
            facts.run_id = bid.run_id
            AND facts.table_no = bid.table_no
            AND facts.deal_no = bid.deal_no
    WHERE auction = 'coinche' AND kind <> 'scored' AND ($run::varchar IS NULL OR facts.run_id = $run)
)

SELECT *
FROM ends
WHERE fault IS NOT NULL;
