"""The solver for Python: positions and deals checked, valued, and handed back as plain numbers.

Values are card points under best play of both sides that see all hands, dix de der included: of a
whole deal the two sides have 162. They are exact. Belote, annonces, contracts and marks are no
part of them, and players who don't see the hands can't be expected to reach them.

Cards and masks are those of `belote.game.cards`, trumps 0-5 its `STRAINS`. Of a rule set the three
freedoms of play matter (``undertrump``, ``over_partner_ruff``, ``over_partner_trump_lead``); who
leads is said with each position. Whoever reaches a position, by whichever cards, is not asked.
The first call of a process compiles the search, or loads it (see `belote.compiled`).
"""

from __future__ import annotations

from operator import index
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from belote.game.cards import FULL_PACK, STRAINS, CardError, card_text, cards_of, mask_of
from belote.game.legality import play_rules
from belote.game.variants import Rules
from belote.solver import kernels
from belote.solver.memory import new_memory

Numbers: TypeAlias = npt.ArrayLike
Kind = TypeVar("Kind", np.uint8, np.uint32)


class PositionError(ValueError):
    """Hands, a trick or plays that cannot be."""


class Position(NamedTuple):
    """A moment of a deal with all hands known."""

    hands: tuple[int, int, int, int]
    """Masks of the cards that each seat still holds."""
    trump: int
    leader: int
    """Seat that leads the trick, or has led it."""
    table: tuple[int, ...] = ()
    """The trick's cards so far, 0-3 of them in order of play."""

    @property
    def turn(self) -> int:
        """Seat that plays next."""
        return (self.leader + len(self.table)) & 3


class Solution(NamedTuple):
    """What a position is worth to the side of the seat that plays next."""

    points: int
    """Points it gets from here on, those on the table too."""
    cards: dict[int, int]
    """The same after each card that may be played now."""
    sweeper: int | None
    """Team (0 or 1) that can take this trick and all to come; at a deal's start, a capot."""


class SolvedDeals(NamedTuple):
    """Deals solved, row by row."""

    taker_points: npt.NDArray[np.int16]
    """Points of the taker's side, (n,)."""
    capot: npt.NDArray[np.uint8]
    """(n,): 0 nobody can take all tricks, 1 the taker's side can, 2 the defence."""


class CostedPlays(NamedTuple):
    """Deals analysed card by card, row by row."""

    taker_points: npt.NDArray[np.int16]
    """Points of the taker's side if all had played best, (n,)."""
    costs: npt.NDArray[np.int16]
    """(n, 32): what each card in order of play cost the side that played it, in points."""


def solve(position: Position, rules: Rules) -> Solution:
    """Value a position and each card that may be played in it.

    Raises `PositionError` where hands share cards, or don't fit each other and the table.
    """
    position = _checked(position)
    points = np.empty(32, np.int64)
    best, sweeps = kernels.solve_position(
        new_memory(),
        np.array(position.hands, np.uint32),
        np.int64(position.leader),
        np.array(position.table, np.int64),
        np.int64(position.trump),
        play_rules(rules),
        points,
    )
    team = position.turn & 1
    return Solution(
        int(best),
        {card: int(points[card]) for card in range(32) if points[card] != kernels.NOT_LEGAL},
        None if sweeps == 0 else team if sweeps > 0 else 1 - team,
    )


def solve_deals(
    hands: Numbers, leaders: Numbers, takers: Numbers, trumps: Numbers, rules: Rules
) -> SolvedDeals:
    """Value many deals, or endings, each at the start of a trick.

    ``hands`` is (n, 4): masks by seat; the others (n,): the seat that leads, the taker's, and what
    is trump 0-5. Of an ending ``capot`` says who can take the tricks that are left. Runs on one
    core, without the GIL. Raises `PositionError` of the first row that cannot be.
    """
    deals = _Deals.of(hands, leaders, takers, trumps)
    points = np.empty(len(deals.hands), np.int16)
    capot = np.empty(len(deals.hands), np.uint8)
    kernels.solve_block(new_memory(), *deals, play_rules(rules), points, capot)
    return SolvedDeals(points, capot)


def cost_of_plays(
    hands: Numbers, plays: Numbers, leaders: Numbers, takers: Numbers, trumps: Numbers, rules: Rules
) -> CostedPlays:
    """What each card of many whole deals cost: the best card's points minus its own.

    ``plays`` is (n, 32): the cards in order of play; the rest is that of `solve_deals`, of deals of
    eight cards a seat.
    The taker's points at the start, less what its side's cards cost, plus what the defence's did,
    are the points it made. Raises `PositionError` of the first card that is not legal.
    """
    deals = _Deals.of(hands, leaders, takers, trumps)
    cards = _whole(plays, np.uint8)
    _whole_deals(deals.hands, cards, (len(deals.hands), 32))
    points = np.empty(len(cards), np.int16)
    costs = np.empty(cards.shape, np.int16)
    kernels.cost_block(
        new_memory(), deals.hands, cards, *deals[1:], play_rules(rules), points, costs
    )
    _refuse_illegal(cards, costs == kernels.NOT_LEGAL)
    return CostedPlays(points, costs)


def values_along(
    hands: Numbers, plays: Numbers, leader: int, trump: int, rules: Rules
) -> list[dict[int, int]]:
    """What every legal card was worth at each of the 32 cards of one whole deal.

    ``hands`` is (4,) and ``plays`` (32,). Values are those of `Solution.cards`: for the side of the
    seat that plays. Raises `PositionError` as `cost_of_plays` does.
    """
    deals = _Deals.of(np.reshape(hands, (-1, 4)), [leader], [0], [trump])
    cards = _whole(plays, np.uint8)
    _whole_deals(deals.hands, cards, (32,))
    values = np.empty((32, 32), np.int64)
    kernels.values_of_plays(
        new_memory(), deals.hands[0], cards, np.int64(leader), np.int64(trump), play_rules(rules),
        values,
    )  # fmt: skip
    _refuse_illegal(cards[np.newaxis], (values == kernels.NOT_LEGAL).all(axis=1)[np.newaxis])
    return [
        {card: int(row[card]) for card in range(32) if row[card] != kernels.NOT_LEGAL}
        for row in values
    ]


class _Deals(NamedTuple):
    """Columns in the types that kernels are compiled for."""

    hands: npt.NDArray[np.uint32]
    leaders: npt.NDArray[np.uint8]
    takers: npt.NDArray[np.uint8]
    trumps: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, hands: Numbers, leaders: Numbers, takers: Numbers, trumps: Numbers) -> _Deals:
        """The same checked; raises `PositionError`."""
        masks = _whole(hands, np.uint32)
        seats = [_whole(column, np.uint8) for column in (leaders, takers, trumps)]
        rows = len(masks)
        if masks.shape != (rows, 4) or any(column.shape != (rows,) for column in seats):
            raise PositionError("hands have four columns, and all columns are as long")
        sizes = np.bitwise_count(masks)
        shared = np.bitwise_count(np.bitwise_or.reduce(masks, axis=1)) != sizes.sum(axis=1)
        uneven = (sizes != sizes[:, :1]).any(axis=1) | (sizes[:, 0] == 0)
        wrong_seat = (seats[0] > 3) | (seats[1] > 3)
        for fault, rows_at_fault in (
            ("a card is in two hands", shared),
            ("hands are not equally long", uneven),
            ("seats are 0-3", wrong_seat),
            ("trumps are 0-5", seats[2] >= len(STRAINS)),
        ):
            if rows_at_fault.any():
                raise PositionError(f"row {int(rows_at_fault.argmax())}: {fault}")
        return cls(masks, seats[0], seats[1], seats[2])


def _whole(numbers: Numbers, kind: type[Kind]) -> npt.NDArray[Kind]:
    """Whole numbers in a type that holds them all; raises `PositionError` where it does not."""
    found = np.asarray(numbers)
    most = np.iinfo(kind).max
    if found.size and (found.dtype.kind not in "iu" or found.min() < 0 or found.max() > most):
        raise PositionError(f"these are no whole numbers from 0 to {most}")
    return np.ascontiguousarray(found, kind)


def _whole_deals(
    hands: npt.NDArray[np.uint32], plays: npt.NDArray[np.uint8], shape: tuple[int, ...]
) -> None:
    if plays.shape != shape or (plays > 31).any():
        raise PositionError("plays are the 32 cards of a deal, each 0-31")
    if (np.bitwise_or.reduce(hands, axis=1) != FULL_PACK).any():
        raise PositionError("a deal is not of eight cards a seat")


def _refuse_illegal(plays: npt.NDArray[np.uint8], refused: npt.NDArray[np.bool_]) -> None:
    if refused.any():
        row, place = divmod(int(refused.argmax()), 32)
        card = card_text(int(plays[row, place]))
        raise PositionError(f"row {row}, card {place + 1}: {card} may not be played")


def _checked(position: Position) -> Position:
    """The position in plain numbers; raises `PositionError` for one that cannot be."""
    try:
        first, second, third, fourth = (index(hand) for hand in position.hands)
        hands, table = (first, second, third, fourth), tuple(index(card) for card in position.table)
        position = Position(hands, index(position.trump), index(position.leader), table)
    except (TypeError, ValueError):
        raise PositionError("a position is of four hands and of whole numbers") from None
    if not 0 <= position.leader < 4 or not 0 <= position.trump < len(STRAINS):
        raise PositionError("a leader is 0-3, a trump 0-5")
    if len(table) > 3:
        raise PositionError("there are 0-3 cards on the table")
    if not all(0 <= card < 32 for card in table) or not all(0 <= h <= FULL_PACK for h in hands):
        raise PositionError("cards are 0-31")
    try:
        mask_of([*table, *(card for hand in hands for card in cards_of(hand))])
    except CardError as error:
        raise PositionError(str(error)) from None
    played = {(position.leader + place) & 3 for place in range(len(table))}
    sizes = {hand.bit_count() + (seat in played) for seat, hand in enumerate(hands)}
    if len(sizes) != 1 or sizes == {0}:
        raise PositionError("the hands don't hold as many cards as the trick leaves them")
    return position
