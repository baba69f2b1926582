"""The first page: what is in the lake, and the answers that most people come for."""

from __future__ import annotations

import streamlit as st

from belote.charts.cases import Drawn
from belote.charts.faces import turned_strip
from belote.charts.frames import Share, added_up
from belote.charts.turned import chute_alt, chute_chart, taken_alt, taken_chart
from belote.charts.words import rank_name, share_words
from belote.messages import Lang, number, say
from dashboards.ui import trouble
from dashboards.ui.address import kept, link
from dashboards.ui.bids import bid_and_made
from dashboards.ui.lake import Answer, Here, answer
from dashboards.ui.parts import (
    capots,
    facts,
    figure,
    lead,
    no_turned_card,
    page_link,
    players,
    rule_notes,
)
from dashboards.ui.scope import Scope, scope

_LISTED = 20
"""Runs in the list at most."""


def page(here: Here) -> None:
    """Draw the page for the run in the address, the newest complete one where it names none."""
    chosen = scope(here, rules=True)
    if chosen is None:
        return
    with st.spinner(say(here.lang, "page.asking")):
        _figures(here, chosen)
    page_link(chosen, here.lang)


def _figures(here: Here, chosen: Scope) -> None:
    lang, run = here.lang, chosen.run
    if run.auction == "prise":
        _by_turned_card(here, chosen)
    else:
        _without_turned_card(here, chosen)
    st.subheader(say(lang, "capot.title"), anchor="capot")
    capots(here, answer(here, "capot_rate", run=run.run_id))
    st.subheader(say(lang, "lake.title"), anchor="lake")
    _runs(here)


def _by_turned_card(here: Here, chosen: Scope) -> None:
    """How often a card is taken, and fails."""
    lang, run = here.lang, chosen.run
    taken = answer(here, "taken_rate_by_turned_card", run=run.run_id)
    either = added_up(taken.frame.filter(taken.frame["round"].is_null()))
    facts(here, run, Share(either.n - either.k, either.n))
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(say(lang, "taken.title"), anchor="taken")
        lead(lang, "taken.lead", either)
        _spans(lang, taken)
        told = taken_alt(taken.frame, lang)
        st.image(turned_strip(taken.frame, lang), width="stretch")
        drawn = Drawn(taken_chart(taken.frame, lang), told)
        figure(here, taken, drawn, [say(lang, "taken.under")])
    with right:
        st.subheader(say(lang, "chute.title"), anchor="chute")
        if either.k == 0:
            st.info(say(lang, "page.nobody"))
        elif chosen.rules is not None:
            _chute(here, chosen, chosen.rules)


def _without_turned_card(here: Here, chosen: Scope) -> None:
    """How often takers fail, where no card is turned."""
    lang, run = here.lang, chosen.run
    facts(here, run, added_up(answer(here, "passed_out_rate", run=run.run_id).frame))
    no_turned_card(here, run)
    if chosen.rules is None:
        return
    outcomes = answer(here, "outcome_rate_by_rules", run=run.run_id).frame
    failed = outcomes.filter(outcomes["rules"] == chosen.rules, outcomes["outcome"] == "chute")
    if not failed.is_empty():
        st.subheader(say(lang, "menu.chute"), anchor="chute")
        lead(lang, "chute.lead", added_up(failed))
    st.subheader(say(lang, "contracts.title"), anchor="contracts")
    bid_and_made(here, run.run_id, chosen.rules, chosen.filters)


def _runs(here: Here) -> None:
    """What is in the lake: every finished run, newest first, each with a link to it."""
    lang = here.lang
    deals = sum(run.deals for run in here.complete)
    runs = number(lang, len(here.complete))
    st.markdown(say(lang, "lake.lead", runs=runs, deals=number(lang, deals)))
    heads = ["run.label", "run.players", "run.deals", "run.rules"]
    lines = ["| " + " | ".join(say(lang, head) for head in heads) + " |", "|---" * len(heads) + "|"]
    sheet = kept().get("sheet")
    for run in here.complete[:_LISTED]:
        name = f"[{trouble.verbatim(run.run_id)}]({link(lang=lang, run=run.run_id, sheet=sheet)})"
        rules = trouble.verbatim(run.rules)
        told = [name, players(lang, run.players), number(lang, run.deals), rules]
        lines.append("| " + " | ".join(told) + " |")
    st.markdown("\n".join(lines))
    if len(here.complete) > _LISTED:
        left = len(here.complete) - _LISTED
        st.caption(say(lang, "trouble.and_more", count=number(lang, left)))


def _spans(lang: Lang, taken: Answer) -> None:
    """The card taken most and the one taken least, in a sentence."""
    rows = taken.frame.filter(taken.frame["round"].is_null()).sort("rate")
    if rows.height < 2:
        return
    ends = [rows.row(at, named=True) for at in (-1, 0)]
    most, least = (Share(row["k"], row["n"]) for row in ends)
    text = say(
        lang,
        "taking.spans",
        most=rank_name(lang, ends[0]["turned_rank"]),
        most_share=share_words(lang, most),
        least=rank_name(lang, ends[1]["turned_rank"]),
        least_share=share_words(lang, least),
    )
    st.markdown(text)


def _chute(here: Here, chosen: Scope, rules: str) -> None:
    lang = here.lang
    chute = answer(here, "chute_rate_by_turned_card", run=chosen.run.run_id, rules=rules)
    frame = chute.frame
    lead(lang, "chute.lead", added_up(frame))
    under = [say(lang, "chute.under", rules=trouble.verbatim(rules))]
    under += rule_notes(lang, chosen.run, rules)
    figure(here, chute, Drawn(chute_chart(frame, lang), chute_alt(frame, lang)), under)
