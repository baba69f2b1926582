"""What a comparison measures: each a ratio of two sums over tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from belote.game.auction import CONTRACTS
from belote.game.cards import NATURAL_RANKS, RANKS


class Metric(NamedTuple):
    """A ratio of sums: ``number`` over ``of``, fields of `belote.study.tables.SUMS`."""

    name: str
    number: str
    of: str
    unit: Literal["share", "marks", "points", "deals", "changes"]
    part: str | None = None
    """Which of several: the rank turned, the position, or the contract."""
    at: int | None = None
    """Its place in fields that have several."""
    of_several: bool = False
    auction: str | None = None
    """The auction that it means something in, where not in all."""

    @property
    def key(self) -> str:
        """Its name, with its part."""
        return self.name if self.part is None else f"{self.name} {self.part}"

    def sums(self, tables: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Number and base at each of some tables (an array of `SUMS`), as float64."""
        number, of = tables[self.number], tables[self.of]
        if self.at is not None:
            number = number[:, self.at]
            of = of[:, self.at] if self.of_several else of
        return number.astype(np.float64), of.astype(np.float64)


def _metrics() -> Iterator[Metric]:
    yield Metric("taken", "taken", "deals", "share")
    for rank in NATURAL_RANKS:
        at = RANKS.index(rank)
        yield Metric("taken_turned", "turned_taken", "turned", "share", rank, at, True, "prise")
    for at in range(4):
        yield Metric("taken_at", "taken_at", "deals", "share", str(at + 1), at)
    yield Metric("passed_out", "passed_out", "deals", "share")
    yield Metric("contract", "contract", "taken", "points", auction="coinche")
    for name in ("coinched", "surcoinched", "sans_atout", "tout_atout"):
        yield Metric(name, name, "taken", "share", auction="coinche")
    yield Metric("chute", "chute", "taken", "share")
    for at, contract in enumerate(CONTRACTS):
        told = str(contract)
        yield Metric("chute_at", "failed_at", "bid_at", "share", told, at, True, "coinche")
    yield Metric("litige", "litige", "taken", "share", auction="prise")
    yield Metric("taker_capot", "taker_capot", "taken", "share")
    yield Metric("defence_capot", "defence_capot", "taken", "share")
    yield Metric("taker_mark", "taker_mark", "taken", "marks")
    yield Metric("defence_mark", "defence_mark", "taken", "marks")
    yield Metric("taker_share", "taker_mark", "marks", "share")
    yield Metric("deals_per_game", "game_deals", "games", "deals")
    yield Metric("lead_changes", "lead_changes", "games", "changes")
    yield Metric("first_dealer_wins", "first_dealer_wins", "games", "share")
    yield Metric("by_belote", "by_belote", "games", "share")
    yield Metric("by_capot", "by_capot", "games", "share", auction="prise")
    yield Metric("by_litige", "by_litige", "games", "share", auction="prise")
    yield Metric("won_behind", "won_behind", "games", "share")


METRICS: tuple[Metric, ...] = tuple(_metrics())
"""In the order of a report; a report has those of its auction (`metrics_of`)."""


def metrics_of(auction: str) -> list[Metric]:
    """What is measured of deals of an auction, in the order of a report."""
    return [metric for metric in METRICS if metric.auction in (None, auction)]
