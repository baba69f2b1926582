"""A command that is killed at every moment at which it makes something last, one after another.

``python tests/dying.py FOLDER STEP COMMAND…`` runs the command once for each moment 1, 1 + STEP, …,
until one process lives to its end. Each has a lake ``FOLDER/<moment>``, copied from
``FOLDER/lake`` where that is, and is ended by ``kill -9`` right before its call number ``moment``
of `os.fsync`, `os.replace` or `os.unlink`. All are forked from one process that has compiled
everything, so that they take no time to begin. It prints one line a moment: the moment and the
exit status of the process.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from belote.cli.app import run
from belote.runs import plan

DEALS_A_FILE = 2000
MOST_MOMENTS = 500


def main(folder: Path, step: int, words: list[str]) -> None:
    plan.FEWEST = plan.MOST = DEALS_A_FILE
    warm = folder / "warm"
    assert run(["simulate", "--deals", "9", "--players", "random", "--lake", str(warm), "-q"]) == 0
    for moment in range(1, MOST_MOMENTS, step):
        lake = folder / str(moment)
        if (folder / "lake").exists():
            shutil.copytree(folder / "lake", lake)
        child = os.fork()
        if child == 0:
            _die_at(moment)
            os._exit(run([*words, "--lake", str(lake), "--quiet"]))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(moment, status, flush=True)
        if status == 0:
            break


def _die_at(moment: int) -> None:
    calls = itertools.count(1)

    def counted(work: Callable[..., Any]) -> Callable[..., Any]:
        def dying(*arguments: Any, **options: Any) -> Any:
            if next(calls) == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return work(*arguments, **options)

        return dying

    os.fsync, os.replace, os.unlink = counted(os.fsync), counted(os.replace), counted(os.unlink)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
