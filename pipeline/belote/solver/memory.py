"""What a search keeps: the position, the rules, and the table of positions already judged."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.order import strain_points

TABLE_BITS = 16
EPOCHS = 1 << 25

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
        ("epoch", np.uint64),
        ("nodes", np.int64),
        ("by_ply", np.int64, 33),
        ("w", np.int64, (4, 4, 2, 2)),
        ("kw", np.int64, (4, 2)),
        ("knob", np.int64, 16),
        ("moves", np.int64, (32, 8)),
        ("limits", np.int64, (32, 8)),
        ("killers", np.int64, (32, 2)),
        ("canon", np.uint8, (4, 256)),
        ("table", np.uint64, (1 << TABLE_BITS, 2)),
    ]
)


def new_memory() -> np.ndarray:
    memory = np.zeros(1, MEMORY)
    memory["points_of_what"] = -1
    memory["knob"][0, 0] = 3
    w = memory["w"][0]
    w[:, 0, :, 0] = 100
    w[1:, 0, :, 0] = 110
    w[1:, 0, :, 1] = 4
    w[0, 0, :, 1] = 8
    w[:, 1, :, 1] = 4
    w[:, 2, :, 0] = 100
    w[:, 2, :, 1] = 8
    w[:, 1, :, 1] = -16
    w[:, 3, :, 1] = -16
    memory["kw"][0] = [[60, 30]] * 4
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
    _set_canon(memory)
    memory.epoch += np.uint64(1)
    if memory.epoch == EPOCHS:
        memory.epoch = np.uint64(1)
        for i in range(1 << TABLE_BITS):
            memory.table[i, 0] = np.uint64(0)
    for ply in range(32):
        memory.killers[ply, 0] = -1
        memory.killers[ply, 1] = -1


@inline
def _set_canon(memory):
    for suit in range(4):
        base = 8 * suit
        owner = np.zeros(8, np.int64)
        full = np.int64(0)
        for rank in range(8):
            owner[rank] = -1
            for seat in range(4):
                if memory.hands[seat] >> np.uint32(base + rank) & 1:
                    owner[rank] = seat
                    full |= 1 << rank
        memory.canon[suit, 0] = 0
        for mask in range(1, 256):
            if mask & ~full != 0:
                continue
            top = 7
            while mask >> top == 0:
                top -= 1
            less = mask ^ (1 << top)
            canon = np.int64(memory.canon[suit, less])
            place = 0
            while canon >> place != 0:
                place += 1
            while owner[place] != owner[top]:
                place += 1
            memory.canon[suit, mask] = canon | (1 << place)


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
