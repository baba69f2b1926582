"""The progress bar of long work, on the error stream and only where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

import typer

from belote.runs.progress import Progress


class Remarks(Progress):
    """No bar, only the sentences."""

    def say(self, message: str) -> None:
        """Print a sentence."""
        typer.echo(message, err=True)


@contextmanager
def progress_bar(title: str, quiet: bool) -> Generator[Progress]:
    """Where a piece of work reports to: a bar, only remarks, or with ``quiet`` nothing."""
    if quiet:
        yield Progress()
    elif not sys.stderr.isatty():
        yield Remarks()
    else:
        from belote.cli.bar import Bar

        bar = Bar(title)
        with bar.shown:
            yield bar
