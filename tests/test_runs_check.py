"""`check` finds whatever is wrong with a run, names it, and says so with exit 1."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from belote.game.variants import preset
from belote.lake.files import file_sha256
from belote.lake.manifest import DataFile, Manifest
from belote.lake.store import open_lake
from belote.players.spec import seat_players
from belote.runs.check import MOST_NAMED, check_run
from belote.runs.simulate import Simulation, simulate
from commands import assert_one_sentence, call, checksum

DEALS = "deals-00001.parquet"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with a run in three files of 1,000 deals at 10 tables each."""
    path = tmp_path_factory.mktemp("check") / "lake"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belote.runs.plan.FEWEST", 1000)
        patch.setattr("belote.runs.plan.MOST", 1000)
        players = seat_players("random")
        simulation = Simulation(3000, preset("litige"), players, tables=30, name="one")
        simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def lake(sound: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(sound, tmp_path / "lake"))


def path_of(lake: Path, name: str = DEALS) -> Path:
    return lake / "runs" / "run_id=one" / name


def faults(lake: Path, run: str = "one") -> list[str]:
    """What `check` says, with exit 1."""
    done = call("check", run, "--json", "--lake", lake)
    (verdict,) = done.rows()
    assert (done.status, done.err, verdict["sound"], verdict["checksum"]) == (1, "", False, None)
    return verdict["faults"]


def save(lake: Path, change: Callable[[Manifest], Manifest]) -> None:
    opened = open_lake(lake)
    opened.save(change(opened.manifest("one")))


def change_file(lake: Path, name: str, **changes: object) -> None:
    """Change what the manifest says of one file."""

    def changed(file: DataFile) -> DataFile:
        return replace(file, **changes) if file.name == name else file  # pyright: ignore

    save(lake, lambda m: replace(m, files=tuple(map(changed, m.files))))


def rewrite(lake: Path, name: str, change: Callable[[pa.Table], pa.Table]) -> None:
    """Change rows of a file and write it again with its true size and checksum."""
    path = path_of(lake, name)
    rows = change(pq.read_table(path, partitioning=None))
    pq.write_table(rows, path)
    size, digest = path.stat().st_size, file_sha256(path)
    change_file(lake, name, size=size, sha256=digest, rows=rows.num_rows)


def with_value(
    column: str, row: int, value: Callable[[Any], Any]
) -> Callable[[pa.Table], pa.Table]:
    """A table with one value changed."""

    def changed(rows: pa.Table) -> pa.Table:
        values = rows[column].to_pylist()
        values[row] = value(values[row])
        at = rows.column_names.index(column)
        return rows.set_column(at, column, pa.array(values, rows.schema.field(column).type))

    return changed


def taken(lake: Path, name: str = DEALS) -> int:
    """A row of a deal that somebody took in round 1."""
    rows = pq.read_table(path_of(lake, name), partitioning=None)
    return int(np.flatnonzero(rows["bid_round"].to_pandas() == 1)[0])


def test_a_run_as_it_was_written_is_sound(sound: Path):
    done = call("check", "--lake", sound)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("one: 3,000 deals, sound\n  content ")
    assert len(checksum(sound, "one")) == 64


def test_a_missing_file_is_found(lake: Path):
    path_of(lake).unlink()
    found = faults(lake)
    assert f"{path_of(lake)} is missing" in found
    said = call("check", "one", "--lake", lake)
    assert (said.status, said.err) == (1, "")
    assert said.out.splitlines() == ["one: 2,000 deals, NOT SOUND", *(f"  {f}" for f in found)]


def test_a_file_that_is_cut_off_is_found(lake: Path):
    path_of(lake).write_bytes(path_of(lake).read_bytes()[:-100])
    assert any(f"{path_of(lake)} is damaged" in fault for fault in faults(lake))


@pytest.mark.parametrize("name", [DEALS, "games-presets-00002.parquet"])
def test_one_flipped_byte_is_found(lake: Path, name: str):
    data = bytearray(path_of(lake, name).read_bytes())
    data[len(data) // 2] ^= 1
    path_of(lake, name).write_bytes(data)
    assert faults(lake) == [
        f"{path_of(lake, name)} is damaged: its bytes are not those that were committed"
    ]


def test_bytes_that_are_no_parquet_with_a_true_checksum_are_found(lake: Path):
    path_of(lake).write_bytes(b"no parquet at all")
    size, digest = path_of(lake).stat().st_size, file_sha256(path_of(lake))
    change_file(lake, DEALS, size=size, sha256=digest)
    assert any(f"{path_of(lake)} is damaged and cannot be read" in fault for fault in faults(lake))


@pytest.mark.parametrize("name", [DEALS, "games-presets-00001.parquet"])
def test_a_wrong_number_of_rows_in_the_manifest_is_found(lake: Path, name: str):
    rows = next(f.rows for f in open_lake(lake).manifest("one").files if f.name == name)
    change_file(lake, name, rows=rows + 1)
    assert any(f"the manifest says {rows + 1}" in fault for fault in faults(lake))


def test_a_wrong_number_of_deals_or_tables_of_the_run_is_found(lake: Path):
    save(lake, lambda m: replace(m, deals=2999))
    assert faults(lake) == ["run 'one' says 2999 deals; its files have 3000"]
    save(lake, lambda m: replace(m, deals=3000, tables=31))
    assert faults(lake) == ["run 'one' ends with table 30, not 31"]


def test_a_file_that_the_manifest_leaves_out_is_found(lake: Path):
    save(lake, lambda m: replace(m, files=tuple(f for f in m.files if f.name != DEALS)))
    found = faults(lake)
    assert "run 'one' has a file of tables 21 to 30, not from 11" in found
    games = "games-presets-00000.parquet"
    save(lake, lambda m: replace(m, files=tuple(f for f in m.files if f.name != games)))
    assert "run 'one' has no games under annonces from table 1 on" in faults(lake)


ILLEGAL = {
    "winners": (lambda v: v ^ 3, "the wrong seat wins a trick"),
    "trump": (lambda v: (v + 1) % 4, "the trump does not follow from the turned card"),
    "taker_points": (lambda v: v ^ 1, "the points are not those of the tricks"),
    "taker_tricks": (lambda v: v ^ 1, "the number of tricks is not so"),
    "taker_belote": (lambda v: 20 - v, "a belote is not so"),
    "taker_annonces": (lambda v: v + 20, "the annonces are not those of the hands"),
    "leader": (lambda v: v ^ 1, "the wrong seat leads the first trick"),
    "owner_low": (lambda v: v ^ 1, " card"),
    "first_mask": (lambda v: v ^ 1, "five first cards a seat and the turned card"),
    "trick_0": (lambda v: v ^ 1, "a trick does not hold one card of each seat"),
}


@pytest.mark.parametrize("column", ILLEGAL)
def test_an_illegal_deal_with_true_checksums_is_found(lake: Path, column: str):
    change, words = ILLEGAL[column]
    row = taken(lake)
    rewrite(lake, DEALS, with_value(column, row, change))
    named = f"{path_of(lake)}: table {row // 100 + 11}, deal {row % 100 + 1}: "
    found = faults(lake)
    assert any(fault.startswith(named) for fault in found), found
    assert any(words in fault for fault in found), found


def test_a_card_played_out_of_turn_is_found(lake: Path):
    """Two cards of one hand change places: each trick keeps a card of each seat."""
    rows = pq.read_table(path_of(lake), partitioning=None).to_pylist()
    verdicts: set[str] = set()
    for row in range(40):
        deal = rows[row]
        if deal["taker"] is None:
            continue
        low, high = deal["owner_low"], deal["owner_high"]
        hand = [c for c in range(32) if not low >> c & 1 and not high >> c & 1]
        one, other = hand[0], hand[-1]
        planes = {
            name: _swapped(deal[name], one, other) for name in ("trick_0", "trick_1", "trick_2")
        }
        copy = Path(shutil.copytree(lake, lake.with_name(f"swapped-{row}")))
        for name, plane in planes.items():
            rewrite(copy, DEALS, with_value(name, row, lambda _, plane=plane: plane))
        verdicts |= {
            fault.rpartition(": ")[2] for fault in check_run(open_lake(copy), "one").faults
        }
        if "a card is not legal" in verdicts:
            return
    raise AssertionError(verdicts)


def _swapped(plane: int, one: int, other: int) -> int:
    if (plane >> one & 1) == (plane >> other & 1):
        return plane
    return plane ^ (1 << one) ^ (1 << other)


def test_many_faulty_deals_are_counted(lake: Path):
    def all_points(rows: pa.Table) -> pa.Table:
        at = rows.column_names.index("taker_tricks")
        wrong = [None if v is None else v ^ 1 for v in rows["taker_tricks"].to_pylist()]
        return rows.set_column(at, "taker_tricks", pa.array(wrong, pa.uint8()))

    rewrite(lake, DEALS, all_points)
    found = faults(lake)
    assert sum("the number of tricks is not so" in fault for fault in found) == MOST_NAMED
    assert any("more deals are faulty" in fault for fault in found)


def test_deals_out_of_order_twice_or_left_out_are_found(lake: Path):
    for order in ([1, 0, *range(2, 1000)], [0, *range(999)], [*range(500), *range(501, 1000)]):
        copy = Path(shutil.copytree(lake, lake.with_name(f"order-{len(order)}-{order[0]}")))
        rewrite(copy, DEALS, lambda rows, order=order: rows.take(order))
        assert any("does not follow the deal before it" in fault for fault in faults(copy))


def test_games_that_do_not_follow_from_the_deals_are_found(lake: Path):
    name = "games-presets-00001.parquet"
    rewrite(lake, name, with_value("team0_score", 5, lambda v: v + 1))
    assert faults(lake) == [
        f"{path_of(lake, name)}: the games are not those that follow from the deals"
    ]
    name = "holds-presets-00002.parquet"
    rewrite(lake, name, lambda rows: rows.slice(1))
    assert any(f"{path_of(lake, name)}: the holds are not" in fault for fault in faults(lake))


def test_a_damaged_manifest_is_a_fault_and_other_runs_are_checked(lake: Path, sound: Path):
    shutil.copytree(lake / "runs" / "run_id=one", lake / "runs" / "run_id=two")
    text = path_of(lake, "manifest.json").read_text(encoding="utf-8")
    two = lake / "runs" / "run_id=two" / "manifest.json"
    two.write_text(text.replace('"run_id": "one"', '"run_id": "two"'), encoding="utf-8")
    path_of(lake, "manifest.json").write_text(text[:100], encoding="utf-8")
    assert f"{path_of(lake, 'manifest.json')} is damaged" in faults(lake)[0]
    done = call("check", "--json", "--lake", lake)
    assert done.status == 1
    assert [(row["run"], row["sound"]) for row in done.rows()] == [("one", False), ("two", True)]
    assert done.rows()[1]["checksum"] == checksum(sound, "one")


def test_an_unknown_run_cannot_be_checked(sound: Path):
    done = call("check", "onee", "--lake", sound)
    assert_one_sentence(done, "there is no run 'onee'", "did you mean 'one'?")


def test_a_query_of_sql_checks_that_finds_rows_is_a_fault(
    lake: Path, monkeypatch: pytest.MonkeyPatch
):
    from belote.lake.questions import Param, Question

    run = Param("run", None, "one run")
    query = "SELECT run_id, table_id FROM deals WHERE run_id = $run AND passed_out LIMIT 3"
    always = Question("none_is_passed_out", "Which deals are passed out?", "deal", (run,), query)
    monkeypatch.setattr("belote.lake.questions._read", lambda _: {always.name: always})
    (fault, *_) = faults(lake)
    assert fault == "none_is_passed_out: Which deals are passed out? 3, the first: " + (
        "run_id one, table_id 1"
    )


def test_json_is_one_object_a_run(sound: Path):
    (line,) = call("check", "--json", "--lake", sound).out.splitlines()
    assert list(json.loads(line)) == ["run", "complete", "deals", "sound", "checksum", "faults"]
