"""Charts of coinche: what is bid and made by contract and trump, and what is coinched."""

from __future__ import annotations

from typing import Literal

import altair as alt
import polars as pl

from belote.charts.bars import plain_bars
from belote.charts.cases import Case, Drawn, listed
from belote.charts.frames import Mean, Share, need
from belote.charts.look import share_axis
from belote.charts.words import sentence, value_words
from belote.messages import Lang, number, say
from belote.records.page import SYMBOLS, contract_name, strain_name

By = Literal["contract", "trump"]
LEVELS = (1, 2)
"""Coinched, and surcoinched."""


def bid_by(frame: pl.DataFrame, by: By, lang: Lang) -> Drawn:
    """Bars: which contracts or trumps are played. Needs that column, ``k`` and ``n``."""
    return _shares(frame, by, lang, "bid", {})


def made_by(frame: pl.DataFrame, by: By, lang: Lang) -> Drawn:
    """Bars: how often each contract or trump is made. Needs that column, ``k`` and ``n``."""
    return _shares(frame, by, lang, "made", {"outcome": "made"})


def _shares(frame: pl.DataFrame, by: By, lang: Lang, what: str, common: dict[str, str]) -> Drawn:
    need(frame, (by, "k", "n"))
    group = say(lang, f"contracts.{what}_group")
    cases = [
        Case(
            *_place(value, lang),
            group,
            share := Share(k, n),
            sentence(lang, f"contracts.{what}_said", share),
            cell={by: str(value), **common},
        )
        for value, k, n in frame.select(by, "k", "n").iter_rows()
    ]
    up = share_axis(say(lang, f"contracts.{what}_axis"))
    chart = plain_bars(cases, lang, axis=say(lang, f"filter.{by}"), up=up)
    return Drawn(chart, say(lang, f"contracts.{what}_alt", rates=_told(cases, lang)))


def coinched_by_contract(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: how often each contract is coinched and left at that, and how often surcoinched.

    Needs ``contract``, ``k`` coinched, those surcoinched among them, of ``n``, and ``surcoinched``.
    """
    columns = ("contract", "k", "surcoinched", "n")
    need(frame, columns)
    cases: list[Case] = []
    for contract, k, surcoinched, n in frame.select(columns).iter_rows():
        for level, times in zip(LEVELS, (k - surcoinched, surcoinched), strict=True):
            share, group = Share(times, n), say(lang, f"filter.coinche_level_{level}")
            said = sentence(lang, f"contracts.coinched_said_{level}", share)
            cell = {"contract": str(contract), "coinche_level": str(level)}
            cases.append(Case(*_place(contract, lang), group, share, said, cell=cell))
    up = share_axis(say(lang, "contracts.coinched_axis"))
    chart = plain_bars(cases, lang, axis=say(lang, "filter.contract"), up=up)
    return Drawn(chart, say(lang, "contracts.coinched_alt", rates=listed(lang, cases)))


def points_by_strain(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: the mean card points of the taker's side in a suit, at sans and at tout atout.

    Needs ``strain``, ``n``, ``points_mean``, ``points_low`` and ``points_high``.
    """
    columns = ("strain", "n", "points_mean", "points_low", "points_high")
    need(frame, columns)
    cases = [
        Case(
            name := strain_words(strain, lang),
            name,
            say(lang, "contracts.points_group"),
            Mean(n, mean, low, high),
            say(lang, "contracts.points_said", n=number(lang, n)),
            cell={} if strain == "suit" else {"trump": strain},
        )
        for strain, n, mean, low, high in frame.select(columns).iter_rows()
    ]
    title = say(lang, "contracts.points_axis")
    up = alt.Axis(title=title, format=",d", tickCount=5, titleFontSize=13)
    chart = plain_bars(cases, lang, axis=say(lang, "filter.trump"), up=up)
    return Drawn(chart, say(lang, "contracts.points_alt", means=_told(cases, lang)))


def strain_words(strain: str, lang: Lang) -> str:
    """A kind of trump as it is said: ``suit``, ``sa`` or ``ta``."""
    return say(lang, "contracts.suit") if strain == "suit" else strain_name(strain, lang)


def _place(value: int | str, lang: Lang) -> tuple[str, str]:
    """A contract or a trump as it stands on an axis, and as it is said."""
    if isinstance(value, int):
        return contract_name(value), contract_name(value)
    at = SYMBOLS.get(value) or say(lang, f"contracts.short_{value}")
    return at, strain_name(value, lang)


def _told(cases: list[Case], lang: Lang) -> str:
    """The cases of one group in words."""
    return "; ".join(f"{case.name} {value_words(lang, case.value)}" for case in cases)
