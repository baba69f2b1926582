"""Players against each other on the same deals: duplicate matches of every pair, and ratings.

A deal is played twice by a pair of players, each once at seats 0 and 2: the same pack, the same
dealer, the same draws. The first player's *lead* in a deal is what its side makes more than the
other's, the mean of both seatings, so that luck of the cards cancels. A deal, with all that every
pair makes of it, is one independent unit; intervals come from sums and sums of products over deals,
so that they know how the pairs vary together.

A lead is a mean over the deals that somebody took in at least one seating. A player's rating is its
mean lead over all players of the league, itself (0) among them: the least squares fit of the leads
as differences of ratings that sum to 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

import belote
from belote.game.columns import NOBODY, CoincheColumns, Columns
from belote.game.marking import CARD_TOTAL
from belote.game.match import marking_of
from belote.game.variants import Rules
from belote.lake.manifest import LakeError
from belote.players.own import must_compile
from belote.players.spec import PlayerSpec
from belote.runs.plan import LARGEST_SEED
from belote.runs.progress import COMPILING_PLAYERS, Progress
from belote.runs.workers import Stop, Stopped, run_tasks, workers_asked
from belote.simulate.engine import engine_of, open_stream
from belote.simulate.kernel import Layout
from belote.stats.intervals import Interval, t_quantile
from belote.study.tables import facts_of, team_leads

FEWEST_DEALS, MOST_DEALS = 100, 100_000_000
MOST_PLAYERS = 20
DEFAULT_DEALS, DEFAULT_SLOW_DEALS = 200_000, 2_000
"""Where nobody says: of compiled players, and where a slow one takes part."""
BLOCK, SLOW_BLOCK = 5_000, 10
"""Deals played at once: few enough to stop soon and to show progress."""
ONE_DEAL = Layout(1 << 40, 1, 1)
"""Each deal is a table of its own, so that its pack and dealer depend on nothing before it."""


@dataclass(frozen=True)
class Question:
    """Who plays whom, and everything the answer depends on."""

    players: tuple[PlayerSpec, ...]
    rules: Rules
    contracts: PlayerSpec | None = None
    """Whose auction is held at all four seats, so that every pair plays the same contracts; without
    one, each player speaks for itself."""
    deals: int | None = None
    """Each is played twice by every pair; without, `DEFAULT_DEALS` or `DEFAULT_SLOW_DEALS`."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise `LakeError` for what cannot be."""
        names = [player.text for player in self.players]
        if not 2 <= len(names) <= MOST_PLAYERS:
            raise LakeError(f"a league has 2 to {MOST_PLAYERS} players, not {len(names)}")
        if twice := [name for name in names if names.count(name) > 1]:
            raise LakeError(f"the player {twice[0]} is named twice: once is enough")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise LakeError(f"seed cannot be {self.seed}: it is a whole number from 0 to 2^63 - 1")
        if not FEWEST_DEALS <= self.each <= MOST_DEALS:
            raise LakeError(
                f"deals cannot be {self.each:,}: a league takes {FEWEST_DEALS:,} to {MOST_DEALS:,}"
            )

    @property
    def slow(self) -> bool:
        """Whether a player takes part that is no compiled one."""
        bidders = () if self.contracts is None else (self.contracts,)
        return any(player.slow for player in (*self.players, *bidders))

    @property
    def each(self) -> int:
        """The deals that every pair plays, twice."""
        if self.deals is not None:
            return self.deals
        return DEFAULT_SLOW_DEALS if self.slow else DEFAULT_DEALS

    @property
    def pairs(self) -> list[tuple[PlayerSpec, PlayerSpec]]:
        """Every pair, in the order of the players."""
        return list(combinations(self.players, 2))


class Lead(NamedTuple):
    """What a pair's duplicate match measured; leads are the first player's, a deal."""

    first: PlayerSpec
    second: PlayerSpec
    taken: int
    """Deals that somebody took in at least one seating: those that leads are means over."""
    points: Interval
    """Card points."""
    marks: Interval
    """Marks of the deal alone: points held by a litige count for nobody."""


class Rating(NamedTuple):
    """What a player is worth against the field: its mean lead a deal, its own 0 included."""

    player: PlayerSpec
    points: Interval
    marks: Interval


@dataclass(frozen=True)
class League:
    """The answer: every pair in order, and the ratings from best to last by card points."""

    question: Question
    version: str
    pairs: tuple[Lead, ...]
    ratings: tuple[Rating, ...]

    def lines(self) -> list[dict[str, Any]]:
        """As objects for JSON Lines: the pairs, then the ratings. Intervals are of 95 %."""
        asked = self.question
        contracts = None if asked.contracts is None else asked.contracts.text
        common = {
            "rules": asked.rules.name, "contracts": contracts, "deals": asked.each,
            "seed": asked.seed, "version": self.version,
        }  # fmt: skip
        pairs = [
            {"kind": "pair", "first": pair.first.text, "second": pair.second.text, **common,
             "taken": pair.taken, **_ends("points", pair.points), **_ends("marks", pair.marks)}
            for pair in self.pairs
        ]  # fmt: skip
        ratings = [
            {"kind": "rating", "player": rating.player.text, **common,
             **_ends("points", rating.points), **_ends("marks", rating.marks)}
            for rating in self.ratings
        ]  # fmt: skip
        return [*pairs, *ratings]


def _ends(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def play_league(
    question: Question, *, workers: int | None = None, progress: Progress | None = None
) -> League:
    """Play every pair's duplicate match, and rate the players.

    The answer depends on the question alone, not on ``workers`` (default: one a core). Raises
    `PlayerError` for a player that cannot play, `LakeError` for a number of workers that cannot be.
    """
    workers = workers_asked(workers)
    progress = progress or Progress()
    bidders = () if question.contracts is None else (question.contracts,)
    if must_compile((*question.players, *bidders)):
        progress.say(COMPILING_PLAYERS)
    counter = _Counter(question, progress)
    run_tasks(counter.tasks(), counter.count, counter.add, workers)
    return _league(question, counter.sums, counter.products)


# Playing ------------------------------------------------------------------------------------------


class PairDeals(NamedTuple):
    """What a pair makes of consecutive deals: arrays of one length, both seatings together."""

    points: np.ndarray
    """int64: twice the first player's lead in card points."""
    marks: np.ndarray
    """int64: twice its lead in marks."""
    taken: np.ndarray
    """bool: whether somebody took in at least one seating."""


def play_pair(
    question: Question, first: PlayerSpec, second: PlayerSpec, start: int, deals: int
) -> PairDeals:
    """Both seatings of deals ``start`` (from 1) and on."""
    ahead = _seating(question, (first, second) * 2, start, deals)
    behind = _seating(question, (second, first) * 2, start, deals)
    return PairDeals(
        ahead.points - behind.points, ahead.marks - behind.marks, ahead.taken | behind.taken
    )


def _seating(question: Question, seats: Sequence[PlayerSpec], start: int, deals: int) -> PairDeals:
    """Team 0's lead in each deal with these four players."""
    rules = question.rules
    columns = engine_of(rules).columns(deals)
    bidders = None if question.contracts is None else (question.contracts,) * 4
    stream = open_stream(
        rules, seats, seed=question.seed, layout=ONE_DEAL, first_table=start, bidders=bidders
    )
    stream.play(deals, columns)
    return PairDeals(
        _points(columns), team_leads(facts_of(columns, deals), marking_of(rules)),
        columns.taker != NOBODY,
    )  # fmt: skip


def _points(columns: Columns | CoincheColumns) -> np.ndarray:
    """Card points of team 0 less those of team 1; 0 where nobody took."""
    lead = 2 * columns.taker_points.astype(np.int64) - CARD_TOTAL
    lead[columns.taker & 1 == 1] *= -1
    lead[columns.taker == NOBODY] = 0
    return lead


class _Task(NamedTuple):
    start: int
    deals: int


class _Counted(NamedTuple):
    """The sums of a block's columns and of their products."""

    deals: int
    sums: np.ndarray
    products: np.ndarray


class _Counter:
    """Adds up what each block of deals brings.

    A deal is a row of whole numbers: points, marks and taken of every pair. Their sums and the sums
    of their products are exact, so that nothing depends on the order of blocks.
    """

    def __init__(self, question: Question, progress: Progress) -> None:
        self.question, self.progress = question, progress
        width = len(PairDeals._fields) * len(question.pairs)
        self.sums = np.zeros(width, np.int64)
        self.products = np.zeros((width, width), np.int64)
        progress.start(question.each * len(question.pairs), 0)

    def tasks(self) -> list[_Task]:
        """Blocks of deals, numbered from 1."""
        block, deals = SLOW_BLOCK if self.question.slow else BLOCK, self.question.each
        return [_Task(at + 1, min(block, deals - at)) for at in range(0, deals, block)]

    def count(self, task: _Task, stop: Stop) -> _Counted:
        """Play a block with every pair."""
        columns: list[np.ndarray] = []
        for first, second in self.question.pairs:
            if stop.is_set():
                raise Stopped
            columns += play_pair(self.question, first, second, task.start, task.deals)
        # Floats, because their product is fast; below 2^53 whole numbers lose nothing.
        table = np.stack(columns, axis=1).astype(np.float64)
        sums, products = table.sum(axis=0).astype(np.int64), (table.T @ table).astype(np.int64)
        return _Counted(task.deals, sums, products)

    def add(self, counted: _Counted) -> None:
        """Add a block's sums; on the thread that asked, so that a page may draw how far it is."""
        self.sums += counted.sums
        self.products += counted.products
        self.progress.advance(counted.deals * len(self.question.pairs))


# Estimating ---------------------------------------------------------------------------------------


def _league(question: Question, sums: np.ndarray, products: np.ndarray) -> League:
    estimates = [_Estimates(question, sums, products, column) for column in (0, 1)]
    pairs = [
        Lead(first, second, int(sums[3 * at + 2]), *(e.lead(at) for e in estimates))
        for at, (first, second) in enumerate(question.pairs)
    ]
    ratings = [
        Rating(player, *(e.rating(at) for e in estimates))
        for at, player in enumerate(question.players)
    ]
    ratings.sort(key=lambda rating: -rating.points.value)
    return League(question, belote.__version__, tuple(pairs), tuple(ratings))


class _Estimates:
    """Leads and ratings by card points (column 0 of a pair) or marks (1).

    A lead is half of sum(x) / sum(taken). Its error is that of the linearised residuals
    (x - R taken) / sum(taken) of each deal, whose variance, like that of any sum of them over
    pairs, follows from the products (Cochran 1977, *Sampling Techniques*, section 6.4).
    """

    def __init__(
        self, question: Question, sums: np.ndarray, products: np.ndarray, column: int
    ) -> None:
        self.deals, self.players = question.each, question.players
        self.pairs = list(combinations(range(len(question.players)), 2))
        pairs = len(self.pairs)
        taken = sums[2::3].astype(np.float64)
        taken[taken == 0] = 1  # a pair that never takes leads by nothing
        self.leads = sums[column::3] / taken / 2
        # Row p turns a deal's numbers into the residual of pair p.
        self.residual = np.zeros((pairs, 3 * pairs))
        for p in range(pairs):
            self.residual[p, 3 * p + column] = 1 / (2 * taken[p])
            self.residual[p, 3 * p + 2] = -self.leads[p] / taken[p]
        self.products = products.astype(np.float64)

    def _interval(self, weights: np.ndarray) -> Interval:
        """The 95 % interval of a sum of the pairs' leads with these weights."""
        row = weights @ self.residual
        squares = max(0.0, float(row @ self.products @ row))
        error = math.sqrt(squares * self.deals / (self.deals - 1))
        half = t_quantile(0.95, self.deals - 1) * error
        value = float(weights @ self.leads)
        return Interval(value, value - half, value + half)

    def lead(self, pair: int) -> Interval:
        """The lead of a pair's first player."""
        return self._interval(np.eye(len(self.pairs))[pair])

    def rating(self, player: int) -> Interval:
        """A player's mean lead over the league."""
        signs = [(a == player) - (b == player) for a, b in self.pairs]
        return self._interval(np.array(signs, np.float64) / len(self.players))
