"""The page Variantes: a rule set in the address, its marks at once, and refusals in words."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from belote.charts.effects import differences_in_words
from belote.charts.report import effect_cells, found_in_words
from belote.game.variants import rule_set
from belote.lake.custom import scored_cells
from belote.lake.store import open_lake
from belote.messages import LANGUAGES, Lang, say, signed
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from belote.study.at_once import SIDES, marked_twice
from belote.study.compare import Question
from belote.study.report import compare
from test_dashboard_pages import forget_rollup
from visits import Open, assert_trouble, charts, opener, words


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("variants") / "lake"
    players = seat_players("regular")
    simulation = Simulation(8000, rule_set("litige"), players, tables=40, name="club")
    simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def variant_of(visitor: AppTest) -> str:
    """The rule set in the address."""
    value = visitor.query_params["variant"]
    return value if isinstance(value, str) else value[0]


def assert_at_once(lake: Path, lang: Lang, visitor: AppTest, variant: str) -> None:
    """The figures are those of the library."""
    base, other = rule_set("litige"), rule_set(variant)
    twice = marked_twice(scored_cells(open_lake(lake), "club"), base, other)
    expected = [signed(lang, twice.differences[side].value, 3) for side in SIDES]
    assert [metric.value for metric in visitor.metric] == expected
    assert len(charts(visitor)) == 2
    for line in differences_in_words(lang, base, other):
        assert line in words(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_change_of_rules_is_in_the_address_and_in_the_figures(
    lake: Path, visit: Open, lang: Lang
):
    visitor = visit(lake, lang=lang, page="variants")
    assert_trouble(visitor, say(lang, "variants.same"))
    visitor.selectbox(key="variant_base").set_value("stricte").run()
    assert variant_of(visitor) == "stricte"
    assert_at_once(lake, lang, visitor, "stricte")
    visitor.toggle(key="variant_belote_counts").set_value(True).run()
    visitor.number_input(key="variant_capot_mark").set_value(300).run()
    visitor.selectbox(key="variant_rounding").set_value("half_up").run()
    assert_trouble(visitor)
    changes = {"belote_counts=true", "capot_mark=300", "rounding=half_up"}
    assert set(variant_of(visitor).split(",")) == {"stricte", *changes}
    assert_at_once(lake, lang, visitor, variant_of(visitor))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("asked", ["/etc/passwd.toml", "litige,tie=no", "x`y"])
def test_a_variant_that_cannot_be_is_refused_in_words(
    lake: Path, visit: Open, lang: Lang, asked: str, monkeypatch: pytest.MonkeyPatch
):
    opened: list[str] = []
    read = Path.read_text

    def noted(path: Path, *given: object, **named: object) -> str:
        opened.append(str(path))
        return read(path, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "read_text", noted)
    visitor = visit(lake, lang=lang, page="variants", variant=asked)
    told = f"`{asked.replace('`', chr(39))}`"
    assert_trouble(visitor, say(lang, "variants.no_such", asked=told))
    assert charts(visitor) == []
    assert asked not in opened
    visitor.selectbox(key="variant_base").set_value("stricte").run()
    assert not visitor.error
    assert charts(visitor)


def test_a_play_field_is_said_to_need_the_report(lake: Path, visit: Open):
    visitor = visit(lake, page="variants", variant="litige,undertrump=free")
    assert_trouble(visitor, say("fr", "variants.play_differs"))


def test_a_run_without_a_rollup_is_told_so(lake: Path, tmp_path: Path, visit: Open):
    copy = Path(shutil.copytree(lake, tmp_path / "lake"))
    forget_rollup(copy)
    visitor = visit(copy, page="variants", variant="stricte")
    assert_trouble(visitor, say("fr", "variants.no_rollup"))
    assert charts(visitor) == []


def test_the_report_on_demand_is_that_of_the_library(lake: Path, visit: Open):
    visitor = visit(lake, lang="en", page="variants", variant="stricte")
    visitor.button_group(key="report_players").set_value(["regular"]).run()
    visitor.select_slider(key="report_deals").set_value(20_000).run()
    play = say("en", "variants.play")
    next(button for button in visitor.button if button.label == play).click().run()
    assert_trouble(visitor)
    base, variant = rule_set("litige"), rule_set("stricte")
    question = Question(base, (variant,), (seat_players("regular"),), 20_000)
    report = compare(question, margin=0.01)
    [section] = report.sections
    shown = "\n".join(element.proto.body for element in visitor.get("html"))
    for effect in section.effects:
        if not effect.unchanged:
            assert all(escape(cell) in shown for cell in effect_cells(effect, 0.01, "en"))
    for line in found_in_words(report, section, "en"):
        assert line in words(visitor)
    assert report.command in [block.value for block in visitor.code]
