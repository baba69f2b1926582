"""Any rule set's own marks of a run, evaluated at once from its rollup.

What a deal marks by itself depends on who took, belote, capot, card points and annonces alone, and
a rollup counts deals by just these. So a rule set that the run was never marked under is
evaluated exactly from some ten thousand cells, whatever the run's size. Points held by a litige,
and games, depend on the order of deals: for those a run is marked by `belote mark`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from belote.game.marking import CHUTE, LITIGE, MADE, mark_rules
from belote.game.tally import ScoredCells, mark_cells
from belote.game.variants import Rules, check_combination
from belote.lake.files import as_numbers, is_one_of, read_groups
from belote.lake.manifest import LakeError
from belote.lake.store import Lake

PASSED_OUT = 0
"""``position`` of deals passed out."""
_STORED = ["cube", *ScoredCells._fields]


class CellMarks(NamedTuple):
    """What one deal of each cell marks under a rule set, field by field as a `Mark` tells it.

    Columns of int64, as long as the cells.
    """

    outcome: np.ndarray
    """As `belote.game.marking.OUTCOMES`."""
    taker: np.ndarray
    """The mark of the taker's side, its belote in."""
    defence: np.ndarray
    taker_belote: np.ndarray
    """What of the taker's mark is its belote."""
    defence_belote: np.ndarray
    held: np.ndarray
    """What a litige keeps of the taker's side."""


def scored_cells(lake: Lake, run_id: str) -> ScoredCells:
    """The counted deals of a run by all that a mark depends on, as columns of int64.

    Raises `LakeError` for a run that is unknown, unfinished or without such counts.
    """
    manifest = lake.manifest(run_id)
    if manifest.status != "complete":
        raise LakeError(f"run {run_id!r} is unfinished: --resume finishes it, then it has counts")
    if not manifest.is_scored:
        why = (
            "is of coinche, whose rollup does not tell all that a mark depends on"
            if manifest.is_counted
            else "has no rollup, because too little is known of its deals"
        )
        raise LakeError(f"run {run_id!r} {why}: 'belote mark' marks it deal by deal")
    parts: list[list[np.ndarray]] = []
    for file in manifest.of_kind("counts"):
        for group in read_groups(lake.run_folder(run_id) / file.name, _STORED):
            if group.column_names != _STORED:
                raise LakeError(
                    f"run {run_id!r} has a rollup of an older kind, which lacks annonces:"
                    " simulate or replay it again"
                )
            scored = is_one_of(group["cube"], ["scored"])
            parts.append([as_numbers(group[name], 0)[scored] for name in ScoredCells._fields])
    columns = (np.concatenate(column) for column in zip(*parts, strict=True))
    return ScoredCells(*(column.astype(np.int64) for column in columns))


def marks_of_cells(cells: ScoredCells, rules: Rules) -> CellMarks:
    """What one deal of each cell marks under a rule set; raises `RuleError` for one of no sense."""
    check_combination(rules)
    marks = np.empty((len(cells.n), len(CellMarks._fields)), np.int64)
    mark_cells(cells, mark_rules(rules), marks)
    return CellMarks(*marks.T)


def custom_marks(lake: Lake, run_id: str, rules: Rules) -> pl.DataFrame:
    """A run's own marks under any prise rule set, by position: exactly what its rows give.

    One row a ``position`` that took (1-4; 0 is passed out, where all but ``n`` and ``passed_out``
    is 0), ascending: counts of deals ``n``, ``made``, ``chute``, ``litige``, ``passed_out``,
    ``taker_capot``, ``defence_capot``, and of the marks ``taker_sum``, ``taker_squares``,
    ``defence_sum``, ``defence_squares``; all int64. Rows add up. Raises as `scored_cells` does, and
    `RuleError` for a rule set of no sense.
    """
    cells = scored_cells(lake, run_id)
    marks = marks_of_cells(cells, rules)
    taken = cells.position != PASSED_OUT
    weighed: dict[str, np.ndarray] = {
        "n": np.ones_like(cells.n),
        "made": marks.outcome == MADE,
        "chute": marks.outcome == CHUTE,
        "litige": marks.outcome == LITIGE,
        "passed_out": ~taken,
        "taker_capot": cells.capot == 1,
        "defence_capot": cells.capot == 2,
        "taker_sum": marks.taker,
        "taker_squares": marks.taker**2,
        "defence_sum": marks.defence,
        "defence_squares": marks.defence**2,
    }
    positions, place = np.unique(cells.position, return_inverse=True)
    sums: dict[str, np.ndarray] = {"position": positions}
    for name, values in weighed.items():
        sums[name] = np.zeros(len(positions), np.int64)
        np.add.at(sums[name], place, values * cells.n)
    return pl.DataFrame(sums)
