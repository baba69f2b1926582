-- What did each card played cost, with what is known of its deal?
-- grain: card played in a deal that was solved
-- Internal: what the view `costs` shows, and questions count.
CREATE VIEW stored.card_costs AS
WITH placed AS (
    SELECT
        * EXCLUDE (cards, costs, actions),
        unnest(cards)::integer AS card,
        unnest(costs)::smallint AS cost,
        unnest(actions)::tinyint AS action_no,
        unnest(range(1, 33))::tinyint AS play_no
    FROM stored.solved_deals
),

seated AS (
    SELECT
        *,
        (((owner_low >> card) & 1) + 2 * ((owner_high >> card) & 1))::tinyint AS seat
    FROM placed
)

SELECT
    run_id,
    table_no,
    table_id,
    deal_no,
    counted,
    card,
    cost,
    play_no,
    ((play_no + 3) // 4)::tinyint AS trick_no,
    seat,
    (((seat - dealer - 1) & 3) + 1)::tinyint AS position,
    CASE seat WHEN 0 THEN player_0 WHEN 1 THEN player_1 WHEN 2 THEN player_2 ELSE player_3 END AS player,
    CASE (seat - taker) & 3 WHEN 0 THEN 'taker' WHEN 2 THEN 'partner' ELSE 'defence' END AS role,
    CASE action_no WHEN 0 THEN 'lead' WHEN 1 THEN 'follow' WHEN 2 THEN 'ruff' ELSE 'discard' END AS action
FROM seated;
