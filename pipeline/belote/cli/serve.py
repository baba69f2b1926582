"""Commands that stay: dashboard, bench."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
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
from belote.lake.manifest import LakeError
from belote.lake.store import Lake
from belote.resources import dashboards_folder

PortOption = Annotated[int, typer.Option(help="Port of the dashboard.", min=1, max=65535)]
HostOption = Annotated[str, typer.Option(help="Address the dashboard listens on.")]


@app.command(epilog="Example: belote dashboard --port 8600 --lake data/sample")
def dashboard(
    port: PortOption = 8501,
    host: HostOption = "127.0.0.1",
    lake: LakeOption = None,
) -> None:
    """Serve the dashboard, on this machine alone unless told otherwise."""
    serve_dashboard(the_lake(lake), host, port)


def serve_dashboard(lake: Lake, host: str, port: int) -> None:
    """Run the dashboard's server until it is interrupted; raises `LakeError` if it cannot start."""
    import socket

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise LakeError(
                f"the dashboard cannot listen on {host} port {port}"
                f" ({(error.strerror or str(error)).lower()}): choose another with --port"
            ) from None
    typer.echo(f"dashboard: http://{host}:{port} (Ctrl-C stops it)")
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
    try:
        status = subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        status = 0
    if status:
        raise typer.Exit(status)


@app.command(epilog="Example: belote bench --deals 10000000 --json")
def bench(
    deals: Annotated[
        int, typer.Option(help="Deals of the run that is played and asked.")
    ] = 10_000_000,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Throughput, bytes a deal and query times on this machine, in a lake of its own."""
    from belote.runs.bench import measure

    with progress_bar("measuring", quiet or as_json) as progress:
        rows = [figure.as_dict() for figure in measure(deals, workers, progress)]
    if as_json:
        print_json(rows)
    else:
        print_table(list(rows[0]), [list(row.values()) for row in rows])
