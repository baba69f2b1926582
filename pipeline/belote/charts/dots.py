"""Dots with error bars joined by lines, on a plain scale of shares or on a logarithmic one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt

from belote.charts.cases import Case, tooltips
from belote.charts.look import COLOURS, GREY, SHAPES, dressed, legend, share_axis, share_limit
from belote.messages import Lang


def dot_chart(
    cases: Sequence[Case],
    lang: Lang,
    *,
    order: Sequence[str],
    groups: Sequence[str],
    across: alt.Axis,
    name: str,
    title: str,
    logarithmic: bool = False,
    under: Sequence[alt.Chart] = (),
    height: int = 400,
) -> alt.LayerChart:
    """A dot a case over the places of ``order``, each group with a colour and a shape.

    What has too few cases is grey; the charts ``under`` it are drawn first.

    On a logarithmic scale what never happened has no dot, and its error bar starts at the bottom.
    """
    rows = [case.row(lang) for case in cases]
    ends = [row["high"] for row in rows]
    floor = 0.0
    if logarithmic:
        seen = [row["low"] for row in rows if row["top"] > 0]
        floor = 10.0 ** math.floor(math.log10(min(seen, default=1e-3)))
        for row in rows:
            row["low"] = max(row["low"], floor)
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("at:N", sort=list(order), axis=across),
        xOffset=alt.XOffset("group:N", sort=list(groups)),
        tooltip=tooltips(lang, name),
    )
    colour, shape = _looks(groups)
    axis = share_axis(title)
    if logarithmic:
        axis = alt.Axis(title=title, format="~%", titleFontSize=13, values=_powers(floor))
    y = alt.Y(
        "top:Q",
        axis=axis,
        scale=alt.Scale(type="log", domain=[floor, 1.0], clamp=True)
        if logarithmic
        else alt.Scale(domain=[0, share_limit(ends)]),
    )
    whisker = base.mark_rule(strokeWidth=2, aria=False).encode(
        y=alt.Y("low:Q"), y2="high:Q", color=colour
    )
    dots = (
        base.transform_filter("datum.top > 0" if logarithmic else "true")
        .mark_point(filled=True, size=90, opacity=1)
        .encode(
            y=y,
            color=colour,
            shape=shape,
            description=alt.Description("spoken:N"),
        )
    )
    return dressed([*under, whisker, dots], lang, height)


def _looks(groups: Sequence[str]) -> tuple[Any, alt.Shape]:
    """Colour and shape of the groups in one legend; grey for what has too few cases."""
    shown = legend(groups)
    scale = alt.Scale(domain=list(groups), range=list(COLOURS[: len(groups)]))
    colour = alt.condition(
        "datum.small", alt.value(GREY), alt.Color("group:N", scale=scale, legend=shown)
    )
    shape = alt.Shape(
        "group:N",
        scale=alt.Scale(domain=list(groups), range=list(SHAPES[: len(groups)])),
        legend=shown,
    )
    return colour, shape


def _powers(floor: float) -> list[float]:
    """The powers of ten from the floor to 1."""
    return [10.0**power for power in range(round(math.log10(floor)), 1)]
