"""Annonces: carrés and sequences, and the side that marks its own.

Only the side with the single best annonce marks, and marks all of its own. Any carré beats any
sequence; carrés J > 9 > A > T > K > Q; sequences by class (cent, cinquante, tierce), then top
card, then the suit that is trump, if one is, then who plays first in the first trick. Longer than
five is a cent.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.cards import NATURAL_RANKS, RANKS

CARRE_VALUES = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
CARRE_ORDER = "QKTA9J"
"""Carrés, weak to strong."""
SEQUENCE_VALUES = {3: 20, 4: 50, 5: 100}
MOST_ANNONCES = 550
"""The most that a side can mark: four carrés, of J, 9 and two others, which take its 16 cards."""

_CARRE_RANKS = sum(1 << RANKS.index(rank) for rank in CARRE_VALUES)
_ABOVE_SEQUENCES = 1000


def _runs(byte: int) -> list[tuple[int, int]]:
    """Maximal runs of three or more in a suit's byte: (length, natural rank of the top card)."""
    held = [bool(byte >> RANKS.index(rank) & 1) for rank in NATURAL_RANKS]
    runs: list[tuple[int, int]] = []
    length = 0
    for rank, has in enumerate([*held, False]):
        if not has and length >= 3:
            runs.append((length, rank - 1))
        length = length + 1 if has else 0
    return runs


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Per byte: value and strength of a suit's sequences; value and strength of carrés."""
    sequence_value, sequence_rank, carre_value, carre_rank = np.zeros((4, 256), np.int16)
    for byte in range(256):
        for length, top in _runs(byte):
            sequence_value[byte] += SEQUENCE_VALUES[min(length, 5)]
            strength = min(length, 5) * 16 + top * 2
            sequence_rank[byte] = max(sequence_rank[byte], strength)
        for rank, value in CARRE_VALUES.items():
            if byte >> RANKS.index(rank) & 1:
                carre_value[byte] += value
                strength = _ABOVE_SEQUENCES + CARRE_ORDER.index(rank)
                carre_rank[byte] = max(carre_rank[byte], strength)
    return sequence_value, sequence_rank, carre_value, carre_rank


_SEQUENCE_VALUE, _SEQUENCE_RANK, _CARRE_VALUE, _CARRE_RANK = _tables()


@inline
def hand_annonces(hand, trump):
    """(value of all annonces, strength of the best) of a hand of eight (bit = card).

    Strengths compare as the rules do; the trump suit counts one more than another suit's
    sequence of the same class and top. (0, 0) for a hand without annonces.
    """
    suits = hand & (hand >> np.uint32(16))
    carres = (suits & (suits >> np.uint32(8))) & np.uint32(_CARRE_RANKS)
    value = np.int64(_CARRE_VALUE[carres])
    best = np.int64(_CARRE_RANK[carres])
    for suit in range(4):
        byte = (hand >> np.uint32(8 * suit)) & np.uint32(0xFF) & ~carres
        strength = np.int64(_SEQUENCE_RANK[byte])
        if strength > 0:
            value += np.int64(_SEQUENCE_VALUE[byte])
            if suit == trump:
                strength += 1
            best = max(best, strength)
    return value, best


@inline
def side_annonces(hands, trump, leader):
    """(team 0's, team 1's) annonces to mark: of four hands of eight, first lead by ``leader``."""
    best = np.int64(0)
    owner = 0
    value0 = np.int64(0)
    value1 = np.int64(0)
    for turn in range(4):
        seat = (leader + turn) & 3
        value, strength = hand_annonces(hands[seat], trump)
        if seat & 1:
            value1 += value
        else:
            value0 += value
        if strength > best:
            best = strength
            owner = seat & 1
    if owner == 0:
        return value0, np.int64(0)
    return np.int64(0), value1
