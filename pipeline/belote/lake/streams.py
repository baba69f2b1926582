"""Files of lines, read and written in bulk: plain, gzip or zstd by their names."""

from __future__ import annotations

import codecs
import hashlib
import io
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import pyarrow as pa

from belote.lake.manifest import LakeError
from belote.lake.store import reason

_arrow: Any = pa

STANDARD = "-"
"""Names standard input or output."""
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
_SIGNATURES = {
    codecs.BOM_UTF16_LE: "is text in UTF-16: records are text in UTF-8",
    codecs.BOM_UTF16_BE: "is text in UTF-16: records are text in UTF-8",
    b"\x1f\x8b": "is compressed with gzip, and its name must then end in .gz",
    b"\x28\xb5\x2f\xfd": "is compressed with zstd, and its name must then end in .zst",
}
"""What files begin with that are no lines of text."""
CHUNK = 2 << 20
"""Bytes read at a time."""


def compression_of(name: str) -> str | None:
    """The compression that a file's name tells of."""
    return COMPRESSIONS.get(Path(name).suffix.lower())


class Lines(NamedTuple):
    """Some consecutive lines of a file."""

    text: bytes
    """Whole lines, each with its newline."""
    ends: np.ndarray
    """int64: the places of the newlines."""
    first_line: int
    """Number of the first line, from 1."""


class _Hashed:
    """A file that is read once, and the SHA-256 of its bytes as far as it is read."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        data = self._file.read(size)
        self.digest.update(data)
        return data

    def readable(self) -> bool:
        """Always."""
        return True

    def close(self) -> None:
        """Nothing: whoever opened the file closes it."""


class LineFile:
    """A file of lines under way; ``sha256`` is of all its bytes once `lines` has ended."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.name = name
        self._hashed = _Hashed(file)

    @property
    def sha256(self) -> str:
        """Of the bytes read so far, compressed as they are."""
        return self._hashed.digest.hexdigest()

    def lines(self, longest: int) -> Iterator[Lines]:
        """Its lines in pieces of some megabytes.

        A line longer than ``longest`` is cut to one byte more and never held whole. Raises
        `LakeError` where the file cannot be read, or ends within its compression.
        """
        number = 1
        rest = b""
        for chunk in self._chunks():
            cut = chunk.rfind(b"\n") + 1
            if cut == 0:
                rest = (rest + chunk)[: longest + 1]
                continue
            text = _beginning(rest, chunk[:cut], longest)
            rest = chunk[cut:][: longest + 1]
            yield (lines := _as_lines(text, number))
            number += len(lines.ends)
        if rest:
            yield _as_lines(rest + b"\n", number)

    def _chunks(self) -> Iterator[bytes]:
        try:
            stream: Any = self._hashed
            kind = compression_of(self.name)
            if kind is not None:
                stream = _arrow.CompressedInputStream(_arrow.PythonFile(self._hashed, "r"), kind)
            begun = False
            while data := bytes(stream.read(CHUNK)):
                yield data if begun else _without_mark(data, self.name)
                begun = True
        except (OSError, pa.ArrowException) as error:
            if compression_of(self.name) is None and isinstance(error, OSError):
                raise LakeError(f"{self.name} cannot be read: {reason(error)}") from None
            raise LakeError(
                f"{self.name} is damaged, cut off, or not compressed as its name says"
            ) from None


def _without_mark(text: bytes, name: str) -> bytes:
    """The beginning of a file without a byte order mark; `LakeError` for what is no UTF-8."""
    for signature, told in _SIGNATURES.items():
        if text.startswith(signature):
            raise LakeError(f"{name} {told}")
    return text.removeprefix(codecs.BOM_UTF8)


def _beginning(rest: bytes, chunk: bytes, longest: int) -> bytes:
    """The chunk with what was left of the chunks before in front of its first line."""
    if len(rest) <= longest:
        return rest + chunk
    return rest + chunk[chunk.index(b"\n") :]


def _as_lines(text: bytes, number: int) -> Lines:
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n")).astype(np.int64)
    return Lines(text, ends, number)


@contextmanager
def open_lines(path: Path) -> Generator[LineFile]:
    """A file of lines by its path; raises `LakeError` where there is none."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise LakeError(f"{path} cannot be read: {reason(error)}") from None
    with file:
        yield LineFile(file, str(path))


# Writing ---------------------------------------------------------------------------------------


@contextmanager
def open_output(path: Path | None) -> Generator[BinaryIO]:
    """Where bytes go: a file, whole or not at all and compressed as its name says, or with
    `STANDARD` or without a path standard output.

    Raises `LakeError` where a file cannot be written, OSError where standard output cannot.
    """
    if path is not None and str(path) != STANDARD:
        name = path.name
        with whole_output(path) as at, at.open("wb") as file, _compressed(file, name) as out:
            yield out
        return
    if sys.__stdout__ is None:
        raise LakeError("standard output is closed: name a file")
    buffer = getattr(sys.stdout, "buffer", None)
    out = buffer if buffer is not None else io.BytesIO()
    yield out
    if buffer is None:
        sys.stdout.write(out.getvalue().decode())
    out.flush()


@contextmanager
def whole_output(output: Path) -> Generator[Path]:
    """A path to write to, which then takes the place of the output; `LakeError` if it cannot.

    Links, pipes and devices are written to as they are: ``/dev/stdout`` must stay what it is.
    """
    replaced = not output.is_symlink() and (not output.exists() or output.is_file())
    path = output.with_name(f".{output.name}.{os.getpid()}.tmp") if replaced else output
    try:
        yield path
        if replaced:
            path.replace(output)
    except OSError as error:
        raise LakeError(f"{output} cannot be written: {reason(error)}") from None
    finally:
        if replaced:
            with suppress(OSError):
                path.unlink(missing_ok=True)


@contextmanager
def _compressed(file: BinaryIO, name: str) -> Generator[Any]:
    """A stream that writes into a file, compressed as ``name`` tells."""
    kind = compression_of(name)
    if kind is None:
        yield file
        return
    with _arrow.CompressedOutputStream(_arrow.PythonFile(file, "w"), kind) as stream:
        yield stream
