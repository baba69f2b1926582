"""Rows as a table that people read, CSV, JSON lines or Parquet; to the screen or to a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import typer

from belote.cli.options import STANDARD_OUTPUT, Mistake

if TYPE_CHECKING:
    import polars as pl

MOST_FOLDED = 500
"""Rows of a table whose texts are folded on a terminal."""


class Format(StrEnum):
    """How rows are written."""

    table = "table"
    csv = "csv"
    json = "json"
    parquet = "parquet"


# JSON and tables -------------------------------------------------------------------------------


def print_json(rows: Iterable[dict[str, Any]]) -> None:
    """One JSON object a line on standard output."""
    for row in rows:
        typer.echo(json_line(row))


def write_lines(rows: Iterable[dict[str, Any]], output: Path) -> None:
    """One JSON object a line into a file, whole or not at all, or on `STANDARD_OUTPUT`."""
    if output == STANDARD_OUTPUT:
        print_json(rows)
        return
    from belote.lake.streams import whole_output

    with whole_output(output) as path:
        path.write_text("".join(f"{json_line(row)}\n" for row in rows), encoding="utf-8")


def json_line(row: dict[str, Any]) -> str:
    """A row as JSON: times as ISO 8601, decimals as numbers, bytes in hexadecimal."""
    return json.dumps(row, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex()
    return str(value)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table on standard output, numbers to the right.

    On a terminal long texts are folded, as long as the rows are few enough to be read.
    """
    data = [list(row) for row in rows]
    cells = [[cell_text(value) for value in row] for row in data]
    numeric = [
        bool(data) and all(_is_number_or_none(row[at]) for row in data)
        for at in range(len(columns))
    ]
    if sys.stdout.isatty() and len(cells) <= MOST_FOLDED:
        _print_folded(columns, cells, numeric)
    else:
        _print_aligned(columns, cells, numeric)


def _print_aligned(
    columns: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool]
) -> None:
    lines = [columns, *([cell.replace("\n", " ") for cell in row] for row in cells)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ]
        typer.echo("  ".join(padded).rstrip())


def _print_folded(
    columns: Sequence[str], cells: Sequence[Sequence[str]], numeric: Sequence[bool]
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, right in zip(columns, numeric, strict=True):
        table.add_column(name, justify="right" if right else "left", overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def _is_number_or_none(value: Any) -> bool:
    return value is None or (
        isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    )


def cell_text(value: Any) -> str:
    """A value as a table shows it: figures to six places, nothing for NULL."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list | tuple):
        return ", ".join(cell_text(part) for part in cast("Iterable[Any]", value))
    return str(value)


# Frames ----------------------------------------------------------------------------------------


def write_frame(frame: pl.DataFrame, form: Format, output: Path | None) -> None:
    """Write rows to a file, whole or not at all, or to standard output.

    Raises `LakeError` where the file cannot be written, `Mistake` for Parquet without one.

    A statement that has no result, such as CREATE, writes nothing.
    """
    if not frame.width:
        return
    if output is not None:
        from belote.lake.streams import whole_output

        with whole_output(output) as path:
            if form is Format.parquet:
                from belote.lake.files import save_parquet

                save_parquet(frame.to_arrow(), path)
            else:
                path.write_text(_text(frame, form), encoding="utf-8")
    elif form is Format.parquet:
        raise Mistake("parquet is no text: name a file with -o")
    elif form is Format.table:
        print_table(frame.columns, frame.iter_rows())
    else:
        sys.stdout.write(_text(frame, form))


def _text(frame: pl.DataFrame, form: Format) -> str:
    """The rows as text; in a file, a table is cells with tabs between them."""
    if form is Format.csv:
        return _flat(frame).write_csv()
    if form is Format.json:
        return "".join(json_line(row) + "\n" for row in frame.iter_rows(named=True))
    lines = [frame.columns, *([cell_text(value) for value in row] for row in frame.iter_rows())]
    return "".join("\t".join(cells) + "\n" for cells in lines)


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows with lists and bytes as text, which CSV has no form for."""
    import polars as pl

    odd = [c.name for c in frame if c.dtype.is_nested() or c.dtype == pl.Binary]
    return frame.with_columns(
        pl.Series(name, [None if v is None else cell_text(v) for v in frame[name].to_list()])
        for name in odd
    )
