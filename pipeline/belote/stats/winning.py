"""The probability of winning a game from any score, exact for a given distribution of one deal.

A game is a chain of independent deals: the score, who deals and the points held by litiges say
all about what follows. `win_table` solves it backwards from the target, passed-out deals by
algebra. What bounds the states:

- The game goes on below the target, or above it by less than the belote of one deal where that
  belote cannot finish the game, or at a draw at or above the target.
- After such a draw every marked deal lets both sides win, so that the higher mark decides: its
  value does not depend on the score, and a linear equation gives it.
- Points held grow with every litige in a row. Chains of litiges are followed until what is left
  out changes no probability by more than ``error`` (`belote.stats.chains`).

Not modelled: that deals of a table may depend on each other (cut packs), and that players bid and
play otherwise when the score is close.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belote.stats.chains import Chains, Effective, chain_graph, effective
from belote.stats.sweep import Board, Decided, Graph, Measure, sweep, value_with_held

FIRST, DEALER, LITIGE, PASSED_OUT = 0, 1, 2, 3
"""What ``goes_to`` says: the side that held points go to, or why they go nowhere."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


FARTHEST = 3000
"""Units of the farthest target: its table takes some hundreds of megabytes while it is solved."""


class DealRows(NamedTuple):
    """The distribution of one deal: columns of equal length, a row an outcome.

    ``taker`` is the side that takes, `FIRST` for that of the player who speaks first and `DEALER`
    for the dealer's; marks are those of the deal alone, belote among them; ``held`` are the points
    that a litige leaves. ``label`` is the caller's class of the row, for `value_of`. Of a row
    `PASSED_OUT` only the weight counts. ``weight`` is a count or a probability. The marks of a row
    are not both 0, and those of a litige differ.
    """

    taker: ArrayLike
    first_mark: ArrayLike
    dealer_mark: ArrayLike
    first_belote: ArrayLike
    dealer_belote: ArrayLike
    goes_to: ArrayLike
    held: ArrayLike
    label: ArrayLike
    weight: ArrayLike


class Swing(NamedTuple):
    """What deals of one class change: a line of `WinTable.value_of`."""

    taker_team: int
    label: int
    share: float
    """Of the deals that are taken."""
    change: float
    """Of team 0's probability of winning, on average over these deals."""


@dataclass(frozen=True)
class _Model:
    """The distribution in units, ready for the sweep."""

    rows: dict[str, Ints]
    weight: Floats
    """Of all rows but the passed-out ones; passed-out ones and these sum to 1."""
    board: Board
    decided: Decided
    chains: Chains
    after: Effective

    @cached_property
    def leads(self) -> tuple[tuple[Ints, Floats], ...]:
        """Leads of the dealing side in decided deals, ascending, and the weight before each.

        First of deals whose held points go to the dealing side, then of the others; the weight
        has an entry more, that of all.
        """
        found: list[tuple[Ints, Floats]] = []
        for to in (0, 1):
            goes = self.decided.to == to
            lead = (self.decided.own - self.decided.other)[goes]
            order = np.argsort(lead, kind="stable")
            weight = np.cumsum(np.append(0.0, self.decided.weight[goes][order]))
            found.append((lead[order], weight))
        return tuple(found)

    def measure(self, win: float, turn: float, deal: float) -> Measure:
        return Measure(win, turn, deal * self.after.deals, self.after.same, self.after.other)


@dataclass(frozen=True)
class _Solved:
    """One measure's value of every state with team 0 to deal."""

    model: _Model
    measure: Measure
    values: Floats
    draw: float

    def value(self, dealer: int, other: int, held: int) -> float:
        """Of a score in units: the dealing side's, the other's. For the side that deals."""
        board = self.model.board
        if dealer == other and dealer >= board.target:
            return float(_draws(self.model, self.measure, np.array([held]))[0])
        if held == 0:
            return float(self.values[dealer, other])
        graph = _graph(self.model, self.measure, held)
        arguments = (board, self.measure, self.model.decided, graph, self.draw, self.values)
        return float(value_with_held(dealer, other, held, *arguments))


class WinTable:
    """Probabilities of winning and deals to go, for every score, dealer and points held.

    Scores are multiples of ``unit``, the greatest that divides every mark, unless `win_table` was
    given one.
    """

    def __init__(self, model: _Model, target: int, unit: int) -> None:
        self.target = target
        self.unit = unit
        self._model = model
        self._wins = _solve(model, model.measure(1.0, -1.0, 0.0))

    @cached_property
    def _deals(self) -> _Solved:
        return _solve(self._model, self._model.measure(0.0, 1.0, 1.0))

    def probability(self, score0: int, score1: int, dealer_team: int, held: int = 0) -> float:
        """That team 0 wins; ``dealer_team`` (0 or 1) is the side that deals next.

        Raises `ValueError` for a score with which no game goes on, or off the unit.
        """
        dealer, other = self._state(score0, score1, dealer_team, held)
        value = self._wins.value(dealer, other, held // self.unit)
        value = min(1.0, max(-1.0, value))  # rounding may leave it a little outside
        return (1 + value) / 2 if dealer_team == 0 else (1 - value) / 2

    def deals_to_go(self, score0: int, score1: int, dealer_team: int, held: int = 0) -> float:
        """Expected number of deals until the game ends, passed-out ones included."""
        dealer, other = self._state(score0, score1, dealer_team, held)
        return self._deals.value(dealer, other, held // self.unit)

    def probabilities(self, dealer_team: int) -> Floats:
        """Team 0's with nothing held: rows its score, columns the other's, in units below target.

        Entry [i, j] is for the scores i and j times ``unit``.
        """
        below = self._model.board.target
        dealers = (1 + np.clip(self._wins.values[:below, :below], -1, 1)) / 2
        return dealers if dealer_team == 0 else 1 - dealers.T

    def value_of(self, score0: int, score1: int, dealer_team: int, held: int = 0) -> list[Swing]:
        """How far a deal moves team 0's probability, by who takes and the row's ``label``.

        For each team and label: the mean, over the deals of that class, of the probability after
        the deal less the present one. Weighted by share they sum to 0 where no deal is passed
        out. Each kind of litige costs a sum over chains and rows: seconds in all with annonces.
        """
        dealer, other = self._state(score0, score1, dealer_team, held)
        present = self.probability(score0, score1, dealer_team, held)
        rows, weight = self._model.rows, self._model.weight
        after = np.array([self._after(dealer, other, held // self.unit, i) for i in rows["row"]])
        after = (1 + after) / 2 if dealer_team == 0 else (1 - after) / 2
        team = np.where(rows["taker"] == DEALER, dealer_team, 1 - dealer_team)
        swings: list[Swing] = []
        for of, label in sorted(set(zip(team.tolist(), rows["label"].tolist(), strict=True))):
            here = (team == of) & (rows["label"] == label)
            total = float(weight[here].sum())
            change = float(after[here] @ weight[here]) / total - present
            swings.append(Swing(of, label, total / float(weight.sum()), change))
        return swings

    def _after(self, dealer: int, other: int, held: int, row: int) -> float:
        """The dealing side's value once a row of the distribution has happened."""
        own, opposed, own_belote, other_belote, goes_to, left = (
            int(self._model.rows[name][row])
            for name in ("own", "other", "own_belote", "other_belote", "goes_to", "held")
        )
        carried = (held, 0) if goes_to == DEALER else (0, held) if goes_to == FIRST else (0, 0)
        dealer, other = dealer + own + carried[0], other + opposed + carried[1]
        target = self._model.board.target
        can, other_can = dealer - own_belote >= target, other - other_belote >= target
        if (can or other_can) and not (can and other_can and dealer == other):
            return 1.0 if can and (not other_can or dealer > other) else -1.0
        return -self._wins.value(other, dealer, held + left if goes_to == LITIGE else 0)

    def _state(self, score0: int, score1: int, dealer_team: int, held: int) -> tuple[int, int]:
        """The dealing side's and the other's score in units; raises `ValueError`."""
        if any(number % self.unit for number in (score0, score1, held)):
            raise ValueError(f"scores and points held are multiples of {self.unit} here")
        if dealer_team not in (0, 1):
            raise ValueError(f"no team {dealer_team}: it is 0 or 1")
        scores = score0 // self.unit, score1 // self.unit
        drawn = scores[0] == scores[1] >= self._model.board.target
        if min(*scores, held) < 0 or not (drawn or max(scores) < self._model.board.size):
            raise ValueError(f"no game goes on at {score0} to {score1} with {held} held")
        return scores if dealer_team == 0 else (scores[1], scores[0])


def win_table(
    rows: DealRows,
    target: int,
    *,
    finish_on_belote: bool = True,
    same_dealer: bool = False,
    error: float = 1e-9,
    unit: int | None = None,
) -> WinTable:
    """Solve the game for a distribution of deals.

    ``same_dealer``: after a passed-out deal the same player deals again. ``error`` bounds what
    cutting chains of litiges does to a probability with nothing held; in practice it does far
    less. Many kinds of litige (annonces) make a small one dear. Raises `ValueError` for a
    distribution that cannot be: lengths that differ, no deal that is decided, negative numbers,
    marks both 0, a litige with equal marks or nothing held, a unit that does not divide them; and
    for a target beyond `FARTHEST` units.
    """
    columns, weight = _checked(rows)
    if target < 1:
        raise ValueError(f"a target cannot be {target}: it is 1 or more")
    taken = columns["goes_to"] != PASSED_OUT
    weight = weight / weight.sum()
    passed = float(weight[~taken].sum())
    columns, weight = {name: column[taken] for name, column in columns.items()}, weight[taken]
    marks = ("own", "other", "own_belote", "other_belote", "held")
    divisor = math.gcd(*(int(number) for name in marks for number in np.unique(columns[name])))
    unit = divisor if unit is None else unit
    if unit < 1 or divisor % unit:
        raise ValueError(f"the unit {unit} does not divide every mark")
    if target > FARTHEST * unit:
        raise ValueError(
            f"a target of {target} is too far: it is {FARTHEST * unit} at most, with marks in steps"
            f" of {unit}"
        )
    columns |= {name: columns[name] // unit for name in marks}
    if finish_on_belote:
        columns |= {name: np.zeros_like(columns[name]) for name in ("own_belote", "other_belote")}
    columns["row"] = np.arange(len(weight))
    model = _model(columns, weight, -(-target // unit), effective(passed, same_dealer), error)
    return WinTable(model, target, unit)


def _checked(rows: DealRows) -> tuple[dict[str, Ints], Floats]:
    """The columns seen from the dealer (``own``, ``other``), and the weights."""
    weight = np.asarray(rows.weight, np.float64)
    named = {name: np.asarray(column, np.int64) for name, column in rows._asdict().items()}
    if any(column.shape != weight.shape or weight.ndim != 1 for column in named.values()):
        raise ValueError("the columns of a distribution differ in length")
    del named["weight"]
    keep = weight > 0
    if not np.isfinite(weight).all() or (weight < 0).any():
        raise ValueError("a weight is a number from 0")
    named = {name: column[keep] for name, column in named.items()}
    for side, name in (("dealer", "own"), ("first", "other")):
        named[name] = named.pop(f"{side}_mark")
        named[f"{name}_belote"] = named.pop(f"{side}_belote")
        if (named[f"{name}_belote"] > named[name])[named["goes_to"] != PASSED_OUT].any():
            raise ValueError("a belote is more than the mark it is part of")
    goes_to, own, other, left = (named[name] for name in ("goes_to", "own", "other", "held"))
    if not np.isin(goes_to, (FIRST, DEALER, LITIGE)).any() or not (goes_to < LITIGE).any():
        raise ValueError("no deal of the distribution is decided")
    if min(int(column.min()) for name, column in named.items() if name != "label") < 0:
        raise ValueError("marks, belote, held points and kinds of outcome are numbers from 0")
    if ((goes_to != PASSED_OUT) & (own == 0) & (other == 0)).any():
        raise ValueError("a deal that is taken marks something")
    if ((goes_to == LITIGE) & ((own == other) | (left == 0))).any():
        raise ValueError("a litige holds points, and its marks differ")
    return named, weight[keep]


def _merged(columns: list[Ints], weight: Floats) -> tuple[Ints, Floats]:
    """Rows that are alike made one, in order of the sum of the first two: (rows, weights)."""
    table = np.column_stack([columns[0] + columns[1], *columns])
    alike, place = np.unique(table, axis=0, return_inverse=True)
    total = np.bincount(place.ravel(), weight, len(alike))
    return alike[:, 1:], total.astype(np.float64)


def _model(
    columns: dict[str, Ints], weight: Floats, target: int, after: Effective, error: float
) -> _Model:
    """The board and the graph of litiges for a distribution in units."""
    litige = columns["goes_to"] == LITIGE
    marks = [columns[name] for name in ("own", "other", "own_belote", "other_belote")]
    to = np.where(columns["goes_to"] == DEALER, 0, 1)
    decided, decided_weight = _merged([column[~litige] for column in (*marks, to)], weight[~litige])
    litiges, litige_weight = _merged(
        [column[litige] for column in (*marks, columns["held"])], weight[litige]
    )
    belote = max(int(marks[2].max()), int(marks[3].max()))
    size = target + belote
    longest = 1 + 2 * size / int((marks[0] + marks[1]).min())
    chains = chain_graph(litiges, litige_weight, after, size, error / longest)
    held = int(chains.nodes[:, 2].max())
    ring = int(chains.nodes[:, :3].sum(axis=1).max()) + 1
    board = Board(target, size, size + held, ring)
    own, other, own_belote, other_belote, to_team = np.ascontiguousarray(decided.T)
    parts = Decided(own, other, own_belote, other_belote, to_team, decided_weight)
    return _Model(columns, weight, board, parts, chains, after)


def _solve(model: _Model, measure: Measure) -> _Solved:
    draw = float(_draws(model, measure, np.array([0]))[0])
    values = np.zeros((model.board.size, model.board.size))
    sweep(model.board, measure, model.decided, _graph(model, measure, 0), draw, values)
    return _Solved(model, measure, values, draw)


def _graph(model: _Model, measure: Measure, held: int) -> Graph:
    """The chains with the values of their draws, ``held`` points being held before them."""
    chains = model.chains
    draw = _draws(model, measure, chains.nodes[:, 2] + held)
    draw = np.where(chains.nodes[:, 3] == 1, measure.turn * draw, draw)
    return Graph(chains.nodes, chains.reach, chains.settle, chains.edges, chains.flow, draw)


def _draws(model: _Model, measure: Measure, held: Ints) -> Floats:
    """Values of a draw at or above the target with so many points held, team 0 to deal.

    The next deal that is taken decides by the higher mark; equal marks lead to a draw with nothing
    held and the other side to deal, so that the value at 0 stands on both sides of its equation.
    """
    dealt = measure.same + measure.other * measure.turn
    litiges = model.rows["goes_to"] == LITIGE
    lead = (model.rows["own"] - model.rows["other"])[litiges]
    fixed = float(np.sign(lead) @ model.weight[litiges])

    def parts(held: int) -> tuple[float, float]:
        signs = again = 0.0
        for (lead, below), shift in zip(model.leads, (-held, held), strict=True):
            low, high = (below[np.searchsorted(lead, shift, side)] for side in ("left", "right"))
            signs += float(below[-1] - high - low)
            again += float(high - low)
        return measure.win * (signs + fixed), again

    ends, again = parts(0)
    nothing = (measure.deal + dealt * ends) / (1 - dealt * again * measure.turn)
    found: dict[int, float] = {0: nothing}
    for points in set(held.tolist()) - {0}:
        ends, again = parts(points)
        found[points] = measure.deal + dealt * (ends + again * measure.turn * nothing)
    return np.array([found[points] for points in held.tolist()])
