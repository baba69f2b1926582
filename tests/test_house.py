"""The guards of the house: layers, sizes and addresses, each shown able to fail."""

from __future__ import annotations

import re
import tomllib

import pytest

from guards.addresses import address_faults, allowed_hosts
from guards.layers import OWNERS, STANDS_ON, below, layer_faults, undeclared_libraries
from guards.sizes import FUNCTION_LINES, MODULE_LINES, allowed_sizes, size_faults
from guards.tree import project_files, python_sources, text_of


def test_the_guards_read_the_whole_project():
    files = project_files()
    assert {"pyproject.toml", "Makefile", ".ci/run", "tests/test_house.py"} <= set(files)
    assert "pipeline/belote/game/variants.py" in python_sources()


# Layers


def test_imports_run_downwards_and_libraries_stay_in_their_rooms():
    faults = [fault for item in python_sources().items() for fault in layer_faults(*item)]
    assert not faults, "\n".join(faults)


def test_the_order_of_the_rooms_is_that_of_the_house():
    assert below("game") == {"compiled", "resources", "messages"}
    assert below("lake") == below("records") == below("game") | {"game"}
    assert "simulate" in below("runs")
    assert "lake" in below("runs")
    assert below("stats") == {"compiled"}
    assert "cli" not in below("dashboards")
    assert all(room not in below(room) for room in STANDS_ON)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("pipeline/belote/game/cards.py", "from belote.players import regular"),
        ("pipeline/belote/game/cards.py", "from belote import players"),
        ("pipeline/belote/game/cards.py", "from ..lake.schema import VIEWS"),
        ("pipeline/belote/game/cards.py", "def f():\n    import belote.lake.schema"),
        ("pipeline/belote/game/cards.py", "from belote import simulate_run"),
        ("pipeline/belote/game/cards.py", "import belote\nbelote.simulate_run()"),
        ("pipeline/belote/game/cards.py", "importlib.import_module('belote.runs')"),
        ("pipeline/belote/lake/writer.py", "from belote.simulate.kernel import block"),
        ("pipeline/belote/stats/interval.py", "from belote.game import cards"),
        ("pipeline/belote/charts/rates.py", "from belote.cli import app"),
        ("pipeline/belote/__init__.py", "from belote.cli import main"),
        ("dashboards/app.py", "from belote.cli import app"),
        ("pipeline/belote/attic/old.py", "import os"),
    ],
)
def test_an_import_upwards_or_sideways_is_a_fault(path: str, source: str):
    assert len(layer_faults(path, source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("pipeline/belote/runs/run.py", "import duckdb"),
        ("pipeline/belote/simulate/block.py", "import pyarrow as pa"),
        ("pipeline/belote/cli/sql.py", "from pyarrow import parquet"),
        ("pipeline/belote/cli/sql.py", "frame.write_parquet(path)"),
        ("pipeline/belote/charts/rates.py", "import streamlit as st"),
        ("pipeline/belote/lake/warehouse.py", "from threading import Lock"),
        ("pipeline/belote/lake/writer.py", "from concurrent.futures import Future"),
        ("dashboards/app.py", "import multiprocessing.pool"),
        ("pipeline/belote/players/novice.py", "import random"),
        ("pipeline/belote/simulate/deal.py", "rng = np.random.default_rng(1)"),
    ],
)
def test_a_library_outside_its_room_is_a_fault(path: str, source: str):
    assert len(layer_faults(path, source)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("pipeline/belote/lake/writer.py", "import pyarrow.parquet as pq\nimport duckdb"),
        ("pipeline/belote/lake/manifest.py", "from belote import __version__"),
        ("pipeline/belote/lake/manifest.py", "import belote\nversion = belote.__version__"),
        ("pipeline/belote/players/table.py", "from . import random\nfrom .random import card"),
        ("pipeline/belote/runs/workers.py", "from concurrent.futures import ProcessPoolExecutor"),
        ("pipeline/belote/cli/__init__.py", "from belote.lake.schema import VIEWS"),
        ("dashboards/app.py", "import streamlit as st\nfrom belote.charts import rates"),
        ("tests/test_lake.py", "import duckdb, threading"),
    ],
)
def test_what_a_room_may_import_is_no_fault(path: str, source: str):
    assert layer_faults(path, source) == []


def test_every_owner_of_a_library_is_a_room():
    assert {owner for owners in OWNERS.values() for owner in owners} <= set(STANDS_ON)


def test_the_slow_belote_of_the_tests_knows_nothing_of_the_package():
    source = python_sources()["tests/naive.py"]
    assert not re.search(r"\b(import|from)\s+belote\b", source)


# Libraries


def declared_libraries() -> set[str]:
    project = tomllib.loads(text_of("pyproject.toml") or "")["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    requirements = [line for group in groups for line in group]
    return {re.split(r"[^\w.-]", line)[0].replace("-", "_") for line in requirements}


def test_every_library_imported_is_a_declared_dependency():
    faults = [
        fault
        for path, source in python_sources().items()
        if path.startswith(("pipeline/", "dashboards/"))
        for fault in undeclared_libraries(path, source, declared_libraries())
    ]
    assert not faults, "\n".join(faults)


def test_a_library_that_is_not_declared_is_a_fault():
    path = "pipeline/belote/runs/run.py"
    assert undeclared_libraries(path, "import os, numpy as np, belote.game", {"numpy"}) == []
    assert len(undeclared_libraries(path, "from scipy.stats import beta", {"numpy"})) == 1


# Sizes


def test_modules_and_functions_are_short():
    faults = size_faults(python_sources(), allowed_sizes())
    assert not faults, "\n".join(faults)


def _function(lines: int) -> str:
    return "def long():\n" + "    pass\n" * (lines - 1)


def test_a_long_module_or_function_is_a_fault():
    assert (
        size_faults({"a.py": "x = 1\n" * MODULE_LINES, "b.py": _function(FUNCTION_LINES)}, {}) == []
    )
    assert len(size_faults({"a.py": "x = 1\n" * (MODULE_LINES + 1)}, {})) == 1
    assert len(size_faults({"b.py": _function(FUNCTION_LINES + 1)}, {})) == 1


def test_an_allowed_length_is_a_limit_too_and_must_be_needed():
    long = {"b.py": _function(FUNCTION_LINES + 5)}
    assert size_faults(long, {"b.py::long": FUNCTION_LINES + 5}) == []
    assert len(size_faults(long, {"b.py::long": FUNCTION_LINES + 4})) == 1
    assert len(size_faults(long, {"b.py::long": 80, "b.py::gone": 80})) == 1


# Addresses


def test_only_listed_addresses_and_no_machine_paths_stand_in_files():
    hosts = allowed_hosts()
    faults = [
        fault
        for path in project_files()
        if (text := text_of(path)) is not None
        for fault in address_faults(path, text, hosts)
    ]
    assert not faults, "\n".join(faults)


# The offending texts are put together here, so that this file holds none.
SCHEME = "http" + "s://"


@pytest.mark.parametrize(
    "text",
    [
        f"see {SCHEME}unlisted.example/page",
        f"{SCHEME}someone:word@unlisted.example",
        f"URL = '{SCHEME}unlisted.example:8080'",
        "index = unlisted." + "org/simple",
        "open('" + "/" + "tmp/lake')",
        "/" + "home/someone/belote",
        "cd /" + "root && ls",
        "C:" + "\\Users",
    ],
)
def test_an_unlisted_address_or_a_machine_path_is_a_fault(text: str):
    assert len(address_faults("README.md", text, allowed_hosts())) == 1


@pytest.mark.parametrize(
    "text",
    [
        "http" + "://127.0.0.1:8501/?lang=fr",
        'f"http' + '://{host}:{port}/"',
        "data/tmp/lake, ~/home, pipeline/root.py, a/work/b",
        "#!/usr/bin/env bash",
        "self.net_points, math.comb(5, 2)",
    ],
)
def test_what_is_no_outside_address_is_no_fault(text: str):
    assert address_faults("README.md", text, allowed_hosts()) == []
