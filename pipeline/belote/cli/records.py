"""Commands for deal records: replay, export."""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from belote.cli.app import app
from belote.cli.options import (
    LakeOption,
    Language,
    LanguageOption,
    Mistake,
    QuietOption,
    WorkersOption,
    the_lake,
)

if TYPE_CHECKING:
    from belote.runs.export import Tables


class OnError(StrEnum):
    """What a refused line does."""

    stop = "stop"
    skip = "skip"


class ExportFormat(StrEnum):
    """How a run is written."""

    jsonl = "jsonl"
    csv = "csv"


@app.command(epilog="Example: belote replay games.jsonl.gz --on-error skip --rejects refused.jsonl")
def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Records: .jsonl, .jsonl.gz, .jsonl.zst, or -."),
    ],
    run: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Name of the run.", show_default="that of the file"),
    ] = None,
    on_error: Annotated[
        OnError,
        typer.Option(metavar="stop|skip", help="At a line that is refused: stop, or leave it out."),
    ] = OnError.stop,
    rejects: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With skip: where refused lines go, with their reasons."),
    ] = None,
    workers: WorkersOption = None,
    lang: LanguageOption = Language.en,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Read deal records, play them again through the rules, and store them.

    Exits 1 where lines were refused and left out.
    """
    from belote.cli.progress import progress_bar
    from belote.runs.replay import STANDARD_INPUT, Replay
    from belote.runs.replay import replay as replay_files

    skip = on_error is OnError.skip
    if rejects is not None and not skip:
        raise Mistake("--rejects goes with --on-error skip")
    if files.count(STANDARD_INPUT) > 1:
        raise Mistake("standard input can be read once only")
    asked = Replay(tuple(files), run, skip, rejects, lang.value)
    begun = time.monotonic()
    with progress_bar("replaying", quiet) as progress:
        done = replay_files(
            the_lake(lake, create=True),
            asked,
            standard_input=_standard_input,
            workers=workers,
            progress=progress,
        )
    manifest = done.manifest
    if not quiet and done.unchanged:
        typer.echo(f"run {manifest.run_id} was made of the same: nothing is changed")
    elif not quiet:
        took = time.monotonic() - begun
        typer.echo(
            f"run {manifest.run_id}: {manifest.deals:,} deals at {manifest.tables:,} tables"
            f" in {took:.1f} s; {done.refused:,} lines refused"
        )
        for field, lines in sorted(done.fields.items(), key=lambda item: -item[1]):
            typer.echo(f"  {field}: {lines:,}")
    if done.refused:
        raise typer.Exit(1)


def _standard_input() -> BinaryIO:
    """Standard input as bytes."""
    buffer = getattr(sys.stdin, "buffer", None)
    return buffer if buffer is not None else io.BytesIO(sys.stdin.read().encode())


@app.command(epilog="Example: belote export my-run --tables 1:100 -o games.jsonl.zst")
def export(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The run.")],
    tables: Annotated[
        str | None,
        typer.Option(
            metavar="A:B", help="Tables by number, in the order of the run; without, all."
        ),
    ] = None,
    form: Annotated[
        ExportFormat,
        typer.Option("--format", metavar="jsonl|csv", help="Records, or a table of deals."),
    ] = ExportFormat.jsonl,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="File, also .gz or .zst; without, or with -, the output.",
        ),
    ] = None,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write a run as records, or as a table of its deals."""
    from belote.cli.progress import progress_bar
    from belote.runs.export import export_csv, export_lines

    pieces = export_lines if form is ExportFormat.jsonl else export_csv
    wanted = _tables(tables)
    opened = the_lake(lake)
    with progress_bar("exporting", quiet) as progress:
        found = pieces(opened, run, wanted, progress)
        first = next(found)  # so that a mistake in what is asked leaves no file
        with _output(output) as out:
            out.write(first)
            for piece in found:
                out.write(piece)


def _tables(text: str | None) -> Tables:
    """The tables of ``A:B``, ``A:``, ``:B`` or ``A``; raises `Mistake`."""
    if text is None:
        return 1, None
    found = re.fullmatch(r"(\d{0,10})(:?)(\d{0,10})", text)
    if found is None or not (found[1] or found[3]):
        raise Mistake(f"tables cannot be {text!r}: write them as 3:7, 3:, :7 or 3")
    first = int(found[1] or 1)
    if not found[2]:
        return first, first
    return first, int(found[3]) if found[3] else None


@contextmanager
def _output(path: Path | None) -> Generator[BinaryIO]:
    """Where the bytes go: a file, whole or not at all, or standard output."""
    from belote.cli.rows import whole_output
    from belote.lake.streams import compressed

    if path is None or str(path) == "-":
        buffer = getattr(sys.stdout, "buffer", None)
        out = buffer if buffer is not None else io.BytesIO()
        yield out
        if buffer is None:
            sys.stdout.write(out.getvalue().decode())
        out.flush()
        return
    with whole_output(path) as whole, whole.open("wb") as file, compressed(file, path.name) as out:
        yield out
