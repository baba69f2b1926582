"""The SQL views say what the deals say: each against plain Python on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import expected
from belote.game.variants import FIELDS, PRESETS, PRISE_PRESETS, changed, preset
from belote.lake.schema import MACROS, VIEWS
from belote.lake.warehouse import Warehouse, connect
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from lakes import (
    Deal,
    Row,
    new_lake,
    peculiar_deals,
    random_stream,
    rows_of_run,
    scored_deal,
    stored_row,
    unpacked,
    write_run,
)

OWN = changed(preset("litige"), {"target": 501})


class Content:
    """A warehouse, and the deals it should tell of by run."""

    def __init__(self, warehouse: Warehouse, runs: dict[str, list[Deal]]) -> None:
        self.warehouse = warehouse
        self.runs = runs

    def rows(self, view: str, run: str) -> list[Row]:
        """The rows of a view for a run, as dicts."""
        names = [column.name for column in VIEWS[view].columns]
        found = self.warehouse.rows(f"SELECT * FROM {view} WHERE run_id = $run", {"run": run})
        return [dict(zip(names, row, strict=True)) for row in found]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    lake = new_lake(tmp_path_factory.mktemp("views") / "lake")
    runs: dict[str, list[Deal]] = {}
    runs["played"] = [deal for table in (1, 2, 3) for deal in random_stream(table, 150, table)]
    runs["peculiar"] = peculiar_deals()
    runs["sheets"] = [scored_deal(1, deal_no) for deal_no in range(1, 9)]
    sets = {"peculiar": [*PRISE_PRESETS.values(), OWN]}
    for run, deals in runs.items():
        rows = [stored_row(deal) for deal in deals]
        write_run(lake, run, rows, rule_sets=sets.get(run, PRISE_PRESETS.values()))
    simulation = Simulation(2000, preset("litige"), seat_players("regular"), tables=3, name="swift")
    simulate(lake, simulation, workers=1)
    runs["swift"] = [unpacked(row) for row in rows_of_run(lake, "swift")]
    return Content(connect(lake), runs)


def assert_same(found: Iterable[Row], wanted: Iterable[Row]) -> None:
    """The same rows in whatever order, every column of them."""

    def ordered(rows: Iterable[Row]) -> list[list[tuple[str, Any]]]:
        return sorted((sorted(row.items()) for row in rows), key=str)

    have, want = ordered(found), ordered(wanted)
    assert want
    for one, other in zip(have, want, strict=True):
        assert one == other


RUNS = ("played", "peculiar", "sheets", "swift")
BY_DEAL: dict[str, Callable[[str, Deal], Iterator[Row]]] = {
    "hands": expected.expected_hands,
    "bids": expected.expected_bids,
    "plays": expected.expected_plays,
    "tricks": expected.expected_tricks,
}


def test_the_columns_are_those_declared(content: Content):
    for view in VIEWS.values():
        described = content.warehouse.rows(f"DESCRIBE {view.name}")
        assert [row[:2] for row in described] == [(c.name, c.type) for c in view.columns]


@pytest.mark.parametrize("run", RUNS)
def test_deals(content: Content, run: str):
    wanted = [expected.expected_deal(run, deal) for deal in content.runs[run]]
    assert_same(content.rows("deals", run), wanted)


@pytest.mark.parametrize("view", BY_DEAL)
@pytest.mark.parametrize("run", ["played", "peculiar", "swift"])
def test_rows_within_deals(content: Content, run: str, view: str):
    wanted = [row for deal in content.runs[run] for row in BY_DEAL[view](run, deal)]
    assert_same(content.rows(view, run), wanted)


def test_score_sheets_tell_of_no_cards_and_no_words(content: Content):
    wanted = [row for deal in content.runs["sheets"] for row in BY_DEAL["hands"]("sheets", deal)]
    assert_same(content.rows("hands", "sheets"), wanted)
    for view in ("bids", "plays", "tricks"):
        assert content.rows(view, "sheets") == []


@pytest.mark.parametrize("run", RUNS)
def test_marks(content: Content, run: str):
    sets = [*PRISE_PRESETS.values(), OWN] if run == "peculiar" else PRISE_PRESETS.values()
    deals = content.runs[run]
    wanted = [row for rules in sets for row in expected.expected_marks(run, deals, rules)]
    assert_same(content.rows("marks", run), wanted)


def test_the_sample_holds_litiges_that_are_carried_and_held(content: Content):
    (rows,) = content.warehouse.rows(
        "SELECT count(*) FILTER (WHERE carried > 0), count(*) FILTER (WHERE held > 0) FROM marks"
    )
    assert min(rows) > 5


def test_an_abandoned_deal_has_no_marks(content: Content):
    abandoned = [d["deal_no"] for d in content.runs["peculiar"] if d["status"] == "abandoned"]
    marked = {row["deal_no"] for row in content.rows("marks", "peculiar")}
    assert len(abandoned) == 3
    assert marked.isdisjoint(abandoned)


@pytest.mark.parametrize("run", ["played", "swift"])
def test_games(content: Content, run: str):
    deals = content.runs[run]
    wanted = [
        row
        for rules in PRISE_PRESETS.values()
        for row in expected.expected_games(run, deals, rules)
    ]
    assert_same(content.rows("games", run), wanted)


def test_runs(content: Content):
    swift, played = content.rows("runs", "swift")[0], content.rows("runs", "played")[0]
    assert (swift["kind"], swift["seed"], swift["players"]) == ("simulated", 1, ["regular"] * 4)
    assert (played["kind"], played["seed"], played["players"]) == ("replayed", None, None)
    assert (played["deals"], played["tables"], played["rules"]) == (450, 3, "litige")
    assert (played["status"], played["version"]) == ("complete", "0.0.test")
    assert played["created_at"].isoformat() == "2026-11-30T12:00:00+00:00"
    assert content.rows("runs", "peculiar")[0]["rules"] == "mixed"


def test_rules_are_the_presets_and_those_of_the_runs(content: Content):
    found = content.warehouse.rows("SELECT * FROM rules")
    wanted = [
        (rules.name, *(rules.value(field.name) for field in FIELDS))
        for rules in [*PRESETS.values(), OWN]
    ]
    assert sorted(found) == sorted(wanted)


def test_a_run_of_facts_only_has_no_plays(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    nothing = dict.fromkeys(("trick_0", "trick_1", "trick_2", "winners"))
    rows = [stored_row(deal) | nothing for deal in random_stream(5, 40, 1)]
    write_run(lake, "facts", rows, keeps="facts")
    warehouse = connect(lake)
    assert warehouse.rows("SELECT status FROM runs") == [("complete (facts only)",)]
    assert warehouse.rows("FROM plays") == warehouse.rows("FROM tricks") == []
    assert warehouse.rows("SELECT count(*), count(dix_de_der) FROM deals") == [(40, 0)]
    assert warehouse.rows("SELECT count(cards) > 0 FROM hands") == [(True,)]


def test_the_views_of_an_empty_lake_have_their_columns(tmp_path: Path):
    warehouse = connect(new_lake(tmp_path / "lake"))
    for view in VIEWS.values():
        described = warehouse.rows(f"DESCRIBE {view.name}")
        assert [row[:2] for row in described] == [(c.name, c.type) for c in view.columns]
        assert len(warehouse.rows(f"FROM {view.name}")) == (7 if view.name == "rules" else 0)


# Macros ------------------------------------------------------------------------------------------


def test_every_macro_declared_can_be_called(content: Content):
    calls = {
        "wilson_low(k, n)": "wilson_low(1, 2)",
        "wilson_high(k, n)": "wilson_high(1, 2)",
        "card_name(card, lang)": "card_name('Js', 'fr')",
        "suit_name(suit, lang)": "suit_name('s', 'en')",
    }
    assert set(calls) == set(MACROS)
    (row,) = content.warehouse.rows(f"SELECT {', '.join(calls.values())}")
    assert row[2:] == ("valet de pique", "spades")


def test_names_of_cards_and_suits(content: Content):
    asked = """
        SELECT [card_name(card, lang) FOR card IN ['As', 'Kh', 'Qd', 'Jc', 'Ts', '9h', '8d', '7c']],
               [suit_name(suit, lang) FOR suit IN ['s', 'h', 'd', 'c', 'sa', 'ta']]
        FROM (VALUES ('fr'), ('en'), ('de')) AS languages (lang)
    """
    french, english, unknown = content.warehouse.rows(asked)
    assert french[0][:4] == ["as de pique", "roi de cœur", "dame de carreau", "valet de trèfle"]
    assert french[0][4:] == ["dix de pique", "neuf de cœur", "huit de carreau", "sept de trèfle"]
    assert english[0][:3] == ["ace of spades", "king of hearts", "queen of diamonds"]
    assert english[0][3:6] == ["jack of clubs", "ten of spades", "nine of hearts"]
    assert english[0][6:] == ["eight of diamonds", "seven of clubs"]
    assert french[1] == ["pique", "cœur", "carreau", "trèfle", "sans atout", "tout atout"]
    assert english[1] == ["spades", "hearts", "diamonds", "clubs", "no trumps", "all trumps"]
    assert set(unknown[0] + unknown[1]) == {None}
    for wrong in ("1s", "sJ", "J", "Jss", "", None):
        assert content.warehouse.rows("SELECT card_name($c, 'fr')", {"c": wrong}) == [(None,)]


def test_wilson_intervals(content: Content):
    z = 1.959963984540054
    pairs = [(k, n) for n in (1, 2, 7, 100, 12345) for k in {0, 1, n // 2, n - 1, n}]
    pairs += [(0, 10**10), (3, 10**10), (10**10 - 1, 10**10), (10**10, 10**10)]
    for k, n in pairs:
        asked = {"k": k, "n": n}
        ((low, high),) = content.warehouse.rows(
            "SELECT wilson_low($k, $n), wilson_high($k, $n)", asked
        )
        # The ends solve (p - k/n)^2 = z^2 p (1 - p) / n.
        for end in (low, high):
            assert (end - k / n) ** 2 == pytest.approx(z * z * end * (1 - end) / n, abs=1e-15)
        assert 0 <= low <= k / n <= high <= 1
        assert (low == 0) == (k == 0)
        assert (high == 1) == (k == n)


def test_wilson_intervals_of_nothing_are_null(content: Content):
    asked = "SELECT wilson_low(0, 0), wilson_high(0, 0), wilson_low(NULL, 5), wilson_high(1, NULL)"
    assert content.warehouse.rows(asked) == [(None,) * 4]
