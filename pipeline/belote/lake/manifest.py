"""What a lake and a run say of themselves: the only thing that readers trust.

A lake is a folder with a marker file; a run is a folder ``runs/run_id=NAME`` in it with a
manifest. A file that no manifest names does not exist for readers, whatever its content, and
a manifest is replaced as a whole (written beside, synced, renamed). Until a run's manifest says
``complete``, its rows are in no view.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from belote.game.variants import RuleError, Rules, changed, preset
from belote.lake.stored import SCHEMA_VERSION

MARKER = "belote-lake.json"
MANIFEST = "manifest.json"
LONGEST_NAME = 100
RUN_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{LONGEST_NAME - 1}}}")

FileKind = Literal["deals", "games", "holds", "counts", "solved"]


class LakeError(Exception):
    """The lake or a run in it cannot be used as asked; one sentence that says why."""


def check_run_name(name: str) -> str:
    """The name, if a run can have it; else raises `LakeError`."""
    if not RUN_NAME.fullmatch(name):
        raise LakeError(
            f"{name!r} cannot name a run: a name has up to {LONGEST_NAME} letters, digits, '.', '_'"
            " and '-', and starts with a letter or digit"
        )
    return name


@dataclass(frozen=True)
class DataFile:
    """One committed Parquet file of a run."""

    name: str
    kind: FileKind
    rows: int
    size: int
    sha256: str
    first_table: int
    last_table: int
    rules: tuple[str, ...] = ()
    """For games and holds: the rule sets in it."""


@dataclass(frozen=True)
class Manifest:
    """All that is known of a run without opening its data."""

    run_id: str
    kind: Literal["simulated", "replayed", "scored"]
    created_at: str
    """ISO 8601, UTC."""
    version: str
    """Engine version."""
    status: Literal["unfinished", "complete"]
    seed: int | None
    deals: int
    """Deals asked for; all are committed when the run is complete."""
    tables: int
    rules: str
    players: tuple[str, ...] | None
    keeps: Literal["plays", "facts", "counts"] = "plays"
    """What is stored of a deal: every card played, its facts alone, or only the run's rollup."""
    rule_sets: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Every rule set of the run: name to fields."""
    marked: tuple[str, ...] = ()
    """Rule sets whose games and marks are stored."""
    files: tuple[DataFile, ...] = ()
    plan: dict[str, int] = field(default_factory=dict[str, int])
    """Simulated: how deals are laid out over tables and files."""
    sources: tuple[str, ...] = ()
    """Replayed, scored: SHA-256 of the files it came from, in order."""
    schema: int = SCHEMA_VERSION

    def of_kind(self, kind: FileKind) -> list[DataFile]:
        """The run's files of one kind, in order of tables."""
        return sorted((f for f in self.files if f.kind == kind), key=lambda f: f.first_table)

    def check_deals(self, asked: str) -> None:
        """Raise `LakeError` unless the run's deals are there to be ``asked`` ("shown")."""
        if self.status != "complete":
            raise LakeError(
                f"run {self.run_id!r} is unfinished: --resume finishes it, then it can be {asked}"
            )
        if self.keeps == "counts":
            raise LakeError(
                f"run {self.run_id!r} keeps only the counts of its deals, which cannot be {asked}"
            )

    @property
    def state(self) -> str:
        """The status, with what a complete run keeps if that is not all."""
        if self.status != "complete" or self.keeps == "plays":
            return self.status
        return f"{self.status} ({self.keeps} only)"

    @property
    def is_counted(self) -> bool:
        """Whether the run has a rollup of every rule set that marks it."""
        counted = {name for file in self.of_kind("counts") for name in file.rules}
        return bool(self.marked) and counted.issuperset(self.marked)

    @property
    def auction(self) -> str:
        """That of every deal and rule set of the run: prise or coinche."""
        sets = list(self.rule_sets.values())
        return sets[0].get("auction", "prise") if sets else "prise"

    @property
    def is_scored(self) -> bool:
        """Whether its rollup counts deals by all that a mark depends on (those of prise do)."""
        return self.is_counted and self.auction == "prise"

    def rule_set(self, name: str) -> Rules:
        """A rule set of the run by its name; raises `LakeError` when the run has no such one."""
        try:
            return changed(preset(name.partition(",")[0]), self.rule_sets[name])
        except (KeyError, RuleError):
            raise LakeError(f"run {self.run_id!r} does not know the rule set {name!r}") from None

    @property
    def committed_deals(self) -> int:
        """Deals whose file is committed, or was until only the counts were kept."""
        if self.keeps == "counts":
            return self.deals
        return sum(f.rows for f in self.files if f.kind == "deals")


def write_whole(path: Path, text: str) -> None:
    """Replace a file so that a reader, or a crash, finds the old or the new text, never a part."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("w", encoding="utf-8") as handle:
            handle.write(text)
            handle.flush()
            os.fsync(handle.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder last through a crash."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def manifest_text(manifest: Manifest) -> str:
    """The JSON of a manifest, one field a line at top level."""
    return json.dumps(asdict(manifest), indent=1, ensure_ascii=False) + "\n"


def check_schema(schema: Any, where: Path) -> None:
    """Raise `LakeError` for a schema this version cannot read, ValueError for what is none."""
    if type(schema) is not int or schema < 1:
        raise ValueError(f"schema {schema!r} is no version")
    if schema > SCHEMA_VERSION:
        raise LakeError(
            f"{where} has schema {schema}, newer than the {SCHEMA_VERSION} this version reads:"
            " update belote"
        )
    if schema < SCHEMA_VERSION:
        raise LakeError(
            f"{where} has schema {schema}, older than the {SCHEMA_VERSION} this version reads:"
            " simulate or replay its runs again in another lake"
        )


def parse_manifest(text: str, where: Path) -> Manifest:
    """The manifest in a JSON text; raises `LakeError` naming the file for anything amiss."""
    try:
        document = json.loads(text)
        check_schema(document["schema"], where)
        known = {f.name for f in fields(Manifest)}
        document = {name: value for name, value in document.items() if name in known}
        document["files"] = tuple(
            DataFile(**{**entry, "rules": tuple(entry["rules"])}) for entry in document["files"]
        )
        document["marked"] = tuple(document["marked"])
        document["sources"] = tuple(document.get("sources", ()))
        if document["players"] is not None:
            document["players"] = tuple(document["players"])
        return Manifest(**document)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise damaged_manifest(where) from None


def damaged_manifest(path: Path) -> LakeError:
    """The error for a manifest that is none, and the way out."""
    run = path.parent.name.partition("=")[2]
    return LakeError(f"{path} is damaged and cannot be read: 'belote drop {run}' removes the run")
