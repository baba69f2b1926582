"""Runs that are killed, interrupted, resumed or written at once hold the same deals as others."""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from belote.game.variants import preset
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from commands import (
    SMALL_FILES,
    assert_one_sentence,
    call,
    checksum,
    committed,
    content,
    dying,
    finish,
    kill,
    start,
    tree,
    unnamed_files,
    wait_for,
)

DEALS = 24_000
FILES = 12
SMALL = SMALL_FILES.format(deals=DEALS // FILES)
RUN = ("simulate", "--players", "random", "--run", "one", "--quiet")


@pytest.fixture(autouse=True)
def without_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks without the queries of ``sql/checks``, to be quick."""
    monkeypatch.setattr("belote.runs.check.checks", list)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The checksum of the run, written in one piece by one worker and in one file."""
    lake = open_lake(tmp_path_factory.mktemp("undisturbed") / "lake", create=True)
    simulate(lake, Simulation(DEALS, preset("litige"), seat_players("random"), name="x"), workers=1)
    return checksum(lake.path, "x")


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files in this process too."""
    monkeypatch.setattr("belote.runs.plan.FEWEST", DEALS // FILES)
    monkeypatch.setattr("belote.runs.plan.MOST", DEALS // FILES)


def test_two_workers_write_what_one_does(tmp_path: Path, undisturbed: str, small_files: None):
    assert call(*RUN, "--deals", DEALS, "--lake", tmp_path, "--workers", 2).status == 0
    assert committed(tmp_path, "one") == FILES
    assert checksum(tmp_path, "one") == undisturbed


def test_a_run_killed_three_times_is_resumed_to_the_same_content(
    tmp_path: Path, undisturbed: str, small_files: None
):
    moments = random.Random(os.urandom(8))
    for round_no in range(3):
        words = [*RUN, "--deals", DEALS, "--lake", tmp_path, "--workers", 2, "--resume"]
        process = start(*words, before=SMALL)
        wait_for(lambda n=round_no: committed(tmp_path, "one") > 3 * n, process)
        time.sleep(moments.uniform(0, 0.05))
        kill(process)
        check_nothing_half_written(tmp_path)
    assert call(*words) == (0, "", "")
    assert checksum(tmp_path, "one") == undisturbed
    assert unnamed_files(tmp_path, "one") == set()


def check_nothing_half_written(lake: Path) -> None:
    """An unfinished run shows itself in `runs` and no deal of it anywhere."""
    (listed,) = call("runs", "--json", "--lake", lake).rows()
    assert listed["status"] == "unfinished"
    (row,) = call(
        "sql", "SELECT status, deals FROM runs", "--format", "json", "--lake", lake
    ).rows()
    assert row == {"status": "unfinished", "deals": listed["deals"]}
    warehouse = Warehouse(open_lake(lake))
    for view in ("deals", "hands", "bids", "plays", "tricks", "marks", "games"):
        assert warehouse.rows(f"SELECT count(*) FROM {view}") == [(0,)]
    (verdict,) = call("check", "--json", "--lake", lake).rows()
    assert verdict["sound"]
    assert verdict["checksum"] is None
    assert not verdict["complete"]


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_wherever_a_run_dies_it_can_be_resumed(tmp_path: Path, small_files: None, step: int):
    words = ("simulate", "--deals", 3000, "--players", "random", "--run", "one")
    moments = dying(tmp_path, step, *words, "--workers", 1)
    assert len(moments) > 30 / step  # 2 files of deals, games and holds each, and 4 manifests
    whole = content(tmp_path / str(moments[-1]), "one")
    for moment in moments:
        lake = tmp_path / str(moment)
        if (lake / "belote-lake.json").exists():
            assert call("runs", "--lake", lake).status == 0
        assert call(*words, "--lake", lake, "--resume", "--quiet").status == 0
        assert content(lake, "one") == whole
        assert unnamed_files(lake, "one") == set()


@pytest.mark.slow
def test_a_large_run_killed_three_times_at_any_moment(tmp_path: Path):
    deals = 4_000_000
    moments = random.Random(os.urandom(8))
    words = [*RUN, "--deals", deals, "--lake", tmp_path / "killed", "--resume"]
    for _ in range(3):
        process = start(*words, "--workers", 2)
        before = committed(tmp_path / "killed", "one")
        wait_for(lambda n=before: committed(tmp_path / "killed", "one") > n, process)
        time.sleep(moments.uniform(0, 0.5))
        kill(process)
        check_nothing_half_written(tmp_path / "killed")
    assert finish(start(*words, "--workers", 2)).status == 0
    assert finish(start(*RUN, "--deals", deals, "--lake", tmp_path / "whole", "-w", 1)).status == 0
    assert checksum(tmp_path / "killed", "one") == checksum(tmp_path / "whole", "one")


def test_ctrl_c_leaves_a_run_that_goes_on(tmp_path: Path, undisturbed: str, small_files: None):
    words = ["simulate", "--players", "random", "--run", "one", "--deals", DEALS]
    process = start(*words, "--lake", tmp_path, before=SMALL)
    wait_for(lambda: committed(tmp_path, "one") > 3, process)
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert done.status == 130
    assert done.out == ""
    assert "of 24,000 deals committed; the same command with --resume goes on" in done.err
    assert "Traceback" not in done.err
    assert unnamed_files(tmp_path, "one") == set()
    assert call(*words, "--lake", tmp_path, "--resume", "--quiet") == (0, "", "")
    assert content(tmp_path, "one") == undisturbed


def test_a_run_that_fails_before_its_first_commit_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    call("simulate", "--deals", 5, "--players", "random", "--run", "x", "--lake", tmp_path, "-q")
    before = tree(tmp_path)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("belote.runs.simulate.write_folds", broken)
    with pytest.raises(ZeroDivisionError):
        call(*RUN, "--deals", 1500, "--lake", tmp_path)
    assert tree(tmp_path) == before


def test_two_processes_write_two_runs_while_a_third_reads(tmp_path: Path):
    words = ["simulate", "--deals", DEALS, "--players", "random", "--lake", tmp_path, "--quiet"]
    writers = [start(*words, "--run", name, before=SMALL) for name in ("one", "two")]
    wait_for((tmp_path / "belote-lake.json").exists)
    warehouse = Warehouse(open_lake(tmp_path))
    asked = 0
    while asked == 0 or any(writer.poll() is None for writer in writers):
        rows = warehouse.rows("SELECT run_id, count(*) FROM deals GROUP BY run_id")
        assert all(deals == DEALS for _, deals in rows)
        asked += 1
        time.sleep(0.1)
    assert [finish(writer).status for writer in writers] == [0, 0]
    rows = warehouse.rows("SELECT run_id, count(*) FROM deals GROUP BY run_id ORDER BY run_id")
    assert rows == [("one", DEALS), ("two", DEALS)]
    assert call("check", "--lake", tmp_path).status == 0


def test_of_two_processes_on_one_name_the_second_is_refused(tmp_path: Path):
    words = [*RUN, "--lake", tmp_path]
    first = start(*words, "--deals", 10 * DEALS, before=SMALL)
    wait_for(lambda: committed(tmp_path, "one") > 0, first)
    for more in ([], ["--resume"]):
        refused = call(*words, "--deals", 10 * DEALS, *more)
        assert_one_sentence(refused, "'one'", "written by another process")
    assert_one_sentence(call("drop", "one", "--lake", tmp_path), "written by another process")
    kill(first)
    assert call("drop", "one", "--lake", tmp_path, "--quiet").status == 0


def test_of_two_processes_that_start_together_one_writes(tmp_path: Path):
    words = [*RUN, "--lake", tmp_path, "--deals", DEALS]
    done = [finish(process) for process in [start(*words, before=SMALL) for _ in range(2)]]
    assert sorted(one.status for one in done) == [0, 2]
    assert_one_sentence(max(done), "'one'")
    assert call("check", "one", "--lake", tmp_path).status == 0


def test_resume_refuses_other_parameters(tmp_path: Path):
    call(*RUN, "--deals", 1500, "--lake", tmp_path)
    before = tree(tmp_path)
    for change, words in [
        (["--deals", 1501], "deals 1500, not 1501"),
        (["--deals", 1500, "--seed", 2], "seed 1, not 2"),
        (["--deals", 1500, "--tables", 3], "tables 2, not 3"),
        (["--deals", 1500, "--rules", "stricte"], "rules litige, not stricte"),
        (["--deals", 1500, "--players", "random:take=0.5"], "players"),
    ]:
        refused = call(*RUN, *change, "--lake", tmp_path, "--resume")
        assert_one_sentence(refused, "run 'one' was begun with", words)
    assert tree(tmp_path) == before
    again = call(*RUN, "--deals", 1500, "--lake", tmp_path, "--resume")
    assert (again.status, tree(tmp_path)) == (0, before)


def test_resume_refuses_another_engine_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    call(*RUN, "--deals", 1500, "--lake", tmp_path)
    lake = open_lake(tmp_path)
    lake.save(replace(lake.manifest("one"), status="unfinished"))
    before = tree(tmp_path)
    monkeypatch.setattr("belote.__version__", "9.9")
    refused = call(*RUN, "--deals", 1500, "--lake", tmp_path, "--resume")
    assert_one_sentence(refused, "version 0.1.0", "9.9", "drop it")
    monkeypatch.undo()
    monkeypatch.setattr("belote.runs.plan.FEWEST", 1000)
    refused = call(*RUN, "--deals", 1500, "--lake", tmp_path, "--resume")
    assert_one_sentence(refused, "laid out its files in another way: drop it")
    assert tree(tmp_path) == before
