"""Packs: shuffled or cut, and dealt in packets."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.simulate.draws import CUT, PACK, below, draw

TURNED, STOCK = 20, 21
"""Places in a pack (from the top) of the turned card and of the first card of the stock."""


@inline
def shuffle(pack, key):
    """Fill ``pack`` (uint8, 32 cards, top first) with a pack in uniform order."""
    for card in range(32):
        pack[card] = card
    for pair in range(16):
        bits = draw(key, PACK + pair)
        last = 31 - 2 * pair
        pick = below(bits >> np.uint64(32), last + 1)
        pack[last], pack[pick] = pack[pick], pack[last]
        pick = below(bits & np.uint64(0xFFFFFFFF), last)
        pack[last - 1], pack[pick] = pack[pick], pack[last - 1]


@inline
def cut(pack, pile, key):
    """Fill ``pack`` with the pile cut once after 1 to 31 cards, each alike."""
    at = 1 + below(draw(key, CUT) & np.uint64(0xFFFFFFFF), 31)
    for place in range(32):
        pack[place] = pile[(place + at) & 31]


@inline
def place_of_five(turn, card, packets_2_3):
    """Place in the pack of a card 0-4, in the order dealt, of the seat that is dealt to in turn."""
    first = 2 if packets_2_3 else 3
    if card < first:
        return turn * first + card
    return 3 * first + turn * (5 - first) + card


@inline
def put(pack, card, place):
    """Put a card at a place of a pack, in exchange for the card that is there.

    What is uniform of the other cards stays so, wherever the card was.
    """
    for at in range(32):
        if pack[at] == card:
            pack[at] = pack[place]
    pack[place] = card


@inline
def first_five(pack, dealer, packets_2_3, hands):
    """Deal five cards each from the top of the pack into the masks ``hands``."""
    for turn in range(4):
        hand = np.uint32(0)
        for card in range(5):
            place = place_of_five(turn, card, packets_2_3)
            hand |= np.uint32(1) << np.uint32(pack[place])
        hands[(dealer + 1 + turn) & 3] = hand


@inline
def complete(pack, dealer, taker, hands):
    """Deal the rest: the taker gets the turned card and two, the others three, in turn."""
    place = STOCK
    for turn in range(4):
        seat = (dealer + 1 + turn) & 3
        hand = hands[seat]
        if seat == taker:
            hand |= np.uint32(1) << np.uint32(pack[TURNED])
        for _ in range(2 if seat == taker else 3):
            hand |= np.uint32(1) << np.uint32(pack[place])
            place += 1
        hands[seat] = hand


@inline
def pile_passed_out(pack, dealer, packets_2_3, pile):
    """Pile the cards of a passed-out deal: hands in seat order, the turned card, the stock."""
    at = 0
    for seat in range(4):
        turn = (seat - dealer - 1) & 3
        for card in range(5):
            place = place_of_five(turn, card, packets_2_3)
            pile[at] = pack[place]
            at += 1
    for place in range(TURNED, 32):
        pile[place] = pack[place]


@inline
def _place_of_eight(turn, card, packets_2_3):
    """Place in the pack of a card 0-7, in the order dealt, of the seat that is dealt to in turn."""
    if card < 5:
        return place_of_five(turn, card, packets_2_3)
    return 15 + 3 * turn + card


@inline
def eight(pack, dealer, packets_2_3, hands):
    """Deal eight cards each, 3-2-3 or 2-3-3, from the top of the pack into the masks ``hands``."""
    for turn in range(4):
        hand = np.uint32(0)
        for card in range(8):
            place = _place_of_eight(turn, card, packets_2_3)
            hand |= np.uint32(1) << np.uint32(pack[place])
        hands[(dealer + 1 + turn) & 3] = hand


@inline
def pile_of_eights(pack, dealer, packets_2_3, pile):
    """Pile the cards of a passed-out deal of coinche: hands in seat order, cards as dealt."""
    for seat in range(4):
        turn = (seat - dealer - 1) & 3
        for card in range(8):
            pile[8 * seat + card] = pack[_place_of_eight(turn, card, packets_2_3)]
