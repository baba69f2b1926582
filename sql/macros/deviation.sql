-- What is the standard deviation of a sample, from sums?
-- grain: in the unit of the values; NULL for fewer than two
-- param total: sum of the values
-- param squares: sum of their squares
-- param n: number of values
CREATE MACRO stored.deviation(total, squares, n) AS
CASE WHEN n > 1 THEN sqrt(greatest(squares::double - total::double ** 2 / n, 0) / (n - 1)) END;
