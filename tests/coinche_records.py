"""Deal records of coinche for tests: those of the peer, and a way to let them in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from belote.game import variants
from belote.records import line as records_line
from engine import golden
from recorded import Record, in_order


@contextmanager
def coinche_is_played() -> Iterator[None]:
    """Let deals of coinche be read, which this version does not do by itself."""
    records_line._rules.cache_clear()  # pyright: ignore[reportPrivateUsage]
    try:
        with patch.object(variants, "PLAYED_AUCTIONS", ("prise", "coinche")):
            yield
    finally:
        records_line._rules.cache_clear()  # pyright: ignore[reportPrivateUsage]


@cache
def coinche_peers() -> list[dict[str, Any]]:
    """The peer's deals of coinche, records in canonical form: none may be changed in place."""
    return [peer | {"record": canonical(peer["record"])} for peer in golden("peer_coinche.jsonl")]


def coinche_records() -> list[Record]:
    """Copies of the peer's records."""
    return json.loads(json.dumps([peer["record"] for peer in coinche_peers()]))


def canonical(record: Record) -> Record:
    """The record with its rule fields and the cards of its hands in canonical order."""
    record = record | {"dealt": [in_order(hand) for hand in record["dealt"]]}
    rules = record["rules"]
    if isinstance(rules, dict):
        fields: list[str] = [field.name for field in variants.FIELDS]
        preset = variants.COINCHE.values()
        names = [name for name in fields if rules.get(name, preset[name]) != preset[name]]
        changes = {name: rules[name] for name in names}
        record["rules"] = {"base": "coinche", **changes} if changes else "coinche"
    return record
