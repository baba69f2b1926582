"""Commands that play: simulate, demo."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from belote.cli.app import app
from belote.cli.output import LakeOption, QuietOption, WorkersOption, progress_bar, the_lake
from belote.game.variants import rule_set
from belote.lake.manifest import LakeError, Manifest

DEMO_DEALS = 1_000_000


@app.command(
    epilog="Example: belote simulate --deals 1000000 --rules litige,target=501 --players regular"
)
def simulate(
    deals: Annotated[
        int | None, typer.Option(help="Deals to play, passed-out ones among them.")
    ] = None,
    tables: Annotated[
        int | None, typer.Option(help="Tables they lie over.", show_default="1,000 deals a table")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of every random choice.")] = 1,
    rules: Annotated[
        str, typer.Option(help="A preset, a preset with changes, or a TOML file.")
    ] = "litige",
    players: Annotated[
        str, typer.Option(help="One player for all seats, or four with commas.")
    ] = "regular",
    run: Annotated[
        str | None, typer.Option(help="Name of the run.", show_default="made from the parameters")
    ] = None,
    workers: WorkersOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an unfinished run.")] = False,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play deals into a run of the lake."""
    from belote.players.spec import seat_players
    from belote.runs.simulate import Simulation

    if deals is None:
        raise LakeError("say how many deals to play: --deals 1000000")
    simulation = Simulation(deals, rule_set(rules), seat_players(players), seed, tables, run)
    play(simulation, lake, workers=workers, resume=resume, quiet=quiet)


def play(
    simulation: Simulation,
    lake: Path | None,
    *,
    workers: int | None = None,
    resume: bool = False,
    quiet: bool = False,
) -> Manifest:
    """Simulate with a progress bar, and say what was done or how to go on."""
    from belote.runs.simulate import simulate as simulate_run

    simulation.plan()
    opened = the_lake(lake, create=True)
    begun = time.monotonic()
    try:
        with progress_bar("playing", quiet) as progress:
            manifest = simulate_run(
                opened, simulation, workers=workers, resume=resume, progress=progress
            )
    except KeyboardInterrupt:
        if simulation.run_id in opened.run_names():
            done = opened.manifest(simulation.run_id).committed_deals
            typer.echo(
                f"belote: stopped with {done:,} of {simulation.deals:,} deals committed;"
                " the same command with --resume goes on",
                err=True,
            )
        raise typer.Exit(130) from None
    if not quiet:
        took = time.monotonic() - begun
        typer.echo(
            f"run {manifest.run_id}: {manifest.deals:,} deals at {manifest.tables:,} tables"
            f" in {took:.1f} s"
        )
    return manifest


@app.command(epilog="Example: belote demo --deals 100000 --port 8600")
def demo(
    deals: Annotated[int, typer.Option(help="Deals to play into an empty lake.")] = DEMO_DEALS,
    port: Annotated[int, typer.Option(help="Port of the dashboard.")] = 8501,
    host: Annotated[str, typer.Option(help="Address the dashboard listens on.")] = "127.0.0.1",
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Open the dashboard afterwards.")
    ] = True,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Simulate into an empty lake, then open the dashboard."""
    from belote.cli.serve import serve_dashboard
    from belote.players.spec import seat_players
    from belote.runs.simulate import Simulation

    opened = the_lake(lake, create=True)
    complete = [m for m in opened.manifests() if m.status == "complete"]
    if not complete:
        simulation = Simulation(deals, rule_set("litige"), seat_players("regular"))
        play(simulation, lake, resume=True, quiet=quiet)
    elif not quiet:
        typer.echo(f"{opened.path} already holds {len(complete)} run(s): {complete[0].run_id}")
    if serve:
        serve_dashboard(opened, host, port)
