"""The search: what the side to play gets if both sides play their best.

A principal-variation search of points. At the start of a trick it first asks what the leader's
side is sure of (`bounds`) and what is known of the position and its likes (`table`); cards are
tried in a promising order (`ordering`), and a card next to one already tried can differ from it by
the difference of their points at most.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel, low_index
from belote.solver.bounds import sure_points
from belote.solver.memory import NO_CARD
from belote.solver.ordering import list_moves, next_move, remember_killer
from belote.solver.table import address, keep, look_up
from belote.solver.tricks import after_card, last_trick, legal_now, others_cards

_ONE = np.uint32(1)
_MORE_THAN_ALL = 1000
_LAST_LOOK = 19
"""The last ply whose successors are looked up together: two tricks are sooner searched."""


@inline
def _without_twins(memory, cards):
    """Cards less those that do what the next lower one does, for as many points."""
    return np.uint32(cards & ~np.uint32(np.uint32(cards << _ONE) & memory.twins))


@inline
def _limit(memory, ply, tried, card, others):
    """What a card is worth at most, by the cards ``tried`` before it.

    Two cards of one hand with none of the ``others`` between them win and lose alike. Whichever is
    played first, the points by which one is worth more go to one side or the other, now or later.
    """
    limit = np.int64(_MORE_THAN_ALL)
    for place in range(tried):
        near = memory.moves[ply, place]
        if near >> 3 != card >> 3:
            continue
        low, high = np.uint32(min(near, card)), np.uint32(max(near, card))
        between = np.uint32((_ONE << high) - np.uint32(np.uint32(2) << low))
        if np.uint32(between & others) == 0:
            gap = abs(memory.points[card] - memory.points[near])
            limit = min(limit, memory.limits[ply, place] + gap)
    return limit


@inline
def _sure_with_last_card(memory, ply, trick, legal, rest):
    """The most that the fourth hand gets by a card after which the position is in the table.

    0, which every side gets, where that is not worth asking.
    """
    sure = np.int64(0)
    if ply & 3 != 3 or ply > _LAST_LOOK or np.uint32(legal & np.uint32(legal - _ONE)) == 0:
        return sure
    seat = trick.seat
    left_before = np.uint32(others_cards(memory, seat) | memory.hands[seat])
    while legal != 0:
        card = np.int64(low_index(legal))
        left = np.uint32(left_before & ~np.uint32(_ONE << np.uint32(card)))
        legal = np.uint32(legal & np.uint32(legal - _ONE))
        new, won = after_card(memory, ply, trick, card)
        slot, tag = address(memory, left, new.seat)
        least, most, best = look_up(memory, slot, tag, left, rest - won)
        if best != NO_CARD:
            ours = (new.seat ^ seat) & 1 == 0
            sure = max(sure, won + least if ours else rest - won - most)
    return sure


@kernel
def _two_tricks(memory, ply, trick, rest, low, high):
    """`search` of the last two tricks, which are too short to order or remember."""
    seat = trick.seat
    hand = memory.hands[seat]
    untried = _without_twins(memory, legal_now(memory, ply, trick))
    best = np.int64(-1)
    while untried != 0 and best < high:
        card = np.int64(low_index(untried))
        untried = np.uint32(untried & np.uint32(untried - _ONE))
        memory.hands[seat] = np.uint32(hand ^ np.uint32(_ONE << np.uint32(card)))
        new, won = after_card(memory, ply, trick, card)
        if ply & 3 == 3:
            value = last_trick(memory, new.seat, rest - won)
            value = won + value if (new.seat ^ seat) & 1 == 0 else rest - won - value
        else:
            value = rest - _two_tricks(
                memory, np.int64(ply + 1), new, rest, rest - high, rest - max(low, best)
            )
        best = max(best, value)
    memory.hands[seat] = hand
    return best


class _Known(NamedTuple):
    """What is known at the start of a trick: bounds, and where the table keeps them."""

    least: int
    most: int
    best_card: int
    left: int
    slot: int
    tag: int


@inline
def _nothing_known(rest):
    return _Known(
        np.int64(0), rest, np.int64(NO_CARD), np.uint32(0), np.int64(0), np.uint64(0)
    )  # fmt: skip


@inline
def _known(memory, leader, rest, low, high):
    """`_Known` of the trick that a seat leads; the table is spared if bounds settle it."""
    least, most = sure_points(memory, leader, rest)
    if least >= high or most <= low or least == most:
        return _Known(least, most, np.int64(NO_CARD), np.uint32(0), np.int64(0), np.uint64(0))
    left = np.uint32(others_cards(memory, leader) | memory.hands[leader])
    slot, tag = address(memory, left, leader)
    known_least, known_most, card = look_up(memory, slot, tag, left, rest)
    return _Known(max(least, known_least), min(most, known_most), card, left, slot, tag)


@inline
def _learn(memory, known, low, high, value, card):
    """Enter in the table what a search between ``low`` and ``high`` says of a trick's start."""
    least = value if value > low else known.least
    most = value if value < high else known.most
    keep(memory, known.slot, known.tag, known.left, least, most, card)


@kernel
def search(memory, ply, trick, rest, low, high):
    """Points of ``rest`` that the side of ``trick.seat`` gets from here on, those on the table too.

    Exact if above ``low`` and below ``high`` (low < high); a result of ``low`` or less says at most
    so many, one of ``high`` or more at least so many. ``rest`` is `points_to_come`; all are int64.
    ``memory`` (`begin`) is left as it is, but for what was learnt.
    """
    seat = trick.seat
    hand = memory.hands[seat]
    known = _nothing_known(rest)
    if ply & 3 == 0:
        if ply >= 28:
            return last_trick(memory, seat, rest) if ply == 28 else np.int64(0)
        known = _known(memory, seat, rest, low, high)
        if known.least >= high or known.least == known.most:
            return known.least
        if known.most <= low:
            return known.most
        low, high = max(low, known.least), min(high, known.most)
        if ply == 24:
            best = _two_tricks(memory, ply, trick, rest, low, high)
            _learn(memory, known, low, high, best, NO_CARD)
            return best
    legal = _without_twins(memory, legal_now(memory, ply, trick))
    sure = _sure_with_last_card(memory, ply, trick, legal, rest)
    if sure >= high:
        return sure
    others = np.uint32(others_cards(memory, seat) | trick.best)
    count = list_moves(memory, ply, trick, legal, known.best_card)
    asked, best, chosen = low, np.int64(-1), np.int64(NO_CARD)
    for tried in range(count):
        card = next_move(memory, ply, tried, count)
        value = _limit(memory, ply, tried, card, others)
        if value > low:
            memory.hands[seat] = np.uint32(hand ^ np.uint32(_ONE << np.uint32(card)))
            new, won = after_card(memory, ply, trick, card)
            left = rest - won
            # After the first card only whether another is better; how much, if it is.
            top = high if tried == 0 else low + 1
            while True:
                if (new.seat ^ seat) & 1 == 0:
                    value = won + search(memory, np.int64(ply + 1), new, left, low - won, top - won)
                else:
                    value = left - search(
                        memory, np.int64(ply + 1), new, left, left - top, left - low
                    )
                if value <= low or value >= high or top == high:
                    break
                top = high
        memory.limits[ply, tried] = value
        if value > best:
            best, chosen = value, card
        low = max(low, value)
        if value >= high:
            remember_killer(memory, ply, card)
            break
    memory.hands[seat] = hand
    if ply & 3 == 0:
        _learn(memory, known, asked, high, best, chosen)
    return best
