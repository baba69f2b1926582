"""A question that `sql/questions` does not hold yet; the module goes when it does."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from belote.lake import questions
from belote.lake.questions import Question, parse_question
from belote.lake.warehouse import Warehouse

_TAKEN = parse_question(
    "taken_rate_by_turned_card",
    """\
-- How often is a deal taken, by the turned card, and in which round?
-- grain: rank of the turned card x round, NULL for either; k taken of n deals with that card turned
-- param run (default NULL): one run; NULL is every complete run
WITH dealt AS (
    SELECT
        turned & 7 AS rank,
        count(*) FILTER (WHERE bid_round = 1) AS in_first,
        count(*) FILTER (WHERE bid_round = 2) AS in_second,
        count(*) AS n
    FROM stored.facts
    WHERE counted AND turned IS NOT NULL AND ($run::varchar IS NULL OR run_id = $run)
    GROUP BY ALL
),

rounds AS (
    SELECT
        rank,
        1 AS round,
        in_first AS k,
        n
    FROM dealt
    UNION ALL
    SELECT
        rank,
        2 AS round,
        in_second AS k,
        n
    FROM dealt
    UNION ALL
    SELECT
        rank,
        NULL AS round,
        in_first + in_second AS k,
        n
    FROM dealt
)

SELECT
    substr('789JQKTA', rank + 1, 1) AS turned_rank,
    round,
    k,
    n,
    k / n AS rate,
    wilson_low(k, n) AS low,
    wilson_high(k, n) AS high
FROM rounds
ORDER BY strpos('789TJQKA', turned_rank), round NULLS LAST;
""",
)


def question(name: str) -> Question:
    """`belote.lake.questions.question`, and the one that waits."""
    return _TAKEN if name == _TAKEN.name else questions.question(name)


def ask(warehouse: Warehouse, name: str, params: Mapping[str, str | None]) -> pl.DataFrame:
    """`belote.lake.questions.ask`, and the one that waits."""
    if name == _TAKEN.name:
        return warehouse.frame(_TAKEN.sql, params)
    return questions.ask(warehouse, name, params)
