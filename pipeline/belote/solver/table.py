"""The table of positions: what the leader's side gets at least and at most at the start of a trick.

An entry is two words. The first holds from bit 0 the least (8
bits), the most (8), the best card (5), then 43 bits that say which shape of which deal it is; the
slot says the rest of the shape. No two shapes share slot and tag, so that nothing is ever
mistaken for something else. The second word is the cards left, whose points the bounds are.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.solver.memory import NO_CARD, TABLE_BITS
from belote.solver.shapes import more_and_less, shape_of

_KEY_BITS = 34
_KEY = np.uint64((1 << _KEY_BITS) - 1)
_SLOT = np.uint64((1 << TABLE_BITS) - 1)


@inline
def _scrambled(key):
    """Numbers of 34 bits one to one to numbers of 34 bits, alike ones far apart."""
    key ^= key >> np.uint64(17)
    key = (key * np.uint64(0x2545F491D)) & _KEY
    key ^= key >> np.uint64(15)
    key = (key * np.uint64(0x19E3779B1)) & _KEY
    return key ^ (key >> np.uint64(17))


@inline
def address(memory, left, leader):
    """(slot, tag) of a position by the cards left and who leads."""
    key = _scrambled(np.uint64(shape_of(memory, left)) | (np.uint64(leader) << np.uint64(32)))
    tag = (key >> np.uint64(TABLE_BITS)) | (memory.epoch << np.uint64(_KEY_BITS - TABLE_BITS))
    return np.int64(key & _SLOT), tag


@inline
def look_up(memory, slot, tag, left, rest):
    """(least, most, best card) of a position with ``rest`` points; (0, rest, `NO_CARD`) if unknown.

    Bounds that come from another position of the same shape may lie outside 0 and ``rest``, and
    its best card may be none of this one's.
    """
    entry = memory.table[slot, 0]
    if entry >> np.uint64(21) != tag:
        return np.int64(0), rest, np.int64(NO_CARD)
    more, less = more_and_less(memory, left, np.uint32(memory.table[slot, 1]))
    return (
        np.int64(entry & np.uint64(0xFF)) - less,
        np.int64((entry >> np.uint64(8)) & np.uint64(0xFF)) + more,
        np.int64((entry >> np.uint64(16)) & np.uint64(31)),
    )


@inline
def keep(memory, slot, tag, left, least, most, card):
    """Enter a position, whatever stood in its slot before."""
    memory.table[slot, 0] = (
        (tag << np.uint64(21))
        | (np.uint64(card & 31) << np.uint64(16))
        | (np.uint64(most) << np.uint64(8))
        | np.uint64(least)
    )
    memory.table[slot, 1] = np.uint64(left)
