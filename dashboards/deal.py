"""Une donne: find deals by what happened in them, and see one of them card by card."""

from __future__ import annotations

import re
from typing import Any

import polars as pl
import streamlit as st

from belote.charts.frames import added_up
from belote.charts.words import rank_label
from belote.lake.find import DEAL_FILTERS, NoSuchDeal, NoSuchTable
from belote.lake.questions import FILTERS
from belote.messages import Lang, number, say
from belote.records.page import SYMBOLS, contract_name, strain_mark
from belote.records.steps import steps
from dashboards.ui import trouble
from dashboards.ui.address import asked, kept, link
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Here, answer, deal, deals
from dashboards.ui.parts import page_link
from dashboards.ui.scope import Scope, scope
from dashboards.ui.seen import see

_SHOWN = 50
"""Deals in the list at most."""


def page(here: Here) -> None:
    """Draw the deal in the address, if any, and below it what finds others."""
    lang = here.lang
    top = st.container()
    is_open = asked("table") is not None or asked("deal") is not None
    st.subheader(say(lang, "deal.find_another" if is_open else "deal.find"), anchor="find")
    chosen = scope(here, rules=True, filters=tuple(DEAL_FILTERS), deals=True)
    if chosen is None:
        return
    if chosen.run.keeps == "counts":
        trouble.no_deals_kept(here, chosen.run)
        return
    with top:
        if is_open:
            _opened(here, chosen)
        else:
            st.caption(say(lang, "deal.none_open"))
    if chosen.rules is not None:
        with st.spinner(say(lang, "page.asking")):
            _list(here, chosen, chosen.rules)
    page_link(chosen, lang)


# The deal in the address


def _opened(here: Here, chosen: Scope) -> None:
    lang, run = here.lang, chosen.run.run_id
    table, text = asked("table"), asked("deal")
    if table is None or text is None:
        st.error(say(lang, "deal.half"))
        return
    names = {"run": trouble.verbatim(run), "asked": trouble.verbatim(text)}
    try:
        found = deal(here, run, table, _whole(text))
    except NoSuchTable as none:
        names["asked"] = trouble.verbatim(table)
        count, name = number(lang, none.tables), trouble.verbatim(none.first)
        st.error(say(lang, "deal.no_table", count=count, name=name, **names))
        return
    except NoSuchDeal as none:
        at = trouble.verbatim(table)
        st.error(say(lang, "deal.no_deal", table=at, first=none.first, last=none.last, **names))
        return
    said = found.facts["taker_belote"] or found.facts["defence_belote"]
    all_steps = steps(found.deal, belote=bool(said))
    step = _whole(asked("step") or "0")
    if not 0 <= step < len(all_steps):
        no_step = trouble.verbatim(asked("step") or "")
        st.error(say(lang, "deal.no_step", asked=no_step, last=len(all_steps) - 1))
        step = 0
    see(here, found, all_steps, step)


def _whole(text: str) -> int:
    """The whole number that a text means; -1, which nothing has, for any other text."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else -1


# Finding deals


def _list(here: Here, chosen: Scope, rules: str) -> None:
    """The deals that match, each with a link that opens it."""
    lang = here.lang
    found = deals(here, chosen.run.run_id, rules, chosen.filters, _SHOWN + 1)
    if found.is_empty():
        st.info(say(lang, "filter.nothing"))
        return
    shown = found.head(_SHOWN)
    under = trouble.verbatim(rules)
    count = found.height if found.height <= _SHOWN else _counted(here, chosen, rules)
    if count is None:
        st.markdown(say(lang, "deal.found_more", shown=_SHOWN, rules=under))
    elif count <= _SHOWN:
        st.markdown(say(lang, "deal.found_all", count=number(lang, count), rules=under))
    else:
        told = number(lang, count)
        st.markdown(say(lang, "deal.found_some", count=told, rules=under, shown=_SHOWN))
    key = "deal.head_coinche" if chosen.run.auction == "coinche" else "deal.head"
    grid(say(lang, key).split(";"), _lines(shown, chosen, lang))


def _counted(here: Here, chosen: Scope, rules: str) -> int | None:
    """How many deals match, out of the run's rollup; None where it does not tell."""
    run, filters = chosen.run, dict(chosen.filters)
    if not filters:
        return run.deals
    outcome, capot = filters.pop("outcome", None), filters.pop("capot", None)
    told = run.is_counted and filters.keys() <= FILTERS.keys()
    if not told or outcome == "passed_out" or not (outcome or capot):
        return None
    if capot is not None:
        if outcome not in (None, "made" if capot == "taker" else "chute"):
            return None
        found, same = answer(here, "capot_rate", run=run.run_id, **filters), pl.col("side") == capot
    elif run.auction == "coinche":
        trump = filters.pop("trump", None)
        found = answer(here, "success_by_trump", run=run.run_id, rules=rules, **filters)
        rows = found.frame if trump is None else found.frame.filter(trump=trump)
        made = added_up(rows)
        return None if found.left_out else made.k if outcome == "made" else made.n - made.k
    else:
        found = answer(here, "outcome_rate_by_rules", run=run.run_id, **filters)
        same = (pl.col("rules") == rules) & (pl.col("outcome") == outcome)
    return None if found.left_out else int(found.frame.filter(same)["k"].sum())


def _lines(found: pl.DataFrame, chosen: Scope, lang: Lang) -> list[list[Cell]]:
    """A line a deal; its first cell opens it."""
    here = kept() | {"lang": lang, "page": "deal", "run": chosen.run.run_id}
    here.pop("step", None)
    lines: list[list[Cell]] = []
    for row in found.iter_rows(named=True):
        table, number_ = str(row["table_id"]), str(row["deal_no"])
        points = "–" if row["taker_points"] is None else str(row["taker_points"])
        outcome = "–" if row["outcome"] is None else say(lang, f"outcome.{row['outcome']}")
        if row["capot"] is not None:
            outcome = say(lang, "deal.capot", outcome=outcome)
        opens = link(**(here | {"table": table, "deal": number_}))
        lines.append(
            [
                Cell(say(lang, "deal.open", deal=number_), opens),
                Cell(table),
                *_taken(row, chosen.run.auction, lang),
                Cell(points, right=True),
                Cell(outcome),
            ]
        )
    return lines


def _taken(row: dict[str, Any], auction: str, lang: Lang) -> list[Cell]:
    """Who took what: after the turned card, or with the contract."""
    taker = Cell("–" if row["taker"] is None else say(lang, "show.seat", seat=row["taker"]))
    trump = Cell("–" if row["trump"] is None else strain_mark(row["trump"], lang))
    if auction == "prise":
        return [Cell(_card(row["turned_card"], lang), strong=True), taker, trump]
    contract, level = row["contract"], row["coinche_level"]
    told = Cell("–" if contract is None else contract_name(contract), strong=True)
    doubled = Cell(say(lang, f"filter.coinche_level_{level}") if level else "–")
    return [taker, told, trump, doubled]


def _card(text: str | None, lang: Lang) -> str:
    return "–" if text is None else rank_label(lang, text[0]) + SYMBOLS[text[1]]
