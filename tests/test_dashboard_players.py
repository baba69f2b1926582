"""The page Joueurs: what is kept of the players, a match on demand, refusals in words."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest
from dashboards.ui import match as match_page
from streamlit.testing.v1 import AppTest

from belote.charts.frames import Mean, Share
from belote.charts.players import UNITS, Unit, best_words, lead_cells
from belote.charts.words import interval_words, share_words, value_words
from belote.game.variants import preset
from belote.messages import LANGUAGES, Lang, number, percent, say
from belote.players.spec import PLAYERS, parse_player
from belote.resources import sample_lake
from belote.study.kept import PEOPLE, kept
from belote.study.league import League, Question, play_league
from visits import Open, assert_trouble, commands, opener, run_command

CHARTS = 4
"""On the page before a match is played."""


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def open_page(visit: Open, lang: Lang, **address: str) -> AppTest:
    return visit(sample_lake(), lang=lang, page="players", **address)


def tables(visitor: AppTest) -> str:
    return "\n".join(element.proto.body for element in visitor.get("html"))


def in_address(visitor: AppTest, name: str) -> str:
    value = visitor.query_params[name]
    return value if isinstance(value, str) else value[0]


def played(names: str, rules: str, contracts: str | None, deals: int) -> League:
    players = tuple(map(parse_player, names.split(",")))
    bidder = None if contracts is None else parse_player(contracts)
    return play_league(Question(players, preset(rules), bidder, deals))


def assert_league(visitor: AppTest, lines: list[dict[str, Any]], unit: Unit, lang: Lang) -> None:
    """A league's sentence, and every figure of its lines."""
    assert_trouble(visitor, best_words(lines, unit, lang))
    shown = tables(visitor)
    for line in lines:
        assert all(escape(cell) in shown for cell in lead_cells(line, lang))


# What is kept


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_league_that_is_kept_is_shown_in_both_units(visit: Open, lang: Lang) -> None:
    leagues: dict[str, list[dict[str, Any]]] = {}
    for line in kept("league"):
        leagues.setdefault(f"{line['rules']}-{line['contracts'] or 'own'}", []).append(line)
    visitor = open_page(visit, lang)
    for name, lines in leagues.items():
        for unit in UNITS:
            visitor.selectbox(key="chosen_league").set_value(name).run()
            visitor.button_group(key="chosen_unit").set_value(unit).run()
            assert_league(visitor, lines, unit, lang)
            assert_trouble(visitor, number(lang, lines[0]["deals"]))
            assert len(visitor.get("vega_lite_chart")) == CHARTS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_strength_and_rates_are_those_that_are_kept(visit: Open, lang: Lang) -> None:
    visitor = open_page(visit, lang)
    assert_trouble(visitor, *(say(lang, f"players.about_{name}") for name in PLAYERS))
    shown = tables(visitor)
    for line in kept("strength"):
        if line["part"] == "speeds":
            continue
        if line["part"] == "costs":
            cost = Mean(line["taken"], line["cost"], line["cost_low"], line["cost_high"])
            cells = [value_words(lang, cost), interval_words(lang, cost)]
        else:
            cells = lead_cells(line, lang)
        assert all(escape(cell) in shown for cell in cells)
    for line in kept("rates"):
        if line["what"] == "points":
            ends = (line["points"], line["points_low"], line["points_high"])
            value: Mean | Share = Mean(line["n"], *ends)
        elif line["turned"] is None:
            value = Share(line["k"], line["n"])
        else:
            continue
        told = value_words(lang, value) if isinstance(value, Mean) else share_words(lang, value)
        assert escape(f"{told} ({interval_words(lang, value)})") in shown
        assert number(lang, value.n) in shown
    for share in PEOPLE.values():
        assert f">{percent(lang, share, 0)}<" in shown


def test_the_commands_of_the_page_play_the_same(visit: Open, tmp_path: Path) -> None:
    visitor = open_page(visit, "en")
    told = commands(visitor)
    leagues = [arguments for arguments in told if arguments[0] == "league"]
    simulated = [arguments for arguments in told if arguments[0] == "simulate"]
    assert len(leagues) == 1
    assert {arguments[arguments.index("--players") + 1] for arguments in simulated} == set(PLAYERS)
    run_command([*leagues[0], "--deals", "200", "--quiet"])
    fast = next(arguments for arguments in simulated if "novice" in arguments)
    run_command([*fast, "--deals", "50", "--tables", "50", "--lake", str(tmp_path / "lake")])


# A match


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_is_that_of_the_library_and_of_its_command(visit: Open, lang: Lang) -> None:
    visitor = open_page(visit, lang, versus="random,regular,novice", deals="1000")
    visitor.button(key="match_play").click().run()
    lines = played("random,regular,novice", "litige", None, 1000).lines()
    assert_league(visitor, lines, "points", lang)
    assert len(visitor.get("vega_lite_chart")) == CHARTS + 1
    told = commands(visitor)[-1]
    assert told[:4] == ["league", "random", "regular", "novice"]
    run_command([*told, "--quiet"])
    visitor.button_group(key="chosen_unit").set_value("marks").run()
    assert_league(visitor, lines, "marks", lang)


def test_rules_and_contracts_of_a_match_are_chosen(visit: Open) -> None:
    visitor = open_page(visit, "en", deals="1000")
    visitor.selectbox(key="chosen_under").set_value("stricte").run()
    visitor.button_group(key="chosen_contracts").set_value("regular").run()
    visitor.button(key="match_play").click().run()
    lines = played("regular,novice", "stricte", "regular", 1000).lines()
    assert_league(visitor, lines, "points", "en")
    assert "--contracts" in commands(visitor)[-1]
    visitor.button_group(key="chosen_deals").set_value("5000").run()
    assert len(visitor.get("vega_lite_chart")) == CHARTS  # another question, not asked yet


def test_players_of_a_match_are_chosen_and_kept_in_the_address(visit: Open) -> None:
    visitor = open_page(visit, "en", deals="1000")
    visitor.button_group(key="match_players").set_value(["random", "bold"]).run()
    assert in_address(visitor, "versus") == "random,regular:boldness=10"
    visitor.slider(key="match_bold").set_value(-7).run()
    assert in_address(visitor, "versus") == "random,regular:boldness=-7"
    visitor.button(key="match_play").click().run()
    lines = played("random,regular:boldness=-7", "litige", None, 1000).lines()
    assert_league(visitor, lines, "points", "en")
    visitor.button_group(key="match_players").set_value(["random"]).run()
    assert_trouble(visitor, say("en", "players.too_few"))
    assert visitor.button(key="match_play").disabled


def test_a_match_is_played_once_for_all_visitors(
    visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []

    def noted(question: Question, **given: Any) -> League:
        asked.append(question)
        return play_league(question, **given)

    monkeypatch.setattr(match_page, "play_league", noted)
    for lang in LANGUAGES:
        visitor = open_page(visit, lang, versus="novice,regular:boldness=3", deals="1000")
        visitor.button(key="match_play").click().run()
        assert len(visitor.get("vega_lite_chart")) == CHARTS + 1
    assert len(asked) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_that_takes_too_long_is_stopped_and_said(
    visit: Open, lang: Lang, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_page, "SECONDS", -1.0)
    visitor = open_page(visit, lang, versus="novice,regular:boldness=-29", deals="1000")
    visitor.button(key="match_play").click().run()
    assert_trouble(visitor, say(lang, "players.too_long", seconds=number(lang, -1)))
    assert len(visitor.get("vega_lite_chart")) == CHARTS


# What an address must not ask for


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "address",
    [
        {"versus": "expert,regular"},
        {"versus": "regular,regular"},
        {"versus": "regular,novice:boldness=1"},
        {"versus": "regular,regular:boldness=1e9"},
        {"versus": "regular,regular:boldness=nan"},
        {"versus": "regular:boldness=1,regular:boldness=2"},
        {"versus": "x" * 5000},
        {"versus": "`![x](http://localhost/x.png)`"},
        {"deals": "50001"},
        {"deals": "-1"},
        {"contracts": "expert"},
        {"under": "/etc/passwd.toml"},
        {"league": "litige"},
        {"unit": "coins"},
    ],
)
def test_an_address_that_cannot_be_is_refused_in_words(
    visit: Open, lang: Lang, address: dict[str, str]
) -> None:
    visitor = open_page(visit, lang, **address)
    assert_trouble(visitor)
    assert len(visitor.error) == 1
    assert "http://localhost/x.png)`" not in visitor.error[0].value.replace("`", "", 1)
    if not {"league", "unit"} & set(address):
        assert visitor.button(key="match_play").disabled


def test_no_file_is_run_that_an_address_names(visit: Open, tmp_path: Path) -> None:
    ran, file = tmp_path / "ran", tmp_path / "mine.py"
    file.write_text(f"open({str(ran)!r}, 'w').close()\nclass Own:\n    pass\n")
    for name in (f"{file}:Own", str(file)):
        visitor = open_page(visit, "en", versus=f"regular,{name}", contracts=name)
        assert len(visitor.error) == 2
        assert visitor.button(key="match_play").disabled
        assert len(visitor.get("vega_lite_chart")) == CHARTS
    assert not ran.exists()
