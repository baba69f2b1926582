"""The sweep that values every score of a game, from the highest scores down.

Scores are in units. A *value* is what a state is worth by some measure: +1 where team 0 wins and
-1 where team 1 does, or the deals still to come. Exchanging the teams turns the first round and
leaves the second, which is `Measure.turn`; so only states in which team 0 deals are kept, and
the state (x, y) with team 1 to deal is ``turn`` times that of (y, x).

States lie on diagonals of equal sum x + y, which a deal only raises. On a diagonal, a deal of
known marks ends the game for low x (team 1 wins) and for high x (team 0 wins); between them lies
either a stretch of a later diagonal, or a single draw at or above the target. So a deal costs one
addition of a stretch, and its ends two steps in an array that is summed up afterwards.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel


class Board(NamedTuple):
    """Sizes of the tables of states, in units."""

    target: int
    size: int
    """Scores with which a game can go on are below this, draws at or above the target aside."""
    wide: int
    """The same with points held added."""
    ring: int
    """How many diagonals of `Sweep.settled` are kept."""


class Measure(NamedTuple):
    """What is valued: a win is worth ``win``, a loss -``win``, each deal ``deal``."""

    win: float
    turn: float
    deal: float
    """What the deals until one is taken are worth."""
    same: float
    other: float
    """`Effective.same` and `Effective.other`."""


class Decided(NamedTuple):
    """Deals that are decided, seen from a dealer of team 0: columns of equal length.

    Marks of team 0 and 1, belote among them, the team that points held go to, probability.
    """

    own: np.ndarray
    other: np.ndarray
    own_belote: np.ndarray
    other_belote: np.ndarray
    to: np.ndarray
    weight: np.ndarray


class Graph(NamedTuple):
    """`Chains` with the value of a draw at or above the target at each node in ``draw``."""

    nodes: np.ndarray
    reach: np.ndarray
    settle: np.ndarray
    edges: np.ndarray
    flow: np.ndarray
    draw: np.ndarray


@inline
def split(total, marks, target, first, last):
    """Where on a diagonal a deal ends the game: (lo, hi, draw).

    ``marks`` are those of team 0 and 1 and the belote of each among them. Of the scores x of team
    0 from ``first`` to ``last``, with total - x for team 1, those below lo are lost and those from
    hi on won. Between them play goes on: at a draw at or above the target if ``draw``.
    """
    own, other, own_belote, other_belote = marks
    can0 = target + own_belote - own
    can1 = total + other - target - other_belote
    draw = can1 >= can0
    if draw:
        even = total + other - own
        lo = min(max((even + 1) >> 1, can0), can1 + 1)
        hi = min(max((even >> 1) + 1, can0), can1 + 1)
    else:
        lo, hi = can1 + 1, can0
    return min(max(lo, first), last + 1), min(max(hi, first), last + 1), draw


@inline
def _add_decided(total, first, last, deals, board, measure, table, draw, sums, steps):
    """Add the decided deals of a diagonal to ``sums`` and ``steps``: (team held goes to, y)."""
    for row in range(len(deals.weight)):
        own, other = deals.own[row], deals.other[row]
        marks = (own, other, deals.own_belote[row], deals.other_belote[row])
        lo, hi, drawn = split(total, marks, board.target, first, last)
        to = deals.to[row]
        weight = deals.weight[row]
        steps[to, total - last] += weight * measure.win
        steps[to, total - hi + 1] -= weight * measure.win
        steps[to, total - lo + 1] -= weight * measure.win
        steps[to, total - first + 1] += weight * measure.win
        weight *= measure.turn
        if lo >= hi:
            continue
        if drawn:
            sums[to, total - lo] += weight * draw
            continue
        start = total - hi + 1
        stretch = table[total + own + other, start + other : total - lo + 1 + other]
        target_sums = sums[to, start : total - lo + 1]
        for i in range(len(stretch)):
            target_sums[i] += weight * stretch[i]


@inline
def _settle(total, first, last, measure, sums, steps, settled):
    """Turn sums by y into what decided deals bring, by (team held goes to, x), passing included."""
    for to in range(2):
        running = 0.0
        for y in range(total - last, total - first + 1):
            running += steps[to, y]
            sums[to, y] += running
    for x in range(first, last + 1):
        for to in range(2):
            turned = measure.other * measure.turn * sums[1 - to, x]
            settled[to, x] = measure.same * sums[to, total - x] + turned


@inline
def alive(total, node, target, size):
    """Scores x of team 0 on a diagonal at which the game still goes on at a node: first, last."""
    last = min(target + node[4] - 1 - node[0], total, size - 1)
    return max(total - (target + node[5] - 1 - node[1]), total - size + 1, 0), last


@inline
def _add_nodes(total, graph, board, measure, settled, by_x, by_y, steps):
    """Add what decided deals bring after each chain of litiges."""
    for at in range(len(graph.reach)):
        node = graph.nodes[at]
        first, last = alive(total, node, board.target, board.size)
        if at == 0:
            first, last = max(0, total - board.size + 1), min(total, board.size - 1)
        if first > last:
            continue
        steps[first] += graph.reach[at] * measure.deal
        steps[last + 1] -= graph.reach[at] * measure.deal
        later = settled[(total + node[0] + node[1] + node[2]) % board.ring]
        weight = graph.reach[at] * graph.settle[at]
        count = last - first + 1
        if node[3] == 0:
            sums = by_x[first : last + 1]
            start = first + node[0]
        else:
            sums = by_y[total - last : total - first + 1]
            start = total - last + node[1]
            weight *= measure.turn
        to_dealer = later[0, start + node[2] : start + node[2] + count]
        to_other = later[1, start : start + count]
        for i in range(count):
            sums[i] += weight * (to_dealer[i] + to_other[i])


@inline
def _add_edges(total, graph, board, measure, by_x, steps):
    """Add the games that a litige ends, and draws that it leads to."""
    for row in range(len(graph.flow)):
        at = graph.edges[row, 0]
        first, last = alive(total, graph.nodes[at], board.target, board.size)
        if at == 0:
            first, last = max(0, total - board.size + 1), min(total, board.size - 1)
        if first > last:
            continue
        node = graph.nodes[graph.edges[row, 1]]
        marks = (node[0], node[1], node[4], node[5])
        lo, hi, drawn = split(total, marks, board.target, first, last)
        worth = graph.flow[row] * measure.win
        steps[first] -= worth
        steps[lo] += worth
        steps[hi] += worth
        steps[last + 1] -= worth
        if drawn and lo < hi:
            by_x[lo] += graph.flow[row] * graph.draw[graph.edges[row, 1]]


@kernel
def sweep(board, measure, deals, graph, draw, values):
    """Fill ``values`` (float64, size x size: team 0's score, team 1's; team 0 deals).

    ``draw`` is the value of a draw at or above the target with nothing held, team 0 to deal.
    """
    size, wide = board.size, board.wide
    table = np.zeros((2 * size - 1, size))
    settled = np.zeros((board.ring, 2, wide))
    sums, steps = np.zeros((2, wide)), np.zeros((2, wide + 1))
    by_x, by_y, ends = np.zeros(size), np.zeros(size), np.zeros(size + 1)
    for total in range(2 * wide - 2, -1, -1):
        first, last = max(0, total - wide + 1), min(total, wide - 1)
        sums[:] = 0.0
        steps[:] = 0.0
        _add_decided(total, first, last, deals, board, measure, table, draw, sums, steps)
        _settle(total, first, last, measure, sums, steps, settled[total % board.ring])
        if total > 2 * size - 2:
            continue
        by_x[:] = 0.0
        by_y[:] = 0.0
        ends[:] = 0.0
        _add_nodes(total, graph, board, measure, settled, by_x, by_y, ends)
        _add_edges(total, graph, board, measure, by_x, ends)
        running = 0.0
        for x in range(max(0, total - size + 1), min(total, size - 1) + 1):
            running += ends[x]
            table[total, x] = by_x[x] + by_y[total - x] + running
            values[x, total - x] = table[total, x]


@inline
def _after(x, y, marks, board, measure, values, draw):
    """What a decided deal of team 0 makes of a score: the state after it, team 1 to deal."""
    lo, hi, drawn = split(x + y, marks, board.target, x, x)
    if lo > x:
        return -measure.win
    if hi <= x:
        return measure.win
    if drawn:
        return measure.turn * draw
    return measure.turn * values[y + marks[1], x + marks[0]]


@inline
def _settled_at(x, y, deals, to, board, measure, values, draw):
    """What deals bring whose held points go to a team, at one score, passing left out."""
    total = 0.0
    for row in range(len(deals.weight)):
        if deals.to[row] == to:
            marks = (
                deals.own[row],
                deals.other[row],
                deals.own_belote[row],
                deals.other_belote[row],
            )
            total += deals.weight[row] * _after(x, y, marks, board, measure, values, draw)
    return total


@inline
def _both_dealers(x, y, deals, to, board, measure, values, draw):
    """The same with passed-out deals before it."""
    here = _settled_at(x, y, deals, to, board, measure, values, draw)
    if measure.other == 0:
        return measure.same * here
    turned = _settled_at(y, x, deals, 1 - to, board, measure, values, draw)
    return measure.same * here + measure.other * measure.turn * turned


@kernel
def value_with_held(x, y, held, board, measure, deals, graph, draw, values):
    """The value of a score with points held, team 0 to deal.

    ``graph.draw`` holds the values of draws with these points held too.
    """
    total = x + y
    value = 0.0
    for at in range(len(graph.reach)):
        node = graph.nodes[at]
        first, last = alive(total, node, board.target, board.size)
        if at > 0 and not first <= x <= last:
            continue
        u, v, more = x + node[0], y + node[1], held + node[2]
        sign = 1.0
        if node[3] == 1:
            u, v = v, u
            sign = measure.turn
        brought = _both_dealers(u + more, v, deals, 0, board, measure, values, draw)
        brought += _both_dealers(u, v + more, deals, 1, board, measure, values, draw)
        value += graph.reach[at] * (sign * graph.settle[at] * brought + measure.deal)
    for row in range(len(graph.flow)):
        at = graph.edges[row, 0]
        first, last = alive(total, graph.nodes[at], board.target, board.size)
        if at > 0 and not first <= x <= last:
            continue
        node = graph.nodes[graph.edges[row, 1]]
        marks = (node[0], node[1], node[4], node[5])
        lo, hi, drawn = split(total, marks, board.target, x, x)
        if lo > x:
            value -= graph.flow[row] * measure.win
        elif hi <= x:
            value += graph.flow[row] * measure.win
        elif drawn:
            value += graph.flow[row] * graph.draw[graph.edges[row, 1]]
    return value
