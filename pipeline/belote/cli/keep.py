"""Commands that look after runs: runs, check, drop, mark."""

from __future__ import annotations

from typing import Annotated

import typer

from belote.cli.app import app
from belote.cli.output import (
    JsonOption,
    LakeOption,
    QuietOption,
    WorkersOption,
    print_json,
    print_table,
    progress_bar,
    the_lake,
)
from belote.game.variants import rule_set


@app.command(epilog="Example: belote runs --lake data/lake")
def runs(lake: LakeOption = None, as_json: JsonOption = False) -> None:
    """List the runs of the lake."""
    rows = [
        {
            "run_id": m.run_id,
            "status": m.status,
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
        for m in the_lake(lake).manifests()
    ]
    if as_json:
        print_json(rows)
    elif rows:
        print_table(list(rows[0]), [list(row.values()) for row in rows])
    else:
        typer.echo("the lake is empty: 'belote simulate --deals 100000' fills it", err=True)


@app.command(epilog="Example: belote check && echo sound")
def check(
    run: Annotated[str | None, typer.Argument(help="The run; without, every run.")] = None,
    lake: LakeOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Verify checksums, counts, and every deal by replay; exit 1 where something is wrong."""
    from belote.runs.check import Verdict, check_run

    opened = the_lake(lake)
    names = [run] if run is not None else opened.run_names()
    verdicts: list[Verdict] = []
    for name in names:
        with progress_bar(f"checking {name}", quiet) as progress:
            verdict = check_run(opened, name, progress)
        verdicts.append(verdict)
        if as_json:
            print_json([verdict.as_dict()])
            continue
        state = "sound" if verdict.sound else "NOT SOUND"
        typer.echo(f"{name}: {verdict.deals:,} deals, {state}")
        if verdict.checksum:
            typer.echo(f"  content {verdict.checksum}")
        for fault in verdict.faults:
            typer.echo(f"  {fault}")
    if not all(verdict.sound for verdict in verdicts):
        raise typer.Exit(1)


@app.command(epilog="Example: belote drop litige-regular-1000000-s1")
def drop(
    run: Annotated[str, typer.Argument(help="The run to remove.")],
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Remove a run from the lake."""
    the_lake(lake).drop(run)
    if not quiet:
        typer.echo(f"run {run} is removed")


@app.command(
    epilog="Example: belote mark my-run --rules litige,target=501 --rules classique,chute_mark=160"
)
def mark(
    run: Annotated[str, typer.Argument(help="The run to mark.")],
    rules: Annotated[list[str], typer.Option(help="A rule set; may be given several times.")],
    workers: WorkersOption = None,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Marks and games of a run under any rule sets, from the deals already played."""
    from belote.runs.mark import mark_run

    wanted = [rule_set(text) for text in rules]
    with progress_bar("marking", quiet) as progress:
        manifest = mark_run(the_lake(lake), run, wanted, workers=workers, progress=progress)
    if not quiet:
        typer.echo(f"run {run} is marked under: {'; '.join(manifest.marked)}")
