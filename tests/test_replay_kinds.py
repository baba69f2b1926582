"""Replayed deals of which less is known, or which do not count: score sheets, cancelled games."""

from __future__ import annotations

import itertools
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from belote.lake.questions import questions
from belote.lake.recorded import cancelled_fault
from belote.lake.store import open_lake
from commands import call
from recorded import Record, exported, lines, records, replayed, rows, sound, table

# A game ended by agreement ------------------------------------------------------------------------


def long_table() -> list[Record]:
    """A table of 60 deals, of which deal 30 ends a game by agreement, and 34 is broken off."""
    some = [record for record in records() if record["rules"] == records()[0]["rules"]]
    cycle = itertools.cycle(r for r in some if "plays" in r)
    stream = [next(cycle) | {"table": "t", "deal": n} for n in range(1, 61)]
    stream[29] |= {"status": "friendly_end"}
    stream[33] |= {"status": "abandoned", "plays": stream[33]["plays"][:10]}
    return stream


def test_a_friendly_end_cancels_its_game_for_every_count(tmp_path: Path):
    stream = long_table()
    replayed(tmp_path, stream)
    sound(tmp_path)
    rules = rows(tmp_path, "SELECT DISTINCT rules FROM deals")[0][0]
    games = rows(
        tmp_path,
        f"SELECT first_deal, last_deal, winner_team, finished FROM games WHERE rules = '{rules}'"
        " ORDER BY game_no",
    )
    (cancelled,) = [game for game in games if game[1] == 30]
    assert cancelled[2:] == (None, False)
    assert games[games.index(cancelled) + 1][0] == 31
    uncounted = {*range(cancelled[0], 31), 34}
    found = rows(tmp_path, "SELECT deal_no FROM deals WHERE NOT counted")
    assert {deal for (deal,) in found} == uncounted
    statuses = dict(rows(tmp_path, "SELECT deal_no, status FROM deals"))
    assert {n for n, status in statuses.items() if status != "complete"} == {30, 34}
    counted = rows(tmp_path, "SELECT sum(n) FROM stored.counts WHERE cube = 'points'")
    assert counted == [(60 - len(uncounted),)]
    assert exported(tmp_path) == lines(stream)


def test_a_check_finds_a_game_that_is_not_cancelled(tmp_path: Path):
    replayed(tmp_path, long_table())
    lake = open_lake(tmp_path / "lake")
    manifest = lake.manifest("run")
    rules = {name: manifest.rule_set(name) for name in manifest.rule_sets}
    path = lake.run_folder("run") / manifest.of_kind("deals")[0].name
    assert cancelled_fault(path, rules) is None
    deals = pq.read_table(path, partitioning=None)
    said = ["complete" if s == "cancelled" else s for s in deals["status"].to_pylist()]
    at = deals.column_names.index("status")
    pq.write_table(deals.set_column(at, "status", pa.array(said)), path)
    assert "cancelled" in str(cancelled_fault(path, rules))


# Score sheets -------------------------------------------------------------------------------------


def sheets() -> list[Record]:
    head = {"format": "belote-score/1", "table": "s"}
    some: list[Record] = [
        {"rules": "litige", "dealer": 3, "taker": 1, "trump": "h", "points": [100, 62]},
        {"rules": "litige", "taker_team": 0, "trump": "d", "points": [82, 80], "marks": [82, 80]},
        {"rules": "litige"},
        {"rules": "litige", "taker": 2, "trump": "s", "points": [162, 0], "capot": 0},
        {"rules": "litige", "taker": 2, "taker_team": 0, "trump": "s", "capot": 0},
        {"rules": "litige", "taker": 0, "trump": "c", "marks": [100, 62]},
        {
            "rules": {"base": "litige", "annonces": True}, "dealer": 0, "taker": 1, "trump": "c",
            "bid_round": 2, "turned": "7h", "points": [60, 102], "belote": [0, 20],
            "annonces": [20, 0], "marks": [80, 122], "club": "Arles",
        },
        {"rules": "litige", "dealer": 1, "marks": [0, 0]},
    ]  # fmt: skip
    return [head | {"deal": n} | record for n, record in enumerate(some, start=1)]


def test_score_sheets_make_a_run_of_kind_scored(tmp_path: Path):
    assert replayed(tmp_path, sheets()) == (0, "", "")
    assert exported(tmp_path) == lines(sheets())
    (run,) = call("runs", "--json", "--lake", tmp_path / "lake").rows()
    assert run["kind"] == "scored"
    sound(tmp_path)
    assert rows(tmp_path, "SELECT count(*), count(taker), count(taker_team) FROM deals") == [
        (8, 5, 6)
    ]
    outcomes = rows(tmp_path, "SELECT outcome FROM marks WHERE rules = 'litige' ORDER BY deal_no")
    assert [o for (o,) in outcomes] == [
        "chute", "made", "passed_out", "made", "made", None, "made", "passed_out",
    ]  # fmt: skip
    assert rows(tmp_path, "SELECT count(*) FROM stored.counts") == [(0,)]
    lake = ["--lake", tmp_path / "lake"]
    assert call("mark", "run", "--rules", "litige,target=77", *lake, "-q").status == 0
    sound(tmp_path)
    for deal in range(1, 9):
        for lang in ("fr", "en"):
            shown = call("show", "run", "s", deal, *lake, "--lang", lang)
            assert shown.status == 0
            assert "None" not in shown.out
    for question in questions():
        assert call("question", question.name, *lake).status == 0


def test_a_deal_that_was_broken_off_is_shown(tmp_path: Path):
    replayed(tmp_path, long_table())
    for deal in (30, 34):
        shown = call("show", "run", "t", deal, "--lake", tmp_path / "lake")
        assert shown.status == 0
        assert "None" not in shown.out


def test_deals_and_score_sheets_may_be_mixed(tmp_path: Path):
    some = [*table("a", 30), *sheets(), *table("b", 30)]
    assert replayed(tmp_path, some).status == 0
    assert exported(tmp_path) == lines(some)
    sound(tmp_path)
    assert rows(tmp_path, "SELECT kind FROM runs") == [("replayed",)]
