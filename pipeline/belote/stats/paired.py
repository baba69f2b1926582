"""Two players or rule sets compared on the same deals: ratios of sums over tables.

A metric is a ratio R = sum(num) / sum(den) over clusters (tables), whose deals depend on each
other; clusters do not. Its variance is that of the linearised residuals num - R * den (Cochran
1977, *Sampling Techniques*, section 6.4) with the factor n / (n - 1). In a paired comparison both
sides have the same clusters, and the variance is that of the differences of residuals, so that
what the deals have in common cancels.

Not guaranteed: with few clusters (fewer than about 30), or a few that hold most of the deals,
intervals are too short, even with t quantiles; a ratio's bias of order 1 / n is left in.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belote.stats.intervals import Verdict, equivalence, t_p_value, t_quantile

Floats = NDArray[np.float64]


class Comparison(NamedTuple):
    """A metric of two sides on the same clusters; ``difference`` is b less a."""

    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    error: float
    """Standard error of the difference."""
    p: float
    """Two-sided, by t with clusters - 1 degrees of freedom; 1 where nothing differs at all."""
    n_a: float
    """The denominator of ``value_a``: how many cases it counts."""
    n_b: float
    correlation: float | None
    """Between the sides' cluster residuals; None where one of them never varies."""
    gain: float | None
    """(variance of a + variance of b) / variance of the difference: how many times more deals two
    unpaired samples would need; None where the difference does not vary."""
    effective: float | None
    """``n_a + n_b`` times ``gain``: cases that unpaired samples would need in all."""
    clusters: int

    def verdict(self, margin: float) -> Verdict:
        """Whether the two are equivalent within ±``margin``, in the unit of the metric."""
        return equivalence(self.difference, self.error, margin, self.clusters - 1)


def compare(
    num_a: ArrayLike, den_a: ArrayLike, num_b: ArrayLike, den_b: ArrayLike, level: float = 0.95
) -> Comparison:
    """Compare sum(num_b) / sum(den_b) with the same of a, from sums by cluster (all of one length).

    Raises `ValueError` for fewer than two clusters, unequal lengths or a denominator that sums to
    0. A cluster may lack cases of one side.
    """
    sums = [np.asarray(column, np.float64) for column in (num_a, den_a, num_b, den_b)]
    clusters = len(sums[0])
    if any(column.shape != (clusters,) for column in sums):
        raise ValueError("sums by cluster differ in length")
    if clusters < 2:
        raise ValueError(f"{clusters} clusters cannot be compared: it takes two")
    value_a, residuals_a = _linearised(sums[0], sums[1])
    value_b, residuals_b = _linearised(sums[2], sums[3])
    difference = value_b - value_a
    variance_a, variance_b = _variance(residuals_a), _variance(residuals_b)
    variance = _variance(residuals_b - residuals_a)
    error = math.sqrt(variance)
    half = t_quantile(level, clusters - 1) * error
    n_a, n_b = float(sums[1].sum()), float(sums[3].sum())
    gain = (variance_a + variance_b) / variance if variance > 0 else None
    product = math.sqrt(variance_a * variance_b)
    shared = (variance_a + variance_b - variance) / 2
    return Comparison(
        value_a=value_a,
        value_b=value_b,
        difference=difference,
        low=difference - half,
        high=difference + half,
        error=error,
        p=_p_value(difference, error, clusters - 1),
        n_a=n_a,
        n_b=n_b,
        correlation=max(-1.0, min(1.0, shared / product)) if product > 0 else None,
        gain=gain,
        effective=None if gain is None else (n_a + n_b) * gain,
        clusters=clusters,
    )


def _linearised(num: Floats, den: Floats) -> tuple[float, Floats]:
    """The ratio, and each cluster's part in its error: (num - R den) / sum(den)."""
    total = float(den.sum())
    if total == 0:
        raise ValueError("a metric without cases: its denominator sums to 0")
    ratio = float(num.sum()) / total
    return ratio, (num - ratio * den) / total


def _variance(residuals: Floats) -> float:
    """Variance of the sum of residuals whose mean is 0."""
    n = len(residuals)
    return float(np.square(residuals).sum()) * n / (n - 1)


def _p_value(difference: float, error: float, freedom: int) -> float:
    if error > 0:
        return t_p_value(difference / error, freedom)
    return 1.0 if difference == 0 else 0.0
