"""La chute: how often takers fail, by the turned card, the round, the place and the trumps held."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import streamlit as st

from belote.charts.cases import Drawn
from belote.charts.frames import added_up
from belote.charts.held import chute_by_hand, chute_by_position, chute_by_round
from belote.charts.points import passing, points_histogram
from belote.charts.turned import chute_alt, chute_chart
from belote.messages import Lang, say
from dashboards.ui import trouble
from dashboards.ui.lake import Here, answer
from dashboards.ui.parts import figure, lead, no_turned_card, page_link, rule_notes, who
from dashboards.ui.scope import Scope, scope

Draw = Callable[[pl.DataFrame, Lang], Drawn]


def page(here: Here) -> None:
    """Draw the page for the run, rules and filters in the address."""
    chosen = scope(here, rules=True, filters=("turned", "round", "position"))
    if chosen is None:
        return
    who(here, chosen.run)
    if chosen.rules is not None:
        with st.spinner(say(here.lang, "page.asking")):
            _figures(here, chosen, chosen.rules)
        page_link(chosen, here.lang)


def _figures(here: Here, chosen: Scope, rules: str) -> None:
    lang, run = here.lang, chosen.run.run_id
    by_place = answer(here, "chute_rate_by_position", run=run, rules=rules, **chosen.filters)
    if by_place.frame.is_empty():
        st.info(say(lang, "filter.nothing" if chosen.filters else "page.nobody"))
        return
    lead(lang, "chute.lead", added_up(by_place.frame))
    for note in rule_notes(lang, chosen.run, rules):
        st.caption(note)
    judged = trouble.verbatim(rules)

    def by(name: str, title: str, draw: Draw, under: str = "chute.plain_under") -> None:
        st.subheader(title, anchor=name)
        found = answer(here, name, run=run, rules=rules, **chosen.filters)
        figure(here, found, draw(found.frame, lang), [say(lang, under, rules=judged)])

    turned = not no_turned_card(here, chosen.run)
    left, right = st.columns(2, gap="medium")
    with left:
        if turned:
            by("chute_rate_by_turned_card", say(lang, "chute.title"), _by_card, "chute.under")
        by("chute_rate_by_position", say(lang, "chute.position_title"), chute_by_position)
    if turned:
        with right:
            by("chute_rate_by_trumps", say(lang, "chute.hand_title"), chute_by_hand)
            by("chute_rate_by_round", say(lang, "chute.round_title"), chute_by_round)
    st.subheader(say(lang, "points.title"), anchor="points")
    points = answer(here, "points_of_the_taker", run=run, **chosen.filters)
    lead(lang, "points.lead", passing(points.frame))
    under = say(lang, f"points.under_{chosen.run.auction}")
    figure(here, points, points_histogram(points.frame, lang), [under])


def _by_card(frame: pl.DataFrame, lang: Lang) -> Drawn:
    return Drawn(chute_chart(frame, lang), chute_alt(frame, lang))
