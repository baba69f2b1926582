-- How many marks does a deal bring each side under each rule set?
-- grain: rule set x side; total and mean over n deals taken, low and high its 95 % interval
-- param run (default NULL): one run; NULL is every complete run
-- param turned (default NULL): only this rank of the turned card, 7 8 9 T J Q K or A
-- param round (default NULL): only this round, 1 or 2
-- param position (default NULL): only this position, 1 to 4, 4 the dealer
-- param trumps (default NULL): only this many trumps held
-- A deal's own marks: what a litige holds is in neither side's, nor what an earlier one gave.
WITH sums AS (
    SELECT
        rules,
        sum(n)::bigint AS n,
        sum(taker_sum)::bigint AS taker_total,
        sum(taker_squares)::double AS taker_squares,
        sum(defence_sum)::bigint AS defence_total,
        sum(defence_squares)::double AS defence_squares
    FROM
        stored.marked_cells(
            $run::varchar, $turned::varchar, $round::tinyint, $position::tinyint, $trumps::tinyint
        )
    GROUP BY rules
),

sides AS (
    SELECT
        rules,
        'taker' AS side,
        n,
        taker_total AS total,
        taker_squares AS squares
    FROM sums
    UNION ALL
    SELECT
        rules,
        'defence' AS side,
        n,
        defence_total AS total,
        defence_squares AS squares
    FROM sums
),

errors AS (
    SELECT
        *,
        total / n AS mean,
        CASE WHEN n > 1 THEN sqrt(greatest(squares - total::double ** 2 / n, 0) / (n - 1) / n) END AS error
    FROM sides
)

SELECT
    rules,
    side,
    n,
    total,
    mean,
    mean - 1.959963984540054e0 * error AS low,
    mean + 1.959963984540054e0 * error AS high
FROM errors
ORDER BY rules ASC, side DESC;
