"""What a change of rules does, in words and as a chart: each measure's difference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt

from belote.charts.cases import Drawn
from belote.charts.look import COLOURS, SHAPES, dressed, legend
from belote.charts.words import position_name, rank_name, rule_name, rule_value
from belote.game.variants import Rules
from belote.messages import Lang, number, percent, say, signed
from belote.records.page import contract_name
from belote.study.metrics import Metric
from belote.study.report import Effect, Section


def metric_name(lang: Lang, metric: Metric) -> str:
    """A measure as it is said."""
    part = metric.part or ""
    if metric.name == "taken_turned":
        part = rank_name(lang, part)
    elif metric.name == "taken_at":
        part = position_name(lang, int(part))
    elif metric.name == "chute_at":
        part = contract_name(int(part))
    return say(lang, f"metric.{metric.name}", part=part)


def differences_in_words(lang: Lang, base: Rules, variant: Rules) -> list[str]:
    """What differs between two rule sets, a sentence a field."""
    return [
        say(
            lang,
            "compare.difference",
            field=rule_name(lang, name),
            base=rule_value(lang, name, values[0]),
            variant=rule_value(lang, name, values[1]),
        )
        for name, values in base.differences(variant).items()
    ]


def level(lang: Lang, effect: Effect, value: float) -> str:
    """A measure's value under one of the rule sets."""
    places = _places(effect)
    if effect.metric.unit == "share":
        return percent(lang, value, places)
    return number(lang, value, places)


def change(lang: Lang, effect: Effect, value: float) -> str:
    """A difference with its sign; of shares in percentage points."""
    share = effect.metric.unit == "share"
    shown = 100 * value if share else value
    told = signed(lang, shown, _places(effect))
    return say(lang, "metric.points", value=told) if share else told


def _places(effect: Effect) -> int:
    """Decimal places that show two figures of the error."""
    error = effect.compared.error * (100 if effect.metric.unit == "share" else 1)
    if error <= 0:
        return 2
    return min(6, max(1, 1 - math.floor(math.log10(error))))


def effects_chart(sections: Sequence[Section], base: str, lang: Lang) -> Drawn:
    """Dots with intervals: each measure's difference as a share of its base, by players.

    Takes the sections of one variant; where players adapt, by the parts of the change, all as
    shares of the base with its players. Measures that change nowhere are left out, and those that
    one of the rule sets knows nothing of.
    """
    rows = [
        row
        for section in sections
        for effect in section.effects
        if not effect.unchanged and effect.compared.value_a and effect.compared.value_b
        for row in [_row(lang, section, effect, _base_value(sections, section, effect))]
    ]
    order = list(dict.fromkeys(row["name"] for row in rows))
    players = [_series(lang, section) for section in sections]
    told = {"name": "", "players": "", "change": "", "interval": ""}
    base_chart = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("name:N", sort=order, axis=alt.Axis(title=None, labelLimit=0, labelFontSize=13)),
        yOffset=alt.YOffset("players:N", sort=players),
        color=alt.Color(
            "players:N",
            scale=alt.Scale(domain=players, range=_cycled(COLOURS, players)),
            legend=legend(players),
        ),
        tooltip=[alt.Tooltip(f"{field}:N", title=title) for field, title in told.items()],
    )
    axis = alt.Axis(title=say(lang, "compare.chart", base=base), format="+.1%", titleFontSize=13)
    bars = base_chart.mark_rule(strokeWidth=2, aria=False).encode(
        x=alt.X("low:Q", axis=axis), x2="high:Q"
    )
    dots = base_chart.mark_point(filled=True, size=70, opacity=1).encode(
        x="at:Q",
        shape=alt.Shape(
            "players:N",
            scale=alt.Scale(domain=players, range=_cycled(SHAPES, players)),
            legend=legend(players),
        ),
        description=alt.Description("spoken:N"),
    )
    zero = (
        alt.Chart(alt.Data(values=[{"zero": 0}]))
        .mark_rule(strokeDash=[4, 4], color="#8A8A8A", aria=False)
        .encode(x="zero:Q")
    )
    words = say(lang, "compare.chart_alt", rates="; ".join(row["spoken"] for row in rows))
    height = max(120, 16 * len(rows) + 40)
    return Drawn(dressed([zero, bars, dots], lang, height), words)


def _series(lang: Lang, section: Section) -> str:
    """What a section is told by in the chart."""
    return (
        section.players_text if section.part is None else say(lang, f"compare.alone_{section.part}")
    )


def _base_value(sections: Sequence[Section], section: Section, effect: Effect) -> float:
    """What a difference is a share of."""
    if section.part == "players":
        for whole in (other for other in sections if other.part == "both"):
            for one in whole.effects:
                if one.metric == effect.metric and one.compared.value_a:
                    return abs(one.compared.value_a)
    return abs(effect.compared.value_a)


def _cycled(looks: Sequence[str], players: Sequence[str]) -> list[str]:
    return [looks[at % len(looks)] for at in range(len(players))]


def _row(lang: Lang, section: Section, effect: Effect, base: float) -> dict[str, Any]:
    compared, series = effect.compared, _series(lang, section)
    name = metric_name(lang, effect.metric)
    ends = [change(lang, effect, end) for end in (compared.low, compared.high)]
    interval = say(lang, "compare.interval", low=ends[0], high=ends[1])
    told = change(lang, effect, compared.difference)
    return {
        "name": name,
        "players": series,
        "at": compared.difference / base,
        "low": compared.low / base,
        "high": compared.high / base,
        "change": told,
        "interval": interval,
        "spoken": f"{name} ({series}) {told}, {interval}",
    }
