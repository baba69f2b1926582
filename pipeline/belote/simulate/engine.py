"""Which loop plays a rule set, and the columns that it fills: one of each for each auction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from belote.compiled import Function
from belote.game.columns import (
    CoincheColumns,
    Columns,
    empty_coinche_columns,
    empty_columns,
)
from belote.game.legality import play_rules
from belote.game.variants import Rules
from belote.players.spec import PlayerSpec, kernel_rows
from belote.simulate.coinche import simulate_coinche_block
from belote.simulate.kernel import Layout, new_scratch, simulate_block


class Engine(NamedTuple):
    """How deals of an auction are played."""

    block: Function
    """`belote.simulate.kernel.simulate_block`, or what has its parameters."""
    columns: Callable[[int], Columns | CoincheColumns]
    """Columns of that many rows for ``block`` to fill."""


PRISE = Engine(simulate_block, empty_columns)
COINCHE = Engine(simulate_coinche_block, empty_coinche_columns)


def engine_of(rules: Rules) -> Engine:
    """What plays deals under a rule set."""
    return COINCHE if rules.auction == "coinche" else PRISE


def rows_of(columns: Columns | CoincheColumns, start: int, rows: int) -> Columns | CoincheColumns:
    """Some rows of columns, in the same memory."""
    return type(columns)(*(column[start : start + rows] for column in columns))


class Stream(Protocol):
    """Deals one after another, from the first of a table on."""

    def play(self, rows: int, columns: Columns | CoincheColumns) -> None:
        """Play the next deals into the first rows of columns of the stream's auction.

        Raises `PlayerError` where a player outside the kernels cannot go on.
        """
        ...


class KernelStream:
    """Deals of compiled players."""

    def __init__(
        self, rules: Rules, players: np.ndarray, bidders: np.ndarray | None, seed: int,
        layout: Layout, first_table: int,
    ) -> None:  # fmt: skip
        self._block = engine_of(rules).block
        self._seed, self._layout, self._rules = np.uint64(seed), layout, play_rules(rules)
        self._scratch = new_scratch(first_table, players, bidders)

    def play(self, rows: int, columns: Columns | CoincheColumns) -> None:
        """Play the next deals into the first rows of columns."""
        self._block(self._seed, self._layout, rows, self._scratch, self._rules, columns)


def open_stream(
    rules: Rules,
    players: Sequence[PlayerSpec],
    *,
    seed: int,
    layout: Layout,
    first_table: int = 1,
    bidders: Sequence[PlayerSpec] | None = None,
) -> Stream:
    """The deals of a seed from a table on; what is played depends on these arguments alone.

    ``players`` are the four seats'; ``bidders`` those that speak for each seat in the auction,
    where they are others. Raises `PlayerError` for a player of a user's own that cannot be had.
    """
    bidders = players if bidders is None else bidders
    rows = kernel_rows(players), kernel_rows(bidders)
    if any(player.slow for player in (*players, *bidders)):
        from belote.simulate.table import OwnStream

        return OwnStream(engine_of(rules).block, rules, players, bidders, seed, layout, first_table)
    return KernelStream(rules, *rows, seed, layout, first_table)
