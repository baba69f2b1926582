"""What `expert` makes of its worlds: points of cards and of contracts, on average over them."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import kernel, low_index
from belote.game.order import strain_belotes, strain_points
from belote.players.expert.habits import deal_likely
from belote.players.expert.worlds import begin_auction, begin_play, count_ways
from belote.solver.kernels import NOT_LEGAL, begin_deal, best_points, points_of_cards
from belote.solver.memory import begin
from belote.solver.tricks import new_trick, points_to_come


@kernel
def best_card(memories, worlds_memory, heard, rules, turn, plays, leader, worlds):
    """The card (bit) with which the seat's side gets most points on average over ``worlds`` deals.

    Of equals the one worth fewest points, then the weakest. ``memories`` is the solver's,
    ``worlds_memory`` a `WORLD` with the words and the chance set, ``turn`` the `Turn` that is
    played and ``plays`` (uint32 bits) all cards played before it, the first by ``leader``.
    """
    memory, world = memories[0], worlds_memory[0]
    trick = begin_play(world, memory, heard, rules, turn.hand, turn.turned, plays, leader)
    ways = count_ways(world, heard.seat)
    points = np.empty(32, np.int64)
    totals = np.zeros(32, np.int64)
    for _ in range(worlds):
        deal_likely(world, heard, np.int64(0), ways)
        world.hands[heard.seat] = turn.hand
        begin(memory, world.hands, heard.order, rules, False)
        points_of_cards(memory, np.int64(len(plays)), trick, points)
        totals += points
    best = np.int64(NOT_LEGAL)
    cheapest = np.int64(0)
    choice = np.uint32(0)
    legal = np.uint32(turn.legal)
    while legal != 0:
        card = np.uint32(legal & np.uint32(~legal + np.uint32(1)))
        legal = np.uint32(legal ^ card)
        total = totals[low_index(card)]
        worth = strain_points(card, heard.order)
        if total > best or (total == best and worth < cheapest):
            best, cheapest, choice = total, worth, card
    return choice


@kernel
def weigh_strains(memories, worlds_memory, heard, rules, hand, own_needs, leader, asked, found):
    """Fill ``found`` (float64, worlds x 2 x 6): points of the taker's side by strain, then belote.

    ``hand`` are the cards (bit = card) known to be the seat's own, to which ``own_needs`` more will
    come; ``heard.taker`` is who would take and ``leader`` leads. Strains 0-5 whose bit ``asked``
    does not have are left alone.
    """
    memory, world = memories[0], worlds_memory[0]
    begin_auction(world, hand)
    ways = count_ways(world, heard.seat)
    trick = new_trick(leader)
    for row in range(len(found)):
        deal_likely(world, heard, own_needs, ways)
        world.hands[heard.seat] = np.uint32(world.hands[heard.seat] | hand)
        for strain in range(6):
            if asked >> strain & 1 == 0:
                continue
            begin_deal(memory, world.hands, np.int64(strain), rules, False)
            points = best_points(memory, np.int64(0), trick)
            if (leader ^ heard.taker) & 1 != 0:
                points = points_to_come(memory, np.int64(0), trick) - points
            found[row, 0, strain] = points
            found[row, 1, strain] = strain_belotes(memory.hands, heard.taker, strain)[0]
