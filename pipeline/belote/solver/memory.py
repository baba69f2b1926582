"""What a search keeps: the position, the rules, and the table of positions already judged."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.order import strain_points

TABLE_BITS = 17
EPOCHS = 1 << 26

MEMORY = np.dtype(
    [
        ("hands", np.uint32, 4),
        ("strain", np.int64),
        ("undertrump_free", np.bool_),
        ("over_partner_ruff_free", np.bool_),
        ("over_partner_trump_lead_free", np.bool_),
        ("points", np.int64, 32),
        ("byte_points", np.uint8, (4, 256)),
        ("points_of_what", np.int64),
        ("twins", np.uint32),
        ("astride", np.uint32),
        ("epoch", np.uint64),
        ("nodes", np.int64),
        ("moves", np.int64, (32, 8)),
        ("limits", np.int64, (32, 8)),
        ("killers", np.int64, (32, 2)),
        ("table", np.uint64, 1 << TABLE_BITS),
    ]
)


def new_memory() -> np.ndarray:
    memory = np.zeros(1, MEMORY)
    memory["points_of_what"] = -1
    return memory


@inline
def set_position(memory, hands, strain, count_cards, rules):
    """Put hands (trump order) and rules into memory; forget what was judged before."""
    memory.strain = strain
    memory.undertrump_free = rules.undertrump_free
    memory.over_partner_ruff_free = rules.over_partner_ruff_free
    memory.over_partner_trump_lead_free = rules.over_partner_trump_lead_free
    kind = np.int64(6) if count_cards else np.int64(min(strain, 3) if strain < 4 else strain)
    if strain < 4 and not count_cards:
        kind = np.int64(0)
    if memory.points_of_what != kind:
        memory.points_of_what = kind
        _set_points(memory, strain, count_cards)
    for seat in range(4):
        memory.hands[seat] = hands[seat]
    astride = np.uint32(0)
    for seat in range(4):
        # a card two above another of the same hand and points, with another hand's between
        hand = hands[seat]
        astride = np.uint32(
            astride | np.uint32(np.uint32(hand & memory.twins) & np.uint32(hand << np.uint32(2)))
        )
    memory.astride = np.uint32(astride & np.uint32(memory.twins << np.uint32(1)))
    memory.epoch += np.uint64(1)
    if memory.epoch == EPOCHS:
        memory.epoch = np.uint64(1)
        for i in range(1 << TABLE_BITS):
            memory.table[i] = np.uint64(0)
    for ply in range(32):
        memory.killers[ply, 0] = -1
        memory.killers[ply, 1] = -1


@inline
def _set_points(memory, strain, count_cards):
    memory.twins = np.uint32(0)
    for card in range(32):
        bit = np.uint32(np.uint32(1) << np.uint32(card))
        memory.points[card] = 1 if count_cards else strain_points(bit, strain)
        if card & 7 != 0 and memory.points[card] == memory.points[card - 1]:
            memory.twins = np.uint32(memory.twins | bit)
    for byte in range(4):
        for mask in range(256):
            total = 0
            for place in range(8):
                if mask >> place & 1:
                    total += memory.points[8 * byte + place]
            memory.byte_points[byte, mask] = total


@inline
def mask_points(memory, mask):
    return (
        np.int64(memory.byte_points[0, mask & 0xFF])
        + np.int64(memory.byte_points[1, (mask >> 8) & 0xFF])
        + np.int64(memory.byte_points[2, (mask >> 16) & 0xFF])
        + np.int64(memory.byte_points[3, mask >> 24])
    )
