"""What a page is about: a run, the rule set that judges, and filters; picked once, kept for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from belote.charts.words import STRONGEST_FIRST, position_name, rank_name
from belote.game.variants import RuleError, rules_from_text
from belote.lake.find import filters_under
from belote.lake.manifest import Manifest
from belote.messages import Lang, say
from belote.records.page import contract_name, strain_name
from dashboards.ui import trouble
from dashboards.ui.address import Choice, choice, pick, pick_filter
from dashboards.ui.lake import Here

Filter = str

_ACROSS = 5
"""Filters in a row at most."""


@dataclass(frozen=True)
class Scope:
    """What the address asks for, checked: every value is one that there is."""

    run: Manifest
    rules: str | None
    """The rule set that judges; None where the page takes none or the one asked for is not there,
    which the page has said."""
    filters: Mapping[str, str]
    """The filters in use."""


def scope(
    here: Here, *, rules: bool, filters: Sequence[Filter] = (), deals: bool = False
) -> Scope | None:
    """Draw the pickers; None where the page has nothing to show, and has said why.

    Where the address names no run it is the newest; with ``deals``, the newest that has its deals.
    Of ``filters``, those that mean something in the run's auction are offered.
    """
    lang = here.lang
    if not here.complete:
        trouble.nothing_to_show(here)
        return None
    names = [manifest.run_id for manifest in here.complete]
    with_deals = [run.run_id for run in here.complete if run.keeps != "counts"] if deals else names
    chosen = choice("run", names, (with_deals or names)[0])
    left, right = st.columns(2, gap="small")
    with left:
        pick("run", names, chosen, say(lang, "run.label"), say(lang, "run.choose"))
    for manifest in here.unfinished:
        st.caption(trouble.writing(lang, manifest))
    if chosen.value is None:
        trouble.no_such_run(here, chosen.refused or "")
        return None
    run = here.run(chosen.value)
    judging = _judging(lang, run, say_so=rules)
    if rules:
        with right:
            label, hint = say(lang, "page.rules"), say(lang, "page.choose_rules")
            pick("rules", run.marked, judging, label, hint)
    used = _filters(lang, run.auction, filters)
    if used is None:
        return None
    if rules and judging.value is None:
        trouble.no_such_rules(here, run, judging.refused or "")
    return Scope(run, judging.value if rules else None, used)


def _judging(lang: Lang, run: Manifest, *, say_so: bool) -> Choice:
    """The rule set asked for; the run's own in place of one of another auction, which is said."""
    own = run.rules if run.rules in run.marked else run.marked[0]
    found = choice("rules", run.marked, own)
    if found.refused is None or not _of_another_auction(found.refused, run):
        return found
    if say_so:
        told = {"asked": trouble.verbatim(found.refused), "rules": trouble.verbatim(own)}
        st.caption(say(lang, "page.other_auction", **told))
    return Choice(own)


def _of_another_auction(rules: str, run: Manifest) -> bool:
    try:
        return rules_from_text(rules).auction != run.auction
    except RuleError:
        return False


def _filters(lang: Lang, auction: str, asked_for: Sequence[Filter]) -> dict[str, str] | None:
    """The filters in use, drawn side by side; None where one was refused, which is said."""
    used: dict[str, str] = {}
    refused: list[tuple[Filter, str]] = []
    options = filters_under(auction)
    names = [name for name in asked_for if name in options]
    if not names:
        return used
    rows = [names[at : at + _ACROSS] for at in range(0, len(names), _ACROSS)]
    columns = [column for row in rows for column in st.columns(len(row), gap="small")]
    for column, name in zip(columns, names, strict=True):
        asked = choice(name, options[name], None)
        with column:
            pick_filter(
                name,
                tuple(STRONGEST_FIRST) if name == "turned" else options[name],
                asked,
                say(lang, f"filter.{name}"),
                say(lang, "filter.any"),
                filter_words(lang, name),
            )
        if asked.value is not None:
            used[name] = asked.value
        if asked.refused is not None:
            refused.append((name, asked.refused))
    for name, value in refused:
        trouble.no_such_filter(lang, say(lang, f"filter.{name}"), value, options[name])
    return None if refused else used


def filter_words(lang: Lang, name: Filter) -> Callable[[str], str]:
    """What each value of a filter is called."""
    if name == "turned":
        return lambda value: rank_name(lang, value)
    if name == "trump":
        return lambda value: strain_name(value, lang)
    if name == "contract":
        return lambda value: contract_name(int(value))
    if name == "coinche_level":
        return lambda value: say(lang, f"filter.coinche_level_{value}")
    if name == "round":
        return lambda value: say(lang, f"turned.round_{value}")
    if name == "outcome":
        return lambda value: say(lang, f"outcome.{value}")
    if name == "capot":
        return lambda value: say(lang, f"show.capot_{value}")
    if name == "honours":
        return lambda value: say(lang, f"held.{value}")
    if name == "belote":
        return lambda value: say(lang, f"filter.belote_{value}")
    if name == "position":
        return lambda value: position_name(lang, int(value))
    return str
