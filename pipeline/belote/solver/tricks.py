"""A trick under way: what is on the table, and what it becomes by one more card."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, popcount
from belote.game.legality import beats, legal_cards, trick_trumps
from belote.game.order import suit_of
from belote.solver.memory import mask_points


class Trick(NamedTuple):
    """A trick, in scalars; masks are uint32 in the order of the trump, the rest int64."""

    seat: int
    """Who plays next."""
    led: int
    """The suit mask of the card led, 0 before it."""
    best: int
    """The card (bit) that wins so far, 0 before there is one."""
    winner: int
    """The seat that played it; of no meaning before."""
    points: int
    """Points on the table."""


@inline
def new_trick(leader):
    """A trick that a seat is about to lead."""
    zero = np.uint32(0)
    return Trick(np.int64(leader), zero, zero, np.int64(leader), np.int64(0))


@inline
def after_card(memory, ply, trick, card):
    """(trick, won): what a trick becomes by the card number ``card``.

    After the fourth card it is the next trick, and ``won`` the points that its leader has just won;
    before, 0. ``ply`` is how many of the deal's 32 cards were played before this one.
    """
    bit = np.uint32(np.uint32(1) << np.uint32(card))
    points = trick.points + memory.points[card]
    led = suit_of(bit) if trick.led == 0 else trick.led
    wins = trick.led == 0 or beats(bit, trick.best, led, trick_trumps(memory.strain, led))
    winner = trick.seat if wins else trick.winner
    if ply & 3 == 3:
        if ply == 31:
            points += memory.last_trick
        return new_trick(winner), points
    best = bit if wins else trick.best
    return Trick((trick.seat + 1) & 3, led, best, winner, points), np.int64(0)


@inline
def legal_now(memory, ply, trick):
    """The cards that the next seat may play, as a mask."""
    partner_wins = ply & 3 > 1 and trick.winner == trick.seat ^ 2
    trumps = trick_trumps(memory.strain, trick.led)
    hand = memory.hands[trick.seat]
    return legal_cards(hand, trick.led, trick.best, partner_wins, trumps, memory)


@inline
def others_cards(memory, seat):
    """What the three other hands hold."""
    one, two, three = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    return np.uint32(np.uint32(memory.hands[one] | memory.hands[two]) | memory.hands[three])


@inline
def last_trick(memory, leader, rest):
    """What the leader's side gets of ``rest`` points when each hand holds one card."""
    best = memory.hands[leader]
    led = suit_of(best)
    trumps = trick_trumps(memory.strain, led)
    ours = True
    for place in range(1, 4):
        card = memory.hands[(leader + place) & 3]
        if beats(card, best, led, trumps):
            best = card
            ours = place == 2
    return rest if ours else np.int64(0)


@inline
def cards_played(memory, trick, on_table):
    """The ply of a position: how many of 32 cards are played, ``on_table`` to this trick."""
    return 4 * (8 - np.int64(popcount(memory.hands[trick.seat]))) + on_table


@inline
def points_to_come(memory, ply, trick):
    """All points not yet won: of the hands, of the table and of the last trick."""
    if ply == 32:
        return np.int64(0)
    held = np.uint32(memory.hands[trick.seat] | others_cards(memory, trick.seat))
    return mask_points(memory, held) + trick.points + memory.last_trick
