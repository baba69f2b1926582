"""A heat map: how often a player takes, by the turned card and its order of speaking."""

from __future__ import annotations

import altair as alt
import polars as pl

from belote.charts.cases import Case, Drawn, listed, tooltips
from belote.charts.frames import Share, need
from belote.charts.look import GREY, HEAT, dressed, rank_axis
from belote.charts.words import (
    STRONGEST_FIRST,
    position_label,
    position_name,
    rank_label,
    rank_name,
    sentence,
)
from belote.messages import Lang, percent, say

POSITIONS = (1, 2, 3, 4)


def taking_heat(frame: pl.DataFrame, round_: int, lang: Lang) -> Drawn:
    """A cell for each turned card and position in a round, with its rate.

    Needs ``round``, ``position``, ``turned_rank``, ``k`` and ``n``. Cells of too few cases are
    grey. Colours are of the same scale, 0 to 1, in every round.
    """
    need(frame, ("round", "position", "turned_rank", "k", "n"))
    shares = {
        (row["turned_rank"], row["position"]): Share(row["k"], row["n"])
        for row in frame.filter(pl.col("round") == round_).iter_rows(named=True)
    }
    cases = [
        Case(
            rank_label(lang, rank),
            rank_name(lang, rank),
            position_name(lang, position),
            share,
            sentence(lang, "taking.said", share),
            cell={"turned": rank, "round": str(round_), "position": str(position)},
        )
        for position in POSITIONS
        for rank in STRONGEST_FIRST
        if (share := shares.get((rank, position))) is not None
    ]
    words = say(
        lang,
        "taking.heat_alt",
        round=say(lang, f"turned.round_{round_}"),
        rates=listed(lang, cases),
    )
    labels = {
        position_name(lang, position): position_label(lang, position) for position in POSITIONS
    }
    return Drawn(_heat(cases, labels, lang), words)


def _heat(cases: list[Case], labels: dict[str, str], lang: Lang) -> alt.LayerChart:
    rows = [
        case.row(lang)
        | {
            "label": labels[case.group],
            "short": percent(lang, case.value.rate, 0),
        }
        for case in cases
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X(
            "at:N",
            sort=[rank_label(lang, rank) for rank in STRONGEST_FIRST],
            axis=rank_axis(),
            title=say(lang, "turned.axis"),
        ),
        y=alt.Y(
            "label:N",
            sort=list(labels.values()),
            axis=alt.Axis(labelFontSize=13),
            title=None,
        ),
        tooltip=tooltips(lang, say(lang, "turned.card")),
    )
    cells = base.mark_rect(stroke="#8A8A8A", strokeWidth=0.5).encode(
        color=alt.condition(
            "datum.small",
            alt.value(GREY),
            alt.Color(
                "top:Q",
                scale=alt.Scale(domain=[0, 1], range=list(HEAT), interpolate="rgb"),
                legend=None,
            ),
        ),
        description=alt.Description("spoken:N"),
    )
    text = base.mark_text(fontSize=14, aria=False).encode(
        text="short:N",
        color=alt.condition(
            "datum.top > 0.5 || datum.small", alt.value("white"), alt.value("#111")
        ),
    )
    return dressed([cells, text], lang, 240)
