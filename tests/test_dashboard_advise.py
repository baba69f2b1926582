"""The page Prendre ou passer ?: cards touched, an answer that grows, refusals in words."""

from __future__ import annotations

from itertools import islice

import dashboards.advise as page
import pytest
from dashboards.ui.cards import Held, touched
from streamlit.testing.v1 import AppTest

from belote.charts.advice import answer_words, choice_cells, worlds_words
from belote.charts.advice_chart import advice_chart
from belote.game.cards import parse_card, parse_mask
from belote.game.variants import rule_set
from belote.messages import LANGUAGES, Lang, say
from belote.players.spec import parse_player
from belote.resources import sample_lake
from belote.study.advise import MOST_WORLDS, Advice, Question, answers
from visits import Open, assert_trouble, charts, commands, opener, run_command, words

HAND, TURNED = "Jh 9h Ah Td Ks", "7h"


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    monkeypatch.setattr(page, "_SECONDS", 0.2)
    return opener(monkeypatch)


def first_answers(count: int) -> list[Advice]:
    question = Question(
        parse_mask(HAND), parse_card(TURNED), 2, rule_set("stricte"), parse_player("regular"),
        score=(350, 420), worlds=MOST_WORLDS,
    )  # fmt: skip
    return list(islice(answers(question), count))


def tables(visitor: AppTest) -> str:
    return "\n".join(element.proto.body for element in visitor.get("html"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_touched_and_the_answer_grows(visit: Open, lang: Lang) -> None:
    visitor = visit(sample_lake(), lang=lang, page="advise", position="2", under="stricte",
                    scores="350-420")  # fmt: skip
    assert_trouble(visitor, say(lang, "advise.choose_hand", left=5))
    for card in HAND.split():
        visitor.button(key=f"card_{card}").click().run()
    assert_trouble(visitor, say(lang, "advise.choose_turned"))
    assert not charts(visitor)
    visitor.button(key=f"card_{TURNED}").click().run()
    assert_trouble(visitor, say(lang, "advise.chosen"))
    assert in_address(visitor, "hand") == "-".join(HAND.split())
    assert in_address(visitor, "up") == TURNED
    shown = worlds_shown(visitor, lang)
    assert len(visitor.get("vega_lite_chart")) == 1
    visitor.button(key="advise_more").click().run()
    assert worlds_shown(visitor, lang) > shown
    (command,) = commands(visitor)
    run_command([*command, "--deals", "200"])


def in_address(visitor: AppTest, name: str) -> str:
    value = visitor.query_params[name]
    return value if isinstance(value, str) else value[0]


def worlds_shown(visitor: AppTest, lang: Lang) -> int:
    """The number of worlds of the answer on the page, which is one that the library gives."""
    for advice in first_answers(200):
        if worlds_words(advice, lang) in words(visitor) and answer_words(advice, lang) in words(
            visitor
        ):
            for choice in advice.choices:
                assert all(cell in tables(visitor) for cell in choice_cells(choice, lang))
            return advice.n
    raise AssertionError("the page shows no answer that the library gives")


def test_touching_a_card_again_takes_it_away() -> None:
    held = Held((), None)
    for card in range(6):
        held = touched(held, card)
    assert held == Held((0, 1, 2, 3, 4), 5)
    assert touched(held, 9) == Held((0, 1, 2, 3, 4), 9)
    assert touched(held, 5) == Held((0, 1, 2, 3, 4), None)
    assert touched(touched(held, 2), 7) == Held((0, 1, 3, 4, 7), 5)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("address", "key"),
    [
        ({"hand": "Jh-Jh"}, "advise.bad_cards"),
        ({"hand": "Jh-1h"}, "advise.bad_cards"),
        ({"hand": "Jh-9h-8h-7h-Kh-Qh"}, "advise.bad_cards"),
        ({"hand": "Jh", "up": "Jh"}, "advise.bad_cards"),
        ({"scores": "x"}, "games.bad_scores"),
        ({"scores": "1000-0", "hand": "Jh-9h-Ah-Td-Ks", "up": "7h"}, "advise.score_too_far"),
        ({"position": "5"}, "filter.no_such"),
        ({"under": "coinche"}, "filter.no_such"),
        ({"player": "mine.py:Own"}, "filter.no_such"),
    ],
)
def test_an_address_that_cannot_be_is_refused_in_words(
    visit: Open, lang: Lang, address: dict[str, str], key: str
) -> None:
    visitor = visit(sample_lake(), lang=lang, page="advise", **address)
    begin = say(lang, key, detail="|", asked="|", example="|", target="|", filter="|", names="|")
    assert_trouble(visitor)
    assert visitor.error
    assert not charts(visitor)
    if key != "filter.no_such":
        assert visitor.error[0].value.startswith(begin.split("|")[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_clear_button_and_the_example(visit: Open, lang: Lang) -> None:
    visitor = visit(sample_lake(), lang=lang, page="advise", hand="Jh-9h", up="7h")
    visitor.button(key="cards_clear").click().run()
    assert "hand" not in visitor.query_params
    assert "up" not in visitor.query_params
    assert_trouble(visitor, say(lang, "advise.example"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_chart_has_a_dot_and_words_for_each_answer(lang: Lang) -> None:
    (advice,) = first_answers(1)
    drawn = advice_chart(advice, lang)
    drawn.chart.to_dict()
    rows = drawn.chart.layer[1].data.values
    assert [row["best"] for row in rows] == [True, False]
    assert [row["value"] for row in rows] == [choice.lead.value for choice in advice.choices]
    assert all(row["low"] < row["value"] < row["high"] for row in rows)
    assert all(row["name"] in drawn.words for row in rows)
