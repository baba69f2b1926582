"""What a side is sure of at the start of a trick, without playing it."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.cards import SANS_ATOUT
from belote.game.order import TRUMPS
from belote.solver.memory import mask_points


@inline
def _up_to_the_highest(mask):
    """Every bit up to the highest of each byte of a mask."""
    mask = np.uint32(mask | np.uint32(np.uint32(mask >> np.uint32(1)) & np.uint32(0x7F7F7F7F)))
    mask = np.uint32(mask | np.uint32(np.uint32(mask >> np.uint32(2)) & np.uint32(0x3F3F3F3F)))
    return np.uint32(mask | np.uint32(np.uint32(mask >> np.uint32(4)) & np.uint32(0x0F0F0F0F)))


@inline
def sure_points(memory, leader, rest):
    """(least, most) of the ``rest`` points that the leader's side gets.

    A side takes home those of its trumps that are above all the other side's: each wins its trick,
    or falls under a partner's that does. The leader's side also takes the leader's masters of
    every suit, one after the other, where nobody else can ruff; they are all the tricks where the
    leader holds nothing else.
    """
    mine = memory.hands[leader]
    partners = memory.hands[leader ^ 2]
    theirs = np.uint32(memory.hands[(leader + 1) & 3] | memory.hands[(leader + 3) & 3])
    least = np.int64(0)
    most = rest
    nobody_ruffs = memory.strain >= SANS_ATOUT
    if not nobody_ruffs:
        our_trumps = np.uint32(np.uint32(mine | partners) & TRUMPS)
        their_trumps = np.uint32(theirs & TRUMPS)
        if our_trumps > their_trumps:
            top = np.uint32(our_trumps & ~_up_to_the_highest(their_trumps))
            least = mask_points(memory, top)
        else:
            top = np.uint32(their_trumps & ~_up_to_the_highest(our_trumps))
            most = rest - mask_points(memory, top)
        nobody_ruffs = np.uint32(np.uint32(partners | theirs) & TRUMPS) == 0
    if nobody_ruffs:
        masters = np.uint32(mine & ~_up_to_the_highest(np.uint32(partners | theirs)))
        if masters == mine:
            return rest, rest
        least = max(least, mask_points(memory, masters))
    return least, most
