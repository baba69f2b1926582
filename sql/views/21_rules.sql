-- What does each rule set say?
-- grain: rule set known to the lake: the presets and every rule set of its runs
CREATE VIEW rules AS
SELECT * -- noqa: AM04
FROM stored.rules;
