"""Rule sets side by side: outcomes, marks for each side, deals in a game."""

from __future__ import annotations

import altair as alt
import polars as pl

from belote.charts.bars import bar_chart
from belote.charts.cases import Case, Drawn, listed
from belote.charts.frames import Mean, Share, need
from belote.charts.look import plain_axis, share_axis
from belote.charts.words import sentence
from belote.messages import Lang, number, say

OUTCOMES = ("made", "chute", "litige")
SIDES = ("taker", "defence")


def outcomes_by_rules(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: shares made, failed and held under each rule set.

    Needs ``rules``, ``outcome``, ``k`` and ``n``.
    """
    need(frame, ("rules", "outcome", "k", "n"))
    names = {outcome: say(lang, f"outcome.{outcome}") for outcome in OUTCOMES}
    cases = [
        Case(
            rules,
            rules,
            names[outcome],
            share := Share(k, n),
            sentence(lang, f"rules.said_{outcome}", share),
            cell={"rules": rules, "outcome": outcome},
        )
        for rules, outcome, k, n in frame.select("rules", "outcome", "k", "n").iter_rows()
    ]
    words = say(lang, "rules.outcomes_alt", rates=listed(lang, cases))
    up = share_axis(say(lang, "rules.outcomes_axis"))
    return Drawn(_over_rules(cases, lang, list(names.values()), up), words)


def marks_by_rules(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: mean marks of a taken deal for each side under each rule set.

    Needs ``rules``, ``side``, ``n``, ``total``, ``mean``, ``low`` and ``high``.
    """
    columns = ("rules", "side", "n", "total", "mean", "low", "high")
    need(frame, columns)
    names = {side: say(lang, f"rules.side_{side}") for side in SIDES}
    cases = [
        Case(
            rules,
            rules,
            names[side],
            Mean(n, mean, low, high),
            say(lang, "rules.marks_said", total=number(lang, total), n=number(lang, n)),
        )
        for rules, side, n, total, mean, low, high in frame.select(columns).iter_rows()
    ]
    words = say(lang, "rules.marks_alt", means=listed(lang, cases))
    up = alt.Axis(title=say(lang, "rules.marks_axis"), format=",d", tickCount=5, titleFontSize=13)
    return Drawn(_over_rules(cases, lang, list(names.values()), up), words)


def games_by_rules(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: mean number of deals of a finished game under each rule set.

    Needs ``rules``, ``target``, ``n``, ``total``, ``mean``, ``low`` and ``high``.
    """
    columns = ("rules", "target", "n", "total", "mean", "low", "high")
    need(frame, columns)
    group = say(lang, "rules.games_group")
    cases = [
        Case(
            rules,
            say(lang, "rules.to_target", rules=rules, target=number(lang, target)),
            group,
            Mean(n, mean, low, high),
            say(lang, "rules.games_said", total=number(lang, total), n=number(lang, n)),
        )
        for rules, target, n, total, mean, low, high in frame.select(columns).iter_rows()
    ]
    words = say(lang, "rules.games_alt", means=listed(lang, cases))
    up = alt.Axis(title=say(lang, "rules.games_axis"), format=",d", tickCount=5, titleFontSize=13)
    return Drawn(_over_rules(cases, lang, [group], up), words)


def _over_rules(cases: list[Case], lang: Lang, groups: list[str], up: alt.Axis) -> alt.LayerChart:
    return bar_chart(
        cases,
        lang,
        order=sorted({case.at for case in cases}),
        groups=groups,
        across=plain_axis(say(lang, "rules.axis"), slanted=True),
        name=say(lang, "rules.axis"),
        up=up,
        height=360,
    )
