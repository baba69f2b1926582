"""Which files the guards read."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_NOT_WALKED = {"__pycache__", "build", "dist", "lake"}


def project_files() -> list[str]:
    """Paths from the root, sorted: what git tracks or would track; all files where git is missing.

    A file that is deleted but still tracked is left out.
    """
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
        paths = [path for path in done.stdout.split("\0") if path]
    except (OSError, subprocess.CalledProcessError):
        paths = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if _is_source(path)]
    return sorted({path for path in paths if (ROOT / path).is_file()})


def _is_source(path: Path) -> bool:
    folders = path.relative_to(ROOT).parts[:-1]
    hidden = any(folder.startswith(".") and folder != ".ci" for folder in folders)
    return not hidden and not _NOT_WALKED.intersection(folders)


def text_of(path: str) -> str | None:
    """The file's text, or None when it is binary or has just gone."""
    try:
        data = (ROOT / path).read_bytes()
    except FileNotFoundError:
        return None
    return None if b"\0" in data[:8192] else data.decode("utf-8", errors="replace")


def python_sources() -> dict[str, str]:
    """Every Python file of the project and its text."""
    paths = [path for path in project_files() if path.endswith(".py")]
    return {path: text for path in paths if (text := text_of(path)) is not None}
