-- What did each card played cost the side that played it?
-- grain: card played in a deal that was solved
CREATE VIEW costs AS
SELECT
    run_id,
    table_id,
    deal_no,
    trick_no,
    play_no,
    seat,
    position,
    player,
    role,
    stored.card_text(card) AS card,
    action,
    cost
FROM stored.card_costs;
