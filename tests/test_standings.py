"""The standings of players, worked out by hand at a table where much happens."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from belote.game.variants import rule_set
from belote.lake.questions import ask
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse, connect
from belote.players.spec import seat_players
from belote.resources import sample_lake
from belote.runs.simulate import Simulation, simulate
from commands import call
from lakes import Row, new_lake, scored_deal, stored_row, write_run
from recorded import replayed, rows, table

TO_150, TO_90 = (f"litige,target={target}" for target in (150, 90))
SEATS = ["ann", "bob", "cid", "dan"]


def deal(deal_no: int, taker: int, points: int, players: list[Any] = SEATS, **more: Any) -> Row:
    """A deal in which team 0 has so many card points."""
    made = scored_deal(1, deal_no) | {"belote": [0, 0], "players": players, "taker": taker}
    made |= {"points": [points, 162 - points], "rules": TO_150}
    return stored_row(made | more)


EVENING = [
    deal(1, 0, 100),  # to 150: 100-62, then a chute, 100-224: team 1 wins
    deal(2, 0, 60, ["ann", "zoe", "cid", "dan"]),  # bob has left, and his game is his
    deal(3, 1, 0, ["ann", "bob", "ann", "dan"]),  # 0-162: team 1 wins, ann loses twice
    deal(4, 0, 100, status="cancelled"),  # of the game that ends by agreement
    deal(5, 0, 100, status="friendly_end"),
    deal(6, 0, 100),  # 100-62, broken off, 200-124: not counted
    deal(7, 0, 100, status="abandoned"),
    deal(8, 0, 100),
    deal(9, 2, 162, ["ann", None, "cid", "dan"]),  # 162-0: team 0 wins, against one unknown
    deal(10, 0, 100),  # still open
]
Standing = tuple[int, int, int, float, float, float]


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    lake = new_lake(tmp_path / "lake")
    write_run(lake, "evening", EVENING, rule_sets=[rule_set(TO_150), rule_set(TO_90)])
    return connect(lake)


def standings(warehouse: Warehouse, **params: Any) -> dict[str, Standing]:
    """By player, best first: won, played, ranking points, tokens staked, won, balance."""
    frame = ask(warehouse, "standings", params).drop("rate", "low", "high")
    return {player: tuple(rest) for player, *rest in frame.iter_rows()}


def test_an_evening_under_its_own_rules(warehouse: Warehouse):
    wanted = {
        "dan": (2, 3, 45, 30, 36, 6),
        "bob": (2, 2, 40, 20, 36, 16),
        "ann": (1, 4, 35, 40, 18, -22),
        "cid": (1, 2, 25, 20, 18, -2),
    }
    found = standings(warehouse, run="evening")
    assert found == wanted
    assert list(found) == list(wanted)
    # Of three pots the bank keeps 4 tokens each; the one unknown has lost his 10.
    assert sum(balance for *_, balance in found.values()) == -3 * 4 + 10
    assert standings(warehouse) == found


def test_the_same_evening_as_another_rule_set_cuts_it(warehouse: Warehouse):
    # To 90: deals 1, 6, 9 and 10 are won by team 0, 2 and 3 by team 1. Deal 4 was cancelled.
    found = standings(warehouse, rules=TO_90)
    assert {name: row[:3] for name, row in found.items()} == {
        "ann": (4, 7, 95),
        "cid": (4, 5, 85),
        "dan": (2, 6, 60),
        "zoe": (1, 1, 20),
        "bob": (1, 4, 35),
    }


def test_the_stake_and_the_cut_are_asked(warehouse: Warehouse):
    assert standings(warehouse, stake=25, cut="0")["dan"] == (2, 3, 45, 75, 100, 25)
    assert standings(warehouse, stake="0.5", cut="0.25")["cid"] == (1, 2, 25, 1, 0.75, -0.25)
    assert standings(warehouse, cut=1)["bob"] == (2, 2, 40, 20, 0, -20)


def test_at_a_table_of_mixed_rules_a_game_is_of_one_rule_set(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    some = [deal(1, 0, 100, rules=TO_90), deal(2, 0, 100), deal(3, 0, 162), deal(4, 1, 0)]
    write_run(lake, "mixed", some, rule_sets=[rule_set(TO_150), rule_set(TO_90)])
    # To 90 deal 1 is a game; to 150 deals 1 and 2 are, of two rule sets; then 3 and 4 are to 150.
    found = standings(connect(lake))
    assert {name: row[:2] for name, row in found.items()} == dict.fromkeys(
        ("ann", "cid"), (2, 3)
    ) | dict.fromkeys(("bob", "dan"), (1, 3))


def test_one_player_at_four_seats_plays_four_times(tmp_path: Path):
    lake = open_lake(tmp_path / "lake", create=True)
    simulate(lake, Simulation(3000, rule_set("litige"), seat_players("regular"), 1, 3, "own"))
    warehouse = connect(lake)
    ((games,),) = warehouse.rows("SELECT count(*) FROM games WHERE finished AND rules = 'litige'")
    assert games > 100
    found = standings(warehouse)
    assert found["regular"][:4] == (2 * games, 4 * games, 50 * games, 40 * games)
    assert found["regular"][4:] == (36 * games, -4 * games)


def test_replayed_records_are_counted_by_the_first_deal_of_each_game(tmp_path: Path):
    sat = [["ann", "bob", "cid", "dan"], ["eve", "bob", "ann", "dan"]]
    some = [
        record | {"rules": "litige", "players": sat[n // 9 % 2]}
        for n, record in enumerate(table("club", 120))
    ]
    for record in some:
        record.pop("marks", None)
    assert replayed(tmp_path, some).status == 0
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    query = """SELECT first_deal, winner_team FROM games WHERE rules = 'litige' AND finished"""
    for first_deal, winner in rows(tmp_path, query):
        for seat, player in enumerate(sat[(first_deal - 1) // 9 % 2]):
            played[player] += 1
            won[player] += seat % 2 == winner
    found = standings(Warehouse(open_lake(tmp_path / "lake")))
    assert set(played) == {"ann", "bob", "cid", "dan", "eve"}
    wanted = {name: (won[name], times) for name, times in played.items()}
    assert {name: row[:2] for name, row in found.items()} == wanted


@pytest.mark.parametrize("param", ["stake=-1", "stake=abc", "stake=1e300", "cut=2", "cut=nan"])
def test_a_stake_or_cut_that_cannot_be_is_refused(param: str):
    done = call("question", "standings", "--param", param, "--lake", sample_lake())
    assert done.status == 2
    assert "it is a number from 0 to" in done.err
