-- What does a deal that was solved mark, as it was played and as best play would have it?
-- grain: deal that was solved x play, 'played' or 'best' x rule set
-- Internal: the columns of `stored.both_plays` with what `stored.mark_of` adds.
CREATE VIEW stored.both_marked AS
SELECT * -- noqa: AM04
FROM stored.mark_of('stored.both_plays');
