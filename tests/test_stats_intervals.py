"""Intervals and tests from counts and sums: tables in print, worked examples, and coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest

from belote.stats.intervals import (
    equivalence,
    holm,
    mean_interval,
    t_p_value,
    t_quantile,
    wilson,
    z_p_value,
    z_quantile,
)


def test_normal_quantiles_and_p_values_are_those_of_the_tables():
    assert z_quantile(0.95) == pytest.approx(1.959963984540054, abs=1e-12)
    assert z_quantile(0.99) == pytest.approx(2.5758293035489004, abs=1e-12)
    assert z_p_value(-1.959963984540054) == pytest.approx(0.05, abs=1e-12)
    assert z_p_value(10) == pytest.approx(1.523970604832105e-23, rel=1e-9)


@pytest.mark.parametrize(
    ("level", "freedom", "value"),
    [(0.95, 1, 12.7062), (0.95, 2, 4.3027), (0.9, 5, 2.0150), (0.99, 10, 3.1693),
     (0.95, 30, 2.0423), (0.999, 120, 3.3735)],
)  # fmt: skip
def test_t_quantiles_are_those_of_the_tables(level: float, freedom: int, value: float):
    assert t_quantile(level, freedom) == pytest.approx(value, abs=6e-5)
    assert t_p_value(t_quantile(level, freedom), freedom) == pytest.approx(1 - level, rel=1e-9)


def test_t_of_one_and_two_degrees_is_its_closed_form_and_of_many_is_normal():
    for t in (0.0, 0.3, 1.0, 7.5, 1e4):
        cauchy = 1 - 2 * math.atan(t) / math.pi
        assert t_p_value(t, 1) == pytest.approx(cauchy, abs=1e-12)
        assert t_p_value(-t, 2) == pytest.approx(1 - t / math.sqrt(2 + t * t), abs=1e-12)
    z = z_quantile()
    for freedom in (99_999, 100_001):  # the first term of the expansion in 1 / freedom
        expanded = z + (z**3 + z) / (4 * freedom)
        assert t_quantile(0.95, freedom) == pytest.approx(expanded, abs=3e-9)
    assert t_quantile(0.95, 1e9) == pytest.approx(z_quantile(0.95), abs=1e-7)


def test_wilson_of_a_worked_example():
    # 10 of 20 at 95 %: (0.5 + 3.8415/40 ± 1.96 √(0.0125 + 3.8415/1600)) / (1 + 3.8415/20).
    interval = wilson(10, 20)
    assert interval.value == 0.5
    assert interval.low == pytest.approx(0.29929, abs=1e-5)
    assert interval.high == pytest.approx(0.70071, abs=1e-5)


def test_wilson_at_the_ends_stays_within_0_and_1():
    z = z_quantile()
    assert wilson(0, 50)[:2] == (0, 0)
    assert wilson(0, 50).high == pytest.approx(z * z / (50 + z * z))
    assert wilson(50, 50)[::2] == (1, 1)
    assert wilson(50, 50).low == pytest.approx(50 / (50 + z * z))


def test_wilson_covers_its_level_on_average_over_rates():
    n, inside, rates = 40, 0.0, np.linspace(0.02, 0.98, 97)
    for rate in rates:
        for k in range(n + 1):
            interval = wilson(k, n)
            if interval.low <= rate <= interval.high:
                inside += math.comb(n, k) * rate**k * (1 - rate) ** (n - k)
    assert inside / len(rates) == pytest.approx(0.95, abs=0.01)


def test_a_mean_has_the_interval_of_its_values():
    values = [3.0, 5.0, 10.0]  # mean 6, variance 13, error √(13/3), t of 2 degrees 4.3027
    interval = mean_interval(3, sum(values), sum(v * v for v in values))
    assert interval.value == 6
    assert interval.high - 6 == pytest.approx(4.302653 * math.sqrt(13 / 3), rel=1e-6)
    assert 6 - interval.low == pytest.approx(interval.high - 6)


def test_holm_by_hand():
    # Ascending 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1 are 0.04, 0.06, 0.06, 0.04; never falling.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_equivalence_is_the_90_per_cent_interval_against_the_margin():
    half = t_quantile(0.9, 20)
    assert equivalence(0.0, 1.0, half + 0.01, 20) == "equivalent"
    assert equivalence(0.0, 1.0, half - 0.01, 20) == "undecided"
    assert equivalence(-(2 + half + 0.01), 1.0, 2.0, 20) == "different beyond the margin"
    assert equivalence(2 + half - 0.01, 1.0, 2.0, 20) == "undecided"


def test_what_has_no_interval_is_refused():
    for k, n in ((3, 2), (-1, 2), (0, 0)):
        with pytest.raises(ValueError, match="no rate"):
            wilson(k, n)
    with pytest.raises(ValueError, match="takes two"):
        mean_interval(1, 5, 25)
    with pytest.raises(ValueError, match="between 0 and 1"):
        wilson(1, 2, level=95)
    with pytest.raises(ValueError, match="margin"):
        equivalence(0, 1, 0, 5)
    with pytest.raises(ValueError, match="freedom"):
        t_p_value(1, 0)
