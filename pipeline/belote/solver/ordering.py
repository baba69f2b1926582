"""Which card to try first: a good guess saves searching the others. No value depends on it."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, low_index
from belote.game.cards import SANS_ATOUT
from belote.game.legality import beats, trick_trumps
from belote.game.order import TRUMPS, suit_of

_WEIGHTS = np.array(
    [
        [[[100, 5], [-54, 40]], [[0, -16], [0, -16]], [[100, 22], [140, 0]], [[60, -10], [7, -13]]],
        [
            [[110, 4], [63, -28]],
            [[-18, 30], [-11, -64]],
            [[40, 0], [100, 0]],
            [[-3, -132], [0, -100]],
        ],
        [
            [[142, 8], [80, 6]],
            [[45, -32], [-50, -8]],
            [[117, 0], [40, 4]],
            [[-55, -95], [-83, -156]],
        ],
        [
            [[109, 20], [65, -36]],
            [[0, -16], [0, -16]],
            [[100, 10], [-9, -38]],
            [[15, -239], [-487, -78]],
        ],
    ],
    np.int64,
)
"""How promising a card is, by its place in the trick (0-3), by who is foreseen to win it
(`_outlook`), and by whether it is a trump: a start, and eighths for each of its points.

Found by turning one number after another while the positions searched over 170 whole deals of
every strain became fewer, which they did by a third.
"""

_KILLERS = np.array([[89, 53], [30, 30], [60, 45], [59, 28]], np.int64)
"""What is added by place to the two cards that last settled a position as deep in the deal."""

_KNOWN_BEST = 1 << 20
_ABOVE_ZERO = 1 << 14


@inline
def _strongest(hand, led, trumps):
    """The cards a hand could win with: of the suit led, else trumps."""
    follow = np.uint32(hand & led)
    return follow if follow != 0 else np.uint32(hand & trumps)


@inline
def _outlook(memory, place, trick, bit):
    """Who is foreseen to win if the seats to come play as high as they can, 0-3.

    When leading, 0: this card, or the partner's above it; 2: the partner's, where this one would
    lose; 3: the opponents. When following, 0 and 1: this card goes ahead, and its side wins
    or doesn't; 2 and 3: it stays behind, and its side wins or doesn't.
    """
    led = suit_of(bit) if place == 0 else trick.led
    trumps = trick_trumps(memory.strain, led)
    ahead = place == 0 or beats(bit, trick.best, led, trumps)
    best = bit if ahead else trick.best
    theirs = np.uint32(0)
    partners = np.uint32(0)
    if place < 3:
        theirs = _strongest(memory.hands[(trick.seat + 1) & 3], led, trumps)
    if place < 2:
        partners = _strongest(memory.hands[(trick.seat + 2) & 3], led, trumps)
    if place == 0:
        theirs = max(theirs, _strongest(memory.hands[(trick.seat + 3) & 3], led, trumps))
        if theirs < bit:
            return 0
        return 2 if theirs < partners else 3
    if ahead or (trick.winner ^ trick.seat) & 1 == 0:
        wins = theirs < max(best, partners)
    else:
        wins = partners > max(best, theirs)
    return (0 if ahead else 2) + (0 if wins else 1)


@inline
def list_moves(memory, ply, trick, legal, known_best):
    """Put the legal cards with their promise into ``memory.moves[ply]``; returns how many.

    A move is the promise times 32 and the card's number. ``known_best`` may be no card.
    """
    place = ply & 3
    count = 0
    while legal != 0:
        card = np.int64(low_index(legal))
        bit = np.uint32(np.uint32(1) << np.uint32(card))
        legal = np.uint32(legal ^ bit)
        is_trump = np.int64(memory.strain < SANS_ATOUT and bit & TRUMPS != 0)
        weights = _WEIGHTS[place, _outlook(memory, place, trick, bit), is_trump]
        promise = _ABOVE_ZERO + weights[0] + (weights[1] * memory.points[card] >> 3)
        if card == known_best:
            promise += _KNOWN_BEST
        elif card == memory.killers[ply, 0]:
            promise += _KILLERS[place, 0]
        elif card == memory.killers[ply, 1]:
            promise += _KILLERS[place, 1]
        memory.moves[ply, count] = promise << 5 | card
        count += 1
    return count


@inline
def next_move(memory, ply, tried, count):
    """The most promising card not yet tried; the first ``tried`` places hold those that were."""
    pick = tried
    for place in range(tried + 1, count):
        if memory.moves[ply, place] > memory.moves[ply, pick]:
            pick = place
    card = memory.moves[ply, pick] & 31
    memory.moves[ply, pick] = memory.moves[ply, tried]
    memory.moves[ply, tried] = card
    return card


@inline
def remember_killer(memory, ply, card):
    """Note a card that settled a position of this depth."""
    if memory.killers[ply, 0] != card:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = card
