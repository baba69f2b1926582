"""Litiges in a row, as a finite graph of what they have marked and held so far.

A node is reached from any score after some litiges: what each side marked in them, the points
held, and who deals. Nodes with the same of all these are one. Chains are cut where they have
become improbable (`chain_graph` says how, and what that costs).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Effective(NamedTuple):
    """What passed-out deals make of the next deal that is taken.

    ``same`` is the weight of its being dealt by the side whose turn it is, ``other`` by the other
    side, each times the chance that a deal is taken; ``deals`` how many are dealt until one is.
    """

    same: float
    other: float
    deals: float


class Chains(NamedTuple):
    """Chains of litiges from a deal of team 0; node 0 is no litige yet.

    ``nodes`` int64 (nodes, 6): marked so far by team 0 and team 1, held, team that deals next,
    belote of team 0 and team 1 in the last deal. ``reach`` is the probability of a node where no
    score ends the game; ``settle`` the factor on what a decided deal brings there: above 1 where
    longer chains are cut. ``edges`` int64 (edges, 2): from node, to node, with their
    probability from the start in ``flow``.
    """

    nodes: Ints
    reach: Floats
    settle: Floats
    edges: Ints
    flow: Floats
    cut: float
    """Probability, a deal, of the chains cut."""


def effective(passed: float, same_dealer: bool) -> Effective:
    """`Effective` for a probability of being passed out; the deal then goes on, or stays."""
    if same_dealer:
        return Effective(1 / (1 - passed), 0.0, 1 / (1 - passed))
    both = 1 - passed * passed
    return Effective(1 / both, passed / both, 1 / (1 - passed))


def chain_graph(
    litiges: Ints, weights: Floats, after: Effective, size: int, budget: float
) -> Chains:
    """The chains whose cut parts have a probability of at most ``budget`` a deal.

    ``litiges`` int64 (rows, 5): marks of the dealer's and the other side, belote among them, and
    points left held; ``weights`` the probability of each. Marks of ``size`` end any game. The
    improbable litiges of a chain are cut: there the next deal counts as decided, one way or
    another as likely as decided deals are. That changes a probability by at most what is cut,
    times the deals of a game.
    """
    least = budget
    while True:
        chains = _grow(litiges, weights, after, size, least)
        if chains.cut <= budget:
            return chains
        least /= 4


Key = tuple[int, int, int, int, int, int]


def _grow(litiges: Ints, weights: Floats, after: Effective, size: int, least: float) -> Chains:
    """Follow every litige whose probability from the start is at least ``least``."""
    total = after.deals * float(weights.sum())
    start: Key = (0, 0, 0, 0, 0, 0)
    places: dict[Key, int] = {start: 0}
    reach, cut = [1.0], [0.0]
    edges: dict[tuple[int, int], float] = {}
    level: dict[Key, float] = {start: 1.0}
    while level:
        deeper: dict[Key, float] = {}
        for key, chance in level.items():
            lost = 0.0
            for child, weight in _litiges_after(key, litiges, weights, after):
                flow = chance * weight
                if flow < least:
                    lost += weight
                    continue
                if child not in places:
                    places[child] = len(places)
                if max(child[:2]) < size:
                    deeper[child] = deeper.get(child, 0.0) + flow
                edge = places[key], places[child]
                edges[edge] = edges.get(edge, 0.0) + flow
            cut[places[key]] += chance * lost
        reach += [0.0] * (len(places) - len(reach))  # stays 0 where the game is over
        cut += [0.0] * (len(places) - len(cut))
        for key, chance in deeper.items():
            reach[places[key]] += chance
        level = deeper
    return Chains(
        np.array(list(places), np.int64).reshape(-1, 6),
        np.array(reach),
        1 + np.array(cut) / np.maximum(reach, least) / (1 - total),
        np.array(list(edges), np.int64).reshape(-1, 2),
        np.array(list(edges.values()), np.float64),
        sum(cut),
    )


def _litiges_after(
    key: Key, litiges: Ints, weights: Floats, after: Effective
) -> Iterator[tuple[Key, float]]:
    """The nodes one litige further, with their probabilities."""
    marked0, marked1, held, dealer, _, _ = key
    for row, weight in zip(litiges.tolist(), weights.tolist(), strict=True):
        own, other, own_belote, other_belote, left = row
        for side, share in ((dealer, after.same), (1 - dealer, after.other)):
            if share == 0:
                continue
            marks = (own, other, own_belote, other_belote)
            if side == 1:
                marks = (other, own, other_belote, own_belote)
            child = marked0 + marks[0], marked1 + marks[1], held + left, 1 - side, *marks[2:]
            yield child, weight * share
