"""Le capot: the odds of all eight tricks for either side, by the trumps the taker holds."""

from __future__ import annotations

import streamlit as st

from belote.charts.held import capot_by_hand, capot_by_honours
from belote.messages import say
from dashboards.ui.lake import Here, answer
from dashboards.ui.parts import capots, no_turned_card, origin, page_link, picture, who
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
    overall = answer(here, "capot_rate", run=run, **chosen.filters)
    if overall.frame.is_empty() and chosen.filters:
        st.info(say(lang, "filter.nothing"))
        return
    st.subheader(say(lang, "capot.title"), anchor="odds")
    if not capots(here, overall) or no_turned_card(here, chosen.run):
        return
    for part, name, draw in (
        ("hand", "capot_rate_by_trumps", capot_by_hand),
        ("honours", "capot_rate_by_honours", capot_by_honours),
    ):
        found = answer(here, name, run=run, **chosen.filters)
        st.subheader(say(lang, f"capot.{part}_title"), anchor=part)
        for column, side in zip(st.columns(2, gap="medium"), ("taker", "defence"), strict=True):
            with column:
                st.markdown(f"**{say(lang, f'capot.side_{side}')}**")
                picture(here, found, draw(found.frame, side, lang), f"_{side}")
        origin(here, found, [say(lang, "capot.hand_under")])
