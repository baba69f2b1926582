"""Simulate deals into a run of the lake, whole or not at all, and go on where it stopped."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from threading import Event
from typing import cast

import belote
from belote.compiled import kernels_are_cached
from belote.game.variants import PRESETS, Rules
from belote.lake.files import ROW_GROUP, deals_table, whole_file
from belote.lake.folds import write_folds
from belote.lake.manifest import DataFile, LakeError, Manifest, check_run_name
from belote.lake.rollups import Rollup, roll_up, rollup_rows, write_rollup
from belote.lake.store import Lake, reason
from belote.lake.stored import STORED_DEALS
from belote.players.own import must_compile
from belote.players.spec import PlayerSpec
from belote.runs.plan import LARGEST_SEED, Plan, Shard, make_plan, run_name
from belote.runs.progress import COMPILING_PLAYERS, Progress
from belote.runs.workers import Stopped, run_tasks, workers_asked
from belote.simulate.engine import Stream, engine_of, open_stream, rows_of
from belote.simulate.kernel import Layout

SLOW_FILES = 32
"""Files of a run of slow players, at least, where it has as many tables."""
SLOW_STEP = 20
"""Deals of slow players from one look at whether to stop to the next."""


@dataclass(frozen=True)
class Simulation:
    """What a simulated run holds, whoever computes it and in whatever order."""

    deals: int
    rules: Rules
    players: tuple[PlayerSpec, ...]
    seed: int = 1
    tables: int | None = None
    name: str | None = None

    def plan(self) -> Plan:
        """Its layout; raises `LakeError` for numbers out of range, or a name no run can have."""
        check_run_name(self.run_id)
        if not 0 <= self.seed <= LARGEST_SEED:
            raise LakeError(f"seed cannot be {self.seed}: it is a whole number from 0 to 2^63 - 1")
        plan = make_plan(self.deals, self.tables)
        if not self.slow:
            return plan
        # Small files, so that every worker has one and little is lost where one stops.
        return replace(plan, tables_a_file=max(1, plan.tables // SLOW_FILES))

    @property
    def slow(self) -> bool:
        """Whether a player is a Python class."""
        return any(player.slow for player in self.players)

    @property
    def run_id(self) -> str:
        """Its name: the one given, or its parameters and seed."""
        if self.name is not None:
            return self.name
        players = players_text(self.players)
        return run_name(self.deals, self.tables, self.seed, self.rules, players)


def players_text(players: Sequence[PlayerSpec]) -> str:
    """The players as on the command line: one where all four are the same."""
    texts = [player.text for player in players]
    return texts[0] if len(set(texts)) == 1 else ",".join(texts)


def presets_with(rules: Rules) -> list[Rules]:
    """The rule sets a run is marked under at once: every preset of its auction, and its own."""
    same = [p for p in PRESETS.values() if p.auction == rules.auction]
    return same if rules.name in PRESETS else [*same, rules]


def simulate(
    lake: Lake,
    simulation: Simulation,
    *,
    workers: int | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Manifest:
    """Play a simulation into the lake and return the manifest of the complete run.

    The content depends on the simulation alone, not on ``workers`` (default: one a core). With
    ``resume`` an unfinished run of the same parameters goes on, a complete one is left as it is,
    and one that is not there is begun. Raises `LakeError`: an existing name without ``resume``,
    other parameters, another engine version, a full disk. On any error, or an interrupt, files
    already committed stay and the run can be resumed; a run with none leaves no trace, unless it
    was interrupted.
    """
    plan = simulation.plan()
    workers = workers_asked(workers)
    with lake.claim(simulation.run_id) as found:
        manifest = _new_manifest(simulation, plan)
        if found is not None:
            _check_same(lake, found, manifest, resume)
            manifest = found
        if manifest.status == "complete":
            return manifest
        runner = _Runner(lake, simulation, plan, manifest, progress or Progress())
        try:
            if found is None:
                lake.save(manifest)
            return runner.run(workers)
        except Exception as error:
            if not runner.manifest.files:
                with suppress(OSError):
                    lake.forget(simulation.run_id)
            if isinstance(error, OSError):
                raise _stopped(runner.manifest, reason(error)) from None
            raise


def _new_manifest(simulation: Simulation, plan: Plan) -> Manifest:
    rule_sets = presets_with(simulation.rules)
    return Manifest(
        run_id=simulation.run_id,
        kind="simulated",
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        version=belote.__version__,
        status="unfinished",
        seed=simulation.seed,
        deals=simulation.deals,
        tables=plan.tables,
        rules=simulation.rules.name,
        players=tuple(player.text for player in simulation.players),
        rule_sets={rules.name: rules.values() for rules in rule_sets},
        marked=tuple(rules.name for rules in rule_sets),
        plan=asdict(plan),
    )


_PARAMETERS = ("kind", "seed", "deals", "tables", "rules", "players")
"""Fields of a manifest that a run keeps from its first deal to its last."""


def _check_same(lake: Lake, found: Manifest, asked: Manifest, resume: bool) -> None:
    """Raise `LakeError` unless the run that was found is the one asked for, and may go on."""
    run = f"run {found.run_id!r}"
    if not resume:
        finish = "" if found.status == "complete" else "; --resume finishes it"
        raise LakeError(f"{run} is already in {lake.path} ({found.status}){finish}")
    differing = [
        f"{name} {_shown(getattr(found, name))}, not {_shown(getattr(asked, name))}"
        for name in _PARAMETERS
        if getattr(found, name) != getattr(asked, name)
    ]
    if differing:
        raise LakeError(f"{run} was begun with {' and '.join(differing)}: name another with --run")
    if found.status == "complete":
        return
    begun_otherwise = ""
    if found.version != asked.version:
        begun_otherwise = f"version {found.version} and this is {asked.version}"
    elif found.plan != asked.plan:
        begun_otherwise = "a version that laid out its files in another way"
    if begun_otherwise:
        raise LakeError(
            f"{run} was begun by {begun_otherwise}: drop it, or name another with --run"
        )


def _shown(value: object) -> str:
    """A parameter as it is written on the command line."""
    return ",".join(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else str(value)


def _stopped(manifest: Manifest, why: str) -> LakeError:
    """What to say of a run that could not be written any more."""
    if not manifest.files:
        return LakeError(f"run {manifest.run_id!r} could not be written: {why}")
    return LakeError(
        f"run {manifest.run_id!r} stopped with {manifest.committed_deals:,} of"
        f" {manifest.deals:,} deals committed: {why}; --resume goes on"
    )


class _Runner:
    """Plays the shards that are not committed yet."""

    def __init__(
        self, lake: Lake, simulation: Simulation, plan: Plan, manifest: Manifest, progress: Progress
    ) -> None:
        self.lake = lake
        self.manifest = manifest
        self.progress = progress
        self.folder = lake.run_folder(manifest.run_id)
        self.layout = Layout(plan.long_tables, plan.long, plan.short)
        self.simulation = simulation
        self.rule_sets = presets_with(simulation.rules)
        committed = {f.first_table for f in manifest.of_kind("deals")}
        self.shards = [s for s in plan.shards() if s.first_table not in committed]
        self.engine = engine_of(simulation.rules)
        self.step = SLOW_STEP if simulation.slow else ROW_GROUP
        self.rollup = Rollup(self.rule_sets)
        self.words: dict[str, str] = {
            "kind": "simulated",
            "rules": manifest.rules,
            "status": "complete",
            **{f"player_{seat}": player.text for seat, player in enumerate(simulation.players)},
        }

    def run(self, workers: int) -> Manifest:
        """Play what is missing and complete the run; raises OSError where it cannot be written."""
        self._warm_up()
        self.progress.start(self.manifest.deals, self.manifest.committed_deals)
        earlier = self.manifest.of_kind("deals")
        run_tasks(self.shards, self._play_shard, self._commit, workers)
        run_tasks(earlier, self._count_again, self.rollup.merge, workers)
        files = (*self.manifest.files, self._write_rollup())
        self._save(replace(self.manifest, status="complete", files=files))
        return self.manifest

    def _count_again(self, deals: DataFile, stop: Event) -> Rollup:
        """The counts of a file that an earlier process committed."""
        if stop.is_set():
            raise Stopped
        rollup = roll_up(self.folder / deals.name, self.rule_sets)
        beside = [f for f in self.manifest.files if f.first_table == deals.first_table]
        rollup.add_games(self.folder, beside)
        return rollup

    def _write_rollup(self) -> DataFile:
        rows = rollup_rows(self.rollup, marks_only=False)
        names = [rules.name for rules in self.rule_sets]
        path = self.folder / "counts-presets.parquet"
        return write_rollup(rows, names, path, self.manifest.tables)

    def _warm_up(self) -> None:
        """Compile on this thread, once, and say so where it takes a while."""
        if not kernels_are_cached(self.engine.block.__name__):
            self.progress.say("compiling the kernels, once on this machine (10 to 20 seconds)")
        if must_compile(self.simulation.players):
            self.progress.say(COMPILING_PLAYERS)
        self._stream(1).play(1, self.engine.columns(1))

    def _stream(self, first_table: int) -> Stream:
        asked = self.simulation
        return open_stream(
            asked.rules, asked.players, seed=asked.seed, layout=self.layout, first_table=first_table
        )

    def _play_shard(self, shard: Shard, stop: Event) -> tuple[list[DataFile], Rollup]:
        """Play a shard into its files; nothing of it is visible until they are committed."""
        rollup = Rollup(self.rule_sets)
        path = self.folder / f"deals-{shard.number:05d}.parquet"
        stream = self._stream(shard.first_table)
        columns = self.engine.columns(min(shard.deals, ROW_GROUP))
        with whole_file(path, STORED_DEALS) as writer:
            for start in range(0, shard.deals, ROW_GROUP):
                rows = min(ROW_GROUP, shard.deals - start)
                for begun in range(0, rows, self.step):
                    if stop.is_set():
                        raise Stopped
                    step = min(self.step, rows - begun)
                    stream.play(step, rows_of(columns, begun, step))
                    self.progress.advance(step)
                numbers = columns._asdict()
                writer.write(deals_table(numbers, rows, self.words))
                rollup.add(numbers, slice(rows))
            size, digest = writer.commit()
        deals = DataFile(
            path.name, "deals", shard.deals, size, digest, shard.first_table, shard.last_table
        )
        files = list(write_folds(path, self.rule_sets, "presets"))
        rollup.add_games(self.folder, files)
        return [deals, *files], rollup

    def _commit(self, played: tuple[list[DataFile], Rollup]) -> None:
        """Name a shard's files in the manifest: from then on they are part of the run."""
        files, rollup = played
        if files[0] not in self.manifest.files:
            self._save(replace(self.manifest, files=(*self.manifest.files, *files)))
            self.rollup.merge(rollup)

    def _save(self, manifest: Manifest) -> None:
        self.lake.save(manifest)
        self.manifest = manifest
