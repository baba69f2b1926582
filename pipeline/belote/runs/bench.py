"""How fast it is on this machine: kernels, the solver, a whole run, questions, start-up."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from belote.game.columns import NOBODY, hands_of, plays_of
from belote.game.legality import play_rules
from belote.game.variants import PRISE_PRESETS, preset
from belote.lake.files import ROW_GROUP
from belote.lake.folds import fold, read_stream
from belote.lake.manifest import Manifest
from belote.lake.questions import ask, questions
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import Warehouse
from belote.players.spec import kernel_rows, seat_players
from belote.runs.progress import Progress
from belote.runs.simulate import Simulation, simulate
from belote.runs.workers import workers_asked
from belote.simulate.engine import engine_of
from belote.simulate.kernel import Layout, new_scratch
from belote.solver.positions import cost_of_plays, solve_deals

Result = TypeVar("Result")

KERNEL_BLOCKS = 7
KERNELS = ("litige", "coinche")
SOLVER_BLOCKS = 5
SOLVER_DEALS = 300
PLAYERS = ("random", "regular")


@dataclass(frozen=True)
class Figure:
    """One measurement: the median of ``runs`` times, or a single figure."""

    what: str
    value: float
    unit: str
    runs: int

    def as_dict(self) -> dict[str, Any]:
        """For a table or JSON."""
        return asdict(self) | {"value": float(f"{self.value:.4g}")}


def measure(deals: int, workers: int | None, progress: Progress | None = None) -> Iterator[Figure]:
    """Measure everything on a run of ``deals`` deals of `regular` in a lake that is thrown away.

    Times are wall-clock on this machine as it is; nothing is judged. Raises `LakeError` as
    `simulate` does.
    """
    progress = progress or Progress()
    workers = workers_asked(workers)
    simulation = Simulation(deals, preset("litige"), seat_players("regular"), name="bench")
    simulation.plan()
    yield from _start_up()
    for rules in KERNELS:
        for player in PLAYERS:
            yield _kernel(rules, player)
    yield from _solver()
    with tempfile.TemporaryDirectory(prefix="belote-bench-") as folder:
        lake = open_lake(Path(folder) / "lake", create=True)
        seconds, manifest = _timed(
            lambda: simulate(lake, simulation, workers=workers, progress=progress)
        )
        yield Figure(f"simulate, {workers} workers, {deals} deals", deals / seconds, "deals/s", 1)
        for kind in ("deals", "games", "holds"):
            size = sum(f.size for f in manifest.of_kind(kind))
            yield Figure(f"stored as {kind}", size / deals, "bytes/deal", 1)
        yield _marking(lake, manifest)
        warehouse = Warehouse(lake)
        for question in questions():
            times = [_timed(lambda q=question: ask(warehouse, q.name, {}))[0] for _ in range(3)]
            yield Figure(f"question {question.name}", statistics.median(times), "s", len(times))


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result


def _start_up() -> Iterator[Figure]:
    """A process that plays one block: with kernels to compile, then with them cached."""
    code = "import numpy as np; from belote.runs.bench import warm_block; warm_block()"
    with tempfile.TemporaryDirectory(prefix="belote-cache-") as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", code]
        first, _ = _timed(lambda: subprocess.run(command, env=environment, check=True))
        later = [
            _timed(lambda: subprocess.run(command, env=environment, check=True))[0]
            for _ in range(3)
        ]
    yield Figure("first start, kernels compiled", first, "s", 1)
    yield Figure("later start, kernels cached", statistics.median(later), "s", len(later))
    command = [sys.executable, "-m", "belote", "--version"]
    times = [
        _timed(lambda: subprocess.run(command, check=True, capture_output=True))[0]
        for _ in range(3)
    ]
    yield Figure("belote --version", statistics.median(times), "s", len(times))


def warm_block() -> None:
    """Compile, or load, the kernels of a simulated run by playing one deal."""
    played = preset("litige")
    scratch = new_scratch(1, kernel_rows(seat_players("regular")))
    engine = engine_of(played)
    layout = Layout(1, 1, 1)
    engine.block(np.uint64(1), layout, 1, scratch, play_rules(played), engine.columns(1))


def _kernel(name: str, player: str) -> Figure:
    """Deals a second of a rule set's kernel on one core, auction and facts in."""
    played = preset(name)
    engine, rules = engine_of(played), play_rules(played)
    scratch = new_scratch(1, kernel_rows(seat_players(player)))
    columns = engine.columns(ROW_GROUP)
    layout = Layout(10**9, 1000, 1000)

    def block() -> None:
        engine.block(np.uint64(1), layout, ROW_GROUP, scratch, rules, columns)

    block()
    times = [_timed(block)[0] for _ in range(KERNEL_BLOCKS)]
    rate = ROW_GROUP / statistics.median(times)
    return Figure(f"kernel {name}, {player}, one core", rate, "deals/s", len(times))


def _solver() -> Iterator[Figure]:
    """Deals a second of the solver on one core: deals that `regular` took, and their endings."""
    rules = preset("litige")
    engine, rows = engine_of(rules), 2 * SOLVER_DEALS
    columns = engine.columns(rows)
    scratch = new_scratch(1, kernel_rows(seat_players("regular")))
    engine.block(np.uint64(1), Layout(1, rows, 0), rows, scratch, play_rules(rules), columns)
    taken = np.flatnonzero(columns.taker != NOBODY)[:SOLVER_DEALS]
    deals = type(columns)(*(column[taken] for column in columns))
    hands, plays = hands_of(deals), plays_of(deals)
    last = np.bitwise_or.reduce(np.uint32(1) << plays[:, 16:].astype(np.uint32), axis=1)
    endings = np.tile(hands & last[:, np.newaxis], (20, 1))
    leaders, takers, trumps = deals.leader, deals.taker, deals.trump
    late = [np.tile(column, 20) for column in (deals.winners >> 6 & 3, takers, trumps)]
    works: dict[str, tuple[int, Callable[[], Any]]] = {
        "whole deals": (len(hands), lambda: solve_deals(hands, leaders, takers, trumps, rules)),
        "endings of 4 tricks": (
            len(endings),
            lambda: solve_deals(endings, late[0], late[1], late[2], rules),
        ),
        "deals card by card": (
            len(hands),
            lambda: cost_of_plays(hands, plays, leaders, takers, trumps, rules),
        ),
    }
    for what, (count, work) in works.items():
        work()
        times = [_timed(work)[0] for _ in range(SOLVER_BLOCKS)]
        rate = count / statistics.median(times)
        yield Figure(f"solver, {what}, one core", rate, "deals/s", len(times))


def _marking(lake: Lake, manifest: Manifest) -> Figure:
    """Games and marks of all presets from the stored deals, on one core."""
    folder = lake.run_folder(manifest.run_id)

    def mark_all() -> None:
        for file in manifest.of_kind("deals"):
            stream = read_stream(folder / file.name)
            for rules in PRISE_PRESETS.values():
                fold(stream.facts, rules)

    mark_all()
    seconds, _ = _timed(mark_all)
    return Figure(f"games and marks of {len(PRISE_PRESETS)} presets, one core", seconds, "s", 1)
