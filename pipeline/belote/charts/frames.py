"""What a chart asks of its frame: its columns, enough cases, and intervals of added-up counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from belote.game.variants import nearest

SMALL_SAMPLE = 100
"""A rate of fewer cases is drawn grey: near one half its 95 % interval is 20 points wide."""

_Z = 1.959963984540054  # the same 95 % as the SQL macros wilson_low and wilson_high


class ChartError(Exception):
    """A frame that a chart cannot be drawn from; one sentence that says why."""


class Share(NamedTuple):
    """How often something happened: ``k`` times of ``n``."""

    k: int
    n: int

    @property
    def rate(self) -> float:
        """The share; NaN where nothing could have happened."""
        return self.k / self.n if self.n else math.nan

    @property
    def small(self) -> bool:
        """Whether there are too few cases to say much."""
        return self.n < SMALL_SAMPLE

    def interval(self) -> tuple[float, float]:
        """Its 95 % Wilson interval, as the SQL macros give it; 0 to 1 where ``n`` is 0."""
        k, n = self.k, self.n
        if n == 0:
            return 0.0, 1.0
        centre = k + _Z**2 / 2
        half = _Z * math.sqrt(k * (n - k) / n + _Z**2 / 4)
        low = 0.0 if k == 0 else max(0.0, (centre - half) / (n + _Z**2))
        high = 1.0 if k == n else min(1.0, (centre + half) / (n + _Z**2))
        return low, high


class Mean(NamedTuple):
    """A mean over ``n`` cases, with the ends of its 95 % interval where there is one."""

    n: int
    mean: float
    low: float | None
    high: float | None

    @property
    def rate(self) -> float:
        """The mean."""
        return self.mean

    @property
    def small(self) -> bool:
        """Whether there are too few cases to say much."""
        return self.n < SMALL_SAMPLE

    def interval(self) -> tuple[float, float]:
        """Its 95 % interval; of one case, the mean itself."""
        low = self.mean if self.low is None else self.low
        return low, self.mean if self.high is None else self.high


def added_up(frame: pl.DataFrame) -> Share:
    """The counts ``k`` and ``n`` of all rows together; right only where no case is in two rows."""
    need(frame, ("k", "n"))
    return Share(int(frame["k"].sum()), int(frame["n"].sum()))


def mean_of(values: Sequence[float], counts: Sequence[int]) -> Mean:
    """The mean of values, each so many times, with its 95 % interval where there are two cases."""
    n = sum(counts)
    mean = sum(v * c for v, c in zip(values, counts, strict=True)) / n
    if n < 2:
        return Mean(n, mean, None, None)
    squares = sum(c * (v - mean) ** 2 for v, c in zip(values, counts, strict=True))
    half = _Z * math.sqrt(squares / (n - 1) / n)
    return Mean(n, mean, mean - half, mean + half)


def has_small(frame: pl.DataFrame) -> bool:
    """Whether any row has too few cases, so that the page says why something is grey."""
    need(frame, ("n",))
    return bool(frame["n"].is_between(1, SMALL_SAMPLE - 1).any())


def need(frame: pl.DataFrame, columns: Sequence[str]) -> None:
    """Raise `ChartError` for a column that a frame lacks: Vega would draw nothing, in silence."""
    for column in columns:
        if column not in frame.columns:
            hint = nearest(column, frame.columns)
            raise ChartError(f"the chart needs a column {column!r}, and the frame has none{hint}")
