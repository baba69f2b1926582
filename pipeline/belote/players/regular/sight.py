"""What `regular` makes of the cards it has seen: who may hold what, and how likely.

Chances are whole numbers of 256ths. An unseen card is taken to lie in each hand that may hold it
alike, and apart from the others; suits shown void and the turned card, which the taker was seen
to pick up, are certain.

At sans atout and tout atout no card ruffs another: every suit is a plain one, weak to strong in the
order of the strain, and ``sight.trumps`` is empty.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, low_index, popcount
from belote.game.cards import (
    PLAIN_POINTS,
    RANKS,
    SANS_POINTS,
    TOUT_ATOUT,
    TOUT_POINTS,
    TRUMP_ORDER,
    TRUMP_POINTS,
)
from belote.game.order import TRUMPS
from belote.players.seat import SUIT

CERTAIN = 256

SECONDS = np.uint32(0x40404040)
"""The second highest card of each suit: ten, or nine where it is ordered as a trump."""


def _in_trump_order(points: tuple[int, ...]) -> list[int]:
    return [points[RANKS.index(rank)] for rank in TRUMP_ORDER]


_POINTS = np.array(
    [
        *(list(PLAIN_POINTS) * 3 + _in_trump_order(TRUMP_POINTS)),
        *(list(SANS_POINTS) * 4),
        *(_in_trump_order(TOUT_POINTS) * 4),
    ],
    np.int64,
)
"""Card points by bit number: where a suit is trump, at sans atout, at tout atout."""

_VOID_SUITS = np.array(
    [sum(0xFF << 8 * suit for suit in range(4) if bits >> suit & 1) for bits in range(16)],
    np.uint32,
)
"""The cards of the suits that four void bits name."""


def _chance_of_none(hands: int, cards: int) -> int:
    if cards == 0:
        return CERTAIN
    return round(CERTAIN * ((hands - 1) / hands) ** cards) if hands else 0


_NONE_OF = np.array([_chance_of_none(hands, n) for hands in range(4) for n in range(9)], np.int64)
"""Chance that one of so many hands holds none of so many cards (9 a row)."""


class Sight(NamedTuple):
    """What a seat has worked out before it weighs its cards."""

    unseen: int
    """Cards in the three other hands."""
    masters: int
    """Cards of the own hand that no unseen card of their suit beats."""
    left: int
    """Unseen cards that the seat to the left may hold; so for the others."""
    partner: int
    right: int
    opponents_trump: bool
    """Whether an opponent may hold a trump."""
    trump_hands: int
    """Number of other hands that may hold a trump."""
    trumps: int
    """The cards that ruff others: `TRUMPS`, or none."""


@inline
def count(cards):
    """Number of cards of a mask."""
    return np.int64(popcount(np.uint32(cards)))


@inline
def index(card):
    """Index of a single card's bit."""
    return np.int64(low_index(np.uint32(card)))


@inline
def worth(turn, card):
    """The points of a single card's bit."""
    scale = 0
    if turn.strain != SUIT:
        scale = 64 if turn.strain == TOUT_ATOUT else 32
    return _POINTS[scale + index(card)]


@inline
def above(card):
    """Every bit greater than a single card's."""
    return ~np.uint32(card | np.uint32(card - np.uint32(1)))


@inline
def _reached(cards):
    """These cards and all that are weaker than one of them in its suit."""
    cards = np.uint32(cards | np.uint32(np.uint32(cards >> np.uint32(1)) & np.uint32(0x7F7F7F7F)))
    cards = np.uint32(cards | np.uint32(np.uint32(cards >> np.uint32(2)) & np.uint32(0x3F3F3F3F)))
    return np.uint32(cards | np.uint32(np.uint32(cards >> np.uint32(4)) & np.uint32(0x0F0F0F0F)))


@inline
def _may_hold(turn, unseen, seat):
    """The unseen cards that a seat may hold: of no suit it is void of, nor the taker's own."""
    bits = np.uint32(np.uint32(turn.voids >> np.uint32(8 * seat)) & np.uint32(15))
    cards = np.uint32(unseen & ~_VOID_SUITS[bits])
    return cards if seat == turn.taker else np.uint32(cards & ~turn.turned)


@inline
def hands_with(turn, suit_no):
    """Number of other hands that have not shown to be void of a suit (byte in trump order)."""
    void = np.uint32(np.uint32(turn.voids >> np.uint32(suit_no)) & np.uint32(0x01010101))
    return 3 - count(np.uint32(void & ~np.uint32(np.uint32(1) << np.uint32(8 * turn.seat))))


@inline
def look(turn):
    """The `Sight` of a turn."""
    unseen = ~np.uint32(np.uint32(turn.gone | turn.trick) | turn.hand)
    left = _may_hold(turn, unseen, (turn.seat + 1) & 3)
    right = _may_hold(turn, unseen, (turn.seat + 3) & 3)
    trumps = TRUMPS if turn.strain == SUIT else np.uint32(0)
    return Sight(
        unseen=unseen,
        masters=np.uint32(turn.hand & ~_reached(unseen)),
        left=left,
        partner=_may_hold(turn, unseen, turn.seat ^ 2),
        right=right,
        opponents_trump=np.uint32(np.uint32(left | right) & trumps) != 0,
        trump_hands=hands_with(turn, 3),
        trumps=trumps,
    )


@inline
def lacks(turn, held, cards, hands, seat):
    """Chance that a seat, which may hold ``held``, holds none of these cards of one suit.

    ``hands`` is the number of hands that may hold the suit.
    """
    wanted = np.uint32(held & cards)
    if seat == turn.taker and np.uint32(wanted & turn.turned) != 0:
        return np.int64(0)
    return _NONE_OF[9 * hands + count(wanted)]


@inline
def ruffs(turn, sight, held, led, trumps, hands, seat):
    """Chance that a seat is void of the plain suit led and holds one of these trumps."""
    void = lacks(turn, held, led, hands, seat)
    return ((CERTAIN - lacks(turn, held, trumps, sight.trump_hands, seat)) * void) >> 8


@inline
def stands(turn, sight, held, card, led, hands, seat):
    """Chance that a seat yet to play, which may hold ``held``, does not beat ``card``."""
    if led == sight.trumps:
        return lacks(turn, held, above(card), hands, seat)
    if np.uint32(card & sight.trumps) != 0:
        return CERTAIN - ruffs(turn, sight, held, led, above(card), hands, seat)
    stays = lacks(turn, held, np.uint32(above(card) & led), hands, seat)
    if turn.strain != SUIT:
        return stays
    return (stays * (CERTAIN - ruffs(turn, sight, held, led, TRUMPS, hands, seat))) >> 8
