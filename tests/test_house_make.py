"""The Makefile: which Python it takes, and what it says when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from guards.tree import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")

TARGETS = ["setup", "demo", "test", "slow", "lint", "bench", "lock", "clean"]


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make in a folder that holds a copy of the Makefile, the locks and nothing else."""
    for name in ("Makefile", "pyproject.toml", *(path.name for path in ROOT.glob("requirements*"))):
        shutil.copy(ROOT / name, folder / name)
    clean = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    command = ["make", "-C", str(folder), *arguments]
    return subprocess.run(command, env=clean, capture_output=True, text=True, check=False)


def fake_python(folder: Path, name: str, body: str) -> str:
    """An executable that stands for a Python interpreter."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_an_older_python_is_refused_in_one_sentence(tmp_path: Path):
    old = fake_python(tmp_path, "python3.9", "exit 1")
    done = make(tmp_path, "demo", f"PYTHON={old}")
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_python_without_venv_is_refused_with_the_package_to_install(tmp_path: Path):
    bare = fake_python(tmp_path, "python3", 'case "$2" in *ensurepip*) exit 1;; esac')
    done = make(tmp_path, "test", f"PYTHON={bare}")
    assert done.returncode != 0
    assert "apt-get install python3-venv" in done.stderr


def test_the_first_python_that_is_new_enough_makes_the_environment(tmp_path: Path):
    old = fake_python(tmp_path, "python3.9", "exit 1")
    new = fake_python(tmp_path, "python3.12", '[ "$2" = venv ] && mkdir "$3"; exit 0')
    done = make(tmp_path, ".venv/.made", f"PYTHON={old} {new}")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / ".venv" / ".made").exists()


def test_a_changed_lock_is_installed_and_an_unchanged_one_is_not(tmp_path: Path):
    stamps = [tmp_path / ".venv" / name for name in (".made", ".run", ".dev")]
    make(tmp_path, "help")
    stamps[0].parent.mkdir()
    for stamp in stamps:
        stamp.touch()
    assert "Nothing to be done" in _dry(tmp_path, "setup")
    (later := tmp_path / "requirements.txt").touch()
    os.utime(later, (stamps[2].stat().st_mtime + 5,) * 2)
    assert "requirements-dev.txt" in _dry(tmp_path, "setup")
    assert "requirements.txt" in _dry(tmp_path, "demo")


def _dry(folder: Path, target: str) -> str:
    command = ["make", "-C", str(folder), "-n", target]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_help_lists_every_target(tmp_path: Path):
    listed = [
        line.split()[0] for line in make(tmp_path, "help").stdout.splitlines() if line[:1].isalpha()
    ]
    assert set(TARGETS) <= set(listed)
