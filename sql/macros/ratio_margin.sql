-- How far do the ends of a 95 % interval of a ratio of two sums lie from it, where cases come in lots?
-- grain: in units of the ratio; NULL for fewer than two lots
-- param total: sum over lots of what is above the line
-- param base: sum over lots of what is below it
-- param squares: sum of the squares of the former
-- param products: sum of the products of both
-- param base_squares: sum of the squares of the latter
-- param n: number of lots
-- A ratio estimate, linearised: lots are what was drawn, and cases of one may depend on each other.
CREATE MACRO stored.ratio_margin(total, base, squares, products, base_squares, n) AS
CASE
    WHEN n > 1 AND base > 0
        THEN
            1.959963984540054e0
            * sqrt(
                greatest(
                    squares::double
                    - 2 * (total::double / base) * products
                    + (total::double / base) ** 2 * base_squares,
                    0
                )
                * n
                / (n - 1)
            )
            / base
END;
