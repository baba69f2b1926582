"""Deals of prise counted by what people ask about: four cubes that add up over files and runs.

Those of coinche are in `belote.game.tally_coinche`. Every count is of deals, or of things said;
sums and squares are of marks. A cube is dense here and stored as the cells that hold something.
Nothing is a rate: rates and intervals are worked out from counts when they are asked for.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel, popcount
from belote.game.annonces import MOST_ANNONCES
from belote.game.cards import JACK, KING, NINE, QUEEN
from belote.game.columns import NOBODY
from belote.game.marking import CHUTE, LITIGE, MADE, Facts, mark_deal
from belote.game.match import mark_at
from belote.game.replay import seat_cards


class Tallied(NamedTuple):
    """The columns that are counted, of equal length, as in `belote.game.columns.Columns`."""

    dealer: np.ndarray
    turned: np.ndarray
    first_mask: np.ndarray
    bid_round: np.ndarray
    taker: np.ndarray
    trump: np.ndarray
    owner_low: np.ndarray
    owner_high: np.ndarray
    taker_points: np.ndarray
    taker_tricks: np.ndarray
    taker_belote: np.ndarray
    defence_belote: np.ndarray
    taker_annonces: np.ndarray
    defence_annonces: np.ndarray


class Cube(NamedTuple):
    """The axes of a cube with their number of places, and what each of its cells counts."""

    axes: tuple[tuple[str, int], ...]
    measures: tuple[str, ...]

    def zeros(self) -> np.ndarray:
        """The dense cube with nothing counted: int64 (cells, measures), last axis fastest."""
        cells = int(np.prod([size for _, size in self.axes]))
        return np.zeros((cells, len(self.measures)), np.int64)


_TURNED = (("turned", 8), ("round", 3), ("position", 5))
_HELD = (("trumps", 9), ("has_jack", 2), ("has_nine", 2))

SAID = Cube((*_TURNED, *_HELD), ("n", "took"))
"""Things said, by rank of the turned card, round, order of speaking, and what the speaker would
hold of the suit weighed with the turned card."""

POINTS = Cube((*_TURNED, ("belote", 3), ("capot", 3), ("taker_points", 163)), ("n",))
"""Deals by how they were taken and what was scored. Passed out: round, position and the rest 0.
``belote`` and ``capot``: 0 nobody's, 1 the taker's side's, 2 the defence's."""

TENS = MOST_ANNONCES // 10
"""Place of no annonces on the axis ``annonces`` of `SCORED`."""

SCORED = Cube(
    (
        ("position", 5),
        ("belote", 3),
        ("capot", 3),
        ("taker_points", 163),
        ("annonces", 2 * TENS + 1),
    ),
    ("n",),
)
"""Deals by all that a mark depends on, so that any rule set marks them exactly, by who took.
Passed out: position and the rest 0. ``annonces``: tens, those of the taker's side added to `TENS`
or those of the defence taken from it, for one side only marks any."""

OUTCOMES = (
    "n", "made", "chute", "litige", "taker_capot", "defence_capot",
    "taker_sum", "taker_squares", "defence_sum", "defence_squares",
)  # fmt: skip
"""What a cube of deals taken counts under one rule set."""
_OUTCOMES = len(OUTCOMES)

MARKED = Cube((*_TURNED, *_HELD, ("has_belote", 2)), OUTCOMES)
"""Deals taken, under one rule set, by what the taker holds of trump in its eight: outcomes, capots
of either side, sums and squares of the marks."""


@inline
def _suit_bits(cards, suit):
    """The eight bits of a suit, by rank."""
    return np.int64(np.uint32(cards >> np.uint32(8 * suit)) & np.uint32(0xFF))


@inline
def _held_cell(bits):
    """Place in the axes of `_HELD` for the cards held of a suit."""
    trumps = np.int64(popcount(np.uint32(bits)))
    return (trumps * 2 + (bits >> JACK & 1)) * 2 + (bits >> NINE & 1)


@inline
def _turned_cell(turned, bid_round, position):
    """Place in the axes of `_TURNED`."""
    return ((np.int64(turned) & 7) * 3 + bid_round) * 5 + position


@inline
def _suit_weighed(five, turned_suit, bid_round, took, trump):
    """The suit a speaker weighs: the turned one, the one named, or for a pass the longest other."""
    if took:
        return np.int64(trump)
    if bid_round == 1:
        return np.int64(turned_suit)
    best = np.int64(-1)
    longest = np.int64(-1)
    for suit in range(4):
        length = np.int64(popcount(np.uint32(_suit_bits(five, suit))))
        if suit != turned_suit and length > longest:
            longest = length
            best = np.int64(suit)
    return best


@inline
def side_of(taker, defence):
    """0 nobody, 1 the taker's side, 2 the defence."""
    return np.int64(1 if taker else 2 if defence else 0)


@kernel
def tally_deals(deals, said, points, scored, cells):
    """Add prise deals (`Tallied`) to the cubes ``said``, ``points`` and ``scored``.

    Fills ``cells`` (int64, as long as the deals) with each deal's cell of a `MARKED` cube, or -1
    where it was passed out.
    """
    for row in range(len(cells)):
        turned = np.int64(deals.turned[row])
        taker = np.int64(deals.taker[row])
        dealer = np.int64(deals.dealer[row])
        trump = np.int64(deals.trump[row])
        bid_round = np.int64(deals.bid_round[row])
        position = ((taker - dealer - 1) & 3) + 1
        passed_out = taker == NOBODY
        words = 8 if passed_out else 4 * (bid_round - 1) + position
        low, high = deals.owner_low[row], deals.owner_high[row]
        for word in range(words):
            five = np.uint32(seat_cards(low, high, (dealer + 1 + word) & 3) & deals.first_mask[row])
            took = not passed_out and word == words - 1
            suit = _suit_weighed(five, turned >> 3, 1 + (word >> 2), took, trump)
            with_turned = np.uint32(five | np.uint32(np.uint32(1) << np.uint32(turned)))
            cell = _turned_cell(turned, 1 + (word >> 2), (word & 3) + 1)
            cell = cell * 36 + _held_cell(_suit_bits(with_turned, suit))
            said[cell, 0] += 1
            said[cell, 1] += np.int64(took)
        if passed_out:
            points[_turned_cell(turned, 0, 0) * (3 * 3 * 163), 0] += 1
            scored[TENS, 0] += 1
            cells[row] = -1
            continue
        cell = _turned_cell(turned, bid_round, position)
        belote = side_of(deals.taker_belote[row] > 0, deals.defence_belote[row] > 0)
        capot = side_of(deals.taker_tricks[row] == 8, deals.taker_tricks[row] == 0)
        points[((cell * 3 + belote) * 3 + capot) * 163 + deals.taker_points[row], 0] += 1
        score = ((position * 3 + belote) * 3 + capot) * 163 + deals.taker_points[row]
        annonces = np.int64(deals.taker_annonces[row]) - np.int64(deals.defence_annonces[row])
        scored[score * (2 * TENS + 1) + TENS + annonces // 10, 0] += 1
        bits = _suit_bits(seat_cards(low, high, taker & 3), trump)
        both = np.int64((bits >> KING & 1) & (bits >> QUEEN & 1))
        cells[row] = (cell * 36 + _held_cell(bits)) * 2 + both


@kernel
def tally_marks(deals, cells, rules, marked):
    """Add the deals with a cell to a cube of deals taken under ``rules``, as `mark_at` takes them.

    ``deals`` and ``cells`` are of `tally_deals` with a `MARKED` cube, or of
    `belote.game.tally_coinche.tally_bids` with a `BID_MARKED` one, which has measures more.
    """
    for row in range(len(cells)):
        if cells[row] < 0:
            continue
        mark = mark_at(deals, row, rules)
        cell = cells[row]
        marked[cell, 0] += 1
        marked[cell, 1] += np.int64(mark.outcome == MADE)
        marked[cell, 2] += np.int64(mark.outcome == CHUTE)
        marked[cell, 3] += np.int64(mark.outcome == LITIGE)
        marked[cell, 4] += np.int64(deals.taker_tricks[row] == 8)
        marked[cell, 5] += np.int64(deals.taker_tricks[row] == 0)
        marked[cell, 6] += mark.taker
        marked[cell, 7] += mark.taker * mark.taker
        marked[cell, 8] += mark.defence
        marked[cell, 9] += mark.defence * mark.defence
        if marked.shape[1] > _OUTCOMES:
            points = np.int64(deals.taker_points[row])
            marked[cell, 10] += (mark.taker - mark.defence) ** 2
            marked[cell, 11] += points
            marked[cell, 12] += points * points


class ScoredCells(NamedTuple):
    """Cells of the `SCORED` cube that hold deals, as columns of equal length.

    ``position`` is 0 in the one cell of deals passed out, of which only ``n`` means something.
    ``annonces`` are points: positive the taker's side's, negative the defence's.
    """

    position: np.ndarray
    belote: np.ndarray
    capot: np.ndarray
    taker_points: np.ndarray
    annonces: np.ndarray
    n: np.ndarray


@inline
def _tricks(capot):
    """Tricks of the taker's side as far as marking asks: all, none, or some."""
    return np.int64(8 if capot == 1 else 0 if capot == 2 else 4)


@kernel
def mark_cells(cells, rules, marks):
    """Mark each of `ScoredCells` (columns of int64) under one `MarkRules`.

    Fills ``marks`` (int64, a row a cell) with the fields of a `Mark` in their order; zeros for
    deals passed out.
    """
    for row in range(len(cells.position)):
        marks[row] = 0
        if cells.position[row] == 0:
            continue
        annonces = cells.annonces[row]
        mark = mark_deal(
            Facts(
                cells.taker_points[row],
                _tricks(cells.capot[row]),
                20 if cells.belote[row] == 1 else 0,
                20 if cells.belote[row] == 2 else 0,
                max(annonces, 0),
                max(-annonces, 0),
            ),
            rules,
        )
        marks[row, 0] = mark.outcome
        marks[row, 1] = mark.taker
        marks[row, 2] = mark.defence
        marks[row, 3] = mark.taker_belote
        marks[row, 4] = mark.defence_belote
        marks[row, 5] = mark.held
