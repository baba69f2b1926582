"""Commands that look after runs: runs, check, drop, mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belote.cli.app import app
from belote.cli.options import JsonOption, LakeOption, QuietOption, WorkersOption, the_lake

if TYPE_CHECKING:
    from belote.lake.manifest import Manifest

EMPTY = "the lake is empty: 'belote simulate --deals 100000' fills it"


@app.command(epilog="Example: belote runs --lake data/lake")
def runs(lake: LakeOption = None, as_json: JsonOption = False) -> None:
    """List the runs of the lake.

    Exits 1 where one cannot be read.
    """
    from belote.cli.rows import print_json, print_table
    from belote.lake.manifest import LakeError

    found = the_lake(lake, or_sample=True).each_manifest()
    known = {name: _row(m) for name, m in found.items() if not isinstance(m, LakeError)}
    columns = next(iter(known.values()), {"run_id": None, "status": None})
    nothing = dict.fromkeys(columns)
    rows = [known.get(name, nothing | {"run_id": name, "status": "unreadable"}) for name in found]
    if as_json:
        print_json(rows)
    elif rows:
        print_table(list(rows[0]), [list(row.values()) for row in rows])
    else:
        typer.echo(EMPTY, err=True)
    faults = [error for error in found.values() if isinstance(error, LakeError)]
    for error in faults:
        typer.echo(f"belote: {error}", err=True)
    if faults:
        raise typer.Exit(1)


def _row(manifest: Manifest) -> dict[str, Any]:
    """What is listed of a run."""
    players = manifest.players
    return {
        "run_id": manifest.run_id,
        "status": manifest.state,
        "kind": manifest.kind,
        "deals": manifest.committed_deals,
        "tables": manifest.tables,
        "rules": manifest.rules,
        "players": None if players is None else ",".join(dict.fromkeys(players)),
        "seed": manifest.seed,
        "bytes": sum(file.size for file in manifest.files),
        "version": manifest.version,
        "created_at": manifest.created_at,
    }


@app.command(epilog="Example: belote check my-run --json")
def check(
    run: Annotated[
        str | None, typer.Argument(metavar="RUN", help="The run; without, every run.")
    ] = None,
    lake: LakeOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Verify files, counts, games, and every deal by replay.

    Exits 1 where something is wrong.
    """
    from belote.cli.progress import progress_bar
    from belote.cli.rows import print_json
    from belote.runs.check import check_run

    opened = the_lake(lake)
    names = [run] if run is not None else opened.run_names()
    sound = True
    for name in names:
        with progress_bar(f"checking {name}", quiet) as progress:
            verdict = check_run(opened, name, progress)
        sound = sound and verdict.sound
        if as_json:
            print_json([verdict.as_dict()])
        else:
            typer.echo("\n  ".join(verdict.lines()))
    if not names and not quiet:
        typer.echo(EMPTY, err=True)
    if not sound:
        raise typer.Exit(1)


@app.command(epilog="Example: belote drop litige-regular-1000000-s1")
def drop(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The run to remove.")],
    keep_counts: Annotated[
        bool,
        typer.Option(
            "--keep-counts",
            help="Remove its rows only: its rollup still answers the questions and the dashboard.",
        ),
    ] = False,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Remove a run from the lake, or all of it but its counts."""
    opened = the_lake(lake)
    told = f"run {run} is reduced to its counts"
    if keep_counts:
        opened.keep_counts(run)
    elif opened.drop(run):
        told = f"run {run} is removed"
    else:
        told = f"what was left of run {run}, which was never stored, is removed"
    if not quiet:
        typer.echo(told)


@app.command(
    epilog="Example: belote mark my-run --rules litige,target=501 --rules classique,chute_mark=160"
)
def mark(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The run to mark.")],
    rules: Annotated[
        list[str],
        typer.Option(
            metavar="RULES", help="A rule set as for simulate; may be given several times."
        ),
    ],
    workers: WorkersOption = None,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Mark a run under more rule sets, from the deals already played."""
    from belote.cli.progress import progress_bar
    from belote.game.variants import rule_set
    from belote.runs.mark import mark_run

    wanted = [rule_set(text) for text in rules]
    with progress_bar("marking", quiet) as progress:
        manifest = mark_run(the_lake(lake), run, wanted, workers=workers, progress=progress)
    if not quiet:
        typer.echo(f"run {run} is marked under: {'; '.join(manifest.marked)}")
