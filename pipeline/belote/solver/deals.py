"""One deal analysed like a game of chess: what every card that could be played would come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from belote.game.deal import Deal
from belote.game.marking import CARD_TOTAL
from belote.game.variants import Rules
from belote.solver.kernels import DEFENCES_CAPOT, TAKERS_CAPOT
from belote.solver.positions import Position, solve, solve_deals, values_along

SIDES = {TAKERS_CAPOT: "taker", DEFENCES_CAPOT: "defence"}


class Choice(NamedTuple):
    """One card played, and those that could have been."""

    seat: int
    card: int
    outlook: dict[int, int]
    """By each card that could be played: the points that the taker's side ends with if it is, and
    all after it are the best ones. Dix de der is in, belote and annonces are not."""
    cost: int
    """Points by which the card played does worse, for its side, than the best one."""


class Analysis(NamedTuple):
    """A deal with all hands known."""

    taker_points: int
    """Points of the taker's side if all play best from the first card on."""
    capot: str | None
    """``taker`` or ``defence``: the side that can take every trick whatever the others do."""
    choices: tuple[Choice, ...]
    """Of every card that was played."""


def analyse(deal: Deal, rules: Rules) -> Analysis | None:
    """Solve a deal and each of its cards; None where hands, taker or trump are not known.

    The cards may be fewer than 32. Raises `belote.solver.positions.PositionError` where they are
    not legal under these rules.
    """
    if deal.hands is None or deal.taker is None or deal.trump is None or deal.dealer is None:
        return None
    leader = deal.taker if rules.first_lead == "taker" else (deal.dealer + 1) % 4
    solved = solve_deals([deal.hands], [leader], [deal.taker], [deal.trump], rules)
    plays = list(_plays(deal))
    if len(plays) == 32:
        cards = [card for _, card in plays]
        values = values_along(deal.hands, cards, leader, deal.trump, rules)
    else:
        values = [solve(position, rules).cards for position in _positions(deal, leader, plays)]
    return Analysis(
        int(solved.taker_points[0]),
        SIDES.get(int(solved.capot[0])),
        tuple(_choices(deal, plays, values)),
    )


def _plays(deal: Deal) -> Iterator[tuple[int, int]]:
    """(seat, card) of every card played."""
    for trick in deal.tricks:
        for place, card in enumerate(trick.cards):
            yield trick.seat(place), card
    yield from deal.broken_off


def _positions(deal: Deal, leader: int, plays: list[tuple[int, int]]) -> Iterator[Position]:
    """The position before each card."""
    assert deal.hands is not None
    assert deal.trump is not None
    hands = list(deal.hands)
    leaders = [leader, *(trick.winner for trick in deal.tricks)]
    table: list[int] = []
    for number, (seat, card) in enumerate(plays):
        if number % 4 == 0:
            table = []
        first, second, third, fourth = hands
        at = (first, second, third, fourth)
        yield Position(at, deal.trump, leaders[number // 4], tuple(table))
        hands[seat] &= ~(1 << card)
        table.append(card)


def _choices(
    deal: Deal, plays: list[tuple[int, int]], values: list[dict[int, int]]
) -> Iterator[Choice]:
    """Values of the side to play from a card on, as points that the taker's side ends with."""
    won = [0, 0]
    for number, ((seat, card), worth) in enumerate(zip(plays, values, strict=True)):
        if number and number % 4 == 0:
            trick = deal.tricks[number // 4 - 1]
            won[trick.winner % 2] += trick.points
        side = seat % 2
        ends = {one: won[side] + value for one, value in worth.items()}
        cost = max(ends.values()) - ends[card]
        if side != (deal.taker or 0) % 2:
            ends = {one: CARD_TOTAL - points for one, points in ends.items()}
        yield Choice(seat, card, ends, cost)
