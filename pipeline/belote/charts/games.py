"""Whole games: their length, their course, and the map of who wins from which score."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import polars as pl

from belote.charts.bars import bar_chart
from belote.charts.cases import Case, Drawn
from belote.charts.frames import Share, need
from belote.charts.look import HEAT, dressed, share_axis
from belote.charts.words import sentence, share_words
from belote.messages import Lang, number, percent, say

MOST_CHANGES = 15
"""Of the lead; the last place of the question `games_by_lead_changes` stands for more too."""


def by_length(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: the share of games that take so many deals.

    Needs ``deals``, ``k`` and ``n``, of one rule set.
    """
    need(frame, ("deals", "k", "n"))
    cases = [
        _case(lang, number(lang, deals), say(lang, "games.of_deals", deals=deals), Share(k, n))
        for deals, k, n in frame.sort("deals").select("deals", "k", "n").iter_rows()
    ]
    return _drawn(cases, lang, "length")


def by_lead_changes(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: the share of games in which the lead changes so often.

    Needs ``lead_changes``, ``k`` and ``n``, of one rule set.
    """
    need(frame, ("lead_changes", "k", "n"))
    cases: list[Case] = []
    for changes, k, n in frame.sort("lead_changes").select("lead_changes", "k", "n").iter_rows():
        many = changes >= MOST_CHANGES
        at = say(lang, "games.or_more", count=changes) if many else str(changes)
        cases.append(_case(lang, at, say(lang, "games.of_changes", count=at), Share(k, n)))
    return _drawn(cases, lang, "leads")


def by_comeback(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: the share of games by the winner's largest deficit.

    Needs ``comeback_from``, ``comeback_to`` (null without end), ``k`` and ``n``, of one rule set.
    """
    columns = ("comeback_from", "comeback_to", "k", "n")
    need(frame, columns)
    cases: list[Case] = []
    for low, high, k, n in frame.sort("comeback_from").select(columns).iter_rows():
        start = number(lang, low)
        if low == 0:
            at = name = say(lang, "games.never")
        elif high is None:
            at = say(lang, "games.or_more", count=start)
            name = say(lang, "games.of_marks", marks=at)
        else:
            at = f"{start}–{number(lang, high)}"
            name = say(lang, "games.of_marks", marks=at)
        cases.append(_case(lang, at, name, Share(k, n)))
    return _drawn(cases, lang, "comeback")


def more_behind(frame: pl.DataFrame, marks: int) -> Share:
    """Games whose winner was at some time more than so many marks behind: a multiple of 50.

    Needs ``comeback_from``, ``k`` and ``n``, of one rule set.
    """
    need(frame, ("comeback_from", "k", "n"))
    behind = frame.filter(pl.col("comeback_from") > marks)["k"].sum()
    return Share(int(behind), int(frame["k"].sum()))


def win_map(grid: pl.DataFrame, at: tuple[int, int], lang: Lang) -> Drawn:
    """A heat map: the probability of winning by both scores, with a ring around the score ``at``.

    Needs ``own``, ``other`` and ``chance``, a row a cell, in even steps from 0.
    """
    need(grid, ("own", "other", "chance"))
    scores = sorted(set(grid["own"].to_list()))
    step = scores[1] - scores[0] if len(scores) > 1 else 1
    near = tuple(score // step * step for score in at)
    rows = [
        {
            "own": own,
            "other": other,
            "chance": chance,
            "here": (own, other) == near,
            "scores": say(lang, "games.scores", own=number(lang, own), other=number(lang, other)),
            "value": percent(lang, chance),
        }
        for own, other, chance in grid.select("own", "other", "chance").iter_rows()
    ]
    shown = [score for score in scores if score % (4 * step) == 0]

    def axis(side: str) -> alt.Axis:
        title = say(lang, f"games.score_{side}")
        return alt.Axis(title=title, values=shown, labelAngle=0, titleFontSize=13)

    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("own:O", axis=axis("own")),
        y=alt.Y("other:O", sort="descending", axis=axis("other")),
    )
    cells = base.mark_rect().encode(
        color=alt.Color(
            "chance:Q",
            scale=alt.Scale(domain=[0, 1], range=list(HEAT), interpolate="rgb"),
            legend=alt.Legend(orient="top", title=None, format=".0%", gradientLength=200),
        ),
        tooltip=[
            alt.Tooltip("scores:N", title=say(lang, "games.score")),
            alt.Tooltip("value:N", title=say(lang, "games.chance")),
        ],
        description=alt.Description("scores:N"),
    )
    ring = (
        base.transform_filter("datum.here")
        .mark_rect(fillOpacity=0, stroke="#D55E00", strokeWidth=3, aria=False)
        .encode()
    )
    corners = [row for row in rows if (row["own"], row["other"]) in _corners(scores)]
    told = "; ".join(f"{row['scores']} {row['value']}" for row in corners)
    return Drawn(dressed([cells, ring], lang, 420), say(lang, "games.map_alt", chances=told))


def _corners(scores: Sequence[int]) -> list[tuple[int, int]]:
    low, high = scores[0], scores[-1]
    return list(dict.fromkeys([(low, low), (high, low), (low, high), (high, high)]))


def _case(lang: Lang, at: str, name: str, share: Share) -> Case:
    return Case(at, name, say(lang, "games.group"), share, sentence(lang, "games.said", share))


def _drawn(cases: Sequence[Case], lang: Lang, kind: str) -> Drawn:
    title = say(lang, f"games.{kind}_axis")
    told = "; ".join(f"{case.name} {share_words(lang, _share(case))}" for case in cases)
    chart = bar_chart(
        cases,
        lang,
        order=[case.at for case in cases],
        groups=[say(lang, "games.group")],
        across=alt.Axis(
            title=title,
            labelAngle=-45 if kind == "comeback" else 0,
            labelOverlap=True,
            titleFontSize=13,
        ),
        name=title,
        up=share_axis(say(lang, "games.group")),
        height=300,
    )
    return Drawn(chart, say(lang, f"games.{kind}_alt", rates=told))


def _share(case: Case) -> Share:
    assert isinstance(case.value, Share)
    return case.value
