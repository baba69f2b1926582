"""Parties: how long games take, who comes back, and who wins from which score."""

from __future__ import annotations

import polars as pl
import streamlit as st

from belote.charts.cases import Drawn
from belote.charts.frames import Mean, Share
from belote.charts.games import by_comeback, by_lead_changes, by_length, more_behind
from belote.charts.words import interval_words, sentence, value_words
from belote.messages import Lang, number, say
from dashboards.ui import trouble
from dashboards.ui.chances import win_probability
from dashboards.ui.lake import Answer, Here, answer
from dashboards.ui.parts import figure, lead, origin, page_link, sources, who
from dashboards.ui.scope import Scope, scope

_BEHIND = (0, 100, 200, 300, 500)
"""Deficits told in words; multiples of the question's 50."""


def page(here: Here) -> None:
    """Draw the page for the run, rules and score in the address."""
    lang = here.lang
    chosen = scope(here, rules=True)
    if chosen is None:
        return
    who(here, chosen.run)
    if chosen.rules is not None:
        with st.spinner(say(lang, "page.asking")):
            _games(here, chosen, chosen.rules)
        win_probability(here, chosen.run, chosen.run.rule_set(chosen.rules))
        page_link(chosen, lang)


def _games(here: Here, chosen: Scope, rules: str) -> None:
    lang = here.lang
    found = {
        name: answer(here, name, run=chosen.run.run_id)
        for name in ("deals_per_game", "games_by_length", "games_by_lead_changes",
                     "games_by_comeback", "first_dealer_wins")
    }  # fmt: skip
    of_rules = {name: one.frame.filter(pl.col("rules") == rules) for name, one in found.items()}
    st.subheader(say(lang, "games.length_title"), anchor="length")
    if of_rules["deals_per_game"].is_empty():
        st.info(say(lang, "rules.none"))
        return
    _length(here, found, of_rules)
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(say(lang, "games.leads_title"), anchor="leads")
        frame = of_rules["games_by_lead_changes"]
        same = frame.filter(pl.col("lead_changes") == 0)["k"].sum()
        lead(lang, "games.leads_lead", Share(int(same), int(frame["k"].sum())))
        _figure(here, found["games_by_lead_changes"], by_lead_changes(frame, lang), "leads")
    with right:
        st.subheader(say(lang, "games.comeback_title"), anchor="comeback")
        frame = of_rules["games_by_comeback"]
        st.markdown(say(lang, "games.comeback_lead") + "\n" + _behind(lang, frame))
        _figure(here, found["games_by_comeback"], by_comeback(frame, lang), "comeback")
    _first_dealer(here, found["first_dealer_wins"], of_rules["first_dealer_wins"])


def _length(here: Here, found: dict[str, Answer], of_rules: dict[str, pl.DataFrame]) -> None:
    lang = here.lang
    row = of_rules["deals_per_game"].row(0, named=True)
    mean = Mean(row["n"], row["mean"], row["low"], row["high"])
    told = {name: number(lang, row[name]) for name in ("shortest", "median", "longest")}
    st.markdown(
        say(
            lang,
            "games.length_lead",
            mean=value_words(lang, mean),
            interval=interval_words(lang, mean),
            **told,
        )
    )
    rules, target = trouble.verbatim(row["rules"]), number(lang, row["target"])
    under = say(lang, "games.length_under", rules=rules, target=target)
    figure(here, found["games_by_length"], by_length(of_rules["games_by_length"], lang), [under])
    sources(here, found["deals_per_game"])


def _behind(lang: Lang, frame: pl.DataFrame) -> str:
    """The reading of the comebacks, a line a deficit that was overcome."""
    lines: list[str] = []
    for marks in _BEHIND:
        share = more_behind(frame, marks)
        if share.k > 0:
            line = sentence(lang, "games.comeback_line", share, marks=number(lang, marks + 1))
            lines.append(f"- {line}")
    return "\n".join(lines)


def _first_dealer(here: Here, found: Answer, frame: pl.DataFrame) -> None:
    lang = here.lang
    if frame.is_empty():
        return
    st.subheader(say(lang, "games.dealer_title"), anchor="first-dealer")
    row = frame.row(0, named=True)
    lead(lang, "games.dealer_lead", Share(row["k"], row["n"]))
    origin(here, found, [say(lang, "games.dealer_under")])


def _figure(here: Here, found: Answer, drawn: Drawn, kind: str) -> None:
    figure(here, found, drawn, [say(here.lang, f"games.{kind}_under")])
