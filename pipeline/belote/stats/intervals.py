"""Intervals, quantiles and tests that work from counts and sums.

Sources: Wilson (1927) for a rate; Holm (1979) for several tests at once; Schuirmann (1987) for
equivalence; the distribution of t by the continued fraction of the incomplete beta function
(Lentz's method, as in Press et al., *Numerical Recipes*).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Literal, NamedTuple

_NORMAL = NormalDist()

Verdict = Literal["equivalent", "different beyond the margin", "undecided"]


class Interval(NamedTuple):
    """An estimate and the ends of its interval, in the unit of what is estimated."""

    value: float
    low: float
    high: float


def z_quantile(level: float = 0.95) -> float:
    """The half-width, in standard errors, of a two-sided normal interval: 1.96 for 0.95."""
    return _NORMAL.inv_cdf((1 + _level(level)) / 2)


def z_p_value(z: float) -> float:
    """Two-sided p-value of a standard normal statistic."""
    return math.erfc(abs(z) / math.sqrt(2))


def t_p_value(t: float, freedom: float) -> float:
    """Two-sided p-value of Student's t, to about nine digits; ``freedom`` > 0."""
    if not freedom > 0:
        raise ValueError(f"degrees of freedom cannot be {freedom}: they are more than 0")
    if math.isinf(t):
        return 0.0
    if freedom > 1e5:  # where the logarithms of gamma lose digits, its normal approximation
        return z_p_value(t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom)))
    square = t * t
    return _beta_share(freedom / (freedom + square), square / (freedom + square), freedom / 2, 0.5)


@lru_cache(maxsize=1024)
def t_quantile(level: float, freedom: float) -> float:
    """The half-width, in standard errors, of a two-sided t interval at a level."""
    outside = 1 - _level(level)
    low, high = 0.0, 1.0
    while t_p_value(high, freedom) > outside:
        low, high = high, 2 * high
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if t_p_value(middle, freedom) > outside else (low, middle)
    return (low + high) / 2


def wilson(k: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval of a rate, ``k`` of ``n`` independent cases (0 <= k <= n, n > 0).

    Its coverage is near the level on average over rates, not at each rate, and it is too short
    where cases depend on each other: deals of one game do a little.
    """
    if not 0 <= k <= n or n <= 0:
        raise ValueError(f"{k} of {n} is no rate")
    z = z_quantile(level)
    rate = k / n
    shrunk = 1 + z * z / n
    middle = (rate + z * z / (2 * n)) / shrunk
    half = z / shrunk * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    low = 0.0 if k == 0 else max(0.0, middle - half)
    high = 1.0 if k == n else min(1.0, middle + half)
    return Interval(rate, low, high)


def mean_interval(n: float, total: float, squares: float, level: float = 0.95) -> Interval:
    """The t interval of a mean from ``n`` independent values (>= 2), their sum and sum of squares.

    Close for any distribution once ``n`` is large; with few values only where they are near
    normal.
    """
    if n < 2:
        raise ValueError(f"{n} values have no interval: it takes two")
    mean = total / n
    variance = max(0.0, squares - n * mean * mean) / (n - 1)
    half = t_quantile(level, n - 1) * math.sqrt(variance / n)
    return Interval(mean, mean - half, mean + half)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted for being several, in the order given (Holm 1979).

    Rejecting those at or below 5 % keeps the chance of any false rejection at 5 %, however the
    tests depend on each other.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def equivalence(difference: float, error: float, margin: float, freedom: float) -> Verdict:
    """Whether a difference lies within ±``margin``, by two one-sided 5 % tests (Schuirmann 1987).

    ``error`` is its standard error. Equivalent: the 90 % interval lies inside the margin;
    different beyond it: the interval lies wholly outside. All three are in one unit.
    """
    if not margin > 0:
        raise ValueError(f"a margin cannot be {margin}: it is more than 0")
    half = t_quantile(0.9, freedom) * error
    if abs(difference) + half < margin:
        return "equivalent"
    if abs(difference) - half > margin:
        return "different beyond the margin"
    return "undecided"


def _level(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level cannot be {level}: it lies between 0 and 1, such as 0.95")
    return level


def _beta_share(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function at ``x``; ``rest`` is 1 - x, without loss."""
    if x <= 0:
        return 0.0
    if rest <= 0:
        return 1.0
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(front + a * math.log(x) + b * math.log(rest))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(rest, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c = 1.0
    d = 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 10_000):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / ((1 + top * d) or tiny)
            c = (1 + top / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
