"""Rules compared with players who adapt: what the rules do, what players then do, and the sum."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

import pytest

from belote.charts.effects import effects_chart
from belote.charts.report import report_page
from belote.game.variants import rule_set
from belote.messages import LANGUAGES, Lang, say
from belote.players.spec import NUMBERS, tuned_player
from belote.stats.intervals import holm
from belote.study.compare import Question, adapted_question
from belote.study.report import Report, Section, compare
from belote.study.tune import tune
from commands import assert_one_sentence, call, tree

DEALS = 2_000
BASE = rule_set("litige")
VARIANTS = (rule_set("stricte,chute_mark=60"), rule_set("litige,first_lead=taker"))


@pytest.fixture(scope="module")
def question() -> Question:
    return adapted_question(BASE, VARIANTS, DEALS, 3, workers=2)


@pytest.fixture(scope="module")
def report(question: Question) -> Report:
    return compare(question)


def parts(report: Report, variant: int) -> list[Section]:
    named = [s for s in report.sections if s.variant == VARIANTS[variant]]
    assert [section.part for section in named] == ["rules", "players", "both"]
    return named


@pytest.mark.parametrize("variant", [0, 1])
def test_what_the_rules_do_and_what_players_then_do_add_up(report: Report, variant: int):
    found = [{e.metric: e.compared for e in s.effects} for s in parts(report, variant)]
    shared = set(found[0]) & set(found[1]) & set(found[2])
    assert len(shared) > 20
    assert {"deals_per_game", "taker_mark", "chute"} <= {metric.name for metric in shared}
    for metric in shared:
        rules, players, both = (one[metric] for one in found)
        assert rules.value_a == both.value_a
        assert rules.value_b == players.value_a
        assert players.value_b == both.value_b
        total = rules.difference + players.difference
        assert total == pytest.approx(both.difference, rel=1e-12, abs=1e-12)


def test_each_part_is_what_a_comparison_of_its_own_finds(question: Question, report: Report):
    """The rules alone are those of the players tuned to the base, on the same packs."""
    base = question.adapted[0]
    alone = compare(Question(BASE, VARIANTS, ((base,) * 4,), DEALS, 3))
    for variant, section in enumerate(alone.sections):
        ours = parts(report, variant)[0]
        assert ours.kind == section.kind
        assert {e.metric: e.compared for e in ours.effects} == {
            e.metric: e.compared for e in section.effects
        }
        assert (ours.outcomes, ours.quantiles) == (section.outcomes, section.quantiles)


def test_the_players_of_a_rule_set_are_those_that_tune_makes(question: Question):
    for player, tuning in zip(question.adapted, question.tunings, strict=True):
        assert tune(tuning, workers=1).player == player
    assert [tuning.rules for tuning in question.tunings] == [BASE, *VARIANTS]
    assert {tuning.deals for tuning in question.tunings} == {DEALS}


def test_with_the_same_players_nothing_is_left_for_players_to_do():
    numbers = [-1.0] * NUMBERS + [20.0] * NUMBERS
    same = tuple(tuned_player(f"{name}.toml", numbers) for name in "ab")
    found = compare(Question(BASE, VARIANTS[:1], (), DEALS, 3, same))
    rules, players, both = found.sections
    assert all(effect.unchanged for effect in players.effects)
    assert players.played_otherwise == 0
    assert [e.compared for e in rules.effects] == [e.compared for e in both.effects]


def test_only_what_the_rules_do_is_tested(report: Report):
    """Players tuned once more would differ by more than any interval says."""
    tested = [e for s in report.sections if s.part == "rules" for e in s.effects if not e.unchanged]
    assert [e.corrected for e in tested] == holm([e.compared.p for e in tested])
    untested = [s for s in report.sections if not s.tested]
    assert {section.part for section in untested} == {"players", "both"}
    assert any(not effect.unchanged for section in untested for effect in section.effects)
    for section in untested:
        assert not section.found
        assert {(e.corrected, e.verdict) for e in section.effects} == {(None, None)}


def test_it_is_told_in_lines_pages_and_words(report: Report):
    lines = [json.loads(json.dumps(line)) for line in report.lines()]
    assert [line["part"] for line in lines] == ["rules", "players", "both"] * 2
    assert [line["tested"] for line in lines] == [True, False, False] * 2
    assert "--adapt" in lines[0]["command"]
    assert "--players" not in lines[0]["command"]
    assert len(report.tuning_commands) == 3
    for lang in LANGUAGES:
        page = report_page(report, lang)
        assert all(command in page for command in report.tuning_commands[:1])
        drawn = effects_chart(parts(report, 0), BASE.name, lang)
        word = {"fr": "les règles seules", "en": "the rules alone"}[lang]
        assert word in drawn.words
        assert word.capitalize()[:3] in page
        assert page.count(escape(say(lang, "compare.not_tested"))) == 4


def test_the_command_tells_both_parts_and_refuses_what_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    words = ("compare", "litige", "stricte,chute_mark=60", "--adapt", "--deals", 1000, "--quiet")
    told: dict[Lang, str] = {
        "fr": "Ce que font ensuite les joueurs",
        "en": "What players then do",
    }
    for lang, word in told.items():
        done = call(*words, "--lang", lang)
        assert done.status == 0, done
        assert word in done.out
        assert done.out.count(say(lang, "compare.not_tested")) == 2
    assert_one_sentence(call(*words, "--players", "regular"), "leave --players out")
    coinche = ("compare", "coinche", "coinche,target=501", "--adapt", "--deals", 1000)
    assert_one_sentence(call(*coinche), "taking is tuned for the prise alone")
    assert not tree(tmp_path)
