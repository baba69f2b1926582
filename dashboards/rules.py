"""Les règles: the same deals marked under each rule set, side by side."""

from __future__ import annotations

import polars as pl
import streamlit as st

from belote.charts.frames import Share
from belote.charts.rules import games_by_rules, marks_by_rules, outcomes_by_rules
from belote.charts.words import share_words
from belote.messages import say
from dashboards.ui import trouble
from dashboards.ui.lake import Here, answer
from dashboards.ui.parts import figure, page_link, who
from dashboards.ui.scope import Scope, scope


def page(here: Here) -> None:
    """Draw the page for the run and filters in the address."""
    chosen = scope(here, rules=False, filters=("turned", "round", "position"))
    if chosen is None:
        return
    who(here, chosen.run)
    with st.spinner(say(here.lang, "page.asking")):
        _figures(here, chosen)
    page_link(chosen, here.lang)


def _figures(here: Here, chosen: Scope) -> None:
    lang, run = here.lang, chosen.run.run_id
    played = trouble.verbatim(chosen.run.rules)
    outcomes = answer(here, "outcome_rate_by_rules", run=run, **chosen.filters)
    if outcomes.frame.is_empty():
        st.info(say(lang, "filter.nothing" if chosen.filters else "page.nobody"))
        return
    st.subheader(say(lang, "rules.outcomes_title"), anchor="outcomes")
    failed = outcomes.frame.filter(pl.col("outcome") == "chute").sort("rate")
    lines = [
        say(
            lang,
            "rules.lead",
            rules=trouble.verbatim(row["rules"]),
            share=share_words(lang, Share(row["k"], row["n"])),
        )
        for row in (failed[[0, -1]] if failed.height > 1 else failed).iter_rows(named=True)
    ]
    st.markdown(" ".join(lines))
    under = [say(lang, "rules.outcomes_under", played=played)]
    figure(here, outcomes, outcomes_by_rules(outcomes.frame, lang), under)
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(say(lang, "rules.marks_title"), anchor="marks")
        marks = answer(here, "marks_per_deal", run=run, **chosen.filters)
        figure(here, marks, marks_by_rules(marks.frame, lang), [say(lang, "rules.marks_under")])
    with right:
        st.subheader(say(lang, "rules.games_title"), anchor="games")
        games = answer(here, "deals_per_game", run=run)
        if games.frame.is_empty():
            st.info(say(lang, "rules.none"))
        else:
            drawn = games_by_rules(games.frame, lang)
            figure(here, games, drawn, [say(lang, "rules.games_under")])
