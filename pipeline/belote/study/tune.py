"""Taking fitted to a rule set: repeated best response on played-out decisions.

A round deals worlds in which a seat must speak because everyone before it passed, itself among
them, by the habits of the present player. It takes in each suit it may and passes, the same world
and draws each time, and all four seats play on by the same habits. What taking gains is the
difference in marks: its own side's less the others', of the deal alone. Points held by a litige
count for nobody, a deal passed out for 0.

The gains are fitted by least squares to what the hand holds (`belote.players.tuned`). A row weighs
the more the closer the present player finds its decision, because far from there it does not matter
whether the fit is right. The fitted player then plays all four seats, and the next round begins;
rows of rounds before count half each round, so that players who answer each other come to rest
(as in fictitious play: Brown, "Iterative solution of games by fictitious play", 1951).

What the gains promise is not trusted: each round's player plays a duplicate match against the best
so far, which it replaces where it leads in marks, and the best of all plays one against `regular`,
in whose numbers it is left where it loses. Neither meets a deal that a fit has seen, nor the last
one a deal of the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import belote
from belote.game.columns import empty_columns
from belote.game.marking import CHUTE
from belote.game.variants import RuleError, Rules
from belote.lake.manifest import LakeError
from belote.players.spec import (
    TUNED_FILE,
    PlayerSpec,
    parse_player,
    tuned_player,
)
from belote.players.taking import PLAYS_AS, Match, Taking
from belote.runs.plan import LARGEST_SEED
from belote.runs.progress import Progress
from belote.runs.workers import Stop, Stopped, run_tasks, workers_asked
from belote.simulate.engine import open_stream
from belote.stats.intervals import Interval, wilson
from belote.study import league
from belote.study.advise import OUTCOME, ends_of
from belote.study.decisions import (
    TRIES,
    Decisions,
    Sums,
    choices,
    decisions_at,
    regular_numbers,
    sums_of,
)
from belote.study.league import ONE_DEAL, Lead, play_league

FEWEST_DEALS, MOST_DEALS = 1_000, 100_000_000
DEFAULT_DEALS, DEFAULT_ROUNDS, MOST_ROUNDS = 400_000, 6, 100
AT_REST = 0.001
"""Rounds end where a smaller share of the decisions changes."""
FIRST_WORLD = 1 << 40
"""Worlds of a fit are numbered from here on: no table has such a number, so that no simulation,
league or comparison meets a deal of a fit, whatever its seed."""
BLOCK = 5_000
"""Worlds of a task."""
SPOTS = tuple((bid_round, position) for bid_round in (1, 2) for position in (1, 2, 3, 4))


@dataclass(frozen=True)
class Question:
    """What is tuned, and everything the answer depends on."""

    rules: Rules
    deals: int = DEFAULT_DEALS
    """Worlds played out each round; half as many are dealt in each match, and played twice."""
    rounds: int = DEFAULT_ROUNDS
    """At most so many."""
    seed: int = 1
    """Matches are played with the two seeds after it: those between rounds, and the last one."""

    def __post_init__(self) -> None:
        """Raise `LakeError` or `RuleError` for what cannot be."""
        if self.rules.auction != "prise":
            raise RuleError(
                f"{self.rules.name} has an auction of coinche: taking is tuned for the prise alone"
            )
        if not FEWEST_DEALS <= self.deals <= MOST_DEALS:
            raise LakeError(
                f"deals cannot be {self.deals:,}: tuning takes {FEWEST_DEALS:,} to {MOST_DEALS:,}"
            )
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise LakeError(f"rounds cannot be {self.rounds}: they are 1 to {MOST_ROUNDS}")
        if not 0 <= self.seed <= LARGEST_SEED - 2:
            raise LakeError(f"seed cannot be {self.seed}: it is a whole number from 0 to 2^63 - 3")

    @property
    def match_deals(self) -> int:
        """Deals of each match."""
        return self.deals // 2

    @property
    def work(self) -> int:
        """Deals that progress counts: of every round, its match and the last one."""
        return self.rounds * (self.deals + self.match_deals) + self.match_deals


class Round(NamedTuple):
    """One round: what the fit changed, and what the match said of it."""

    number: int
    decisions: int
    """Decisions played out."""
    changed: float
    """The share of them that the fitted player decides otherwise than the player before."""
    lead: Lead
    """Of the fitted player over the best before."""
    kept: bool
    """Whether it is the best from now on."""


class Rates(NamedTuple):
    """What comes of the deals of a match's seed with one player at all four seats: counts."""

    player: PlayerSpec
    deals: int
    round_1: int
    """Taken in round 1."""
    round_2: int
    chute: int
    capot: int
    """Of the taker's side."""

    @property
    def taken(self) -> int:
        """Deals that somebody took."""
        return self.round_1 + self.round_2

    def shares(self) -> dict[str, Interval]:
        """Each rate with its 95 % interval: of all deals, chute and capot of those taken."""
        passed_out = self.deals - self.taken
        of_deals = {"round_1": self.round_1, "round_2": self.round_2, "passed_out": passed_out}
        of_taken = {"chute": self.chute, "capot": self.capot} if self.taken else {}
        return {
            **{name: wilson(k, self.deals) for name, k in of_deals.items()},
            **{name: wilson(k, self.taken) for name, k in of_taken.items()},
        }


@dataclass(frozen=True)
class Tuned:
    """What tuning found."""

    question: Question
    version: str
    rounds: tuple[Round, ...]
    player: PlayerSpec
    """The best by matches, which may be `regular` in its numbers."""
    match: Lead
    """Of the tuned player over `regular`."""
    rates: tuple[Rates, Rates]
    """Of the tuned player, and of `regular`."""
    refused: Lead | None = None
    """Of the player that was found, where it marks less than `regular`, in whose numbers the tuned
    player then takes."""

    @property
    def taking(self) -> Taking:
        """What its file holds."""
        asked = self.question
        match = Match(
            PLAYS_AS, asked.match_deals, asked.seed + 2,
            _rounded(self.match.marks), _rounded(self.match.points),
        )  # fmt: skip
        return Taking(
            self.player.values, asked.rules, asked.seed, asked.deals, len(self.rounds),
            self.version, match,
        )  # fmt: skip

    def lines(self) -> list[dict[str, Any]]:
        """For JSON: the rounds, then the match against `regular`, then both players' rates."""
        asked = self.question
        common = {
            "rules": asked.rules.name, "deals": asked.deals, "seed": asked.seed,
            "version": self.version,
        }  # fmt: skip
        rounds = [
            {"kind": "round", "round": one.number, "decisions": one.decisions,
             "changed": one.changed, "kept": one.kept, **common, **_lead_line(one.lead)}
            for one in self.rounds
        ]  # fmt: skip
        match = {
            "kind": "match", "player": self.player.text, "against": PLAYS_AS, **common,
            "match_deals": asked.match_deals, "match_seed": asked.seed + 2,
            **_lead_line(self.match),
        }  # fmt: skip
        refused = [
            {"kind": "refused", "against": PLAYS_AS, **common, "match_deals": asked.match_deals,
             "match_seed": asked.seed + 2, **_lead_line(lead)}
            for lead in (self.refused,) if lead is not None
        ]  # fmt: skip
        rates = [
            {"kind": "rates", "player": one.player.text, **common, "match_deals": one.deals,
             "taken": one.taken, **_rate_line(one)}
            for one in self.rates
        ]  # fmt: skip
        return [*rounds, *refused, match, *rates]


def _ends(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def _rounded(interval: Interval) -> tuple[float, float, float]:
    return round(interval.value, 4), round(interval.low, 4), round(interval.high, 4)


def _lead_line(lead: Lead) -> dict[str, float]:
    return {**_ends("points", lead.points), **_ends("marks", lead.marks)}


def _rate_line(rates: Rates) -> dict[str, float]:
    shares = rates.shares().items()
    return {key: end for name, rate in shares for key, end in _ends(name, rate).items()}


def file_name(rules: Rules) -> str:
    """What the file of a player tuned to a rule set is named where nobody names it."""
    return rules.name.replace(",", "_").replace("=", "-") + TUNED_FILE


def tune(
    question: Question,
    name: str | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Tuned:
    """Fit a player to a rule set, and judge it.

    ``name`` is that of the file it will have. What is found depends on the question alone, not on
    ``workers`` (default: one a core). Raises `LakeError` for a number of workers that cannot be.
    """
    name = name or file_name(question.rules)
    workers = workers_asked(workers)
    progress = progress or Progress()
    progress.start(question.work, 0)
    within = _Within(progress)
    present = regular_numbers()
    best = parse_player(PLAYS_AS)
    best_numbers = present
    sums = Sums()
    rounds: list[Round] = []
    for number in range(1, question.rounds + 1):
        found = _gather(question, present, number, workers, progress)
        sums = sums.halved().plus(found.sums)
        fitted = sums.solution(present)
        player = tuned_player(name, fitted.ravel().tolist())
        if player == best:
            break
        lead = _match(question, player, best, question.seed + 1, workers, within)
        kept = lead.marks.value > 0
        changed = found.changed(present, fitted)
        rounds.append(Round(number, found.decisions, changed, lead, kept))
        present = fitted
        if kept:
            best, best_numbers = player, fitted
        if changed < AT_REST:
            break
    player, regular = tuned_player(name, best_numbers.ravel().tolist()), parse_player(PLAYS_AS)
    match = _match(question, player, regular, question.seed + 2, workers, within)
    refused = match if match.marks.value < 0 else None
    if refused is not None:
        player = tuned_player(name, regular_numbers().ravel().tolist())
        match = _match(question, player, regular, question.seed + 2, workers, Progress())
    rates = (_rates(question, player), _rates(question, regular))
    return Tuned(question, belote.__version__, tuple(rounds), player, match, rates, refused)


class _Within(Progress):
    """Work that is a part of other work."""

    def __init__(self, whole: Progress) -> None:
        self._whole = whole

    def advance(self, deals: int) -> None:
        """So many more deals are done."""
        self._whole.advance(deals)

    def say(self, message: str) -> None:
        """A sentence for the user."""
        self._whole.say(message)


def _match(
    question: Question, first: PlayerSpec, second: PlayerSpec, seed: int, workers: int,
    progress: Progress,
) -> Lead:  # fmt: skip
    asked = league.Question((first, second), question.rules, None, question.match_deals, seed)
    return play_league(asked, workers=workers, progress=progress).pairs[0]


def _rates(question: Question, player: PlayerSpec) -> Rates:
    """Of the last match's deals with one player at all seats."""
    rules, deals = question.rules, question.match_deals
    stream = open_stream(rules, (player,) * 4, seed=question.seed + 2, layout=ONE_DEAL)
    counts = np.zeros(4, np.int64)
    for start in range(0, deals, league.BLOCK):
        columns = empty_columns(min(league.BLOCK, deals - start))
        stream.play(len(columns.taker), columns)
        chute = ends_of(columns, rules)[:, OUTCOME] == CHUTE
        for place, which in enumerate(
            (columns.bid_round == 1, columns.bid_round == 2, chute, columns.taker_tricks == 8)
        ):
            counts[place] += np.count_nonzero(which)
    return Rates(player, deals, *counts.tolist())


# A round ------------------------------------------------------------------------------------------


class _Task(NamedTuple):
    spot: int
    block: int
    deals: int


class _Gathered:
    """Decisions of a round as they come in, in whatever order, and their sums."""

    def __init__(self) -> None:
        self.sums = Sums()
        self._decided: list[Decisions] = []

    def add(self, found: tuple[Decisions, tuple[np.ndarray, np.ndarray]]) -> None:
        """Add a block: sums of whole numbers, which no order of adding changes."""
        decisions, (products, with_gains) = found
        self.sums.products[decisions.bid_round - 1] += products
        self.sums.with_gains[decisions.bid_round - 1] += with_gains
        self._decided.append(decisions)

    @property
    def decisions(self) -> int:
        """How many there are."""
        return sum(len(block.cards) for block in self._decided)

    def changed(self, before: np.ndarray, after: np.ndarray) -> float:
        """The share of the decisions that two players decide otherwise."""
        otherwise = 0
        for block in self._decided:
            counted, at = block.features(), block.bid_round - 1
            otherwise += np.count_nonzero(
                choices(counted, before[at]) != choices(counted, after[at])
            )
        return float(otherwise) / max(1, self.decisions)


def _gather(
    question: Question, present: np.ndarray, number: int, workers: int, progress: Progress
) -> _Gathered:
    each = question.deals // len(SPOTS)
    tasks = [
        _Task(spot, block, min(BLOCK, each - block * BLOCK))
        for spot in range(len(SPOTS))
        for block in range(-(-each // BLOCK))
    ]
    found = _Gathered()

    def play(task: _Task, stop: Stop) -> tuple[Decisions, tuple[np.ndarray, np.ndarray]]:
        if stop.is_set():
            raise Stopped
        # Every block of every round and spot tries worlds of its own.
        lot = (number * len(SPOTS) + task.spot) << 16 | task.block
        first = FIRST_WORLD + lot * BLOCK * TRIES
        decisions = decisions_at(
            question.rules, present, question.seed, SPOTS[task.spot], first, task.deals
        )
        progress.advance(task.deals)
        return decisions, sums_of(decisions, present[decisions.bid_round - 1])

    run_tasks(tasks, play, found.add, workers)
    return found
