"""Commands for deal records: replay, export."""

from __future__ import annotations

import io
import re
import sys
import time
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
    named,
    named_file,
    the_lake,
)

if TYPE_CHECKING:
    from belote.messages import Lang
    from belote.runs.export import Tables
    from belote.runs.replay import Replayed


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
        typer.Argument(
            parser=named, metavar="FILE...", help="Records: .jsonl, .jsonl.gz, .jsonl.zst, or -."
        ),
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
        typer.Option(
            parser=named_file,
            metavar="FILE",
            help="With skip: where refused lines go, with their reasons; also .gz or .zst.",
        ),
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
    from belote.lake.streams import STANDARD
    from belote.runs.replay import Replay
    from belote.runs.replay import replay as replay_files

    skip = on_error is OnError.skip
    if rejects is not None and not skip:
        raise Mistake("--rejects goes with --on-error skip")
    if files.count(STANDARD) > 1:
        raise Mistake("standard input can be read once only")
    asked = Replay(tuple(files), run, skip, rejects, lang.value)
    begun = time.monotonic()
    with progress_bar("replaying", quiet) as progress:
        done = replay_files(
            the_lake(lake, create=True),
            asked,
            standard_input=standard_input,
            workers=workers,
            progress=progress,
        )
    if not quiet:
        told = _told(done, time.monotonic() - begun, lang.value)
        typer.echo(told, err=str(rejects) == STANDARD)
    if done.refused:
        raise typer.Exit(1)


def _told(done: Replayed, took: float, lang: Lang) -> str:
    """What a replay did, and the refused lines by field."""
    from belote.messages import count, number, say

    run = done.manifest
    if done.unchanged:
        return say(lang, "replay.unchanged", run=run.run_id)
    told = say(
        lang,
        "replay.done",
        run=run.run_id,
        deals=count(lang, run.deals, "deal"),
        tables=count(lang, run.tables, "table"),
        took=number(lang, took, 1),
        refusals=count(lang, done.refused, "refusal"),
    )
    fields = sorted(done.fields.items(), key=lambda item: -item[1])
    colon = " : " if lang == "fr" else ": "
    return "\n  ".join([told, *(f"{field}{colon}{number(lang, n)}" for field, n in fields)])


def standard_input() -> BinaryIO:
    """Standard input as bytes."""
    if sys.__stdin__ is None:
        raise Mistake("standard input is closed: name a file")
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
            parser=named_file,
            metavar="FILE",
            help="File, also .gz or .zst; without, or with -, the output.",
        ),
    ] = None,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write a run as records, or as a table of its deals."""
    from belote.cli.progress import progress_bar
    from belote.lake.streams import open_output
    from belote.runs.export import export_csv, export_lines

    _check_name(output, form)
    pieces = export_lines if form is ExportFormat.jsonl else export_csv
    wanted = _tables(tables)
    opened = the_lake(lake)
    with progress_bar("exporting", quiet) as progress:
        found = pieces(opened, run, wanted, progress)
        first = next(found)  # so that a mistake in what is asked leaves no file
        with open_output(output) as out:
            out.write(first)
            for piece in found:
                out.write(piece)


_OTHERS = {
    ExportFormat.jsonl: (".csv",),
    ExportFormat.csv: (".json", ".jsonl", ".ndjson"),
}
_FOREIGN = (
    ".tsv", ".parquet", ".arrow", ".feather", ".db", ".duckdb", ".sqlite", ".xlsx", ".bz2", ".xz",
    ".zip", ".tar", ".tgz",
)  # fmt: skip


def _check_name(output: Path | None, form: ExportFormat) -> None:
    """Raise `Mistake` for a file whose name tells of another format."""
    name = "" if output is None else output.name.lower()
    name = name.removesuffix(".gz").removesuffix(".zst")
    if name.endswith((*_OTHERS[form], *_FOREIGN)):
        raise Mistake(
            f"{output} is a name of another format than {form.value}: export writes jsonl or csv"
            " (--format), plain or as .gz or .zst"
        )


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
