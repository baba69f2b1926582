"""Deals as columns in memory: what the simulator fills, the lake stores and a check replays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.game.auction import LONGEST_AUCTION

NOBODY = 255
"""``taker`` and ``trump`` of a passed-out deal; ``turned`` of every deal of coinche."""
SILENCE = 255
"""What stands in ``calls`` after the last word."""


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


class CoincheColumns(NamedTuple):
    """The same of deals of coinche, and what was bid.

    Nothing is turned (`NOBODY`), ``bid_round`` is 0 and ``first_mask`` the whole pack. ``calls``
    has a row of `LONGEST_AUCTION` places a deal: the words said (`belote.game.auction`), then
    `SILENCE`. A passed-out deal has ``taker`` and ``trump`` `NOBODY` and zeros from ``leader`` on,
    but for ``calls`` and the ``owner`` bits, which name the eight cards of each seat.
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
    contract: np.ndarray
    coinche_level: np.ndarray
    calls: np.ndarray


_WIDE = {
    "table_no", "deal_no", "first_mask", "owner_low", "owner_high", "trick_0", "trick_1", "trick_2",
}  # fmt: skip
_HALF = {"winners", "taker_annonces", "defence_annonces"}


def _empty(name: str, rows: int) -> np.ndarray:
    kind = np.uint32 if name in _WIDE else np.uint16 if name in _HALF else np.uint8
    return np.empty((rows, LONGEST_AUCTION) if name == "calls" else rows, kind)


def empty_columns(rows: int) -> Columns:
    """Columns of that length, not yet filled."""
    return Columns(*(_empty(name, rows) for name in Columns._fields))


def empty_coinche_columns(rows: int) -> CoincheColumns:
    """The same of deals of coinche."""
    return CoincheColumns(*(_empty(name, rows) for name in CoincheColumns._fields))


def hands_of(columns: Columns | CoincheColumns) -> np.ndarray:
    """The four hands of every deal, uint32 (n, 4); of a passed-out prise the first five cards."""
    low, high = columns.owner_low, columns.owner_high
    hands = np.stack([~low & ~high, low & ~high, ~low & high, low & high], axis=1)
    passed_out = columns.taker == NOBODY
    hands[passed_out] &= columns.first_mask[passed_out, np.newaxis]
    return hands


def plays_of(columns: Columns | CoincheColumns) -> np.ndarray:
    """The 32 cards of every deal in order of play, uint8 (n, 32); no deal is passed out."""
    rows = np.arange(len(columns.taker))
    plays = np.empty((len(rows), 32), np.uint8)
    planes = (columns.owner_low, columns.owner_high)
    tricks = (columns.trick_0, columns.trick_1, columns.trick_2)
    leaders = columns.winners.astype(np.int64) << 2 | columns.leader  # two bits a trick
    for card in range(32):
        owner, trick = (
            sum(((plane >> card & 1).astype(np.int64) << bit for bit, plane in enumerate(bits)))
            for bits in (planes, tricks)
        )
        place = owner - (leaders >> 2 * trick) & 3
        plays[rows, 4 * trick + place] = card
    return plays
