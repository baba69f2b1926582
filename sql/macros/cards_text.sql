-- Which cards are in a mask, as text?
-- grain: a text, suits s h d c, in each the ranks A K Q J T 9 8 7; NULL for NULL
-- param mask: BIGINT, bit c for card c (suit * 8 + rank, ranks 7 8 9 J Q K T A from 0 up)
CREATE MACRO stored.cards_text(mask) AS
CASE
    WHEN mask IS NOT NULL
        THEN concat_ws(
            ' ',
            CASE WHEN (mask & 128) <> 0 THEN 'As' END,
            CASE WHEN (mask & 32) <> 0 THEN 'Ks' END,
            CASE WHEN (mask & 16) <> 0 THEN 'Qs' END,
            CASE WHEN (mask & 8) <> 0 THEN 'Js' END,
            CASE WHEN (mask & 64) <> 0 THEN 'Ts' END,
            CASE WHEN (mask & 4) <> 0 THEN '9s' END,
            CASE WHEN (mask & 2) <> 0 THEN '8s' END,
            CASE WHEN (mask & 1) <> 0 THEN '7s' END,
            CASE WHEN (mask & 32768) <> 0 THEN 'Ah' END,
            CASE WHEN (mask & 8192) <> 0 THEN 'Kh' END,
            CASE WHEN (mask & 4096) <> 0 THEN 'Qh' END,
            CASE WHEN (mask & 2048) <> 0 THEN 'Jh' END,
            CASE WHEN (mask & 16384) <> 0 THEN 'Th' END,
            CASE WHEN (mask & 1024) <> 0 THEN '9h' END,
            CASE WHEN (mask & 512) <> 0 THEN '8h' END,
            CASE WHEN (mask & 256) <> 0 THEN '7h' END,
            CASE WHEN (mask & 8388608) <> 0 THEN 'Ad' END,
            CASE WHEN (mask & 2097152) <> 0 THEN 'Kd' END,
            CASE WHEN (mask & 1048576) <> 0 THEN 'Qd' END,
            CASE WHEN (mask & 524288) <> 0 THEN 'Jd' END,
            CASE WHEN (mask & 4194304) <> 0 THEN 'Td' END,
            CASE WHEN (mask & 262144) <> 0 THEN '9d' END,
            CASE WHEN (mask & 131072) <> 0 THEN '8d' END,
            CASE WHEN (mask & 65536) <> 0 THEN '7d' END,
            CASE WHEN (mask & 2147483648) <> 0 THEN 'Ac' END,
            CASE WHEN (mask & 536870912) <> 0 THEN 'Kc' END,
            CASE WHEN (mask & 268435456) <> 0 THEN 'Qc' END,
            CASE WHEN (mask & 134217728) <> 0 THEN 'Jc' END,
            CASE WHEN (mask & 1073741824) <> 0 THEN 'Tc' END,
            CASE WHEN (mask & 67108864) <> 0 THEN '9c' END,
            CASE WHEN (mask & 33554432) <> 0 THEN '8c' END,
            CASE WHEN (mask & 16777216) <> 0 THEN '7c' END
        )
END;
