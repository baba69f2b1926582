"""Take-or-pass decisions played out, and the numbers that fit what they gain."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belote.game.columns import Columns, empty_columns, hands_of
from belote.game.legality import play_rules
from belote.game.match import marking_of
from belote.game.variants import Rules
from belote.players.regular import bidding
from belote.players.seat import PASS
from belote.players.spec import (
    LENGTHS,
    NUMBERS,
    PLACES,
    TUNED_FILE,
    kernel_rows,
    tuned_player,
)
from belote.players.tuned import features
from belote.simulate.kernel import new_scratch
from belote.simulate.worlds import ANY, TURNED_SUIT, Spot, play_worlds
from belote.study.tables import facts_of, team_leads

Floats = NDArray[np.floating[Any]]

TRIES = 30
"""Packs dealt for each world wanted: where decisions of a kind are rarer, fewer are played."""
CLOSE = 20.0
"""Marks: a row whose gain is found to be this weighs half of one whose gain is 0."""
HEAVIEST = 16
"""Weights are whole numbers up to this, so that sums are exact in any order."""
RIDGE = 30.0
"""Weight that holds each number where it was, for what is hardly ever met."""


def regular_numbers() -> np.ndarray:
    """The numbers with which a tuned player takes as `regular` does: float64 (2, `NUMBERS`)."""
    one = np.zeros(NUMBERS)
    lengths = np.array(bidding.TRUMP_LENGTH[: LENGTHS["trumps"]])
    one[PLACES["trumps"] : PLACES["trumps"] + len(lengths)] = lengths - bidding.THRESHOLD
    worth = {
        "jack": bidding.TRUMP_JACK,
        "nine": bidding.TRUMP_NINE,
        "ace": bidding.TRUMP_ACE,
        "ten": bidding.TRUMP_TEN,
        "jack_and_nine": bidding.JACK_AND_NINE,
        "belote": bidding.BELOTE,
        "plain_ace": bidding.PLAIN_ACE,
        "ten_with_ace": bidding.TEN_WITH_ACE,
        "covered_ten": bidding.COVERED_TEN,
        "bare_ten": bidding.BARE_TEN,
        "void": bidding.VOID,
        "singleton": bidding.SINGLETON,
    }
    for name, points in worth.items():
        one[PLACES[name]] = points
    return np.stack([one, one])


# Decisions ----------------------------------------------------------------------------------------


class Decisions(NamedTuple):
    """Decisions played out, of one round of the auction: arrays of one length."""

    bid_round: int
    world: np.ndarray
    """uint32: the low bits of its world's number."""
    cards: np.ndarray
    """uint32: the five cards and the turned one."""
    turned: np.ndarray
    """int64: 0-31."""
    position: np.ndarray
    """int64: 1-4."""
    gains: np.ndarray
    """int64 (decisions, suits): marks that taking gains over passing, in each suit that may be
    taken: the turned one, or the three after it in order."""

    def features(self) -> np.ndarray:
        """What each number is counted: float64 (decisions, suits, `NUMBERS`)."""
        suits = range(1) if self.bid_round == 1 else range(1, 4)
        counted = [
            features(self.cards, (self.turned >> 3) + step & 3, self.turned, self.position)
            for step in suits
        ]
        return np.stack(counted, axis=1)


def decisions_at(
    rules: Rules, numbers: np.ndarray, seed: int, spot: tuple[int, int], first: int, deals: int
) -> Decisions:
    """Decisions at a round and position, where seats take by ``numbers`` (2, `NUMBERS`).

    Worlds ``first`` and on, until ``deals`` are played or `TRIES` times as many are tried; fewer
    are returned, because those are left out in which the seat itself would have taken in round 1.
    """
    bid_round, position = spot
    others = (TURNED_SUIT,) if bid_round == 1 else tuple(TURNED_SUIT + step for step in (1, 2, 3))
    answers = np.array([*others, PASS], np.int64)
    width = len(answers)
    columns = empty_columns(deals * width)
    rows = kernel_rows((tuned_player(TUNED_FILE, numbers.ravel().tolist()),) * 4)
    found, _ = play_worlds(
        np.uint64(seed), first, deals * TRIES, Spot(np.uint32(0), ANY, position, bid_round),
        answers, new_scratch(1, rows), play_rules(rules), columns,
    )  # fmt: skip
    played = Columns(*(column[: found * width] for column in columns))
    leads = team_leads(facts_of(played, found * width), marking_of(rules)).reshape(found, width)
    turned = played.turned[::width].astype(np.int64)
    hand = (hands_of(played)[:, 0] & played.first_mask)[::width]
    found_all = Decisions(
        bid_round,
        played.table_no[::width],
        hand | np.uint32(1) << turned.astype(np.uint32),
        turned,
        np.full(found, position),
        leads[:, :-1] - leads[:, -1:],
    )
    if bid_round == 1:
        return found_all
    before = found_all._replace(bid_round=1).features()[:, 0] @ numbers[0]
    passed = before < 0
    return Decisions(bid_round, *(column[passed] for column in found_all[1:]))


def choices(features: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Which suit is taken at each decision, by its place, or -1: int64.

    ``features`` are float64 (decisions, suits, `NUMBERS`), ``numbers`` of one round.
    """
    gains = features @ numbers
    return np.where(gains.max(axis=1) >= 0, gains.argmax(axis=1), PASS)


# Fitting ------------------------------------------------------------------------------------------


def _zeros(*shape: int) -> Floats:
    return np.zeros((2, *shape))


@dataclass(frozen=True)
class Sums:
    """Weighted sums of products of features, and with gains, of each round of the auction."""

    products: Floats = field(default_factory=lambda: _zeros(NUMBERS, NUMBERS))
    with_gains: Floats = field(default_factory=lambda: _zeros(NUMBERS))

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(self.products + other.products, self.with_gains + other.with_gains)

    def halved(self) -> Sums:
        """Of half the weight."""
        return Sums(self.products / 2, self.with_gains / 2)

    def solution(self, present: Floats) -> Floats:
        """The least squares fit, to hundredths of a mark, held at ``present`` by `RIDGE`."""
        hold = RIDGE * np.eye(NUMBERS)
        fitted: Floats = np.linalg.solve(
            self.products + hold, (self.with_gains + RIDGE * present)[:, :, None]
        )[:, :, 0]
        # Of positions and ranks turned only differences are told: the first of each is 0.
        for name in ("position", "turned"):
            among = slice(PLACES[name], PLACES[name] + LENGTHS[name])
            first = fitted[:, [PLACES[name]]]
            fitted[:, among] -= first
            fitted[:, PLACES["trumps"] : PLACES["trumps"] + LENGTHS["trumps"]] += first
        return np.round(fitted, 2) + 0.0  # no -0.0


def sums_of(decisions: Decisions, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(sums of products of features, and with gains) of decisions, by the weight of each row.

    ``numbers`` (`NUMBERS`) are the present player's of that round. All are whole numbers.
    """
    counted = decisions.features()
    weights = np.round(HEAVIEST / (1 + np.square(counted @ numbers / CLOSE))).ravel()
    rows = counted.reshape(-1, NUMBERS)
    weighted = rows * weights[:, None]
    return weighted.T @ rows, weighted.T @ decisions.gains.ravel()
