"""Take or pass: what each answer leads to, as dots with intervals."""

from __future__ import annotations

import altair as alt

from belote.charts.advice import as_begun, choice_name, ends_words, head_words, share_cell
from belote.charts.cases import Drawn
from belote.charts.look import FIRST, GREY, dressed
from belote.messages import Lang, say, signed
from belote.study.advise import Advice


def advice_chart(advice: Advice, lang: Lang) -> Drawn:
    """A dot an answer, its marks less the other side's, with intervals; the best stands out."""
    best = advice.best
    rows = [
        {
            "name": as_begun(choice_name(choice, lang)),
            "value": choice.lead.value,
            "low": choice.lead.low,
            "high": choice.lead.high,
            "best": choice is best,
            "told": f"{signed(lang, choice.lead.value, 1)} ({ends_words(choice.lead, lang)})",
            "made": share_cell(choice.made, lang),
        }
        for choice in advice.choices
    ]
    heads = head_words(lang)
    told = {"name": heads[0], "told": heads[6], "made": heads[1]}
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y(
            "name:N",
            sort=[str(row["name"]) for row in rows],
            axis=alt.Axis(title=None, labelLimit=0, labelFontSize=13),
        ),
        color=alt.condition("datum.best", alt.value(FIRST), alt.value(GREY)),
        tooltip=[alt.Tooltip(f"{name}:N", title=title) for name, title in told.items()],
    )
    axis = alt.Axis(title=say(lang, "advise.axis"), format="+d", titleFontSize=13)
    whisker = base.mark_rule(strokeWidth=3, aria=False).encode(
        x=alt.X("low:Q", axis=axis), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=110, opacity=1).encode(
        x="value:Q", description=alt.Description("told:N")
    )
    zero = (
        alt.Chart(alt.Data(values=[{"zero": 0}]))
        .mark_rule(strokeDash=[4, 4], color=GREY, aria=False)
        .encode(x="zero:Q")
    )
    rates = "; ".join(f"{row['name']} {row['told']}" for row in rows)
    words = say(lang, "advise.alt", rates=rates)
    return Drawn(dressed([zero, whisker, dots], lang, 60 + 45 * len(rows)), words)
