"""Charts by what a player holds or where it sits: taking, failing, and capots by trumps held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from belote.charts.bars import plain_bars
from belote.charts.cases import Case, Drawn, listed
from belote.charts.dots import dot_chart
from belote.charts.frames import Share, need
from belote.charts.look import plain_axis, share_axis
from belote.charts.words import position_label, position_name, sentence
from belote.messages import Lang, number, say

HONOURS = ((True, True), (True, False), (False, True), (False, False))
"""Jack and nine of trump held, the strongest first."""


def taking_by_hand(frame: pl.DataFrame, round_: int, lang: Lang) -> Drawn:
    """Dots: how often a player takes in a round, by trumps with the turned card, jack and nine.

    Needs ``round``, ``trumps``, ``has_jack``, ``has_nine``, ``k`` and ``n``.
    """
    need(frame, ("round", "trumps", "has_jack", "has_nine", "k", "n"))
    cases = _by_honours(frame.filter(pl.col("round") == round_), lang, "taking.said")
    words = say(lang, "taking.hand_alt", rates=listed(lang, cases))
    return Drawn(_by_trumps(cases, lang, _honours(lang), "taking.hand_axis", "taking.axis"), words)


def chute_by_hand(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Dots: how often the taker fails, by the trumps in its eight cards, jack and nine.

    Needs ``trumps``, ``has_jack``, ``has_nine``, ``k`` and ``n``.
    """
    need(frame, ("trumps", "has_jack", "has_nine", "k", "n"))
    cases = _by_honours(frame, lang, "chute.said", {"outcome": "chute"})
    words = say(lang, "chute.hand_alt", rates=listed(lang, cases))
    return Drawn(_by_trumps(cases, lang, _honours(lang), "chute.hand_axis", "chute.axis"), words)


def capot_by_hand(frame: pl.DataFrame, side: str, lang: Lang) -> Drawn:
    """Dots on a logarithmic scale: how often a side makes capot, by the taker's trumps and belote.

    Needs ``side``, ``trumps``, ``has_belote``, ``k`` and ``n``.
    """
    need(frame, ("side", "trumps", "has_belote", "k", "n"))
    groups = {True: say(lang, "capot.with_belote"), False: say(lang, "capot.without_belote")}
    rows = frame.filter(pl.col("side") == side).iter_rows(named=True)
    cases: list[Case] = []
    for row in _ordered(rows):
        cell = {"capot": side, "belote": "yes" if row["has_belote"] else "no"}
        cases.append(_case(row, lang, f"capot.said_{side}", groups[row["has_belote"]], cell))
    return _capots(cases, side, lang, list(groups.values()))


def capot_by_honours(frame: pl.DataFrame, side: str, lang: Lang) -> Drawn:
    """Dots on a logarithmic scale: capots of a side by the taker's trumps, their jack and nine.

    Needs ``side``, ``trumps``, ``has_jack``, ``has_nine``, ``k`` and ``n``.
    """
    need(frame, ("side", "trumps", "has_jack", "has_nine", "k", "n"))
    rows = frame.filter(pl.col("side") == side)
    cases = _by_honours(rows, lang, f"capot.said_{side}", {"capot": side})
    return _capots(cases, side, lang, _honours(lang))


def _capots(cases: list[Case], side: str, lang: Lang, groups: list[str]) -> Drawn:
    title = say(lang, f"capot.side_{side}")
    words = say(lang, "capot.hand_alt", side=title, rates=listed(lang, cases))
    chart = _by_trumps(cases, lang, groups, "capot.hand_axis", "capot.axis", log=True)
    return Drawn(chart, words)


def chute_by_position(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: how often the taker fails, by its order of speaking.

    Needs ``taker_position``, ``k`` and ``n``.
    """
    need(frame, ("taker_position", "k", "n"))
    group = say(lang, "chute.group")
    cases = [
        Case(
            position_label(lang, position),
            position_name(lang, position),
            group,
            share := Share(k, n),
            sentence(lang, "chute.said", share),
            cell={"position": str(position), "outcome": "chute"},
        )
        for position, k, n in frame.select("taker_position", "k", "n").iter_rows()
    ]
    words = say(lang, "chute.position_alt", rates=listed(lang, cases))
    return Drawn(_simple_bars(cases, lang, "position.axis"), words)


def chute_by_round(frame: pl.DataFrame, lang: Lang) -> Drawn:
    """Bars: how often the taker fails, by the round. Needs ``bid_round``, ``k`` and ``n``."""
    need(frame, ("bid_round", "k", "n"))
    group = say(lang, "chute.group")
    cases = [
        Case(
            say(lang, f"turned.round_{round_}"),
            say(lang, f"turned.round_{round_}"),
            group,
            share := Share(k, n),
            sentence(lang, "chute.said", share),
            cell={"round": str(round_), "outcome": "chute"},
        )
        for round_, k, n in frame.select("bid_round", "k", "n").iter_rows()
    ]
    words = say(lang, "chute.round_alt", rates=listed(lang, cases))
    return Drawn(_simple_bars(cases, lang, "round.axis"), words)


def _simple_bars(cases: list[Case], lang: Lang, axis: str) -> Any:
    return plain_bars(cases, lang, axis=say(lang, axis), up=share_axis(say(lang, "chute.axis")))


def _honours(lang: Lang) -> list[str]:
    return [say(lang, f"held.{_held(*held)}") for held in HONOURS]


def _held(jack: bool, nine: bool) -> str:
    return "both" if jack and nine else "jack" if jack else "nine" if nine else "neither"


def _by_honours(
    frame: pl.DataFrame, lang: Lang, said: str, common: Mapping[str, str] | None = None
) -> list[Case]:
    """A case a row; ``common`` is what its deals share, None where it counts no deals."""
    cases: list[Case] = []
    for row in _ordered(frame.iter_rows(named=True)):
        held = _held(row["has_jack"], row["has_nine"])
        cell = None if common is None else {**common, "honours": held}
        cases.append(_case(row, lang, said, say(lang, f"held.{held}"), cell))
    return cases


def _ordered(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: row["trumps"])


def _case(
    row: dict[str, Any], lang: Lang, said: str, group: str, common: Mapping[str, str] | None
) -> Case:
    share, trumps = Share(row["k"], row["n"]), str(row["trumps"])
    name = say(lang, "held.trumps", count=number(lang, row["trumps"]))
    cell = {} if common is None else {**common, "trumps": trumps}
    return Case(trumps, name, group, share, sentence(lang, said, share), cell=cell)


def _by_trumps(
    cases: list[Case], lang: Lang, groups: list[str], axis: str, title: str, *, log: bool = False
) -> Any:
    return dot_chart(
        cases,
        lang,
        order=sorted({case.at for case in cases}),
        groups=groups,
        across=plain_axis(say(lang, axis)),
        name=say(lang, axis),
        title=say(lang, title),
        logarithmic=log,
    )
