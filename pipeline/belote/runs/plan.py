"""How a simulated run is laid out: deals over tables, tables over files."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from belote.game.variants import Rules
from belote.lake.files import ROW_GROUP
from belote.lake.manifest import LONGEST_NAME, LakeError

DEALS_A_TABLE = 1000
FEWEST, MOST = ROW_GROUP, 32 * ROW_GROUP
"""Deals a file aims at, whatever the run's size: enough to share among workers, few files."""
LARGEST_TABLE = 10_000_000
"""Marking folds a whole table in memory."""
LARGEST_RUN = 10_000_000_000
"""Its manifest names some 8,000 files."""
MOST_TABLES = 2**32 - 1
"""Tables are numbered in 32 bits."""
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Shard:
    """One file's share of a run: consecutive whole tables."""

    number: int
    first_table: int
    last_table: int
    deals: int


@dataclass(frozen=True)
class Plan:
    """The first ``long_tables`` of ``tables`` hold ``long`` deals, the others ``short``.

    A file holds ``tables_a_file`` tables. Everything follows from the run's parameters, never
    from the number of workers.
    """

    tables: int
    long_tables: int
    long: int
    short: int
    tables_a_file: int

    def deals_before(self, table: int) -> int:
        """Deals at the tables before a table (numbered from 1)."""
        before = table - 1
        return (
            min(before, self.long_tables) * self.long
            + max(0, before - self.long_tables) * self.short
        )

    def shards(self) -> list[Shard]:
        """The files of the run, in order of tables."""
        found: list[Shard] = []
        for first in range(1, self.tables + 1, self.tables_a_file):
            last = min(first + self.tables_a_file - 1, self.tables)
            deals = self.deals_before(last + 1) - self.deals_before(first)
            found.append(Shard(len(found), first, last, deals))
        return found


def make_plan(deals: int, tables: int | None = None) -> Plan:
    """The layout of ``deals`` over ``tables``; without, tables of 1,000 and the last with the rest.

    Raises `LakeError` when a number is out of range.
    """
    if not 1 <= deals <= LARGEST_RUN:
        raise LakeError(f"deals cannot be {deals}: a run has 1 to {LARGEST_RUN:,} deals")
    if tables is None:
        long_tables, short = divmod(deals - 1, DEALS_A_TABLE)
        tables, short = long_tables + 1, short + 1
        long = DEALS_A_TABLE if long_tables else short
    else:
        most = min(deals, MOST_TABLES)
        if not 1 <= tables <= most:
            raise LakeError(
                f"tables cannot be {tables}: {deals:,} deals lie over 1 to {most:,} tables"
            )
        short, long_tables = divmod(deals, tables)
        long = short + 1 if long_tables else short
    if long > LARGEST_TABLE:
        least = -(-deals // LARGEST_TABLE)
        raise LakeError(
            f"tables cannot be {tables}: a table holds at most {LARGEST_TABLE:,} deals, so"
            f" {deals:,} deals need {least:,} tables or more"
        )
    aim = min(max(deals // 32, FEWEST), MOST)
    return Plan(tables, long_tables, long, short, max(1, aim // long))


def run_name(deals: int, tables: int | None, seed: int, rules: Rules, players: str) -> str:
    """The name of a run that was not given one: its parameters and seed.

    A name that would be too long is cut, and ends in a hash of the whole.
    """
    parts = [rules.name, players, str(deals), f"s{seed}"]
    if tables is not None:
        parts.append(f"t{tables}")
    whole = "-".join(parts)
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", whole)
    if len(name) <= LONGEST_NAME:
        return name
    digest = hashlib.sha256(whole.encode()).hexdigest()[:12]
    return f"{name[: LONGEST_NAME - 13]}-{digest}"
