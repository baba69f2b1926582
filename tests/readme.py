"""The README's examples: read them, run them, and write their real output back.

An example is a block fenced as ``console``: a line ``$ command`` and below it what the command
prints. All of them run one after another over one new lake. ``python tests/readme.py`` runs them
and writes what they print into the README; the test compares.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from glob import glob
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_SECONDS = re.compile(r"in \d+\.\d s")


@dataclass(frozen=True)
class Example:
    """A command of the README and what it is said to print."""

    command: str
    output: str


def examples(text: str) -> list[Example]:
    """The examples in a README, in order."""
    found: list[Example] = []
    for block in _BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Example(command, output.rstrip()))
    return found


def run_example(command: str, lake: Path) -> str:
    """What a command prints; raises CalledProcessError when it fails."""
    words = shlex.split(command)
    assert words[0] == "belote", command
    program = [sys.executable, "-m", "belote"]
    for word in words[1:]:
        program += sorted(glob(word, root_dir=README.parent)) if "*.jsonl" in word else [word]
    environment = os.environ | {"BELOTE_LAKE": str(lake), "COLUMNS": "120"}
    done = subprocess.run(
        program,
        cwd=README.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout.rstrip()


def same_every_time(output: str) -> str:
    """An output without what differs from run to run: how long it took."""
    return _SECONDS.sub("in … s", output)


def rewritten(text: str, lake: Path) -> str:
    """The README with every example's output as it is now."""

    def block(match: re.Match[str]) -> str:
        lines = [
            f"$ {e.command}\n{run_example(e.command, lake)}".rstrip() for e in examples(match[0])
        ]
        return "```console\n" + "\n\n".join(lines) + "\n```"

    return _BLOCK.sub(block, text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        README.write_text(
            rewritten(README.read_text(encoding="utf-8"), Path(folder) / "lake"), encoding="utf-8"
        )
