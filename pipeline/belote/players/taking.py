"""The file of a tuned player: numbers that say when it takes, and where they come from.

TOML that people can read. Whoever reads it trusts nothing: what is missing, of another kind or not
of this format is refused in one sentence that names the file and the field.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from belote.game.variants import RuleError, Rules, changed, nearest, preset, value_text
from belote.players.spec import LENGTHS, NUMBERS, PLACES, PlayerError

FORMAT, VERSION = "belote-player", 1
PLAYS_AS = "regular"
"""Whose card play a tuned player has, and whose auction of coinche."""
LARGEST_FILE = 1 << 20


class Match(NamedTuple):
    """The duplicate match that judged a player: its lead a deal, each with its 95 % interval."""

    against: str
    deals: int
    seed: int
    marks: tuple[float, float, float]
    points: tuple[float, float, float]
    """Card points."""


@dataclass(frozen=True)
class Taking:
    """When a player takes, and how that was fitted."""

    numbers: tuple[float, ...]
    """Marks gained by taking, of round 1 and then of round 2, as `LENGTHS` orders them."""
    rules: Rules
    seed: int
    deals: int
    rounds: int
    belote: str
    """The version that fitted them."""
    match: Match


_HEAD = """\
# A player of belote made by 'belote tune': it takes where these numbers, in marks, add up to 0 or
# more (in round 2 in the suit where they add up to most), and plays its cards as {plays_as}.
"""
_ROUND = """\
# What taking in a suit gains over passing. Of trumps with the turned card: by how many, 0 to 6,
# then for what is among them; for its cards of each plain suit; by position, 1 to 4; by the rank
# turned, 7 8 9 J Q K T A.
"""


def taking_text(taking: Taking) -> str:
    """The file's text: `read_taking` reads the same again."""
    base, *changes = taking.rules.name.split(",")
    lines = [
        _HEAD.format(plays_as=PLAYS_AS).rstrip(),
        f'format = "{FORMAT}"',
        f"version = {VERSION}",
        f'plays_as = "{PLAYS_AS}"',
        f'belote = "{taking.belote}"',
        f"seed = {taking.seed}",
        f"deals = {taking.deals}",
        f"rounds = {taking.rounds}",
        "",
        "# The rule set it was fitted to.",
        "[rules]",
        f'base = "{base}"',
    ]
    for name in (change.partition("=")[0] for change in changes):
        value = taking.rules.value(name)
        lines.append(f'{name} = "{value}"' if isinstance(value, str) else _field(name, value))
    for number in (1, 2):
        lines += ["", *_ROUND.rstrip().splitlines()] if number == 1 else [""]
        lines.append(f"[round_{number}]")
        for name, length in LENGTHS.items():
            start = (number - 1) * NUMBERS + PLACES[name]
            values = taking.numbers[start : start + length]
            lines.append(f"{name} = {values[0] if length == 1 else list(values)}")
    match = taking.match
    lines += [
        "",
        "# The duplicate match that judged it: its lead a deal, and the 95 % interval.",
        "[match]",
        f'against = "{match.against}"',
        f"deals = {match.deals}",
        f"seed = {match.seed}",
        f"marks = {list(match.marks)}",
        f"points = {list(match.points)}",
    ]
    return "\n".join(lines) + "\n"


def _field(name: str, value: int) -> str:
    return f"{name} = {value_text(value)}"


def read_taking(path: Path) -> Taking:
    """What a file of `belote tune` holds; raises `PlayerError` for one that is none, or damaged."""
    file = _Table(str(path), "", _document(path))
    if file.text("format") != FORMAT:
        raise file.fault("format", f'is not "{FORMAT}"')
    if (version := file.whole("version")) != VERSION:
        raise file.fault("version", f"is {version}, and this version of belote reads {VERSION}")
    if file.text("plays_as") != PLAYS_AS:
        raise file.fault("plays_as", f'is not "{PLAYS_AS}"')
    rounds = [file.table(f"round_{number}") for number in (1, 2)]
    told = file.table("match")
    taking = Taking(
        numbers=tuple(
            number
            for one in rounds
            for name, length in LENGTHS.items()
            for number in one.numbers(name, length)
        ),
        rules=_rules(file.table("rules")),
        seed=file.whole("seed"),
        deals=file.whole("deals"),
        rounds=file.whole("rounds"),
        belote=file.text("belote"),
        match=Match(
            told.text("against"), told.whole("deals"), told.whole("seed"),
            cast("tuple[float, float, float]", told.numbers("marks", 3)),
            cast("tuple[float, float, float]", told.numbers("points", 3)),
        ),
    )  # fmt: skip
    for table in (*rounds, told, file):
        table.check_all_read()
    return taking


def _document(path: Path) -> dict[str, Any]:
    shown = repr(str(path))
    try:
        if path.exists() and not path.is_file():
            raise PlayerError(f"{shown} is no file of a player")
        if path.stat().st_size > LARGEST_FILE:
            raise PlayerError(f"{shown} is too large for the file of a player")
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise PlayerError(f"there is no player's file {shown}: 'belote tune' makes one") from None
    except OSError as error:
        raise PlayerError(f"the player {shown} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PlayerError(f"the player {shown} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise PlayerError(f"the player {shown} is not TOML: {error}") from None


class _Table:
    """A table of the file: its fields taken out one by one, each of the kind that is asked for."""

    def __init__(self, file: str, name: str, values: Mapping[str, Any]) -> None:
        self._file, self._name = file, name
        self.values = dict(values)
        self._read: list[str] = []

    def fault(self, field: str, what: str) -> PlayerError:
        """What is wrong with a field of it."""
        named = f"{self._name}.{field}" if self._name else field
        return PlayerError(f"{self._file!r} is no player of 'belote tune': {named} {what}")

    def _take(self, field: str) -> Any:
        self._read.append(field)
        if field not in self.values:
            raise self.fault(field, "is missing")
        return self.values.pop(field)

    def text(self, field: str) -> str:
        """A text."""
        if not isinstance(value := self._take(field), str):
            raise self.fault(field, "is no text")
        return value

    def whole(self, field: str) -> int:
        """A whole number from 0 on."""
        value = self._take(field)
        if type(value) is not int or value < 0:
            raise self.fault(field, "is no whole number from 0 on")
        return value

    def numbers(self, field: str, length: int) -> tuple[float, ...]:
        """So many finite numbers: a list, or where it is one the number itself."""
        value = self._take(field)
        given = cast("list[Any]", value) if isinstance(value, list) else [value]
        if len(given) != length or isinstance(value, list) == (length == 1):
            raise self.fault(field, "is no number" if length == 1 else f"is no list of {length}")
        for number in given:
            if type(number) not in (int, float) or not math.isfinite(number):
                raise self.fault(field, "holds what is no finite number")
        return tuple(float(number) for number in given)

    def table(self, field: str) -> _Table:
        """A table in it."""
        if not isinstance(value := self._take(field), dict):
            raise self.fault(field, "is no table")
        return _Table(self._file, field, cast("dict[str, Any]", value))

    def check_all_read(self) -> None:
        """Raise `PlayerError` for a field that nobody asked for."""
        for field in self.values:
            raise self.fault(field, f"is no field of it{nearest(field, self._read)}")


def _rules(table: _Table) -> Rules:
    base = table.text("base")
    try:
        rules = changed(preset(base), table.values)
    except RuleError as error:
        raise table.fault("base", f"names no rule set: {error}") from None
    if rules.auction != "prise":
        raise table.fault("base", "is no rule set of the prise")
    return rules
