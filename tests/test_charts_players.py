"""Charts of players: a dot for each, in the words that the page says."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from belote.charts.frames import ChartError
from belote.charts.look import GREY
from belote.charts.players import (
    COMPARED,
    UNITS,
    best_words,
    cost_dots,
    habits_dots,
    lead_cells,
    ratings_dots,
    taking_dots,
)
from belote.charts.words import STRONGEST_FIRST
from belote.messages import LANGUAGES, Lang, percent
from belote.study.kept import PEOPLE


def ends(name: str, value: float, half: float) -> dict[str, float]:
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def rating(player: str, value: float) -> dict[str, Any]:
    both = {**ends("points", value, 0.5), **ends("marks", -value, 2)}
    return {"kind": "rating", "player": player, **both}


def pair(first: str, second: str, value: float, half: float) -> dict[str, Any]:
    both = {**ends("points", value, half), **ends("marks", -value, half)}
    return {"kind": "pair", "first": first, "second": second, **both}


def rates(n: int = 1000) -> pl.DataFrame:
    rows = [
        (player, "round_1", rank, n // 2 + i, n)
        for player in ("random", "regular")
        for i, rank in enumerate("789TJQKA")
    ]
    rows += [(player, what, None, n // 4, n) for player in ("random", "regular") for what in (
        *COMPARED, "round_1")]  # fmt: skip
    rows.append(("regular", "points", None, None, n))
    return pl.DataFrame(rows, ["player", "what", "turned", "k", "n"], orient="row")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("unit", UNITS)
def test_a_rating_has_a_dot_with_its_interval(lang: Lang, unit: Any) -> None:
    frame = pl.DataFrame([rating("regular", 12.3456), rating("random", -12.3456)])
    drawn = ratings_dots(frame, unit, lang)
    drawn.chart.to_dict()
    rows = drawn.chart.layer[-1].data.values
    assert [row["name"] for row in rows] == ["regular", "random"]
    assert [row["value"] for row in rows] == frame[unit].to_list()
    assert all(row["low"] < row["value"] < row["high"] for row in rows)
    assert all(row["told"] in drawn.words for row in rows)
    assert ("12,35" if lang == "fr" else "12.35") in drawn.words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_costs_are_drawn_from_the_cheapest(lang: Lang) -> None:
    lines = [{"player": name, **ends("cost", cost, 1)} for name, cost in (("a", 80), ("b", 30))]
    drawn = cost_dots(pl.DataFrame(lines), lang)
    rows = drawn.chart.to_dict()["data"]["values"]
    assert [row["name"] for row in rows] == ["b", "a"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("n", [1000, 99])
def test_taking_has_a_dot_for_each_card_and_player_grey_where_few(lang: Lang, n: int) -> None:
    drawn = taking_dots(rates(n), lang)
    rows = drawn.chart.to_dict()["data"]["values"]
    assert len(rows) == 2 * len(STRONGEST_FIRST)
    assert {row["small"] for row in rows} == {n < 100}
    assert {row["group"] for row in rows} == {"random", "regular"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_habits_stand_over_bars_at_the_shares_of_people(lang: Lang) -> None:
    drawn = habits_dots(rates(), PEOPLE, lang)
    spec = drawn.chart.to_dict()
    bar = spec["layer"][0]
    assert [row["share"] for row in bar["data"]["values"]] == [PEOPLE[what] for what in COMPARED]
    assert bar["mark"]["color"] == GREY
    places = {row["at"] for row in spec["layer"][1]["data"]["values"]}
    assert places == {row["at"] for row in bar["data"]["values"]}
    assert all(percent(lang, share, 0) in drawn.words for share in PEOPLE.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_best_is_said_to_lead_only_where_its_interval_is_clear_of_zero(lang: Lang) -> None:
    def told(value: float, unit: Any) -> str:
        ratings = [rating("a", value), rating("b", -value)]
        return best_words([pair("b", "a", -2 * value, 1), *ratings], unit, lang)

    clear, close = told(3, "points"), told(0.3, "points")
    assert "**a**" in clear
    assert ("+6,00" if lang == "fr" else "+6.00") in clear
    assert ("+5,00" if lang == "fr" else "+5.00") in clear
    assert close.startswith("Trop serré" if lang == "fr" else "Too close")
    assert "**b**" in told(3, "marks")


def test_a_line_is_told_with_signs_and_intervals() -> None:
    cells = lead_cells(pair("a", "b", 2, 1), "en")
    assert cells == ["+2.00", "+1.00 to +3.00", "−2.00", "−3.00 to −1.00"]


def test_a_frame_without_its_columns_is_refused() -> None:
    with pytest.raises(ChartError, match="marks"):
        ratings_dots(pl.DataFrame([{"player": "a"}]), "marks", "en")
