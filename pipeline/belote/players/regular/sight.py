"""What `regular` makes of the cards it has seen: who may hold what, and how likely.

Chances are whole numbers of 256ths. Unseen cards are taken to lie in each hand that may hold
them alike and independently; a suit shown void, and the turned card, are known for certain.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, low_index, popcount
from belote.game.order import TRUMPS

CERTAIN = 256

_VOID_SUITS = np.array(
    [sum(0xFF << 8 * suit for suit in range(4) if voids >> suit & 1) for voids in range(16)], np.uint32
)
"""The cards of the suits that four void bits name."""

_NONE_OF = np.array(
    [
        [round(CERTAIN * ((hands - 1) / max(hands, 1)) ** cards) if cards else CERTAIN for cards in range(9)]
        for hands in range(4)
    ],
    np.int64,
)
"""Chance that one of so many hands holds none of so many cards."""


class Sight(NamedTuple):
    """What a seat has worked out before it weighs its cards."""

    unseen: int
    """Cards in the three other hands."""
    masters: int
    """Cards of the own hand that no unseen card of their suit beats."""
    next: int
    """Unseen cards that the seat to the left may hold."""
    partner: int
    previous: int
    opponents_trump: bool
    """Whether an opponent may hold a trump."""


@inline
def count(cards):
    """Number of cards of a mask."""
    return np.int64(popcount(np.uint32(cards)))


@inline
def index(card):
    """Index of a single card's bit."""
    return np.int64(low_index(np.uint32(card)))


@inline
def above(card):
    """Every card of a greater bit."""
    return ~np.uint32(card | np.uint32(card - np.uint32(1)))


@inline
def not_above(cards):
    """The given cards and all that are weaker than one of them in its suit."""
    cards = np.uint32(cards | np.uint32(np.uint32(cards >> np.uint32(1)) & np.uint32(0x7F7F7F7F)))
    cards = np.uint32(cards | np.uint32(np.uint32(cards >> np.uint32(2)) & np.uint32(0x3F3F3F3F)))
    return np.uint32(cards | np.uint32(np.uint32(cards >> np.uint32(4)) & np.uint32(0x0F0F0F0F)))


@inline
def may_hold(turn, unseen, seat):
    """The unseen cards that a seat may hold: no suit it is void of, nor another's turned card."""
    voids = np.uint32(np.uint32(turn.voids >> np.uint32(8 * seat)) & np.uint32(15))
    cards = np.uint32(unseen & ~_VOID_SUITS[voids])
    return cards if seat == turn.taker else np.uint32(cards & ~turn.turned)


@inline
def look(turn):
    """The `Sight` of a turn."""
    unseen = ~np.uint32(np.uint32(turn.gone | turn.trick) | turn.hand)
    after = may_hold(turn, unseen, (turn.seat + 1) & 3)
    before = may_hold(turn, unseen, (turn.seat + 3) & 3)
    return Sight(
        unseen=unseen,
        masters=np.uint32(turn.hand & ~not_above(unseen)),
        next=after,
        partner=may_hold(turn, unseen, turn.seat ^ 2),
        previous=before,
        opponents_trump=np.uint32(np.uint32(after | before) & TRUMPS) != 0,
    )


@inline
def lacks(turn, held, cards, suit_no, seat):
    """Chance that a seat, which may hold ``held``, holds none of these cards of one suit."""
    wanted = np.uint32(held & cards)
    if seat == turn.taker and np.uint32(wanted & turn.turned) != 0:
        return np.int64(0)
    void = np.uint32(np.uint32(turn.voids >> np.uint32(suit_no)) & np.uint32(0x01010101))
    others = np.uint32(void & ~np.uint32(np.uint32(1) << np.uint32(8 * turn.seat)))
    return _NONE_OF[3 - count(others), count(wanted)]


@inline
def stands(turn, held, card, led, seat):
    """Chance that a seat yet to play, which may hold ``held``, does not beat ``card``."""
    suit_no = index(led) >> 3
    if led == TRUMPS:
        return lacks(turn, held, above(card), 3, seat)
    void = lacks(turn, held, led, suit_no, seat)
    trump_above = np.uint32(above(card) & TRUMPS)
    ruffed = ((CERTAIN - lacks(turn, held, trump_above, 3, seat)) * void) >> 8
    if np.uint32(card & TRUMPS) != 0:
        return CERTAIN - ruffed
    stays = lacks(turn, held, np.uint32(above(card) & led), suit_no, seat)
    return (stays * (CERTAIN - ruffed)) >> 8
