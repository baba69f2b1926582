"""Games and marks of a run under more rule sets, from the deals already played."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from belote.game.variants import RuleError, Rules
from belote.lake.folds import write_folds
from belote.lake.manifest import DataFile, LakeError, Manifest
from belote.lake.store import Lake, reason
from belote.runs.progress import Progress
from belote.runs.workers import cores, run_tasks


def mark_run(
    lake: Lake,
    run_id: str,
    rule_sets: Sequence[Rules],
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Manifest:
    """Store the games and held points of a complete run under these rule sets.

    All become visible together. Rule sets the run is already marked under are left alone. Raises
    `LakeError` (unknown or unfinished run, damaged file, full disk) or `RuleError` (a rule set of
    another auction), changing nothing.
    """
    progress = progress or Progress()
    manifest = lake.manifest(run_id)
    if manifest.status != "complete":
        raise LakeError(f"run {run_id!r} is unfinished: --resume finishes it, then it can be marked")
    auction = next(iter(manifest.rule_sets.values()))["auction"]
    for rules in rule_sets:
        if rules.auction != auction:
            raise RuleError(f"{rules.name} has auction {rules.auction}; run {run_id!r} {auction}")
    with lake.claim(run_id):
        manifest = lake.manifest(run_id)
        wanted = {r.name: r for r in rule_sets if r.name not in manifest.marked}
        if not wanted:
            return manifest
        try:
            marked = _mark(lake, manifest, list(wanted.values()), workers or cores(), progress)
            lake.save(marked)
        except OSError as error:
            raise LakeError(f"run {run_id!r} could not be marked: {reason(error)}") from None
    return marked


def _mark(
    lake: Lake, manifest: Manifest, rule_sets: list[Rules], workers: int, progress: Progress
) -> Manifest:
    names = [rules.name for rules in rule_sets]
    batch = hashlib.sha256("\n".join(names).encode()).hexdigest()[:8]
    folder = lake.run_folder(manifest.run_id)
    found: list[DataFile] = []

    def done(result: tuple[int, list[DataFile]]) -> None:
        found.extend(result[1])
        progress.advance(result[0])

    progress.start(manifest.deals, 0)
    run_tasks(
        manifest.of_kind("deals"),
        lambda file, _: (file.rows, list(write_folds(folder / file.name, rule_sets, batch))),
        done,
        workers,
    )
    return replace(
        manifest,
        files=(*manifest.files, *found),
        marked=(*manifest.marked, *names),
        rule_sets=manifest.rule_sets | {rules.name: rules.values() for rules in rule_sets},
    )
