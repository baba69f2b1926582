"""Where there is no browser, its tests are skipped and say why; under CI they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from guards.tree import ROOT

INSTALL = "apt-get install chromium"


def run_one(programs: Path, ci: bool) -> tuple[int, str]:
    """Run a browser test where only these programs are found: its exit status and report."""
    clean = {name: value for name, value in os.environ.items() if name != "CI"}
    clean |= {"PATH": str(programs), **({"CI": "true"} if ci else {})}
    test = "tests/e2e/test_journeys.py::test_a_csv_holds_the_answer_of_its_question"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_without_chromium_the_tests_are_skipped(tmp_path: Path):
    status, told = run_one(tmp_path, ci=False)
    assert (status, "1 skipped" in told) == (0, True), told
    assert f"there is no Chromium here: {INSTALL}" in told


def test_without_chromium_the_tests_fail_under_ci(tmp_path: Path):
    status, told = run_one(tmp_path, ci=True)
    assert (status, "1 error" in told) == (1, True), told
    assert f"there is no Chromium here: {INSTALL}" in told


def test_a_chromium_that_does_not_start_is_as_good_as_none(tmp_path: Path):
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    status, told = run_one(tmp_path, ci=False)
    assert (status, "1 skipped" in told) == (0, True), told
    assert "does not start" in told
    assert INSTALL in told
