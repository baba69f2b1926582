"""One deal out of the lake, with all that the views say of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from belote.game.deal import Deal, unpack_deal
from belote.lake.manifest import LakeError
from belote.lake.warehouse import Warehouse

_KEY = "run_id = $run AND table_id = $table AND deal_no = $deal"
_VIEWS = {"hands": "seat", "bids": "bid_no", "tricks": "trick_no", "marks": "rules"}
"""Views with several rows a deal, and the column that orders them."""


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
    """The deal with that key; raises `LakeError` for an unknown run, table or deal."""
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


def _not_there(warehouse: Warehouse, run: str, table: str, deal: int) -> LakeError:
    query = "SELECT min(deal_no), max(deal_no) FROM stored.deals WHERE run_id = $run"
    params = {"run": run, "table": table}
    first, last = warehouse.rows(f"{query} AND table_id = $table", params)[0]
    if first is None:
        tables = warehouse.lake.manifest(run).tables
        return LakeError(f"run {run!r} has no table {table!r}; it has {tables:,} tables")
    return LakeError(
        f"table {table} of run {run!r} has no deal {deal}; its deals are {first} to {last}"
    )
