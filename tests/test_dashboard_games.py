"""The page Parties: SQL's games, the library's chances, scores in the address, trouble in words."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from belote.charts.frames import Share
from belote.charts.words import share_words
from belote.game.variants import rule_set
from belote.lake.custom import scored_cells
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, catalogue, number, percent, say
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from belote.stats.winning import WinTable
from belote.study.winning import LABELS, table_for
from test_dashboard_pages import forget_rollup
from visits import Open, assert_trouble, charts, opener, words


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "lake"
    players = seat_players("regular")
    simulation = Simulation(8000, rule_set("litige"), players, tables=40, name="club")
    simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def copy(lake: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lake, tmp_path / "lake"))


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


@pytest.fixture(scope="module")
def table(lake: Path) -> WinTable:
    return table_for(scored_cells(open_lake(lake), "club"), rule_set("litige"))


def tables(visitor: AppTest) -> str:
    return "\n".join(element.proto.body for element in visitor.get("html"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_are_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="games", rules="stricte")
    assert_trouble(visitor)
    games = Warehouse(open_lake(lake)).rows(
        "SELECT deals, lead_changes, comeback, winner_team = first_dealer_team FROM games"
        " WHERE finished AND rules = 'stricte'"
    )
    lengths, changes, comebacks, dealer_won = zip(*games, strict=True)
    n = len(games)

    def share_of(happened: list[bool]) -> Share:
        return Share(sum(happened), n)

    drawn = charts(visitor)
    by_length = {row["at"]: row["top"] for row in drawn[0]}
    assert by_length == pytest.approx(
        {number(lang, deals): lengths.count(deals) / n for deals in set(lengths)}
    )
    by_changes = {row["at"]: row["top"] for row in drawn[1]}
    assert by_changes == pytest.approx({str(c): changes.count(c) / n for c in set(changes)})
    assert drawn[2][0]["top"] == pytest.approx(comebacks.count(0) / n)
    assert sum(row["top"] for row in drawn[2]) == pytest.approx(1)
    text = words(visitor)
    assert number(lang, sum(lengths) / n, 2) in text or number(lang, sum(lengths) / n, 1) in text
    kept = share_words(lang, share_of([c == 0 for c in changes]))
    assert say(lang, "games.leads_lead", share=kept) in text
    won = share_words(lang, share_of(list(dealer_won)))
    assert say(lang, "games.dealer_lead", share=won) in text
    for marks in (1, 101, 201):
        behind = share_of([deficit >= marks for deficit in comebacks])
        told = {"share": share_words(lang, behind), "k": number(lang, behind.k)}
        line = say(lang, "games.comeback_line", marks=marks, n=number(lang, n), **told)
        assert line in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chances_are_those_of_the_library(lake: Path, visit: Open, lang: Lang, table: WinTable):
    address = {"scores": "650-420", "dealer": "other", "held": "80"}
    visitor = visit(lake, lang=lang, page="games", **address)
    assert_trouble(visitor)
    cells = {(row["own"], row["other"]): row["chance"] for row in charts(visitor)[3]}
    assert len(cells) == 400
    for (own, other), chance in cells.items():
        assert chance == pytest.approx(table.probability(own, other, 1), abs=1e-5)
    marked = [(row["own"], row["other"]) for row in charts(visitor)[3] if row["here"]]
    assert marked == [(650, 400)]
    chance, to_go = (metric.value for metric in visitor.metric)
    assert chance == percent(lang, table.probability(650, 420, 1, 80), 2)
    assert to_go == number(lang, table.deals_to_go(650, 420, 1, 80), 2)
    shown = tables(visitor)
    for swing in table.value_of(650, 420, 1, 80):
        value = number(lang, abs(100 * swing.change), 1)
        assert say(lang, "metric.points", value=value) in shown.replace("+", "").replace("−", "")
        assert say(lang, f"games.worth_{LABELS[swing.label]}_row") in shown
    assert "scores=650-420&dealer=other&held=80" in words(visitor)


def test_numbers_and_the_switch_write_to_the_address(lake: Path, visit: Open, table: WinTable):
    visitor = visit(lake, page="games")
    visitor.number_input(key="score_own").set_value(300).run()
    visitor.number_input(key="score_other").set_value(900).run()
    visitor.number_input(key="score_held").set_value(81).run()
    visitor.button_group(key="chosen_dealer").set_value("other").run()
    assert_trouble(visitor)
    expected = {"scores": "300-900", "held": "81", "dealer": "other"}
    for name, value in expected.items():
        assert visitor.query_params[name] in (value, [value])
    assert visitor.metric[0].value == percent("fr", table.probability(300, 900, 1, 81), 2)


def test_held_points_are_asked_for_under_litige_only(lake: Path, visit: Open):
    visitor = visit(lake, page="games", rules="arrondie", held="80", scores="500-30")
    assert_trouble(visitor)
    assert [one.key for one in visitor.number_input] == ["score_own", "score_other"]
    assert {one.step for one in visitor.number_input} == {10}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("address", "key"),
    [
        ({"scores": "x`-4"}, "bad_scores"),
        ({"scores": "1000-4"}, "no_such_score"),
        ({"scores": "5-0", "rules": "arrondie"}, "no_such_score"),
        ({"held": "-3"}, "bad_held"),
        ({"held": "99999"}, "bad_held"),
    ],
)
def test_a_score_that_cannot_be_is_refused_in_words(
    lake: Path, visit: Open, lang: Lang, address: dict[str, str], key: str
):
    visitor = visit(lake, lang=lang, page="games", **address)
    assert_trouble(visitor)
    [error] = visitor.error
    ends = [part for part in re.split(r"\{\w+\}", catalogue()[f"games.{key}"][lang]) if part]
    assert all(part in error.value for part in ends)
    assert len(charts(visitor)) == 4  # the map stays
    assert not visitor.metric


def test_a_dealer_that_there_is_not_is_refused(lake: Path, visit: Open):
    visitor = visit(lake, page="games", dealer="nord")
    assert_trouble(visitor, "`nord`", say("fr", "games.who_deals"))


def test_a_run_without_a_rollup_shows_its_games_and_no_map(copy: Path, visit: Open):
    forget_rollup(copy)
    visitor = visit(copy, lang="en", page="games")
    assert_trouble(visitor, say("en", "games.no_rollup"))
    assert len(charts(visitor)) == 3


def test_a_run_without_a_taken_deal_or_a_finished_game_says_so(copy: Path, visit: Open):
    for name, players, deals in (("never", "random:take=0", 60), ("short", "regular", 3)):
        simulation = Simulation(deals, rule_set("litige"), seat_players(players), name=name)
        simulate(open_lake(copy), simulation)
    assert_trouble(
        visit(copy, page="games", run="never"), say("fr", "rules.none"), say("fr", "page.nobody")
    )
    assert_trouble(visit(copy, page="games", run="short"), say("fr", "rules.none"))


@pytest.mark.parametrize(
    ("rules", "deals", "told"),
    [
        ("litige,chute_mark=0", 2000, say("fr", "games.no_map")),
        ("litige,target=100000", 2000, say("fr", "games.no_map")),
        ("litige", 2, say("fr", "games.too_few", n="2", least=number("fr", 1000))),
    ],
)
def test_what_no_chance_can_be_worked_out_of_is_said(
    copy: Path, visit: Open, rules: str, deals: int, told: str
):
    played = Simulation(deals, rule_set(rules), seat_players("regular"), name="nought")
    simulate(open_lake(copy), played)
    visitor = visit(copy, page="games", run="nought")
    assert_trouble(visitor, told)
