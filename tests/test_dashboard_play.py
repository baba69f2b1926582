"""The page *Le jeu de la carte*: its numbers are the questions', and what is not solved is told."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import polars as pl
import pytest

from belote.charts.costs import MOST_PLAYERS, best_beside_played, cost_bars, free_each, free_words
from belote.charts.frames import ChartError, Mean, Share
from belote.charts.words import interval_words, sentence, value_words
from belote.lake.questions import ask
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse, connect
from belote.messages import LANGUAGES, Lang, number, percent, say
from commands import call
from visits import Open, assert_trouble, charts, commands, opener, run_command, words

PARTS = ("action", "role", "player", "trick", "position")


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


@pytest.fixture(scope="module")
def warehouse(solved_lake: Path) -> Warehouse:
    return connect(open_lake(solved_lake))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("run", ["club", "mixed-seats", "bids"])
def test_the_page_says_what_the_questions_answer(
    solved_lake: Path, warehouse: Warehouse, visit: Open, run: str, lang: Lang
):
    visitor = visit(solved_lake, lang=lang, page="play", run=run)
    row = ask(warehouse, "cost_of_deals", {"run": run}).row(0, named=True)
    mean = Mean(row["n"], row["cost_mean"], row["cost_low"], row["cost_high"])
    told = {"mean": value_words(lang, mean), "interval": interval_words(lang, mean)}
    assert_trouble(visitor, say(lang, "play.lead", **told), free_words(lang, row))
    for part in PARTS:
        frame = ask(warehouse, f"cost_by_{part}", {"run": run})
        assert_trouble(visitor, say(lang, f"play.{part}_title"), free_each(frame, part, lang))
    rules = "annonces" if run == "mixed-seats" else "coinche" if run == "bids" else "litige"
    rates = ask(warehouse, "double_dummy_rates", {"run": run}).filter(rules=rules)
    for event, play, k, n in rates.select("event", "play", "k", "n").iter_rows():
        assert_trouble(visitor, sentence(lang, f"play.lead_{event}_{play}", Share(k, n)))
    spread = ask(warehouse, "points_spread", {"run": run})
    shares = [percent(lang, share) for share in spread["share"]]
    assert [metric.value for metric in visitor.metric] == shares
    sigma = [number(lang, math.sqrt(one), 1) for one in spread["variance"].head(2)]
    assert_trouble(visitor, say(lang, "play.spread_lead", deal=sigma[0], play=sigma[1]))
    assert len(charts(visitor)) == len(PARTS) + (0 if run == "bids" else 2)


def test_the_rules_that_judge_are_those_chosen(
    solved_lake: Path, warehouse: Warehouse, visit: Open
):
    visitor = visit(solved_lake, lang="en", page="play", run="club", rules="stricte")
    asked = {"run": "club", "rules": "stricte"}
    frame = ask(warehouse, "double_dummy_by_turned_card", asked).filter(event="chute")
    drawn = charts(visitor)[-2]
    assert len(drawn) == frame.height
    assert_trouble(visitor, say("en", "play.best_under", rules="`stricte`"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_run_that_is_not_solved_is_told_with_the_command_that_solves_it(
    solved_lake: Path, tmp_path: Path, visit: Open, lang: Lang
):
    shutil.copytree(solved_lake, tmp_path / "lake")
    lake = tmp_path / "lake"
    visitor = visit(lake, lang=lang, page="play", run="unsolved")
    assert_trouble(visitor, say(lang, "play.unsolved", run="`unsolved`"))
    assert charts(visitor) == []
    [command] = commands(visitor)
    run_command(command)
    solved = connect(open_lake(lake)).rows("SELECT count(*) FROM solved WHERE run_id = 'unsolved'")
    again = visit(lake, lang=lang, page="play", run="unsolved")
    told = say(lang, "play.solved", run="`unsolved`", solved=solved[0][0], deals=20)
    assert_trouble(again, told)
    assert charts(again)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_a_run_solved_in_part_is_told_how_many(
    solved_lake: Path, warehouse: Warehouse, visit: Open, lang: Lang
):
    [(solved,)] = warehouse.rows("SELECT count(*) FROM solved WHERE run_id = 'half'")
    visitor = visit(solved_lake, lang=lang, page="play", run="half")
    assert_trouble(visitor, say(lang, "play.in_part", run="`half`", solved=solved, deals=40))
    assert ["solve", "half", "--lake", str(solved_lake)] in commands(visitor)
    assert charts(visitor)


def test_a_run_of_counts_has_no_cards_to_cost(solved_lake: Path, tmp_path: Path, visit: Open):
    shutil.copytree(solved_lake, tmp_path / "lake")
    assert call("drop", "club", "--keep-counts", "--lake", tmp_path / "lake").status == 0
    visitor = visit(tmp_path / "lake", lang="en", page="play", run="club")
    assert_trouble(visitor, say("en", "deal.counts_only", run="`club`"))
    assert "`club`" in words(visitor)


# Charts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_a_chart_of_costs_has_a_bar_a_row_and_says_it(warehouse: Warehouse, part: str, lang: Lang):
    frame = ask(warehouse, f"cost_by_{part}", {"run": "mixed-seats"})
    drawn = cost_bars(frame, part, lang)
    rows = drawn.chart.to_dict(validate=True)["data"]["values"]
    assert [row["top"] for row in rows] == pytest.approx(frame["cost_mean"].to_list())
    assert all(row["small"] for row in rows)  # of sixty deals
    assert all(row["name"] in drawn.words for row in rows)
    with pytest.raises(ChartError, match="'cost_mean'"):
        cost_bars(frame.drop("cost_mean"), part, lang)


def test_of_many_players_those_with_most_cards_are_drawn(warehouse: Warehouse):
    one = ask(warehouse, "cost_by_player", {"run": "club"})
    names = [f"player {number}" for number in range(MOST_PLAYERS + 5)]
    many = pl.concat(
        one.with_columns(player=pl.lit(name), cards=pl.lit(at, pl.Int64))
        for at, name in enumerate(names, start=1)
    )
    rows = cost_bars(many, "player", "en").chart.to_dict()["data"]["values"]
    assert [row["at"] for row in rows] == names[:4:-1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("event", ["chute", "capot"])
def test_best_play_stands_beside_what_was_played(warehouse: Warehouse, event: str, lang: Lang):
    frame = ask(warehouse, "double_dummy_by_turned_card", {"run": "club"})
    drawn = best_beside_played(frame, event, lang)
    rows = drawn.chart.to_dict(validate=True)["data"]["values"]
    assert len(rows) == frame.filter(event=event).height
    groups = {say(lang, f"play.{play}") for play in ("played", "best")}
    assert {row["group"] for row in rows} == groups
    opens = {row["group"] for row in rows if row["cell"]}
    assert opens == {say(lang, "play.played")}
