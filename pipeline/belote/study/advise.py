"""Take or pass: what each answer of a seat in the auction leads to, over many worlds.

The hidden cards are dealt at random among the worlds in which whoever spoke before passes by the
habits of one compiled player, who also plays all four seats from there on, the asker's cards
included (`belote.simulate.worlds`). Every answer is played in the same worlds with the same draws,
so that differences between answers have intervals of their own, narrower than their ends suggest.

Marks are those of the deal alone: points held by a litige count for nobody, and a deal passed out
marks 0. The chance to win the game knows of both: it is that after the deal, from the distribution
of deals of the same player under the same rules (`belote.stats.winning`), whose own sampling error
is in no interval.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

import belote
from belote.compiled import kernel
from belote.game.cards import SUITS, card_text, mask_text
from belote.game.columns import NOBODY, Columns, empty_columns
from belote.game.legality import play_rules
from belote.game.marking import MADE
from belote.game.match import (
    PASSED_OUT,
    after_mark,
    game_at,
    mark_at,
    marking_of,
    winner_of,
)
from belote.game.variants import Rules
from belote.players.seat import PASS
from belote.players.spec import PlayerSpec, kernel_rows
from belote.runs.plan import LARGEST_SEED
from belote.simulate.engine import open_stream
from belote.simulate.kernel import Layout, new_scratch
from belote.simulate.worlds import Spot, play_worlds
from belote.stats.intervals import Interval, mean_interval, wilson
from belote.stats.winning import WinTable
from belote.study.tables import facts_of

DEFAULT_WORLDS, FEWEST_WORLDS, MOST_WORLDS = 100_000, 100, 1_000_000
FIRST_BLOCK, BLOCK = 2_000, 10_000
"""Worlds before the first answer, and between answers."""
TRIES, TRIES_A_WORLD, TRIES_AT_ONCE = 1_000_000, 20, 200_000
"""Worlds dealt at most: so many, and so many more for each world asked for; and between answers."""
GAME_DEALS = 100_000
"""Deals played for the chance to win."""
ONE_DEAL = Layout(1 << 40, 1, 1)
_ERROR = 1e-5
"""Of a probability to win at most, from cutting chains of litiges."""
_MILLION = 1_000_000
"""Chances to win are added up in millionths, whole numbers, so that no order of adding matters."""


class AdviceError(ValueError):
    """What cannot be asked, said in one sentence."""


@dataclass(frozen=True)
class Question:
    """A hand that must speak, and everything the answer depends on."""

    hand: int
    """Five cards, a mask (bit = card)."""
    turned: int
    """The turned card 0-31."""
    position: int
    """Order of speaking 1-4; 4 is the dealer."""
    rules: Rules
    player: PlayerSpec
    bid_round: int = 1
    """In round 2 all four have passed once, the asker whatever the player's habits."""
    score: tuple[int, int] = (0, 0)
    """Of the game so far: the asker's side, the other, each below the target or both level;
    nothing is held."""
    worlds: int = DEFAULT_WORLDS
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise `AdviceError` for what cannot be."""
        check_table(self.rules, self.player)
        if (cards := self.hand.bit_count()) != 5:
            raise AdviceError(f"a hand that must speak has five cards, not {cards}")
        if self.hand >> self.turned & 1:
            raise AdviceError(f"{card_text(self.turned)} is turned: it cannot be in the hand too")
        check_number("position", self.position, 1, 4)
        check_number("round", self.bid_round, 1, 2)
        check_number("deals", self.worlds, FEWEST_WORLDS, MOST_WORLDS)
        check_number("seed", self.seed, 0, LARGEST_SEED)
        own, other = self.score
        if own != other or own < 0:  # level at the target or beyond, a game goes on
            for score in self.score:
                check_number("score", score, 0, self.rules.target - 1)

    @property
    def suits(self) -> tuple[int, ...]:
        """The suits that may be taken."""
        turned = self.turned >> 3
        if self.bid_round == 1:
            return (turned,)
        return tuple(suit for suit in range(4) if suit != turned)

    @property
    def dealer_next(self) -> tuple[int, int]:
        """The team that deals after this deal: where somebody took, and where nobody did."""
        dealer = (4 - self.position) & 1  # the asker is seat 0
        return 1 - dealer, dealer if self.rules.all_pass == "same_dealer" else 1 - dealer


def check_table(rules: Rules, player: PlayerSpec) -> None:
    """Raise `AdviceError` for rules or a player about which this cannot be asked."""
    if rules.auction != "prise":
        raise AdviceError(
            f"under {rules.name} no card is turned: take or pass is a question of the prise"
        )
    if player.slow:
        raise AdviceError(
            f"{player.text} is no compiled player: thousands of worlds would take too long"
        )


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Raise `AdviceError` for a number out of its range."""
    if not least <= value <= most:
        raise AdviceError(
            f"{name} cannot be {value:,}: it is a whole number from {least:,} to {most:,}"
        )


class Choice(NamedTuple):
    """What an answer leads to; intervals are of 95 %."""

    suit: int | None
    """The suit taken, or None for passing."""
    made: Interval | None
    """The chance that the contract is made (a litige is not); None for passing."""
    capot: Interval
    """The chance of a capot of the asker's side, whoever took."""
    passed_out: Interval
    """The chance that nobody takes; 0 but for passing."""
    own: Interval
    """Marks of the asker's side on average."""
    other: Interval
    """Marks of the other side."""
    lead: Interval
    """Marks of the asker's side less the other's."""
    behind: Interval
    """Its lead less that of the best answer, world by world; 0 for the best."""
    wins: Interval | None
    """The chance of the asker's side to win the game; None while it is not worked out, or where
    the rules and the player give none."""
    wins_behind: Interval | None
    """The same less that of the best answer by lead."""

    @property
    def word(self) -> str:
        """The answer as the command line and JSON name it: ``take h`` or ``pass``."""
        return "pass" if self.suit is None else f"take {SUITS[self.suit]}"


@dataclass(frozen=True)
class Advice:
    """What the worlds played so far say."""

    question: Question
    version: str
    tried: int
    """Worlds dealt; those in which somebody would have taken before were thrown away."""
    n: int
    """Worlds played."""
    choices: tuple[Choice, ...]
    """By suit, passing last; empty where fewer than two worlds were found."""

    @property
    def complete(self) -> bool:
        """Whether there were as many worlds as asked for."""
        return self.n == self.question.worlds

    @property
    def best(self) -> Choice | None:
        """The answer with the greatest lead on average; None without answers."""
        return max(self.choices, key=lambda choice: choice.lead.value, default=None)

    def lines(self) -> list[dict[str, Any]]:
        """As objects for JSON Lines, one an answer."""
        asked = self.question
        common = {
            "hand": mask_text(asked.hand), "turned": card_text(asked.turned),
            "position": asked.position, "round": asked.bid_round, "rules": asked.rules.name,
            "player": asked.player.text, "score": list(asked.score), "seed": asked.seed,
            "version": self.version, "tried": self.tried, "n": self.n,
        }  # fmt: skip
        return [
            {"choice": choice.word, "best": choice is self.best, **common, **_flat(choice)}
            for choice in self.choices
        ]


def _flat(choice: Choice) -> dict[str, float | None]:
    """Every interval of an answer as three numbers."""
    flat: dict[str, float | None] = {}
    for name, interval in choice._asdict().items():
        if name != "suit":
            ends = (None, None, None) if interval is None else interval
            keys = (name, f"{name}_low", f"{name}_high")
            flat.update(zip(keys, ends, strict=True))
    return flat


def advise(question: Question) -> Advice:
    """The whole answer; it depends on the question alone. Raises `AdviceError` as `answers`."""
    *_, last = answers(question)
    return last


def answers(question: Question) -> Iterator[Advice]:
    """Answers from more and more worlds, the last from all that were asked for.

    The first comes before chances to win are worked out. Ends with fewer where worlds are so rare
    that no more are tried. Raises `AdviceError` for a score that no game can have.
    """
    worlds = _Worlds(question)
    begin = worlds.more(FIRST_BLOCK)
    sums = _Sums(question, None)
    sums.add(begin)
    yield sums.advice(worlds.tried)
    sums = _Sums(question, _win_table(question))
    sums.add(begin)
    yield sums.advice(worlds.tried)
    while worlds.go_on:
        sums.add(worlds.more(BLOCK))
        yield sums.advice(worlds.tried)


class _Worlds:
    """The worlds of a question one after another."""

    def __init__(self, question: Question) -> None:
        self.tried = self.found = 0
        self._asked = question
        self._limit = TRIES + TRIES_A_WORLD * question.worlds
        self._spot = Spot(
            np.uint32(question.hand), question.turned, question.position, question.bid_round
        )
        self._answers = np.array([*question.suits, PASS], np.int64)
        self._scratch = new_scratch(1, kernel_rows((question.player,) * 4))

    @property
    def go_on(self) -> bool:
        """Whether more are asked for and may be tried."""
        return self.found < self._asked.worlds and self.tried < self._limit

    def more(self, most: int) -> Columns:
        """Try the next worlds and play those that are held, at most so many: an answer a row."""
        asked, width = self._asked, len(self._answers)
        room = min(most, asked.worlds - self.found)
        columns = empty_columns(room * width)
        found, tried = play_worlds(
            np.uint64(asked.seed), self.tried + 1, min(TRIES_AT_ONCE, self._limit - self.tried),
            self._spot, self._answers, self._scratch, play_rules(asked.rules), columns,
        )  # fmt: skip
        self.found += found
        self.tried += tried
        return Columns(*(column[: found * width] for column in columns))


# Adding up ----------------------------------------------------------------------------------------

OUTCOME, OWN, OTHER, SCORE, OTHER_SCORE, HELD, WINNER = range(7)
"""Columns of `ends_of`."""
NOBODY_WINS = -1
_MEASURES = ("own", "other", "lead", "wins")


@kernel
def _fill_ends(deals, rules, score, ends):
    """What each deal marks for team 0 and the other, and the game after it from a score."""
    for row in range(len(deals.taker)):
        game = game_at(score[0], score[1])
        ends[row, :] = 0
        winner = NOBODY_WINS
        if deals.taker[row] != PASSED_OUT:
            team = np.int64(deals.taker[row]) & 1
            mark = mark_at(deals, row, rules)
            game, _ = after_mark(game, mark, team)
            winner = winner_of(game, team, mark, rules)
            ends[row, OUTCOME] = mark.outcome
            ends[row, OWN] = mark.taker if team == 0 else mark.defence
            ends[row, OTHER] = mark.defence if team == 0 else mark.taker
        ends[row, SCORE] = game.score0
        ends[row, OTHER_SCORE] = game.score1
        ends[row, HELD] = game.held
        ends[row, WINNER] = winner


def ends_of(columns: Columns, rules: Rules, score: tuple[int, int] = (0, 0)) -> np.ndarray:
    """How deals end for team 0 under a prise rule set, from a score: int64, a row a deal.

    The outcome, the marks of team 0 and of the other side, and of the game after the deal both
    scores, the points held, and the team that has won it or `NOBODY_WINS`.
    """
    facts, marking = facts_of(columns, len(columns.taker)), marking_of(rules)
    ends = np.empty((len(columns.taker), 7), np.int64)
    _fill_ends(facts, marking, np.array(score, np.int64), ends)
    return ends


@dataclass
class _Sums:
    """Whole numbers added up world by world: counts, sums, and sums of products of measures."""

    question: Question
    table: WinTable | None
    n: int = 0
    known: dict[tuple[int, ...], int] = field(default_factory=dict)
    """The chance to win after an end, in millionths."""

    def __post_init__(self) -> None:
        width = len(self.question.suits) + 1
        self.counts = np.zeros((3, width), np.int64)
        self.sums = np.zeros(width * len(_MEASURES), np.int64)
        self.products = np.zeros((len(self.sums), len(self.sums)), np.int64)

    def add(self, columns: Columns) -> None:
        """Add some worlds, an answer of each a row."""
        width = self.counts.shape[1]
        ends = ends_of(columns, self.question.rules, self.question.score)
        ours = columns.taker & 1 == 0
        tricks = np.where(ours, columns.taker_tricks, 8 - columns.taker_tricks.astype(np.int64))
        out = columns.taker == NOBODY
        happened = (ends[:, OUTCOME] == MADE, (tricks == 8) & ~out, out)
        self.counts += np.stack([which.reshape(-1, width).sum(axis=0) for which in happened])
        lead = ends[:, OWN] - ends[:, OTHER]
        values = (ends[:, OWN], ends[:, OTHER], lead, self._wins(ends, out))
        table = np.concatenate([value.reshape(-1, width) for value in values], axis=1)
        self.n += len(table)
        self.sums += table.sum(axis=0)
        self.products += table.T @ table

    def _wins(self, ends: np.ndarray, out: np.ndarray) -> np.ndarray:
        """The chance of team 0 to win after each end, in millionths; 0 without a table."""
        if self.table is None:
            return np.zeros(len(ends), np.int64)
        states = np.column_stack([ends[:, SCORE:], out])
        alike, at = np.unique(states, axis=0, return_inverse=True)
        chances = [self._chance(tuple(state)) for state in alike.tolist()]
        return np.array(chances, np.int64)[at.ravel()]

    def _chance(self, state: tuple[int, ...]) -> int:
        if state not in self.known:
            own, other, held, winner, out = state
            assert self.table is not None
            chance = float(winner == 0)
            if winner == NOBODY_WINS:
                chance = self.table.probability(own, other, self.question.dealer_next[out], held)
            self.known[state] = round(_MILLION * chance)
        return self.known[state]

    def advice(self, tried: int) -> Advice:
        """The answers from what has been added."""
        suits = (*self.question.suits, None)
        choices: list[Choice] = []
        if self.n >= 2:
            width = len(suits)
            best = int(np.argmax(self.sums[2 * width : 3 * width]))
            choices = [self._choice(at, suit, best) for at, suit in enumerate(suits)]
        return Advice(self.question, belote.__version__, tried, self.n, tuple(choices))

    def _choice(self, at: int, suit: int | None, best: int) -> Choice:
        made, capot, out = (wilson(int(count[at]), self.n) for count in self.counts)
        own, other, lead = (self._mean(measure, at) for measure in range(3))
        wins = None if self.table is None else self._mean(3, at, scale=_MILLION)
        gap = None if self.table is None else self._mean(3, at, best, scale=_MILLION)
        behind = self._mean(2, at, best)
        made = None if suit is None else made
        return Choice(suit, made, capot, out, own, other, lead, behind, wins, gap)

    def _mean(self, measure: int, at: int, less: int | None = None, scale: float = 1.0) -> Interval:
        """The mean of a measure of an answer, less that of another where one is named."""
        first = measure * self.counts.shape[1]
        i = first + at
        total, squares = int(self.sums[i]), int(self.products[i, i])
        if less is not None:
            j = first + less
            total -= int(self.sums[j])
            squares += int(self.products[j, j]) - 2 * int(self.products[i, j])
        return mean_interval(self.n, total / scale, squares / scale**2)


def _win_table(question: Question) -> WinTable | None:
    """Chances to win by score; None where the rules and the player give none.

    Raises `AdviceError` where they do, but no game can have the score.
    """
    table = _games(question.rules, question.player)
    try:
        if table is not None:
            table.probability(*question.score, 0)
    except ValueError as error:
        raise AdviceError(f"the score {question.score[0]}:{question.score[1]}: {error}") from None
    return table


@lru_cache(maxsize=4)
def _games(rules: Rules, player: PlayerSpec) -> WinTable | None:
    """Games of a player at all seats; None where no chance to win can be worked out.

    Always from the same deals: they are no part of the worlds that a seed names.
    """
    # Imported here, because the first answer needs none of it and should not wait.
    from belote.study.winning import scored_deals, table_for

    columns = empty_columns(GAME_DEALS)
    stream = open_stream(rules, (player,) * 4, seed=1, layout=ONE_DEAL)
    stream.play(GAME_DEALS, columns)
    try:
        return table_for(scored_deals(columns), rules, error=_ERROR)
    except ValueError:  # such as a player who never takes
        return None
