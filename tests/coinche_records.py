"""Deal records of coinche for tests, those of the peer."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from belote.game import variants
from engine import golden
from recorded import Record, in_order


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
