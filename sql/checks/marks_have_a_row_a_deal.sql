-- Under which rule sets has a run more or fewer marks than deals?
-- grain: run x rule set
-- param run (default NULL): one run; NULL is every complete run
WITH marked AS (
    SELECT
        run_id,
        rules,
        count(*) AS marks
    FROM marks
    WHERE ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

dealt AS (
    SELECT
        facts.run_id,
        rule_set.rules,
        count(*) AS deals
    FROM stored.markable AS facts
    INNER JOIN stored.run_rules ON facts.run_id = run_rules.run_id
    INNER JOIN stored.rules AS rule_set
        ON run_rules.rules = rule_set.rules AND facts.auction = rule_set.auction
    WHERE ($run::varchar IS NULL OR facts.run_id = $run)
    GROUP BY ALL
)

SELECT
    dealt.run_id,
    dealt.rules,
    dealt.deals,
    coalesce(marked.marks, 0) AS marks
FROM dealt
LEFT JOIN marked ON dealt.run_id = marked.run_id AND dealt.rules = marked.rules
WHERE dealt.deals <> coalesce(marked.marks, 0);
