"""Take or pass by class of hand: every decision of round 1, met in simulated deals.

Deals are dealt at random; where whoever speaks before a position passes, the seat there takes once
and passes once, and both are played to the end with the same draws. Hands are told apart by their
trumps with the turned card, jack, nine and belote among them, the aces outside, and the turned
card's rank: a mean over hands that differ in all else.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from belote.game.cards import ACE, JACK, KING, NINE, QUEEN, RANKS
from belote.game.columns import Columns, empty_columns, hands_of
from belote.game.legality import play_rules
from belote.game.marking import MADE
from belote.game.variants import Rules
from belote.players.seat import PASS
from belote.players.spec import PlayerSpec, kernel_rows
from belote.runs.plan import LARGEST_SEED
from belote.runs.progress import Progress
from belote.simulate.kernel import new_scratch
from belote.simulate.worlds import ANY, TURNED_SUIT, Spot, play_worlds
from belote.stats.intervals import mean_interval
from belote.study.advise import OTHER, OUTCOME, OWN, check_number, check_table, ends_of

DEFAULT_WORLDS, FEWEST_WORLDS, MOST_WORLDS = 400_000, 1_000, 100_000_000
BLOCK = 20_000
"""Worlds played at once."""
TRIES, TRIES_A_WORLD = 1_000_000, 50
"""Worlds dealt at most at a position: so many, and so many more for each decision asked for."""
_ANSWERS = np.array([TURNED_SUIT, PASS], np.int64)
_SHAPE = (7, 2, 2, 2, 5, 8)
"""Of a class: trumps 0-6, jack, nine, belote, aces outside 0-4, the turned rank."""
CLASS = ("trumps", "jack", "nine", "belote", "aces", "turned_rank")


@dataclass(frozen=True)
class TableQuestion:
    """Whose decisions are counted, and everything the answer depends on."""

    rules: Rules
    player: PlayerSpec
    positions: tuple[int, ...] = (1, 2, 3, 4)
    worlds: int = DEFAULT_WORLDS
    """Decisions met at each position."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise `AdviceError` for what cannot be."""
        check_table(self.rules, self.player)
        for position in self.positions:
            check_number("position", position, 1, 4)
        check_number("deals", self.worlds, FEWEST_WORLDS, MOST_WORLDS)
        check_number("seed", self.seed, 0, LARGEST_SEED)


def advice_table(question: TableQuestion, progress: Progress | None = None) -> pl.DataFrame:
    """The classes met at each position, in ascending order; thin ones too.

    From fewer decisions, or none, where those who speak before nearly always take.

    Columns: ``position``, those of `CLASS` (``turned_rank`` as text), ``n`` decisions, ``made`` of
    them where taking makes the contract, ``take`` and ``pass`` the mean lead in marks of either,
    and ``difference`` (take less pass) with its 95 % interval ``low`` to ``high``, null where n is
    1. Depends on the question alone.
    """
    progress = progress or Progress()
    progress.start(question.worlds * len(question.positions), 0)
    return pl.concat([_position(question, at, progress) for at in question.positions])


def _position(question: TableQuestion, position: int, progress: Progress) -> pl.DataFrame:
    scratch = new_scratch(1, kernel_rows((question.player,) * 4))
    spot = Spot(np.uint32(0), ANY, position, 1)
    found, dealt, sums = 0, 0, _Sums()
    limit = TRIES + TRIES_A_WORLD * question.worlds
    while found < question.worlds and dealt < limit:
        room = min(BLOCK, question.worlds - found)
        columns = empty_columns(2 * room)
        played, tried = play_worlds(
            np.uint64(question.seed), dealt + 1, limit - dealt, spot, _ANSWERS, scratch,
            play_rules(question.rules), columns,
        )  # fmt: skip
        sums.add(Columns(*(column[: 2 * played] for column in columns)), question.rules)
        found, dealt = found + played, dealt + tried
        progress.advance(played)
    return sums.frame().select(pl.lit(position, pl.Int64).alias("position"), pl.all())


@dataclass
class _Sums:
    """Whole numbers a class: they add up over blocks without loss."""

    cells: np.ndarray = field(default_factory=lambda: np.zeros((5, np.prod(_SHAPE)), np.int64))
    """Decisions, contracts made, lead after taking, after passing, squares of their difference."""

    def add(self, columns: Columns, rules: Rules) -> None:
        """Add worlds, of which taking and passing are a row each."""
        ends = ends_of(columns, rules)
        lead = ends[:, OWN] - ends[:, OTHER]
        take, passing = lead[::2], lead[1::2]
        made = (ends[::2, OUTCOME] == MADE).astype(np.int64)
        classes = _classes(columns)
        values = (np.ones_like(take), made, take, passing, (take - passing) ** 2)
        for cell, value in zip(self.cells, values, strict=True):
            np.add.at(cell, classes, value)

    def frame(self) -> pl.DataFrame:
        """The classes that were met."""
        met = np.flatnonzero(self.cells[0])
        named = dict(zip(CLASS, np.unravel_index(met, _SHAPE), strict=True))
        n, made, take, passing, squares = self.cells[:, met]
        gaps = [
            mean_interval(count, total, square) if count > 1 else (total, None, None)
            for count, total, square in zip(n.tolist(), (take - passing).tolist(),
                                            squares.tolist(), strict=True)
        ]  # fmt: skip
        columns = {
            **{name: named[name].astype(np.int64) for name in CLASS[:-1]},
            "turned_rank": [RANKS[rank] for rank in named["turned_rank"]],
            "n": n, "made": made, "take": take / n, "pass": passing / n,
        }  # fmt: skip
        ends = pl.DataFrame(
            gaps, schema=dict.fromkeys(("difference", "low", "high"), pl.Float64), orient="row"
        )
        return pl.DataFrame(columns, schema_overrides={"turned_rank": pl.String}).hstack(ends)


def _classes(columns: Columns) -> np.ndarray:
    """The class of seat 0's decision in each world, as an index into `_SHAPE`."""
    hand = hands_of(columns)[::2, 0] & columns.first_mask[::2]
    turned = columns.turned[::2].astype(np.uint32)
    suit, rank = turned >> 3, turned & 7
    trumps = (hand >> 8 * suit & 0xFF) | np.uint32(1) << rank
    aces = hand & np.uint32(sum(1 << 8 * one + ACE for one in range(4)))
    outside = aces & ~(np.uint32(0xFF) << 8 * suit)
    belote = (trumps >> KING & trumps >> QUEEN) & 1
    parts = (
        np.bitwise_count(trumps), trumps >> JACK & 1, trumps >> NINE & 1, belote,
        np.bitwise_count(outside), rank,
    )  # fmt: skip
    return np.ravel_multi_index([part.astype(np.int64) for part in parts], _SHAPE)
