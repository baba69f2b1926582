"""A run solved: of every deal what best play would make of it, and what each card played cost.

The results stand beside the run's deals, a file for some thousand deals, and are committed as they
come: a run whose solving was cut short goes on where it stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import NamedTuple

import numpy as np

from belote.compiled import kernels_are_cached
from belote.game.cards import SANS_ATOUT
from belote.game.columns import NOBODY, Columns, hands_of, plays_of
from belote.lake.files import (
    Table,
    as_numbers,
    as_texts,
    byte_fault,
    is_one_of,
    lists,
    numbers,
    read_groups,
    stored_table,
    whole_file,
)
from belote.lake.manifest import DataFile, LakeError, Manifest
from belote.lake.store import Lake, reason
from belote.lake.stored import STORED_SOLVED
from belote.runs.progress import Progress
from belote.runs.workers import Stopped, run_tasks, workers_asked
from belote.solver.positions import cost_of_plays, solve_deals

BLOCK = 2_000
"""Deals a file at least, where there are as many: one or two minutes of work on a core."""
AT_ONCE = 100
"""Deals solved between two looks at whether to stop."""
COMPILING = "compiling the solver, once on this machine (20 to 30 seconds)"
LEAD, FOLLOW, RUFF, DISCARD = range(4)
"""What a card does; ``follow`` is to play the suit led."""

_FULL = 0xFFFFFFFF
_NOTHING = np.zeros(0, np.uint8)
"""A column that the solver does not ask for."""
_READ = [
    "table_no", "table_id", "deal_no", "rules", "status", "kind", "taker", "trump", "leader",
    "first_mask", "owner_low", "owner_high", "trick_0", "trick_1", "trick_2", "played_mask",
    "winners",
]  # fmt: skip


class _Block(NamedTuple):
    """Whole tables of a deals file."""

    file: DataFile
    first_table: int
    last_table: int


def solve_run(
    lake: Lake,
    run_id: str,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Manifest:
    """Solve every deal of a complete run whose 32 cards are known, and return its manifest.

    What is solved already is left alone, so that a run cut short goes on, and results whose file
    is damaged are made again; on an interrupt or an
    error all blocks that were done stay. Deals that were passed out, broken off or known in part
    are passed over. The results depend on the deals alone. Raises `LakeError`: an unknown or
    unfinished run, one that keeps only counts, a damaged file, a full disk.
    """
    workers = workers_asked(workers)
    progress = progress or Progress()
    lake.manifest(run_id).check_deals("solved")
    with lake.claim(run_id) as manifest:
        if manifest is None:
            raise lake.no_such_run(run_id)
        try:
            return _Solver(lake, manifest, progress).run(workers)
        except OSError as error:
            raise LakeError(f"run {run_id!r} could not be solved: {reason(error)}") from None


class _Solver:
    """Solves the blocks that are not committed yet."""

    def __init__(self, lake: Lake, manifest: Manifest, progress: Progress) -> None:
        self.lake, self.manifest, self.progress = lake, manifest, progress
        self.folder = lake.run_folder(manifest.run_id)

    def run(self, workers: int) -> Manifest:
        self._forget_damaged()
        done = {file.first_table for file in self.manifest.of_kind("solved")}
        blocks = [block for block in self._blocks() if block.first_table not in done]
        if not blocks:
            return self.manifest
        if not kernels_are_cached("cost_block"):
            self.progress.say(COMPILING)
        solved = sum(file.rows for file in self.manifest.of_kind("solved"))
        self.progress.start(self.manifest.deals, solved)
        run_tasks(blocks, self._solve, self._commit, workers)
        return self.manifest

    def _forget_damaged(self) -> None:
        """Leave out results whose file is gone or damaged: they are solved again."""
        files = tuple(
            file
            for file in self.manifest.files
            if file.kind != "solved" or byte_fault(self.folder / file.name, file) is None
        )
        if files != self.manifest.files:
            self.manifest = replace(self.manifest, files=files)
            self.lake.save(self.manifest)

    def _blocks(self) -> Iterator[_Block]:
        for file in self.manifest.of_kind("deals"):
            for first, last in _cuts(self.folder / file.name):
                yield _Block(file, first, last)

    def _solve(self, block: _Block, stop: Event) -> DataFile:
        path = self.folder / f"solved-{block.first_table:08d}.parquet"
        with whole_file(path, STORED_SOLVED) as writer:
            for group in read_groups(self.folder / block.file.name, _READ):
                table_no = as_numbers(group["table_no"], 0)
                inside = (table_no >= block.first_table) & (table_no <= block.last_table)
                passed = int(inside.sum())
                rows = np.flatnonzero(inside & _is_whole(group))
                self.progress.advance(passed - len(rows))
                for part in _parts(group, rows):
                    if stop.is_set():
                        raise Stopped
                    writer.write(self._solved(group, part))
                    self.progress.advance(len(part))
            solved = writer.rows
            size, digest = writer.commit()
        tables = block.first_table, block.last_table
        return DataFile(path.name, "solved", solved, size, digest, *tables)

    def _solved(self, group: Table, rows: np.ndarray) -> Table:
        """Solve some deals of one rule set."""
        rules = self.manifest.rule_set(str(group["rules"][int(rows[0])].as_py()))
        deals = Columns(
            **{
                name: as_numbers(group[name], 0)[rows] if name in _READ else _NOTHING
                for name in Columns._fields
            }
        )
        hands, plays = hands_of(deals), plays_of(deals)
        table = (deals.leader, deals.taker, deals.trump, rules)
        costed = cost_of_plays(hands, plays, *table)
        of_taker = (_seats(hands, plays) & 1) == (deals.taker & 1)[:, np.newaxis]
        columns = {
            "table_no": numbers(deals.table_no),
            "table_id": group["table_id"].combine_chunks().take(numbers(rows)),
            "deal_no": numbers(deals.deal_no),
            "taker_points": numbers(costed.taker_points.astype(np.uint8)),
            "capot": numbers(solve_deals(hands, *table).capot),
            "taker_cost": numbers((costed.costs * of_taker).sum(axis=1).astype(np.uint16)),
            "defence_cost": numbers((costed.costs * ~of_taker).sum(axis=1).astype(np.uint16)),
            "cards": lists(plays),
            "costs": lists(costed.costs.astype(np.uint8)),
            "actions": lists(_actions(plays, deals.trump)),
        }
        return stored_table(columns, STORED_SOLVED)

    def _commit(self, solved: DataFile) -> None:
        if solved in self.manifest.files:
            return
        manifest = replace(self.manifest, files=(*self.manifest.files, solved))
        self.lake.save(manifest)
        self.manifest = manifest


def _seats(hands: np.ndarray, plays: np.ndarray) -> np.ndarray:
    """The seat that plays each card, (n, 32)."""
    held = hands[:, np.newaxis, :] >> plays[:, :, np.newaxis] & 1
    return held.argmax(axis=2)


def _actions(cards: np.ndarray, trump: np.ndarray) -> np.ndarray:
    """What each card in order of play does: `LEAD`, `FOLLOW`, `RUFF` or `DISCARD`."""
    suits = cards >> 3
    led = np.repeat(suits[:, ::4], 4, axis=1)
    trumps = (suits == trump[:, np.newaxis]) & (trump < SANS_ATOUT)[:, np.newaxis]
    actions = np.where(suits == led, FOLLOW, np.where(trumps, RUFF, DISCARD))
    actions[:, ::4] = LEAD
    return actions.astype(np.uint8)


def _is_whole(group: Table) -> np.ndarray:
    """Which deals were taken and played to the end, with every hand known."""
    taker = as_numbers(group["taker"], NOBODY)
    played = as_numbers(group["played_mask"], _FULL)
    scored = is_one_of(group["kind"], ["scored"])
    whole = is_one_of(group["status"], ["complete", "friendly_end", "cancelled"])
    return (taker < 4) & (played == _FULL) & whole & ~scored


def _cuts(path: Path) -> Iterator[tuple[int, int]]:
    """First and last tables of blocks of a deals file: whole tables, `BLOCK` deals or more."""
    found = [as_numbers(group["table_no"], 0) for group in read_groups(path, ["table_no"])]
    tables, deals = np.unique(np.concatenate(found), return_counts=True)
    waiting, first = 0, 0
    for at, count in enumerate(deals.tolist()):
        waiting += count
        if waiting >= BLOCK or at == len(tables) - 1:
            yield int(tables[first]), int(tables[at])
            waiting, first = 0, at + 1


def _parts(group: Table, rows: np.ndarray) -> Iterator[np.ndarray]:
    """Rows in lots of `AT_ONCE` at most, each of one rule set."""
    names = np.array(as_texts(group["rules"].take(numbers(rows))).to_pylist(), object)
    starts = np.flatnonzero(names[1:] != names[:-1]) + 1
    for lot in np.split(rows, starts) if len(rows) else ():
        for start in range(0, len(lot), AT_ONCE):
            yield lot[start : start + AT_ONCE]
