-- What is the standard error of a mean, from sums?
-- grain: in the unit of the values; NULL for fewer than two
-- param total: sum of the values
-- param squares: sum of their squares
-- param n: number of values
CREATE MACRO stored.mean_error(total, squares, n) AS
CASE WHEN n > 1 THEN sqrt(greatest(squares::double - total::double ** 2 / n, 0) / (n - 1) / n) END;
