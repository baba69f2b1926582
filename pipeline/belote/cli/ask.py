"""Commands that ask: sql, question, show."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belote.cli.app import app
from belote.cli.options import (
    JsonOption,
    LakeOption,
    Language,
    LanguageOption,
    Mistake,
    named_file,
    the_lake,
    whole_number,
)
from belote.cli.rows import Format, print_json, print_table, write_frame

if TYPE_CHECKING:
    from belote.lake.warehouse import Warehouse

ParamOption = Annotated[
    list[str] | None,
    typer.Option("--param", metavar="K=V", help="A parameter; may be given several times."),
]
FormatOption = Annotated[
    Format,
    typer.Option("--format", metavar="table|csv|json|parquet", help="How rows are written."),
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        parser=named_file,
        metavar="FILE",
        help="File to write; without, standard output.",
    ),
]

_HINT = (
    "SQL over the views that 'belote schema' lists; end a statement with ';', leave with Ctrl-D."
)


@app.command(
    epilog='Example: belote sql "SELECT turned_rank, count(*) FROM deals GROUP BY ALL" --format csv'
)
def sql(
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="QUERY|FILE.sql",
            help="A query, or a file that ends in .sql; without, a prompt, or standard input.",
        ),
    ] = None,
    param: ParamOption = None,
    form: FormatOption = Format.table,
    output: OutputOption = None,
    lake: LakeOption = None,
) -> None:
    """Ask the lake's views a question in SQL (DuckDB)."""
    from belote.lake.warehouse import Warehouse

    params = parse_params(param)
    text = None if query is None else query_text(query)
    warehouse = Warehouse(the_lake(lake, or_sample=True))
    if text is not None:
        with stopped_at_once():
            frame = warehouse.frame(text, params)
        write_frame(frame, form, output)
    elif output is None:
        _prompt(warehouse, params, form)
    else:
        raise Mistake("-o takes the rows of one query: name it, or a file that ends in .sql")


@contextmanager
def stopped_at_once() -> Generator[None]:
    """Let Ctrl-C and SIGTERM end the process, because a query under way may not hear of them.

    For work that only reads.
    """
    asked = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_DFL) for number in asked]
    try:
        yield
    finally:
        for number, handler in zip(asked, before, strict=True):
            signal.signal(number, handler)


def query_text(query: str) -> str:
    """The query itself, read from its file where a file is named; raises `Mistake`."""
    if not query.endswith(".sql") or "\n" in query:
        return query
    try:
        return Path(query).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Mistake(f"the query file {query!r} is not text in UTF-8") from None
    except OSError as error:
        raise Mistake(f"the query file {query!r} cannot be read: {error.strerror}") from None


def _prompt(warehouse: Warehouse, params: dict[str, Any], form: Format) -> None:
    """Answer one statement after another; on a terminal a mistake does not end it."""
    from belote.lake.warehouse import QueryError

    interactive = sys.stdin.isatty()
    if interactive:
        typer.echo(_HINT)
    for statement in _statements(interactive):
        try:
            with stopped_at_once():
                frame = warehouse.frame(statement, params)
            write_frame(frame, form, None)
        except QueryError as error:
            if not interactive:
                raise
            typer.echo(f"belote: {error}", err=True)


def _statements(interactive: bool) -> Iterator[str]:
    """Statements from standard input: lines up to one that ends in ``;``, or the end."""
    waiting: list[str] = []
    while True:
        asked = ("   ... " if waiting else "belote> ") if interactive else ""
        try:
            waiting.append(input(asked))
        except EOFError:
            break
        if waiting[-1].rstrip().endswith(";"):
            yield "\n".join(waiting)
            waiting = []
    if "".join(waiting).strip():
        yield "\n".join(waiting)


def parse_params(texts: list[str] | None) -> dict[str, Any]:
    """Parameters from ``k=v`` texts: whole numbers, decimals, true, false, null, else text.

    Raises `Mistake` for a text of another form, or a name given twice.
    """
    params: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name.isidentifier():
            raise Mistake(f"{text!r} is no parameter: write it as k=v")
        if name in params:
            raise Mistake(f"the parameter {name} is given twice")
        params[name] = _param_value(value)
    return params


def _param_value(text: str) -> Any:
    words: dict[str, Any] = {"true": True, "false": False, "null": None}
    if text.lower() in words:
        return words[text.lower()]
    if re.fullmatch(r"-?(0|[1-9]\d{0,17})", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text


@app.command(epilog="Example: belote question capot_rate --param run=my-run")
def question(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The question; without, all of them.")
    ] = None,
    param: ParamOption = None,
    form: FormatOption = Format.table,
    output: OutputOption = None,
    lake: LakeOption = None,
) -> None:
    """Ask one of the named questions, or list them."""
    from belote.lake.questions import ask, questions
    from belote.lake.questions import question as named
    from belote.lake.warehouse import Warehouse

    params = parse_params(param)
    if name is not None:
        warehouse = Warehouse(the_lake(lake, or_sample=True))
        with stopped_at_once():
            frame = ask(warehouse, named(name).name, params)
        write_frame(frame, form, output)
        return
    if params or output is not None or form is not Format.table:
        raise Mistake("these options go with a question: 'belote question' lists them")
    print_table(
        ("name", "question", "parameters"),
        [(q.name, q.question, ", ".join(p.name for p in q.params)) for q in questions()],
    )


@app.command(epilog="Example: belote show litige-regular-1000000-s1 1 7 --lang fr")
def show(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The run.")],
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Name of the table.")],
    deal: Annotated[
        int,
        typer.Argument(parser=whole_number, metavar="DEAL", help="Number of the deal there."),
    ],
    lang: LanguageOption = Language.fr,
    lake: LakeOption = None,
    as_json: JsonOption = False,
) -> None:
    """One deal as a readable text, trick by trick, with its marks."""
    from belote.lake.find import find_deal
    from belote.lake.warehouse import Warehouse
    from belote.records.page import deal_page

    found = find_deal(Warehouse(the_lake(lake, or_sample=True)), run, table, deal)
    if as_json:
        print_json([found.as_dict()])
        return
    typer.echo(deal_page(found.deal, found.facts, found.players, found.marks, lang.value))
