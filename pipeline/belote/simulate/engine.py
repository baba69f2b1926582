"""Which loop plays a rule set, and the columns that it fills: one of each for each auction."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from belote.compiled import Function
from belote.game.columns import (
    CoincheColumns,
    Columns,
    empty_coinche_columns,
    empty_columns,
)
from belote.game.variants import Rules
from belote.simulate.coinche import simulate_coinche_block
from belote.simulate.kernel import simulate_block


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
