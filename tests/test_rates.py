"""Rates by player in the documentation: what is counted, what is kept, and what is said of it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

import rates
from belote.charts.frames import Share
from belote.game.variants import rule_set
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from belote.study.kept import PEOPLE, kept
from league import PAGE


def test_the_section_of_the_documentation_is_what_its_lines_give() -> None:
    text = rates.BEGIN + rates.section(kept("rates")) + rates.END
    assert PAGE.read_text(encoding="utf-8").count(text) == 1


def test_every_player_is_counted_over_enough_deals() -> None:
    lines = kept("rates")
    assert list(dict.fromkeys(line["player"] for line in lines)) == list(rates.DEALS)
    for line in lines:
        assert line["deals"] == rates.DEALS[line["player"]]


def test_the_lines_of_a_player_add_up() -> None:
    counts: dict[str, dict[tuple[str, str | None], Share]] = defaultdict(dict)
    for line in kept("rates"):
        if line["what"] != "points":
            counts[line["player"]][line["what"], line["turned"]] = Share(line["k"], line["n"])
    for player, shares in counts.items():
        deals, passed = rates.DEALS[player], shares["passed_out", None]
        by_round = {name: shares[name, None] for name in ("round_1", "round_2")}
        assert passed.k + sum(share.k for share in by_round.values()) == deals
        assert {share.n for share in by_round.values()} == {passed.n} == {deals}
        for name, share in by_round.items():
            cards = [x for (what, turned), x in shares.items() if what == name and turned]
            assert (sum(x.k for x in cards), sum(x.n for x in cards)) == share
        assert shares["first", None] == (by_round["round_1"].k, deals - passed.k)
        for name in ("chute", "capot_taker", "capot_defence"):
            assert shares[name, None].n == deals - passed.k


def test_what_is_counted_is_what_the_rows_hold(tmp_path: Path) -> None:
    lake = open_lake(tmp_path / "lake", create=True)
    players, deals = seat_players("novice"), 2000
    simulate(lake, Simulation(deals, rule_set("litige"), players, tables=deals, name="few"))
    lines = rates.answers(lake, "few")
    found = {(line["what"], line["turned"]): line for line in lines}
    warehouse = Warehouse(lake)

    def count(where: str) -> int:
        return warehouse.rows(f"SELECT count(*) FROM deals WHERE {where}")[0][0]

    assert count("deal_no <> 1") == 0
    for (what, turned), where in {
        ("passed_out", None): "passed_out",
        ("round_2", None): "bid_round = 2",
        ("round_1", "J"): "bid_round = 1 AND turned_rank = 'J'",
        ("capot_taker", None): "capot = 'taker'",
        ("capot_defence", None): "capot = 'defence'",
    }.items():
        assert found[what, turned]["k"] == count(where)
    assert found["round_1", "J"]["n"] == count("turned_rank = 'J'")
    chutes = "SELECT count(*) FROM marks WHERE rules = 'litige' AND outcome = 'chute'"
    assert found["chute", None]["k"] == warehouse.rows(chutes)[0][0]
    points = found["points", None]
    [(n, mean)] = warehouse.rows("SELECT count(taker_points), avg(taker_points) FROM deals")
    assert (points["n"], points["points"]) == (n, pytest.approx(mean))
    assert points["points_low"] < mean < points["points_high"]


def test_near_and_far_are_said_of_whole_intervals() -> None:
    shares = {
        "near": Share(16_500, 100_000),
        "wide": Share(16, 100),
        "between": Share(22_000, 100_000),
        "far": Share(44_000, 100_000),
        "reaching": Share(30, 100),
    }
    told = rates.distances(shares, 0.16)
    assert told == "near: `near`; far: `far`; neither: `wide`, `between`, `reaching`"


def test_what_was_published_for_people_is_said_in_the_section() -> None:
    told = rates.section(kept("rates"))
    for what, share in PEOPLE.items():
        assert f"{rates.NAMES[what]}, {100 * share:.0f}%: " in told
    assert "2 to 1 (67% of those taken)" in told


@pytest.mark.slow
def test_the_lines_of_the_fast_players_are_played_again_the_same() -> None:
    for player in ("random", "novice", "regular"):
        lines = [line for line in kept("rates") if line["player"] == player]
        again = rates.play(player, rates.DEALS[player])
        assert [{**line, "version": ""} for line in again] == [
            {**line, "version": ""} for line in lines
        ]
