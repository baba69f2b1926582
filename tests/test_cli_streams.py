"""Standard streams that are closed, as cron and daemons close them, and a process asked to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commands import Done, finish, start, wait_for
from recorded import records, replayed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with the run ``run``, and the file it was made of."""
    path = tmp_path_factory.mktemp("streams")
    assert replayed(path, records()[:3]).status == 0
    return path


def closed(folder: Path, redirection: str, *words: str) -> Done:
    """A command as the shell starts it with a stream closed."""
    code = "from belote.cli import main; main()"
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-c", code, *words]
    environment = os.environ | {"BELOTE_LAKE": str(folder / "lake")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("stream", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_replay_does_its_work_with_a_stream_closed(folder: Path, stream: str):
    run = "r" + "".join(map(str, map(ord, stream)))
    done = closed(folder, stream, "replay", str(folder / "in.jsonl"), "--run", run, "-q")
    assert (done.status, done.err) == (0, "")
    assert (folder / "lake" / "runs" / f"run_id={run}" / "manifest.json").exists()


def test_what_must_be_read_or_written_and_is_closed_is_a_mistake(folder: Path):
    done = closed(folder, "<&-", "replay", "-")
    assert (done.status, done.err) == (2, "belote: standard input is closed: name a file\n")
    done = closed(folder, ">&-", "export", "run", "-q")
    assert (done.status, done.err) == (2, "belote: standard output is closed: name a file\n")
    assert closed(folder, "2>&-", "replay", "none.jsonl") == Done(2, "", "")


def test_a_prompt_without_input_has_nothing_to_answer(folder: Path):
    assert closed(folder, "<&-", "sql") == Done(0, "", "")


def test_an_export_that_is_asked_to_end_leaves_nothing_behind(folder: Path):
    stuck = (
        "import itertools, time, belote.runs.export as e; old = e.export_lines; "
        "e.export_lines = lambda *a: itertools.chain(old(*a), (time.sleep(60) for _ in '-'))"
    )
    out = folder / "out" / "whole.jsonl"
    out.parent.mkdir()
    process = start("export", "run", "-o", out, "--lake", folder / "lake", "-q", before=stuck)
    wait_for(lambda: bool(list(out.parent.iterdir())), process)
    process.send_signal(signal.SIGTERM)
    assert finish(process) == Done(130, "", "")
    assert not list(out.parent.iterdir())
