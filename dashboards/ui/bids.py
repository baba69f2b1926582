"""What is bid at coinche beside what is made: the first answer of the page of contracts."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
import streamlit as st

from belote.charts.contracts import By, bid_by, made_by
from belote.charts.frames import added_up, mean_of
from belote.charts.words import interval_words, value_words
from belote.messages import say
from dashboards.ui.lake import Answer, Here, answer
from dashboards.ui.parts import figure, lead
from dashboards.ui.trouble import verbatim


def bid_and_made(here: Here, run: str, rules: str, filters: Mapping[str, str]) -> bool:
    """Contracts bid and contracts made, side by side; False where there is none, which is said."""
    lang = here.lang
    made = answer(here, "success_by_contract", run=run, rules=rules, **filters)
    if at_contract(made.frame, filters).is_empty():
        st.info(say(lang, "filter.nothing" if filters else "page.nobody"))
        return False
    bid = answer(here, "contracts_bid", run=run, **filters)
    lead(lang, "contracts.lead", added_up(at_contract(made.frame, filters)))
    if "contract" not in filters:
        mean = mean_of(bid.frame["contract"].to_list(), bid.frame["k"].to_list())
        told = {"mean": value_words(lang, mean), "interval": interval_words(lang, mean)}
        st.markdown(say(lang, "contracts.mean", **told))
    both(here, bid, made, "contract", rules)
    return True


def at_contract(frame: pl.DataFrame, filters: Mapping[str, str]) -> pl.DataFrame:
    """The row of the contract that is filtered, of a frame by contract; all where none is."""
    contract = filters.get("contract")
    return frame if contract is None else frame.filter(contract=int(contract))


def both(here: Here, bid: Answer, made: Answer, by: By, rules: str) -> None:
    """Two charts side by side: how often each contract or trump is played, and how often made."""
    lang, part = here.lang, "trump_" if by == "trump" else ""
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(say(lang, f"contracts.{part}bid_title"), anchor=f"bid-{by}")
        figure(here, bid, bid_by(bid.frame, by, lang), [say(lang, f"contracts.{part}bid_under")])
    with right:
        st.subheader(say(lang, f"contracts.{part}made_title"), anchor=f"made-{by}")
        under = say(lang, f"contracts.{part}made_under", rules=verbatim(rules))
        figure(here, made, made_by(made.frame, by, lang), [under])
