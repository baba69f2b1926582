"""What other kernels call: values of positions and cards, capots, and deals in bulk.

A position is `MEMORY` that a deal was begun in (`belote.solver.memory.begin`), whose ``hands`` are
what each seat still holds, with a ply and a `Trick` (`belote.solver.tricks`). Nothing here checks
that they fit together. Points are card points of the trump, dix de der included; belote
and annonces are not. Nothing here allocates but for each call on a block of deals.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, kernel, low_index
from belote.game.order import to_strain_order
from belote.solver.memory import begin
from belote.solver.search import search
from belote.solver.tricks import (
    after_card,
    cards_played,
    legal_now,
    new_trick,
    others_cards,
    points_to_come,
)

NOT_LEGAL = -1
NO_CAPOT, TAKERS_CAPOT, DEFENCES_CAPOT = 0, 1, 2


@kernel
def best_points(memory, ply, trick):
    """Points that the side to play gets from here on, those on the table too."""
    rest = points_to_come(memory, ply, trick)
    return search(memory, ply, trick, rest, np.int64(-1), rest + 1)


@kernel
def points_after(memory, ply, trick, card, low, high):
    """The same once it has played the card number ``card``; exact between ``low`` and ``high``.

    Outside it is a bound, as of `belote.solver.search.search`.
    """
    seat = trick.seat
    hand = memory.hands[seat]
    left = points_to_come(memory, ply, trick)
    memory.hands[seat] = np.uint32(hand & ~np.uint32(np.uint32(1) << np.uint32(card)))
    new, won = after_card(memory, ply, trick, card)
    left -= won
    if (new.seat ^ seat) & 1 == 0:
        value = won + search(memory, np.int64(ply + 1), new, left, low - won, high - won)
    else:
        value = left - search(memory, np.int64(ply + 1), new, left, left - high, left - low)
    memory.hands[seat] = hand
    return value


@kernel
def points_of_cards(memory, ply, trick, points):
    """Fill ``points`` (32 numbers, by card in the order of the trump) for the seat to play.

    What its side gets after each legal card, `NOT_LEGAL` of the others; all exact. A card with none
    of the others' between it and one already valued is sought no further from it than their points
    are.
    """
    points[:] = NOT_LEGAL
    seat = trick.seat
    rest = points_to_come(memory, ply, trick)
    others = np.uint32(others_cards(memory, seat) | trick.best)
    last = np.int64(NOT_LEGAL)
    legal = legal_now(memory, ply, trick)
    while legal != 0:
        card = np.int64(low_index(legal))
        legal = np.uint32(legal & np.uint32(legal - np.uint32(1)))
        low, high = np.int64(-1), rest + 1
        if last >> 3 == card >> 3 and _are_neighbours(others, last, card):
            gap = memory.points[card] - memory.points[last]
            if gap == 0:
                points[card] = points[last]
                continue
            low = max(low, points[last] - gap - 1)
            high = min(high, points[last] + gap + 1)
        points[card] = points_after(memory, ply, trick, card, low, high)
        last = card


@inline
def _are_neighbours(others, low, high):
    """Whether none of the ``others`` lies between two cards of a hand."""
    between = np.uint32((np.uint32(1) << np.uint32(high)) - (np.uint32(2) << np.uint32(low)))
    return np.uint32(between & others) == 0


@kernel
def sweep(memory, ply, trick):
    """Who can take this trick and all to come: 1 the side to play, -1 the other, 0 nobody.

    ``memory`` was begun with ``cards_count``.
    """
    rest = points_to_come(memory, ply, trick)
    if search(memory, ply, trick, rest, rest - 1, rest) >= rest:
        return 1
    return -1 if search(memory, ply, trick, rest, np.int64(0), np.int64(1)) <= 0 else 0


# Deals ------------------------------------------------------------------------------------------


@inline
def begin_deal(memory, hands, trump, rules, cards_count):
    """`begin` with hands of cards (bit = card)."""
    held = memory.hands
    for seat in range(4):
        held[seat] = to_strain_order(hands[seat], trump)
    begin(memory, held, trump, rules, cards_count)


@inline
def _in_order(card, trump):
    """A card's number in the order of the trump."""
    return np.int64(low_index(to_strain_order(np.uint32(np.uint32(1) << np.uint32(card)), trump)))


@inline
def on_table(memory, leader, table):
    """(ply, trick) once the cards ``table`` (numbers as in `belote.game.cards`) were played to it.

    They are in nobody's hand any more.
    """
    trick = new_trick(leader)
    for place in range(len(table)):
        trick, _ = after_card(
            memory, np.int64(place), trick, _in_order(table[place], memory.strain)
        )
    return cards_played(memory, trick, np.int64(len(table))), trick


@inline
def _play(memory, ply, trick, card):
    """Take a card out of the hand to play: (trick, won) as of `after_card`."""
    hand = memory.hands[trick.seat]
    memory.hands[trick.seat] = np.uint32(hand & ~np.uint32(np.uint32(1) << np.uint32(card)))
    return after_card(memory, ply, trick, card)


@kernel
def solve_position(memories, hands, leader, table, trump, rules, points):
    """Fill ``points`` (int64, by card as in `belote.game.cards`) as `points_of_cards`.

    Returns (points of the side to play, what `sweep` says). ``hands`` uint32 (4,), ``table`` int64.
    """
    counting = memories[1]
    begin_deal(counting, hands, trump, rules, True)
    ply, trick = on_table(counting, leader, table)
    sweeps = sweep(counting, ply, trick)
    memory = memories[0]
    begin_deal(memory, hands, trump, rules, False)
    ply, trick = on_table(memory, leader, table)
    in_order = np.empty(32, np.int64)
    points_of_cards(memory, ply, trick, in_order)
    for card in range(32):
        points[card] = in_order[_in_order(card, trump)]
    return in_order.max(), sweeps


@kernel
def solve_block(memories, hands, leaders, takers, trumps, rules, points, capots):
    """Fill ``points`` with what the taker's side gets of each deal, and ``capots`` with its code.

    ``hands`` uint32 (n, 4), bit = card; the others (n,). ``rules`` is a `PlayRules`, or anything
    that names the freedoms of play.
    """
    memory, counting = memories[0], memories[1]
    for row in range(len(hands)):
        trump = np.int64(trumps[row])
        trick = new_trick(leaders[row])
        leads = (leaders[row] ^ takers[row]) & 1 == 0
        begin_deal(memory, hands[row], trump, rules, False)
        ply = cards_played(memory, trick, np.int64(0))
        value = best_points(memory, ply, trick)
        points[row] = value if leads else points_to_come(memory, ply, trick) - value
        begin_deal(counting, hands[row], trump, rules, True)
        sweeps = sweep(counting, ply, trick)
        capots[row] = NO_CAPOT
        if sweeps != 0:
            capots[row] = TAKERS_CAPOT if (sweeps > 0) == leads else DEFENCES_CAPOT


@kernel
def cost_block(memories, hands, plays, leaders, takers, trumps, rules, points, costs):
    """Fill ``costs`` (n, 32): what each card played cost the side that played it, in points.

    That is the best value minus the card's. ``plays`` uint8 (n, 32) are the deal's cards in order
    of play; from one that is not legal on, a deal's costs are `NOT_LEGAL`. ``points`` is what the
    taker's side gets of each deal if all play best. The table of positions serves a whole deal: the
    search after a card begins with what was learnt before it.
    """
    memory = memories[0]
    for row in range(len(hands)):
        trump = np.int64(trumps[row])
        trick = new_trick(leaders[row])
        begin_deal(memory, hands[row], trump, rules, False)
        value = best_points(memory, np.int64(0), trick)
        leads = (leaders[row] ^ takers[row]) & 1 == 0
        points[row] = value if leads else points_to_come(memory, np.int64(0), trick) - value
        costs[row, :] = NOT_LEGAL
        for ply in range(32):
            card = _in_order(plays[row, ply], trump)
            if legal_now(memory, ply, trick) >> np.uint32(card) & 1 == 0:
                break
            # Most cards are as good as any: that alone is asked first.
            after = points_after(memory, ply, trick, card, value - 1, value)
            if after < value:
                after = points_after(memory, ply, trick, card, np.int64(-1), after + 1)
            costs[row, ply] = value - after
            left = points_to_come(memory, ply, trick)
            new, won = _play(memory, ply, trick, card)
            ours = (new.seat ^ trick.seat) & 1 == 0
            value = after - won if ours else left - won - after
            trick = new


@kernel
def values_of_plays(memories, hands, plays, leader, trump, rules, values):
    """Fill ``values`` (int64, 32 x 32): at each card of one deal, what each legal card is worth.

    Rows are the ``plays`` (uint8, 32), columns cards, both as in `belote.game.cards`; values are
    those of `points_of_cards`, for the seat to play. From a play that is not legal on, all are
    `NOT_LEGAL`.
    """
    memory = memories[0]
    begin_deal(memory, hands, trump, rules, False)
    trick = new_trick(leader)
    in_order = np.empty(32, np.int64)
    values[:, :] = NOT_LEGAL
    for ply in range(32):
        played = _in_order(plays[ply], trump)
        if legal_now(memory, ply, trick) >> np.uint32(played) & 1 == 0:
            break
        points_of_cards(memory, ply, trick, in_order)
        for card in range(32):
            values[ply, card] = in_order[_in_order(card, trump)]
        trick, _ = _play(memory, ply, trick, played)
