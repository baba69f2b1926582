"""Is a run what its manifest says? Files, counts, and every deal played again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from belote.game.columns import NOBODY, Columns
from belote.game.legality import play_rules
from belote.game.replay import FAULTS, first_faults
from belote.lake.content import ContentHash
from belote.lake.files import as_numbers, file_sha256, read_groups
from belote.lake.manifest import DataFile, LakeError, Manifest
from belote.lake.schema import STORED_DEALS
from belote.lake.store import Lake
from belote.runs.progress import Progress

MOST_NAMED = 10
"""Faulty deals named one by one in each file; the rest are counted."""

_NULL = {"taker": NOBODY, "trump": NOBODY}


@dataclass
class Verdict:
    """What a check found in one run."""

    run_id: str
    deals: int = 0
    checksum: str | None = None
    """Over the content; None where a file could not be read or the run is unfinished."""
    faults: list[str] = field(default_factory=lambda: [])

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def as_dict(self) -> dict[str, object]:
        """For JSON: run, deals, sound, checksum, faults."""
        return {
            "run": self.run_id,
            "deals": self.deals,
            "sound": self.sound,
            "checksum": self.checksum,
            "faults": self.faults,
        }


def check_run(lake: Lake, run_id: str, progress: Progress | None = None) -> Verdict:
    """Verify a run: its files' sizes and checksums, its counts, and every deal by replay.

    An unfinished run is checked as far as it is committed. Faults are returned as sentences, not
    raised; raises `LakeError` only where the run is unknown or its manifest cannot be read.
    """
    progress = progress or Progress()
    manifest = lake.manifest(run_id)
    verdict = Verdict(run_id)
    progress.start(manifest.committed_deals, 0)
    folder = lake.run_folder(run_id)
    intact: list[DataFile] = []
    for file in manifest.files:
        path = folder / file.name
        if not path.is_file():
            verdict.faults.append(f"{path} is missing")
        elif path.stat().st_size != file.size or file_sha256(path) != file.sha256:
            verdict.faults.append(f"{path} is damaged: its bytes are not those that were committed")
        else:
            intact.append(file)
    content = ContentHash()
    for file in manifest.of_kind("deals"):
        if file in intact:
            _check_deals(lake, manifest, file, content, verdict, progress)
    _check_counts(manifest, verdict)
    if manifest.status == "complete" and verdict.sound:
        verdict.checksum = content.hexdigest()
    return verdict


def _check_counts(manifest: Manifest, verdict: Verdict) -> None:
    if manifest.status == "complete" and manifest.committed_deals != manifest.deals:
        verdict.faults.append(
            f"run {manifest.run_id!r} says {manifest.deals} deals; its files have"
            f" {manifest.committed_deals}"
        )
    expected = {file.first_table for file in manifest.of_kind("deals")}
    for kind in ("games", "holds"):
        have = {(rule, f.first_table) for f in manifest.of_kind(kind) for rule in f.rules}
        missing = {(rule, first) for rule in manifest.marked for first in expected} - have
        if manifest.status == "complete" and missing:
            verdict.faults.append(f"run {manifest.run_id!r} has no {kind} for {sorted(missing)[0]}")


def _check_deals(
    lake: Lake,
    manifest: Manifest,
    file: DataFile,
    content: ContentHash,
    verdict: Verdict,
    progress: Progress,
) -> None:
    path = lake.run_folder(manifest.run_id) / file.name
    names = [column.name for column in STORED_DEALS]
    rows = named = faulty = 0
    last_key = (file.first_table, 0)
    try:
        for group in read_groups(path, names):
            content.add(group)
            rows += group.num_rows
            if (fault := _order_fault(group, last_key)) is not None:
                verdict.faults.append(f"{path}: {fault}")
            last_key = (group["table_no"][-1].as_py(), group["deal_no"][-1].as_py())
            for table_no, deal_no, fault in _faulty_deals(group, manifest):
                faulty += 1
                if named < MOST_NAMED:
                    named += 1
                    verdict.faults.append(f"{path}: table {table_no}, deal {deal_no}: {fault}")
            progress.advance(group.num_rows)
    except LakeError as error:
        verdict.faults.append(str(error))
    if faulty > named:
        verdict.faults.append(f"{path}: {faulty - named} more deals are faulty")
    if rows != file.rows:
        verdict.faults.append(f"{path} has {rows} deals; the manifest says {file.rows}")
    verdict.deals += rows


def _order_fault(group: pa.Table, last_key: tuple[int, int]) -> str | None:
    """Whether tables and deals are each once and in order, after the last key seen."""
    table_no = as_numbers(group["table_no"], 0).astype(np.int64)
    deal_no = as_numbers(group["deal_no"], 0).astype(np.int64)
    key = np.concatenate([[last_key[0] << 32 | last_key[1]], table_no << 32 | deal_no])
    wrong = np.flatnonzero(np.diff(key) <= 0)
    if not len(wrong):
        return None
    return f"table {table_no[wrong[0]]}, deal {deal_no[wrong[0]]} is out of order or comes twice"


def _faulty_deals(group: pa.Table, manifest: Manifest) -> Iterator[tuple[int, int, str]]:
    """Table, deal and fault of every deal that does not replay, each under its own rules."""
    deals = Columns(
        **{name: as_numbers(group[name], _NULL.get(name, 0)) for name in Columns._fields}
    )
    rules_column = group["rules"].cast(pa.string())
    for name in rules_column.unique().to_pylist():
        rows = np.flatnonzero(pc.equal(rules_column, name).to_numpy())
        part = Columns(*(column[rows] for column in deals))
        faults = np.empty(len(rows), np.uint8)
        first_faults(part, play_rules(manifest.rule_set(name)), faults)
        for row in np.flatnonzero(faults):
            yield int(part.table_no[row]), int(part.deal_no[row]), FAULTS[faults[row]]
