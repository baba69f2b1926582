"""A table's deals cut into games: the engine's fold equals the slow engine on tables full of
litiges, passed-out deals and close finishes, and on several tables at once."""

import random

import numpy as np
import pytest

import naive
from belote.game.match import UNMARKED, DealFacts
from belote.game.variants import PRISE_PRESETS
from engine import MARKING_VALUES, both, facts_of, folded, game_row, joined, matched, random_changes

TARGETS = (1, 60, 163, 301, 1000)


def random_facts(rng, deals):
    """A table of deals in which rare things are common."""
    table = []
    for _ in range(deals):
        kind = rng.random()
        known = {"dealer": rng.randrange(4)} if rng.random() < 0.9 else {}
        if kind < 0.2:
            table.append({"passed_out": True} | known)
            continue
        taker, belote, annonces = rng.randrange(4), [0, 0], [0, 0]
        points, tricks = rng.randrange(163), rng.randrange(1, 8)
        if rng.random() < 0.3:
            belote[rng.randrange(2)] = 20
        if rng.random() < 0.3:
            annonces[rng.randrange(2)] = rng.choice((20, 50, 100))
        if kind < 0.5:  # equal totals, for some way of counting
            points = (162 + rng.choice((0, belote[1] - belote[0], annonces[1] - annonces[0]))) // 2
        elif kind < 0.6:
            points, tricks = rng.choice(((162, 8), (0, 0)))
        table.append(
            {
                "taker": taker,
                "points": [points, 162 - points],
                "tricks_won": [tricks, 8 - tricks],
                "belote": belote,
                "annonces": annonces,
            }
            | known
        )
    return table


def split(points):
    """A deal of seat 0 with so many points and four tricks."""
    deal = {"taker": 0, "points": [points, 162 - points], "tricks_won": [4, 4]}
    return deal | {"belote": [0, 0], "annonces": [0, 0]}


def random_rules(rng):
    return rng.choice(list(naive.PRESETS)), random_changes(rng, MARKING_VALUES) | {
        "target": rng.choice(TARGETS)
    }


@pytest.mark.parametrize("seed", range(12))
def test_games_of_a_table_are_those_of_the_slow_engine(seed):
    rng = random.Random(seed)
    for _ in range(25):
        table = random_facts(rng, rng.choice((1, 2, 7, 80)))
        base, changes = random_rules(rng)
        slow, fast = both(base, **changes)
        assert matched(facts_of(table), fast) == naive.match(table, slow), (base, changes)


@pytest.mark.parametrize("base", naive.PRESETS)
def test_games_of_many_tables_are_those_of_each_alone(base):
    rng = random.Random(base)
    slow, fast = both(base, target=501)
    tables = {
        number: [deal | {"deal": n} for n, deal in enumerate(random_facts(rng, size), start=1)]
        for number, size in ((3, 40), (4, 1), (5, 90), (9, 13))
    }
    games, game_tables, holds = folded(joined(*(facts_of(t, n) for n, t in tables.items())), fast)
    expected = [(n, game) for n, t in tables.items() for game in naive.match(t, slow)[1]]
    rows = zip(game_tables, map(game_row, games), strict=True)
    assert list(rows) == expected
    rows = [row for table in tables.values() for row in naive.match(table, slow)[0]]
    held = [(row["carried"], row["held"]) for row in rows]
    assert holds == {i: pair for i, pair in enumerate(held) if pair != (0, 0)}


def test_points_held_when_a_table_ends_do_not_reach_the_next_table():
    litige, made = [facts_of([deal], n) for n, deal in enumerate(map(split, (81, 100)), start=1)]
    games, game_tables, holds = folded(joined(litige, made), PRISE_PRESETS["litige"])
    assert game_tables == [1, 2]
    assert [game_row(game)["scores"] for game in games] == [[0, 81], [100, 62]]
    assert holds == {0: (0, 81)}


def test_two_litiges_in_a_row_a_passed_out_deal_and_a_chute_are_among_the_tables():
    slow, _ = both("litige")
    rows = naive.match(random_facts(random.Random(3), 2000), slow)[0]
    words = [row["outcome"] for row in rows]
    runs = {tuple(words[at : at + 4]) for at in range(len(words) - 3)}
    assert ("litige", "litige", "passed_out", "chute") in runs
    assert ("litige", "litige", "passed_out", "made") in runs
    assert {row["carried"] > 0 for row in rows if row["outcome"] == "chute"} == {True, False}
    assert {row["carried"] > 0 for row in rows if row["outcome"] == "made"} == {True, False}


@pytest.mark.parametrize("rules", PRISE_PRESETS.values(), ids=list(PRISE_PRESETS))
def test_every_deal_is_in_one_game_and_games_are_numbered_from_1(rules):
    table = random_facts(random.Random(21), 500)
    games, game_tables, _ = folded(facts_of(table, 7), rules)
    rows = [game_row(game) for game in games]
    assert set(game_tables) == {7}
    assert [row["game_no"] for row in rows] == list(range(1, len(rows) + 1))
    numbers = [n for row in rows for n in range(row["first_deal"], row["last_deal"] + 1)]
    assert numbers == list(range(1, 501))
    assert [row["deals"] for row in rows] == [
        row["last_deal"] - row["first_deal"] + 1 for row in rows
    ]
    assert sum(row["passed_out"] for row in rows) == sum("passed_out" in deal for deal in table)
    assert all(row["finished"] for row in rows[:-1])


def with_unmarked(facts, at):
    """The facts with a broken-off deal put in at a place."""
    parts = [np.insert(column, at, column[min(at, len(column) - 1)]) for column in facts]
    broken = DealFacts(*parts)
    broken.taker[at] = UNMARKED
    return broken


def test_a_broken_off_deal_marks_nothing_and_is_no_passed_out_deal():
    rng = random.Random(5)
    for _ in range(20):
        table = random_facts(rng, 30)
        _, fast = both("litige", target=301)
        facts = facts_of(table)
        at = rng.randrange(30)
        plain = [game_row(game) for game in folded(facts, fast)[0]]
        broken = [game_row(game) for game in folded(with_unmarked(facts, at), fast)[0]]
        shared = ("game_no", "passed_out", "scores", "winner", "finished")
        got = [[game[key] for key in shared] for game in broken]
        assert got == [[game[key] for key in shared] for game in plain]
        assert sum(game["deals"] for game in broken) == 31


def test_no_deals_make_no_games():
    assert folded(facts_of([]), PRISE_PRESETS["litige"]) == ([], [], {})


def test_a_table_of_passed_out_deals_is_one_open_game():
    games, _, holds = folded(facts_of([{"passed_out": True}] * 5), PRISE_PRESETS["litige"])
    assert [game_row(game) for game in games] == [
        {
            "game_no": 1,
            "first_deal": 1,
            "last_deal": 5,
            "deals": 5,
            "passed_out": 5,
            "scores": [0, 0],
            "winner": None,
            "finished": False,
            "lead_changes": 0,
            "comeback": 0,
            "first_dealer_team": None,
        }
    ]
    assert holds == {}


def test_a_game_ended_by_agreement_is_won_by_nobody_and_the_next_deal_begins_another():
    made = {"taker": 0, "points": [100, 62], "tricks_won": [5, 3]}
    made |= {"belote": [0, 0], "annonces": [0, 0]}
    tie = made | {"points": [81, 81]}
    ended = {"status": "friendly_end"}
    _, rules = both("litige", target=150)
    games, _, holds = folded(facts_of([made, tie | ended, made, made, made | ended]), rules)
    assert [game[:5] for game in games] == [[1, 1, 2, 2, 0], [2, 3, 4, 2, 0], [3, 5, 5, 1, 0]]
    assert [game[7] for game in games] == [-1, 0, -1]
    assert holds == {}
    games, _, _ = folded(facts_of([made, made | ended]), rules)
    assert [(game[2], game[7]) for game in games] == [(2, -1)]


def test_a_tie_keeps_the_leader_and_the_winner_was_behind_by_its_largest_deficit():
    # Scores after each deal: 100-62, 100-224 (a chute), 243-243, then 343-305 or 243-405.
    course = [split(100) | {"dealer": 3}, split(81), split(143)]
    _, rules = both("stricte", target=340)
    (game,) = map(game_row, folded(facts_of([*course, split(100)]), rules)[0])
    assert (game["scores"], game["winner"]) == ([343, 305], 0)
    assert (game["lead_changes"], game["comeback"], game["first_dealer_team"]) == (2, 124, 1)
    (game,) = map(game_row, folded(facts_of([*course, split(0)]), rules)[0])
    assert (game["scores"], game["winner"]) == ([243, 405], 1)
    assert (game["lead_changes"], game["comeback"]) == (1, 38)
    (game,) = map(game_row, folded(facts_of(course), rules)[0])
    assert (game["winner"], game["lead_changes"], game["comeback"]) == (None, 1, 0)


def test_each_game_has_a_course_and_a_first_dealer_of_its_own():
    dealers = [{"dealer": seat} for seat in (0, 1, 2, 3)]
    deals = [split(100), split(0), split(0), split(162)]
    table = [deal | dealer for deal, dealer in zip(deals, dealers, strict=True)] + [split(100)]
    _, rules = both("stricte", target=150)
    games = [game_row(game) for game in folded(facts_of(table), rules)[0]]
    # 100-62 then 100-224; 0-162; 162-0; 100-62 goes on, and nobody says who dealt.
    assert [game["deals"] for game in games] == [2, 1, 1, 1]
    assert [game["first_dealer_team"] for game in games] == [0, 0, 1, None]
    assert [game["comeback"] for game in games] == [38, 0, 0, 0]
    assert [game["lead_changes"] for game in games] == [1, 0, 0, 0]
