"""Deals as columns in memory: what the simulator fills, the lake stores and a check replays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

NOBODY = 255
"""``taker`` and ``trump`` of a passed-out deal."""


class Columns(NamedTuple):
    """Deals as columns of equal length, as the lake stores them (see its schema for meanings).

    A passed-out deal has ``taker`` and ``trump`` `NOBODY` and zeros from ``leader`` on, its
    ``owner`` bits naming the first five cards of each seat only.
    """

    table_no: np.ndarray
    deal_no: np.ndarray
    dealer: np.ndarray
    turned: np.ndarray
    first_mask: np.ndarray
    bid_round: np.ndarray
    taker: np.ndarray
    trump: np.ndarray
    leader: np.ndarray
    owner_low: np.ndarray
    owner_high: np.ndarray
    trick_0: np.ndarray
    trick_1: np.ndarray
    trick_2: np.ndarray
    winners: np.ndarray
    taker_points: np.ndarray
    taker_tricks: np.ndarray
    taker_belote: np.ndarray
    defence_belote: np.ndarray
    taker_annonces: np.ndarray
    defence_annonces: np.ndarray


_WIDE = {
    "table_no", "deal_no", "first_mask", "owner_low", "owner_high", "trick_0", "trick_1", "trick_2",
}  # fmt: skip
_HALF = {"winners", "taker_annonces", "defence_annonces"}


def empty_columns(rows: int) -> Columns:
    """Columns of that length, not yet filled."""
    types = {name: np.uint32 if name in _WIDE else np.uint8 for name in Columns._fields}
    types |= dict.fromkeys(_HALF, np.uint16)
    return Columns(**{name: np.empty(rows, types[name]) for name in Columns._fields})
