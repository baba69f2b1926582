"""Parquet files: rows in as columns of numbers, out again, and committed whole."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from belote.game.columns import NOBODY
from belote.lake.manifest import LakeError, sync_folder
from belote.lake.schema import STORED_DEALS, Stored, arrow_schema

ROW_GROUP = 122_880
"""Rows a row group: a whole number of DuckDB's vectors."""

NOT_PASSED_OUT = (
    "bid_round",
    "taker",
    "trump",
    "leader",
    "winners",
    "trick_0",
    "trick_1",
    "trick_2",
    "taker_points",
    "taker_tricks",
    "taker_belote",
    "defence_belote",
    "taker_annonces",
    "defence_annonces",
)
"""Columns that are NULL where a deal was passed out."""


def word(text: str | None, rows: int) -> pa.Array:
    """A column that holds one text in every row."""
    if text is None:
        return pa.nulls(rows, pa.dictionary(pa.int32(), pa.string()))
    return pa.DictionaryArray.from_arrays(np.zeros(rows, np.int32), pa.array([text]))


def table_names(table_no: np.ndarray) -> pa.Array:
    """The names of simulated tables: their numbers as text."""
    first = int(table_no[0]) if len(table_no) else 1
    last = int(table_no[-1]) if len(table_no) else 0
    names = pa.array([str(number) for number in range(first, last + 1)], pa.string())
    return pa.DictionaryArray.from_arrays((table_no - first).astype(np.int32), names)


def deals_table(
    numbers: Mapping[str, np.ndarray], rows: int, words: Mapping[str, str | None]
) -> pa.Table:
    """The stored form of the first ``rows`` simulated deals.

    ``numbers`` are columns by stored name, with `NOBODY` as ``taker`` of a passed-out deal; ``words``
    are texts that are the same in every row. Stored columns in neither are NULL.
    """
    passed_out = numbers["taker"][:rows] == NOBODY
    any_passed = bool(passed_out.any())
    columns: list[pa.Array] = []
    for column in STORED_DEALS:
        if column.name == "table_id":
            columns.append(table_names(numbers["table_no"][:rows]))
        elif column.name == "belote_said":
            columns.append(pa.repeat(pa.scalar(True), rows))
        elif column.name in numbers:
            mask = passed_out if any_passed and column.name in NOT_PASSED_OUT else None
            columns.append(pa.array(numbers[column.name][:rows], column.type, mask=mask))
        elif column.name in words:
            columns.append(word(words[column.name], rows))
        else:
            columns.append(pa.nulls(rows, column.type))
    return pa.Table.from_arrays(columns, schema=arrow_schema(STORED_DEALS))


class FileWriter:
    """Writes row groups into a file that exists under its name only once it is whole."""

    def __init__(self, path: Path, stored: tuple[Stored, ...]) -> None:
        self.path = path
        self.beside = path.with_name(f".{path.name}.tmp")
        self.rows = 0
        self._writer: Any = pq.ParquetWriter(
            self.beside,
            arrow_schema(stored),
            compression="zstd",
            compression_level=1,
            use_dictionary=[column.name for column in stored if column.dictionary],
            column_encoding={c.name: c.encoding for c in stored if c.encoding},
            write_statistics=[
                c.name for c in stored if c.name in ("table_no", "deal_no", "rules", "table_id")
            ],
            store_schema=False,
        )

    def write(self, table: pa.Table) -> None:
        """Add the rows as row groups of at most `ROW_GROUP`."""
        self._writer.write_table(table, row_group_size=ROW_GROUP)
        self.rows += table.num_rows

    def commit(self) -> tuple[int, str]:
        """Make the file whole, lasting and named: (size in bytes, SHA-256)."""
        self._writer.close()
        with self.beside.open("rb") as handle:
            os.fsync(handle.fileno())
            digest = hashlib.file_digest(handle, "sha256").hexdigest()
            size = handle.tell()
        self.beside.replace(self.path)
        sync_folder(self.path.parent)
        return size, digest

    def abandon(self) -> None:
        """Leave nothing behind."""
        try:
            self._writer.close()
        except OSError:
            pass
        self.beside.unlink(missing_ok=True)


@contextmanager
def whole_file(path: Path, stored: tuple[Stored, ...]) -> Iterator[FileWriter]:
    """A `FileWriter` that leaves nothing behind when the body fails before it commits."""
    writer = FileWriter(path, stored)
    try:
        yield writer
    except BaseException:
        writer.abandon()
        raise


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def read_groups(path: Path, names: list[str]) -> Iterator[pa.Table]:
    """The named columns of a Parquet file, a row group at a time.

    Raises `LakeError` naming the file when it is missing, cut off or corrupt.
    """
    try:
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                yield file.read_row_group(group, columns=names, use_threads=False)
    except FileNotFoundError:
        raise LakeError(f"{path} is missing: 'belote check' tells what is left") from None
    except (OSError, pa.ArrowException) as error:
        first_line = str(error).splitlines()[0]
        raise LakeError(f"{path} is damaged and cannot be read ({first_line})") from None


def as_numbers(column: pa.ChunkedArray, null: int) -> np.ndarray:
    """A column of whole numbers as an array, NULL replaced by ``null``."""
    array = column.combine_chunks()
    if array.null_count:
        array = array.fill_null(null)
    return array.to_numpy(zero_copy_only=False)
