"""Commands that ask: sql, question, show."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belote.cli.app import app
from belote.cli.output import (
    JsonOption,
    Language,
    LakeOption,
    LanguageOption,
    print_json,
    print_table,
    the_lake,
)
from belote.lake.manifest import LakeError

if TYPE_CHECKING:
    import polars as pl


class Format(StrEnum):
    """How rows are written."""

    table = "table"
    csv = "csv"
    json = "json"
    parquet = "parquet"


ParamOption = Annotated[
    list[str] | None, typer.Option("--param", help="A parameter, k=v; may be given several times.")
]
FormatOption = Annotated[Format, typer.Option("--format", help="How rows are written.")]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", help="File to write; without, standard output.")
]


@app.command(
    epilog='Example: belote sql "SELECT turned_rank, count(*) FROM deals GROUP BY ALL" --format csv'
)
def sql(
    query: Annotated[
        str | None, typer.Argument(help="A query, or a file that ends in .sql; without, a prompt.")
    ] = None,
    param: ParamOption = None,
    output_format: FormatOption = Format.table,
    output: OutputOption = None,
    lake: LakeOption = None,
) -> None:
    """Ask the lake's views a question in SQL (DuckDB)."""
    from belote.lake.warehouse import Warehouse

    warehouse = Warehouse(the_lake(lake))
    if query is None:
        _prompt(warehouse, output_format)
        return
    write_frame(warehouse.frame(_query_text(query), parse_params(param)), output_format, output)


def _query_text(query: str) -> str:
    """The query itself, read from its file where a file is named."""
    if not query.endswith(".sql") or "\n" in query:
        return query
    try:
        return Path(query).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LakeError(f"the query file {query!r} cannot be read: {error}") from None


def _prompt(warehouse: Any, output_format: Format) -> None:
    """Read statements that end in ``;`` until the end of input; a mistake does not end it."""
    from belote.lake.warehouse import QueryError

    interactive = sys.stdin.isatty()
    if interactive:
        typer.echo(
            "SQL over the views; end a statement with ';', leave with Ctrl-D. 'belote schema' lists them."
        )
    waiting: list[str] = []
    while True:
        try:
            waiting.append(input(("   ... " if waiting else "belote> ") if interactive else ""))
        except EOFError:
            break
        if not waiting[-1].rstrip().endswith(";"):
            continue
        statement, waiting = "\n".join(waiting), []
        try:
            write_frame(warehouse.frame(statement), output_format, None)
        except QueryError as error:
            if not interactive:
                raise
            typer.echo(f"belote: {error}", err=True)
    rest = "\n".join(waiting).strip()
    if rest:
        write_frame(warehouse.frame(rest), output_format, None)


def parse_params(texts: list[str] | None) -> dict[str, Any]:
    """Parameters from ``k=v`` texts: whole numbers, numbers, true, false, null, or text."""
    params: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise LakeError(f"{text!r} is no parameter: write it as k=v")
        params[name.strip()] = _param_value(value.strip())
    return params


def _param_value(text: str) -> Any:
    words: dict[str, Any] = {"true": True, "false": False, "null": None}
    if text.lower() in words:
        return words[text.lower()]
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def write_frame(frame: pl.DataFrame, output_format: Format, output: Path | None) -> None:
    """Write rows to a file or to standard output."""
    if output_format is Format.parquet and output is None:
        raise LakeError("parquet is no text: name a file with -o")
    if output is not None:
        try:
            _write_file(frame, output_format, output)
        except OSError as error:
            raise LakeError(f"{output} cannot be written: {error.strerror or error}") from None
    elif output_format is Format.csv:
        sys.stdout.write(frame.write_csv())
    elif output_format is Format.json:
        print_json(frame.iter_rows(named=True))
    else:
        print_table(frame.columns, frame.iter_rows())


def _write_file(frame: pl.DataFrame, output_format: Format, output: Path) -> None:
    if output_format is Format.parquet:
        frame.write_parquet(output)
    elif output_format is Format.csv:
        frame.write_csv(output)
    elif output_format is Format.json:
        frame.write_ndjson(output)
    else:
        with output.open("w", encoding="utf-8") as handle:
            handle.write("\t".join(frame.columns) + "\n")
            for row in frame.iter_rows():
                handle.write("\t".join("" if v is None else str(v) for v in row) + "\n")


@app.command(epilog="Example: belote question capot_odds --param run=my-run")
def question(
    name: Annotated[str | None, typer.Argument(help="The question; without, all of them.")] = None,
    param: ParamOption = None,
    output_format: FormatOption = Format.table,
    output: OutputOption = None,
    lake: LakeOption = None,
) -> None:
    """Ask one of the named questions, or list them."""
    from belote.lake.questions import ask, questions
    from belote.lake.warehouse import Warehouse

    if name is None:
        print_table(
            ("name", "question", "parameters"),
            [(q.name, q.question, ", ".join(p.name for p in q.params)) for q in questions()],
        )
        return
    write_frame(ask(Warehouse(the_lake(lake)), name, parse_params(param)), output_format, output)


@app.command(epilog="Example: belote show litige-regular-1000000-s1 1 7 --lang fr")
def show(
    run: Annotated[str, typer.Argument(help="The run.")],
    table: Annotated[str, typer.Argument(help="Name of the table.")],
    deal: Annotated[int, typer.Argument(help="Number of the deal at its table.")],
    lang: LanguageOption = Language.fr,
    lake: LakeOption = None,
    as_json: JsonOption = False,
) -> None:
    """One deal as a readable text, trick by trick, with its marks."""
    from belote.lake.find import find_deal
    from belote.lake.warehouse import Warehouse
    from belote.records.page import deal_page

    found = find_deal(Warehouse(the_lake(lake)), run, table, deal)
    if as_json:
        print_json([found.facts | {"marks": found.marks, "tricks": found.tricks}])
        return
    typer.echo(deal_page(found.deal, found.facts, found.marks, lang.value))
