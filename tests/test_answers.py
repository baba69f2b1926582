"""The worked answers: pages are what their data gives, and their words are true of the figures."""

from __future__ import annotations

import itertools
import json
import re
import shlex
from dataclasses import replace
from typing import Any

import pytest

import build
from belote.game.variants import BY_NAME, rules_from_text
from belote.players.spec import seat_players
from commands import call
from figures import Figures
from guards.tree import ROOT

ANSWERS = build.answers()
ONE = {answer.slug: answer for answer in ANSWERS}
IDS = [answer.slug for answer in ANSWERS]
each = pytest.mark.parametrize("answer", ANSWERS, ids=IDS)
PLAY_AGAIN = "'make answers' plays and writes the answers again"
RULE_NUMBERS = {"81", "82", "4", "3", "2", "5", "6"}
"""Figures that words may hold besides the values of rules: half of a deal, the contract, packets
and the digits of rounding."""


def page(answer: build.Answer) -> str:
    return (build.HERE / f"{answer.slug}.md").read_text(encoding="utf-8")


def test_there_are_twelve_and_the_index_names_each():
    index = (build.HERE / "README.md").read_text(encoding="utf-8")
    assert len(set(IDS)) == 12
    assert index == build.index(ANSWERS), PLAY_AGAIN
    assert all(f"]({slug}.md)" in index for slug in IDS)
    assert "](docs/answers/README.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


@each
def test_a_page_is_what_its_data_gives(answer: build.Answer):
    for name, text in build.files(answer).items():
        assert (build.HERE / name).read_text(encoding="utf-8") == text, PLAY_AGAIN


@each
def test_a_page_has_its_command_its_charts_and_its_tables(answer: build.Answer):
    text = page(answer)
    charts = re.findall(r"\]\(([\w-]+\.svg)\)", text)
    assert len(charts) == len(answer.variants) == text.count("| measure | players |")
    assert all((build.HERE / name).stat().st_size < 60_000 for name in charts)
    assert f"```sh\n{answer.report.command}\n```" in text
    assert "{" not in text
    players = {"random", "regular", "bold", "cautious"}
    assert {row.split(" | ")[1] for row in text.splitlines() if row.count(" | ") == 8} >= players


@each
def test_the_command_is_that_of_the_definition_and_of_the_data(answer: build.Answer):
    lines = [json.loads(line) for line in answer.data.read_text(encoding="utf-8").splitlines()]
    words = shlex.split(lines[0]["command"])
    assert {line["command"] for line in lines} == {answer.report.command}
    assert words[:3] == ["belote", "compare", answer.base]
    named = words[3 : words.index("--deals")]
    assert tuple(named) == answer.variants
    assert tuple(rules_from_text(text) for text in named) == answer.asked().variants
    given = [after for word, after in itertools.pairwise(words) if word == "--players"]
    assert tuple(seat_players(text) for text in given) == answer.asked().players
    assert int(words[words.index("--deals") + 1]) == answer.deals == lines[0]["deals"]
    assert {m["metric"] for line in lines for m in line["metrics"]} == set(answer.metrics)


@each
def test_words_hold_no_figure_but_those_of_rules(answer: build.Answer):
    values = {
        str(value)
        for rules in (answer.asked().base, *answer.asked().variants)
        for name, value in rules.values().items()
        if BY_NAME[name].values is int
    }
    words = " ".join([answer.short, answer.answer, answer.reading, *answer.caveats])
    bare = re.sub(r"\{[^}]*\}|`[^`]*`", "", words)
    assert set(re.findall(r"\d+", bare)) <= values | RULE_NUMBERS


@each
def test_what_the_words_claim_is_so(answer: build.Answer):
    figures = Figures(answer.report)
    assert answer.claims
    assert [claim for claim in answer.claims if not figures.holds(claim)] == []


# Each shown able to fail


@pytest.mark.parametrize(
    ("slug", "claim", "so"),
    [
        ("chute-160-or-162", "defence_mark all falls", True),
        ("chute-160-or-162", "defence_mark all rises", False),
        ("chute-160-or-162", "chute all unchanged", True),
        ("chute-160-or-162", "chute all undecided", False),
        ("chute-160-or-162", "defence_mark regular unchanged", False),
        ("chute-160-or-162", "defence_mark all within 0.1%", False),
        ("chute-160-or-162", "defence_mark all beyond 1%", False),
        ("chute-160-or-162", "defence_mark cautious most all", False),
        ("chute-160-or-162", "taker_share all above 0.5", False),
        ("chute-160-or-162", "taker_share random above 0.5", False),
        ("chute-160-or-162", "taker_share random below 0.5", True),
        ("chute-160-or-162", "taker_share depends", False),
        ("rounding", "taker_share depends", True),
        ("rounding", "taker_mark all rises", False),
        ("rounding", "taker_mark all rises #1", True),
        ("tie-litige-or-chute", "only chute litige", True),
        ("tie-litige-or-chute", "only chute made", False),
    ],
)
def test_a_claim_is_held_against_the_figures(slug: str, claim: str, so: bool):
    assert Figures(ONE[slug].report).holds(claim) is so


def test_a_page_whose_words_are_wrong_is_not_written():
    wrong = replace(ONE["rounding"], claims=("taker_mark all rises",))
    with pytest.raises(ValueError, match="taker_mark all rises"):
        build.files(wrong)


@pytest.mark.parametrize("text", ["{chute regular}", "{chutes regular base}", "{nothing}"])
def test_a_figure_that_is_none_is_a_fault(text: str):
    with pytest.raises((KeyError, ValueError)):
        Figures(ONE["rounding"].report).filled(text)


# Played again


def close(found: Any, kept: Any) -> bool:
    """Whether two values from JSON are the same, numbers to what machines may differ in."""
    if isinstance(kept, dict):
        return found.keys() == kept.keys() and all(close(found[k], kept[k]) for k in kept)
    if isinstance(kept, list):
        return len(found) == len(kept) and all(map(close, found, kept))
    return found == (pytest.approx(kept, rel=1e-6) if isinstance(kept, float) else kept)


@pytest.mark.slow
def test_an_answer_played_again_gives_the_same_lines():
    answer = ONE["target"]
    kept = answer.data.read_text(encoding="utf-8").splitlines()
    found = list(build.kept_lines(answer))
    assert len(found) == len(kept)
    for new, old in zip(found, kept, strict=True):
        assert close(json.loads(new), json.loads(old)), PLAY_AGAIN


@pytest.mark.slow
def test_the_command_of_a_page_gives_the_figures_of_the_page():
    answer = ONE["chute-160-or-162"]
    rows = call(*shlex.split(answer.report.command)[1:], "--json", "-", "-q").rows()
    kept = [json.loads(line) for line in answer.data.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row["metrics"] = [m for m in row["metrics"] if m["metric"] in answer.metrics]
    assert close(rows, kept)
