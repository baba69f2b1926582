-- What is known of a deal, and what does it mark by itself under each rule set of its run?
-- grain: deal that was not abandoned x rule set
-- Internal: the columns of `stored.facts`, with `rules` as played_rules, then rules, outcome,
-- taker_mark and defence_mark. A question about outcomes reads it rather than join `deals` to `marks`.
CREATE VIEW stored.marked_deals AS
SELECT * -- noqa: AM04
FROM stored.mark_of('stored.markable');
