"""Charts by the turned card: how often it is taken, and how often its taker fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import altair as alt
import polars as pl

from belote.charts.frames import Share, need
from belote.charts.look import (
    FIRST,
    GREY,
    SECOND,
    dressed,
    legend,
    rank_axis,
    share_axis,
    share_limit,
)
from belote.charts.words import (
    STRONGEST_FIRST,
    interval_words,
    rank_label,
    rank_name,
    sentence,
    share_words,
)
from belote.messages import Lang, percent, say

ROUNDS = (1, 2)


@dataclass(frozen=True)
class _Bar:
    """A bar of a turned card: where it stands and what the reader is told of it."""

    rank: str
    series: str
    share: Share
    said: str
    """The counts in a sentence."""
    base: float = 0
    """Where the bar starts; its interval is that of the bar from 0."""
    whole: Share | None = None
    """What the bar's upper end is a share of, where it does not start at 0."""

    def row(self, lang: Lang) -> dict[str, Any]:
        """The bar as the chart's data."""
        upper = self.whole or self.share
        low, high = upper.interval()
        name, share = rank_name(lang, self.rank), share_words(lang, self.share)
        return {
            "card": rank_label(lang, self.rank),
            "name": name,
            "round": self.series,
            "series": say(lang, "turned.small") if self.share.small else self.series,
            "base": self.base,
            "top": upper.rate,
            "low": low,
            "high": high,
            "said": self.said,
            "share": share,
            "interval": interval_words(lang, self.share),
            "so_far": share_words(lang, upper),
            "spoken": say(
                lang, "turned.spoken", card=name, round=self.series, share=share, said=self.said
            ),
        }


def taken_chart(frame: pl.DataFrame, lang: Lang) -> alt.LayerChart:
    """Stacked bars: deals taken in round 1, then in round 2, of all with that card turned.

    Needs ``turned_rank``, ``round`` (1, 2, and NULL for either), ``k`` and ``n``. Error bars are
    those of "in round 1" and "in either round", both measured from 0.
    """
    shares = _shares(frame)
    bars: list[_Bar] = []
    for rank in STRONGEST_FIRST:
        first, whole = shares.get((rank, 1)), shares.get((rank, None))
        second = shares.get((rank, 2))
        if first is None or whole is None or second is None:
            continue
        said = sentence(lang, "taken.said_1", first)
        bars.append(_Bar(rank, _series(lang, 1), first, said))
        said = sentence(lang, "taken.said_2", second)
        bars.append(_Bar(rank, _series(lang, 2), second, said, first.rate, whole))
    return _bar_chart(bars, lang, say(lang, "taken.axis"), stacked=True)


def chute_chart(frame: pl.DataFrame, lang: Lang) -> alt.LayerChart:
    """Bars side by side: deals in which the taker fails, of those taken in round 1, and in round 2.

    Needs ``turned_rank``, ``bid_round`` (1 or 2), ``k`` and ``n``.
    """
    shares = _shares(frame, "bid_round")
    bars = [
        _Bar(rank, _series(lang, round_), share, sentence(lang, f"chute.said_{round_}", share))
        for rank in STRONGEST_FIRST
        for round_ in ROUNDS
        if (share := shares.get((rank, round_))) is not None and share.n
    ]
    return _bar_chart(bars, lang, say(lang, "chute.axis"), stacked=False)


def taken_alt(frame: pl.DataFrame, lang: Lang) -> str:
    """The taken chart in words, for who cannot see it."""
    shares = _shares(frame)
    return say(lang, "taken.alt", rates=_listed(lang, shares, None))


def chute_alt(frame: pl.DataFrame, lang: Lang) -> str:
    """The chute chart in words, for who cannot see it."""
    shares = _shares(frame, "bid_round")
    return say(lang, "chute.alt", first=_listed(lang, shares, 1), second=_listed(lang, shares, 2))


def _shares(frame: pl.DataFrame, by: str = "round") -> dict[tuple[str, int | None], Share]:
    need(frame, ("turned_rank", by, "k", "n"))
    return {
        (row["turned_rank"], row[by]): Share(row["k"], row["n"])
        for row in frame.iter_rows(named=True)
        if row["turned_rank"] is not None
    }


def _series(lang: Lang, round_: int) -> str:
    return say(lang, f"turned.round_{round_}")


def _listed(lang: Lang, shares: dict[tuple[str, int | None], Share], round_: int | None) -> str:
    found = [
        f"{rank_name(lang, rank)} {percent(lang, share.rate)}"
        for rank in STRONGEST_FIRST
        if (share := shares.get((rank, round_))) is not None and share.n
    ]
    return ", ".join(found)


def _bar_chart(bars: list[_Bar], lang: Lang, title: str, *, stacked: bool) -> alt.LayerChart:
    """Bars with error bars over the ranks; what has too few cases is grey."""
    rows = [bar.row(lang) for bar in bars]
    names = [_series(lang, round_) for round_ in ROUNDS]
    told = {
        "name": "turned.card",
        "said": "turned.counted",
        "share": "turned.share",
        "interval": "interval.title",
        **({"so_far": "taken.so_far"} if stacked else {}),
    }
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X(
            "card:N",
            sort=[rank_label(lang, rank) for rank in STRONGEST_FIRST],
            axis=rank_axis(),
            title=say(lang, "turned.axis"),
        ),
        tooltip=[alt.Tooltip(f"{name}:N", title=say(lang, key)) for name, key in told.items()],
    )
    beside = base.encode(xOffset=alt.XOffset("round:N", sort=names))
    colours = _colours(rows, lang, names)
    top = 1.0 if stacked else share_limit(row["high"] for row in rows)
    line = alt.Color("series:N", scale=colours, legend=legend())
    drawn = (
        (base if stacked else beside)
        .mark_bar(fillOpacity=0.4, strokeWidth=1)
        .encode(
            y=alt.Y("base:Q", axis=share_axis(title), scale=alt.Scale(domain=[0, top])),
            y2="top:Q",
            fill=alt.Fill("series:N", scale=colours, legend=legend()),
            stroke=alt.Stroke("series:N", scale=colours, legend=legend()),
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
    return dressed([drawn, whisker, *ends], lang)


def _colours(rows: list[dict[str, Any]], lang: Lang, names: list[str]) -> alt.Scale:
    """A colour a round, and grey in the legend only where something is grey."""
    small = say(lang, "turned.small")
    if any(row["series"] == small for row in rows):
        return alt.Scale(domain=[*names, small], range=[FIRST, SECOND, GREY])
    return alt.Scale(domain=names, range=[FIRST, SECOND])
