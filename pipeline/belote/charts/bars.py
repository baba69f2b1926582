"""Bars with error bars, side by side or on one another."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from belote.charts.cases import Case, colours, tooltips
from belote.charts.frames import Share
from belote.charts.look import dressed, legend, plain_axis, share_limit
from belote.messages import Lang


def bar_chart(
    cases: Sequence[Case],
    lang: Lang,
    *,
    order: Sequence[str],
    groups: Sequence[str],
    across: alt.Axis,
    name: str,
    up: alt.Axis,
    so_far: str | None = None,
    height: int = 400,
) -> alt.LayerChart:
    """Bars over the places of ``order``; what has too few cases is grey.

    ``name`` says what a place is. With ``so_far``, what bars up to an upper end are, bars of a
    place stand on one another up to 1; else side by side.
    """
    rows = [case.row(lang) for case in cases]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("at:N", sort=list(order), axis=across),
        tooltip=tooltips(lang, name, {} if so_far is None else {"so_far": so_far}),
    )
    several = len(groups) > 1
    beside = base.encode(xOffset=alt.XOffset("group:N", sort=list(groups))) if several else base
    scale = colours(rows, lang, groups)
    shares = all(isinstance(case.value, Share) for case in cases)
    highest = [row["high"] for row in rows]
    top = share_limit(highest) if shares else max(highest, default=1.0) * 1.05
    labels = list(dict.fromkeys([*groups, *(row["series"] for row in rows)]))
    shown = legend(labels) if len(labels) > 1 else None
    line = alt.Color("series:N", scale=scale, legend=shown)
    drawn = (
        (base if so_far is not None else beside)
        .mark_bar(fillOpacity=0.4, strokeWidth=1)
        .encode(
            y=alt.Y(
                "base:Q",
                axis=up,
                scale=alt.Scale(domain=[0, 1.0 if so_far is not None else top]),
            ),
            y2="top:Q",
            fill=alt.Fill("series:N", scale=scale, legend=shown),
            stroke=alt.Stroke("series:N", scale=scale, legend=shown),
            description=alt.Description("spoken:N"),
        )
    )
    whisker = beside.mark_rule(strokeWidth=2, aria=False).encode(y="low:Q", y2="high:Q", color=line)
    ends = [
        beside.mark_tick(thickness=2, width=9, opacity=1, aria=False).encode(
            y=f"{end}:Q", color=line
        )
        for end in ("low", "high")
    ]
    return dressed([drawn, whisker, *ends], lang, height)


def plain_bars(cases: Sequence[Case], lang: Lang, *, axis: str, up: alt.Axis) -> alt.LayerChart:
    """Bars in the order of their cases, low; ``axis`` says what a place is."""
    return bar_chart(
        cases,
        lang,
        order=list(dict.fromkeys(case.at for case in cases)),
        groups=list(dict.fromkeys(case.group for case in cases)),
        across=plain_axis(axis),
        name=axis,
        up=up,
        height=300,
    )
