"""The full report of a change of rules: played on demand, with progress, and stopped on demand."""

from __future__ import annotations

import json
from typing import NamedTuple

import streamlit as st

from belote.charts.effects import effects_chart
from belote.charts.report import (
    counted_words,
    depends_words,
    effect_cells,
    found_in_words,
    games_words,
    report_page,
    unchanged_words,
)
from belote.game.variants import Rules
from belote.messages import Lang, number, say
from belote.players.spec import seat_players
from belote.runs.progress import Progress
from belote.study.compare import DEFAULT_PLAYERS, Question
from belote.study.report import Report, compare
from dashboards.ui import trouble
from dashboards.ui.grid import Cell, grid
from dashboards.ui.parts import plain_picture

_DEALS = (20_000, 50_000, 100_000, 200_000, 500_000)
_ASKED, _DONE = "report_asked", "report_done"
_MARGIN = 0.01


class _Asked(NamedTuple):
    """What a report is asked for."""

    base: str
    variant: str
    players: tuple[str, ...]
    deals: int


def full_report(lang: Lang, base: Rules, variant: Rules) -> None:
    """What asks for the report, and the report once it is there."""
    st.subheader(say(lang, "variants.report"), anchor="report")
    st.markdown(say(lang, "variants.report_lead"))
    left, right = st.columns(2, gap="medium")
    with left:
        players = st.pills(
            say(lang, "run.players"),
            DEFAULT_PLAYERS,
            selection_mode="multi",
            default=DEFAULT_PLAYERS,
            key="report_players",
        )
    with right:
        deals = st.select_slider(
            say(lang, "run.deals"),
            _DEALS,
            value=_DEALS[2],
            format_func=lambda n: number(lang, n),
            key="report_deals",
        )
    asked = _Asked(base.name, variant.name, tuple(players), int(deals))
    if st.button(say(lang, "variants.play"), type="primary", disabled=not players):
        st.session_state[_ASKED] = asked
    if st.session_state.get(_ASKED) != asked:
        return
    done: tuple[_Asked, Report] | None = st.session_state.get(_DONE)
    if done is None or done[0] != asked:
        done = asked, _played(lang, base, variant, asked)
        st.session_state[_DONE] = done
    _show(lang, done[1])


def _played(lang: Lang, base: Rules, variant: Rules, asked: _Asked) -> Report:
    """Play the report; a press on "stop", like any other, ends the work at its next step."""
    place = st.empty()
    with place.container():
        shown = _Shown(lang)
        st.button(say(lang, "variants.stop"), on_click=_forget)
        players = tuple(seat_players(text) for text in asked.players)
        question = Question(base, (variant,), players, asked.deals)
        report = compare(question, margin=_MARGIN, progress=shown)
    place.empty()
    return report


def _forget() -> None:
    st.session_state.pop(_ASKED, None)


class _Shown(Progress):
    """A bar on the page; a comparison reports from the thread that draws."""

    def __init__(self, lang: Lang) -> None:
        self._lang: Lang = lang
        self._total, self._done = 1, 0
        self._bar = st.progress(0.0, say(lang, "variants.playing"))

    def start(self, total: int, done: int) -> None:
        """Nothing is drawn until the first step."""
        self._total, self._done = total, done

    def advance(self, deals: int) -> None:
        """Move the bar on; Streamlit ends the script here when the visitor asks for another."""
        self._done += deals
        told = {"done": number(self._lang, self._done), "total": number(self._lang, self._total)}
        self._bar.progress(self._done / self._total, say(self._lang, "variants.played", **told))


def _show(lang: Lang, report: Report) -> None:
    base, variant = report.question.base, report.question.variants[0]
    names = {"base": base.name, "variant": variant.name}
    st.markdown(say(lang, f"compare.{report.sections[0].kind}"))
    if depends := depends_words(report, variant.name, lang):
        st.warning(depends)
    plain_picture(effects_chart(report.sections, base.name, lang), "report_effects")
    heads = say(lang, "compare.head", **names).split(";")
    for section in report.sections:
        players = trouble.verbatim(section.players_text)
        st.markdown(f"**{say(lang, 'compare.players', players=players)}**")
        st.caption(counted_words(section, lang))
        found = found_in_words(report, section, lang)
        st.markdown(say(lang, "compare.found" if found else "compare.nothing_found"))
        st.markdown("\n".join(f"- {line}" for line in found))
        rows = [
            [Cell(text, strong=effect.significant, right=at > 0) for at, text in enumerate(cells)]
            for effect in section.effects
            if not effect.unchanged
            for cells in [effect_cells(effect, report.margin, lang)]
        ]
        with st.expander(say(lang, "variants.figures"), key=f"report_{section.players_text}"):
            grid(heads, rows)
            for told in (unchanged_words(section, lang), games_words(section, lang)):
                if told is not None:
                    st.caption(told)
    st.caption(say(lang, "compare.method"))
    st.code(report.command, language="shell", wrap_lines=True)
    _downloads(lang, report)


def _downloads(lang: Lang, report: Report) -> None:
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in report.lines())
    page = report_page(report, lang)
    files = (("html", "text/html", page), ("json", "application/jsonl", lines))
    with st.container(horizontal=True):
        for kind, mime, text in files:
            st.download_button(
                say(lang, f"variants.save_{kind}"),
                text,
                file_name=f"belote-compare.{kind}",
                mime=mime,
                key=f"report_{kind}",
                on_click="ignore",
            )
