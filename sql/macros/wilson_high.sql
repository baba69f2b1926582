-- What is the upper end of the 95 % Wilson interval of a rate?
-- grain: 0-1, exactly 1 when k is n; NULL when n is 0
-- param k: how often it happened
-- param n: how often it could have
CREATE MACRO wilson_high(k, n) AS
CASE
    WHEN n > 0 AND k = n THEN 1e0
    WHEN n > 0 AND k BETWEEN 0 AND n - 1
        THEN
            least(
                1e0,
                (
                    k::double + 1.959963984540054e0 ** 2 / 2
                    + 1.959963984540054e0
                    * sqrt(k::double * (n - k)::double / n::double + 1.959963984540054e0 ** 2 / 4)
                )
                / (n::double + 1.959963984540054e0 ** 2)
            )
END;
