"""Games and marks of a run under more rule sets, from the deals already played."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
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
    auction = next(iter(manifest.rule_sets.values()))["auction"]
    for rules in rule_sets:
        if rules.auction != auction:
            raise RuleError(
                f"{rules.name} has auction {rules.auction}; run {manifest.run_id!r} {auction}"
            )


def _mark(
    lake: Lake, manifest: Manifest, rule_sets: list[Rules], workers: int, progress: Progress
) -> Manifest:
    """Commit the files of the new rule sets; the manifest that would name them."""
    names = [rules.name for rules in rule_sets]
    batch = hashlib.sha256("\n".join(names).encode()).hexdigest()[:8]
    folder = lake.run_folder(manifest.run_id)
    found: dict[int, list[DataFile]] = {}
    rollup = Rollup(rule_sets)
    rolled_up = bool(manifest.of_kind("counts"))  # not where too little is known of the deals

    def mark_file(deals: DataFile, stop: Event) -> tuple[DataFile, list[DataFile], Rollup | None]:
        if stop.is_set():
            raise Stopped
        path = folder / deals.name
        files = list(write_folds(path, rule_sets, batch))
        if not rolled_up:
            return deals, files, None
        counts = roll_up(path, rule_sets)
        counts.add_games(folder, files)
        return deals, files, counts

    def done(result: tuple[DataFile, list[DataFile], Rollup | None]) -> None:
        deals, files, counts = result
        found[deals.first_table] = files
        if counts is not None:
            rollup.merge(counts)
        progress.advance(deals.rows)

    progress.start(manifest.deals, 0)
    run_tasks(manifest.of_kind("deals"), mark_file, done, workers)
    new_files = [file for first_table in sorted(found) for file in found[first_table]]
    if rolled_up:
        rows = rollup_rows(rollup, marks_only=True)
        path = folder / f"counts-{batch}.parquet"
        new_files.append(write_rollup(rows, names, path, manifest.tables))
    return replace(
        manifest,
        files=(*manifest.files, *new_files),
        marked=(*manifest.marked, *names),
        rule_sets=manifest.rule_sets | {rules.name: rules.values() for rules in rule_sets},
    )
