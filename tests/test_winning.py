"""The probability of winning from a score: equal to a slow forward walk in plain Python over every
state, with litiges, passed-out deals, draws, and belotes that may not finish.
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np
import pytest

from belote.stats.winning import DEALER, FIRST, LITIGE, PASSED_OUT, DealRows, win_table


class Row(NamedTuple):
    """One outcome of a deal, in the order of `DealRows`."""

    taker: int
    first: int
    dealer: int
    first_belote: int
    dealer_belote: int
    goes_to: int
    held: int
    label: int
    weight: float


def rows_of(rows: list[Row]) -> DealRows:
    return DealRows(*(np.array(column) for column in zip(*rows, strict=True)))


PASS = Row(0, 0, 0, 0, 0, PASSED_OUT, 0, -1, 2)
PLAIN = [
    Row(FIRST, 9, 7, 0, 0, FIRST, 0, 0, 6),
    Row(FIRST, 0, 16, 0, 0, DEALER, 0, 1, 2),
    Row(FIRST, 2, 16, 2, 0, DEALER, 0, 1, 1),
    Row(DEALER, 6, 12, 0, 2, DEALER, 0, 0, 3),
    Row(DEALER, 16, 0, 0, 0, FIRST, 0, 1, 2),
    Row(DEALER, 25, 0, 0, 0, FIRST, 0, 2, 1),
]
EVEN = Row(FIRST, 8, 8, 2, 0, FIRST, 0, 0, 2)
LITIGES = [
    Row(FIRST, 0, 8, 0, 0, LITIGE, 8, 3, 2),
    Row(DEALER, 10, 0, 2, 0, LITIGE, 8, 3, 1),
    Row(DEALER, 7, 2, 0, 2, LITIGE, 9, 3, 1),
]
DISTRIBUTIONS = {
    "plain": PLAIN,
    "passes": [*PLAIN, PASS],
    "draws": [*PLAIN, EVEN, PASS],
    "litiges": [*PLAIN, *LITIGES],
    "all": [*PLAIN, *LITIGES, EVEN, PASS],
}

State = tuple[int, int, int, int]


def after(state: State, row: Row, target: int, finish: bool, same: bool) -> State | int:
    """The state after an outcome, or the team that has won."""
    score0, score1, dealer, held = state
    if row.goes_to == PASSED_OUT:
        return state if same else (score0, score1, 1 - dealer, held)
    marks = [row.dealer, row.first] if dealer == 0 else [row.first, row.dealer]
    belote = [row.dealer_belote, row.first_belote]
    if dealer == 1:
        belote.reverse()
    if row.goes_to == LITIGE:
        held += row.held
    else:
        marks[dealer if row.goes_to == DEALER else 1 - dealer] += held
        held = 0
    scores = [score0 + marks[0], score1 + marks[1]]
    can = [scores[i] - (0 if finish else belote[i]) >= target for i in (0, 1)]
    if all(can) and scores[0] != scores[1]:
        return int(scores[1] > scores[0])
    if can[0] != can[1]:
        return int(can[1])
    return scores[0], scores[1], 1 - dealer, held


def walked(rows: list[Row], start: State, target: int, finish: bool, same: bool) -> Any:
    """(probability that team 0 wins, expected deals): every state forward, deal by deal."""
    total = sum(row.weight for row in rows)
    states: dict[State, float] = {start: 1.0}
    won, deals = 0.0, 0.0
    while (left := sum(states.values())) > 1e-14:
        deals += left
        following: dict[State, float] = defaultdict(float)
        for (state, chance), row in itertools.product(states.items(), rows):
            then = after(state, row, target, finish, same)
            weight = chance * row.weight / total
            if isinstance(then, tuple):
                following[then] += weight
            elif then == 0:
                won += weight
        states = following
    return won, deals


def starts(target: int, finish: bool) -> list[State]:
    rng = random.Random(target)
    scores = [(0, 0), (target - 1, target - 1), (target - 1, 0), (target, target), (3, target - 9)]
    scores += [(rng.randrange(target), rng.randrange(target)) for _ in range(4)]
    if not finish:
        scores += [(target + 1, 4), (target + 1, target), (target - 2, target + 1)]
    found = [(*score, dealer, 0) for score in scores for dealer in (0, 1)]
    return found + [(*score, n % 2, 8 + n) for n, score in enumerate(scores)]


@pytest.mark.parametrize("same", [False, True], ids=["next_dealer", "same_dealer"])
@pytest.mark.parametrize("finish", [True, False], ids=["finish_on_belote", "not_on_belote"])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_every_probability_is_that_of_a_walk_through_all_states(
    name: str, finish: bool, same: bool
):
    rows = DISTRIBUTIONS[name]
    target = 40
    table = win_table(rows_of(rows), target, finish_on_belote=finish, same_dealer=same)
    for state in starts(target, finish):
        won, deals = walked(rows, state, target, finish, same)
        score0, score1, dealer, held = state
        assert table.probability(score0, score1, dealer, held) == pytest.approx(won, abs=2e-9)
        assert table.deals_to_go(score0, score1, dealer, held) == pytest.approx(deals, abs=1e-7)


@pytest.mark.parametrize("target", [1, 2, 15, 16, 17, 33])
def test_small_targets_are_right_too(target: int):
    rows = DISTRIBUTIONS["all"]
    table = win_table(rows_of(rows), target, finish_on_belote=False)
    for state in [(0, 0, 0, 0), (target - 1, 0, 1, 5), (target, target, 1, 16)]:
        won, deals = walked(rows, state, target, finish=False, same=False)
        assert table.probability(*state) == pytest.approx(won, abs=2e-9)
        assert table.deals_to_go(*state) == pytest.approx(deals, abs=1e-7)


def test_exchanging_the_teams_exchanges_their_chances():
    table = win_table(rows_of(DISTRIBUTIONS["all"]), 50, finish_on_belote=False)
    for dealer in (0, 1):
        chances, turned = table.probabilities(dealer), table.probabilities(1 - dealer)
        assert chances.shape == (50, 50)
        assert np.abs(chances + turned.T - 1).max() < 1e-12
        assert chances[31, 17] == table.probability(31, 17, dealer)
    assert table.probability(9, 30, 0, 8) + table.probability(30, 9, 1, 8) == pytest.approx(1)


def test_a_point_more_never_harms():
    chances = win_table(rows_of(DISTRIBUTIONS["all"]), 60).probabilities(0)
    assert (np.diff(chances, axis=0) >= -1e-12).all()
    assert (np.diff(chances, axis=1) <= 1e-12).all()
    assert (chances > 0).all()
    assert (chances < 1).all()


def test_a_draw_above_the_target_plays_on_whatever_its_height():
    table = win_table(rows_of(DISTRIBUTIONS["all"]), 30)
    chance = table.probability(30, 30, 0)
    assert table.probability(77, 77, 0) == chance
    assert table.probability(77, 77, 1) == pytest.approx(1 - chance)


def test_marks_in_tens_are_solved_in_tens_and_give_the_same_in_units():
    tens = [
        row._replace(
            first=10 * row.first, dealer=10 * row.dealer, held=10 * row.held,
            first_belote=10 * row.first_belote, dealer_belote=10 * row.dealer_belote,
        )
        for row in DISTRIBUTIONS["all"]
    ]  # fmt: skip
    coarse = win_table(rows_of(tens), 395, finish_on_belote=False)
    fine = win_table(rows_of(tens), 395, finish_on_belote=False, unit=1)
    assert (coarse.unit, fine.unit) == (10, 1)
    for state in ((0, 0, 0, 0), (390, 120, 1, 0), (400, 10, 1, 80), (200, 390, 0, 90)):
        assert fine.probability(*state) == pytest.approx(coarse.probability(*state), abs=2e-9)
    assert coarse.probabilities(0).shape == (40, 40)
    with pytest.raises(ValueError, match="multiples of 10"):
        coarse.probability(5, 0, 0)


def test_what_a_deal_changes_is_the_chance_after_it_less_the_chance_before():
    rows = DISTRIBUTIONS["all"]
    table = win_table(rows_of(rows), 40)
    for state in ((22, 30, 0, 0), (35, 12, 1, 8), (0, 0, 1, 0)):
        present = table.probability(*state)
        swings = table.value_of(*state)
        taken = [row for row in rows if row.goes_to != PASSED_OUT]
        assert sum(swing.share for swing in swings) == pytest.approx(1)
        for swing in swings:
            side = DEALER if swing.taker_team == state[2] else FIRST
            of = [row for row in taken if (row.taker, row.label) == (side, swing.label)]
            weight, mean = sum(row.weight for row in of), 0.0
            for row in of:
                then = after(state, row, 40, finish=True, same=False)
                chance = table.probability(*then) if isinstance(then, tuple) else 1 - then
                mean += chance * row.weight / weight
            assert swing.change == pytest.approx(mean - present, abs=1e-8)
            assert swing.share == pytest.approx(weight / sum(row.weight for row in taken))


def test_weights_count_only_relative_to_each_other_and_alike_rows_add_up():
    rows = DISTRIBUTIONS["all"]
    split = [row._replace(weight=row.weight * 0.25) for row in rows for _ in range(3)]
    one, other = (win_table(rows_of(of), 50) for of in (rows, split))
    assert one.probability(20, 12, 1, 8) == pytest.approx(other.probability(20, 12, 1, 8), abs=1e-9)


def test_the_error_asked_for_bounds_what_cutting_chains_does():
    many = [row._replace(weight=4 * row.weight) for row in LITIGES[:2]]
    rows = rows_of([*PLAIN, PASS, *many])
    exact = win_table(rows, 60, error=1e-11).probabilities(0)
    for error in (1e-2, 1e-4, 1e-9):
        assert np.abs(win_table(rows, 60, error=error).probabilities(0) - exact).max() < error


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": 0, "dealer": 0, "first_belote": 0}, "marks something"),
        ({"goes_to": LITIGE, "held": 0}, "litige"),
        ({"first_belote": 99}, "more than the mark"),
        ({"held": -1}, "from 0"),
        ({"weight": -1.0}, "weight"),
    ],
)
def test_a_distribution_that_cannot_be_is_refused(change: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        win_table(rows_of([*PLAIN, PLAIN[2]._replace(**change)]), 40)


def test_a_game_that_never_ends_or_a_score_beyond_it_is_refused():
    with pytest.raises(ValueError, match="decided"):
        win_table(rows_of([PASS]), 40)
    with pytest.raises(ValueError, match="target"):
        win_table(rows_of(PLAIN), 0)
    with pytest.raises(ValueError, match="unit"):
        win_table(rows_of(PLAIN), 40, unit=3)
    table = win_table(rows_of(PLAIN), 40)
    for state in ((40, 0, 0, 0), (-1, 0, 0, 0), (0, 0, 0, -5)):
        with pytest.raises(ValueError, match="no game goes on"):
            table.probability(*state)
    with pytest.raises(ValueError, match="team"):
        table.probability(0, 0, 2)
