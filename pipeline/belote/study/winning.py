"""From counts of deals to the probability of winning a game under a rule set."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np
import polars as pl

from belote.game.columns import NOBODY, Columns
from belote.game.marking import LITIGE, MADE
from belote.game.tally import ScoredCells
from belote.game.variants import Rules
from belote.lake.custom import PASSED_OUT as NO_TAKER
from belote.lake.custom import marks_of_cells
from belote.stats import winning
from belote.stats.winning import DEALER, FIRST, DealRows, WinTable, win_table

LABELS = ("made", "chute", "litige", "taker_capot", "defence_capot")
"""What ``label`` of `deal_distribution` means, by number; -1 of a deal passed out."""
GRID = 20
"""Steps of a score in `win_grid` at most."""
_NICE = (1, 5, 10, 20, 50, 100, 200, 500, 1000)


def scored_deals(deals: Columns) -> ScoredCells:
    """The counts of simulated prise deals, distinct and in ascending order."""
    out = deals.taker == NOBODY
    belote = _sides(deals.taker_belote > 0, deals.defence_belote > 0)
    capot = _sides(deals.taker_tricks == 8, deals.taker_tricks == 0)
    position = ((deals.taker.astype(np.int64) - deals.dealer - 1) & 3) + 1
    annonces = deals.taker_annonces.astype(np.int64) - deals.defence_annonces
    facts = (position, belote, capot, deals.taker_points.astype(np.int64), annonces)
    return _counted([np.where(out, 0, column) for column in facts], np.ones(len(out), np.int64))


def together(parts: list[ScoredCells]) -> ScoredCells:
    """Counts of several lots of deals as one."""
    *facts, n = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return _counted(facts, n)


def deal_distribution(cells: ScoredCells, rules: Rules) -> DealRows:
    """The distribution of one deal under the marking fields of a rule set (prise).

    ``label`` is the place of the outcome in `LABELS`; ``weight`` the count. Deals that end alike
    are one row. Raises `RuleError` for a rule set of no sense.
    """
    marks = marks_of_cells(cells, rules)
    taken = cells.position != NO_TAKER
    # Order of speaking goes round: the dealer speaks last, its partner second.
    dealers = taken & (cells.position % 2 == 0)
    side = np.where(dealers, DEALER, FIRST)
    goes_to = np.where(marks.outcome == MADE, side, FIRST + DEALER - side)
    goes_to[marks.outcome == LITIGE] = winning.LITIGE
    goes_to[~taken] = winning.PASSED_OUT
    label = np.where(cells.capot > 0, LABELS.index("taker_capot") - 1 + cells.capot,
                     marks.outcome - MADE)  # fmt: skip
    label[~taken] = -1
    columns = (
        side,
        np.where(dealers, marks.defence, marks.taker),
        np.where(dealers, marks.taker, marks.defence),
        np.where(dealers, marks.defence_belote, marks.taker_belote),
        np.where(dealers, marks.taker_belote, marks.defence_belote),
        goes_to,
        marks.held,
        label,
    )
    return DealRows._make(_merged(columns, cells.n))


def table_for(cells: ScoredCells, rules: Rules, *, error: float = 1e-9) -> WinTable:
    """Probabilities of winning under a rule set, from counts of deals played under it.

    Counts played with other play fields give an answer too: that of the marking on those deals.
    Raises `ValueError` as `belote.stats.winning.win_table`, for a chute that marks nothing too.
    """
    return win_table(
        deal_distribution(cells, rules),
        rules.target,
        finish_on_belote=rules.finish_on_belote,
        same_dealer=rules.all_pass == "same_dealer",
        error=error,
    )


def _counted(facts: list[np.ndarray], n: np.ndarray) -> ScoredCells:
    """Cells that are alike made one; the columns are those of `ScoredCells` without ``n``."""
    return ScoredCells(*_merged(facts, n))


def _merged(columns, n: np.ndarray) -> list[np.ndarray]:
    """Rows that are alike made one, in ascending order: the columns, then the counts added up."""
    lows = [int(column.min(initial=0)) for column in columns]
    sizes = [
        int(column.max(initial=0)) - low + 1 for column, low in zip(columns, lows, strict=True)
    ]
    places = [column - low for column, low in zip(columns, lows, strict=True)]
    alike, at = np.unique(np.ravel_multi_index(places, sizes), return_inverse=True)
    total = np.bincount(at, n, len(alike)).astype(np.int64)
    found = np.unravel_index(alike, sizes)
    return [*(column + low for column, low in zip(found, lows, strict=True)), total]


def _sides(taker: np.ndarray, defence: np.ndarray) -> np.ndarray:
    return np.where(taker, 1, np.where(defence, 2, 0))


def win_grid(table: WinTable, dealer_team: int) -> pl.DataFrame:
    """Team 0's probability of winning in even steps of both scores, with nothing held.

    ``own``, ``other`` and ``chance``: at most `GRID` steps a side, from 0 to below the target.
    """
    least = max(table.unit, -(-table.target // GRID))
    step = next(
        (nice for nice in _NICE if nice >= least and nice % table.unit == 0),
        -(-least // table.unit) * table.unit,
    )
    every = step // table.unit
    chances = table.probabilities(dealer_team)[::every, ::every]
    own, other = np.divmod(np.arange(chances.size), len(chances))
    return pl.DataFrame({"own": own * step, "other": other * step, "chance": chances.ravel()})
