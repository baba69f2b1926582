"""The histogram of the taker's card points, with the line that it must pass."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from belote.charts.cases import Drawn
from belote.charts.frames import Share, need
from belote.charts.look import FIRST, SECOND, dressed, legend
from belote.charts.words import interval_words, sentence, share_words
from belote.messages import Lang, number, say

TO_PASS = 82
"""More than half of the 162 card points."""


def points_histogram(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """A bar for each number of card points from 0 to 162, and a line at 82.

    Needs ``taker_points``, ``k`` and ``n``.
    """
    need(frame, ("taker_points", "k", "n"))
    rows = _rows(frame, lang)
    groups = _groups(lang)
    told = {
        "points": "points.axis",
        "said": "chart.counted",
        "value": "chart.value",
        "interval": "interval.title",
    }
    base = alt.Chart(alt.Data(values=rows))
    bars = base.mark_bar(strokeWidth=0).encode(
        x=alt.X(
            "from:Q",
            scale=alt.Scale(domain=[-0.5, 162.5], nice=False),
            axis=alt.Axis(
                title=say(lang, "points.axis"),
                values=[0, 20, 40, 60, TO_PASS, 100, 120, 140, 162],
                format="d",
                titleFontSize=13,
            ),
        ),
        x2="to:Q",
        y=alt.Y("k:Q", axis=alt.Axis(title=say(lang, "points.up"), format=",d", tickCount=5)),
        y2=alt.Y2Datum(0),
        color=alt.Color(
            "group:N",
            scale=alt.Scale(domain=list(groups), range=[SECOND, FIRST]),
            legend=legend(groups),
        ),
        tooltip=[alt.Tooltip(f"{name}:N", title=say(lang, key)) for name, key in told.items()],
        description=alt.Description("said:N"),
    )
    line = (
        base.transform_filter("datum.line !== null")
        .mark_rule(strokeDash=[6, 4], strokeWidth=2, color="#8A8A8A", aria=False)
        .encode(x="line:Q")
    )
    made = passing(frame)
    words = say(
        lang,
        "points.alt",
        share=share_words(lang, made),
        k=number(lang, made.k),
        n=number(lang, made.n),
    )
    return Drawn(dressed([bars, line], lang, 320), words)


def passing(frame: pl.DataFrame) -> Share:
    """Deals in which the taker's card points alone pass the line."""
    need(frame, ("taker_points", "k", "n"))
    passed = frame.filter(pl.col("taker_points") >= TO_PASS)["k"].sum()
    return Share(int(passed), int(frame["k"].sum()))


def _groups(lang: Lang) -> tuple[str, str]:
    return say(lang, "points.below"), say(lang, "points.above")


def _rows(frame: pl.DataFrame, lang: Lang) -> list[dict[str, Any]]:
    below, above = _groups(lang)
    return [
        {
            "points": points,
            "from": points - 0.5,
            "to": points + 0.5,
            "line": TO_PASS - 0.5 if at == 0 else None,
            "k": k,
            "rate": k / n,
            "group": above if points >= TO_PASS else below,
            "said": sentence(lang, "points.said", Share(k, n)),
            "value": share_words(lang, Share(k, n)),
            "interval": interval_words(lang, Share(k, n)),
            "cell": {"points": str(points)},
        }
        for at, (points, k, n) in enumerate(frame.select("taker_points", "k", "n").iter_rows())
    ]
