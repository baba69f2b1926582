-- What do cards cost, by one of the things that tell them apart?
-- grain: value of that thing; a deal is the unit of both intervals, as its cards depend on each other
-- param played: name of a relation with the columns of stored.card_costs
-- param told_by: 'player', 'trick', 'role', 'position', 'action' or 'deal'; cards without it are left out
-- param only_run: NULL is every complete run
-- param size: cards that a mean cost is given for
-- Intervals are NULL for one deal, and end where no value can be.
-- `cost` is the sum in points, cost_mean that of `size` cards; k of `cards` cost nothing, in n deals.
CREATE MACRO stored.costs_by(played, told_by, only_run, size) AS TABLE
    WITH lots AS (
        SELECT
            run_id,
            table_no,
            deal_no,
            CASE told_by
                WHEN 'player' THEN player
                WHEN 'trick' THEN trick_no::varchar
                WHEN 'role' THEN role
                WHEN 'position' THEN position::varchar
                WHEN 'action' THEN action
                WHEN 'deal' THEN 'deal'
            END AS part,
            count(*) AS cards,
            count(*) FILTER (WHERE cost = 0) AS free,
            sum(cost)::bigint AS cost
        FROM query_table(played)
        WHERE counted AND (only_run IS NULL OR run_id = only_run)
        GROUP BY ALL
    ),

    sums AS (
        SELECT
            part,
            count(*) AS n,
            sum(cards)::bigint AS cards,
            sum(free)::bigint AS k,
            sum(cost)::bigint AS cost,
            sum(cards ** 2) AS cards_squares,
            sum(free ** 2) AS free_squares,
            sum(free * cards) AS free_products,
            sum(cost ** 2) AS cost_squares,
            sum(cost * cards) AS cost_products
        FROM lots
        WHERE part IS NOT NULL
        GROUP BY part
    ),

    margins AS (
        SELECT
            *,
            size * stored.ratio_margin(cost, cards, cost_squares, cost_products, cards_squares, n)
                AS cost_margin,
            stored.ratio_margin(k, cards, free_squares, free_products, cards_squares, n) AS margin
        FROM sums
    )

    SELECT
        part,
        n,
        cards,
        cost,
        size * cost / cards AS cost_mean,
        CASE WHEN n > 1 THEN greatest(cost_mean - cost_margin, 0) END AS cost_low,
        cost_mean + cost_margin AS cost_high,
        k,
        k / cards AS rate,
        CASE WHEN n > 1 THEN greatest(rate - margin, 0) END AS low,
        CASE WHEN n > 1 THEN least(rate + margin, 1) END AS high
    FROM margins;
