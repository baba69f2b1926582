-- What do the counted deals mark under each rule set, and how many deals mark so?
-- grain: run x rule set played under x combination of facts x rule set
-- Internal: the columns of `stored.fact_counts`, with `rules` as played_rules, then rules, outcome,
-- taker_mark and defence_mark.
CREATE VIEW stored.marked_counts AS
SELECT * -- noqa: AM04
FROM stored.mark_of('stored.fact_counts');
