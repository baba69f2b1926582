"""The page of the score sheet, in both languages: marks, litige, end, undo, address, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from belote.game.variants import PRISE_PRESETS, changed, rule_set
from belote.lake.store import open_lake
from belote.messages import LANGUAGES, Lang, number, say
from belote.players.spec import seat_players
from belote.records.sheet import new_sheet
from belote.records.sheet_deal import Deal
from belote.records.sheet_text import decode, encode
from belote.runs.simulate import Simulation, simulate
from visits import Open, assert_trouble, opener, words

NAMES = ("Anne", "Bruno", "Chloé", "David")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheet") / "lake"
    simulation = Simulation(3000, rule_set("litige"), seat_players("regular"), name="club")
    simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def press(visitor: AppTest, lang: Lang, key: str) -> None:
    [button] = [one for one in visitor.button if one.label == say(lang, f"sheet.{key}")]
    button.click().run()
    assert_trouble(visitor)


def enter(visitor: AppTest, lang: Lang, taker: int | str, **values: object) -> None:
    visitor.button_group(key="sheet_taker").set_value(taker)
    for name, value in values.items():
        if "points" in name:
            visitor.text_input(key=f"sheet_{name}").set_value(str(value))
        else:
            visitor.button_group(key=f"sheet_{name}").set_value(value)
    press(visitor, lang, "add")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_with_a_litige_is_kept_to_its_end(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="sheet")
    visitor.selectbox(key="sheet_base").set_value("litige").run()
    visitor.number_input(key="sheet_prise_target").set_value(400).run()
    for seat, name in enumerate(NAMES):
        visitor.text_input(key=f"sheet_name_{seat}").set_value(name)
    press(visitor, lang, "begin")
    assert say(lang, "sheet_fault.dealer") in words(visitor)
    visitor.button_group(key="sheet_dealer").set_value(3)
    press(visitor, lang, "begin")
    told = say(lang, "sheet.next", deal=1, dealer="David", first="Anne")
    assert told in words(visitor)
    enter(visitor, lang, 0, trump="s", points=81)
    assert say(lang, "sheet.held", held=81) in words(visitor)
    enter(visitor, lang, 1, trump="h", points=70)
    assert [metric.value for metric in visitor.metric] == ["243", "81"]
    assert say(lang, "sheet.carried", carried=81) in words(visitor)
    enter(visitor, lang, "passed")
    enter(visitor, lang, 2, trump="c", capot=0, belote=0)
    assert len(visitor.success) == 1
    assert number(lang, 515) in visitor.success[0].value
    text = visitor.query_params["sheet"]
    text = text if isinstance(text, str) else text[0]
    sheet = decode(text)
    assert [game.winner for game in sheet.games()] == [0]
    again = visit(lake, lang=lang, page="sheet", sheet=text)
    assert [m.value for m in again.metric] == [m.value for m in visitor.metric]
    assert say(lang, "interval.small", n="100") in words(again)
    press(again, lang, "undo")
    assert not again.success
    assert [metric.value for metric in again.metric] == ["243", "81"]
    press(again, lang, "clear")
    assert [metric.value for metric in again.metric] == ["0", "0"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(
    lake: Path, visit: Open, lang: Lang
):
    sheet = new_sheet(PRISE_PRESETS["litige"], 0, NAMES).add(Deal(0, "s", 90))
    visitor = visit(lake, lang=lang, page="sheet", sheet=encode(sheet))
    enter(visitor, lang, 0, trump="s", points=163)
    assert [error.value for error in visitor.error] == [say(lang, "sheet_fault.points", total=162)]
    assert [metric.value for metric in visitor.metric] == ["90", "72"]
    enter(visitor, lang, "passed")
    assert [error.value for error in visitor.error] == [say(lang, "sheet_fault.passed_out")]


@pytest.mark.parametrize("typed", ["81.5", "81,5", "1e3", "-1", "9" * 30, "x", "٨١"])
def test_points_that_are_no_whole_number_are_refused_and_not_rounded(
    lake: Path, visit: Open, typed: str
):
    sheet = new_sheet(PRISE_PRESETS["annonces"], 0, NAMES)
    visitor = visit(lake, lang="en", page="sheet", sheet=encode(sheet))
    enter(visitor, "en", 0, trump="s", points=typed)
    assert [error.value for error in visitor.error] == [say("en", "sheet_fault.points", total=162)]
    enter(visitor, "en", 0, points=" 90 ", annonces=0, annonces_points=typed)
    assert [error.value for error in visitor.error] == [say("en", "sheet_fault.annonces", most=550)]
    enter(visitor, "en", 0, annonces_points="20")
    assert [metric.value for metric in visitor.metric] == ["110", "72"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_damaged_address_is_refused_in_words(lake: Path, visit: Open, lang: Lang):
    text = encode(new_sheet(PRISE_PRESETS["litige"], 0, NAMES))
    visitor = visit(lake, lang=lang, page="sheet", sheet=text[:-3])
    assert_trouble(visitor, say(lang, "sheet_fault.damaged"))
    assert len(visitor.error) == 1


def test_rules_that_the_run_is_not_marked_under_are_told_with_the_command(lake: Path, visit: Open):
    rules = changed(PRISE_PRESETS["annonces"], {"chute_mark": 100})
    sheet = new_sheet(rules, 0, NAMES).add(Deal(0, "s", 90, annonces=(20, 0)))
    visitor = visit(lake, lang="en", page="sheet", sheet=encode(sheet))
    assert_trouble(visitor, say("en", "sheet.not_marked"))
    assert any(rules.name in block.value for block in visitor.code)
