"""The content checksum: over rows in order, whatever the run's name, dates and files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from belote.game.variants import preset
from belote.lake.content import ContentHash
from belote.lake.files import file_sha256
from belote.lake.folds import write_folds
from belote.lake.manifest import DataFile
from belote.lake.store import Lake, open_lake
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from commands import call, checksum, content

DEALS, TABLES = 2500, 25


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    lake = open_lake(tmp_path / "lake", create=True)
    simulate(lake, simulation("one"))
    return lake


@pytest.fixture(autouse=True)
def without_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks without the queries of ``sql/checks``, which see no files."""
    monkeypatch.setattr("belote.runs.check.checks", list)


def simulation(name: str, seed: int = 1) -> Simulation:
    return Simulation(DEALS, preset("litige"), seat_players("random"), seed, TABLES, name)


def hashed(*tables: pa.Table) -> str:
    content = ContentHash()
    for table in tables:
        content.add(table)
    return content.hexdigest()


def test_it_is_that_of_the_parameters_and_not_of_the_name(lake: Lake):
    simulate(lake, simulation("another-name"))
    simulate(lake, simulation("another-seed", seed=2))
    assert checksum(lake.path, "one") == checksum(lake.path, "another-name")
    assert checksum(lake.path, "one") != checksum(lake.path, "another-seed")


def test_it_is_not_of_the_dates_and_the_version(lake: Lake):
    before = checksum(lake.path, "one")
    lake.save(replace(lake.manifest("one"), created_at="1999-01-01T00:00:00+00:00", version="9.9"))
    assert checksum(lake.path, "one") == before


@pytest.mark.parametrize("tables_a_file", [(25,), (1, 24), (7, 7, 7, 4), (1,) * 25])
def test_it_is_not_of_row_groups_and_files(lake: Lake, tables_a_file: tuple[int, ...]):
    before = checksum(lake.path, "one")
    rows = pq.read_table(lake.run_folder("one") / "deals-00000.parquet", partitioning=None)
    relaid(lake, rows, tables_a_file)
    assert checksum(lake.path, "one") == before


def relaid(lake: Lake, rows: pa.Table, tables_a_file: tuple[int, ...]) -> None:
    """Write the run's deals again in other files, with other row groups and encodings."""
    manifest = lake.manifest("one")
    folder = lake.run_folder("one")
    files: list[DataFile] = []
    first = 1
    for number, tables in enumerate(tables_a_file):
        path = folder / f"deals-relaid-{number}.parquet"
        size = DEALS // TABLES
        part = rows.slice((first - 1) * size, tables * size)
        pq.write_table(part, path, row_group_size=77, use_dictionary=number % 2 == 0)
        bytes_, digest = path.stat().st_size, file_sha256(path)
        last = first + tables - 1
        files.append(DataFile(path.name, "deals", part.num_rows, bytes_, digest, first, last))
        rule_sets = [manifest.rule_set(name) for name in manifest.marked]
        files += write_folds(path, rule_sets, f"relaid-{number}")
        first = last + 1
    lake.save(replace(manifest, files=tuple(files)))


def test_every_column_and_row_counts(lake: Lake):
    path = lake.run_folder("one") / "deals-00000.parquet"
    rows = pq.read_table(path, partitioning=None)
    before = hashed(rows)
    assert before == content(lake.path, "one")
    for at, name in enumerate(rows.column_names):
        value = rows[name].to_pylist()
        value[3] = None if value[3] is not None else _something(rows.schema.field(name).type)
        column = pa.array(value, rows.schema.field(name).type)
        assert hashed(rows.set_column(at, name, column)) != before, name
    assert hashed(rows.slice(1)) != before
    assert hashed(rows.take([1, 0, *range(2, DEALS)])) != before


def _something(kind: pa.DataType) -> object:
    if pa.types.is_timestamp(kind):
        return 0
    return b"x" if pa.types.is_binary(kind) else "x" if pa.types.is_string(kind) else 1


def test_tables_cut_anywhere_give_the_same(tmp_path: Path):
    rows = pa.table(
        {
            "number": pa.array([None if n % 7 == 0 else n for n in range(140_000)], pa.uint32()),
            "text": pa.array(["é" * (n % 5) if n % 3 else None for n in range(140_000)]),
        }
    )
    whole = hashed(rows)
    for size in (1000, 65_535, 65_536, 65_537, 139_999):
        parts = [rows.slice(start, size) for start in range(0, 140_000, size)]
        assert hashed(*parts) == whole
    encoded = rows.set_column(1, "text", rows["text"].dictionary_encode())
    assert hashed(encoded) == whole
    assert hashed(rows.slice(0, 0)) == hashed()


def test_texts_do_not_run_into_each_other():
    assert hashed(pa.table({"a": ["ab", "c"]})) != hashed(pa.table({"a": ["a", "bc"]}))
    assert hashed(pa.table({"a": ["", None]})) != hashed(pa.table({"a": [None, ""]}))


def test_it_is_a_contract():
    """The same seed gives the same content, on any machine and in every version of this schema."""
    table = pa.table({"a": pa.array([1, None, 3], pa.uint8()), "b": ["x", None, "yz"]})
    assert hashed(table) == ("f6ae60714c0b50dbca798005da3863bf9fe9f95f593fce95ce45074f10974bf1")


def test_check_prints_it(lake: Lake):
    (line,) = call("check", "--json", "--lake", lake.path).out.splitlines()
    assert json.loads(line)["checksum"] == content(lake.path, "one")
