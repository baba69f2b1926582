"""How far players are from perfect play: what their cards cost with all hands known.

The cost of a card is the points that its side would have got more by the best one, both sides
seeing all hands and playing best from there on. Whoever doesn't see the hands cannot reach 0. It
tells weak players apart; good ones are better told apart by duplicate matches (`league`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.game.columns import NOBODY, hands_of, plays_of
from belote.game.variants import Rules
from belote.players.spec import PlayerSpec
from belote.runs.progress import Progress
from belote.runs.workers import Stop, Stopped, run_tasks, workers_asked
from belote.simulate.engine import engine_of, open_stream
from belote.solver.positions import cost_of_plays
from belote.stats.intervals import Interval, mean_interval
from belote.study.league import ONE_DEAL

BLOCK = 50
"""Deals played and solved at once."""


class Cost(NamedTuple):
    """What the 32 cards of a deal cost, with a player at all four seats."""

    player: PlayerSpec
    taken: int
    """Deals that somebody took: those that the mean is over."""
    points: Interval
    """Card points a deal, both sides together."""


def cost_of_player(
    player: PlayerSpec,
    contracts: PlayerSpec,
    rules: Rules,
    deals: int,
    *,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Cost:
    """The mean cost of a player's cards in the contracts of another, with its 95 % interval.

    Deals are those of a league with this seed. The answer does not depend on ``workers``.
    """
    progress = progress or Progress()
    progress.start(deals, 0)
    sums = np.zeros(3, np.int64)

    def count(start: int, stop: Stop) -> np.ndarray:
        if stop.is_set():
            raise Stopped
        rows = min(BLOCK, deals - start + 1)
        costs = _costs(player, contracts, rules, seed, start, rows)
        progress.advance(rows)
        return np.array([len(costs), costs.sum(), (costs**2).sum()])

    def add(counted: np.ndarray) -> None:
        sums[:] += counted

    run_tasks(list(range(1, deals + 1, BLOCK)), count, add, workers_asked(workers))
    return Cost(player, int(sums[0]), mean_interval(*map(float, sums)))


def _costs(
    player: PlayerSpec, contracts: PlayerSpec, rules: Rules, seed: int, start: int, rows: int
) -> np.ndarray:
    """The cost of each deal that was taken, int64."""
    columns = engine_of(rules).columns(rows)
    stream = open_stream(
        rules, (player,) * 4, seed=seed, layout=ONE_DEAL, first_table=start,
        bidders=(contracts,) * 4,
    )  # fmt: skip
    stream.play(rows, columns)
    taken = columns.taker != NOBODY
    deals = type(columns)(*(column[taken] for column in columns))
    table = (deals.leader, deals.taker, deals.trump, rules)
    return cost_of_plays(hands_of(deals), plays_of(deals), *table).costs.sum(axis=1, dtype=np.int64)
