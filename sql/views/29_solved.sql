-- What would best play of all four have made of a deal, and what did the cards played cost?
-- grain: deal that was solved
CREATE VIEW solved AS
SELECT
    run_id,
    table_id,
    deal_no::bigint AS deal_no,
    taker_points::smallint AS taker_points,
    (162 - taker_points::smallint)::smallint AS defence_points,
    CASE capot WHEN 1 THEN 'taker' WHEN 2 THEN 'defence' END AS capot,
    taker_cost::smallint AS taker_cost,
    defence_cost::smallint AS defence_cost
FROM stored.solved;
