"""How every chart looks: colours, numbers in the reader's notation, axes that a phone can show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import altair as alt

from belote.messages import Lang

FIRST, SECOND = "#2F86D2", "#D55E00"
"""Blue and vermilion, after the Okabe-Ito palette: told apart with any colour vision, and readable
on a light background and on a dark one."""
GREY = "#8A8A8A"
"""Samples too small to say much."""
COLOURS = (FIRST, SECOND, "#7744FF", "#CC1144")
"""Of a chart's groups, in their order; shapes tell them apart once more."""
SHAPES = ("circle", "square", "triangle-up", "diamond")
HEAT = ("#F2F8FD", "#7DB6E6", "#2A76BC", "#0B2C66")
"""From never to always: lightness falls all the way, whatever the colour vision."""

_NUMBERS: dict[Lang, alt.NumberLocale] = {
    "fr": alt.NumberLocale(
        decimal=",",
        thousands="\u202f",
        grouping=[3],
        currency=["", "\u202f€"],
        percent="\u202f%",
    ),
    "en": alt.NumberLocale(
        decimal=".", thousands=",", grouping=[3], currency=["€", ""], percent="%"
    ),
}


def dressed(layers: Sequence[alt.Chart], lang: Lang, height: int = 400) -> alt.LayerChart:
    """The layers as one chart with the common look, as wide as the page makes it."""
    return alt.LayerChart(
        layer=list(layers),
        height=height,
        width="container",
        config=alt.Config(locale=alt.Locale(number=_NUMBERS[lang])),
    )


def rank_axis() -> alt.Axis:
    """The axis of turned cards: their ranks, upright and large."""
    return alt.Axis(labelAngle=0, labelFontSize=16, labelFontWeight="bold", titleFontSize=13)


def plain_axis(title: str, *, slanted: bool = False) -> alt.Axis:
    """An axis of a few names; slanted where they are long."""
    return alt.Axis(
        title=title,
        labelAngle=-35 if slanted else 0,
        labelFontSize=13,
        labelLimit=140,
        labelOverlap=False,
        titleFontSize=13,
    )


def share_axis(title: str) -> alt.Axis:
    """An axis of percentages."""
    return alt.Axis(title=title, format=".0%", tickCount=5, titleFontSize=13)


def share_limit(shares: Iterable[float]) -> float:
    """Where an axis of shares from 0 ends: the next 5 % above the largest, at least 10 %."""
    return min(1.0, max(2, math.ceil(20 * max(shares, default=1.0))) / 20)


_PHONE, _MARK = 40, 4
"""Letters across a phone, and those that the mark before a label takes the place of."""


def legend(labels: Sequence[str]) -> alt.Legend:
    """A legend above the chart, where it costs no width; in rows that a phone's width holds."""
    if sum(len(label) + _MARK for label in labels) <= _PHONE:
        columns = 0  # one row
    else:
        columns = 2 if 2 * (max(map(len, labels)) + _MARK) <= _PHONE else 1
    return alt.Legend(orient="top", title=None, labelLimit=0, labelFontSize=13, columns=columns)
