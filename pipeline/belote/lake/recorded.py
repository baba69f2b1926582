"""Deals that came as records: their stored form, in files of whole tables.

Tables are numbered in the order in which they come first. Their deals may come between those of
other tables; they are then sorted on disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from belote.game.variants import Rules
from belote.lake.files import (
    Array,
    Table,
    as_numbers,
    as_texts,
    is_one_of,
    nothing,
    numbers,
    read_groups,
    texts,
    whole_file,
    words,
)
from belote.lake.folds import FACT_COLUMNS, cancelled_deals, facts_of
from belote.lake.manifest import DataFile
from belote.lake.stored import STORED_DEALS, arrow_schema

CANCELLED = "cancelled"
"""Stored as the status of a complete deal whose game ended by agreement later."""
_SPOOL = 1_000_000
"""Rows of a file that waits to be sorted."""
_SORT_MEMORY = "200MB"


def recorded_table(
    values: Mapping[str, np.ndarray],
    nulls: Mapping[str, np.ndarray],
    worded: Mapping[str, tuple[np.ndarray, list[str]]],
    calls: Sequence[bytes | None] | None = None,
) -> Table:
    """The stored form of deals.

    ``values`` are columns of numbers by stored name (``at`` in microseconds) and ``nulls`` where
    they are not known; ``worded`` are columns of texts, as places in a list with -1 for none.
    ``calls`` is what was said at coinche. Stored columns in none of them are NULL.
    """
    rows = len(values["deal_no"])
    columns: list[Array] = []
    for column in STORED_DEALS:
        if column.name in worded:
            places, dictionary = worded[column.name]
            columns.append(words(places, texts(dictionary), places < 0))
        elif column.name in values:
            made = numbers(values[column.name], nulls.get(column.name))
            columns.append(made.view(column.type) if pa.types.is_timestamp(column.type) else made)
        elif column.name == "calls" and calls is not None:
            columns.append(pa.array(calls, column.type))
        else:
            columns.append(nothing(column.type, rows))
    return pa.Table.from_arrays(columns, schema=arrow_schema(STORED_DEALS))


class RecordedFiles:
    """Takes deals in the order of their lines and makes files of whole tables of them.

    Nothing is visible until a manifest names the files. Every method raises OSError where a file
    cannot be written.
    """

    def __init__(self, folder: Path, rules: Mapping[str, Rules], deals_a_file: int) -> None:
        """``rules`` are the rule sets of the deals by name; it may grow meanwhile."""
        self.folder = folder
        self.rules = rules
        self.deals_a_file = deals_a_file
        self.files: list[DataFile] = []
        self._spools: list[Path] = []
        self._waiting: list[Table] = []
        self._rows = 0
        self._sorted = True

    def add(self, deals: Table, comes_back: bool) -> None:
        """Add deals; ``comes_back`` says that a table among them had ended before."""
        if comes_back and self._sorted:
            self._sorted = False
            self._spools = [self.folder / file.name for file in self.files]
            self.files = []
        self._hold(deals)
        if not self._sorted:
            if self._rows >= _SPOOL:
                self._spool()
        elif self._rows >= self.deals_a_file:
            self._write_whole_tables()

    def finish(self) -> list[DataFile]:
        """Write what is left; the files of all deals, in order of tables."""
        if not self._sorted:
            if self._rows:
                self._spool()
            self._sorted = True
            for deals in self._in_order():
                self._hold(deals)
                if self._rows >= self.deals_a_file:
                    self._write_whole_tables()
            for path in self._spools:
                path.unlink()
        if self._rows:
            self._write(pa.concat_tables(self._waiting))
        return self.files

    def _hold(self, deals: Table) -> None:
        self._waiting.append(deals)
        self._rows += deals.num_rows

    def _write_whole_tables(self) -> None:
        """Write all but the last table, if there are others."""
        deals = pa.concat_tables(self._waiting)
        table_no = as_numbers(deals["table_no"], 0)
        cut = int(np.flatnonzero(table_no == table_no[-1])[0])
        self._waiting, self._rows = [deals.slice(cut)], deals.num_rows - cut
        if cut:
            self._write(deals.slice(0, cut))

    def _write(self, deals: Table) -> None:
        deals = _with_cancelled(deals.unify_dictionaries().combine_chunks(), self.rules)
        table_no = as_numbers(deals["table_no"], 0)
        mark = "s" if self._spools else ""  # a file that is now a spool may have the number
        path = self.folder / f"deals-{mark}{len(self.files):05d}.parquet"
        with whole_file(path, STORED_DEALS) as writer:
            writer.write(deals)
            size, digest = writer.commit()
        first, last = int(table_no[0]), int(table_no[-1])
        self.files.append(DataFile(path.name, "deals", len(table_no), size, digest, first, last))

    def _spool(self) -> None:
        path = self.folder / f"spool-{len(self._spools):05d}.parquet"
        with whole_file(path, STORED_DEALS) as writer:
            writer.write(pa.concat_tables(self._waiting).unify_dictionaries())
            writer.commit()
        self._spools.append(path)
        self._waiting, self._rows = [], 0

    def _in_order(self) -> Iterator[Table]:
        """All spooled deals in order of table and deal, sorted on disk where they are many."""
        settings: dict[str, Any] = {
            "memory_limit": _SORT_MEMORY,
            "temp_directory": str(self.folder),
            "threads": 2,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        names = ", ".join(f'"{column.name}"' for column in STORED_DEALS)
        query = f"SELECT {names} FROM read_parquet($paths) ORDER BY table_no, deal_no"
        with duckdb.connect(":memory:", config=settings) as connection:
            connection.execute("SET TimeZone = 'UTC'")
            paths = [str(path) for path in self._spools]
            relation: Any = connection.sql(query, params={"paths": paths})
            for batch in relation.to_arrow_reader(100_000):
                yield _as_stored(pa.Table.from_batches([batch]))


def _as_stored(deals: Table) -> Table:
    """Rows out of DuckDB with the types they are stored in; texts get their dictionaries again."""
    columns: list[Array] = []
    for column in STORED_DEALS:
        values: Any = deals[column.name].combine_chunks()
        if pa.types.is_dictionary(column.type):
            values = values.dictionary_encode()
        columns.append(values.cast(column.type))
    return pa.Table.from_arrays(columns, schema=arrow_schema(STORED_DEALS))


def _with_cancelled(deals: Table, rules: Mapping[str, Rules]) -> Table:
    """The deals of whole tables, those of games ended by agreement with their stored status."""
    ended = is_one_of(deals["status"], ["friendly_end"])
    statuses: Sequence[str] = as_texts(deals["status"]).unique().to_pylist()
    if not ended.any():
        return deals
    cancelled = cancelled_rows(deals, rules) & is_one_of(deals["status"], ["complete", CANCELLED])
    options = [*statuses, CANCELLED]
    places = np.zeros(deals.num_rows, np.int32)
    for n, status in enumerate(options):
        places[is_one_of(deals["status"], [status])] = n
    places[cancelled] = options.index(CANCELLED)
    at = deals.column_names.index("status")
    return deals.set_column(at, deals.field(at), words(places, texts(options)))


def cancelled_rows(deals: Table, rules: Mapping[str, Rules]) -> np.ndarray:
    """Which deals of whole tables are of a game that ended by agreement (bool).

    ``deals`` has `FACT_COLUMNS` and ``rules``.
    """
    facts = facts_of(deals)
    names = as_texts(deals["rules"])
    found = np.zeros(len(facts.taker), np.bool_)
    for name in names.unique().to_pylist():
        found |= cancelled_deals(facts, rules[name], is_one_of(names, [name]))
    return found


def cancelled_fault(path: Path, rules: Mapping[str, Rules]) -> str | None:
    """Whether a deals file says of other deals that their game was cancelled than the rules do."""
    deals = pa.concat_tables(read_groups(path, [*FACT_COLUMNS, "rules"]))
    said = is_one_of(deals["status"], [CANCELLED])
    ended = is_one_of(deals["status"], ["friendly_end"])
    if not said.any() and not ended.any():
        return None
    wanted = cancelled_rows(deals, rules) & is_one_of(deals["status"], ["complete", CANCELLED])
    if np.array_equal(said, wanted):
        return None
    return f"{path}: the games that were cancelled are not those that ended by agreement"
