"""Charts as data: what they draw of a frame, in which words, and what they refuse."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import altair as alt
import polars as pl
import pytest

from belote.charts.cases import linked
from belote.charts.faces import card_face, turned_strip
from belote.charts.frames import SMALL_SAMPLE, ChartError, Mean, Share, added_up, has_small, need
from belote.charts.games import by_comeback, by_lead_changes, more_behind, win_map
from belote.charts.heat import taking_heat
from belote.charts.held import capot_by_hand, chute_by_hand, taking_by_hand
from belote.charts.look import COLOURS, GREY, HEAT, share_limit
from belote.charts.points import passing, points_histogram
from belote.charts.rules import games_by_rules, marks_by_rules, outcomes_by_rules
from belote.charts.turned import chute_alt, chute_chart, taken_alt, taken_chart
from belote.charts.words import (
    STRONGEST_FIRST,
    interval_words,
    odds_interval_words,
    odds_words,
    rank_label,
    rank_name,
    sentence,
    share_words,
    small_words,
    value_words,
)
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, number

NARROW = "\u202f"


def taken_frame(n: int = 1000, first: int = 600, second: int = 250) -> pl.DataFrame:
    """The same counts for every turned card."""
    rounds = ((1, first), (2, second), (None, first + second))
    rows = [(rank, round_, k, n) for rank in "789TJQKA" for round_, k in rounds]
    return pl.DataFrame(rows, ["turned_rank", "round", "k", "n"], orient="row")


def chute_frame(n: int = 1000) -> pl.DataFrame:
    """Chutes that differ by card and by round."""
    rows = [(r, rank, 10 * i + r, n) for r in (1, 2) for i, rank in enumerate("789TJQKA")]
    return pl.DataFrame(rows, ["bid_round", "turned_rank", "k", "n"], orient="row")


def drawn(chart: alt.LayerChart) -> list[dict[str, Any]]:
    """The chart's rows, out of its valid Vega-Lite."""
    return chart.to_dict()["data"]["values"]


# Frames


def test_intervals_are_those_of_the_sql_macros(tmp_path: Path):
    warehouse = Warehouse(open_lake(tmp_path / "lake", create=True))
    cases = [(k, n) for n in (1, 2, 3, 10, 99, 1000, 10**7) for k in (0, 1, n // 3, n - 1, n)]
    for k, n in cases:
        [(low, high)] = warehouse.rows(
            "SELECT wilson_low($k, $n), wilson_high($k, $n)", {"k": k, "n": n}
        )
        assert Share(k, n).interval() == pytest.approx((low, high), rel=1e-12, abs=1e-15), (k, n)


def test_nothing_counted_says_nothing():
    assert Share(0, 0).interval() == (0.0, 1.0)
    assert share_words("fr", Share(0, 0)) == "–"


def test_counts_add_up():
    assert added_up(chute_frame()) == Share(sum(range(0, 80, 10)) * 2 + 8 + 16, 16_000)


def test_a_missing_column_is_refused_with_the_nearest():
    frame = taken_frame().rename({"turned_rank": "turned_ranks"})
    with pytest.raises(ChartError, match=r"'turned_rank'.*did you mean 'turned_ranks'"):
        taken_chart(frame, "fr")
    for column in ("turned_rank", "bid_round", "k", "n"):
        with pytest.raises(ChartError, match=f"'{column}'"):
            chute_chart(chute_frame().drop(column), "en")
    need(chute_frame(), ("k", "n"))


def test_small_samples_are_noticed():
    assert not has_small(chute_frame(SMALL_SAMPLE))
    assert has_small(chute_frame(SMALL_SAMPLE - 1))
    assert not has_small(chute_frame(0))


# Words


@pytest.mark.parametrize(
    ("share", "fr", "en"),
    [
        (Share(450, 1000), "45,0_% | de 41,9_% à 48,1_%", "45.0% | 41.9% to 48.1%"),
        (Share(53920, 922814), "5,84_% | de 5,80_% à 5,89_%", "5.84% | 5.80% to 5.89%"),
        (Share(7, 922814), "0,0008_% | de 0,0004_% à 0,0016_%", "0.0008% | 0.0004% to 0.0016%"),
        (Share(0, 500), "0,0_% | de 0,0_% à 0,8_%", "0.0% | 0.0% to 0.8%"),
    ],
)
def test_a_share_has_the_decimals_that_its_interval_leaves(share: Share, fr: str, en: str):
    assert f"{share_words('fr', share)} | {interval_words('fr', share)}" == fr.replace("_", NARROW)
    assert f"{share_words('en', share)} | {interval_words('en', share)}" == en


@pytest.mark.parametrize(
    ("share", "fr", "en"),
    [
        (
            Share(7096, 900226),
            "1 sur 127 | de 1 sur 130 à 1 sur 124",
            "1 in 127 | 1 in 130 to 1 in 124",
        ),
        (
            Share(53920, 922814),
            "1 sur 17,1 | de 1 sur 17,3 à 1 sur 17,0",
            "1 in 17.1 | 1 in 17.3 to 1 in 17.0",
        ),
        (
            Share(7, 922814),
            "1 sur 130_000 | de 1 sur 270_000 à 1 sur 64_000",
            "1 in 130,000 | 1 in 270,000 to 1 in 64,000",
        ),
        (Share(1, 3), "1 sur 3,0 | de 1 sur 16 à 1 sur 1,3", "1 in 3.0 | 1 in 16 to 1 in 1.3"),
        (Share(0, 500), "jamais vu | au plus 1 sur 130", "never seen | at most 1 in 130"),
    ],
)
def test_odds_have_the_digits_that_their_interval_leaves(share: Share, fr: str, en: str):
    assert f"{odds_words('fr', share)} | {odds_interval_words('fr', share)}" == fr.replace(
        "_", NARROW
    )
    assert f"{odds_words('en', share)} | {odds_interval_words('en', share)}" == en


def test_ranks_are_named_in_the_readers_language():
    assert " ".join(rank_label("fr", rank) for rank in STRONGEST_FIRST) == "V 9 A 10 R D 8 7"
    assert " ".join(rank_label("en", rank) for rank in STRONGEST_FIRST) == "J 9 A 10 K Q 8 7"
    assert [rank_name("fr", rank) for rank in "JKQT"] == ["valet", "roi", "dame", "dix"]
    assert [rank_name("en", rank) for rank in "JKQT"] == ["jack", "king", "queen", "ten"]


def test_a_sentence_says_numerator_and_denominator():
    share = Share(61234, 90112)
    assert sentence("en", "taken.said_1", share) == (
        "taken 61,234 times in round 1, out of 90,112 deals with this card turned"
    )
    assert f"61{NARROW}234 fois" in sentence("fr", "taken.said_1", share)
    assert str(SMALL_SAMPLE) in small_words("fr")


# Charts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_taken_bars_stand_on_one_another_with_the_interval_of_what_is_below(lang: Lang):
    rows = drawn(taken_chart(taken_frame(), lang))
    assert [row["at"] for row in rows[::2]] == [rank_label(lang, r) for r in STRONGEST_FIRST]
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert (first["base"], first["top"]) == (0, 0.6)
        assert (second["base"], second["top"]) == (0.6, 0.85)
        assert (first["low"], first["high"]) == Share(600, 1000).interval()
        assert (second["low"], second["high"]) == Share(850, 1000).interval()
        assert second["value"] == share_words(lang, Share(250, 1000))
        assert second["interval"] == interval_words(lang, Share(250, 1000))
        assert second["so_far"] == share_words(lang, Share(850, 1000))
        assert second["said"] == sentence(lang, "taken.said_2", Share(250, 1000))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chute_bars_stand_side_by_side(lang: Lang):
    frame = chute_frame()
    rows = drawn(chute_chart(frame, lang))
    assert len(rows) == 16
    counts = {(row["turned_rank"], row["bid_round"]): row["k"] for row in frame.rows(named=True)}
    for (rank, round_), row in zip(
        [(rank, round_) for rank in STRONGEST_FIRST for round_ in (1, 2)], rows, strict=True
    ):
        share = Share(counts[rank, round_], 1000)
        assert (row["at"], row["base"], row["top"]) == (rank_label(lang, rank), 0, share.rate)
        assert (row["low"], row["high"]) == share.interval()


def test_a_card_that_never_came_up_has_no_bar():
    frame = chute_frame().filter(pl.col("turned_rank") != "J")
    assert len(drawn(chute_chart(frame, "fr"))) == 14
    assert len(drawn(taken_chart(taken_frame().filter(pl.col("turned_rank") != "J"), "fr"))) == 14


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("n", [SMALL_SAMPLE, SMALL_SAMPLE - 1])
def test_too_few_cases_are_grey_and_the_legend_says_so(lang: Lang, n: int):
    for chart in (taken_chart(taken_frame(n, 60, 25), lang), chute_chart(chute_frame(n), lang)):
        colours = chart.to_dict()["layer"][0]["encoding"]["fill"]["scale"]
        series = {row["series"] for row in drawn(chart)}
        assert series <= set(colours["domain"])
        assert (GREY in colours["range"]) == (n < SMALL_SAMPLE)
        assert len(series) == (1 if n < SMALL_SAMPLE else 2)


def test_numbers_on_axes_are_in_the_readers_notation():
    french = taken_chart(taken_frame(), "fr").to_dict()["config"]["locale"]["number"]
    english = taken_chart(taken_frame(), "en").to_dict()["config"]["locale"]["number"]
    assert (french["decimal"], french["thousands"], french["percent"]) == (
        ",",
        NARROW,
        f"{NARROW}%",
    )
    assert (english["decimal"], english["thousands"], english["percent"]) == (".", ",", "%")


def test_an_axis_ends_just_above_what_it_shows():
    assert share_limit([0.031]) == 0.1
    assert share_limit([0.183, 0.196]) == 0.2
    assert share_limit([0.97]) == 1.0
    assert share_limit([]) == 1.0


def test_a_chart_is_told_in_words():
    assert "jack 85.0%, nine 85.0%" in taken_alt(taken_frame(), "en")
    text = chute_alt(chute_frame(), "fr")
    assert text.index("premier tour") < text.index("second tour")
    assert f"valet 4,1{NARROW}%" in text
    assert f"valet 4,2{NARROW}%" in text


# Heat map, dots, histogram, rule sets


def heat_frame(n: int = 1000) -> pl.DataFrame:
    """A count for every card and position of both rounds."""
    rows = [
        (round_, position, rank, 10 * position + i, n)
        for round_ in (1, 2)
        for position in (1, 2, 3, 4)
        for i, rank in enumerate("789TJQKA")
    ]
    return pl.DataFrame(rows, ["round", "position", "turned_rank", "k", "n"], orient="row")


def hand_frame(n: int = 1000) -> pl.DataFrame:
    """Counts by trumps and honours; what is rare never happens."""
    rows = [
        (1, "taker", t, jack, nine, jack, 10 * t if jack else 0, n)
        for t in (2, 3, 4)
        for jack in (False, True)
        for nine in (False, True)
    ]
    columns = ["round", "side", "trumps", "has_jack", "has_nine", "has_belote", "k", "n"]
    return pl.DataFrame(rows, columns, orient="row")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_heat_map_has_a_cell_for_each_card_and_place(lang: Lang):
    chart, told = taking_heat(heat_frame(), 2, lang)
    rows = drawn(chart)
    assert len(rows) == 32
    assert {row["n"] for row in heat_frame().rows(named=True)} == {1000}
    assert rows[0]["value"] == share_words(lang, Share(14, 1000))
    assert rows[0]["short"] in ("1\u202f%", "1%")
    assert rank_name(lang, "J") in told
    assert not any(row["small"] for row in rows)
    assert all(row["small"] for row in drawn(taking_heat(heat_frame(99), 1, lang).chart))


def test_dots_on_a_logarithmic_scale_leave_out_what_never_happened():
    spec = capot_by_hand(hand_frame().unique(["trumps", "has_belote"]), "taker", "fr").chart
    described = spec.to_dict()
    whisker, dots = described["layer"]
    assert dots["transform"] == [{"filter": "datum.top > 0"}]
    scale = dots["encoding"]["y"]["scale"]
    assert (scale["type"], scale["domain"][1]) == ("log", 1)
    assert "transform" not in whisker
    assert all(row["low"] >= scale["domain"][0] > 0 for row in drawn(spec))
    assert {row["top"] for row in drawn(spec)} >= {0.0, 0.04}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_dots_tell_hands_apart_by_colour_and_shape(lang: Lang):
    by_hand = (taking_by_hand(hand_frame(), 1, lang), chute_by_hand(hand_frame(), lang))
    for chart, told in by_hand:
        dots = chart.to_dict()["layer"][1]["encoding"]
        assert len(set(dots["shape"]["scale"]["range"])) == 4
        assert len(drawn(chart)) == 12
        assert value_words(lang, Share(40, 1000)) in told


def test_the_histogram_has_its_line_at_82():
    points = [(0, 5), (81, 20), (82, 30), (162, 10)]
    frame = pl.DataFrame([(p, k, 65) for p, k in points], ["taker_points", "k", "n"], orient="row")
    rows = drawn(points_histogram(frame, "en").chart)
    assert [row["line"] for row in rows] == [81.5, None, None, None]
    assert [row["group"] for row in rows] == ["under 82"] * 2 + ["82 and more"] * 2
    assert passing(frame) == Share(40, 65)
    assert "40 of 65" in points_histogram(frame, "en").words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rule_sets_stand_side_by_side(lang: Lang):
    outcomes = pl.DataFrame(
        [("litige", "made", 80, 100), ("litige", "chute", 20, 100)],
        ["rules", "outcome", "k", "n"],
        orient="row",
    )
    assert [row["top"] for row in drawn(outcomes_by_rules(outcomes, lang).chart)] == [0.8, 0.2]
    means = pl.DataFrame(
        [("litige", "taker", 500, 100, 20_000, 200.0, 195.5, 204.5)],
        ["rules", "side", "target", "n", "total", "mean", "low", "high"],
        orient="row",
    )
    for chart, told in (marks_by_rules(means, lang), games_by_rules(means, lang)):
        [row] = drawn(chart)
        assert (row["top"], row["low"], row["high"]) == (200.0, 195.5, 204.5)
        assert number(lang, 20_000) in row["said"]
        assert row["value"] in told


def test_a_mean_has_the_decimals_that_its_interval_leaves():
    assert value_words("fr", Mean(500, 112.346, 112.31, 112.38)) == "112,35"
    assert interval_words("en", Mean(500, 1112.345, 1112.31, 1112.38)) == "1,112.31 to 1,112.38"
    assert Mean(1, 5.0, None, None).interval() == (5.0, 5.0)
    assert Mean(99, 5.0, 4.0, 6.0).small


def test_a_heat_map_darkens_all_the_way():
    assert [lightness(colour) for colour in HEAT] == sorted(map(lightness, HEAT), reverse=True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_turned_cards_are_drawn_as_cards_over_their_shares(lang: Lang):
    drawing = ElementTree.fromstring(turned_strip(taken_frame(), lang))
    texts = [element.text for element in drawing.iter("text")]
    assert texts[::3] == [rank_label(lang, rank) for rank in STRONGEST_FIRST]
    assert set(texts[2::3]) == {share_words(lang, Share(850, 1000))}
    for suit in "shdc":
        ElementTree.fromstring(f"<g>{card_face('T', suit, lang)}</g>")


# Colours

LIGHT, DARK = "#ffffff", "#191919"
# What protanopia, deuteranopia and tritanopia make of linear red, green and blue (Machado et al.).
SIGHTS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def lightness(colour: str) -> float:
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


@pytest.mark.parametrize("colour", [*COLOURS, GREY])
@pytest.mark.parametrize("background", [LIGHT, DARK])
def test_colours_stand_out_from_both_backgrounds(colour: str, background: str):
    darker, lighter = sorted((lightness(colour), lightness(background)))
    assert (lighter + 0.05) / (darker + 0.05) >= 3


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_are_told_apart_with_any_colour_vision(sight: str):
    seen = {
        colour: [
            max(0.0, sum(w * p for w, p in zip(row, linear(colour), strict=True))) ** (1 / 2.2)
            for row in SIGHTS[sight]
        ]
        for colour in (*COLOURS, GREY)
    }
    for one, other in combinations(seen.values(), 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.2


# Marks that lead to deals


def test_a_mark_leads_to_the_deals_it_counts_and_one_without_a_cell_nowhere():
    rows = [{"turned_rank": "9", "bid_round": round_, "k": 1, "n": 4} for round_ in (1, 2)]
    chart = chute_chart(pl.DataFrame(rows), "en")
    spec = linked(chart.to_dict(), lambda cell: "?" + urlencode(cell))
    [bars, *others] = spec["layer"]
    data = bars.get("data", spec.get("data"))
    found = [row["opens"] for row in data["values"]]
    assert found == [f"?turned=9&round={round_}&outcome=chute" for round_ in (1, 2)]
    assert bars["encoding"]["href"] == {"field": "opens", "type": "nominal"}
    assert not any("href" in layer["encoding"] for layer in others)
    mean = {"n": 4, "total": 8, "mean": 2.0, "low": 1.0, "high": 3.0}
    frame = pl.DataFrame([{"rules": "litige", "side": "taker", **mean}])
    bare = marks_by_rules(frame, "en").chart.to_dict()
    assert linked(bare, lambda _cell: "?") == bare
    assert "opens" not in str(bare)


# Games


def test_a_map_of_chances_has_a_ring_at_the_score_and_tells_its_corners():
    scores = (0, 50, 100)
    rows = [(own, other, 0.5 + (own - other) / 400) for own in scores for other in scores]
    grid = pl.DataFrame(rows, ["own", "other", "chance"], orient="row")
    chart, told = win_map(grid, (75, 149), "en")
    cells = drawn(chart)
    assert [(row["own"], row["other"]) for row in cells if row["here"]] == [(50, 100)]
    assert {(row["own"], row["other"]): row["chance"] for row in cells} == {
        (own, other): chance for own, other, chance in rows
    }
    assert "100 to 0 75.0%" in told
    with pytest.raises(ChartError, match="'chance'"):
        win_map(grid.drop("chance"), (0, 0), "fr")


def test_deficits_add_up_from_the_largest():
    rows = [(0, 0, 40, 100), (1, 50, 30, 100), (51, 100, 20, 100), (1951, None, 10, 100)]
    columns = ["comeback_from", "comeback_to", "k", "n"]
    frame = pl.DataFrame(rows, columns, orient="row")
    assert more_behind(frame, 0) == Share(60, 100)
    assert more_behind(frame, 50) == Share(30, 100)
    assert more_behind(frame, 100) == Share(10, 100)
    names = [row["at"] for row in drawn(by_comeback(frame, "en").chart)]
    assert names == ["never behind", "1–50", "51–100", "1,951 and more"]


def test_the_last_place_of_lead_changes_stands_for_more_too():
    frame = pl.DataFrame({"lead_changes": [0, 15], "k": [3, 1], "n": [4, 4]})
    assert [row["at"] for row in drawn(by_lead_changes(frame, "fr").chart)] == ["0", "15 et plus"]
