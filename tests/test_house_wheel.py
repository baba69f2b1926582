"""The wheel is whole: built and used without network and without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from guards.tree import ROOT, project_files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built by the locked back-end."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, text=True)
    [built] = folder.glob("belote-*.whl")
    return built


BESIDE = ("sql/", "dashboards/", "data/sample/", "data/players/")
"""Folders of the checkout that the wheel carries inside the package."""


def missing(shipped: set[str], files: list[str]) -> list[str]:
    """The files of the package, and of the folders beside it, that the wheel does not hold."""
    expected = [path.removeprefix("pipeline/") for path in files if path.startswith("pipeline/")]
    expected += [f"belote/{path}" for path in files if path.startswith(BESIDE)]
    return [path for path in expected if path not in shipped]


def test_the_wheel_holds_the_package_its_sql_and_its_dashboards(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert missing(names, project_files()) == []
    assert "belote/py.typed" in names
    for folder, kind in (
        ("belote/sql/views/", ".sql"),
        ("belote/dashboards/", ".py"),
        ("belote/data/players/", ".jsonl"),
    ):
        assert [name for name in names if name.startswith(folder) and name.endswith(kind)]


def test_a_file_left_out_of_the_wheel_is_noticed():
    files = ["pipeline/belote/py.typed", "sql/views/deals.sql", "dashboards/app.py", "README.md"]
    shipped = {"belote/py.typed", "belote/sql/views/deals.sql"}
    assert missing(shipped, files) == ["belote/dashboards/app.py"]


def test_the_wheel_has_its_licence_and_nothing_that_is_not_source(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if name.endswith(".dist-info/licenses/LICENSE")]
    assert [name for name in names if "__pycache__" in name or name.endswith(".pyc")] == []
    assert {name.split("/")[0].split("-")[0] for name in names} == {"belote"}


def test_the_wheel_works_away_from_the_checkout(wheel: Path, tmp_path: Path):
    place = tmp_path / "place"
    zipfile.ZipFile(wheel).extractall(place)
    code = (
        "import sys, belote.cli; from belote.study.kept import kept; print(belote.__file__);"
        " assert kept('league'); sys.argv[1:] = ['schema', 'deals']; "
    )
    environment = {**os.environ, "PYTHONPATH": str(place)}
    done = subprocess.run(
        [sys.executable, "-c", code + "belote.cli.main()"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert str(place) in done.stdout
    assert "turned_card" in done.stdout
