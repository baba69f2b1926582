"""Deals of coinche counted by what was bid: two cubes that add up over files and runs."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.auction import CAPOT, CAPOT_RANK, CONTRACTS
from belote.game.columns import NOBODY
from belote.game.tally import OUTCOMES, Cube, side_of


class TalliedBids(NamedTuple):
    """The columns that are counted, of equal length, as in `belote.game.columns.CoincheColumns`."""

    dealer: np.ndarray
    taker: np.ndarray
    trump: np.ndarray
    contract: np.ndarray
    coinche_level: np.ndarray
    taker_points: np.ndarray
    taker_tricks: np.ndarray
    taker_belote: np.ndarray
    defence_belote: np.ndarray
    taker_annonces: np.ndarray
    defence_annonces: np.ndarray


_BID = (("position", 5), ("contract", len(CONTRACTS)), ("trump", 6), ("coinche_level", 3))

BID_POINTS = Cube((*_BID, ("capot", 3), ("taker_points", 163)), ("n",))
"""Deals by what was bid, by whom, and what the taker's side scored. Passed out: position and the
rest 0. ``contract`` is the place in `CONTRACTS`; ``capot`` as in `belote.game.tally.POINTS`."""

BID_MARKED = Cube(_BID, (*OUTCOMES, "difference_squares", "points_sum", "points_squares"))
"""Deals taken, under one rule set, by what was bid and by whom: outcomes, capots of either side,
sums and squares of the marks, squares of the taker's less the defence's, and sums and squares of
the taker's card points."""


@inline
def _contract_place(contract):
    """The place of a contract in `CONTRACTS`."""
    return np.int64(CAPOT_RANK - 1 if contract == CAPOT else contract // 10 - 8)


@kernel
def tally_bids(deals, points, cells):
    """Add coinche deals (`TalliedBids`) to the `BID_POINTS` cube ``points``.

    Fills ``cells`` (int64, as long as the deals) with each deal's cell of a `BID_MARKED` cube, or
    -1 where it was passed out.
    """
    for row in range(len(cells)):
        taker = np.int64(deals.taker[row])
        if taker == NOBODY:
            points[0, 0] += 1
            cells[row] = -1
            continue
        position = ((taker - np.int64(deals.dealer[row]) - 1) & 3) + 1
        cell = position * len(CONTRACTS) + _contract_place(deals.contract[row])
        cell = (cell * 6 + np.int64(deals.trump[row])) * 3 + np.int64(deals.coinche_level[row])
        capot = side_of(deals.taker_tricks[row] == 8, deals.taker_tricks[row] == 0)
        points[(cell * 3 + capot) * 163 + np.int64(deals.taker_points[row]), 0] += 1
        cells[row] = cell
