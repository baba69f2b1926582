"""The one place that starts workers: a few threads, which run kernels without the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from belote.lake.manifest import LakeError

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_WORKERS = 256
"""Each holds some 100 MB while it plays."""


Stop = Event
"""Set where tasks under way must end."""


class Stopped(Exception):
    """Raised by a task that was asked to stop before it had anything to commit."""


def cores() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_asked(workers: int | None) -> int:
    """How many workers to start: those asked for, or one a core; raises `LakeError`."""
    if workers is None:
        return min(cores(), MOST_WORKERS)
    if not 1 <= workers <= MOST_WORKERS:
        raise LakeError(
            f"workers cannot be {workers}: it is a whole number from 1 to {MOST_WORKERS}"
        )
    return workers


def run_tasks(
    tasks: Iterable[Task],
    work: Callable[[Task, Event], Result],
    done: Callable[[Result], None],
    workers: int,
) -> None:
    """Run ``work(task, stop)`` on threads and hand every result to ``done`` on this thread.

    At most ``workers`` tasks are under way. On an error or an interrupt the ``stop`` event is
    set, tasks under way end (by `Stopped`, or with a result, which is still handed on), and the
    error is raised; no task runs any more then. A result whose ``done`` was cut short is handed
    on once more.
    """
    stop = Event()
    waiting = iter(tasks)
    running: set[Future[Result]] = set()
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            while True:
                while len(running) < workers and (task := next(waiting, None)) is not None:
                    running.add(pool.submit(work, task, stop))
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    done(future.result())
                    running.remove(future)
        except BaseException:
            stop.set()
            for future in wait(running).done:
                if future.exception() is None:
                    done(future.result())
            raise
