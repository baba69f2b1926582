"""Commands that look after runs: runs, check, drop, mark."""

from __future__ import annotations

from typing import Annotated

import typer

from belote.cli.app import app
from belote.cli.options import JsonOption, LakeOption, QuietOption, WorkersOption, the_lake

EMPTY = "the lake is empty: 'belote simulate --deals 100000' fills it"


@app.command(epilog="Example: belote runs --lake data/lake")
def runs(lake: LakeOption = None, as_json: JsonOption = False) -> None:
    """List the runs of the lake."""
    from belote.cli.rows import print_json, print_table

    rows = [
        {
            "run_id": m.run_id,
            "status": m.state,
            "kind": m.kind,
            "deals": m.committed_deals,
            "tables": m.tables,
            "rules": m.rules,
            "players": None if m.players is None else ",".join(dict.fromkeys(m.players)),
            "seed": m.seed,
            "bytes": sum(file.size for file in m.files),
            "version": m.version,
            "created_at": m.created_at,
        }
        for m in the_lake(lake, or_sample=True).manifests()
    ]
    if as_json:
        print_json(rows)
    elif rows:
        print_table(list(rows[0]), [list(row.values()) for row in rows])
    else:
        typer.echo(EMPTY, err=True)


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
    if keep_counts:
        opened.keep_counts(run)
    else:
        opened.drop(run)
    if not quiet:
        typer.echo(f"run {run} is {'reduced to its counts' if keep_counts else 'removed'}")


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
