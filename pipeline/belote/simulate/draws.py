"""Randomness by counter: every choice has its own draw, named by what it decides.

A deal's key is a hash of (seed, table, deal); the draw ``n`` of a deal is a hash of its key and
``n``. So a shuffled deal can be made again alone, nothing depends on who computes it, and two
rule sets meet the same packs and the same choices. The hash is `belote.players.chance.mix`.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.players.chance import STEP, below, mix

__all__ = ["BID", "CUT", "PACK", "PLAY", "WORD", "below", "deal_key", "draw", "mix"]

PACK, CUT, BID, PLAY, WORD = 0, 32, 40, 64, 80
"""First draw number of: the shuffle (16), the cut (1), the auction (8), the cards (16), and the
words of an auction of coinche (37)."""


@inline
def deal_key(seed, table_no, deal_no):
    """The key of a deal."""
    table = mix(mix(np.uint64(seed) + STEP) ^ np.uint64(table_no))
    return mix((table + STEP) ^ np.uint64(deal_no))


@inline
def draw(key, number):
    """The 64 random bits of one choice of a deal."""
    return mix(key + np.uint64(number + 1) * STEP)
