-- Which deals are marked?
-- grain: deal that was not abandoned
-- Internal.
CREATE VIEW stored.markable AS
SELECT * -- noqa: AM04
FROM stored.facts
WHERE status <> 'abandoned';
