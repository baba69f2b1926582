"""Contrats: what is bid at coinche, what is made of it, and what coinche and capot bring."""

from __future__ import annotations

from typing import Any

import polars as pl
import streamlit as st

from belote.charts.contracts import coinched_by_contract, points_by_strain, strain_words
from belote.charts.frames import Mean, Share, added_up
from belote.charts.words import interval_words, sentence, share_words, value_words
from belote.messages import Lang, number, say
from dashboards.ui import trouble
from dashboards.ui.bids import at_contract, bid_and_made, both
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Answer, Here, answer
from dashboards.ui.parts import (
    figure,
    lead,
    odds,
    origin,
    page_link,
    picture,
    players,
    sources,
    who,
)
from dashboards.ui.scope import Scope, filter_words, scope


def page(here: Here) -> None:
    """Draw the page for the run, rules and filters in the address."""
    filters = ("trump", "contract", "coinche_level", "position")
    chosen = scope(here, rules=True, filters=filters)
    if chosen is None:
        return
    who(here, chosen.run)
    if chosen.run.auction != "coinche":
        trouble.no_contracts(here, chosen.run, "contracts")
        _auctions(here, chosen)
    elif chosen.rules is not None:
        with st.spinner(say(here.lang, "page.asking")):
            if bid_and_made(here, chosen.run.run_id, chosen.rules, chosen.filters):
                _trumps(here, chosen, chosen.rules)
                _coinche(here, chosen, chosen.rules)
                _capot(here, chosen)
            _auctions(here, chosen)
    page_link(chosen, here.lang)


def _asked(here: Here, chosen: Scope, name: str, **rules: str) -> Answer:
    return answer(here, name, run=chosen.run.run_id, **rules, **chosen.filters)


def _trumps(here: Here, chosen: Scope, rules: str) -> None:
    """What is bid and made by trump, and what a suit, sans and tout atout are worth."""
    lang = here.lang
    bid = _asked(here, chosen, "strains_bid")
    suits = bid.frame.filter(~pl.col("trump").is_in(["sa", "ta"]))
    st.subheader(say(lang, "contracts.trump_title"), anchor="trump")
    lead(lang, "contracts.trump_lead", Share(int(suits["k"].sum()), added_up(bid.frame).k))
    both(here, bid, _asked(here, chosen, "success_by_trump", rules=rules), "trump", rules)
    st.subheader(say(lang, "contracts.value_title"), anchor="value")
    value = _asked(here, chosen, "strain_value", rules=rules)
    lines: list[list[Cell]] = []
    for row in value.frame.iter_rows(named=True):
        points = Mean(row["n"], row["points_mean"], row["points_low"], row["points_high"])
        told = [value_words(lang, points) + _bracketed(lang, points), *_marks(row, lang)]
        lines.append(_line(strain_words(row["strain"], lang), row, told, lang))
    grid(say(lang, "contracts.value_head").split(";"), lines)
    under = say(lang, "contracts.value_under", rules=trouble.verbatim(rules))
    left, right = st.columns(2, gap="medium")
    with left:
        picture(here, value, points_by_strain(value.frame, lang))
    with right:
        origin(here, value, [under])


def _coinche(here: Here, chosen: Scope, rules: str) -> None:
    """How often contracts are coinched, and who marks more then."""
    lang = here.lang
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(say(lang, "contracts.coinche_title"), anchor="coinche")
        rate = _asked(here, chosen, "coinche_rate")
        frame = at_contract(rate.frame, chosen.filters)
        coinched = added_up(frame)
        lead(lang, "contracts.coinched_lead", coinched)
        if coinched.k:
            twice = Share(int(frame["surcoinched"].sum()), coinched.k)
            st.markdown(sentence(lang, "contracts.surcoinched_lead", twice))
        drawn = coinched_by_contract(rate.frame, lang)
        figure(here, rate, drawn, [say(lang, "contracts.coinched_under")])
    with right:
        st.subheader(say(lang, "contracts.profit_title"), anchor="profit")
        profit = _asked(here, chosen, "coinche_profit", rules=rules)
        said: list[str] = []
        lines: list[list[Cell]] = []
        for row in profit.frame.iter_rows(named=True):
            level = filter_words(lang, "coinche_level")(str(row["coinche_level"]))
            more = Mean(
                row["n"], row["difference_mean"], row["difference_low"], row["difference_high"]
            )
            said.append(profit_words(lang, level, more))
            lines.append(_line(level, row, _marks(row, lang), lang))
        st.markdown("\n".join(said))
        grid(say(lang, "contracts.profit_head").split(";"), lines)
        origin(here, profit, [say(lang, "contracts.profit_under", rules=trouble.verbatim(rules))])


def profit_words(lang: Lang, level: str, more: Mean) -> str:
    """Which side marks more, and by how much; that it cannot be told where 0 is in the interval.

    ``more`` is what the taker's side marks more than the defence.
    """
    low, high = more.interval()
    if more.small:
        level = f"{level} ({say(lang, 'chart.small')})"
    if more.n < 2 or low <= 0 <= high:
        return say(
            lang, "contracts.profit_nobody", level=level, interval=interval_words(lang, more)
        )
    if low > 0:
        side, gain = "taker", more
    else:
        side, gain = "defence", Mean(more.n, -more.mean, -high, -low)
    return say(
        lang,
        f"contracts.profit_{side}",
        level=level,
        mean=value_words(lang, gain),
        interval=interval_words(lang, gain),
    )


def _capot(here: Here, chosen: Scope) -> None:
    """The odds of a capot that was bid, and of one that was not."""
    lang = here.lang
    st.subheader(say(lang, "contracts.capot_title"), anchor="capot")
    found = _asked(here, chosen, "capots_bid_and_made")
    shares = {row["capot_bid"]: Share(row["k"], row["n"]) for row in found.frame.to_dicts()}
    sides = ((True, "capot_bid"), (False, "capot_unbid"))
    for column, (is_bid, key) in zip(st.columns(2, gap="medium"), sides, strict=True):
        with column:
            if is_bid in shares:
                title, said = say(lang, f"contracts.{key}"), f"contracts.{key}_said"
                odds(lang, title, shares[is_bid], said)
            elif is_bid:
                st.info(say(lang, "contracts.capot_never_bid"))
    origin(here, found, [say(lang, "contracts.capot_under")])


def _auctions(here: Here, chosen: Scope) -> None:
    """Rule sets of both auctions side by side, as far as the same players played them."""
    lang, run = here.lang, chosen.run
    same = run.players if run.kind == "simulated" else None
    named = None if same is None else ",".join(same)
    found = answer(here, "auctions_compared", run=None, players=named)
    if found.frame.is_empty():  # runs without rollups alone
        return
    st.subheader(say(lang, "contracts.compared_title"), anchor="auctions")
    if same is None:
        st.markdown(say(lang, "contracts.compared_all"))
    else:
        st.markdown(say(lang, "contracts.compared_same", players=players(lang, same)))
    rows = found.frame.to_dicts()
    grid(say(lang, "contracts.compared_head").split(";"), [_auction(row, lang) for row in rows])
    st.caption(say(lang, "contracts.compared_under"))
    sources(here, found)
    if all(row["auction"] == "coinche" for row in rows):
        trouble.other_auction(here, run)


def _auction(row: dict[str, Any], lang: Lang) -> list[Cell]:
    """A rule set's line in the comparison of auctions."""
    passed, made = Share(row["passed_out"], row["deals"]), Share(row["k"], row["n"])
    means = [
        "–" if row[name] is None else number(lang, row[name], 1)
        for name in ("points_mean", "swing", "deals_per_game")
    ]
    return [
        Cell(row["rules"], strong=True),
        Cell(say(lang, f"contracts.auction_{row['auction']}")),
        Cell(number(lang, row["deals"]), right=True),
        *(
            Cell(share_words(lang, share) + _bracketed(lang, share), right=True, faint=share.small)
            for share in (passed, made)
        ),
        *(Cell(text, right=True, faint=made.small) for text in means),
    ]


def _line(name: str, row: dict[str, Any], told: list[str], lang: Lang) -> list[Cell]:
    """A line of a table: of how many deals, how many were made, and what else is told."""
    made = Share(row["k"], row["n"])
    texts = [number(lang, made.n), share_words(lang, made) + _bracketed(lang, made), *told]
    return [
        Cell(name, strong=True),
        *(Cell(text, right=True, faint=made.small) for text in texts),
    ]


def _marks(row: dict[str, Any], lang: Lang) -> list[str]:
    return [number(lang, row[f"{side}_mean"], 1) for side in ("taker", "defence")]


def _bracketed(lang: Lang, value: Share | Mean) -> str:
    return f" ({interval_words(lang, value)})"
