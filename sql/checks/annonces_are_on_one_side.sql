-- In which deals do both sides mark annonces, or a side an amount that no annonces make?
-- grain: deal
-- param run (default NULL): one run; NULL is every complete run
SELECT
    run_id,
    table_id,
    deal_no,
    taker_annonces,
    defence_annonces
FROM stored.facts
WHERE
    ($run::varchar IS NULL OR run_id = $run)
    AND (
        (taker_annonces > 0 AND defence_annonces > 0)
        OR taker_annonces % 10 <> 0
        OR defence_annonces % 10 <> 0
    );
