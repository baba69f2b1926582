-- How many card points are in a mask, without dix de der?
-- grain: points; NULL for NULL
-- param mask: BIGINT, bit c for card c (suit * 8 + rank, ranks 7 8 9 J Q K T A from 0 up)
-- param trump: 0-3 for the suits s h d c, 4 sans atout, 5 tout atout
-- The constants are one rank of the four suits: 0x80808080 the aces, then tens, kings, queens, jacks, nines.
CREATE MACRO stored.points_of(mask, trump) AS
CASE
    WHEN trump < 4
        THEN
            11 * bit_count(mask & 2155905152)::integer
            + 10 * bit_count(mask & 1077952576)::integer
            + 4 * bit_count(mask & 538976288)::integer
            + 3 * bit_count(mask & 269488144)::integer
            + 2 * bit_count(mask & 134744072)::integer
            + 18 * ((mask >> (8 * trump::integer + 3)) & 1)::integer
            + 14 * ((mask >> (8 * trump::integer + 2)) & 1)::integer
    WHEN trump = 4
        THEN
            19 * bit_count(mask & 2155905152)::integer
            + 10 * bit_count(mask & 1077952576)::integer
            + 4 * bit_count(mask & 538976288)::integer
            + 3 * bit_count(mask & 269488144)::integer
            + 2 * bit_count(mask & 134744072)::integer
    WHEN trump = 5
        THEN
            13 * bit_count(mask & 134744072)::integer
            + 9 * bit_count(mask & 67372036)::integer
            + 7 * bit_count(mask & 2155905152)::integer
            + 5 * bit_count(mask & 1077952576)::integer
            + 3 * bit_count(mask & 538976288)::integer
            + bit_count(mask & 269488144)::integer
END;
