"""Rollups: a run's deals counted into small cubes, so that pages need not read rows.

A rollup is a few hundred thousand cells at most, whatever the run's size, in one file beside the
deals (one more for each later `belote mark`). Cells add up: over files, runs and axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from belote.game.auction import CONTRACTS
from belote.game.columns import NOBODY
from belote.game.match import marking_of
from belote.game.tally import (
    MARKED,
    POINTS,
    SAID,
    SCORED,
    TENS,
    Cube,
    Tallied,
    tally_deals,
    tally_marks,
)
from belote.game.tally_coinche import BID_MARKED, BID_POINTS, TalliedBids, tally_bids
from belote.game.variants import Rules
from belote.lake.files import (
    Array,
    Table,
    as_numbers,
    compute,
    is_one_of,
    nothing,
    numbers,
    plain,
    read_groups,
    whole_file,
    word,
)
from belote.lake.manifest import DataFile
from belote.lake.stored import STORED_COUNTS, arrow_schema

_NULL = {"taker": NOBODY, "trump": NOBODY}
_AXES: dict[str, np.ndarray] = {
    "contract": np.array(CONTRACTS, np.uint8),
    "annonces": (10 * np.arange(-TENS, TENS + 1)).astype(np.int16),
}
"""What the places of an axis are stored as, where not as their numbers."""


class Counted(NamedTuple):
    """How the deals of an auction are counted."""

    columns: type[Tallied] | type[TalliedBids]
    cubes: dict[str, Cube]
    """What no rule set changes, by name, in the order that ``tally`` takes them."""
    tally: Callable[..., None]
    """Adds deals to these cubes, and fills their cells of ``marked``."""
    marked: Cube
    """What is counted of deals taken under each rule set."""
    known: tuple[str, ...]
    """Columns that are NULL where a counted deal is known in part only."""
    known_if_taken: tuple[str, ...]
    """The same of one that was taken."""


COUNTED = {
    "prise": Counted(
        Tallied,
        {"said": SAID, "points": POINTS, "scored": SCORED},
        tally_deals,
        MARKED,
        ("turned", "first_mask", "owner_low"),
        ("taker_points", "taker_tricks"),
    ),
    "coinche": Counted(
        TalliedBids,
        {"points": BID_POINTS},
        tally_bids,
        BID_MARKED,
        ("dealer", "owner_low"),
        ("contract", "coinche_level", "taker_points", "taker_tricks"),
    ),
}
"""By auction."""


class Rollup:
    """Counts of deals and games under some rule sets; two of the same ones add up with `merge`.

    There is one rule set at least, and all are of the auction of the deals.
    """

    def __init__(self, rule_sets: Sequence[Rules]) -> None:
        self.rule_sets = tuple(rule_sets)
        self.counted = COUNTED[rule_sets[0].auction]
        self.cubes = {name: cube.zeros() for name, cube in self.counted.cubes.items()}
        self.marked = tuple(self.counted.marked.zeros() for _ in rule_sets)
        self.games = [np.zeros((2, 0), np.int64) for _ in rule_sets]
        """For each rule set: keys (`_game_keys`), ascending, and the finished games of each."""
        self._rules = [marking_of(rules) for rules in rule_sets]

    def add(self, numbers: Mapping[str, np.ndarray], keep: slice | np.ndarray) -> None:
        """Count the deals that ``keep`` names, from columns by stored name; others are ignored."""
        columns: Any = self.counted.columns
        deals = columns(*(numbers[name][keep] for name in columns._fields))
        cells = np.empty(len(deals.taker), np.int64)
        self.counted.tally(deals, *self.cubes.values(), cells)
        for cube, rules in zip(self.marked, self._rules, strict=True):
            tally_marks(deals, cells, rules, cube)

    def add_games(self, folder: Path, files: Iterable[DataFile]) -> None:
        """Count the finished games in those of a run's files that hold games.

        Games under other rule sets are left out. Raises `LakeError` for a damaged file.
        """
        for file in files:
            if file.kind != "games":
                continue
            for group in read_groups(folder / file.name, ["rules", *_GAME_FACTS]):
                keys = _game_keys(group)
                for at, rules in enumerate(self.rule_sets):
                    ours = keys[(keys >= 0) & is_one_of(group["rules"], [rules.name])]
                    found = np.stack([ours, np.ones_like(ours)])
                    self.games[at] = _added(self.games[at], found)

    def merge(self, other: Rollup) -> None:
        """Add another's counts to these."""
        pairs = zip(self._dense(), other._dense(), strict=True)
        for mine, theirs in pairs:
            np.add(mine, theirs, out=mine)
        self.games = list(map(_added, self.games, other.games))

    def _dense(self) -> list[np.ndarray]:
        """Every cube, in one order for all rollups under the same rule sets."""
        return [*self.cubes.values(), *self.marked]


_GAME_FACTS = ("deals", "lead_changes", "comeback", "winner_team", "first_dealer_team")
MOST_LEAD_CHANGES = 15
COMEBACK_STEP, MOST_COMEBACK_STEPS = 50, 40
_GAME_PLACES = (1 << 32, MOST_LEAD_CHANGES + 1, MOST_COMEBACK_STEPS + 1, 3)
"""Of a game's key: deals, changes of the lead, steps of its comeback, and whether the first
dealer's side won (2: the dealer is not known)."""


def _game_keys(games: Table) -> np.ndarray:
    """The key of each stored game as one int64, or -1 where nobody won it."""
    deals, changes, comeback = (as_numbers(games[n], 0).astype(np.int64) for n in _GAME_FACTS[:3])
    winner, dealer = (as_numbers(games[name], NOBODY) for name in _GAME_FACTS[3:])
    steps = np.minimum(-(-comeback // COMEBACK_STEP), MOST_COMEBACK_STEPS)
    won = np.where(dealer == NOBODY, 2, winner == dealer).astype(np.int64)
    places = deals, np.minimum(changes, MOST_LEAD_CHANGES), steps, won
    return np.where(winner == NOBODY, -1, np.ravel_multi_index(places, _GAME_PLACES))


def _added(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The sum of two lists of keys and counts, (2, keys); those of ``other`` in any order."""
    keys, place = np.unique(np.concatenate([one[0], other[0]]), return_inverse=True)
    total = np.zeros(len(keys), np.int64)
    np.add.at(total, place, np.concatenate([one[1], other[1]]))
    return np.stack([keys, total])


def roll_up(deals: Path, rule_sets: Sequence[Rules]) -> Rollup:
    """Count a deals file, not its games; raises `LakeError` when it is damaged.

    Counts what statistics count: deals broken off, and those of a game ended by agreement, are
    left out.
    """
    rollup = Rollup(rule_sets)
    names = rollup.counted.columns._fields
    for group in read_groups(deals, [*names, "status"]):
        columns = {name: as_numbers(group[name], _NULL.get(name, 0)) for name in names}
        keep = is_one_of(group["status"], ["complete"])
        rollup.add(columns, slice(None) if keep.all() else keep)
    return rollup


def can_be_rolled_up(deals: Path, auction: str) -> bool:
    """Whether all that a rollup counts by is known of every counted deal of a file.

    Cells have no place for what is not known: a run that cannot be rolled up has no rollup, and
    is counted deal by deal. Raises `LakeError` when the file is damaged.
    """
    counted = COUNTED[auction]
    for group in read_groups(deals, [*counted.known, *counted.known_if_taken, "taker", "status"]):
        keep = is_one_of(group["status"], ["complete"])
        taken = keep & (as_numbers(group["taker"], NOBODY) != NOBODY)
        for names, needed in ((counted.known, keep), (counted.known_if_taken, taken)):
            for name in names:
                unknown = as_numbers(compute.is_null(group[name]), 0).astype(np.bool_)
                if (unknown & needed).any():
                    return False
    return True


def rollup_rows(rollup: Rollup, *, marks_only: bool) -> pa.Table:
    """A rollup as it is stored; ``marks_only`` leaves out what no rule set changes."""
    parts: list[pa.Table] = []
    if not marks_only:
        for name, cube in rollup.counted.cubes.items():
            parts.append(_cells(cube, rollup.cubes[name], name, None))
    for at, rules in enumerate(rollup.rule_sets):
        parts.append(_cells(rollup.counted.marked, rollup.marked[at], "marked", rules.name))
        parts.append(_games(rollup.games[at], rules.name))
    return pa.concat_tables(parts)


def write_rollup(rows: pa.Table, rules: Sequence[str], path: Path, tables: int) -> DataFile:
    """Commit the rows of a rollup as one file.

    Nothing is visible until a manifest names the file. Raises OSError where it cannot be written.
    """
    with whole_file(path, STORED_COUNTS) as writer:
        writer.write(rows)
        size, digest = writer.commit()
    return DataFile(path.name, "counts", rows.num_rows, size, digest, 1, tables, tuple(rules))


def rollup_fault(rollup: Rollup, file: DataFile, path: Path) -> str | None:
    """What is wrong with a stored rollup, compared with the counts of all of the run's deals.

    ``rollup`` must hold the rule sets of the file, and may hold others. Raises `LakeError` when
    the file is damaged.
    """
    stored = pa.concat_tables(read_groups(path, [c.name for c in STORED_COUNTS]))
    stored = plain(_with_every_column({n: stored[n] for n in stored.column_names}, stored.num_rows))
    rules = [rules.name for rules in rollup.rule_sets]
    wanted = plain(rollup_rows(rollup, marks_only="points" not in stored["cube"].to_pylist()))
    mine = compute.is_in(wanted["rules"], pa.array([*file.rules, None], pa.string()))
    if file.rules and set(file.rules) <= set(rules) and stored.equals(wanted.filter(mine)):
        return None
    return f"{path} does not hold the counts of the run's deals"


def _cells(cube: Cube, counts: np.ndarray, name: str, rules: str | None) -> pa.Table:
    """The cells that hold something, as stored."""
    held = np.flatnonzero(counts[:, 0])
    places = np.unravel_index(held, [size for _, size in cube.axes])
    columns: dict[str, Array] = {
        axis: numbers(_AXES[axis][place] if axis in _AXES else place.astype(np.uint8))
        for (axis, _), place in zip(cube.axes, places, strict=True)
    }
    columns |= {measure: numbers(counts[held, at]) for at, measure in enumerate(cube.measures)}
    return _as_stored(columns, name, rules, len(held))


def _games(games: np.ndarray, rules: str) -> pa.Table:
    """The finished games by their length and course, as stored."""
    keys = np.asarray(games[0], np.intp)
    deals, changes, steps, won = np.unravel_index(keys, _GAME_PLACES)
    columns: dict[str, Array] = {
        "deals": numbers(deals.astype(np.uint32)),
        "lead_changes": numbers(changes.astype(np.uint8)),
        "comeback": numbers(steps.astype(np.uint8)),
        "first_dealer_won": numbers(won.astype(np.uint8), won == 2),
        "n": numbers(games[1]),
    }
    return _as_stored(columns, "games", rules, len(keys))


def _as_stored(columns: dict[str, Array], cube: str, rules: str | None, rows: int) -> pa.Table:
    columns["cube"] = word(cube, rows)
    if rules is not None:
        columns["rules"] = word(rules, rows)
    return _with_every_column(columns, rows)


def _with_every_column(columns: Mapping[str, Array], rows: int) -> pa.Table:
    """The columns as stored; NULL in one that is not there, as in files of before it was."""
    return pa.Table.from_arrays(
        [columns.get(c.name, nothing(c.type, rows)) for c in STORED_COUNTS],
        schema=arrow_schema(STORED_COUNTS),
    )
