-- What did a deal that was solved come to, as it was played and as best play would have it?
-- grain: deal that was solved x play, 'played' or 'best'
-- Internal: what `stored.mark_of` needs. Belote and annonces are the same in both. Of tricks under best play
-- it is known whether a side takes all; else they are said to be four, which marks as any number from 1 to 7.
CREATE VIEW stored.both_plays AS
WITH solved AS (
    SELECT
        run_id,
        rules,
        auction,
        counted,
        passed_out,
        turned,
        trump,
        contract,
        coinche_level,
        taker_points,
        taker_tricks,
        taker_belote,
        defence_belote,
        taker_annonces,
        defence_annonces,
        best_points,
        best_capot
    FROM stored.solved_deals
)

SELECT
    * EXCLUDE (best_points, best_capot),
    'played' AS play
FROM solved
UNION ALL BY NAME
SELECT
    * EXCLUDE (best_points, best_capot)
    REPLACE (
        best_points AS taker_points,
        CASE
            WHEN best_capot = 1 AND best_points = 162 THEN 8
            WHEN best_capot = 2 AND best_points = 0 THEN 0
            ELSE 4
        END AS taker_tricks
    ),
    'best' AS play
FROM solved;
