"""Columns in and out of Arrow and Parquet, and files that exist once they are whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from belote.lake.files import (
    as_numbers,
    is_one_of,
    numbers,
    plain,
    read_groups,
    texts,
    whole_file,
    word,
    words,
)
from belote.lake.manifest import LakeError
from belote.lake.stored import STORED_HOLDS, arrow_schema
from commands import tree

KINDS = (np.uint8, np.uint16, np.uint32, np.int32, np.int64)


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_become_a_column_and_numbers_again(kind: type):
    values = np.arange(200).astype(kind)
    null = values % 3 == 1
    assert numbers(values).to_pylist() == values.tolist()
    column = numbers(values, null)
    expected = [None if n % 3 == 1 else n for n in values.tolist()]
    assert column.to_pylist() == expected
    assert column.type == pa.from_numpy_dtype(kind)
    assert numbers(values, np.zeros(200, bool)).null_count == 0
    parts = pa.chunked_array([column.slice(5, 60), column.slice(65)])
    found = as_numbers(parts, 7)
    assert found.tolist() == [7 if n is None else n for n in expected[5:]]
    assert (found.dtype, found.flags.writeable, found.flags.c_contiguous) == (kind, True, True)


def test_an_array_of_numbers_is_its_own():
    values = np.arange(10, dtype=np.uint8)
    found = as_numbers(pa.chunked_array([numbers(values)]), 0)
    found[:] = 9
    assert values.tolist() == list(range(10))


def test_truths_and_texts():
    truths = np.array([True, False, True] * 7)
    assert numbers(truths).to_pylist() == truths.tolist()
    assert (
        as_numbers(pa.chunked_array([numbers(truths)]), 0).tolist() == truths.astype(int).tolist()
    )
    assert texts(["", "é", "abc"]).to_pylist() == ["", "é", "abc"]
    column = words(np.array([1, 0, 1]), texts(["a", "b"]))
    assert column.to_pylist() == ["b", "a", "b"]
    assert word("x", 3).to_pylist() == ["x"] * 3
    for stored in (column, column.cast(pa.string())):
        assert is_one_of(pa.chunked_array([stored]), ["b", "c"]).tolist() == [True, False, True]
    known = pa.chunked_array([pa.array(["a", None])])
    assert is_one_of(known, ["a"]).tolist() == [True, False]


def test_empty_columns():
    assert as_numbers(pa.chunked_array([pa.array([], pa.uint16())]), 0).tolist() == []
    assert numbers(np.zeros(0, np.uint8)).to_pylist() == []
    assert texts([]).to_pylist() == []


def holds(rows: int) -> pa.Table:
    some = np.arange(rows)
    columns = [
        numbers(some.astype(np.uint32)),
        numbers(some.astype(np.uint32)),
        word("litige", rows),
        numbers(some.astype(np.uint16)),
        numbers(some.astype(np.uint16)),
    ]
    return pa.Table.from_arrays(columns, schema=arrow_schema(STORED_HOLDS))


def test_a_file_is_there_once_it_is_committed(tmp_path: Path):
    path = tmp_path / "holds.parquet"
    with whole_file(path, STORED_HOLDS) as writer:
        writer.write(holds(10))
        writer.write(holds(5))
        assert not path.exists()
        size, digest = writer.commit()
    assert (size, digest) == (path.stat().st_size, tree(tmp_path)["holds.parquet"])
    assert tree(tmp_path).keys() == {"holds.parquet"}
    found = pa.concat_tables(read_groups(path, [column.name for column in STORED_HOLDS]))
    assert found.equals(plain(pa.concat_tables([holds(10), holds(5)])))


def test_a_file_that_is_not_committed_leaves_nothing(tmp_path: Path):
    def fails() -> None:
        with whole_file(tmp_path / "holds.parquet", STORED_HOLDS) as writer:
            writer.write(holds(10))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fails()
    with whole_file(tmp_path / "holds.parquet", STORED_HOLDS) as writer:
        writer.write(holds(10))
    with pytest.raises(OSError, match="No such file"), whole_file(tmp_path / "a/b", STORED_HOLDS):
        pass
    assert tree(tmp_path) == {}


def test_a_damaged_or_missing_file_is_named(tmp_path: Path):
    path = tmp_path / "holds.parquet"
    with pytest.raises(LakeError, match=r"holds.parquet is missing"):
        list(read_groups(path, ["held"]))
    path.write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises(LakeError, match=r"holds.parquet is damaged"):
        list(read_groups(path, ["held"]))
