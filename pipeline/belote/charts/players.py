"""Players beside each other: who wins, what their cards cost, how they take, fail and win all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import altair as alt
import polars as pl

from belote.charts.cases import Case, Drawn, listed
from belote.charts.dots import dot_chart
from belote.charts.frames import Share, need
from belote.charts.look import FIRST, GREY, dressed, plain_axis, rank_axis
from belote.charts.words import STRONGEST_FIRST, rank_label, rank_name, sentence
from belote.messages import Lang, number, percent, say, signed

Unit = Literal["points", "marks"]
UNITS: tuple[Unit, ...] = ("points", "marks")
COMPARED = ("passed_out", "first", "chute", "capot_taker")
"""Shares that were published for people too."""


def ratings_dots(frame: pl.DataFrame, unit: Unit, lang: Lang) -> Drawn:
    """A dot a player, its rating with its interval, in the order of the frame.

    Needs ``player``, and the unit with ``_low`` and ``_high``.
    """
    need(frame, ("player", unit, f"{unit}_low", f"{unit}_high"))
    rows = [
        _row(row["player"], [row[unit], row[f"{unit}_low"], row[f"{unit}_high"]], "+", lang)
        for row in frame.iter_rows(named=True)
    ]
    axis = alt.Axis(title=say(lang, f"players.axis_{unit}"), format="+d", titleFontSize=13)
    words = say(lang, "players.ratings_alt", rates=_told(rows))
    return Drawn(_dots(rows, axis, lang, zero=True), words)


def cost_dots(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """A dot a player: what the cards of a deal cost, the cheapest first.

    Needs ``player``, ``cost``, ``cost_low`` and ``cost_high``.
    """
    need(frame, ("player", "cost", "cost_low", "cost_high"))
    rows = [
        _row(row["player"], [row["cost"], row["cost_low"], row["cost_high"]], "", lang)
        for row in frame.sort("cost").iter_rows(named=True)
    ]
    axis = alt.Axis(title=say(lang, "players.cost_axis"), format="d", titleFontSize=13)
    words = say(lang, "players.cost_alt", rates=_told(rows))
    return Drawn(_dots(rows, axis, lang), words)


def taking_dots(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """How often each player's table takes in round 1, by the turned card.

    Needs ``player``, ``what``, ``turned``, ``k`` and ``n``.
    """
    need(frame, ("player", "what", "turned", "k", "n"))
    rows = frame.filter(pl.col("what") == "round_1", pl.col("turned").is_not_null())
    players = list(dict.fromkeys(rows["player"]))
    shares = {(row["player"], row["turned"]): _share(row) for row in rows.iter_rows(named=True)}
    cases = [
        Case(
            rank_label(lang, rank),
            rank_name(lang, rank),
            player,
            share,
            sentence(lang, "players.said_deals", share),
        )
        for rank in STRONGEST_FIRST
        for player in players
        if (share := shares.get((player, rank))) is not None
    ]
    axis = rank_axis()
    axis.title = say(lang, "turned.axis")
    drawn = dot_chart(
        cases,
        lang,
        order=[rank_label(lang, rank) for rank in STRONGEST_FIRST],
        groups=players,
        across=axis,
        name=say(lang, "turned.card"),
        title=say(lang, "players.taking_axis"),
        height=320,
    )
    return Drawn(drawn, say(lang, "players.taking_alt", rates=listed(lang, cases)))


def habits_dots(frame: pl.DataFrame, people: Mapping[str, float], lang: Lang) -> Drawn:
    """Shares of each player over a bar at those of people, by `COMPARED`.

    Needs ``player``, ``what``, ``turned``, ``k`` and ``n``.
    """
    need(frame, ("player", "what", "turned", "k", "n"))
    rows = frame.filter(pl.col("what").is_in(COMPARED), pl.col("turned").is_null())
    players = list(dict.fromkeys(rows["player"]))
    shares = {(row["player"], row["what"]): _share(row) for row in rows.iter_rows(named=True)}
    names = {what: say(lang, f"players.habit_{what}") for what in COMPARED}
    at = {what: say(lang, f"players.short_{what}") for what in COMPARED}
    cases = [
        Case(at[what], names[what], player, share, sentence(lang, "players.said_deals", share))
        for what in COMPARED
        for player in players
        if (share := shares.get((player, what))) is not None
    ]
    order, axis = list(at.values()), plain_axis("")
    title = say(lang, "players.habits_axis")
    bars = [{"at": at[what], "share": people[what]} for what in COMPARED]
    bar = (
        alt.Chart(alt.Data(values=bars))
        .mark_tick(thickness=3, bandSize=46, color=GREY, opacity=1, aria=False)
        .encode(x=alt.X("at:N", sort=order, axis=axis), y=alt.Y("share:Q", title=title))
    )
    drawn = dot_chart(
        cases,
        lang,
        order=order,
        groups=players,
        across=axis,
        name=say(lang, "players.habit"),
        title=title,
        under=[bar],
        height=320,
    )
    elsewhere = "; ".join(f"{names[what]} {percent(lang, people[what], 0)}" for what in COMPARED)
    words = say(lang, "players.habits_alt", rates=listed(lang, cases), people=elsewhere)
    return Drawn(drawn, words)


def lead_cells(line: Mapping[str, Any], lang: Lang) -> list[str]:
    """A line's card points and marks a deal, each with its interval."""
    cells: list[str] = []
    for unit in UNITS:
        value, low, high = (signed(lang, line[f"{unit}{end}"], 2) for end in ("", "_low", "_high"))
        cells += [value, say(lang, "compare.interval", low=low, high=high)]
    return cells


def best_words(lines: Sequence[Mapping[str, Any]], unit: Unit, lang: Lang) -> str:
    """Who has the best rating of a league, and whether it beats the next clear of chance."""
    ratings = sorted((x for x in lines if x["kind"] == "rating"), key=lambda x: -x[unit])
    best, second = (rating["player"] for rating in ratings[:2])
    [pair] = [
        x for x in lines if x["kind"] == "pair" and {x["first"], x["second"]} == {best, second}
    ]
    lead, low, high = (pair[f"{unit}{end}"] for end in ("", "_low", "_high"))
    if pair["first"] != best:
        lead, low, high = -lead, -high, -low
    ends = [signed(lang, end, 2) for end in (low, high)]
    return say(
        lang,
        f"players.{'best' if low > 0 else 'close'}_{unit}",
        best=best,
        second=second,
        rating=signed(lang, ratings[0][unit], 2),
        lead=signed(lang, lead, 2),
        interval=say(lang, "compare.interval", low=ends[0], high=ends[1]),
    )


def _share(row: Mapping[str, Any]) -> Share:
    return Share(row["k"], row["n"])


def _row(name: str, ends: Sequence[float], sign: Literal["+", ""], lang: Lang) -> dict[str, Any]:
    """A dot with its interval, and both in words."""
    value, low, high = (signed(lang, x, 2) if sign else number(lang, x, 1) for x in ends)
    told = f"{value} ({say(lang, 'compare.interval', low=low, high=high)})"
    return {"name": name, "value": ends[0], "low": ends[1], "high": ends[2], "told": told}


def _told(rows: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(f"{row['name']} {row['told']}" for row in rows)


def _dots(
    rows: Sequence[dict[str, Any]], axis: alt.Axis, lang: Lang, *, zero: bool = False
) -> alt.LayerChart:
    """A line a row: its name, a dot and its interval; with ``zero`` a line there."""
    heads = {"name": say(lang, "players.player"), "told": say(lang, "chart.value")}
    base = alt.Chart(alt.Data(values=list(rows))).encode(
        y=alt.Y(
            "name:N",
            sort=[row["name"] for row in rows],
            axis=alt.Axis(title=None, labelLimit=0, labelFontSize=13),
        ),
        tooltip=[alt.Tooltip(f"{name}:N", title=title) for name, title in heads.items()],
    )
    whisker = base.mark_rule(strokeWidth=3, color=FIRST, aria=False).encode(
        x=alt.X("low:Q", axis=axis), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=110, opacity=1, color=FIRST).encode(
        x="value:Q", description=alt.Description("told:N")
    )
    line = (
        alt.Chart(alt.Data(values=[{"zero": 0}]))
        .mark_rule(strokeDash=[4, 4], color=GREY, aria=False)
        .encode(x="zero:Q")
    )
    layers = [line, whisker, dots] if zero else [whisker, dots]
    return dressed(layers, lang, 60 + 40 * len(rows))
