"""Players by name, with their parameters: how they are written, checked and given to kernels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from belote.game.variants import nearest

PARAMETERS = 8
"""Columns of the kernel's player table: the player's number, then its parameters."""


class PlayerError(ValueError):
    """A player that cannot be: an unknown name, parameter or value, said in one sentence."""


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
    """A player as it is offered: its number in kernels (`belote.players.decide`) and parameters."""

    number: int
    parameters: tuple[Parameter, ...]
    meaning: str


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
}


@dataclass(frozen=True)
class PlayerSpec:
    """One seat's player: its name and the value of every parameter."""

    name: str
    values: tuple[float, ...]

    @property
    def own(self) -> bool:
        return False

    @property
    def text(self) -> str:
        """As on the command line; parameters at their default are left out."""
        given = [
            f"{parameter.name}={value:.12g}"
            for parameter, value in zip(PLAYERS[self.name].parameters, self.values, strict=True)
            if value != parameter.default
        ]
        return ":".join([self.name, *given])


def parse_player(text: str) -> PlayerSpec:
    """The player that a text such as ``regular:boldness=1`` names; raises `PlayerError`."""
    name, *changes = (part.strip() for part in text.split(":"))
    if name not in PLAYERS:
        near = nearest(name, list(PLAYERS))
        raise PlayerError(f"there is no player {name!r}{near}; players: {', '.join(PLAYERS)}")
    parameters = PLAYERS[name].parameters
    values = {parameter.name: parameter.default for parameter in parameters}
    given: set[str] = set()
    for change in changes:
        key, _, value = (part.strip() for part in change.partition("="))
        if key not in values:
            near = nearest(key, list(values))
            raise PlayerError(f"{name} has no parameter {key!r}{near}; it has: {', '.join(values)}")
        if key in given:
            raise PlayerError(f"{key} of {name} is given twice in {text!r}")
        given.add(key)
        values[key] = _number(name, next(p for p in parameters if p.name == key), value)
    return PlayerSpec(name, tuple(float(values[parameter.name]) for parameter in parameters))


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
        row[0] = PLAYERS[player.name].number
        row[1 : 1 + len(player.values)] = player.values
    return rows
