"""Prendre ou passer ?: five cards and the turned card, and what each answer leads to."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from belote.charts.advice import answer_words, choice_cells, head_words, worlds_words
from belote.charts.advice_chart import advice_chart
from belote.charts.words import position_name
from belote.game.variants import preset, presets_of
from belote.messages import Lang, number, say
from belote.players.spec import PLAYERS, parse_player
from belote.study.advise import MOST_WORLDS, Advice, AdviceError, Question, answers
from dashboards.ui import commands, trouble
from dashboards.ui.address import asked, kept, link
from dashboards.ui.cards import Held, card_grid
from dashboards.ui.chances import score_number
from dashboards.ui.choices import picked, switched
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Here
from dashboards.ui.parts import plain_picture

_SECONDS = 3.0
"""How long worlds are played before the page rests."""
_PAUSE = 0.4
"""Between two answers drawn, in seconds."""
_RUNNING = "advice_running"
_EXAMPLE = {"hand": "Jh-9h-Ah-Td-Ks", "up": "7h", "position": "2"}


@dataclass
class _Running:
    """A question that is being answered in this visitor's session."""

    question: Question
    growing: Iterator[Advice]
    last: Advice | None = None
    done: bool = False


def page(here: Here) -> None:
    """Draw the cards and choices in the address, and the answer where they make a question."""
    lang = here.lang
    st.markdown(say(lang, "advise.lead"))
    held = card_grid(lang)
    if held is not None and not held.cards:
        address = link(**{**kept(), "lang": lang, "page": "advise", **_EXAMPLE})
        st.markdown(f"[{say(lang, 'advise.example')}]({address})")
    question = _question(lang, held)
    if question is None:
        return
    _answer(lang, question)
    st.caption(say(lang, "advise.under"))
    with st.expander(say(lang, "advise.terminal"), key="advise_terminal"):
        st.code(commands.advise(question, lang), language="shell", wrap_lines=True)
    address = link(**{**kept(), "lang": lang, "page": "advise"})
    st.markdown(f"[{say(lang, 'page.link')}]({address})")


# The question


def _question(lang: Lang, held: Held | None) -> Question | None:
    """What is asked; None where cards are missing or a choice is refused, which is said."""
    position = switched(
        lang,
        "position",
        tuple("1234"),
        "advise.position",
        lambda one: position_name(lang, int(one)),
    )
    bid_round = switched(
        lang, "round", tuple("12"), "advise.round", lambda one: say(lang, f"advise.round_{one}")
    )
    left, right = st.columns(2, gap="small")
    with left:
        rules = picked(lang, "under", list(presets_of("prise")), "litige", "advise.rules")
    with right:
        player = picked(lang, "player", _compiled(), "regular", "advise.players")
    score = _score(lang)
    parts = (position, bid_round, rules, player, score)
    if held is None or held.turned is None or None in parts:
        return None
    try:
        return Question(
            hand=held.mask,
            turned=held.turned,
            position=int(position or 1),
            rules=preset(rules or ""),
            player=parse_player(player or ""),
            bid_round=int(bid_round or 1),
            score=score or (0, 0),
            worlds=MOST_WORLDS,
        )
    except AdviceError:  # all else is checked: the score is beyond the target
        target = number(lang, preset(rules or "").target)
        st.error(say(lang, "advise.score_too_far", target=target))
        return None


def _compiled() -> list[str]:
    return [name for name, kind in PLAYERS.items() if not kind.maker]


def _score(lang: Lang) -> tuple[int, int] | None:
    """The score in the address, with what changes it drawn."""
    text = asked("scores") or "0-0"
    found = re.fullmatch(r"(\d{1,5})-(\d{1,5})", text, re.ASCII)
    if found is None:
        told = trouble.verbatim(text)
        st.error(say(lang, "games.bad_scores", asked=told, example="`350-420`"))
    scores = (int(found[1]), int(found[2])) if found else (0, 0)
    columns = st.columns(2, gap="small")
    for column, side, score in zip(columns, ("own", "other"), scores, strict=True):
        with column:
            score_number(say(lang, f"games.score_{side}"), f"score_{side}", score, 1)
    return scores if found else None


# The answer


def _answer(lang: Lang, question: Question) -> None:
    """The answer so far, growing for some seconds; a button plays on."""
    running: _Running | None = st.session_state.get(_RUNNING)
    if running is None or running.question != question:
        running = _Running(question, answers(question))
        st.session_state[_RUNNING] = running
    place = st.empty()
    play = running.last is None
    # The button stands below the answer and is pressed before it is drawn.
    if st.button(say(lang, "advise.more"), key="advise_more", disabled=running.done):
        play = True
    try:
        if play:
            _grow(lang, running, place)
        elif running.last is not None:
            _show(lang, running.last, place, "last")
    except AdviceError as error:
        st.session_state.pop(_RUNNING, None)
        st.error(say(lang, "trouble.detail", detail=trouble.verbatim(error)))


def _grow(lang: Lang, running: _Running, place: DeltaGenerator) -> None:
    """Play worlds until the time is up, and show the answer as it grows."""
    begin = shown = time.monotonic()
    while (now := time.monotonic()) < begin + _SECONDS:
        found = next(running.growing, None)
        if found is None:
            running.done = True
            break
        if running.last is None or now > shown + _PAUSE:
            _show(lang, found, place)
            shown = now
        running.last = found
    if running.last is not None:
        _show(lang, running.last, place, "last")


def _show(lang: Lang, advice: Advice, place: DeltaGenerator, which: str = "") -> None:
    """The sentence, the chart and the figures in place of those before."""
    with place.container():
        st.markdown(f"#### {answer_words(advice, lang)}")
        if not advice.choices:
            return
        drawn = advice_chart(advice, lang)
        # Within one run of the page, no key may be drawn twice.
        plain_picture(drawn, f"advice_{which or advice.tried}")
        st.caption(worlds_words(advice, lang))
        rows = [
            [
                Cell(text, strong=choice is advice.best, right=at > 0)
                for at, text in enumerate(choice_cells(choice, lang))
            ]
            for choice in advice.choices
        ]
        grid(head_words(lang), rows)
