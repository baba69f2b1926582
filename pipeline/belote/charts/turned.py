"""Charts by the turned card: how often it is taken, and how often its taker fails."""

from __future__ import annotations

import altair as alt
import polars as pl

from belote.charts.bars import bar_chart
from belote.charts.cases import Case
from belote.charts.frames import Share, need
from belote.charts.look import rank_axis, share_axis
from belote.charts.words import STRONGEST_FIRST, rank_label, rank_name, sentence
from belote.messages import Lang, percent, say

ROUNDS = (1, 2)


def taken_chart(frame: pl.DataFrame, lang: Lang) -> alt.LayerChart:
    """Stacked bars: deals taken in round 1, then in round 2, of all with that card turned.

    Needs ``turned_rank``, ``round`` (1, 2, and NULL for either), ``k`` and ``n``. Error bars are
    those of "in round 1" and "in either round", both measured from 0.
    """
    shares = _shares(frame)
    bars: list[Case] = []
    for rank in STRONGEST_FIRST:
        first, whole = shares.get((rank, 1)), shares.get((rank, None))
        second = shares.get((rank, 2))
        if first is None or whole is None or second is None:
            continue
        said = sentence(lang, "taken.said_1", first)
        bars.append(_case(lang, rank, 1, first, said))
        said = sentence(lang, "taken.said_2", second)
        bars.append(_case(lang, rank, 2, second, said, first.rate, whole))
    return _bar_chart(bars, lang, say(lang, "taken.axis"), say(lang, "taken.so_far"))


def chute_chart(frame: pl.DataFrame, lang: Lang) -> alt.LayerChart:
    """Bars side by side: deals in which the taker fails, of those taken in round 1, and in round 2.

    Needs ``turned_rank``, ``bid_round`` (1 or 2), ``k`` and ``n``.
    """
    shares = _shares(frame, "bid_round")
    bars = [
        _case(lang, rank, round_, share, sentence(lang, f"chute.said_{round_}", share), fails=True)
        for rank in STRONGEST_FIRST
        for round_ in ROUNDS
        if (share := shares.get((rank, round_))) is not None and share.n
    ]
    return _bar_chart(bars, lang, say(lang, "chute.axis"))


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


def _case(
    lang: Lang,
    rank: str,
    round_: int,
    share: Share,
    said: str,
    base: float = 0,
    whole: Share | None = None,
    *,
    fails: bool = False,
) -> Case:
    label, name, group = rank_label(lang, rank), rank_name(lang, rank), _series(lang, round_)
    cell = {"turned": rank, "round": str(round_)} | ({"outcome": "chute"} if fails else {})
    return Case(label, name, group, share, said, base, whole, cell)


def _series(lang: Lang, round_: int) -> str:
    return say(lang, f"turned.round_{round_}")


def _listed(lang: Lang, shares: dict[tuple[str, int | None], Share], round_: int | None) -> str:
    found = [
        f"{rank_name(lang, rank)} {percent(lang, share.rate)}"
        for rank in STRONGEST_FIRST
        if (share := shares.get((rank, round_))) is not None and share.n
    ]
    return ", ".join(found)


def _bar_chart(
    cases: list[Case], lang: Lang, title: str, so_far: str | None = None
) -> alt.LayerChart:
    axis = rank_axis()
    axis.title = say(lang, "turned.axis")
    return bar_chart(
        cases,
        lang,
        order=[rank_label(lang, rank) for rank in STRONGEST_FIRST],
        groups=[_series(lang, round_) for round_ in ROUNDS],
        across=axis,
        name=say(lang, "turned.card"),
        up=share_axis(title),
        so_far=so_far,
    )
