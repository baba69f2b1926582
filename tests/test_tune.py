"""Players tuned to a rule set: what is fitted, the file it is kept in, and who takes that file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import league
import tuning
from belote.game.cards import parse_card
from belote.game.columns import NOBODY, Columns, empty_columns
from belote.game.match import marking_of
from belote.game.variants import RuleError, rule_set
from belote.lake.manifest import LakeError
from belote.players.spec import (
    LENGTHS,
    NUMBERS,
    PLACES,
    PlayerSpec,
    parse_player,
    seat_players,
    tuned_player,
)
from belote.players.tuned import features
from belote.runs.plan import MOST_TABLES
from belote.simulate.engine import engine_of, open_stream
from belote.stats.intervals import Interval
from belote.study import tune as study
from belote.study.decisions import Decisions, choices, decisions_at, regular_numbers
from belote.study.kept import kept
from belote.study.league import ONE_DEAL
from belote.study.tables import facts_of, team_leads
from belote.study.tune import FIRST_WORLD, SPOTS, Question, Tuned, tune

SMALL = {"deals": 4_000, "rounds": 2}
WORLDS = 400


def numbers_of(player: PlayerSpec) -> np.ndarray:
    return np.array(player.values).reshape(2, NUMBERS)


def as_regular(name: str = "like.toml") -> PlayerSpec:
    return tuned_player(name, regular_numbers().ravel().tolist())


def played(rules: str, players: str | PlayerSpec, deals: int = 20_000, table: int = 1) -> Columns:
    """Deals that are tables of their own, from a table on."""
    asked = rule_set(rules)
    seats = seat_players(players) if isinstance(players, str) else (players,) * 4
    columns = empty_columns(deals)
    stream = open_stream(asked, seats, seed=5, layout=ONE_DEAL, first_table=table)
    stream.play(deals, columns)
    return columns


@pytest.fixture(scope="module")
def tuned() -> Tuned:
    return tune(Question(rule_set("litige"), **SMALL), "litige.toml", workers=2)


# Taking by numbers


@pytest.mark.parametrize("rules", ["litige", "annonces,first_lead=taker"])
def test_with_the_numbers_of_regular_it_plays_the_deals_of_regular(rules: str):
    for ours, theirs in zip(played(rules, as_regular()), played(rules, "regular"), strict=True):
        assert np.array_equal(ours, theirs)


def test_at_coinche_it_bids_as_regular():
    rules, numbers = rule_set("coinche"), [1000.0] * 2 * NUMBERS
    streams = [
        open_stream(rules, (player,) * 4, seed=1, layout=ONE_DEAL)
        for player in (tuned_player("bold.toml", numbers), parse_player("regular"))
    ]
    columns = [engine_of(rules).columns(2_000) for _ in streams]
    for stream, into in zip(streams, columns, strict=True):
        stream.play(2_000, into)
    assert all(np.array_equal(*pair) for pair in zip(*columns, strict=True))


@pytest.mark.parametrize("spot", SPOTS)
def test_the_fit_decides_as_the_kernel_does(spot: tuple[int, int], tuned: Tuned):
    numbers = numbers_of(tuned.player)
    found = decisions_at(rule_set("litige"), numbers, 5, spot, 1, 4 * WORLDS)
    decided = choices(found.features(), numbers[spot[0] - 1])
    for row, world in same_tables(found, spot):
        deal = played("litige", tuned.player, 1, world)
        took = deal.taker[0] == 0 and deal.bid_round[0] == spot[0]
        assert took == (decided[row] >= 0)


def same_tables(found: Decisions, spot: tuple[int, int]) -> list[tuple[int, int]]:
    """Some decisions (row, world) of worlds that are the deals of tables with their numbers.

    A table's first dealer follows from its number, a world's from where seat 0 speaks.
    """
    dealers = (found.world.astype(np.int64) - 1) & 3
    rows = np.flatnonzero(dealers == (4 - spot[1]) & 3)[:12]
    assert len(rows)
    return [(int(row), int(found.world[row])) for row in rows]


SAYS = """
class Says:
    def __init__(self, round, step):
        self.round, self.step = round, step

    def bid(self, auction):
        if auction.round != self.round or auction.seat != 0:
            return "pass"
        suits = [said for said in auction.may_say if said != "pass"]
        if self.round == 1:
            return suits[0]
        turned = "shdc".index(auction.turned[1])
        return f"take {'shdc'[(turned + self.step) % 4]}"

    def play(self, turn):
        raise AssertionError("it only speaks")
"""


@pytest.mark.parametrize("spot", [(1, 2), (2, 1), (2, 4)])
def test_what_taking_gains_is_what_the_deals_mark_when_they_are_played_so(
    spot: tuple[int, int], tmp_path: Path
):
    """Each world is a table's deal: played by a class that takes, and by the habits that pass."""
    player, plays = as_regular(), parse_player("regular")
    (tmp_path / "says.py").write_text(SAYS)
    found = decisions_at(rule_set("litige"), regular_numbers(), 5, spot, 1, WORLDS)
    passed = 0
    for row, world in same_tables(found, spot):
        takes = []
        for step in range(1) if spot[0] == 1 else range(1, 4):
            says = parse_player(f"{tmp_path / 'says.py'}:Says:round={spot[0]}:step={step}")
            bidders = (says, player, player, player)
            took, lead = table_of(world, (plays,) * 4, bidders)
            assert took == (0, spot[0])
            takes.append(lead)
        took, without = table_of(world, (player,) * 4)
        if took[0] != 0:  # else its habits take: what passing brings is told by no table
            assert found.gains[row].tolist() == [take - without for take in takes]
            passed += 1
    assert passed


def table_of(
    world: int,
    players: tuple[PlayerSpec, ...],
    bidders: tuple[PlayerSpec, ...] | None = None,
) -> tuple[tuple[int, int], int]:
    """Of a table's one deal: who took, in which round, and the marks team 0 leads by."""
    rules, columns = rule_set("litige"), empty_columns(1)
    open_stream(rules, players, seed=5, layout=ONE_DEAL, first_table=world, bidders=bidders).play(
        1, columns
    )
    lead = team_leads(facts_of(columns, 1), marking_of(rules))[0]
    return (int(columns.taker[0]), int(columns.bid_round[0])), int(lead)


def test_a_number_counts_what_it_is_named_for():
    """Jack, nine and ten of trump, a ten with its ace, a bare ten; the ten of trump is turned."""
    cards = [parse_card(card) for card in ["Js", "9s", "Ts", "Ah", "Th", "Td"]]
    mask = np.array([sum(1 << card for card in cards)], np.uint32)
    counts = features(mask, np.array([0]), np.array([parse_card("Ts")]), np.array([3]))[0]
    counted = {
        name: counts[PLACES[name] : PLACES[name] + length].tolist()
        for name, length in LENGTHS.items()
        if counts[PLACES[name] : PLACES[name] + length].any()
    }
    assert counted == {
        "trumps": [0, 0, 0, 1, 0, 0, 0],
        **{name: [1] for name in ("jack", "nine", "ten", "jack_and_nine", "plain_ace")},
        **{name: [1] for name in ("ten_with_ace", "bare_ten", "void", "singleton")},
        "position": [0, 0, 1, 0],
        "turned": [0, 0, 0, 0, 0, 0, 1, 0],
    }


# What is fitted


def taken_by(player: PlayerSpec) -> float:
    return float(np.mean(played("litige", player, 4_000).taker != NOBODY))


def test_where_a_chute_costs_nothing_it_takes_nearly_all_and_where_it_costs_much_less(
    tuned: Tuned,
):
    free, dear = (
        tune(Question(rule_set(f"litige,chute_mark={mark}"), **SMALL)).player for mark in (0, 700)
    )
    assert taken_by(free) > 0.999
    assert taken_by(dear) < taken_by(tuned.player) - 0.1
    firsts = [np.mean(played("litige", one, 4_000).bid_round == 1) for one in (free, dear)]
    assert firsts[0] > 0.99 > firsts[1] + 0.2


def test_what_is_found_does_not_depend_on_the_workers(tuned: Tuned):
    alone = tune(Question(rule_set("litige"), **SMALL), "litige.toml", workers=1)
    assert alone.lines() == tuned.lines()
    assert alone.taking == tuned.taking


def test_a_fit_that_loses_its_match_is_not_kept(monkeypatch: pytest.MonkeyPatch):
    def takes_all(*_: object) -> np.ndarray:
        return np.full((2, NUMBERS), 100.0)

    monkeypatch.setattr("belote.study.decisions.Sums.solution", takes_all)
    found = tune(Question(rule_set("litige"), 4_000, 1))
    assert [one.kept for one in found.rounds] == [False]
    assert found.rounds[0].lead.marks.high < 0
    assert np.array_equal(numbers_of(found.player), regular_numbers())
    assert found.match.marks == (0, 0, 0)


def test_what_loses_to_regular_in_the_end_leaves_it_the_numbers_of_regular(
    monkeypatch: pytest.MonkeyPatch,
):
    def takes_all(*_: object) -> np.ndarray:
        return np.full((2, NUMBERS), 100.0)

    play_league = study.play_league

    def lucky_between_rounds(asked: study.league.Question, **options: object):
        found = play_league(asked, **options)  # pyright: ignore[reportArgumentType]
        lead = found.pairs[0]
        if asked.seed == 2:
            lead = lead._replace(marks=Interval(1.0, 0.5, 1.5))
        return replace(found, pairs=(lead,))

    monkeypatch.setattr("belote.study.decisions.Sums.solution", takes_all)
    monkeypatch.setattr(study, "play_league", lucky_between_rounds)
    found = tune(Question(rule_set("litige"), 4_000, 1))
    assert [one.kept for one in found.rounds] == [True]
    assert found.refused is not None
    assert found.refused.marks.high < 0
    assert found.match.marks == (0, 0, 0)
    assert np.array_equal(numbers_of(found.player), regular_numbers())
    kinds = [line["kind"] for line in found.lines()]
    assert kinds == ["round", "refused", "match", "rates", "rates"]
    assert found.taking.match.marks == (0, 0, 0)


def test_it_is_judged_on_deals_that_no_fit_and_no_other_match_has_seen(
    monkeypatch: pytest.MonkeyPatch,
):
    seeds: list[int] = []
    play_league = study.play_league

    def watched(asked: study.league.Question, **options: object):
        seeds.append(asked.seed)
        return play_league(asked, **options)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(study, "play_league", watched)
    found = tune(Question(rule_set("litige"), 2_000, 2, seed=7))
    rounds = len(found.rounds)
    assert seeds[:rounds] == [8] * rounds
    assert set(seeds[rounds:]) == {9}
    assert FIRST_WORLD > MOST_TABLES


def test_rates_are_counts_of_deals_with_their_intervals(tuned: Tuned):
    ours, theirs = tuned.rates
    assert theirs.player.text == "regular"
    stream = open_stream(rule_set("litige"), (tuned.player,) * 4, seed=3, layout=ONE_DEAL)
    columns = empty_columns(2_000)
    stream.play(2_000, columns)
    assert ours.deals == 2_000
    assert ours.round_1 == np.count_nonzero(columns.bid_round == 1)
    assert ours.taken == np.count_nonzero(columns.taker != NOBODY)
    shares = ours.shares()
    assert shares["passed_out"].value == pytest.approx(1 - ours.taken / 2_000)
    assert all(low < value < high for value, low, high in shares.values())


@pytest.mark.parametrize(
    ("rules", "changes", "says"),
    [
        ("coinche", {}, "taking is tuned for the prise alone"),
        ("litige", {"deals": 999}, "deals cannot be 999"),
        ("litige", {"rounds": 0}, "rounds cannot be 0"),
        ("litige", {"seed": -1}, "seed cannot be -1"),
        ("litige", {"seed": 2**63 - 2}, "seed cannot be"),
    ],
)
def test_what_cannot_be_tuned_is_refused(rules: str, changes: dict[str, int], says: str):
    with pytest.raises((LakeError, RuleError), match=says):
        Question(rule_set(rules), **changes)


# The documentation


def test_the_tables_in_the_documentation_are_what_their_lines_give():
    lines = kept("tuning")
    assert league.PAGE.read_text(encoding="utf-8").count(tuning.section(lines)) == 1
    matches = [line for line in lines if line["kind"] == "match"]
    assert [line["rules"] for line in matches] == list(tuning.RULES)
    assert all(line["match_deals"] >= 200_000 for line in matches)


@pytest.mark.slow
def test_the_lines_of_the_documentation_are_found_again():
    lines = [line for line in kept("tuning") if line["rules"] == "litige"]
    again = [json.loads(json.dumps(line)) for line in tuning.play("litige")]
    assert [{**line, "version": ""} for line in again] == [
        {**line, "version": ""} for line in lines
    ]
