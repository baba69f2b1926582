"""A run out of the lake: as records, or as a table of its deals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np

from belote.lake.files import Table, as_numbers, coded, microseconds, read_groups
from belote.lake.manifest import DataFile, LakeError, Manifest
from belote.lake.store import Lake
from belote.lake.stored import STORED_DEALS
from belote.lake.warehouse import Warehouse
from belote.records.draft import MISSING
from belote.records.write import (
    Written,
    cards_texts,
    coinche_texts,
    deal_line,
    json_text,
    rules_text,
    score_line,
    tail_text,
)
from belote.runs.progress import Progress

_NULL = {"turned": MISSING, "taker": MISSING, "trump": MISSING, "played_mask": 0xFFFFFFFF}
_CSV_ROWS = 100_000
_PIECE = 16_384
"""Deals written at a time."""

Tables = tuple[int, int | None]
"""The first and the last table, by number; None for the last of the run."""


def export_lines(
    lake: Lake, run_id: str, tables: Tables = (1, None), progress: Progress | None = None
) -> Iterator[bytes]:
    """The deals of a complete run as canonical lines, in pieces of many whole lines.

    Raises `LakeError`: an unknown or unfinished run, no such table, a damaged file, or a run that
    does not keep its cards.
    """
    manifest = _exportable(lake, run_id, tables)
    if manifest.keeps != "plays":
        raise LakeError(f"run {run_id!r} does not keep its cards: only --format csv can export it")
    progress = progress or Progress()
    names = [column.name for column in STORED_DEALS]
    rules = {name: rules_text(manifest.rule_set(name)) for name in manifest.rule_sets}
    for file in _files(manifest, tables):
        for group in read_groups(lake.run_folder(run_id) / file.name, names):
            deals = _of_tables(group, tables)
            for first in range(0, deals.num_rows, _PIECE):
                piece = deals.slice(first, _PIECE)
                yield "".join(_lines(piece, rules)).encode()
                progress.advance(piece.num_rows)


def export_csv(
    lake: Lake, run_id: str, tables: Tables = (1, None), progress: Progress | None = None
) -> Iterator[bytes]:
    """The rows of the view ``deals`` of a complete run as CSV with a header, in pieces.

    Raises `LakeError` as `export_lines` does, and `QueryError` for a damaged file.
    """
    manifest = _exportable(lake, run_id, tables)
    progress = progress or Progress()
    header = True
    for file in _files(manifest, tables):
        shown = replace(manifest, files=(file,), deals=file.rows)
        warehouse = Warehouse(replace(lake, shown=shown))
        try:
            for first in range(0, file.rows, _CSV_ROWS):
                frame = warehouse.frame(_csv_query(tables, first))
                yield frame.write_csv(include_header=header).encode()
                header = False
                progress.advance(frame.height)
        finally:
            warehouse.close()


def _csv_query(tables: Tables, first: int) -> str:
    """Some rows of ``deals`` in the order in which they are stored."""
    rows = f"LIMIT {_CSV_ROWS} OFFSET {first}"
    if tables == (1, None):
        return f"SELECT * FROM deals {rows}"
    last = "" if tables[1] is None else f" AND table_no <= {tables[1]}"
    wanted = f"SELECT DISTINCT table_id FROM stored.deals WHERE table_no >= {tables[0]}{last}"
    return f"SELECT * FROM deals WHERE table_id IN ({wanted}) {rows}"


def _exportable(lake: Lake, run_id: str, tables: Tables) -> Manifest:
    manifest = lake.manifest(run_id)
    manifest.check_deals("exported")
    first, last = tables
    if not 1 <= first <= manifest.tables or (last is not None and last < first):
        raise LakeError(
            f"tables cannot be {first}:{'' if last is None else last}:"
            f" run {run_id!r} has tables 1 to {manifest.tables:,}"
        )
    return manifest


def _files(manifest: Manifest, tables: Tables) -> list[DataFile]:
    first, last = tables
    return [
        file
        for file in manifest.of_kind("deals")
        if file.last_table >= first and (last is None or file.first_table <= last)
    ]


def _of_tables(deals: Table, tables: Tables) -> Table:
    first, last = tables
    table_no = as_numbers(deals["table_no"], 0)
    begin = int(np.searchsorted(table_no, first))
    end = len(table_no) if last is None else int(np.searchsorted(table_no, last, side="right"))
    return deals.slice(begin, max(0, end - begin))


# Lines -----------------------------------------------------------------------------------------


def _lines(deals: Table, rules: dict[str, str]) -> list[str]:
    """The lines of some stored deals."""
    kinds, kind_values = coded(deals["kind"])
    if "scored" not in kind_values:
        return _deal_lines(deals, rules)
    scored = kinds == kind_values.index("scored")
    lines = np.empty(deals.num_rows, object)
    others = np.flatnonzero(~scored)
    if len(others):
        lines[others] = _deal_lines(deals.take(others), rules)
    rows = deals.take(np.flatnonzero(scored)).to_pylist()
    lines[scored] = [score_line(row, rules[row["rules"]]) for row in rows]
    return lines.tolist()


def _deal_lines(deals: Table, rules: dict[str, str]) -> list[str]:
    extras, extra_values = coded(deals["extra"])
    parsed: list[dict[str, Any]] = [json.loads(text) if text else {} for text in extra_values]
    hides = np.array(["turned" in extra for extra in parsed])
    columns = {
        name: as_numbers(deals[name], _NULL.get(name, 0))
        for name in Written._fields
        if name != "hidden"
    }
    written = Written(**columns, hidden=hides[extras])
    if deals["calls"].null_count == 0 and deals.num_rows:
        calls: list[Any] = deals["calls"].to_pylist()
        cards = coinche_texts(written, calls)
    else:
        cards = cards_texts(written)
    tables, table_values = coded(deals["table_id"])
    tables_json = np.array([json_text(name) for name in table_values], object)
    names, rules_values = coded(deals["rules"])
    rules_json = np.array(["" if name is None else rules[name] for name in rules_values], object)
    tails = _tails(deals, extras, parsed)
    numbers = as_numbers(deals["deal_no"], 0).tolist()
    return [
        deal_line(table, number, played, card, tail)
        for table, number, played, card, tail in zip(
            tables_json[tables].tolist(),
            numbers,
            rules_json[names].tolist(),
            cards,
            tails,
            strict=True,
        )
    ]


def _named(player: str | None, prefix: str) -> str | None:
    return None if player is None else prefix + player


def _tails(deals: Table, extras: np.ndarray, parsed: list[dict[str, Any]]) -> list[str]:
    """What follows the plays; the same for most deals, so that each is made once."""
    statuses, status_values = coded(deals["status"])
    kinds, kind_values = coded(deals["kind"])
    players = [coded(deals[f"player_{seat}"]) for seat in range(4)]
    values = [player[1] for player in players]
    has_at = (as_numbers(deals["at"].is_null(), 0) == 0).tolist()
    times = as_numbers(microseconds(deals["at"]), 0).tolist()
    autos = as_numbers(deals["auto_mask"], 0).tolist()
    saids = as_numbers(deals["belote_said"], 1).tolist()
    known: dict[tuple[Any, ...], str] = {}
    tails: list[str] = []
    places: list[list[int]] = [
        column.tolist() for column in (statuses, kinds, extras, *(p[0] for p in players))
    ]
    rows: Any = zip(autos, saids, has_at, times, *places, strict=True)
    for key in cast("Iterator[tuple[int, ...]]", rows):
        tail = known.get(key)
        if tail is None:
            auto, said, timed, at, status, kind, extra, *seats = key
            prefix = "bot:" if kind_values[kind] == "simulated" else ""
            named = [_named(values[n][place], prefix) for n, place in enumerate(seats)]
            time = at if timed else None
            tail = tail_text(auto, said, str(status_values[status]), named, time, parsed[extra])
            if not timed:
                known[key] = tail
        tails.append(tail)
    return tails
