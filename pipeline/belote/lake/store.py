"""The lake as a folder: its marker, its runs, and the way a run is claimed, found and dropped."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from belote.game.variants import nearest, quoted
from belote.lake.manifest import (
    MANIFEST,
    MARKER,
    RUN_NAME,
    LakeError,
    Manifest,
    check_run_name,
    check_schema,
    damaged_manifest,
    manifest_text,
    parse_manifest,
    sync_folder,
    write_whole,
)
from belote.lake.stored import SCHEMA_VERSION

_PREFIX = "run_id="
_LOCK = ".lock"
_PATIENCE = 60
"""Seconds to wait for a process that adds or removes a run's folder."""


def default_lake() -> Path:
    """``data/lake`` of the checkout that this package stands in, else the user's data folder."""
    root = Path(__file__).resolve().parents[3]
    if (root / "pyproject.toml").is_file() and (root / "pipeline" / "belote").is_dir():
        return root / "data" / "lake"
    import platformdirs

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
    shown: Manifest | None = None
    """A run, or a part of one, to read as if the lake held nothing else."""

    @property
    def runs_folder(self) -> Path:
        """Where the runs' folders are."""
        return self.path / "runs"

    def run_folder(self, run_id: str) -> Path:
        """The folder of a run, whether or not it exists."""
        return self.runs_folder / f"{_PREFIX}{run_id}"

    # Reading

    def run_names(self) -> list[str]:
        """Names of the runs that have a manifest, sorted.

        Raises `LakeError` for a folder that cannot be looked into: what is in it is not known.
        """
        if self.shown is not None:
            return [self.shown.run_id]
        try:
            names = [name.removeprefix(_PREFIX) for name in os.listdir(self.runs_folder)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LakeError(f"{self.runs_folder} cannot be read: {reason(error)}") from None
        return sorted(name for name in names if RUN_NAME.fullmatch(name) and self._has_run(name))

    def _has_run(self, run_id: str) -> bool:
        folder = self.run_folder(run_id)
        try:
            (folder / MANIFEST).stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise LakeError(f"{folder} cannot be read: {reason(error)}") from None
        return True

    def manifest(self, run_id: str) -> Manifest:
        """A run's manifest; raises `LakeError` for an unknown run, a damaged or newer manifest."""
        if self.shown is not None and run_id == self.shown.run_id:
            return self.shown
        path = self.run_folder(run_id) / MANIFEST
        if not RUN_NAME.fullmatch(run_id) or not self._has_run(run_id):
            raise self.no_such_run(run_id)
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise self.no_such_run(run_id) from None
        except OSError as error:
            raise LakeError(f"{path} cannot be read: {reason(error)}") from None
        except UnicodeDecodeError:
            raise damaged_manifest(path) from None
        return parse_manifest(text, path)

    def no_such_run(self, run_id: str) -> LakeError:
        """The error for a run that is not there, with the nearest name."""
        hint = nearest(run_id, self.run_names()) or "; 'belote runs' lists them"
        return LakeError(f"there is no run {quoted(run_id)} in {self.path}{hint}")

    def manifests(self) -> list[Manifest]:
        """The manifests of all runs, sorted by name; a run dropped meanwhile is left out.

        Raises `LakeError` for a damaged or newer manifest.
        """
        found = self.each_manifest()
        for manifest in found.values():
            if isinstance(manifest, LakeError):
                raise manifest
        return [manifest for manifest in found.values() if isinstance(manifest, Manifest)]

    def each_manifest(self) -> dict[str, Manifest | LakeError]:
        """By the names of all runs, sorted, the manifest, or why it cannot be read."""
        found: dict[str, Manifest | LakeError] = {}
        for name in self.run_names():
            try:
                found[name] = self.manifest(name)
            except LakeError as error:
                if self._has_run(name):
                    found[name] = error
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

    # Writing

    @contextmanager
    def claim(self, run_id: str) -> Generator[Manifest | None]:
        """Hold a run for writing, and know it: its manifest, or None where the name is free.

        The claim ends with the process, however it ends. What an earlier process left in the
        run's folder beside the files that its manifest names is removed; so is, at the end, what
        a body left that raised, and the folder of a run that has no manifest then. Raises
        `LakeError` while another process holds the run, or for a name no run can have.
        """
        with self._held(run_id) as folder:
            known = (folder / MANIFEST).is_file()
            manifest = self.manifest(run_id) if known else None
            try:
                _clear_leftovers(folder, manifest)
            except OSError as error:
                raise LakeError(f"{folder} cannot be written: {reason(error)}") from None
            try:
                yield manifest
            except BaseException:
                with suppress(OSError, LakeError):
                    _clear_leftovers(folder, self.manifest(run_id))
                raise

    def save(self, manifest: Manifest) -> None:
        """Replace a run's manifest; the caller holds the run (`claim`). Raises OSError."""
        write_whole(self.run_folder(manifest.run_id) / MANIFEST, manifest_text(manifest))

    def forget(self, run_id: str) -> None:
        """Take a run away at the end of the claim that the caller holds. Raises OSError.

        Its manifest goes now, so that no reader meets a run with files missing.
        """
        folder = self.run_folder(run_id)
        (folder / MANIFEST).unlink()
        sync_folder(folder)

    def drop(self, run_id: str) -> bool:
        """Remove a run, or what a killed process left of one: whether it was a run.

        Raises `LakeError` when it is unknown or being written. A killed process leaves the run
        whole or gone; what it had not removed yet of a run that is gone is removed by the next
        process that writes any run.
        """
        if not RUN_NAME.fullmatch(run_id) or not self.run_folder(run_id).is_dir():
            raise self.no_such_run(run_id)
        whole = self._has_run(run_id)
        with self._held(run_id) as folder:  # without a manifest it goes at the end of this
            try:
                if whole:
                    self.forget(run_id)
            except FileNotFoundError:
                raise self.no_such_run(run_id) from None
            except OSError as error:
                raise LakeError(f"{folder} cannot be removed: {reason(error)}") from None
        return whole

    def keep_counts(self, run_id: str) -> None:
        """Remove a complete run's rows for good, and keep its rollup, which answers questions.

        A killed process leaves the run with its rows or without. Raises `LakeError` for a run
        that is unknown, being written, unfinished, or has no rollup.
        """
        self.manifest(run_id).check_deals("counted")
        with self.claim(run_id) as manifest:
            if manifest is None:
                raise self.no_such_run(run_id)
            manifest.check_deals("counted")
            if not manifest.is_counted:
                raise LakeError(f"run {run_id!r} has no rollup to keep")
            counts = tuple(manifest.of_kind("counts"))
            try:
                self.save(replace(manifest, keeps="counts", files=counts))
                _clear_leftovers(self.run_folder(run_id), self.manifest(run_id))
            except OSError as error:
                raise LakeError(f"run {run_id!r} cannot be reduced: {reason(error)}") from None

    @contextmanager
    def _held(self, run_id: str) -> Generator[Path]:
        """The folder of a run that no other process can write now."""
        from filelock import FileLock, Timeout

        folder = self.run_folder(check_run_name(run_id))
        lock = FileLock(folder / _LOCK, timeout=0)
        try:
            with self._door():
                self._clear_abandoned()
                folder.mkdir(parents=True, exist_ok=True)
                try:
                    lock.acquire()
                except OSError:
                    with suppress(OSError):
                        folder.rmdir()  # only if it is new, and so empty
                    raise
        except Timeout:
            raise LakeError(f"run {run_id!r} is being written by another process") from None
        except OSError as error:
            raise LakeError(f"{folder} cannot be written: {reason(error)}") from None
        try:
            yield folder
        finally:
            with self._door():
                lock.release()
                if not (folder / MANIFEST).exists():
                    shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def _door(self) -> Generator[None]:
        """Held for the moment in which a run's lock, or its folder, comes or goes.

        So no process takes the lock of a run in a folder that another is about to remove.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(self.path / _LOCK, timeout=_PATIENCE)
        try:
            lock.acquire()
        except Timeout:
            raise LakeError(f"{self.path} is busy: another process holds its lock") from None
        try:
            yield
        finally:
            lock.release()

    def _clear_abandoned(self) -> None:
        """Remove the folders of runs without a manifest that no process is writing."""
        from filelock import FileLock

        for folder in self.runs_folder.glob(f"{_PREFIX}*"):
            with suppress(OSError):  # a lock that is held raises one too
                if (folder / MANIFEST).exists():
                    continue
                with FileLock(folder / _LOCK, timeout=0):
                    pass
                shutil.rmtree(folder)


def _clear_leftovers(folder: Path, manifest: Manifest | None) -> None:
    """Remove the files of a run's folder that its manifest does not name."""
    named = {file.name for file in manifest.files} if manifest is not None else set[str]()
    for path in folder.iterdir():
        if path.is_file() and path.name not in (named | {MANIFEST, _LOCK}):
            path.unlink(missing_ok=True)


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
            return _opened(folder, marker)
        if folder.exists() and not folder.is_dir():
            raise LakeError(f"{folder} is a file, not a lake")
        if folder.is_dir() and _holds_other_things(folder):
            if marker.is_file():  # another process has just made it
                return _opened(folder, marker)
            raise LakeError(f"{folder} holds other things and is no lake: name another folder")
    except OSError as error:
        raise LakeError(f"{folder} cannot be read: {reason(error)}") from None
    if not create:
        raise LakeError(f"there is no lake at {folder}: 'belote simulate --deals 100000' makes one")
    _make(folder, marker)
    return Lake(folder)


def _holds_other_things(folder: Path) -> bool:
    """Whether more is in a folder than a lake's marker that is being written."""
    return any(not path.name.startswith(f".{MARKER}.") for path in folder.iterdir())


def _opened(folder: Path, marker: Path) -> Lake:
    try:
        check_schema(json.loads(marker.read_text(encoding="utf-8"))["schema"], folder)
    except (ValueError, KeyError, TypeError):
        raise LakeError(f"{marker} is damaged: {folder} cannot be read as a lake") from None
    return Lake(folder)


def _make(folder: Path, marker: Path) -> None:
    """Make a lake, or leave nothing behind."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(marker, json.dumps({"format": "belote-lake", "schema": SCHEMA_VERSION}) + "\n")
    except OSError as error:
        for place in missing:
            with suppress(OSError):
                place.rmdir()
        raise LakeError(f"{folder} cannot be written: {reason(error)}") from None
