"""Questions answered from rollups: the rows of the raw questions, and filters counted anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest

from belote.game.variants import rule_set
from belote.lake.questions import (
    FILTERS,
    Question,
    QuestionError,
    ask,
    ask_rollup,
    question,
    questions,
    rollup,
    rollups,
)
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import Warehouse, connect
from belote.players.spec import seat_players
from belote.runs.mark import mark_run
from belote.runs.simulate import Simulation, simulate

NAMES = [one.name for one in rollups()]
_SOLVED = "a run is counted while it is played, and solved later"
FROM_ROWS_ALONE = {
    "standings": "cells have no players: who sat where is in the rows only",
    "cost_by_player": _SOLVED,
    "cost_by_trick": _SOLVED,
    "cost_by_role": _SOLVED,
    "cost_by_position": _SOLVED,
    "cost_by_action": _SOLVED,
    "cost_of_deals": _SOLVED,
    "double_dummy_by_turned_card": _SOLVED,
    "double_dummy_rates": _SOLVED,
    "points_spread": _SOLVED,
}
"""Questions that no rollup answers, and why."""
OWN, OWN_BIDS = "litige,target=501", "coinche,coinche_mark=contract"
MARKED = {
    "club": ("stricte", "arrondie", OWN),
    "chance": ("stricte", "arrondie"),
    "bids": ("coinche", OWN_BIDS),
}
"""Rule sets that each run is asked under."""
FILTERED: dict[str, dict[str, str]] = {
    "none": {},
    "nine": {"turned": "9"},
    "second": {"round": "2"},
    "dealer": {"position": "4"},
    "four": {"trumps": "4"},
    "all": {"turned": "J", "round": "1", "position": "2", "trumps": "3"},
}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Runs of different rules and players, two of them marked under one more rule set."""
    lake = open_lake(tmp_path_factory.mktemp("rollups") / "lake", create=True)
    players = "regular,random,regular,random"
    for name, rules, seats, deals in (
        ("club", "litige", players, 4000),
        ("chance", "annonces", "random:take=0.4", 3000),
        ("bids", "coinche", "random:take=0.5", 3000),
    ):
        simulate(lake, Simulation(deals, rule_set(rules), seat_players(seats), 3, 4, name))
    mark_run(lake, "club", [rule_set(OWN)])
    mark_run(lake, "bids", [rule_set(OWN_BIDS)])
    return lake


@pytest.fixture(scope="module")
def warehouse(lake: Lake) -> Iterator[Warehouse]:
    warehouse = connect(lake)
    yield warehouse
    warehouse.close()


def shared(asked: Question) -> list[dict[str, str]]:
    """Every combination of a run and rule set that the raw question takes too."""
    runs: list[dict[str, str]] = [{}, *({"run": run} for run in MARKED)]
    if "rules" not in [param.name for param in asked.params]:
        return runs
    judged = [{"run": run, "rules": rules} for run, sets in MARKED.items() for rules in sets]
    return [*runs, *judged, {"rules": "stricte"}, {"rules": "coinche"}]


def test_every_question_has_a_rollup_with_the_same_grain_and_parameters():
    assert [one.name for one in questions() if one.name not in FROM_ROWS_ALONE] == NAMES
    assert not set(FROM_ROWS_ALONE) & set(NAMES)
    assert set(FROM_ROWS_ALONE) < {one.name for one in questions()}
    for asked in rollups():
        raw = question(asked.name)
        assert (asked.question, asked.grain) == (raw.question, raw.grain)
        own = [param.name for param in asked.params if param.name not in FILTERS]
        assert own == [param.name for param in raw.params]


@pytest.mark.parametrize("name", NAMES)
def test_rollups_give_the_rows_of_the_raw_question(warehouse: Warehouse, name: str):
    assert ask_rollup(warehouse, name).height > 0
    for params in shared(rollup(name)):
        raw, counted = ask(warehouse, name, params), ask_rollup(warehouse, name, params)
        assert counted.schema == raw.schema, params
        assert counted.equals(raw), params


# Filters, counted from the public views ----------------------------------------------------------

_SAID = """
    SELECT bids.*, deals.turned_rank FROM bids JOIN deals USING (run_id, table_id, deal_no)
    WHERE run_id = 'club'
"""
_TAKEN = """
    SELECT deals.*, marks.rules AS judged, marks.outcome, marks.taker_mark, marks.defence_mark,
        hands.trumps, hands.has_jack, hands.has_nine, hands.has_belote,
        bid_round AS round, taker_position AS position
    FROM deals
    JOIN marks USING (run_id, table_id, deal_no)
    JOIN hands USING (run_id, table_id, deal_no)
    WHERE run_id = 'club' AND NOT passed_out AND hands.seat = deals.taker
"""
KEYS: dict[str, tuple[str, ...]] = {
    "taking_rate_by_turned_card": ("round", "position", "turned_rank"),
    "taking_rate_by_trumps": ("round", "trumps", "has_jack", "has_nine"),
    "chute_rate_by_turned_card": ("bid_round", "turned_rank"),
    "chute_rate_by_position": ("taker_position",),
    "chute_rate_by_round": ("bid_round",),
    "chute_rate_by_trumps": ("trumps", "has_jack", "has_nine"),
    "capot_rate_by_trumps": ("trumps", "has_belote"),
    "capot_rate_by_honours": ("trumps", "has_jack", "has_nine"),
    "capot_rate": (),
}


def kept(frame: pl.DataFrame, filters: dict[str, str]) -> pl.DataFrame:
    """The rows that filters keep."""
    for name, value in filters.items():
        column = "turned_rank" if name == "turned" else name
        frame = frame.filter(pl.col(column).cast(pl.String) == value)
    return frame


def counts(frame: pl.DataFrame, keys: tuple[str, ...], happens: pl.Expr) -> dict[Any, Any]:
    """By key: k and n."""
    groups = frame.with_columns(happens.cast(pl.Int64).alias("k")).select(*keys, "k")
    found: dict[Any, list[int]] = {}
    for *key, k in groups.iter_rows():
        cell = found.setdefault(tuple(key), [0, 0])
        cell[0] += k
        cell[1] += 1
    return {key: tuple(cell) for key, cell in found.items()}


def answered(frame: pl.DataFrame, keys: tuple[str, ...]) -> dict[Any, Any]:
    return {tuple(key): (k, n) for *key, k, n in frame.select(*keys, "k", "n").iter_rows()}


@pytest.fixture(scope="module")
def said(warehouse: Warehouse) -> pl.DataFrame:
    return warehouse.frame(_SAID)


@pytest.fixture(scope="module")
def taken(warehouse: Warehouse) -> pl.DataFrame:
    return warehouse.frame(_TAKEN)


@pytest.mark.parametrize("filters", FILTERED.values(), ids=FILTERED)
@pytest.mark.parametrize("name", KEYS)
def test_filters_keep_what_the_views_count(
    warehouse: Warehouse,
    said: pl.DataFrame,
    taken: pl.DataFrame,
    name: str,
    filters: dict[str, str],
):
    rules = {"rules": "stricte"} if name.startswith("chute") else {}
    frame = ask_rollup(warehouse, name, {"run": "club", **rules, **filters})
    keys = KEYS[name]
    if name.startswith("taking"):
        assert answered(frame, keys) == counts(kept(said, filters), keys, pl.col("took"))
        return
    rows = kept(taken.filter(pl.col("judged") == "stricte"), filters)
    if name.startswith("chute"):
        assert answered(frame, keys) == counts(rows, keys, pl.col("outcome") == "chute")
        return
    for side in ("taker", "defence"):
        expected = counts(rows, keys, pl.col("capot").fill_null("") == side)
        assert answered(frame.filter(pl.col("side") == side), keys) == expected


@pytest.mark.parametrize("filters", FILTERED.values(), ids=FILTERED)
def test_rule_sets_side_by_side_are_filtered(
    warehouse: Warehouse, taken: pl.DataFrame, filters: dict[str, str]
):
    rows = kept(taken, filters)
    marks = ask_rollup(warehouse, "marks_per_deal", {"run": "club", **filters})
    assert marks["rules"].n_unique() == rows["judged"].n_unique()
    for row in marks.iter_rows(named=True):
        column = rows.filter(pl.col("judged") == row["rules"])[f"{row['side']}_mark"]
        assert (row["n"], row["total"]) == (column.len(), column.sum())
        assert row["mean"] == pytest.approx(column.cast(pl.Float64).mean())
        half = 1.959963984540054 * (column.cast(pl.Float64).std() or 0) / column.len() ** 0.5
        assert row["high"] - row["mean"] == pytest.approx(half, abs=1e-6)
    outcomes = ask_rollup(warehouse, "outcome_rate_by_rules", {"run": "club", **filters})
    found = {(rules, what): (k, n) for rules, what, k, n, *_ in outcomes.rows()}
    by_rules = dict(rows.group_by("judged").len().rows())
    expected = rows.group_by("judged", "outcome").len().rows()
    assert found == {(rules, what): (k, by_rules[rules]) for rules, what, k in expected}


def test_whole_deals_are_filtered_by_the_turned_card_and_points_by_all(
    warehouse: Warehouse, taken: pl.DataFrame
):
    params = {"run": "club", "turned": "T"}
    for name in ("taken_rate_by_turned_card", "passed_out_rate"):
        everything = ask_rollup(warehouse, name, {"run": "club"})
        only = ask_rollup(warehouse, name, params)
        assert only.equals(everything.filter(pl.col("turned_rank") == "T"))
    filters = {"turned": "T", "round": "2", "position": "3"}
    points = ask_rollup(warehouse, "points_of_the_taker", {"run": "club", **filters})
    rows = kept(taken.filter(pl.col("judged") == "stricte"), filters)
    assert dict(points.select("taker_points", "k").iter_rows()) == dict(
        rows.group_by("taker_points").len().rows()
    )
    assert set(points["n"]) == {rows.height}


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"turned": "10"}, "turned cannot be '10': it takes 7, 8, 9, T, J, Q, K, A"),
        ({"round": "3"}, "round cannot be '3'"),
        ({"position": "0"}, "position cannot be '0'"),
        ({"trumps": 9}, "trumps cannot be '9'"),
        ({"seat": "1"}, "no parameter 'seat'"),
        ({"run": "nobody"}, "there is no run 'nobody'"),
    ],
)
def test_a_filter_that_is_none_is_refused(
    warehouse: Warehouse, params: dict[str, str | int], words: str
):
    with pytest.raises(QuestionError) as refused:
        ask_rollup(warehouse, "capot_rate", params)
    assert words in str(refused.value)


def test_a_rollup_that_is_not_there_is_refused_with_the_nearest(warehouse: Warehouse):
    with pytest.raises(QuestionError, match=r"there is no rollup 'deals_per_gain'.*deals_per_game"):
        ask_rollup(warehouse, "deals_per_gain")
