"""The lake as a folder: its marker, its runs, and the way a run is claimed, found and dropped."""

from __future__ import annotations

import difflib
import errno
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from belote.lake.manifest import (
    MANIFEST,
    MARKER,
    RUN_NAME,
    LakeError,
    Manifest,
    manifest_text,
    parse_manifest,
    write_whole,
)
from belote.lake.schema import SCHEMA_VERSION

_PREFIX = "run_id="
_LOCK = ".lock"


def default_lake() -> Path:
    """``data/lake`` of the checkout that this package stands in, else the user's data folder."""
    root = Path(__file__).resolve().parents[3]
    if (root / "pyproject.toml").is_file() and (root / "pipeline" / "belote").is_dir():
        return root / "data" / "lake"
    return Path(platformdirs.user_data_dir("belote", appauthor=False)) / "lake"


def reason(error: OSError) -> str:
    """What went wrong with a file, as words in a sentence."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    return (error.strerror or str(error)).lower()


@dataclass(frozen=True)
class Lake:
    """An existing lake. Make one with `open_lake`; nothing is read until asked for."""

    path: Path

    @property
    def runs_folder(self) -> Path:
        """Where the runs' folders are."""
        return self.path / "runs"

    def run_folder(self, run_id: str) -> Path:
        """The folder of a run, whether or not it exists."""
        return self.runs_folder / f"{_PREFIX}{run_id}"

    def run_names(self) -> list[str]:
        """Names of the runs that have a manifest, sorted."""
        if not self.runs_folder.is_dir():
            return []
        return sorted(
            folder.name.removeprefix(_PREFIX)
            for folder in self.runs_folder.iterdir()
            if folder.name.startswith(_PREFIX) and (folder / MANIFEST).is_file()
        )

    def manifest(self, run_id: str) -> Manifest:
        """A run's manifest; raises `LakeError` for an unknown run, a damaged or newer manifest."""
        path = self.run_folder(run_id) / MANIFEST
        try:
            text = path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            raise self.no_such_run(run_id) from None
        except (OSError, UnicodeDecodeError) as error:
            raise LakeError(f"{path} cannot be read ({error})") from None
        return parse_manifest(text, path)

    def no_such_run(self, run_id: str) -> LakeError:
        """The error for a run that is not there, with the nearest name."""
        names = self.run_names()
        close = difflib.get_close_matches(run_id, names, n=1, cutoff=0.4)
        hint = f" (did you mean {close[0]!r}?)" if close else "; 'belote runs' lists them"
        return LakeError(f"there is no run {run_id!r} in {self.path}{hint}")

    def manifests(self) -> list[Manifest]:
        """The manifests of all runs, sorted by name; a run dropped meanwhile is left out."""
        found: list[Manifest] = []
        for name in self.run_names():
            try:
                found.append(self.manifest(name))
            except LakeError:
                if (self.run_folder(name) / MANIFEST).exists():
                    raise
        return found

    def version(self) -> tuple[tuple[str, int, int], ...]:
        """A value that changes whenever a run is added, committed to, finished or dropped."""
        stamps: list[tuple[str, int, int]] = []
        for name in self.run_names():
            try:
                status = (self.run_folder(name) / MANIFEST).stat()
            except FileNotFoundError:
                continue
            stamps.append((name, status.st_mtime_ns, status.st_ino))
        return tuple(stamps)

    @contextmanager
    def claim(self, run_id: str) -> Iterator[None]:
        """Hold a run for writing; raises `LakeError` while another process holds it.

        The claim ends with the process, however it ends.
        """
        if not RUN_NAME.fullmatch(run_id):
            raise LakeError(
                f"{run_id!r} cannot name a run: use up to 100 letters, digits, '.', '_' and '-',"
                " starting with a letter or digit"
            )
        folder = self.run_folder(run_id)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(folder / _LOCK, timeout=0)
            lock.acquire()
        except Timeout:
            raise LakeError(f"run {run_id!r} is being written by another process") from None
        except OSError as error:
            raise LakeError(f"{folder} cannot be written: {reason(error)}") from None
        try:
            yield
        finally:
            lock.release()
            self._forget_if_empty(folder)

    def _forget_if_empty(self, folder: Path) -> None:
        """Remove the folder of a run that never got a manifest, so that its name stays free."""
        if folder.is_dir() and not (folder / MANIFEST).exists():
            shutil.rmtree(folder, ignore_errors=True)

    def save(self, manifest: Manifest) -> None:
        """Replace a run's manifest; the caller holds the run (`claim`)."""
        write_whole(self.run_folder(manifest.run_id) / MANIFEST, manifest_text(manifest))

    def drop(self, run_id: str) -> None:
        """Remove a run; raises `LakeError` when it is unknown or being written.

        The manifest goes first, so that no reader meets a run with files missing.
        """
        folder = self.run_folder(run_id)
        if not RUN_NAME.fullmatch(run_id) or not (folder / MANIFEST).is_file():
            raise self.no_such_run(run_id)
        with self.claim(run_id):
            try:
                (folder / MANIFEST).unlink()
            except OSError as error:
                raise LakeError(f"{folder} cannot be removed: {reason(error)}") from None


def open_lake(path: Path | str, *, create: bool = False) -> Lake:
    """The lake at a path; raises `LakeError` when there is none, or it cannot be read.

    With ``create`` an empty or missing folder becomes a lake. A folder that holds other things is
    never touched.
    """
    if "://" in str(path):
        raise LakeError(f"{path}: a lake is a local folder in this version")
    folder = Path(path)
    marker = folder / MARKER
    try:
        if marker.is_file():
            return _opened(folder, marker.read_text(encoding="utf-8"))
        if folder.exists() and not folder.is_dir():
            raise LakeError(f"{folder} is a file, not a lake")
        if folder.is_dir() and any(folder.iterdir()):
            raise LakeError(f"{folder} holds other things and is no lake: name another folder")
    except (OSError, UnicodeDecodeError) as error:
        raise LakeError(f"{folder} cannot be read: {error}") from None
    if not create:
        raise LakeError(f"there is no lake at {folder}: 'belote simulate --deals 100000' makes one")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(marker, json.dumps({"format": "belote-lake", "schema": SCHEMA_VERSION}) + "\n")
    except OSError as error:
        raise LakeError(f"{folder} cannot be written: {reason(error)}") from None
    return Lake(folder)


def _opened(folder: Path, marker_text: str) -> Lake:
    try:
        schema = int(json.loads(marker_text)["schema"])
    except (ValueError, KeyError, TypeError):
        raise LakeError(f"{folder / MARKER} is damaged: {folder} cannot be read as a lake") from None
    if schema > SCHEMA_VERSION:
        raise LakeError(
            f"{folder} has schema {schema}, newer than the {SCHEMA_VERSION} this version reads:"
            " update belote"
        )
    return Lake(folder)
