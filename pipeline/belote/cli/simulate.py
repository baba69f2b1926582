"""Commands that play: simulate, demo."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from belote.cli.app import app
from belote.cli.options import (
    HostOption,
    LakeOption,
    Language,
    LanguageOption,
    Mistake,
    PortOption,
    QuietOption,
    WorkersOption,
    the_lake,
    whole_number,
)

if TYPE_CHECKING:
    from belote.runs.simulate import Simulation

DEMO_DEALS = 1_000_000


@app.command(
    epilog="Example: belote simulate --deals 1000000 --rules litige,target=501 --players regular"
)
def simulate(
    deals: Annotated[
        int | None,
        typer.Option(
            parser=whole_number, metavar="N", help="Deals to play, passed-out ones among them."
        ),
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="N",
            help="Tables they lie over.",
            show_default="1,000 deals a table",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(parser=whole_number, metavar="N", help="Seed of every random choice."),
    ] = 1,
    rules: Annotated[
        str,
        typer.Option(metavar="RULES", help="A preset, a preset with changes, or a TOML file."),
    ] = "litige",
    players: Annotated[
        str,
        typer.Option(metavar="P[,P,P,P]", help="One player for all seats, or four with commas."),
    ] = "regular",
    run: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Name of the run.", show_default="made from the parameters"
        ),
    ] = None,
    workers: WorkersOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an unfinished run.")] = False,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play deals into a run of the lake."""
    from belote.game.variants import rule_set
    from belote.players.spec import seat_players
    from belote.runs.simulate import Simulation

    if deals is None:
        raise Mistake("say how many deals to play: --deals 1000000")
    simulation = Simulation(deals, rule_set(rules), seat_players(players), seed, tables, run)
    play(simulation, lake, workers=workers, resume=resume, quiet=quiet)


def play(
    simulation: Simulation,
    lake: str | None,
    *,
    workers: int | None = None,
    resume: bool = False,
    quiet: bool = False,
) -> None:
    """Simulate with a progress bar, and say what was done or how to go on.

    A lake is made where there is none, once the numbers are known to be right. Raises what
    `belote.runs.simulate.simulate` does, and `typer.Exit` when interrupted.
    """
    from belote.cli.progress import progress_bar
    from belote.messages import count
    from belote.runs.simulate import simulate as simulate_run
    from belote.runs.workers import workers_asked

    simulation.plan()
    workers = workers_asked(workers)
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
            f"run {manifest.run_id}: {count('en', manifest.deals, 'deal')} at"
            f" {count('en', manifest.tables, 'table')} in {took:.1f} s"
        )


@app.command(epilog="Example: belote demo --deals 100000 --port 8600")
def demo(
    deals: Annotated[
        int,
        typer.Option(parser=whole_number, metavar="N", help="Deals to play into an empty lake."),
    ] = DEMO_DEALS,
    port: PortOption = 8501,
    host: HostOption = "127.0.0.1",
    lang: LanguageOption = Language.fr,
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Open the dashboard afterwards.")
    ] = True,
    lake: LakeOption = None,
    quiet: QuietOption = False,
) -> None:
    """Simulate into an empty lake, then open the dashboard."""
    from belote.cli.serve import check_address, serve_dashboard
    from belote.game.variants import preset
    from belote.players.spec import seat_players
    from belote.runs.simulate import Simulation

    simulation = Simulation(deals, preset("litige"), seat_players("regular"))
    simulation.plan()
    if serve:
        check_address(host, port)
    complete = [m.run_id for m in the_lake(lake, create=True).manifests() if m.status == "complete"]
    if not complete:
        play(simulation, lake, resume=True, quiet=quiet)
    elif not quiet:
        typer.echo(f"the lake already holds {len(complete)} run(s): {', '.join(complete[:3])}")
    if serve:
        serve_dashboard(the_lake(lake), host, port, lang)
