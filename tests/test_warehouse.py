"""The warehouse: what it reads, when it looks again, and what it says when it cannot answer."""

from __future__ import annotations

import itertools
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from belote import resources
from belote.lake import warehouse as warehouse_module
from belote.lake.schema import VIEWS
from belote.lake.store import Lake
from belote.lake.warehouse import QueryError, Warehouse, connect, warehouse_script
from lakes import Row, new_lake, random_stream, stored_row, write_run


def rows_of(seed: int, deals: int = 60) -> list[Row]:
    return [stored_row(deal) for table in (1, 2) for deal in random_stream(seed, deals, table)]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake with two runs of 120 deals in two files each, and an unfinished one."""
    lake = new_lake(tmp_path_factory.mktemp("warehouse") / "lake")
    for seed, run in ((1, "one"), (2, "two")):
        write_run(lake, run, rows_of(seed))
    write_run(lake, "begun", rows_of(3), status="unfinished")
    return lake


@pytest.fixture(scope="module")
def warehouse(shared: Lake) -> Warehouse:
    return connect(shared)


@pytest.fixture
def lake(shared: Lake, tmp_path: Path) -> Lake:
    """A copy of it, to be changed."""
    return Lake(Path(shutil.copytree(shared.path, tmp_path / "lake")))


def sentence(caught: pytest.ExceptionInfo[QueryError]) -> str:
    """What an error says, in one line."""
    said = str(caught.value)
    assert said
    assert "\n" not in said
    assert "Error:" not in said
    return said


# What it reads -----------------------------------------------------------------------------------


def test_an_unfinished_run_is_in_the_runs_and_nowhere_else(warehouse: Warehouse):
    runs = warehouse.rows("SELECT run_id, status, deals FROM runs ORDER BY run_id")
    assert runs == [
        ("begun", "unfinished", 120),
        ("one", "complete", 120),
        ("two", "complete", 120),
    ]
    for view in set(VIEWS) - {"runs", "rules", "solved", "costs"}:
        found = warehouse.rows(f"SELECT DISTINCT run_id FROM {view} ORDER BY run_id")
        assert found == [("one",), ("two",)]


def test_a_file_that_no_manifest_names_does_not_exist(lake: Lake):
    folder = lake.run_folder("one")
    shutil.copy(folder / "deals-00000.parquet", folder / "deals-00009.parquet")
    shutil.copytree(folder, lake.path / "runs" / "run_id=stray")
    (lake.path / "runs" / "run_id=stray" / "manifest.json").unlink()
    assert connect(lake).rows("SELECT count(*) FROM deals") == [(240,)]


def test_the_script_runs_in_a_bare_duckdb(shared: Lake, warehouse: Warehouse):
    bare = duckdb.connect()
    bare.execute(warehouse_script(shared))
    for view in VIEWS:
        asked = f"SELECT * FROM {view} ORDER BY ALL"
        assert bare.execute(asked).fetchall() == warehouse.rows(asked)
    names = "SELECT DISTINCT table_name FROM information_schema.tables WHERE table_schema = 'main'"
    assert {name for (name,) in bare.execute(names).fetchall()} == set(VIEWS)


@pytest.mark.parametrize("folder", ["it's here", "a=b", "glob [x] *? {1}", "Été", "semi;colon"])
def test_a_lake_may_lie_anywhere(tmp_path: Path, folder: str):
    lake = new_lake(tmp_path / folder / "lake")
    write_run(lake, "007", rows_of(4, 10))
    found = connect(lake).rows("SELECT DISTINCT run_id, typeof(run_id) FROM deals")
    assert found == [("007", "VARCHAR")]


def test_a_relative_lake_is_found_from_another_folder(
    lake: Lake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.chdir(lake.path.parent)
    relative = connect(Lake(Path("lake")))
    monkeypatch.chdir(tmp_path.parent)
    assert relative.rows("SELECT count(*) FROM deals") in ([(240,)], [(0,)])
    assert str(lake.path) not in warehouse_script(Lake(Path("nowhere")))


def test_the_settings_hold_for_every_cursor(warehouse: Warehouse):
    asked = """
        SELECT current_setting('TimeZone'), current_setting('parquet_metadata_cache'),
               current_setting('autoload_known_extensions'),
               current_setting('autoinstall_known_extensions')
    """
    assert warehouse.rows(asked) == [("UTC", True, False, False)]
    with connect(warehouse.lake, threads=1).cursor() as cursor:
        assert cursor.execute("SELECT current_setting('threads')").fetchall() == [(1,)]


# How it answers ----------------------------------------------------------------------------------


def test_frames_and_rows(warehouse: Warehouse):
    asked = "SELECT run_id, count(*) AS deals FROM deals WHERE run_id = $run GROUP BY ALL"
    frame = warehouse.frame(asked, {"run": "one"})
    assert frame.equals(pl.DataFrame({"run_id": ["one"], "deals": [120]}))
    assert warehouse.rows(asked, {"run": "one"}) == [("one", 120)]
    assert warehouse.frame("SET threads = 2").height == 0


def test_threads_get_their_own_answers(warehouse: Warehouse):
    """One connection shared by threads gave wrong answers in silence; a cursor a call must not."""
    asked = """
        SELECT $n::INTEGER AS n, count(*) AS words, sum(trumps * deal_no) AS weight
        FROM bids WHERE deal_no <= $n
    """
    alone = {n: warehouse.rows(asked, {"n": n}) for n in range(1, 41)}
    assert len({rows[0][1] for rows in alone.values()}) > 30
    with ThreadPoolExecutor(8) as threads:
        tasks = [(n, threads.submit(warehouse.rows, asked, {"n": n})) for n in [*alone] * 2]
        tasks += [(n, threads.submit(_frame_rows, warehouse, asked, n)) for n in alone]
        answers = [(n, task.result()) for n, task in tasks]
    assert [n for n, answer in answers if answer != alone[n]] == []


def _frame_rows(warehouse: Warehouse, asked: str, n: int) -> list[tuple[Any, ...]]:
    return warehouse.frame(asked, {"n": n}).rows()


def test_threads_may_ask_while_runs_come_and_go(lake: Lake):
    warehouse = Warehouse(lake)
    with ThreadPoolExecutor(4) as threads:
        asked = "SELECT count(*), count(DISTINCT run_id) FROM deals"
        tasks = [threads.submit(warehouse.rows, asked) for _ in range(30)]
        write_run(lake, "three", rows_of(5))
        tasks += [threads.submit(warehouse.rows, asked) for _ in range(30)]
        found = {task.result()[0] for task in tasks}
    assert (360, 3) in found
    assert found <= {(240, 2), (360, 3)}


# When it looks again -----------------------------------------------------------------------------


def test_it_sees_runs_that_are_committed_finished_and_dropped(lake: Lake):
    warehouse = connect(lake)
    asked = "SELECT count(*) FROM deals"
    first = warehouse.rows(asked)
    write_run(lake, "three", rows_of(5, 10))
    assert warehouse.rows(asked) == [(first[0][0] + 20,)]
    lake.save(replace(lake.manifest("begun"), status="complete"))
    assert warehouse.rows(asked) == [(first[0][0] + 140,)]
    lake.drop("one")
    assert warehouse.rows(asked) == [(first[0][0] + 20,)]


def test_it_builds_nothing_anew_while_the_lake_stays(lake: Lake, monkeypatch: pytest.MonkeyPatch):
    warehouse = connect(lake)
    monkeypatch.setattr("belote.lake.warehouse.warehouse_script", None)
    assert warehouse.rows("SELECT count(*) FROM deals") == [(240,)]
    warehouse.close()
    with pytest.raises(TypeError):
        warehouse.rows("SELECT 1")


def test_a_query_whose_files_were_merged_meanwhile_is_asked_again(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
):
    warehouse = connect(lake)
    old = lake.version()
    folder = lake.run_folder("one")
    manifest = lake.manifest("one")
    files = tuple(replace(file, name=f"new-{file.name}") for file in manifest.files)
    for file in manifest.files:
        (folder / file.name).rename(folder / f"new-{file.name}")
    lake.save(replace(manifest, files=files))
    versions = iter([old, old])  # as if the manifest had been replaced just after the query began
    monkeypatch.setattr(Lake, "version", lambda self: next(versions, "new"))
    assert warehouse.rows("SELECT count(*), sum(taker_points) > 0 FROM deals") == [(240, True)]


def test_a_run_dropped_while_its_files_are_looked_up_is_no_harm(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
):
    script = warehouse_module.warehouse_script

    def late(lake: Lake) -> str:
        written = script(lake)
        if "one" in lake.run_names():
            lake.drop("one")
        return written

    monkeypatch.setattr(warehouse_module, "warehouse_script", late)
    assert Warehouse(lake).rows("SELECT DISTINCT run_id FROM deals") == [("two",)]


def test_a_lake_that_changes_each_time_it_is_read_is_said_in_a_sentence(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
):
    for name in ("one", "two"):
        for file in lake.manifest(name).files:
            (lake.run_folder(name) / file.name).unlink()
    versions = itertools.count()
    monkeypatch.setattr(Lake, "version", lambda self: next(versions))
    with pytest.raises(QueryError, match="changes while it is read: ask again"):
        Warehouse(lake).rows("SELECT count(*) FROM deals")


def test_a_file_that_may_not_be_opened_is_not_called_damaged(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
):
    path = lake.run_folder("two") / "deals-00000.parquet"
    empty(path)  # what DuckDB makes of it does not tell why
    access = os.access
    monkeypatch.setattr(os, "access", lambda at, mode: at != path and access(at, mode))
    with pytest.raises(QueryError) as caught:
        Warehouse(lake).rows("SELECT count(*) FROM deals")
    assert sentence(caught) == f"{path} cannot be read: permission denied"


# What it says ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT * FROM deal", "there is no view 'deal' (did you mean 'deals'?)"),
        ("SELECT * FROM xyzzy", "there is no view 'xyzzy'; views: runs, deals"),
        ("SELECT takr FROM deals", "no column 'takr' here (did you mean 'taker'?)"),
        ("SELECT d.takr FROM deals AS d", "no column 'takr' here (did you mean 'taker'?)"),
        ("SELECT wilson_lo(1, 2)", "no function 'wilson_lo' (did you mean 'wilson_low'?)"),
        ("SELEC 1", 'syntax error at or near "SELEC" (line 1 of the query)'),
        ("SELECT 1\nFROM deals\nWHEN 2", "(line 3 of the query)"),
        ("SELECT 'x'::INTEGER", "Could not convert string 'x' to INT32"),
        ("SELECT $a", "Values were not provided for the following parameters: a"),
        ("SELECT wilson_low(1)", "wilson_low"),
        ("INSERT INTO deals VALUES (1)", "deals"),
        ("", ""),
    ],
)
def test_a_mistake_is_said_in_a_sentence(warehouse: Warehouse, sql: str, said: str):
    if not sql:
        assert warehouse.frame(sql).height == 0
        return
    for ask in (warehouse.frame, warehouse.rows):
        with pytest.raises(QueryError) as caught:
            ask(sql)
        assert said in sentence(caught)


def test_a_parameter_too_many_is_said(warehouse: Warehouse):
    with pytest.raises(QueryError) as caught:
        warehouse.rows("SELECT $a", {"a": 1, "b": 2})
    assert "arameter" in sentence(caught)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flip_data(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    for place in range(4, len(whole) // 2):
        whole[place] ^= 0xFF
    path.write_bytes(whole)


def flip_footer(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    size = int.from_bytes(whole[-8:-4], "little")
    for place in range(len(whole) - 8 - size, len(whole) - 8):
        whole[place] ^= 0x55
    path.write_bytes(whole)


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [cut_off, flip_data, flip_footer, empty, Path.unlink])
@pytest.mark.parametrize("name", ["deals-00000.parquet", "deals-00001.parquet"])
def test_a_damaged_file_is_named(lake: Lake, name: str, damage: Any):
    path = lake.run_folder("two") / name
    damage(path)
    asked = "SELECT sum(hash(COLUMNS(*))) FROM stored.deals"
    with pytest.raises(QueryError) as caught:
        Warehouse(lake).rows(asked)
    said = sentence(caught)
    assert str(path) in said
    assert "'belote check'" in said


def test_a_damaged_file_is_named_after_it_was_read_whole(lake: Lake):
    warehouse = connect(lake)
    asked = "SELECT sum(hash(COLUMNS(*))) FROM stored.deals"
    before = warehouse.rows(asked)
    path = lake.run_folder("one") / "deals-00001.parquet"
    whole = path.read_bytes()
    flip_data(path)
    with pytest.raises(QueryError, match="deals-00001"):
        warehouse.rows(asked)
    path.write_bytes(whole)
    assert warehouse.rows(asked) == before


def test_a_mistake_in_a_damaged_lake_is_still_called_a_mistake(lake: Lake):
    warehouse = connect(lake)
    empty(lake.run_folder("one") / "deals-00001.parquet")
    with pytest.raises(QueryError, match="no column 'takr'"):
        warehouse.rows("SELECT takr FROM deals")


# The files beside the code -----------------------------------------------------------------------


def test_resources_are_found_in_the_checkout():
    assert (resources.sql_folder() / "views").is_dir()
    assert resources.dashboards_folder().is_dir()


def test_resources_of_an_installed_package_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    assert resources.sql_folder() != tmp_path / "sql"
    (tmp_path / "sql").mkdir()
    assert resources.sql_folder() == tmp_path / "sql"


def test_a_package_that_is_not_whole_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    with pytest.raises(FileNotFoundError, match="not installed whole"):
        resources.sql_folder()


def test_a_sum_over_a_window_is_of_the_runs_that_were_asked(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    for run in ("one", "other"):
        write_run(lake, run, [stored_row(deal) for deal in random_stream(1, 20, 1)])
    counted = "SELECT rules, count(*) AS k FROM marks WHERE run_id = 'one' GROUP BY ALL"
    shares = f"SELECT k, sum(k) OVER (PARTITION BY rules) FROM ({counted})"
    assert set(connect(lake).rows(shares)) == {(20, 20)}
    games = "SELECT rules, deals, count(*) AS k FROM games WHERE run_id = 'one' GROUP BY ALL"
    totals = f"SELECT rules, sum(k) OVER (PARTITION BY rules) FROM ({games})"
    once = "SELECT rules, count(*) FROM games WHERE run_id = 'one' GROUP BY ALL"
    assert set(connect(lake).rows(totals)) == set(connect(lake).rows(once))
