"""Deals out of the lake: one with all that the views say of it, or a list of those that match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from belote.game.cards import STRAINS
from belote.game.deal import Deal, unpack_deal
from belote.game.variants import nearest, quoted
from belote.lake.manifest import LakeError
from belote.lake.questions import FILTERS, QuestionError
from belote.lake.warehouse import Warehouse
from belote.messages import count

_MOST_NEAR = 10_000
"""Tables of a run among which the nearest name is looked for."""
_KEY = "run_id = $run AND table_id = $table AND deal_no = $deal"
_VIEWS = {"hands": "seat", "bids": "bid_no", "tricks": "trick_no", "marks": "rules"}
"""Views with several rows a deal, and the column that orders them."""

DEAL_FILTERS: dict[str, tuple[str, ...]] = {
    **{name: FILTERS[name] for name in ("turned", "round", "position")},
    **{name: FILTERS[name] for name in ("trump", "contract", "coinche_level", "trumps")},
    "honours": ("both", "jack", "nine", "neither"),
    "belote": ("yes", "no"),
    "points": tuple(map(str, range(163))),
    "outcome": ("made", "chute", "litige", "passed_out"),
    "capot": ("taker", "defence"),
}
"""What deals are looked for by, and the values that each takes.

Trumps, honours (jack and nine) and belote (king and queen) are of trump in the taker's eight cards,
where a suit is trump; points are the taker's, with dix de der.
"""

_OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "prise": {"trump": STRAINS[:4], "contract": (), "coinche_level": ()},
    "coinche": {
        "turned": (),
        "round": (),
        "outcome": tuple(o for o in DEAL_FILTERS["outcome"] if o != "litige"),
    },
}
"""Filters that take less under an auction: nothing is what means nothing there."""


def filters_under(auction: str) -> dict[str, tuple[str, ...]]:
    """The filters that mean something under an auction, and the values that each takes there."""
    filters = DEAL_FILTERS | _OTHERS[auction]
    return {name: values for name, values in filters.items() if values}


_MATCHES = {
    "turned": "substr('789JQKTA', (turned & 7) + 1, 1) = $turned",
    "round": "bid_round = $round::tinyint AND NOT passed_out",
    "position": "taker_position = $position::tinyint",
    "trump": "stored.suit_text(trump) = $trump",
    "contract": "contract = $contract::smallint",
    "coinche_level": "coinche_level = $coinche_level::tinyint",
    "trumps": "taker_trumps = $trumps::tinyint",
    "honours": (
        "taker_has_jack = ($honours IN ('both', 'jack'))"
        " AND taker_has_nine = ($honours IN ('both', 'nine'))"
    ),
    "belote": "taker_has_belote = ($belote = 'yes')",
    "points": "taker_points = $points::smallint",
    "outcome": "outcome = $outcome AND status <> 'abandoned'",
    "capot": "taker_tricks = CASE $capot WHEN 'taker' THEN 8 ELSE 0 END",
}
# Sorted outside the limit: inside it, every deal of the run would be read.
_FIND = """
SELECT * EXCLUDE (table_no) FROM (
    SELECT
        table_no, table_id, deal_no, stored.card_text(turned) AS turned_card,
        bid_round, taker, taker_position, stored.suit_text(trump) AS trump, taker_points,
        contract, coinche_level,
        CASE taker_tricks WHEN 8 THEN 'taker' WHEN 0 THEN 'defence' END AS capot,
        CASE WHEN status <> 'abandoned' THEN outcome END AS outcome
    FROM stored.mark_of('stored.facts')
    WHERE {conditions}
    LIMIT {limit}
)
ORDER BY table_no, deal_no
"""


class NoSuchTable(LakeError):
    """A run has no table of that name."""

    def __init__(self, run: str, table: str, tables: int, first: str, hint: str) -> None:
        has = count("en", tables, "table")
        super().__init__(f"run {run!r} has no table {quoted(table)}{hint}; it has {has}")
        self.tables, self.first = tables, first


class NoSuchDeal(LakeError):
    """A table has no deal of that number."""

    def __init__(self, run: str, table: str, deal: int, first: int, last: int) -> None:
        super().__init__(
            f"table {table} of run {run!r} has no deal {deal}; its deals are {first} to {last}"
        )
        self.first, self.last = first, last


@dataclass(frozen=True)
class FoundDeal:
    """A deal unpacked, and its rows of the views as dictionaries."""

    deal: Deal
    facts: dict[str, Any]
    """Its row of ``deals``, with its key."""
    hands: list[dict[str, Any]]
    bids: list[dict[str, Any]]
    tricks: list[dict[str, Any]]
    marks: list[dict[str, Any]]
    """Its rows of these views, without its key."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON: its row of ``deals``, with those of each other view in a list."""
        return self.facts | {view: getattr(self, view) for view in _VIEWS}

    @property
    def players(self) -> list[str | None]:
        """Who decides at seats 0-3; None where not known."""
        return [hand["player"] for hand in self.hands]


def find_deal(warehouse: Warehouse, run: str, table: str, deal: int) -> FoundDeal:
    """The deal with that key; raises `LakeError` for an unknown run, table or deal.

    The last two are `NoSuchTable` and `NoSuchDeal`.
    """
    manifest = warehouse.lake.manifest(run)
    manifest.check_deals("shown")
    params = {"run": run, "table": table, "deal": deal}

    def rows(columns: str, view: str, order: str) -> list[dict[str, Any]]:
        query = f"SELECT {columns} FROM {view} WHERE {_KEY} ORDER BY {order}"
        return warehouse.frame(query, params).to_dicts()

    stored = rows("*", "stored.deals", "deal_no")
    if not stored:
        raise _not_there(warehouse, run, table, deal)
    without_key = "* EXCLUDE (run_id, table_id, deal_no)"
    return FoundDeal(
        deal=unpack_deal(stored[0]),
        facts=rows("*", "deals", "deal_no")[0],
        **{view: rows(without_key, view, order) for view, order in _VIEWS.items()},
    )


def find_deals(
    warehouse: Warehouse, run: str, rules: str, filters: Mapping[str, str], limit: int = 50
) -> pl.DataFrame:
    """Some deals of a run that match every filter of `DEAL_FILTERS` given, ``limit`` at most.

    A row a deal: its key, the turned card, who took what, the contract and how often it was
    doubled, the taker's points, the capot and the outcome under ``rules`` (NULL where not known).
    Which deals come where more match is left open; they are in the order of the run. Raises
    `LakeError` for a run without deals to show, `QuestionError` for a filter or a value that there
    is not.
    """
    warehouse.lake.manifest(run).check_deals("looked for")
    for name, value in filters.items():
        if value not in DEAL_FILTERS.get(name, ()):
            raise QuestionError(f"deals cannot be looked for by {name} {value!r}")
    own = [_MATCHES[name] for name in filters]
    conditions = " AND ".join(["run_id = $run", "rules = $rules", *own])
    query = _FIND.format(conditions=conditions, limit=int(limit))
    return warehouse.frame(query, {"run": run, "rules": rules, **filters})


def _not_there(warehouse: Warehouse, run: str, table: str, deal: int) -> LakeError:
    query = "SELECT min(deal_no), max(deal_no) FROM stored.deals WHERE run_id = $run"
    params = {"run": run, "table": table}
    first, last = warehouse.rows(f"{query} AND table_id = $table", params)[0]
    if first is not None:
        return NoSuchDeal(run, table, deal, first, last)
    query = "SELECT arg_min(table_id, table_no) FROM stored.deals WHERE run_id = $run"
    name = warehouse.rows(query, {"run": run})[0][0]
    tables, hint = warehouse.lake.manifest(run).tables, ""
    if tables <= _MOST_NEAR:
        query = "SELECT DISTINCT table_id FROM stored.deals WHERE run_id = $run ORDER BY table_id"
        hint = nearest(table, [near for (near,) in warehouse.rows(query, {"run": run})])
    return NoSuchTable(run, table, tables, str(name), hint)
