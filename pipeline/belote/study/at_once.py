"""What a change of marking does, from a run's rollup: no deal is played or even read again.

Every cell of the rollup is marked under both rule sets, so that means, outcomes and differences are
exactly those of the run's rows. Points held by a litige, and games, need the order of deals and are
not in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from belote.game.marking import OUTCOMES
from belote.game.tally import ScoredCells
from belote.game.variants import Rules
from belote.lake.custom import CellMarks, marks_of_cells
from belote.stats.intervals import Interval, mean_interval

SIDES = ("taker", "defence")


class MarkedTwice(NamedTuple):
    """A run's deals under two rule sets."""

    outcomes: tuple[tuple[int, ...], ...]
    """Deals by outcome under the first (rows), then under the second, as `OUTCOMES`."""
    shares: pl.DataFrame
    """``rules``, ``outcome``, ``k`` of ``n`` taken deals; none for an outcome under neither."""
    marks: pl.DataFrame
    """``rules``, ``side``, ``n``, ``total``, ``mean``, ``low`` and ``high``, over taken deals."""
    differences: dict[str, Interval]
    """By side: mean of the second's marks less the first's, paired deal by deal.

    Takes deals as independent, which under shuffled dealing they are."""


def marked_twice(cells: ScoredCells, base: Rules, variant: Rules) -> MarkedTwice:
    """Mark a run's cells under two rule sets that differ.

    Raises `RuleError` for one that makes no sense. At least two deals must be taken.
    """
    both = [marks_of_cells(cells, rules) for rules in (base, variant)]
    table = np.zeros((len(OUTCOMES), len(OUTCOMES)), np.int64)
    np.add.at(table, (both[0].outcome, both[1].outcome), cells.n)
    taken = cells.position > 0
    n = cells.n[taken]
    named = list(zip((base.name, variant.name), both, strict=True))
    marks = [
        {"rules": name, "side": side, **_sums(n, _of(marks, side)[taken])}
        for name, marks in named
        for side in SIDES
    ]
    shares = [
        {"rules": name, "outcome": outcome, "k": int(counts[at]), "n": int(n.sum())}
        for (name, _), counts in zip(named, (table.sum(axis=1), table.sum(axis=0)), strict=True)
        for at, outcome in enumerate(OUTCOMES)
        if outcome != "passed_out" and (table[at].any() or table[:, at].any())
    ]
    differences = {
        side: _interval(n, (_of(both[1], side) - _of(both[0], side))[taken]) for side in SIDES
    }
    rows = tuple(tuple(int(count) for count in row) for row in table)
    return MarkedTwice(rows, pl.DataFrame(shares), pl.DataFrame(marks), differences)


def _of(marks: CellMarks, side: str) -> np.ndarray:
    return marks.taker if side == "taker" else marks.defence


def _interval(n: np.ndarray, values: np.ndarray) -> Interval:
    return mean_interval(int(n.sum()), int((n * values).sum()), int((n * values**2).sum()))


def _sums(n: np.ndarray, values: np.ndarray) -> dict[str, float]:
    mean, low, high = _interval(n, values)
    return {
        "n": int(n.sum()), "total": int((n * values).sum()), "mean": mean, "low": low, "high": high,
    }  # fmt: skip
