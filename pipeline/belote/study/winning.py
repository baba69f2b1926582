"""From counts of deals to the probability of winning a game under a rule set."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import kernel
from belote.game.columns import NOBODY, Columns
from belote.game.marking import LITIGE, MADE, Facts, mark_deal, mark_rules
from belote.game.variants import Rules
from belote.stats import winning
from belote.stats.winning import DealRows, WinTable, win_table

LABELS = ("made", "chute", "litige", "taker_capot", "defence_capot")
"""What ``label`` of `deal_distribution` means, by number; -1 of a deal passed out."""


class ScoredDeals(NamedTuple):
    """Counts of deals by what marking needs of them: integer columns of equal length.

    ``position`` is the taker's, 1 to 4 in order of speaking, 0 for deals passed out (whose other
    facts mean nothing); ``belote`` and ``capot`` are 0 nobody's, 1 the taker's side's, 2 the
    defence's; points are card points with dix de der and annonces; ``n`` counts.
    """

    position: np.ndarray
    belote: np.ndarray
    capot: np.ndarray
    taker_points: np.ndarray
    taker_annonces: np.ndarray
    defence_annonces: np.ndarray
    n: np.ndarray


def scored_deals(deals: Columns) -> ScoredDeals:
    """The counts of simulated deals, distinct and in ascending order."""
    out = deals.taker == NOBODY
    belote = _sides(deals.taker_belote > 0, deals.defence_belote > 0)
    capot = _sides(deals.taker_tricks == 8, deals.taker_tricks == 0)
    position = ((deals.taker.astype(np.int64) - deals.dealer - 1) & 3) + 1
    facts = (
        position,
        belote,
        capot,
        deals.taker_points.astype(np.int64),
        deals.taker_annonces.astype(np.int64),
        deals.defence_annonces.astype(np.int64),
    )
    return counted([np.where(out, 0, column) for column in facts], np.ones(len(out), np.int64))


def together(parts: list[ScoredDeals]) -> ScoredDeals:
    """Counts of several lots of deals as one."""
    *facts, n = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return counted(facts, n)


def counted(facts: list[np.ndarray], n: np.ndarray) -> ScoredDeals:
    """Rows that are alike made one; the columns are those of `ScoredDeals` without ``n``."""
    sizes = [int(column.max(initial=0)) + 1 for column in facts]
    cells = np.ravel_multi_index(facts, sizes)
    alike, place = np.unique(cells, return_inverse=True)
    total = np.bincount(place, n, len(alike)).astype(np.int64)
    return ScoredDeals._make([*np.unravel_index(alike, sizes), total])


def deal_distribution(counts: ScoredDeals, rules: Rules) -> DealRows:
    """The distribution of one deal under the marking fields of a rule set (prise).

    ``label`` is the place of the outcome in `LABELS`; ``weight`` the count.
    """
    rows = np.zeros((len(counts.n), 8), np.int64)
    _mark_rows(counts, mark_rules(rules), rows)
    return DealRows._make([*np.ascontiguousarray(rows.T), counts.n])


def table_for(counts: ScoredDeals, rules: Rules, *, error: float = 1e-9) -> WinTable:
    """Probabilities of winning under a rule set, from counts of deals played under it.

    Counts played with other play fields give an answer too: that of the marking on those deals.
    Raises `ValueError` as `belote.stats.winning.win_table`, for a chute that marks nothing too.
    """
    return win_table(
        deal_distribution(counts, rules),
        rules.target,
        finish_on_belote=rules.finish_on_belote,
        same_dealer=rules.all_pass == "same_dealer",
        error=error,
    )


def _sides(taker: np.ndarray, defence: np.ndarray) -> np.ndarray:
    return np.where(taker, 1, np.where(defence, 2, 0))


@kernel
def _mark_rows(counts, rules, rows):
    """Fill ``rows`` with the columns of `DealRows` but the weight."""
    for i in range(len(counts.n)):
        if counts.position[i] == 0:
            rows[i, 5] = winning.PASSED_OUT
            rows[i, 7] = -1
            continue
        capot, belote = counts.capot[i], counts.belote[i]
        facts = Facts(
            np.int64(counts.taker_points[i]),
            np.int64(8 if capot == 1 else 0 if capot == 2 else 4),
            np.int64(20 if belote == 1 else 0),
            np.int64(20 if belote == 2 else 0),
            np.int64(counts.taker_annonces[i]),
            np.int64(counts.defence_annonces[i]),
        )
        mark = mark_deal(facts, rules)
        side = 1 - (np.int64(counts.position[i]) & 1)
        rows[i, 0] = side
        rows[i, 1 + side] = mark.taker
        rows[i, 2 - side] = mark.defence
        rows[i, 3 + side] = mark.taker_belote
        rows[i, 4 - side] = mark.defence_belote
        rows[i, 6] = mark.held
        if mark.outcome == LITIGE:
            rows[i, 5] = winning.LITIGE
        else:
            rows[i, 5] = side if mark.outcome == MADE else 1 - side
        rows[i, 7] = 2 + capot if capot > 0 else mark.outcome - MADE
