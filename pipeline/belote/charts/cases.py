"""What charts draw: a case is a share or a mean, where it stands, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import altair as alt

from belote.charts.frames import Mean, Share
from belote.charts.look import COLOURS, GREY
from belote.charts.words import interval_words, value_words
from belote.messages import Lang, say


class Drawn(NamedTuple):
    """A chart, and the same in words for who cannot see it."""

    chart: alt.LayerChart
    words: str


@dataclass(frozen=True)
class Case:
    """A share or mean of a chart: where it stands and what the reader is told of it."""

    at: str
    """Its place on the chart's axis."""
    name: str
    """That place as it is said."""
    group: str
    """What tells it from others at its place."""
    value: Share | Mean
    said: str
    """What was counted, in a sentence."""
    base: float = 0
    """Where its bar starts; the interval is that of the bar from 0."""
    whole: Share | None = None
    """What the bar's upper end is a share of, where it does not start at 0."""
    cell: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the deals it counts have in common, by `belote.lake.find.DEAL_FILTERS` (and ``rules``);
    empty where that cannot be said."""

    def row(self, lang: Lang) -> dict[str, Any]:
        """The case as a chart's data."""
        upper = self.whole or self.value
        low, high = upper.interval()
        value = value_words(lang, self.value)
        spoken = say(
            lang, "chart.spoken", at=self.name, group=self.group, value=value, said=self.said
        )
        return {
            "at": self.at,
            "name": self.name,
            "group": self.group,
            "series": say(lang, "chart.small") if self.value.small else self.group,
            "small": self.value.small,
            "base": self.base,
            "top": upper.rate,
            "low": low,
            "high": high,
            "said": self.said,
            "value": value,
            "interval": interval_words(lang, self.value),
            "so_far": value_words(lang, upper),
            "spoken": spoken,
            "cell": dict(self.cell),
        }


Link = Callable[[Mapping[str, str]], str]
"""Makes an address of a case's ``cell``."""


def linked(spec: dict[str, Any], link: Link) -> dict[str, Any]:
    """A chart's specification in which a mark leads to the deals that it counts.

    Marks without a ``cell`` lead nowhere.
    """
    parts = (spec, *spec.get("layer", ()))
    rows = [row for part in parts for row in part.get("data", {}).get("values", ())]
    cases = [row for row in rows if row.get("cell")]
    for row in cases:
        row["opens"] = link(row["cell"])
    for part in parts:
        if cases and "description" in part.get("encoding", {}):
            part["encoding"]["href"] = {"field": "opens", "type": "nominal"}
    return spec


def colours(rows: Sequence[dict[str, Any]], lang: Lang, groups: Sequence[str]) -> alt.Scale:
    """A colour a group; grey is in the legend only where something is grey."""
    small = say(lang, "chart.small")
    names, range_ = list(groups), list(COLOURS[: len(groups)])
    if any(row["small"] for row in rows):
        names, range_ = [*names, small], [*range_, GREY]
    return alt.Scale(domain=names, range=range_)


def tooltips(lang: Lang, name: str, more: dict[str, str] | None = None) -> list[alt.Tooltip]:
    """What is shown of a case under the pointer; ``name`` says what its place is."""
    told = {
        "name": name,
        "group": say(lang, "chart.group"),
        "said": say(lang, "chart.counted"),
        "value": say(lang, "chart.value"),
        "interval": say(lang, "interval.title"),
        **(more or {}),
    }
    return [alt.Tooltip(f"{field}:N", title=title) for field, title in told.items()]


def listed(lang: Lang, cases: Sequence[Case]) -> str:
    """The cases in words, one after the other."""
    return "; ".join(f"{c.name} ({c.group}) {value_words(lang, c.value)}" for c in cases)
