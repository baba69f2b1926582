"""Charts of solved deals: what cards cost, and what best play would have made of the contracts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import altair as alt
import polars as pl

from belote.charts.bars import bar_chart
from belote.charts.cases import Case, Drawn, listed
from belote.charts.frames import Mean, Share, need
from belote.charts.look import plain_axis, rank_axis, share_axis
from belote.charts.words import STRONGEST_FIRST, position_label, rank_label, rank_name, sentence
from belote.messages import Lang, number, percent, say

PLAYS = ("played", "best")
_PLAYED = {"chute": {"outcome": "chute"}, "capot": {"capot": "taker"}}
"""How deals in which it happened are found; those in which it might have are not looked for."""

MOST_PLAYERS = 20
"""Bars that a phone can tell apart."""
_COSTS = ("cost_mean", "cost_low", "cost_high")
Name = Callable[[Lang, Any], str]

_PARTS: dict[str, tuple[str, Name]] = {
    "player": ("player", lambda _lang, player: str(player)),
    "trick": ("trick_no", lambda _lang, trick: str(trick)),
    "role": ("role", lambda lang, role: say(lang, f"play.role_{role}")),
    "position": ("position", position_label),
    "action": ("action", lambda lang, action: say(lang, f"play.action_{action}")),
}
"""By what cards are told apart: the column, and its values as they are said."""


def cost_bars(frame: pl.DataFrame, part: str, lang: Lang) -> Drawn:
    """Bars: what cards cost on average, by ``player``, ``trick``, ``role``, ``position`` or
    ``action``.

    Needs that column (``trick_no`` of tricks), ``n``, ``cards``, ``k``, ``rate``, ``low``, ``high``
    and ``cost_mean``, ``cost_low``, ``cost_high``.
    """
    column, name = _PARTS[part]
    need(frame, (column, "n", "cards", "k", "rate", "low", "high", *_COSTS))
    group = say(lang, f"play.{part}_group")
    cases = [
        Case(
            at := name(lang, row[column]),
            at,
            group,
            Mean(row["n"], *(row[cost] for cost in _COSTS)),
            free_words(lang, row),
        )
        for row in shown(frame, part).iter_rows(named=True)
    ]
    axis = say(lang, f"play.{part}_axis")
    chart = bar_chart(
        cases,
        lang,
        order=[case.at for case in cases],
        groups=[group],
        across=plain_axis(axis, slanted=part == "player"),
        name=axis,
        up=alt.Axis(title=group, tickCount=5, titleFontSize=13),
        height=300,
    )
    return Drawn(chart, say(lang, "play.cost_alt", by=axis, costs=listed(lang, cases)))


def shown(frame: pl.DataFrame, part: str) -> pl.DataFrame:
    """The rows that are drawn: of many players, those with most cards."""
    many = part == "player" and frame.height > MOST_PLAYERS
    return (
        frame.sort("cards", "player", descending=[True, False]).head(MOST_PLAYERS)
        if many
        else frame
    )


def free_words(lang: Lang, row: dict[str, Any]) -> str:
    """How many cards cost nothing, of how many, in how many deals, with the interval."""
    counts = {name: number(lang, row[name]) for name in ("k", "cards", "n")}
    share, interval = _free(lang, row)
    return say(lang, "play.free", share=share, interval=interval, **counts)


def free_each(frame: pl.DataFrame, part: str, lang: Lang) -> str:
    """What share of cards cost nothing, and its interval, place by place."""
    column, name = _PARTS[part]
    lines: list[str] = []
    for row in shown(frame, part).iter_rows(named=True):
        share, interval = _free(lang, row)
        lines.append(f"{name(lang, row[column])} {share} ({interval})")
    return say(lang, "play.free_each", shares="; ".join(lines))


def _free(lang: Lang, row: dict[str, Any]) -> tuple[str, str]:
    """The share of cards that cost nothing; its interval, of one deal the share itself."""
    rate: float = row["rate"]
    low, high = (rate if row[end] is None else row[end] for end in ("low", "high"))
    ends = {"low": percent(lang, low, 1), "high": percent(lang, high, 1)}
    return percent(lang, rate, 1), say(lang, "interval.percent", **ends)


def best_beside_played(frame: pl.DataFrame, event: str, lang: Lang) -> Drawn:
    """Bars by the turned card: a chute or a capot as played, and had all played best.

    Needs ``turned_rank``, ``event``, ``play``, ``k`` and ``n``.
    """
    need(frame, ("turned_rank", "event", "play", "k", "n"))
    shares = {
        (rank, play): Share(k, n)
        for rank, play, k, n in frame.filter(event=event)
        .select("turned_rank", "play", "k", "n")
        .iter_rows()
    }
    groups = {play: say(lang, f"play.{play}") for play in PLAYS}
    cases = [
        Case(
            rank_label(lang, rank),
            rank_name(lang, rank),
            groups[play],
            share,
            sentence(lang, f"play.said_{event}_{play}", share),
            cell={"turned": rank, **_PLAYED[event]} if play == "played" else {},
        )
        for rank in STRONGEST_FIRST
        for play in PLAYS
        if (share := shares.get((rank, play))) is not None
    ]
    axis = rank_axis()
    axis.title = say(lang, "turned.axis")
    chart = bar_chart(
        cases,
        lang,
        order=[rank_label(lang, rank) for rank in STRONGEST_FIRST],
        groups=list(groups.values()),
        across=axis,
        name=say(lang, "turned.card"),
        up=share_axis(say(lang, f"play.axis_{event}")),
        height=300,
    )
    return Drawn(chart, say(lang, f"play.alt_{event}", rates=listed(lang, cases)))
