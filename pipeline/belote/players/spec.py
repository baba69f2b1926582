"""Players by name, with their parameters: how they are written, checked and given to kernels."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np

from belote.game.variants import nearest

_ONES = (
    *("jack", "nine", "ace", "ten", "jack_and_nine", "belote", "plain_ace", "ten_with_ace"),
    *("covered_ten", "bare_ten", "void", "singleton"),
)
LENGTHS = {"trumps": 7, **dict.fromkeys(_ONES, 1), "position": 4, "turned": 8}
"""What a tuned player (`belote.players.tuned`) adds up, and how many numbers there are of each:
by how many trumps, 0 to 6, by position and by the rank turned, one of several counts."""
PLACES = dict(zip(LENGTHS, accumulate(LENGTHS.values(), initial=0), strict=False))
"""Where each begins among a round's numbers."""
NUMBERS = sum(LENGTHS.values())
"""Of each of the two rounds."""
FIRST_NUMBER = 2
"""Column of the player table where those of round 1 begin."""
PARAMETERS = FIRST_NUMBER + 2 * NUMBERS
"""Columns of the kernel's player table: the player's number, then its parameters; of a tuned one
no boldness (0), then its numbers."""

TUNED = 3
"""Number of a player that takes by the numbers of a file."""
TUNED_FILE = ".toml"
"""What the name of such a file ends in."""

OWN = -1
"""Number of a player that is a Python class, which kernels do not ask."""


class PlayerError(ValueError):
    """A player that cannot be, or that did what no player may, said in one sentence."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a player: what it means and what it may be."""

    name: str
    default: float
    least: float
    most: float
    meaning: str


@dataclass(frozen=True)
class Kind:
    """A player as it is offered: its number in kernels (`belote.players.decide`) and parameters.

    One that is a Python class has the number `OWN` and says where the class is (``module:Class``);
    its parameters are handed to it by name.
    """

    number: int
    parameters: tuple[Parameter, ...]
    meaning: str
    maker: str = ""
    kernel: str = ""
    """One of the kernels of such a class: it tells whether they were compiled before."""


PLAYERS: dict[str, Kind] = {
    "random": Kind(
        0,
        (Parameter("take", 0.25, 0, 1, "chance to take, or speak at coinche, each time it may"),),
        "any legal card with equal chance",
    ),
    "regular": Kind(
        1,
        (
            Parameter(
                "boldness", 0, -100, 100, "card points by which it takes earlier, or bids higher"
            ),
        ),
        "a club player: values its hand, remembers cards, draws trumps, feeds its partner",
    ),
    "novice": Kind(2, (), "a beginner: counts trumps, leads aces, plays high or low, forgets"),
    "expert": Kind(
        OWN,
        (Parameter("worlds", 20, 1, 10_000, "deals of the hidden cards solved at each decision"),),
        "deals the hidden cards as they may lie, solves every deal, does what is best on average",
        "belote.players.expert:Expert",
        "best_card",
    ),
}


Argument = int | float | str


@dataclass(frozen=True)
class PlayerSpec:
    """One seat's player: its name and the value of every parameter.

    A user's own has the name ``file.py:Class``, no ``values`` and any ``arguments``. A tuned one
    has the name of its file, ``file.toml``, its numbers as ``values``, and a digest of them.
    """

    name: str
    values: tuple[float, ...] = ()
    arguments: tuple[tuple[str, Argument], ...] = ()

    @property
    def slow(self) -> bool:
        """Whether it is a Python class, which `belote.players.own` finds."""
        if self.tuned:
            return False
        return self.name not in PLAYERS or bool(PLAYERS[self.name].maker)

    @property
    def tuned(self) -> bool:
        """Whether it takes by the numbers of a file, which `belote.players.taking` reads."""
        return self.name.endswith(TUNED_FILE)

    @property
    def keywords(self) -> dict[str, Argument]:
        """Every parameter by name."""
        if self.name not in PLAYERS:
            return dict(self.arguments)
        names = [parameter.name for parameter in PLAYERS[self.name].parameters]
        return dict(zip(names, self.values, strict=True))

    @property
    def text(self) -> str:
        """As on the command line; parameters at their default are left out."""
        given = [f"{name}={_shown(value)}" for name, value in self.arguments]
        if self.name in PLAYERS:
            given = [
                f"{parameter.name}={_shown(value)}"
                for parameter, value in zip(PLAYERS[self.name].parameters, self.values, strict=True)
                if value != parameter.default
            ]
        return ":".join([self.name, *given])


def _shown(value: Argument) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def parse_player(text: str) -> PlayerSpec:
    """The player that a text such as ``regular:boldness=1`` names; raises `PlayerError`.

    A user's own (``mine.py:Careful:boldness=1``) is not looked for: nothing is run. The file of a
    tuned player (``litige.toml``, or ``litige.toml:digest=...``) is read.
    """
    file, is_own, rest = text.strip().partition(".py:")
    if is_own or file.endswith(".py"):
        return _own_player(file.removesuffix(".py") + ".py", rest, text)
    file, is_tuned, rest = text.strip().partition(TUNED_FILE)
    if is_tuned and rest[:1] in ("", ":"):
        return _tuned_player(file + TUNED_FILE, rest, text)
    name, *changes = (part.strip() for part in text.split(":"))
    if name not in PLAYERS:
        near = nearest(name, list(PLAYERS))
        raise PlayerError(
            f"there is no player {name!r}{near}; players: {', '.join(PLAYERS)}, a class of yours as"
            " file.py:Class, or a file of 'belote tune' as file.toml"
        )
    parameters = PLAYERS[name].parameters
    values = {parameter.name: parameter.default for parameter in parameters}
    for key, value in _changes(changes, name, text):
        if key not in values:
            near = nearest(key, list(values))
            has = f"it has: {', '.join(values)}" if values else "it has none"
            raise PlayerError(f"{name} has no parameter {key!r}{near}; {has}")
        values[key] = _number(name, next(p for p in parameters if p.name == key), value)
    return PlayerSpec(name, tuple(float(values[parameter.name]) for parameter in parameters))


def _own_player(file: str, rest: str, text: str) -> PlayerSpec:
    kind, *changes = (part.strip() for part in rest.split(":"))
    if not kind.isidentifier():
        raise PlayerError(f"{text!r} names no class: write {file}:Class")
    name = f"{file}:{kind}"
    given = [(key, _argument(value)) for key, value in _changes(changes, name, text)]
    for key, _ in given:
        if not key.isidentifier():
            raise PlayerError(f"{key!r} in {text!r} is no name of a parameter: write name=value")
    return PlayerSpec(name, (), tuple(given))


def tuned_player(name: str, numbers: Sequence[float]) -> PlayerSpec:
    """The player that takes by these numbers: of round 1, then of 2, as `LENGTHS` orders them.

    ``name`` is that of a file, ``file.toml``, which need not be there.
    """
    values = tuple(float(number) for number in numbers)
    digest = hashlib.sha256(repr(values).encode()).hexdigest()[:12]
    return PlayerSpec(name, values, (("digest", digest),))


def _tuned_player(file: str, rest: str, text: str) -> PlayerSpec:
    from belote.players.taking import read_taking

    told = dict(_changes([part for part in rest.split(":") if part], file, text))
    if other := [key for key in told if key != "digest"]:
        near = nearest(other[0], ["digest"])
        raise PlayerError(f"{file} has no parameter {other[0]!r}{near}; it has: digest")
    player = tuned_player(file, read_taking(Path(file)).numbers)
    digest = player.keywords["digest"]
    if told.get("digest", digest) != digest:
        raise PlayerError(
            f"{file} holds other numbers than the player {text!r}: their digest is {digest}"
        )
    return player


def _changes(changes: Sequence[str], name: str, text: str) -> list[tuple[str, str]]:
    """The ``key=value`` parts of a player's text, each key once."""
    found: dict[str, str] = {}
    for change in changes:
        key, _, value = (part.strip() for part in change.partition("="))
        if key in found:
            raise PlayerError(f"{key} of {name} is given twice in {text!r}")
        found[key] = value
    return list(found.items())


def _argument(text: str) -> Argument:
    """A whole number or a number where the text is one, else the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _number(player: str, parameter: Parameter, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not parameter.least <= value <= parameter.most:
        raise PlayerError(
            f"{parameter.name} of {player} cannot be {text!r}: it is a number from"
            f" {parameter.least:g} to {parameter.most:g}"
        )
    return value


def seat_players(text: str) -> tuple[PlayerSpec, ...]:
    """The four seats' players from one player, or four with commas; raises `PlayerError`."""
    players = [parse_player(part) for part in text.split(",")]
    if len(players) == 1:
        players *= 4
    if len(players) != 4:
        raise PlayerError(f"{len(players)} players are named in {text!r}: name one, or four")
    return tuple(players)


def kernel_rows(players: Sequence[PlayerSpec]) -> np.ndarray:
    """The kernel's player table, float64 (seats, `PARAMETERS`): number, then parameters."""
    rows = np.zeros((len(players), PARAMETERS))
    for row, player in zip(rows, players, strict=True):
        if player.tuned:
            row[0] = TUNED
            row[FIRST_NUMBER:] = player.values
        elif player.slow:
            row[0] = OWN
        else:
            row[0] = PLAYERS[player.name].number
            row[1 : 1 + len(player.values)] = player.values
    return rows
