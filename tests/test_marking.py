"""What one deal marks: the engine equals the slow engine over every field, and the examples worked
out by hand."""

import itertools
import random

import numpy as np
import pytest

import naive
from belote.game.marking import OUTCOMES
from engine import (
    MARKING_VALUES,
    PLAY_VALUES,
    both,
    both_of,
    facts_of,
    golden,
    marks_of,
    matched,
    random_changes,
    rounded_all,
)

GOLDEN_DEALS = golden("deals.json")
EXACT = golden("exact.json")
CHOICES = {
    field: values
    for field, values in MARKING_VALUES.items()
    if field not in ("chute_mark", "capot_mark", "target")
}


def facts(taker=0, points=100, tricks=5, belote=(0, 0), annonces=(0, 0)):
    """Facts by team of a deal; points, tricks and pairs are (taker's side, defence)."""

    def by_team(pair):
        return list(pair if taker % 2 == 0 else reversed(pair))

    return {
        "taker": taker,
        "points": by_team((points, 162 - points)),
        "tricks_won": by_team((tricks, 8 - tricks)),
        "belote": by_team(belote),
        "annonces": by_team(annonces),
    }


def every_split():
    """Deals with every split of the points, every belote, some annonces and numbers of tricks."""
    belotes = [(0, 0), (20, 0), (0, 20)]
    annonces = [(0, 0), (20, 0), (0, 20), (0, 50), (120, 0), (0, 300)]
    rng = random.Random(9)
    for points, belote, annonce in itertools.product(range(163), belotes, annonces):
        yield facts(rng.randrange(4), points, rng.randrange(1, 8), belote, annonce)
    for belote, annonce, taker in itertools.product(belotes, annonces, range(4)):
        yield facts(taker, 162, 8, belote, annonce)
        yield facts(taker, 0, 0, belote, annonce)
        yield facts(taker, 152, 7, belote, annonce)
        yield facts(taker, 10, 1, belote, annonce)


ALL_FACTS = list(every_split())


def slow_marks(deals, rules, mark=naive.mark):
    """What the slow engine marks, in the columns of `marks_of`."""
    for deal in deals:
        side = deal["taker"] % 2
        marked = mark(deal, rules)
        pairs = [marked[name][:: -1 if side else 1] for name in ("marks", "belote")]
        outcome = OUTCOMES.index(marked["outcome"])
        yield [outcome, *pairs[0], *pairs[1], marked["held"]]


@pytest.mark.parametrize("rounding", MARKING_VALUES["rounding"])
@pytest.mark.parametrize("contract", MARKING_VALUES["contract"])
def test_every_split_marks_what_the_slow_engine_marks(contract, rounding):
    rest = {name: CHOICES[name] for name in ("annonces", "belote_counts", "tie", "belote_on_chute")}
    columns = facts_of(ALL_FACTS)
    for values in itertools.product(*rest.values()):
        fields = dict(zip(rest, values, strict=True)) | {"contract": contract, "rounding": rounding}
        slow, fast = both("litige", **fields)
        assert marks_of(columns, fast).tolist() == list(slow_marks(ALL_FACTS, slow)), fields


@pytest.mark.parametrize("base", naive.PRESETS)
def test_every_split_marks_what_the_slow_engine_marks_under_a_preset(base):
    slow, fast = both(base)
    assert marks_of(facts_of(ALL_FACTS), fast).tolist() == list(slow_marks(ALL_FACTS, slow))


def test_every_split_marks_what_the_slow_engine_marks_under_changed_presets():
    rng = random.Random(14)
    for _ in range(40):
        base = rng.choice(list(naive.PRESETS))
        fields = random_changes(rng, MARKING_VALUES)
        slow, fast = both(base, **fields)
        sample = rng.sample(ALL_FACTS, 400)
        expected = list(slow_marks(sample, slow))
        assert marks_of(facts_of(sample), fast).tolist() == expected, (base, fields)


def test_the_splits_show_every_outcome_with_and_without_belote():
    slow, _ = both("sans-annonces")
    seen = {(row[0], row[3] > 0, row[4] > 0) for row in slow_marks(ALL_FACTS, slow)}
    assert {outcome for outcome, *_ in seen} == {1, 2, 3}
    assert len(seen) == 9


def test_fields_of_play_do_not_change_a_mark():
    columns = facts_of(ALL_FACTS)
    for base in naive.PRESETS:
        _, fast = both(base)
        _, other = both(base, **{field: values[1] for field, values in PLAY_VALUES.items()})
        assert (marks_of(columns, fast) == marks_of(columns, other)).all()


@pytest.mark.parametrize(
    ("rounding", "examples"),
    [
        ("none", {0: 0, 84: 84, 85: 85, 86: 86, 162: 162}),
        ("half_up", {0: 0, 4: 0, 5: 10, 84: 80, 85: 90, 86: 90, 162: 160}),
        ("six_up", {0: 0, 5: 0, 6: 10, 84: 80, 85: 80, 86: 90, 162: 160}),
    ],
)
def test_card_points_are_rounded_to_tens(rounding, examples):
    _, fast = both(rounding=rounding)
    assert rounded_all(list(examples), fast).tolist() == list(examples.values())
    expected = [naive.round_points(points, rounding) for points in range(163)]
    assert rounded_all(range(163), fast).tolist() == expected


@pytest.mark.parametrize(
    ("rounding", "line"),
    [
        ("half_up", "half-up rounding: splits of 162 whose rounded sum is not 160, of 163"),
        ("six_up", "six-up rounding: the same"),
    ],
)
def test_rounding_leaves_160_in_as_many_splits_as_it_must(rounding, line):
    _, fast = both(rounding=rounding)
    points = np.arange(163)
    sums = rounded_all(points, fast) + rounded_all(162 - points, fast)
    assert (sums != 160).sum() == EXACT[line]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(case, expected, id=f"{case['name']} - {expected['rules']}")
        for case in GOLDEN_DEALS["cases"]
        for expected in case["expected"]
    ],
)
def test_marks_and_games_are_those_worked_out_by_hand(case, expected):
    _, fast = both_of(expected["rules"])
    rows, games = matched(facts_of(case["deals"]), fast)
    fields = GOLDEN_DEALS["row_fields"]
    assert [[row[field] for field in fields] for row in rows] == expected["rows"]
    if "games" in expected:
        shown = [{name: game[name] for name in expected["games"][0]} for game in games]
        assert shown == expected["games"]
