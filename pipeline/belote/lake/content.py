"""A checksum of what a run holds, whatever its name, its dates and its layout in files."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyarrow as pa

from belote.lake.files import Array, compute, plain

_BLOCK = 65_536
"""Rows hashed at a time: fixed, so that files of other sizes give the same checksum."""


class ContentHash:
    """SHA-256 over rows in the order added; how they are cut into tables makes no difference.

    Equal values give an equal checksum whether or not they are stored with a dictionary. The
    names, types and order of the columns are part of it.
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._waiting: list[pa.Table] = []
        self._rows = 0

    def add(self, rows: pa.Table) -> None:
        """Add rows; every table must have the same columns."""
        self._waiting.append(rows)
        self._rows += rows.num_rows
        if self._rows < _BLOCK:
            return
        table = pa.concat_tables(self._waiting)
        whole = table.num_rows // _BLOCK * _BLOCK
        for start in range(0, whole, _BLOCK):
            self._add_block(table.slice(start, _BLOCK))
        self._waiting = [table.slice(whole)]
        self._rows = table.num_rows - whole

    def hexdigest(self) -> str:
        """The checksum of all rows added; nothing can be added afterwards."""
        if self._rows:
            self._add_block(pa.concat_tables(self._waiting))
        self._waiting, self._rows = [], 0
        return self._hash.hexdigest()

    def _add_block(self, block: pa.Table) -> None:
        for name, column in zip(block.column_names, plain(block).columns, strict=True):
            self._hash.update(f"{name}:{block.num_rows};".encode())
            _add_column(self._hash, column)


def _add_column(digest: Any, values: Array) -> None:
    """Which rows are known, where not all are; then the values, texts with their lengths."""
    kind = values.type
    if values.null_count:
        digest.update(np.packbits(values.is_valid().to_numpy()))
        if values.null_count == len(values):
            return
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        lengths = compute.binary_length(values)
        digest.update(lengths.fill_null(0).to_numpy().astype("<i4"))
        digest.update(b"".join(values.cast(pa.binary()).drop_null().to_pylist()))
        return
    if pa.types.is_timestamp(kind):
        values = values.cast(pa.int64())
    elif pa.types.is_boolean(kind):
        values = values.cast(pa.uint8())
    digest.update(np.ascontiguousarray(values.fill_null(0).to_numpy()))
