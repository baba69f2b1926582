-- How often is each suit, sans atout or tout atout the trump that is played?
-- grain: trump; k of n deals taken at coinche
-- param run (default NULL): one run; NULL is every complete run
-- param contract (default NULL): only this contract, 80 to 160 or 250 for capot
-- param coinche_level (default NULL): only 0, 1 coinched or 2 surcoinched
-- param position (default NULL): only this position of the taker, 1 to 4, 4 the dealer
WITH bid AS (
    SELECT
        trump::tinyint AS trump,
        sum(n)::bigint AS k
    FROM
        stored.bid_cells(
            $run::varchar, $contract::smallint, NULL, $coinche_level::tinyint, $position::tinyint
        )
    GROUP BY ALL
),

shares AS (
    SELECT
        *,
        (sum(k) OVER ())::bigint AS n
    FROM bid
)

SELECT
    stored.suit_text(trump) AS trump,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM shares
ORDER BY shares.trump;
