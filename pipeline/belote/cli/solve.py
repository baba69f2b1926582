"""The command that solves deals: solve."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belote.cli.app import app
from belote.cli.options import (
    JsonOption,
    LakeOption,
    Language,
    LanguageOption,
    Mistake,
    QuietOption,
    WorkersOption,
    named,
    the_lake,
    whole_number,
)
from belote.cli.records import standard_input

if TYPE_CHECKING:
    from belote.runs.solved import Solved


@app.command(
    epilog="Examples: belote solve my-run 1 7 --lang fr; belote solve my-run; belote solve"
    " games.jsonl --json"
)
def solve(
    what: Annotated[
        str,
        typer.Argument(
            parser=named,
            metavar="FILE|RUN",
            help="A file of deal records (.jsonl, .jsonl.gz, .jsonl.zst, or -), or a run.",
        ),
    ],
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE", help="Name of a table of the run.")
    ] = None,
    deal: Annotated[
        int | None,
        typer.Argument(
            parser=whole_number,
            metavar="DEAL]",
            help="Number of a deal there; without, the whole run is solved and the results stored.",
        ),
    ] = None,
    workers: WorkersOption = None,
    lang: LanguageOption = Language.en,
    lake: LakeOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """What a deal comes to under best play with all hands seen, and what each card cost.

    Of a whole run the results go into the views solved and costs; what is solved already is not
    solved again, so that a run cut short goes on.
    """
    if table is not None and deal is None:
        raise Mistake("a table goes with a deal: write RUN TABLE DEAL")
    if table is None and _is_file(what):
        from belote.runs.solved import solve_records

        _tell(solve_records(what, standard_input, lang.value), as_json, lang, quiet)
    elif table is not None and deal is not None:
        _tell(_one(what, table, deal, lake), as_json, lang, quiet)
    elif as_json:
        raise Mistake("--json goes with a file or a deal: a run's results are in the view solved")
    else:
        _solve_run(what, workers, lake, quiet)


def _is_file(what: str) -> bool:
    return what == "-" or Path(what).is_file() or ".json" in Path(what).name.lower()


def _one(run: str, table: str, number: int, lake: str | None) -> Iterator[Solved]:
    from belote.lake.find import find_deal
    from belote.lake.warehouse import Warehouse
    from belote.runs.solved import Solved
    from belote.solver.deals import analyse

    opened = the_lake(lake, or_sample=True)
    found = find_deal(Warehouse(opened), run, table, number)
    rules = opened.manifest(run).rule_set(found.facts["rules"])
    yield Solved(table, number, found.deal, analyse(found.deal, rules))


def _tell(found: Iterator[Solved], as_json: bool, lang: Language, quiet: bool) -> None:
    from belote.cli.rows import print_json
    from belote.compiled import kernels_are_cached
    from belote.runs.solve import COMPILING
    from belote.runs.solved import solved_page

    if not quiet and not kernels_are_cached("values_of_plays"):
        typer.echo(COMPILING, err=True)
    if as_json:
        print_json(solved.as_dict() for solved in found)
        return
    for number, solved in enumerate(found):
        typer.echo(("\n" if number else "") + solved_page(solved, lang.value))


def _solve_run(run: str, workers: int | None, lake: str | None, quiet: bool) -> None:
    from belote.cli.progress import progress_bar
    from belote.runs.solve import solve_run

    with progress_bar("solving", quiet) as progress:
        manifest = solve_run(the_lake(lake), run, workers=workers, progress=progress)
    if not quiet:
        solved = sum(file.rows for file in manifest.of_kind("solved"))
        typer.echo(f"run {run}: {solved:,} of {manifest.deals:,} deals are solved")
