"""A visitor of the dashboard: opens it over a lake, and reads what is on the page."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from belote.charts.frames import Share
from belote.cli.app import run
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.resources import dashboards_folder

Open = Callable[..., AppTest]


def opener(monkeypatch: pytest.MonkeyPatch) -> Open:
    """Open the dashboard over a lake, with choices in the address."""

    def opened(lake: Path, **address: str) -> AppTest:
        monkeypatch.setenv("BELOTE_LAKE", str(lake))
        visitor = AppTest.from_file(str(dashboards_folder() / "app.py"), default_timeout=120)
        for name, value in address.items():
            visitor.query_params[name] = value
        return visitor.run()

    return opened


def words(visitor: AppTest) -> str:
    """Everything on the page that is read as text."""
    kinds = ("title", "subheader", "markdown", "caption", "info", "warning", "error", "metric")
    return "\n".join(str(element.value) for kind in kinds for element in visitor.get(kind))


def commands(visitor: AppTest) -> list[list[str]]:
    """The commands that the page tells to run, as arguments of belote."""
    blocks = [block.value for block in visitor.code if block.language == "shell"]
    split = [shlex.split(block) for block in blocks]
    assert all(command[0] == "belote" for command in split)
    return [command[1:] for command in split]


def run_command(arguments: list[str]) -> None:
    """Run a command that the page told; it ends well."""
    assert run(arguments) == 0


def charts(visitor: AppTest) -> list[list[dict[str, Any]]]:
    """The rows of each chart as they go to the browser."""
    found: list[list[dict[str, Any]]] = []
    for element in visitor.get("vega_lite_chart"):
        proto: Any = element.proto
        found.append(pa.ipc.open_stream(proto.data.data).read_all().to_pylist())
    return found


def assert_trouble(visitor: AppTest, *texts: str) -> None:
    """The page says it in words, with no traceback."""
    assert not visitor.exception
    for text in texts:
        assert text in words(visitor)


def counted(lake: Path, sql: str) -> dict[Any, Share]:
    """Shares out of the public views: a key, k and n a row."""
    return {row[0]: Share(*row[1:]) for row in Warehouse(open_lake(lake)).rows(sql)}
