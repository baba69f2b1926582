"""La prise: who takes, on which turned card, from which place and with which hand."""

from __future__ import annotations

import polars as pl
import streamlit as st

from belote.charts.frames import added_up
from belote.charts.heat import taking_heat
from belote.charts.held import taking_by_hand
from belote.messages import say
from dashboards.ui.lake import Here, answer
from dashboards.ui.parts import lead, no_turned_card, origin, page_link, picture, who
from dashboards.ui.scope import Scope, scope


def page(here: Here) -> None:
    """Draw the page for the run and filters in the address."""
    chosen = scope(here, rules=False, filters=("turned", "round", "position"))
    if chosen is None:
        return
    who(here, chosen.run)
    if not no_turned_card(here, chosen.run):
        with st.spinner(say(here.lang, "page.asking")):
            _figures(here, chosen)
    page_link(chosen, here.lang)


def _figures(here: Here, chosen: Scope) -> None:
    lang, run = here.lang, chosen.run.run_id
    filters = chosen.filters
    by_card = answer(here, "taking_rate_by_turned_card", run=run, **filters)
    by_hand = answer(here, "taking_rate_by_trumps", run=run, **filters)
    if by_card.frame.is_empty():
        st.info(say(lang, "filter.nothing"))
        return
    rounds = sorted(by_card.frame["round"].unique().to_list())
    for part, found in (("heat", by_card), ("hand", by_hand)):
        st.subheader(say(lang, f"taking.{part}_title"), anchor=part)
        columns = st.columns(len(rounds), gap="medium")
        for column, round_ in zip(columns, rounds, strict=True):
            with column:
                if part == "heat":
                    rows = found.frame.filter(pl.col("round") == round_)
                    lead(lang, f"taking.lead_{round_}", added_up(rows))
                else:
                    st.markdown(f"**{say(lang, f'turned.round_{round_}')}**")
                draw = taking_heat if part == "heat" else taking_by_hand
                picture(here, found, draw(found.frame, round_, lang), f"_{round_}")
        origin(here, found, [say(lang, f"taking.{part}_under")])
