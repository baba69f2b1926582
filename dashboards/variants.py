"""Variantes: a rule set of one's own, what it does at once, and the full report on demand."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from belote.charts.effects import differences_in_words
from belote.charts.rules import marks_by_rules, outcomes_by_rules
from belote.game.marking import OUTCOMES
from belote.game.variants import Rules
from belote.messages import Lang, number, say, signed
from belote.study.at_once import SIDES, MarkedTwice, marked_twice
from dashboards.ui import trouble
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Here, cells
from dashboards.ui.parts import page_link, plain_picture, who
from dashboards.ui.report import full_report
from dashboards.ui.rule_form import edited
from dashboards.ui.scope import Scope, scope


def page(here: Here) -> None:
    """Draw the page for the run, its rule set and the variant in the address."""
    lang = here.lang
    st.markdown(say(lang, "variants.lead"))
    chosen = scope(here, rules=True)
    if chosen is None or chosen.rules is None:
        return
    base = chosen.run.rule_set(chosen.rules)
    variant = edited(lang, base)
    if variant is None:
        return
    told = differences_in_words(lang, base, variant)
    names = {"base": trouble.verbatim(base.name), "variant": trouble.verbatim(variant.name)}
    st.subheader(say(lang, "compare.against", **names), anchor="difference")
    if not told:
        st.info(say(lang, "variants.same"))
    else:
        st.markdown("\n".join(f"- {line}" for line in told))
        _at_once(here, chosen, base, variant)
        full_report(lang, base, variant)
    page_link(chosen, lang)


def _at_once(here: Here, chosen: Scope, base: Rules, variant: Rules) -> None:
    """What the rollup says at once of the marking."""
    lang = here.lang
    st.subheader(say(lang, "variants.at_once"), anchor="at-once")
    who(here, chosen.run)
    if chosen.run.auction == "coinche":  # what was bid is not in these cells
        st.info(say(lang, "variants.at_once_prise"))
        return
    if not chosen.run.is_scored:
        st.info(say(lang, "variants.no_rollup"))
        return
    counts = cells(here, chosen.run.run_id)
    if counts.n[counts.position > 0].sum() < 2:
        st.info(say(lang, "page.nobody"))
        return
    twice = marked_twice(counts, base, variant)
    _differences(lang, twice)
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(f"**{say(lang, 'rules.outcomes_title')}**")
        plain_picture(outcomes_by_rules(twice.shares, lang), "variant_outcomes")
    with right:
        st.markdown(f"**{say(lang, 'rules.marks_title')}**")
        plain_picture(marks_by_rules(twice.marks, lang), "variant_marks")
    _outcomes(lang, twice, base, variant)
    notes = [say(lang, "variants.at_once_under")]
    if not base.plays_like(variant):
        notes.append(say(lang, "variants.play_differs"))
    st.caption(" ".join(notes))


def _differences(lang: Lang, twice: MarkedTwice) -> None:
    for column, side in zip(st.columns(2, gap="medium"), SIDES, strict=True):
        found = twice.differences[side]
        value, low, high = (signed(lang, one, 3) for one in found)
        with column, st.container(border=True):
            st.metric(say(lang, f"metric.{side}_mark"), value)
            st.caption(say(lang, "interval.percent", low=low, high=high))


def _outcomes(lang: Lang, twice: MarkedTwice, base: Rules, variant: Rules) -> None:
    """How many deals go from each outcome to each other."""
    st.markdown(f"**{say(lang, 'compare.outcomes')}**")
    names = [say(lang, f"outcome.{outcome}") for outcome in OUTCOMES]
    heads = [say(lang, "compare.outcomes_head", base=base.name, variant=variant.name), *names]
    grid(heads, [_row(lang, name, row) for name, row in zip(names, twice.outcomes, strict=True)])


def _row(lang: Lang, name: str, counts: Sequence[int]) -> list[Cell]:
    return [Cell(name), *(Cell(number(lang, count), right=True) for count in counts)]
