"""The player `random`: any legal card with equal chance, and takes with a stated chance."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, nth_bit, popcount
from belote.players.seat import PASS


@inline
def speak(offer, take):
    """Take with chance ``take``; in round 2 each of the other three suits alike."""
    if (offer.draw >> np.uint64(32)) * 2.0**-32 >= take:
        return PASS
    turned_suit = offer.turned >> 3
    if offer.bid_round == 1:
        return turned_suit
    third = np.int64(((offer.draw & np.uint64(0xFFFFFFFF)) * np.uint64(3)) >> np.uint64(32))
    return (turned_suit + 1 + third) & 3


@inline
def play(turn):
    """A legal card's bit, each with equal chance (to 2^-29)."""
    count = np.uint64(popcount(np.uint32(turn.legal)))
    return nth_bit(np.uint32(turn.legal), (np.uint64(turn.draw) * count) >> np.uint64(32))
