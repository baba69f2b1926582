"""Randomness by counter: every choice has its own draw, named by what it decides.

A deal's key is a hash of (seed, table, deal); the draw ``n`` of a deal is a hash of its key and
``n``. So a shuffled deal can be made again alone, nothing depends on who computes it, and two
rule sets meet the same packs and the same choices. The hash is the finaliser of SplitMix64
(Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline

_STEP = np.uint64(0x9E3779B97F4A7C15)

PACK, CUT, BID, PLAY, WORD = 0, 32, 40, 64, 80
"""First draw number of: the shuffle (16), the cut (1), the auction (8), the cards (16), and the
words of an auction of coinche (37)."""


@inline
def mix(bits):
    """A bijection of 64 bits in which every input bit changes about half of the output."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@inline
def deal_key(seed, table_no, deal_no):
    """The key of a deal."""
    table = mix(mix(np.uint64(seed) + _STEP) ^ np.uint64(table_no))
    return mix((table + _STEP) ^ np.uint64(deal_no))


@inline
def draw(key, number):
    """The 64 random bits of one choice of a deal."""
    return mix(key + np.uint64(number + 1) * _STEP)


@inline
def below(bits32, count):
    """A whole number from 0 to ``count - 1``, equally likely to ``count`` in 2^32, of 32 bits."""
    return (bits32 * np.uint64(count)) >> np.uint64(32)
