"""Options that many commands share, and what they print: progress, tables, JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bar
from rich.progress import Task
from rich.table import Table
from rich.text import Text

from belote.lake.store import Lake, default_lake, open_lake
from belote.runs.progress import Progress


class Language(StrEnum):
    """Language of what people read."""

    fr = "fr"
    en = "en"


LakeOption = Annotated[
    Path | None,
    typer.Option(
        "--lake", envvar="BELOTE_LAKE", help="The lake's folder.", show_default="data/lake"
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", help="Threads that play.", show_default="one a core"),
]
LanguageOption = Annotated[Language, typer.Option("--lang", help="Language of the text.")]


def the_lake(path: Path | None, *, create: bool = False) -> Lake:
    """The lake that ``--lake`` names, or the default one."""
    return open_lake(path or default_lake(), create=create)


class _Rate(ProgressColumn):
    """Deals a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} deals/s" if speed else "", style="progress.data.speed")


class BarProgress(Progress):
    """A progress bar on the error stream; only remarks where that is no terminal."""

    def __init__(self, title: str, quiet: bool) -> None:
        self.quiet = quiet
        self.bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet or not sys.stderr.isatty(),
        )
        self.task = self.bar.add_task(title, total=None)

    def start(self, total: int, done: int) -> None:
        """Show how much is done of how much."""
        self.bar.update(self.task, total=total, completed=done)

    def advance(self, deals: int) -> None:
        """Move the bar on."""
        self.bar.advance(self.task, deals)

    def say(self, message: str) -> None:
        """Print a remark above the bar."""
        if not self.quiet:
            self.bar.console.print(message, highlight=False)


@contextmanager
def progress_bar(title: str, quiet: bool) -> Iterator[BarProgress]:
    """A progress bar for the length of a piece of work."""
    progress = BarProgress(title, quiet)
    with progress.bar:
        yield progress


def print_json(rows: Iterable[dict[str, Any]]) -> None:
    """One JSON object a line on standard output."""
    for row in rows:
        typer.echo(json.dumps(row, ensure_ascii=False, default=str))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table on standard output; numbers to the right, never cut where output is no terminal."""
    data = [list(row) for row in rows]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for at, name in enumerate(columns):
        numeric = bool(data) and all(isinstance(row[at], int | float | None) for row in data)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in data:
        table.add_row(*(Text(cell_text(value)) for value in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=10_000)
    for line in _lines(console, table):
        typer.echo(line)


def _lines(console: Console, table: Table) -> list[str]:
    with console.capture() as captured:
        console.print(table)
    return [line.rstrip() for line in captured.get().rstrip("\n").split("\n")]


def cell_text(value: Any) -> str:
    """A value as a table shows it: figures to six places, nothing for NULL."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return ", ".join(cell_text(part) for part in value)
    return str(value)
