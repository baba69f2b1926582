"""The player `random`: any legal card with equal chance, and takes or bids with a stated one."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, low_index, nth_bit, popcount
from belote.game import auction
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


@inline
def bid(call, take):
    """The word of coinche: speaks with chance ``take``, and passes otherwise.

    It surcoinches when its side was coinched. When the others bid it coinches one time in four.
    Else it bids a strain, each alike, one step over the last contract, two with chance 1/4, three
    1/8 and so on, a capot at most; when that was bid already it coinches, or passes its side's.
    """
    if (call.draw >> np.uint64(32)) * 2.0**-32 >= take:
        return np.int64(auction.PASS)
    others_bid = call.bid != auction.NO_BID and (call.bidder ^ call.seat) & 1 != 0
    if call.level > 0:
        surcoinche = call.level == 1 and not others_bid
        return np.int64(auction.SURCOINCHE if surcoinche else auction.PASS)
    bits = call.draw & np.uint64(0xFFFFFFFF)
    last = auction.rank_of(call.bid)
    if others_bid and ((bits & np.uint64(3)) == 0 or last == auction.CAPOT_RANK):
        return np.int64(auction.COINCHE)
    if last == auction.CAPOT_RANK:
        return np.int64(auction.PASS)
    steps = 1 + np.int64(low_index(np.uint32((bits >> np.uint64(2)) | np.uint64(1 << 12))))
    strain = np.int64(((bits >> np.uint64(14)) * np.uint64(6)) >> np.uint64(18))
    return 8 * min(last + steps, np.int64(auction.CAPOT_RANK)) + strain
