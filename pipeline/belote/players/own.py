"""Players that are Python classes: a user's own in a file, and slow ones of the package."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from belote.compiled import kernels_are_cached
from belote.game.variants import nearest
from belote.players.spec import PLAYERS, PlayerError, PlayerSpec
from belote.players.views import AuctionView, TurnView


class Player(Protocol):
    """A player at one seat for one deal: made for it, with its parameters as keyword arguments.

    What it keeps in ``self`` is of this deal alone. What it answers may depend on what it is shown
    and on nothing else, so that a seed gives the same deals again; its chance is ``draw``.
    """

    def bid(self, auction: AuctionView) -> str:
        """What it says: one of ``auction.may_say``."""
        ...

    def play(self, turn: TurnView) -> str:
        """The card it plays: one of ``turn.legal``."""
        ...


METHODS = ("bid", "play")


def maker_of(spec: PlayerSpec) -> Callable[[], Player]:
    """What makes a player, found and tried once; raises `PlayerError` in one sentence."""
    kind = _class_of(spec)
    for method in METHODS:
        if not callable(getattr(kind, method, None)):
            raise PlayerError(
                f"{spec.name} has no method {method!r}: a player has bid(self, auction) and"
                " play(self, turn)"
            )
    keywords = spec.keywords
    try:
        kind(**keywords)
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{spec.text} could not be made: {fault_text(error)}") from None
    return lambda: kind(**keywords)


def fault_text(error: BaseException) -> str:
    """An exception of a player's own code as a part of a sentence: what it says, and where."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if said else ''}{said}{where}"


def must_compile(players: Iterable[PlayerSpec]) -> bool:
    """Whether slow players of the package have kernels that no process has compiled yet."""
    kinds = [PLAYERS[player.name] for player in players if player.name in PLAYERS]
    return any(kind.kernel and not kernels_are_cached(kind.kernel) for kind in kinds)


def _class_of(spec: PlayerSpec) -> Callable[..., Any]:
    if spec.name in PLAYERS:
        module, _, name = PLAYERS[spec.name].maker.partition(":")
        return getattr(importlib.import_module(module), name)
    file, _, name = spec.name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise PlayerError(f"there is no file {file!r} for the player {spec.name}")
    module = _module(path.resolve(), path.stat().st_mtime_ns, file)
    if not isinstance(found := getattr(module, name, None), type):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        raise PlayerError(f"{file} has no class {name!r}{nearest(name, classes)}")
    return found


@lru_cache(maxsize=32)
def _module(path: Path, _changed: int, file: str) -> ModuleType:
    """A file as a module, run once for as long as it does not change."""
    name = f"belote_player_{path.stem}_{zlib.crc32(str(path).encode()):08x}"
    loader = importlib.util.spec_from_file_location(name, path)
    assert loader is not None
    assert loader.loader is not None
    module = importlib.util.module_from_spec(loader)
    sys.modules[name] = module  # where dataclasses look for their module
    try:
        loader.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{file} could not be loaded: {fault_text(error)}") from None
    return module
