"""What a change of rules does: the same deals under two rule sets, compared table by table.

Where the rule sets differ in marking only, the cards played are the same and are marked twice.
Where they differ in play, the same packs are played again with the same choices keyed by what they
decide, so that two plays part only where the rules make them.

With players that adapt, tuned to each rule set (`belote.study.tune`), a change has two parts: what
the rules do to players who were tuned to the base, and what players then do who are tuned to the
variant. Both are measured on the same packs, and add up to the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from belote.game.columns import CoincheColumns, Columns
from belote.game.match import marking_of
from belote.game.variants import RuleError, Rules
from belote.lake.manifest import LakeError
from belote.players.spec import PlayerSpec, seat_players
from belote.runs.plan import LARGEST_SEED, Plan, Shard, make_plan
from belote.runs.progress import Progress
from belote.runs.simulate import players_text
from belote.runs.workers import Stop, Stopped, run_tasks, workers_asked
from belote.simulate.engine import engine_of, open_stream
from belote.simulate.kernel import Layout
from belote.study.tables import PAIR, SUMS, facts_of, pair_deals, sum_tables
from belote.study.tune import DEFAULT_DEALS as DEFAULT_TUNING
from belote.study.tune import Question as Tuning
from belote.study.tune import tune

Kind = Literal["marking", "play"]
Part = Literal["rules", "players", "both"]
"""Of a change: the rules alone, what players then do, or all of it."""
FEWEST_DEALS, MOST_DEALS = 1_000, 100_000_000
SHORT_TABLE, LONG_TABLE, AIM = 200, 1000, 100
"""Deals a table: at least and at most these, for this many tables where deals allow."""
BLOCK = 30_000
"""Deals played at once, where tables allow: few enough to stop soon and to show progress."""
DEFAULT_DEALS = 1_000_000
DEFAULT_PLAYERS = ("random", "regular", "regular:boldness=6", "regular:boldness=-6")


@dataclass(frozen=True)
class Question:
    """What is compared, and everything its answer depends on."""

    base: Rules
    variants: tuple[Rules, ...]
    players: tuple[tuple[PlayerSpec, ...], ...]
    """Each four seats' players; none where they adapt."""
    deals: int = DEFAULT_DEALS
    seed: int = 1
    adapted: tuple[PlayerSpec, ...] = ()
    """Where players adapt: those tuned to the base, and to each variant (`adapted_question`)."""

    def plan(self) -> Plan:
        """How the deals lie over tables; raises `LakeError` or `RuleError` for what cannot be."""
        if not 0 <= self.seed <= LARGEST_SEED:
            raise LakeError(f"seed cannot be {self.seed}: it is a whole number from 0 to 2^63 - 1")
        if not FEWEST_DEALS <= self.deals <= MOST_DEALS:
            raise LakeError(
                f"deals cannot be {self.deals:,}: a comparison takes {FEWEST_DEALS:,} to"
                f" {MOST_DEALS:,}"
            )
        for what, names in (
            ("rule set", [rules.name for rules in self.variants]),
            ("set of players", [players_text(players) for players in self.players]),
        ):
            if twice := [name for name in names if names.count(name) > 1]:
                raise LakeError(f"the {what} {twice[0]} is named twice: once is enough")
        for player in (player for players in self.players for player in players):
            if player.slow:
                raise LakeError(
                    f"{player.name} is too slow for a comparison, which is made of compiled"
                    " players; 'belote league' and 'belote simulate' play it"
                )
        for variant in self.variants:
            if variant.auction != self.base.auction:
                raise RuleError(
                    f"{variant.name} is played with auction = {variant.auction} and"
                    f" {self.base.name} with {self.base.auction}: what is compared is one auction's"
                )
            if not self.base.differences(variant):
                raise RuleError(f"{variant.name} and {self.base.name} are the same rules")
        length = min(LONG_TABLE, max(SHORT_TABLE, self.deals // AIM))
        return make_plan(self.deals, -(-self.deals // length))

    @property
    def tunings(self) -> list[Tuning]:
        """How players are tuned to the base and to each variant, on other packs than are compared.

        Raises `RuleError` for coinche.
        """
        deals = min(self.deals, DEFAULT_TUNING)
        return [Tuning(rules, deals, seed=self.seed) for rules in (self.base, *self.variants)]

    def groups(self) -> list[Group]:
        """What is played and compared: a group for each set of players, or one if they adapt."""
        if not self.adapted:
            return [self._group(players) for players in self.players]
        first, *others = ((player,) * 4 for player in self.adapted)
        arms, contrasts = [Arm(self.base, first)], list[Contrast]()
        for variant, players in zip(self.variants, others, strict=True):
            at = len(arms)
            arms += [Arm(variant, first), Arm(variant, players)]
            contrasts += [
                Contrast(variant, 0, at, "rules"),
                Contrast(variant, at, at + 1, "players"),
                Contrast(variant, 0, at + 1, "both"),
            ]
        return [Group(tuple(arms), tuple(contrasts))]

    def _group(self, players: tuple[PlayerSpec, ...]) -> Group:
        return Group(
            tuple(Arm(rules, players) for rules in (self.base, *self.variants)),
            tuple(Contrast(variant, 0, at) for at, variant in enumerate(self.variants, start=1)),
        )


class Arm(NamedTuple):
    """A rule set, and who plays it."""

    rules: Rules
    players: tuple[PlayerSpec, ...]


class Contrast(NamedTuple):
    """Two arms of a group that are compared, by their places in it."""

    variant: Rules
    first: int
    second: int
    part: Part | None = None
    """What of a change it shows; None where players do not adapt."""


class Group(NamedTuple):
    """Arms that play the same packs, the first of them under the base, and their contrasts."""

    arms: tuple[Arm, ...]
    contrasts: tuple[Contrast, ...]


def adapted_question(
    base: Rules,
    variants: tuple[Rules, ...],
    deals: int = DEFAULT_DEALS,
    seed: int = 1,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Question:
    """The question whose players adapt: tunes them to every rule set, which takes a while.

    Raises `LakeError` or `RuleError`, before anything is tuned, for what cannot be compared, and
    for coinche.
    """
    question = Question(base, variants, (), deals, seed)
    question.plan()
    tuned = [tune(one, workers=workers, progress=progress).player for one in question.tunings]
    return replace(question, adapted=tuple(tuned))


def kind_of(base: Rules, variant: Rules) -> Kind:
    """Whether two rule sets differ in marking only, or in what is played."""
    return "marking" if base.plays_like(variant) else "play"


class Paired(NamedTuple):
    """What was counted of a group: table by table, and deal by deal."""

    tables: tuple[np.ndarray, ...]
    """Of each arm: `SUMS`, one a table."""
    pairs: tuple[np.ndarray, ...]
    """Of each contrast: `PAIR`, an array of one."""


def count(
    question: Question, *, workers: int | None = None, progress: Progress | None = None
) -> list[Paired]:
    """Play and count the deals of a question: one result for each of its groups.

    The result depends on the question alone, not on ``workers``. Raises `LakeError` or `RuleError`
    for what cannot be compared.
    """
    plan, workers = question.plan(), workers_asked(workers)
    progress = progress or Progress()
    counter = _Counter(question, plan, progress)
    progress.start(question.deals * len(counter.groups), 0)
    run_tasks(counter.tasks(), counter.count, counter.add, workers)
    return counter.found


class _Task(NamedTuple):
    group: int
    shard: Shard


class _Counter:
    """Counts blocks of whole tables, and adds them up."""

    def __init__(self, question: Question, plan: Plan, progress: Progress) -> None:
        self.question, self.plan, self.progress = question, plan, progress
        self.layout = Layout(plan.long_tables, plan.long, plan.short)
        self.groups = question.groups()
        self.found = [_zeros(group, plan.tables) for group in self.groups]

    def tasks(self) -> Sequence[_Task]:
        """Blocks of whole tables, for each group."""
        blocks = replace(self.plan, tables_a_file=max(1, BLOCK // self.plan.long)).shards()
        return [_Task(group, block) for group in range(len(self.groups)) for block in blocks]

    def count(self, task: _Task, stop: Stop) -> tuple[_Task, Paired]:
        """Play a block with every arm of its group."""
        group, shard, rows = self.groups[task.group], task.shard, task.shard.deals
        counted = _zeros(group, shard.last_table - shard.first_table + 1)
        played: list[Columns | CoincheColumns] = []
        for at, arm in enumerate(group.arms):
            if stop.is_set():
                raise Stopped
            same = next((n for n, other in enumerate(group.arms[:at]) if _alike(arm, other)), None)
            columns = self._play(shard, arm) if same is None else played[same]
            played.append(columns)
            facts, marks = facts_of(columns, rows), marking_of(arm.rules)
            first = np.int64(shard.first_table)
            sum_tables(facts, columns.turned, marks, first, counted.tables[at])
        for contrast, pair in zip(group.contrasts, counted.pairs, strict=True):
            both = [
                (facts_of(played[at], rows), marking_of(group.arms[at].rules), played[at])
                for at in (contrast.first, contrast.second)
            ]
            pair_deals(*both[0], *both[1], pair)
        return task, counted

    def _play(self, shard: Shard, arm: Arm) -> Columns | CoincheColumns:
        columns = engine_of(arm.rules).columns(shard.deals)
        stream = open_stream(
            arm.rules, arm.players, seed=self.question.seed, layout=self.layout,
            first_table=shard.first_table,
        )  # fmt: skip
        stream.play(shard.deals, columns)
        return columns

    def add(self, result: tuple[_Task, Paired]) -> None:
        """Add a block's counts."""
        task, counted = result
        found = self.found[task.group]
        place = slice(task.shard.first_table - 1, task.shard.last_table)
        for mine, block in zip(found.tables, counted.tables, strict=True):
            mine[place] = block
        for mine, block in zip(found.pairs, counted.pairs, strict=True):
            for name in PAIR.names or ():
                mine[name] += block[name]
        self.progress.advance(task.shard.deals)


def _alike(arm: Arm, other: Arm) -> bool:
    """Whether two arms play the same cards."""
    return arm.players == other.players and arm.rules.plays_like(other.rules)


def _zeros(group: Group, tables: int) -> Paired:
    return Paired(
        tuple(np.zeros(tables, SUMS) for _ in group.arms),
        tuple(np.zeros(1, PAIR) for _ in group.contrasts),
    )


def default_players() -> tuple[tuple[PlayerSpec, ...], ...]:
    """The players that a comparison is made under where none are named."""
    return tuple(seat_players(text) for text in DEFAULT_PLAYERS)
