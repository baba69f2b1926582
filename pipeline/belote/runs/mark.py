"""Games and marks of a run under more rule sets, from the deals already played."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

from belote.game.variants import RuleError, Rules
from belote.lake.folds import write_folds
from belote.lake.manifest import DataFile, LakeError, Manifest
from belote.lake.rollups import Rollup, roll_up, rollup_rows, write_rollup
from belote.lake.store import Lake, reason
from belote.runs.progress import Progress
from belote.runs.workers import Stopped, run_tasks, workers_asked


def mark_run(
    lake: Lake,
    run_id: str,
    rule_sets: Sequence[Rules],
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Manifest:
    """Store the games and held points of a complete run under these rule sets.

    All become visible together, however the process ends. Rule sets the run is already marked
    under are left alone. Raises `LakeError` (unknown or unfinished run, damaged file, full disk)
    or `RuleError` (a rule set of another auction), changing nothing.
    """
    workers = workers_asked(workers)
    _check_markable(lake.manifest(run_id), rule_sets)
    with lake.claim(run_id) as manifest:
        if manifest is None:
            raise lake.no_such_run(run_id)
        wanted = {r.name: r for r in rule_sets if r.name not in manifest.marked}
        if not wanted:
            return manifest
        try:
            marked = _mark(lake, manifest, list(wanted.values()), workers, progress or Progress())
            lake.save(marked)
        except OSError as error:
            raise LakeError(f"run {run_id!r} could not be marked: {reason(error)}") from None
    return marked


def _check_markable(manifest: Manifest, rule_sets: Sequence[Rules]) -> None:
    manifest.check_deals("marked")
    for rules in rule_sets:
        if rules.auction != manifest.auction:
            run = f"run {manifest.run_id!r} {manifest.auction}"
            raise RuleError(f"{rules.name} has auction {rules.auction}; {run}")


def _mark(
    lake: Lake, manifest: Manifest, rule_sets: list[Rules], workers: int, progress: Progress
) -> Manifest:
    """Commit the files of the new rule sets; the manifest that would name them."""
    names = [rules.name for rules in rule_sets]
    batch = hashlib.sha256("\n".join(names).encode()).hexdigest()[:8]
    folder = lake.run_folder(manifest.run_id)
    counted = bool(manifest.of_kind("counts"))  # not where too little is known of the deals
    progress.start(manifest.deals, 0)
    deals = manifest.of_kind("deals")
    new_files, rollup = mark_files(folder, deals, rule_sets, batch, counted, workers, progress)
    if rollup is not None:
        rows = rollup_rows(rollup, marks_only=True)
        path = folder / f"counts-{batch}.parquet"
        new_files.append(write_rollup(rows, names, path, manifest.tables))
    return replace(
        manifest,
        files=(*manifest.files, *new_files),
        marked=(*manifest.marked, *names),
        rule_sets=manifest.rule_sets | {rules.name: rules.values() for rules in rule_sets},
    )


def mark_files(
    folder: Path,
    deals: Sequence[DataFile],
    rule_sets: Sequence[Rules],
    batch: str,
    counted: bool,
    workers: int,
    progress: Progress,
) -> tuple[list[DataFile], Rollup | None]:
    """Write the games and held points beside a run's deals files: (their files, the rollup of all).

    The rollup is made only where ``counted``. Nothing is visible until a manifest names the files.
    Raises `LakeError` for a damaged file, OSError where one cannot be written.
    """
    found: dict[int, list[DataFile]] = {}
    rollup = Rollup(rule_sets) if counted else None

    def mark_file(file: DataFile, stop: Event) -> tuple[DataFile, list[DataFile], Rollup | None]:
        if stop.is_set():
            raise Stopped
        path = folder / file.name
        files = list(write_folds(path, rule_sets, batch))
        if not counted:
            return file, files, None
        counts = roll_up(path, rule_sets)
        counts.add_games(folder, files)
        return file, files, counts

    def done(result: tuple[DataFile, list[DataFile], Rollup | None]) -> None:
        file, files, counts = result
        found[file.first_table] = files
        if rollup is not None and counts is not None:
            rollup.merge(counts)
        progress.advance(file.rows)

    run_tasks(deals, mark_file, done, workers)
    return [file for first_table in sorted(found) for file in found[first_table]], rollup
