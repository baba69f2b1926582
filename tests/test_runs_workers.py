"""Threads that work: every result is handed on, also when one fails or the user interrupts."""

from __future__ import annotations

from threading import Event

import pytest

from belote.lake.manifest import LakeError
from belote.runs.workers import MOST_WORKERS, Stopped, cores, run_tasks, workers_asked


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_result_is_handed_on_once(workers: int):
    found: list[int] = []
    run_tasks(range(1, 50), lambda task, _: task * task, found.append, workers)
    assert sorted(found) == [n * n for n in range(1, 50)]


def test_no_more_tasks_are_under_way_than_workers():
    under_way = [0]
    most = [0]

    def work(task: int, stop: Event) -> None:
        under_way[0] += 1
        most[0] = max(most[0], under_way[0])
        stop.wait(0.001)
        under_way[0] -= 1

    run_tasks(range(1, 20), work, lambda _: None, 3)
    assert most[0] <= 3


def test_after_an_error_what_was_under_way_is_still_handed_on():
    begun = Event()
    found: list[int] = []

    def work(task: int, stop: Event) -> int:
        if task == 1:
            begun.wait(5)
            raise OSError(28, "full")
        begun.set()
        assert stop.wait(5)
        return task

    with pytest.raises(OSError, match="full"):
        run_tasks(range(1, 50), work, found.append, 2)
    assert found == [2]


def test_a_task_that_stopped_is_not_handed_on():
    begun = Event()
    found: list[int] = []

    def work(task: int, stop: Event) -> int:
        if task == 1:
            begun.wait(5)
            raise KeyboardInterrupt
        begun.set()
        stop.wait(5)
        raise Stopped

    with pytest.raises(KeyboardInterrupt):
        run_tasks(range(1, 50), work, found.append, 2)
    assert found == []


def test_a_result_whose_commit_was_interrupted_is_handed_on_again():
    found: list[int] = []

    def done(result: int) -> None:
        found.append(result)
        if len(found) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tasks([7], lambda task, _: task, done, 1)
    assert found == [7, 7]


def test_workers_are_one_a_core_or_as_asked():
    assert workers_asked(None) == cores()
    assert workers_asked(3) == 3
    for workers in (0, -1, MOST_WORKERS + 1, 10**30):
        with pytest.raises(LakeError, match="workers cannot be"):
            workers_asked(workers)
