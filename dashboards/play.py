"""Le jeu de la carte: what cards cost, and what best play would have made of the contracts."""

from __future__ import annotations

import math

import streamlit as st

from belote.charts.costs import (
    MOST_PLAYERS,
    PLAYS,
    best_beside_played,
    cost_bars,
    free_each,
    free_words,
)
from belote.charts.frames import Mean, Share
from belote.charts.words import interval_words, sentence, value_words
from belote.messages import number, percent, say
from dashboards.ui import trouble
from dashboards.ui.lake import Here, answer
from dashboards.ui.parts import (
    figure,
    no_turned_card,
    origin,
    page_link,
    picture,
    rule_notes,
    sources,
    who,
)
from dashboards.ui.scope import Scope, scope
from dashboards.ui.solving import is_solved


def page(here: Here) -> None:
    """Draw the page for the run and rules in the address."""
    chosen = scope(here, rules=True)
    if chosen is None:
        return
    who(here, chosen.run)
    if not is_solved(here, chosen.run):
        return
    with st.spinner(say(here.lang, "page.asking")):
        _costs(here, chosen)
        if chosen.rules is not None:
            _double_dummy(here, chosen, chosen.rules)
        _spread(here, chosen)
    page_link(chosen, here.lang)


def _costs(here: Here, chosen: Scope) -> None:
    lang, run = here.lang, chosen.run.run_id
    overall = answer(here, "cost_of_deals", run=run)
    if overall.frame.is_empty():
        st.info(say(lang, "play.none"))
        return
    row = overall.frame.row(0, named=True)
    mean = Mean(row["n"], row["cost_mean"], row["cost_low"], row["cost_high"])
    told = {"mean": value_words(lang, mean), "interval": interval_words(lang, mean)}
    st.subheader(say(lang, "play.title"), anchor="costs")
    st.markdown(say(lang, "play.lead", **told))
    st.caption(free_words(lang, row))
    st.caption(say(lang, "play.hindsight"))
    for column, parts in zip(
        st.columns(2, gap="medium"),
        (("action", "role", "player"), ("trick", "position")),
        strict=True,
    ):
        with column:
            for part in parts:
                _cost(here, run, part)


def _cost(here: Here, run: str, part: str) -> None:
    lang = here.lang
    found = answer(here, f"cost_by_{part}", run=run)
    if found.frame.is_empty():  # of players without a name
        return
    st.subheader(say(lang, f"play.{part}_title"), anchor=part)
    if part == "action":
        first = found.frame.row(0, named=True)
        if first["cost_share"] is not None:
            name = say(lang, f"play.action_{first['action']}")
            share = percent(lang, first["cost_share"])
            st.markdown(say(lang, "play.costliest", action=name, share=share))
    more = {"most": MOST_PLAYERS} if part == "player" else {}
    under = [free_each(found.frame, part, lang), say(lang, f"play.{part}_under", **more)]
    figure(here, found, cost_bars(found.frame, part, lang), under)


def _double_dummy(here: Here, chosen: Scope, rules: str) -> None:
    lang, run = here.lang, chosen.run.run_id
    overall = answer(here, "double_dummy_rates", run=run)
    frame = overall.frame.filter(rules=rules)
    st.subheader(say(lang, "play.best_title"), anchor="best")
    if frame.is_empty():
        st.info(say(lang, "play.none"))
        return
    shares = {(event, play): Share(k, n) for event, play, k, n in frame.select(
        "event", "play", "k", "n").iter_rows()}  # fmt: skip
    for event in ("chute", "capot"):
        lines = [sentence(lang, f"play.lead_{event}_{play}", shares[event, play]) for play in PLAYS]
        st.markdown(" ".join(lines))
        told = [sentence(lang, "interval.counted", shares[event, play]) for play in PLAYS]
        st.caption(" ".join(told))
    for note in rule_notes(lang, chosen.run, rules):
        st.caption(note)
    sources(here, overall)
    if no_turned_card(here, chosen.run):
        return
    found = answer(here, "double_dummy_by_turned_card", run=run, rules=rules)
    for column, event in zip(st.columns(2, gap="medium"), ("chute", "capot"), strict=True):
        with column:
            st.markdown(f"**{say(lang, f'play.by_card_{event}')}**")
            picture(here, found, best_beside_played(found.frame, event, lang), f"_{event}")
    origin(here, found, [say(lang, "play.best_under", rules=trouble.verbatim(rules))])


def _spread(here: Here, chosen: Scope) -> None:
    lang = here.lang
    found = answer(here, "points_spread", run=chosen.run.run_id)
    parts = {row["part"]: row for row in found.frame.iter_rows(named=True)}
    if not parts or parts["deal"]["share"] is None:
        return
    st.subheader(say(lang, "play.spread_title"), anchor="spread")
    deviation = {
        part: number(lang, math.sqrt(parts[part]["variance"]), 1) for part in ("deal", "play")
    }
    st.markdown(say(lang, "play.spread_lead", **deviation))
    with st.container(horizontal=True):
        for part, row in parts.items():
            st.metric(
                say(lang, f"play.spread_{part}"), percent(lang, row["share"]), width="content"
            )
    st.caption(say(lang, "play.spread_under", n=number(lang, parts["deal"]["n"])))
    sources(here, found)
