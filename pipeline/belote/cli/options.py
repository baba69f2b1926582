"""Options that many commands share, and the lake they name."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from belote.lake.store import Lake


class Mistake(Exception):
    """A user's mistake that the library does not know: one sentence that says what to do."""


class Language(StrEnum):
    """Language of what people read."""

    fr = "fr"
    en = "en"


def whole_number(text: str) -> int:
    """The number in an option's text; a mistake that names the option where there is none."""
    try:
        return int(text)
    except ValueError:
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        raise typer.BadParameter(f"{shown!r} is no whole number") from None


def named(text: str) -> str:
    """The name in an option's text; a mistake that names the option where it is empty."""
    if not text:
        raise typer.BadParameter("the name of a file is empty")
    return text


def named_file(text: str) -> Path:
    """The path in an option's text; a mistake where it is empty."""
    return Path(named(text))


STANDARD_OUTPUT = Path("-")
"""What `LinesOption` names for standard output."""


def check_output(output: Path | None) -> None:
    """Raise `Mistake`, before anything is played, for a file that could not be written."""
    if output is not None and not output.parent.is_dir():
        raise Mistake(f"{output} cannot be written: there is no folder {str(output.parent)!r}")


LakeOption = Annotated[
    str | None,
    typer.Option(
        "--lake",
        envvar="BELOTE_LAKE",
        metavar="DIR",
        help="The lake's folder.",
        show_default="data/lake, or in your data folder",
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        parser=whole_number,
        metavar="N",
        help="Threads that work.",
        show_default="one a core",
    ),
]
LinesOption = Annotated[
    Path | None,
    typer.Option(
        "--json",
        parser=named_file,
        metavar="FILE",
        help="Write it as JSON, an object a line; - for standard output.",
    ),
]
LanguageOption = Annotated[
    Language, typer.Option("--lang", metavar="fr|en", help="Language of the text.")
]
PortOption = Annotated[
    int, typer.Option(parser=whole_number, metavar="PORT", help="Port of the dashboard.")
]
HostOption = Annotated[str, typer.Option(metavar="HOST", help="Address the dashboard listens on.")]


def the_lake(path: str | None, *, create: bool = False, or_sample: bool = False) -> Lake:
    """The lake that ``--lake`` names, or the default one; raises `LakeError`.

    With ``or_sample``, for commands that only read: where no lake is named and there is no default
    one yet, the sample that belote carries, which is said.
    """
    from belote.lake.store import default_lake, open_lake
    from belote.resources import sample_lake

    if or_sample and path is None and not default_lake().exists():
        typer.echo(
            f"belote: there is no lake at {default_lake()} yet: this is the sample that comes with"
            " belote ('belote demo' makes a lake)",
            err=True,
        )
        return open_lake(sample_lake())
    return open_lake(path or default_lake(), create=create)
