"""Calling the command line from tests: in this process, or as a process that can be killed."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from belote.cli.app import run
from belote.lake.content import ContentHash
from belote.lake.files import read_groups
from belote.lake.manifest import Manifest
from belote.lake.store import open_lake
from belote.lake.stored import STORED_DEALS

SMALL_FILES = "import belote.runs.plan as plan; plan.FEWEST = plan.MOST = {deals}; "
"""Put before a process's work: files of so many deals, so that a small run has many of them."""
PATIENCE = 120
"""Seconds until a process counts as stuck."""


class Done(NamedTuple):
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str

    def rows(self) -> list[dict[str, Any]]:
        """Its output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def call(*arguments: object, stdin: str = "") -> Done:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        before, sys.stdin = sys.stdin, io.StringIO(stdin)
        try:
            status = run([str(argument) for argument in arguments])
        finally:
            sys.stdin = before
    return Done(status, out.getvalue(), err.getvalue())


def start(*arguments: object, before: str = "", **options: Any) -> subprocess.Popen[str]:
    """Start a command as a process of its own; ``before`` is Python that it runs first."""
    code = f"import sys; {before}\nfrom belote.cli import main\nmain(sys.argv[1:])"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, **(pipes | options))


def finish(process: subprocess.Popen[str]) -> Done:
    """Wait for a process that `start` began."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return Done(process.returncode, out, err)


def dying(folder: Path, step: int, *words: object) -> list[int]:
    """Kill a command at each ``step``-th moment, as ``dying.py`` says: those moments.

    At the last of them it lived. The lakes are in ``folder``, named by the moment.
    """
    script = Path(__file__).with_name("dying.py")
    command = [sys.executable, str(script), str(folder), str(step), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done
    ends = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert {status for _, status in ends[:-1]} == {-signal.SIGKILL}
    assert ends[-1][1] == 0
    return [moment for moment, _ in ends]


def kill(process: subprocess.Popen[str]) -> None:
    """``kill -9`` a process that must still be running."""
    assert process.poll() is None, finish(process)
    os.kill(process.pid, signal.SIGKILL)
    assert finish(process).status == -signal.SIGKILL


def wait_for(what: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    """Wait until something is so; fails after a long time, or once the process has ended."""
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, "nothing happened"
        assert process is None or process.poll() is None, finish(process)
        time.sleep(0.002)


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port: int) -> bool:
    """Whether something listens on a port of this machine."""
    with socket.socket() as visitor:
        return visitor.connect_ex(("127.0.0.1", port)) == 0


def manifest(lake: Path, name: str) -> Manifest | None:
    """A run's manifest, or None where there is no such run (yet)."""
    path = lake / "runs" / f"run_id={name}" / "manifest.json"
    return open_lake(lake).manifest(name) if path.exists() else None


def committed(lake: Path, name: str) -> int:
    """Deals files that a run's manifest names."""
    found = manifest(lake, name)
    return 0 if found is None else len(found.of_kind("deals"))


def content(lake: Path, name: str) -> str:
    """The content checksum of what is committed of a run, without checking anything else."""
    found = manifest(lake, name)
    assert found is not None
    content = ContentHash()
    for file in found.of_kind("deals"):
        path = open_lake(lake).run_folder(name) / file.name
        for group in read_groups(path, [column.name for column in STORED_DEALS]):
            content.add(group)
    return content.hexdigest()


def checksum(lake: Path, name: str) -> str:
    """The content checksum of a run that is sound."""
    done = call("check", name, "--json", "--lake", lake)
    (verdict,) = done.rows()
    assert done.status == 0, verdict
    return verdict["checksum"]


def tree(folder: Path) -> dict[str, str]:
    """Every file and folder below a folder, with a hash of the content of files."""
    return dict(_entries(folder, folder)) if folder.is_dir() else {}


def _entries(folder: Path, root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        yield str(path.relative_to(root)), content


def unnamed_files(lake: Path, name: str) -> set[str]:
    """Files in a run's folder beside its manifest, its lock and the files it names."""
    found = manifest(lake, name)
    assert found is not None
    folder = open_lake(lake).run_folder(name)
    named = {file.name for file in found.files} | {"manifest.json", ".lock"}
    return {path.name for path in folder.iterdir()} - named


def assert_one_sentence(done: Done, *words: str) -> None:
    """That a command refused: exit 2 and one sentence, which says these words, and nothing else."""
    assert done.status == 2, done
    assert done.out == "", done
    assert done.err.startswith("belote: "), done
    assert done.err.count("\n") == 1, done
    assert done.err.endswith("\n"), done
    assert "Traceback" not in done.err, done
    for word in words:
        assert word in done.err, done
