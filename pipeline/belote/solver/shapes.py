"""Positions alike in all but points.

Which cards win depends on the order of the cards left in each suit and on who holds them, not on
their names: once the ten is gone, a king does what the ten did. The *shape* of a position is who
holds the highest card left of each suit, the next and so on. Positions of one shape are played
alike, card for card, and differ in the points of these cards alone. So one position bounds the
other. Compare them card by card, and add up by how much the first one's are worth more, and by how
much less: a side gets at most ``more`` above and at most ``less`` below what it gets in the second,
because that is what any line of play makes of the difference.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, low_index


@inline
def set_shapes(memory):
    """Fill ``memory.shape`` for the hands in ``memory``.

    For each suit and set of its cards: the lowest cards of the deal that are held, one by one, by
    the same seats. Sets of one shape are thereby the same number.
    """
    for suit in range(4):
        planes = np.uint64(0)
        suit_cards = np.int64(0)
        for seat in range(4):
            held = np.int64((memory.hands[seat] >> np.uint32(8 * suit)) & 0xFF)
            suit_cards |= held
            planes |= np.uint64(held) << np.uint64(8 * seat)
        memory.shape[suit, 0] = 0
        cards = np.int64(0)
        while cards != suit_cards:
            # The next greater set of these cards: what it becomes without its top is known.
            cards = (cards - suit_cards) & suit_cards
            top = 7
            while cards >> top == 0:
                top -= 1
            shape = np.int64(memory.shape[suit, cards ^ (1 << top)])
            place = 0
            while shape >> place != 0:
                place += 1
            while not _same_hand(planes, place, top):
                place += 1
            memory.shape[suit, cards] = shape | (1 << place)


@inline
def _same_hand(planes, one, other):
    """Whether two ranks of a suit are held by one seat; ``planes`` has a byte a seat."""
    ranks = np.uint64(0x01010101)
    held = (planes >> np.uint64(other)) & ranks
    return (planes >> np.uint64(one)) & ranks == held


@inline
def shape_of(memory, left):
    """The shape of the cards left, a mask as well."""
    return np.uint32(
        np.uint32(memory.shape[0, left & 0xFF])
        | np.uint32(np.uint32(memory.shape[1, (left >> 8) & 0xFF]) << 8)
        | np.uint32(np.uint32(memory.shape[2, (left >> 16) & 0xFF]) << 16)
        | np.uint32(np.uint32(memory.shape[3, left >> 24]) << 24)
    )


@inline
def more_and_less(memory, left, other):
    """(more, less): by how much cards left are worth more and less than others of their shape."""
    more = np.int64(0)
    less = np.int64(0)
    if left == other:
        return more, less
    for suit in range(4):
        mine = np.uint32((left >> np.uint32(8 * suit)) & 0xFF)
        theirs = np.uint32((other >> np.uint32(8 * suit)) & 0xFF)
        if mine == theirs:
            continue
        while mine != 0:
            gap = (
                memory.points[8 * suit + np.int64(low_index(mine))]
                - memory.points[8 * suit + np.int64(low_index(theirs))]
            )
            more += max(gap, 0)
            less += max(-gap, 0)
            mine = np.uint32(mine & np.uint32(mine - np.uint32(1)))
            theirs = np.uint32(theirs & np.uint32(theirs - np.uint32(1)))
    return more, less
