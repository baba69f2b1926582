"""What a search keeps in one piece of memory: the hands, the rules, and what it has found out."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.cards import SANS_ATOUT
from belote.game.order import strain_points
from belote.solver.shapes import set_shapes

TABLE_BITS = 16
"""The table has 2**16 entries of 16 bytes, which a core's own cache holds; larger is slower."""
EPOCHS = 1 << 25
"""How many deals are told apart in the table before it is cleared."""
DIX_DE_DER = 10
NO_CARD = -1
_CARDS_COUNT = 6
"""`MEMORY`'s ``worth`` where every card is worth 1, beside the strains 3 (any suit), 4 and 5."""

MEMORY = np.dtype(
    [
        ("hands", np.uint32, 4),  # in the order of the trump, like all masks here
        ("strain", np.int64),
        ("undertrump_free", np.bool_),  # these three make it `PlayRules` to `legal_cards`
        ("over_partner_ruff_free", np.bool_),
        ("over_partner_trump_lead_free", np.bool_),
        ("worth", np.int64),  # whose points are in the next three
        ("points", np.int64, 32),
        ("byte_points", np.uint8, (4, 256)),
        ("twins", np.uint32),  # cards worth as much as the next lower of their suit
        ("last_trick", np.int64),
        ("shape", np.uint8, (4, 256)),
        ("moves", np.int64, (32, 8)),  # by number of cards played; the same below
        ("limits", np.int64, (32, 8)),
        ("killers", np.int64, (32, 2)),
        ("epoch", np.uint64),
        ("table", np.uint64, (1 << TABLE_BITS, 2)),
    ]
)
"""Memory of a search, a record: numba hands it from function to function as a plain pointer.

``moves`` and ``limits`` are the cards tried at each depth and what each is worth at most,
``killers`` the two cards that last settled a position of that depth.
"""


def new_memory() -> np.ndarray:
    """Memory for one thread, to be used again and again: two `MEMORY` records, 1 MB each.

    One is for points, one for counting cards; a record that went from one to the other would add
    its points up anew each time.
    """
    memory = np.zeros(2, MEMORY)
    memory["worth"] = -1
    return memory


@inline
def begin(memory, hands, strain, rules, cards_count):
    """Take up a deal: four ``hands`` (uint32 masks in the order of the trump 0-5).

    What was found out before is forgotten; what will be holds for every position that comes of
    these hands by taking cards out of ``memory.hands``. With ``cards_count`` each card is worth 1
    and the last trick nothing, so that points say who takes every trick.
    """
    memory.strain = strain
    memory.undertrump_free = rules.undertrump_free
    memory.over_partner_ruff_free = rules.over_partner_ruff_free
    memory.over_partner_trump_lead_free = rules.over_partner_trump_lead_free
    worth = np.int64(_CARDS_COUNT if cards_count else max(strain, SANS_ATOUT - 1))
    if memory.worth != worth:
        memory.worth = worth
        _set_points(memory, strain, cards_count)
    for seat in range(4):
        memory.hands[seat] = hands[seat]
    set_shapes(memory)
    for ply in range(32):
        memory.killers[ply, 0] = NO_CARD
        memory.killers[ply, 1] = NO_CARD
    memory.epoch += np.uint64(1)
    if memory.epoch == EPOCHS:
        memory.epoch = np.uint64(1)
        for slot in range(1 << TABLE_BITS):
            memory.table[slot, 0] = np.uint64(0)


@inline
def _set_points(memory, strain, cards_count):
    memory.last_trick = 0 if cards_count else DIX_DE_DER
    memory.twins = np.uint32(0)
    for card in range(32):
        bit = np.uint32(np.uint32(1) << np.uint32(card))
        memory.points[card] = 1 if cards_count else strain_points(bit, strain)
        if card & 7 != 0 and memory.points[card] == memory.points[card - 1]:
            memory.twins = np.uint32(memory.twins | bit)
    for byte in range(4):
        for rank in range(8):
            points = memory.points[8 * byte + rank]
            for lower in range(1 << rank):
                total = memory.byte_points[byte, lower] + points
                memory.byte_points[byte, lower | 1 << rank] = total


@inline
def mask_points(memory, mask):
    """Points of the cards of a mask."""
    return (
        np.int64(memory.byte_points[0, mask & 0xFF])
        + np.int64(memory.byte_points[1, (mask >> 8) & 0xFF])
        + np.int64(memory.byte_points[2, (mask >> 16) & 0xFF])
        + np.int64(memory.byte_points[3, mask >> 24])
    )
