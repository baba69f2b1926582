-- In which runs is the number of words, or of takers, not what the deals need?
-- grain: run
-- param run (default NULL): one run; NULL is every complete run
WITH spoken AS (
    SELECT
        run_id,
        count(*) AS words,
        count(*) FILTER (WHERE took) AS takes,
        count(*) FILTER (WHERE took AND seat <> taker) AS takes_of_others
    FROM stored.things_said
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY run_id
),

needed AS (
    SELECT
        run_id,
        sum(CASE WHEN passed_out THEN 8 ELSE 4 * (bid_round - 1) + ((taker - dealer - 1) & 3) + 1 END)
            AS words,
        count(taker) AS takes
    FROM stored.facts
    WHERE auction = 'prise' AND kind <> 'scored' AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY run_id
)

SELECT
    needed.run_id,
    needed.words AS words_needed,
    spoken.words,
    needed.takes AS takes_needed,
    spoken.takes,
    spoken.takes_of_others
FROM needed
LEFT JOIN spoken ON needed.run_id = spoken.run_id
WHERE
    needed.words IS DISTINCT FROM spoken.words
    OR needed.takes IS DISTINCT FROM spoken.takes
    OR spoken.takes_of_others > 0;
