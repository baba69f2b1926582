"""What a change of rules does: the same deals under two rule sets, compared table by table.

Where the rule sets differ in marking only, the cards played are the same and are marked twice.
Where they differ in play, the same packs are played again with the same choices keyed by what they
decide, so that two plays part only where the rules make them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from belote.game.columns import CoincheColumns, Columns
from belote.game.legality import play_rules
from belote.game.match import marking_of
from belote.game.variants import RuleError, Rules
from belote.lake.manifest import LakeError
from belote.players.spec import PlayerSpec, kernel_rows, seat_players
from belote.runs.plan import LARGEST_SEED, Plan, Shard, make_plan
from belote.runs.progress import Progress
from belote.runs.simulate import players_text
from belote.runs.workers import Stop, Stopped, run_tasks, workers_asked
from belote.simulate.engine import engine_of
from belote.simulate.kernel import Layout, new_scratch
from belote.study.tables import PAIR, SUMS, facts_of, pair_deals, sum_tables

Kind = Literal["marking", "play"]
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
    """Each four seats' players."""
    deals: int = DEFAULT_DEALS
    seed: int = 1

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


def kind_of(base: Rules, variant: Rules) -> Kind:
    """Whether two rule sets differ in marking only, or in what is played."""
    return "marking" if base.plays_like(variant) else "play"


class Paired(NamedTuple):
    """What was counted under one set of players: table by table, and deal by deal."""

    tables: tuple[np.ndarray, ...]
    """Of the base, then of each variant: `SUMS`, one a table."""
    pairs: tuple[np.ndarray, ...]
    """Of each variant with the base: `PAIR`, an array of one."""


def count(
    question: Question, *, workers: int | None = None, progress: Progress | None = None
) -> list[Paired]:
    """Play and count the deals of a question: one result for each set of players.

    The result depends on the question alone, not on ``workers``. Raises `LakeError` or `RuleError`
    for what cannot be compared.
    """
    plan, workers = question.plan(), workers_asked(workers)
    progress = progress or Progress()
    counter = _Counter(question, plan, progress)
    progress.start(question.deals * len(question.players), 0)
    run_tasks(counter.tasks(), counter.count, counter.add, workers)
    return counter.found


class _Task(NamedTuple):
    players: int
    shard: Shard


class _Counter:
    """Counts blocks of whole tables, and adds them up."""

    def __init__(self, question: Question, plan: Plan, progress: Progress) -> None:
        self.question, self.plan, self.progress = question, plan, progress
        self.layout = Layout(plan.long_tables, plan.long, plan.short)
        self.rules = (question.base, *question.variants)
        self.found = [
            Paired(
                tuple(np.zeros(plan.tables, SUMS) for _ in self.rules),
                tuple(np.zeros(1, PAIR) for _ in question.variants),
            )
            for _ in question.players
        ]

    def tasks(self) -> Sequence[_Task]:
        """Blocks of whole tables, for each set of players."""
        blocks = replace(self.plan, tables_a_file=max(1, BLOCK // self.plan.long)).shards()
        return [
            _Task(players, block)
            for players in range(len(self.question.players))
            for block in blocks
        ]

    def count(self, task: _Task, stop: Stop) -> tuple[_Task, Paired]:
        """Play a block under the base and under every variant."""
        shard, rows = task.shard, task.shard.deals
        tables = shard.last_table - shard.first_table + 1
        sums = tuple(np.zeros(tables, SUMS) for _ in self.rules)
        pairs = tuple(np.zeros(1, PAIR) for _ in self.question.variants)
        base = self._play(task, self.question.base)
        base_marks = marking_of(self.question.base)
        for at, rules in enumerate(self.rules):
            if stop.is_set():
                raise Stopped
            same = rules.plays_like(self.question.base)
            columns = base if same else self._play(task, rules)
            marks, facts = marking_of(rules), facts_of(columns, rows)
            sum_tables(facts, columns.turned, marks, np.int64(shard.first_table), sums[at])
            if at:
                first = facts_of(base, rows)
                pair_deals(first, base_marks, base, facts, marks, columns, pairs[at - 1])
        return task, Paired(sums, pairs)

    def _play(self, task: _Task, rules: Rules) -> Columns | CoincheColumns:
        engine = engine_of(rules)
        columns = engine.columns(task.shard.deals)
        players = kernel_rows(self.question.players[task.players])
        scratch = new_scratch(task.shard.first_table, players)
        seed, rows = np.uint64(self.question.seed), task.shard.deals
        engine.block(seed, self.layout, rows, scratch, play_rules(rules), columns)
        return columns

    def add(self, result: tuple[_Task, Paired]) -> None:
        """Add a block's counts."""
        task, counted = result
        found = self.found[task.players]
        place = slice(task.shard.first_table - 1, task.shard.last_table)
        for mine, block in zip(found.tables, counted.tables, strict=True):
            mine[place] = block
        for mine, block in zip(found.pairs, counted.pairs, strict=True):
            for name in PAIR.names or ():
                mine[name] += block[name]
        self.progress.advance(task.shard.deals)


def default_players() -> tuple[tuple[PlayerSpec, ...], ...]:
    """The players that a comparison is made under where none are named."""
    return tuple(seat_players(text) for text in DEFAULT_PLAYERS)
