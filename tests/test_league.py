"""The league: duplicate deals between players, their leads and ratings with intervals."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import league
from belote.cli.app import run
from belote.game.variants import rule_set
from belote.lake.manifest import LakeError
from belote.players.spec import PlayerSpec, parse_player
from belote.study.kept import kept
from belote.study.league import League, PairDeals, Question, play_league, play_pair
from duplicate import duplicate_leads

DEALS = 3000
PLAYERS = ("random", "novice", "regular")
RULES = ("litige", "annonces,dealing=cut", "coinche")


def asked(
    *players: str,
    rules: str = "litige",
    contracts: str | None = None,
    deals: int = DEALS,
    seed: int = 1,
) -> Question:
    bidder = None if contracts is None else parse_player(contracts)
    return Question(tuple(map(parse_player, players)), rule_set(rules), bidder, deals, seed)


def pair_deals(question: Question, first: str, second: str) -> PairDeals:
    return play_pair(question, parse_player(first), parse_player(second), 1, question.each)


@pytest.mark.parametrize("contracts", [None, "regular"])
@pytest.mark.parametrize("pair", list(combinations(PLAYERS, 2)))
def test_every_deal_is_what_a_plain_loop_of_its_own_makes_of_it(
    pair: tuple[str, str], contracts: str | None
) -> None:
    question = asked(*pair, contracts=contracts, seed=6)
    ours = pair_deals(question, *pair)
    theirs = duplicate_leads(*pair, contracts, DEALS, seed=6)
    assert np.array_equal(ours.taken, ~np.isnan(theirs))
    assert np.array_equal(ours.points[ours.taken] / 2, theirs[ours.taken])
    lead = play_league(question).pairs[0]
    assert lead.taken == ours.taken.sum()
    assert lead.points.value == pytest.approx(theirs[ours.taken].mean(), rel=1e-12)


def test_the_interval_is_that_of_a_mean_where_every_deal_counts() -> None:
    question = asked("random", "regular", rules="coinche")
    ours = pair_deals(question, "random", "regular")
    assert ours.taken.all()
    values = ours.marks / 2
    error = values.std(ddof=1) / math.sqrt(DEALS)
    _, low, high = play_league(question).pairs[0].marks
    assert (low + high) / 2 == pytest.approx(values.mean(), rel=1e-9)
    assert (high - low) / 2 == pytest.approx(1.9608 * error, rel=1e-4)


@pytest.mark.parametrize("rules", RULES)
def test_swapping_two_players_flips_the_sign_of_every_deal(rules: str) -> None:
    question = asked("novice", "regular", rules=rules, deals=1000)
    ours, theirs = (pair_deals(question, *p) for p in (PLAYERS[1:], PLAYERS[:0:-1]))
    assert np.array_equal(ours.points, -theirs.points)
    assert np.array_equal(ours.marks, -theirs.marks)
    there = play_league(question).pairs[0]
    back = play_league(asked("regular", "novice", rules=rules, deals=1000)).pairs[0]
    assert there.points == pytest.approx((-back.points[0], -back.points[2], -back.points[1]))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("player", ["random", "novice", "regular:boldness=4"])
def test_a_player_against_itself_is_level_in_every_deal(player: str, rules: str) -> None:
    question = asked(player, "regular", rules=rules, deals=500)
    deals = pair_deals(question, player, player)
    assert not deals.points.any()
    assert not deals.marks.any()
    assert deals.taken.any()


def test_a_rating_is_the_mean_lead_over_the_field_and_ratings_sum_to_zero() -> None:
    found = play_league(asked(*PLAYERS))
    leads = {(pair.first.text, pair.second.text): pair.points.value for pair in found.pairs}
    for rating in found.ratings:
        name = rating.player.text
        mine = [lead * (1 if a == name else -1) for (a, b), lead in leads.items() if name in (a, b)]
        assert rating.points.value == pytest.approx(sum(mine) / 3)
    assert sum(rating.marks.value for rating in found.ratings) == pytest.approx(0, abs=1e-9)
    values = [rating.points.value for rating in found.ratings]
    assert values == sorted(values, reverse=True)


def test_a_rating_knows_how_the_pairs_vary_together() -> None:
    question = asked(*PLAYERS, rules="coinche")
    deals = [pair_deals(question, *pair) for pair in combinations(PLAYERS, 2)]
    signs = {"random": (1, 1, 0), "novice": (-1, 0, 1), "regular": (0, -1, -1)}
    for rating in play_league(question).ratings:
        residuals = np.zeros(DEALS)
        for sign, pair in zip(signs[rating.player.text], deals, strict=True):
            x, taken = pair.points / 2, pair.taken
            residuals += sign * (x - x.sum() / taken.sum() * taken) / taken.sum() / 3
        error = math.sqrt(np.square(residuals).sum() * DEALS / (DEALS - 1))
        _, low, high = rating.points
        assert (high - low) / 2 == pytest.approx(1.9608 * error, rel=1e-4)


def test_the_answer_does_not_depend_on_workers_or_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked(*PLAYERS)
    one = play_league(question, workers=1)
    monkeypatch.setattr("belote.study.league.BLOCK", 700)
    assert play_league(question, workers=3) == one


# Questions that cannot be, and the command -------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"players": ("random",)}, "2 to 20 players, not 1"),
        ({"players": ("random", "random:take=0.25")}, "named twice"),
        ({"players": PLAYERS, "deals": 99}, "deals cannot be 99"),
        ({"players": PLAYERS, "seed": -1}, "seed cannot be -1"),
    ],
)
def test_a_league_that_cannot_be_is_refused(question: dict[str, object], says: str) -> None:
    players = question.pop("players")
    with pytest.raises(LakeError, match=says):
        asked(*players, **question)  # type: ignore


def test_slow_players_play_fewer_deals_where_nobody_says_how_many() -> None:
    regular, own = parse_player("regular"), PlayerSpec("mine.py:Careful")
    litige = rule_set("litige")
    assert Question((regular, parse_player("random")), litige).each == 200_000
    assert Question((regular, own), litige).each == 2_000
    assert Question((regular, parse_player("random")), litige, own).each == 2_000


def test_the_command_prints_tables_and_writes_a_line_a_pair_and_a_rating(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "league.jsonl"
    command = ["league", *PLAYERS, "--deals", "500", "--contracts", "regular", "--lang", "fr"]
    assert run([*command, "--json", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Mêmes contrats pour tous : ceux de regular." in told
    assert "novice" in told
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["kind"] for line in lines] == ["pair"] * 3 + ["rating"] * 3
    assert run([*command, "--json", "-"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == lines
    found: League = play_league(asked(*PLAYERS, contracts="regular", deals=500))
    assert lines == found.lines()


def test_the_table_in_the_documentation_is_what_its_lines_give() -> None:
    lines = kept("league")
    assert league.PAGE.read_text(encoding="utf-8").count(league.section(lines)) == 1
    assert all(line["deals"] >= 200_000 for line in lines)


def test_the_lines_of_the_documentation_hold_the_bars_of_each_player() -> None:
    leads = {
        (line["first"], line["second"]): line
        for line in kept("league")
        if line["kind"] == "pair" and line["contracts"] == "regular"
    }
    assert leads["regular", "random"]["points_low"] >= 31
    assert leads["regular", "novice"]["points_low"] >= 8
    assert leads["novice", "random"]["points_low"] > 0


def test_no_threshold_near_that_of_regular_wins_more_marks() -> None:
    lines = kept("thresholds")
    text = league.BEGIN_THRESHOLDS + league.thresholds_section(lines) + league.END_THRESHOLDS
    assert league.PAGE.read_text(encoding="utf-8").count(text) == 1
    assert {line["boldness"] for line in lines} == {*range(-6, 7)} - {0}
    for line in lines:
        assert line["deals"] >= 200_000
        assert line["marks"] >= -0.3
        if abs(line["boldness"]) > 2:
            assert line["marks_low"] > 0


def test_a_bolder_regular_scores_more_points_and_fewer_marks() -> None:
    for line in kept("thresholds"):
        if line["boldness"] > 2:
            assert line["points_high"] < 0 < line["marks_low"]


@pytest.mark.slow
def test_the_lines_of_the_documentation_are_played_again_the_same() -> None:
    for number, (rules, contracts) in enumerate(league.LEAGUES):
        lines = kept("league")[6 * number : 6 * number + 6]
        again = league.play(rules, contracts)
        assert [{**line, "version": ""} for line in again] == [
            {**line, "version": ""} for line in lines
        ]
