"""The lake as SQL: base relations over the committed files, macros and views, and one DuckDB.

`warehouse_script` is plain SQL that any DuckDB client can run. `Warehouse` runs it in memory and
answers queries over it; it holds no data, so that building one costs milliseconds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import duckdb
import polars as pl
import pyarrow as pa

from belote.game.variants import FIELDS, PRESETS, Rules, nearest
from belote.lake.manifest import FileKind, Manifest
from belote.lake.schema import MACROS, RULES, RUNS, VIEWS, View
from belote.lake.store import Lake
from belote.lake.stored import (
    STORED_COUNTS,
    STORED_DEALS,
    STORED_GAMES,
    STORED_HOLDS,
    STORED_SOLVED,
    Stored,
)
from belote.resources import sql_folder

Params = Mapping[str, Any]
Answer = TypeVar("Answer")


class QueryError(Exception):
    """A query that cannot be answered; one sentence that says why, with the nearest valid name."""


# The script ------------------------------------------------------------------------------------

_TYPES: dict[pa.DataType, str] = {
    pa.uint8(): "UTINYINT",
    pa.uint16(): "USMALLINT",
    pa.uint32(): "UINTEGER",
    pa.int16(): "SMALLINT",
    pa.int64(): "BIGINT",
    pa.bool_(): "BOOLEAN",
    pa.binary(): "BLOB",
    pa.timestamp("us", tz="UTC"): "TIMESTAMP WITH TIME ZONE",
    pa.dictionary(pa.int32(), pa.string()): "VARCHAR",
    pa.list_(pa.uint8()): "UTINYINT[]",
}
_RUN_RULES = {"run_id": "VARCHAR", "rules": "VARCHAR", "set_no": "INTEGER"}
"""Rule sets that runs are marked under; by their number, rows are joined quicker than by names."""
_STORED: dict[FileKind, tuple[Stored, ...]] = {
    "deals": STORED_DEALS,
    "games": STORED_GAMES,
    "holds": STORED_HOLDS,
    "counts": STORED_COUNTS,
    "solved": STORED_SOLVED,
}


def warehouse_script(lake: Lake) -> str:
    """The lake's relations, macros and views as one SQL script for an empty DuckDB database.

    Only committed files of complete runs are named, by absolute path; an unfinished run is in the
    view ``runs`` alone. Raises `LakeError` for a damaged manifest.
    """
    statements = _base_relations(lake, lake.manifests())
    return ";\n\n".join(["CREATE SCHEMA stored", *statements, *_shipped()]) + ";\n"


@lru_cache(maxsize=1)
def _shipped() -> tuple[str, ...]:
    """The statements of ``sql/macros`` and ``sql/views``, a view after those it reads."""
    folder = sql_folder()
    files = [*sorted((folder / "macros").glob("*.sql")), *sorted((folder / "views").glob("*.sql"))]
    return tuple(file.read_text(encoding="utf-8").strip().removesuffix(";") for file in files)


def _base_relations(lake: Lake, manifests: list[Manifest]) -> list[str]:
    rule_sets = _rule_sets(manifests)
    complete = [manifest for manifest in manifests if manifest.status == "complete"]
    coinche = [name for name, rules in rule_sets.items() if rules.auction == "coinche"]
    auction = "'prise'"
    if coinche:
        auction = f"CASE WHEN rules IN ({_list(coinche)}) THEN 'coinche' ELSE 'prise' END"
    more = {"deals": (f"{auction} AS auction",)}
    marked = [(manifest.run_id, name) for manifest in complete for name in manifest.marked]
    return [
        *(_over_files(lake, complete, kind, more.get(kind, ())) for kind in _STORED),
        _over_values("runs", _columns(RUNS), [_run_row(m) for m in manifests]),
        _over_values(
            "rules", _columns(RULES), [(n, *r.values().values()) for n, r in rule_sets.items()]
        ),
        _over_values("run_rules", _RUN_RULES, [(*key, no) for no, key in enumerate(marked)]),
    ]


def _rule_sets(manifests: list[Manifest]) -> dict[str, Rules]:
    """The presets and the runs' own rule sets by name; a field unknown to a run is at default."""
    known = {field.name for field in FIELDS}
    rule_sets = dict(PRESETS)
    for manifest in manifests:
        for name, fields in manifest.rule_sets.items():
            values = {field: value for field, value in fields.items() if field in known}
            rule_sets.setdefault(name, replace(Rules(name), **values))
    return rule_sets


def _run_row(manifest: Manifest) -> tuple[Any, ...]:
    return (
        manifest.run_id,
        manifest.kind,
        manifest.created_at,
        manifest.seed,
        manifest.committed_deals,
        manifest.tables,
        manifest.rules,
        manifest.players,
        manifest.version,
        manifest.state,
    )


def _columns(view: View) -> dict[str, str]:
    return {column.name: column.type for column in view.columns}


def _over_files(lake: Lake, complete: list[Manifest], kind: FileKind, more: tuple[str, ...]) -> str:
    """A view of all files of a kind; explicit paths, because other files do not exist for us."""
    stored = _STORED[kind]
    paths = [
        str((lake.run_folder(manifest.run_id) / file.name).absolute())
        for manifest in complete
        for file in manifest.of_kind(kind)
        if file.rows > 0
    ]
    types = {"run_id": "VARCHAR", **{column.name: _TYPES[column.type] for column in stored}}
    source = f"({_nothing(types)})"
    if paths:
        between = ",\n     "
        # Counts of an older version lack columns that were added since, which are NULL then.
        by_name = ", union_by_name = true" if kind == "counts" else ""
        files = (
            f"read_parquet(\n    [{_list(paths, between)}],\n"
            f"    hive_partitioning = true, hive_types = {{'run_id': VARCHAR}}{by_name}\n)"
        )
        source = f"({_nothing(types)} UNION ALL BY NAME FROM {files})" if by_name else files
    columns = ", ".join(["run_id", *(f"files.{column.name}" for column in stored), *more])
    return f"CREATE VIEW stored.{kind} AS\nSELECT {columns}\nFROM {source} AS files"


def _over_values(name: str, types: Mapping[str, str], rows: list[tuple[Any, ...]]) -> str:
    if not rows:
        return f"CREATE VIEW stored.{name} AS\n{_nothing(types)}"
    cast = ", ".join(f"CAST({column} AS {type_}) AS {column}" for column, type_ in types.items())
    values = ",\n    ".join(f"({', '.join(_literal(value) for value in row)})" for row in rows)
    return (
        f"CREATE VIEW stored.{name} AS\nSELECT {cast}\n"
        f"FROM (VALUES\n    {values}\n) AS listed ({', '.join(types)})"
    )


def _nothing(types: Mapping[str, str]) -> str:
    columns = ", ".join(f"CAST(NULL AS {type_}) AS {column}" for column, type_ in types.items())
    return f"SELECT {columns} WHERE false"


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return f"[{_list(value)}]"  # pyright: ignore[reportUnknownArgumentType]
    return "'" + str(value).replace("'", "''") + "'"


def _list(values: Any, between: str = ", ") -> str:
    return between.join(_literal(value) for value in values)


# Queries ---------------------------------------------------------------------------------------


class _Instance(NamedTuple):
    """One DuckDB over one version of the lake."""

    version: object
    connection: duckdb.DuckDBPyConnection


class Warehouse:
    """Answers queries over a lake, from any number of threads.

    One in-memory DuckDB stands for one version of the lake and every call takes a cursor of its
    own, because a connection shared by threads gives wrong results. When a run is committed or
    dropped the next call builds a new DuckDB; queries under way finish on the old one.
    """

    def __init__(self, lake: Lake, threads: int | None = None) -> None:
        self.lake = lake
        self._threads = threads
        self._instance: _Instance | None = None

    def frame(self, sql: str, params: Params | None = None) -> pl.DataFrame:
        """The result of a query; ``params`` fill its ``$names``. Raises `QueryError`.

        A statement without a result gives an empty frame. Of several statements, all are run and
        the last one's result returned.
        """
        return self._answer(_frame, sql, params)

    def rows(self, sql: str, params: Params | None = None) -> list[tuple[Any, ...]]:
        """The result of a query as Python values, a tuple a row. Raises `QueryError`."""
        return self._answer(_rows, sql, params)

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection of the caller's own, over the lake as it is now.

        It is for one thread; close it. Errors are DuckDB's. Raises `QueryError` when the lake
        cannot be opened.
        """

        def ask() -> duckdb.DuckDBPyConnection:
            return self._current().connection.cursor()

        return self._asked(ask)

    def close(self) -> None:
        """Let the DuckDB go; a later call builds a new one."""
        instance, self._instance = self._instance, None
        if instance is not None:
            instance.connection.close()

    def _current(self) -> _Instance:
        # Two threads may both build one: the second takes the first one's place, both are right.
        version = self.lake.version()
        instance = self._instance
        if instance is None or instance.version != version:
            instance = _Instance(version, self._build())
            self._instance = instance
        return instance

    def _build(self) -> duckdb.DuckDBPyConnection:
        settings: dict[str, Any] = {
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        if self._threads is not None:
            settings["threads"] = self._threads
        script = warehouse_script(self.lake)
        connection = duckdb.connect(":memory:", config=settings)
        try:
            # These belong to extensions, so that connecting does not know them.
            connection.execute("SET GLOBAL parquet_metadata_cache = true")
            connection.execute("SET GLOBAL TimeZone = 'UTC'")
            # It copies a scan and loses which files `run_id = …` had left of it (DuckDB 2.0.1), so
            # that a sum over a window counts the other runs too.
            connection.execute("SET GLOBAL disabled_optimizers = 'window_self_join'")
            connection.execute(script)
        except duckdb.Error:
            connection.close()
            raise
        return connection

    def _answer(
        self,
        read: Callable[[duckdb.DuckDBPyConnection, str, Params | None], Answer],
        sql: str,
        params: Params | None,
    ) -> Answer:
        def ask() -> Answer:
            with self._current().connection.cursor() as cursor:
                return read(cursor, sql, params)

        return self._asked(ask)

    def _asked(self, ask: Callable[[], Answer]) -> Answer:
        """What ``ask`` finds, which is asked once more where files went away under it."""
        version = self.lake.version()
        try:
            return ask()
        except duckdb.Error as error:
            if isinstance(error, (duckdb.FatalException, duckdb.InternalException)):
                self._instance = None  # DuckDB answers nothing after one
            if not _is_of_data(error) or version == self.lake.version():
                raise self._error(error) from None
        # Runs were committed or dropped under the query: ask again, of the lake as it is now.
        version = self.lake.version()
        try:
            return ask()
        except duckdb.Error as error:
            if _is_of_data(error) and version != self.lake.version():
                raise QueryError(f"{self.lake.path} changes while it is read: ask again") from None
            raise self._error(error) from None

    def _error(self, error: duckdb.Error) -> QueryError:
        if _is_of_data(error) and (fault := self._damaged_file(str(error))) is not None:
            return QueryError(fault)
        return QueryError(_sentence(str(error)))

    def _damaged_file(self, text: str) -> str | None:
        """The committed file that an error comes from, and what is wrong with it."""
        files = [
            (self.lake.run_folder(manifest.run_id) / file.name, file.size)
            for manifest in self.lake.manifests()
            for file in manifest.files
        ]
        left = ": 'belote check' tells what is left"
        for path, size in files:
            if not path.is_file():
                return f"{path} is missing{left}"
            if not os.access(path, os.R_OK):
                return f"{path} cannot be read: permission denied"
            if path.stat().st_size != size or str(path.absolute()) in text:
                return f"{path} is damaged and cannot be read{left}"
        # DuckDB seldom names the file whose bytes it cannot make sense of: let it read each alone.
        for path, _ in files:
            if not _is_readable(path):
                return f"{path} is damaged and cannot be read{left}"
        return None


def connect(lake: Lake, threads: int | None = None) -> Warehouse:
    """A warehouse over a lake, opened now; ``threads`` (default: one a core) answer a query.

    Raises `LakeError` for a damaged manifest, `QueryError` for files that cannot be opened.
    """
    warehouse = Warehouse(lake, threads)
    warehouse.cursor().close()
    return warehouse


def _frame(cursor: duckdb.DuckDBPyConnection, sql: str, params: Params | None) -> pl.DataFrame:
    relation: Any = cursor.sql(sql, params=dict(params) if params else None)
    if relation is None:
        return pl.DataFrame()
    if "INTERVAL" in map(str, relation.types):  # polars has no such type
        columns = [duckdb.ColumnExpression(name) for name in relation.columns]
        relation = relation.select(
            *(
                column.cast("VARCHAR").alias(name) if str(kind) == "INTERVAL" else column
                for column, name, kind in zip(
                    columns, relation.columns, relation.types, strict=True
                )
            )
        )
    return relation.pl()


def _rows(
    cursor: duckdb.DuckDBPyConnection, sql: str, params: Params | None
) -> list[tuple[Any, ...]]:
    return cursor.execute(sql, dict(params) if params else None).fetchall()


# What went wrong -------------------------------------------------------------------------------

_DATA_ERRORS = (
    duckdb.IOException,
    duckdb.SerializationException,
    duckdb.InternalException,
    duckdb.FatalException,
)
_DATA_WORDS = re.compile(r"parquet|read file|unicode|encoding", re.IGNORECASE)


def _is_of_data(error: duckdb.Error) -> bool:
    """Whether an error may come from a file's bytes; the Parquet reader's are of no class."""
    if isinstance(error, duckdb.InvalidInputException):
        return _DATA_WORDS.search(str(error)) is not None
    return isinstance(error, _DATA_ERRORS) or type(error) is duckdb.Error


def _is_readable(path: Path) -> bool:
    """Whether DuckDB can read every value of a file."""
    everything = "SELECT sum(hash(COLUMNS(*))) FROM read_parquet([$path])"
    try:
        with duckdb.connect() as alone:
            alone.execute(everything, {"path": str(path)}).fetchall()
    except duckdb.Error:
        return False
    return True


def _sentence(text: str) -> str:
    """A DuckDB error as one sentence, with the nearest view, column or macro."""
    if found := re.search(r"Table with name (\S+) does not exist", text):
        name = found[1]
        return f"there is no view {name!r}{nearest(name, list(VIEWS))}; views: {', '.join(VIEWS)}"
    if found := re.search(r"Function with name (\S+) does not exist", text):
        macros = [macro.partition("(")[0] for macro in MACROS]
        return f"there is no function {found[1]!r}{nearest(found[1], macros)}"
    if found := re.search(r'(?:column "|column named ")([^"]+)" ?(?:not found|$|\n)', text):
        candidates = re.findall(r'"([^"]+)"', text.partition("Candidate bindings:")[2])
        names = candidates or [c.name for view in VIEWS.values() for c in view.columns]
        return f"there is no column {found[1]!r} here{nearest(found[1], names)}"
    head, _, rest = text.partition("\n\n")
    line = re.search(r"LINE (\d+):", rest)
    sentence = " ".join(re.sub(r"^\w[\w ]* Error: ", "", head).split())
    return f"{sentence} (line {line[1]} of the query)" if line else sentence
