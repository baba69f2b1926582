-- How far do the ends of a mean's 95 % interval lie from it, by the sums of its values?
-- grain: in the unit of the values; NULL for fewer than two
-- param total: sum of the values
-- param squares: sum of their squares
-- param n: number of values
CREATE MACRO stored.mean_margin(total, squares, n) AS
1.959963984540054e0 * stored.deviation(total, squares, n) / sqrt(n);
