"""Constants of the cards that `regular` weighs."""

from __future__ import annotations

import numpy as np

from belote.game.cards import PLAIN_POINTS, RANKS, TRUMP_ORDER, TRUMP_POINTS

POINTS = np.array(
    list(PLAIN_POINTS) * 3 + [TRUMP_POINTS[RANKS.index(rank)] for rank in TRUMP_ORDER], np.int64
)
"""Card points by bit number in trump order."""

TENS = np.uint32(0x00404040)
"""The tens of the plain suits."""
