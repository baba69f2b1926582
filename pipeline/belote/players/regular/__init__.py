"""The player `regular`: a club player's habits, from what its seat can see."""

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.players.regular.bidding import speak
from belote.players.regular.following import follow
from belote.players.regular.leading import lead
from belote.players.regular.weights import WEIGHTS

__all__ = ["play", "speak"]


@inline
def play(turn):
    """The card played, as a bit of ``turn.legal``."""
    if np.uint32(turn.legal & np.uint32(turn.legal - np.uint32(1))) == 0:
        return turn.legal
    if turn.led == 0:
        return lead(turn, WEIGHTS)
    return follow(turn, WEIGHTS)
