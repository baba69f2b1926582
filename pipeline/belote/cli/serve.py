"""Commands that stay: dashboard, bench."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belote.cli.app import app
from belote.cli.options import (
    HostOption,
    JsonOption,
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
    from belote.lake.store import Lake


@app.command(epilog="Example: belote dashboard --port 8600 --lake data/sample")
def dashboard(
    port: PortOption = 8501,
    host: HostOption = "127.0.0.1",
    lang: LanguageOption = Language.fr,
    lake: LakeOption = None,
) -> None:
    """Serve the dashboard, on this machine unless told otherwise."""
    opened = the_lake(lake, or_sample=True)
    check_address(host, port)
    serve_dashboard(opened, host, port, lang)


def check_address(host: str, port: int) -> None:
    """Raise `Mistake` where nothing can listen on that host and port now."""
    import socket

    if not 1 <= port <= 65535:
        raise Mistake(f"port cannot be {port}: it is a whole number from 1 to 65535")
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Mistake(
            f"the dashboard cannot listen on {host} port {port} ({why.lower()}):"
            " choose others with --host and --port"
        ) from None


def serve_dashboard(lake: Lake, host: str, port: int, lang: Language) -> None:
    """Run the dashboard's server until it is interrupted; raises `typer.Exit` where it fails."""
    from belote.resources import dashboards_folder

    shown = f"[{host}]" if ":" in host else host
    page = "" if lang is Language.fr else f"/?lang={lang.value}"
    typer.echo(f"dashboard: http://{shown}:{port}{page} (Ctrl-C stops it)")
    command = [
        sys.executable, "-m", "streamlit", "run", str(dashboards_folder() / "app.py"),
        "--server.address", host,
        "--server.port", str(port),
        "--server.headless", "true",
        "--server.fileWatcherType", "none",
        "--browser.gatherUsageStats", "false",
        "--client.toolbarMode", "minimal",
    ]  # fmt: skip
    environment = os.environ | {"BELOTE_LAKE": str(Path(lake.path).resolve())}
    # Asked to end, this process takes the server with it: `run` kills its child on any exception.
    try:
        status = subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        status = 0
    if status:
        raise typer.Exit(status)


@app.command(epilog="Example: belote bench --deals 10000000 --json")
def bench(
    deals: Annotated[
        int,
        typer.Option(
            parser=whole_number, metavar="N", help="Deals of the run that is played and asked."
        ),
    ] = 10_000_000,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Measure throughput, bytes a deal and query times here.

    It plays into a lake of its own, which it removes.
    """
    from belote.cli.progress import progress_bar
    from belote.cli.rows import print_json, print_table
    from belote.runs.bench import measure

    with progress_bar("measuring", quiet) as progress:
        rows = [figure.as_dict() for figure in measure(deals, workers, progress)]
    if as_json:
        print_json(rows)
    else:
        print_table(list(rows[0]), [list(row.values()) for row in rows])
