"""Parquet files: rows in as columns of numbers, out again, and committed whole."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet as pq

from belote import __version__
from belote.game.columns import NOBODY, SILENCE
from belote.lake.manifest import DataFile, LakeError, sync_folder
from belote.lake.stored import SCHEMA_VERSION, STORED_DEALS, Stored, arrow_schema

ROW_GROUP = 122_880
"""Rows a row group: a whole number of DuckDB's vectors."""

NOT_PASSED_OUT = (
    "bid_round",
    "taker",
    "trump",
    "contract",
    "coinche_level",
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


Array = Any
"""An Arrow array, or a column of an Arrow table; the stubs of pyarrow tell no more of them."""
Table = pa.Table
_arrow: Any = pa
_parquet: Any = pq
compute: Any = pyarrow.compute


# Numbers go in and out of Arrow by their buffers, because `pa.array`, `pa.scalar` and `to_numpy`
# import pandas where that is installed, which takes a third of a second.


def numbers(values: np.ndarray, null: np.ndarray | None = None) -> Array:
    """A column of numbers or truths, NULL where ``null`` is true; it may share their memory."""
    truths = values.dtype == np.bool_
    data = np.packbits(values, bitorder="little") if truths else np.ascontiguousarray(values)
    known = None
    if null is not None and null.any():
        known = _arrow.py_buffer(np.packbits(~null, bitorder="little"))
    kind = pa.bool_() if truths else _arrow.from_numpy_dtype(values.dtype)
    return _arrow.Array.from_buffers(kind, len(values), [known, _arrow.py_buffer(data)])


def stored_table(columns: Mapping[str, Array], stored: Sequence[Stored]) -> Table:
    """These columns, by name, as rows of a stored file."""
    typed = [columns[column.name].cast(column.type) for column in stored]
    return pa.Table.from_arrays(typed, schema=arrow_schema(tuple(stored)))


def lists(values: np.ndarray) -> Array:
    """A column of lists of equal length from rows of numbers, (rows, length)."""
    rows, length = values.shape
    ends = np.arange(rows + 1, dtype=np.int32) * length
    inner = numbers(values.ravel())
    return _arrow.ListArray.from_arrays(numbers(ends), inner)


def texts(values: Sequence[str]) -> Array:
    """A column of texts without a dictionary."""
    parts = [value.encode() for value in values]
    ends = np.cumsum([0, *map(len, parts)], dtype=np.int32)
    buffers = [None, _arrow.py_buffer(ends), _arrow.py_buffer(b"".join(parts))]
    return _arrow.Array.from_buffers(pa.string(), len(parts), buffers)


def words(places: np.ndarray, dictionary: Array, null: np.ndarray | None = None) -> Array:
    """A column of texts with a dictionary: rows' places in an array of texts, NULL at ``null``."""
    indices = numbers(places.astype(np.int32), null)
    return _arrow.DictionaryArray.from_arrays(indices, dictionary)


def word(text: str, rows: int) -> Array:
    """A column that holds one text in every row."""
    return words(np.zeros(rows, np.int32), texts([text]))


def nothing(kind: pa.DataType, rows: int) -> Array:
    """A column that is NULL in every row."""
    return _arrow.nulls(rows, kind)


def called(calls: np.ndarray) -> Array:
    """A column of the words said, a byte each, from rows of them with `SILENCE` after the last."""
    said = calls != SILENCE
    ends = np.zeros(len(calls) + 1, np.int32)
    np.cumsum(said.sum(axis=1), out=ends[1:])
    buffers = [None, _arrow.py_buffer(ends), _arrow.py_buffer(calls[said])]
    return _arrow.Array.from_buffers(pa.binary(), len(calls), buffers)


def words_called(column: Array, longest: int) -> np.ndarray:
    """The inverse of `called`: a row of ``longest`` places a deal, `SILENCE` after its last word.

    What is said beyond that is cut off; a deal without words has none.
    """
    array = column.combine_chunks()
    rows = np.full((len(array), longest), SILENCE, np.uint8)
    if not len(array):
        return rows
    offsets = np.frombuffer(array.buffers()[1], np.int32, len(array) + 1, array.offset * 4)
    data = np.frombuffer(array.buffers()[2] or b"", np.uint8)
    lengths = np.diff(offsets)
    for place in range(min(longest, int(lengths.max()))):
        speaks = lengths > place
        rows[speaks, place] = data[offsets[:-1][speaks] + place]
    return rows


def table_names(table_no: np.ndarray) -> Array:
    """The names of simulated tables, which are their numbers as text; ascending, at least one."""
    first = int(table_no[0])
    names = [str(number) for number in range(first, int(table_no[-1]) + 1)]
    return words(table_no - first, texts(names))


def deals_table(deals: Mapping[str, np.ndarray], rows: int, constant: Mapping[str, str]) -> Table:
    """The stored form of the first ``rows`` (one at least) simulated deals.

    ``deals`` are columns by stored name, with `NOBODY` as ``taker`` of a passed-out deal;
    ``constant`` are texts that are the same in every row. Stored columns in neither are NULL, as
    are the turned card and the round of deals of coinche.
    """
    passed_out = deals["taker"][:rows] == NOBODY
    columns: list[Array] = []
    for column in STORED_DEALS:
        if column.name == "table_id":
            columns.append(table_names(deals["table_no"][:rows]))
        elif column.name == "belote_said":
            columns.append(numbers(np.ones(rows, bool)))
        elif column.name in ("turned", "bid_round") and "calls" in deals:
            columns.append(nothing(column.type, rows))
        elif column.name == "calls" and column.name in deals:
            columns.append(called(deals["calls"][:rows]))
        elif column.name in deals:
            mask = passed_out if column.name in NOT_PASSED_OUT else None
            columns.append(numbers(deals[column.name][:rows], mask))
        elif column.name in constant:
            columns.append(word(constant[column.name], rows))
        else:
            columns.append(nothing(column.type, rows))
    return pa.Table.from_arrays(columns, schema=arrow_schema(STORED_DEALS))


class FileWriter:
    """Writes row groups into a file that exists under its name only once it is whole.

    Used through `whole_file`. Every method raises OSError when the file cannot be written.
    """

    def __init__(self, path: Path, stored: tuple[Stored, ...]) -> None:
        self.path = path
        self.rows = 0
        self._beside = path.with_name(f".{path.name}.tmp")
        self._sink = pa.OSFile(str(self._beside), "wb")
        self._writer: Any = None
        try:
            self._writer = _parquet_writer(self._sink, stored)
        except BaseException:
            self.abandon()
            raise

    def write(self, table: pa.Table) -> None:
        """Add the rows as row groups of at most `ROW_GROUP`."""
        self._writer.write_table(table, row_group_size=ROW_GROUP)
        self.rows += table.num_rows

    def commit(self) -> tuple[int, str]:
        """Make the file whole, lasting and named: (size in bytes, SHA-256)."""
        # Beside the manifest, so that a file that strayed from its run still says who wrote it.
        said = {"belote.version": __version__, "belote.schema": str(SCHEMA_VERSION)}
        self._writer.add_key_value_metadata(said)
        self._writer.close()
        self._sink.close()
        with self._beside.open("rb") as handle:
            os.fsync(handle.fileno())
            digest = hashlib.file_digest(handle, "sha256").hexdigest()
            size = handle.tell()
        self._beside.replace(self.path)
        sync_folder(self.path.parent)
        return size, digest

    def abandon(self) -> None:
        """Leave nothing behind; after `commit` this does nothing."""
        for open_part in (self._writer, self._sink):
            with suppress(OSError, AttributeError):  # closing writes, which may be what failed
                open_part.close()
        self._beside.unlink(missing_ok=True)


def _parquet_writer(sink: pa.NativeFile, stored: tuple[Stored, ...]) -> Any:
    return _parquet.ParquetWriter(
        sink,
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


@contextmanager
def whole_file(path: Path, stored: tuple[Stored, ...]) -> Generator[FileWriter]:
    """A `FileWriter` that leaves nothing behind unless the body commits it."""
    writer = FileWriter(path, stored)
    try:
        yield writer
    finally:
        writer.abandon()


def save_parquet(rows: pa.Table, path: Path) -> None:
    """Write any rows as a Parquet file of their own; raises OSError."""
    _parquet.write_table(rows, path, compression="zstd")


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def byte_fault(path: Path, file: DataFile) -> str | None:
    """What is wrong with a committed file's bytes, as a sentence."""
    if not path.is_file():
        return f"{path} is missing"
    if path.stat().st_size == file.size and file_sha256(path) == file.sha256:
        return None
    return f"{path} is damaged: its bytes are not those that were committed"


def read_groups(path: Path, names: list[str]) -> Iterator[pa.Table]:
    """The named columns of a Parquet file, a row group at a time.

    Raises `LakeError` naming the file when it is missing, cut off or corrupt.
    """
    file: Any
    try:
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                yield file.read_row_group(group, columns=names, use_threads=False)
    except FileNotFoundError:
        raise LakeError(f"{path} is missing: 'belote check' tells what is left") from None
    except PermissionError:
        raise LakeError(f"{path} cannot be read: permission denied") from None
    except (OSError, pa.ArrowException) as error:
        said = str(error).partition("\n")[0]
        raise LakeError(f"{path} is damaged and cannot be read ({said})") from None


def as_numbers(column: Array, null: int) -> np.ndarray:
    """A column of whole numbers, or truths as 0 and 1, as an array; NULL replaced by ``null``.

    It can be written to, always: a kernel would be compiled once more for one that cannot.
    """
    array = column.combine_chunks()
    if pa.types.is_boolean(array.type):
        array = array.cast(pa.uint8())
    kind = np.dtype(array.type.to_pandas_dtype())
    data = array.buffers()[1] or b""
    values = np.frombuffer(data, kind, len(array), array.offset * kind.itemsize).copy()
    if array.null_count:
        values[as_numbers(compute.is_null(column), 0).astype(bool)] = null
    return values


def is_one_of(column: Array, values: Sequence[str]) -> np.ndarray:
    """Which rows of a column of words hold one of these texts."""
    return as_numbers(compute.is_in(as_texts(column), texts(values)), 0).astype(bool)


def microseconds(column: Array) -> Array:
    """A column of times as microseconds since 1970, UTC."""
    return column.cast(pa.int64())


def coded(column: Array) -> tuple[np.ndarray, list[str | None]]:
    """A column of words as places (int32) in a list of its texts, whose last one is None."""
    encoded: Any = as_texts(column).combine_chunks().dictionary_encode()
    values: list[str | None] = [*encoded.dictionary.to_pylist(), None]
    places = as_numbers(_arrow.chunked_array([encoded.indices]), len(values) - 1)
    return places, values


def as_texts(column: Array) -> Array:
    """A column of words without its dictionary."""
    return column if pa.types.is_string(column.type) else column.cast(pa.string())


def plain(rows: pa.Table) -> pa.Table:
    """The rows with no column that has a dictionary."""
    columns: list[Array] = rows.columns
    columns = [as_texts(c) if pa.types.is_dictionary(c.type) else c for c in columns]
    return pa.Table.from_arrays(columns, names=rows.column_names)
