"""The paired comparison of ratios: worked by hand, and its intervals cover what they should."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from belote.stats.paired import Comparison, compare


def test_a_comparison_worked_by_hand():
    # a: 2/4, 4/4, 0/4, so R = 1/2 and residuals 0, 2, -2 twelfths.
    # b: 3/4, 6/4, 0/4, so R = 3/4 and residuals 0, 3, -3 twelfths.
    got = compare([2, 4, 0], [4, 4, 4], [3, 6, 0], [4, 4, 4])
    assert (got.value_a, got.value_b, got.difference) == (0.5, 0.75, 0.25)
    # Differences of residuals: 0, 1, -1 twelfths; variance (1 + 1) / 144 * 3 / 2 = 1/48.
    assert got.error == pytest.approx(math.sqrt(1 / 48))
    assert got.high - 0.25 == pytest.approx(4.302653 * math.sqrt(1 / 48), rel=1e-6)
    t = 0.25 * math.sqrt(48)
    assert got.p == pytest.approx(1 - t / math.sqrt(2 + t * t))  # t of two degrees
    # Alone: 8/144 * 3/2 and 18/144 * 3/2; residuals are proportional.
    assert got.correlation == pytest.approx(1)
    assert got.gain == pytest.approx(26 / 2)
    assert (got.n_a, got.n_b, got.clusters) == (12, 12, 3)
    assert got.effective == pytest.approx(24 * 13)


def test_a_side_compared_with_itself_differs_by_nothing():
    rng = np.random.default_rng(1)
    den = rng.integers(1, 9, 50)
    num = rng.binomial(den, 0.3)
    got = compare(num, den, num, den)
    assert (got.difference, got.low, got.high, got.error, got.p) == (0, 0, 0, 0, 1)
    assert got.correlation == pytest.approx(1)
    assert got.gain is None
    assert got.effective is None
    assert got.verdict(0.01) == "equivalent"


def test_sides_exchanged_turn_the_difference_round():
    one = ([2, 4, 1, 7], [4, 5, 4, 9], [3, 2, 0, 6], [4, 3, 4, 8])
    there, back = compare(*one), compare(*one[2:], *one[:2])
    assert back.difference == -there.difference
    assert (back.low, back.high) == (-there.high, -there.low)
    assert back.p == there.p


def clustered(rng: np.random.Generator, clusters: int, effect: float) -> Comparison:
    """Tables of unequal size whose luck both sides share, in part."""
    size = rng.integers(20, 200, clusters)
    luck = rng.normal(0, 0.08, clusters)
    a = rng.binomial(size, np.clip(0.5 + luck, 0, 1))
    b = rng.binomial(size, np.clip(0.5 + effect + luck + rng.normal(0, 0.02, clusters), 0, 1))
    return compare(a, size, b, size)


@pytest.mark.parametrize(("clusters", "effect"), [(40, 0.0), (40, 0.05), (12, 0.05)])
def test_intervals_cover_the_true_difference_in_95_of_100_samples(clusters: int, effect: float):
    rng = np.random.default_rng(clusters)
    rounds = 3000
    got = [clustered(rng, clusters, effect) for _ in range(rounds)]
    covered = sum(c.low <= effect <= c.high for c in got) / rounds
    assert covered == pytest.approx(0.95, abs=0.02 if clusters < 30 else 0.015)
    assert np.mean([c.p < 0.05 for c in got]) == pytest.approx(
        np.mean([not c.low <= 0 <= c.high for c in got])
    )


def test_the_standard_error_is_how_far_differences_scatter_and_pairing_gains():
    rng = np.random.default_rng(7)
    got = [clustered(rng, 60, 0.02) for _ in range(2000)]
    scatter = float(np.std([c.difference for c in got]))
    assert np.mean([c.error for c in got]) == pytest.approx(scatter, rel=0.06)
    assert np.mean([c.gain or 0 for c in got]) > 1.5
    assert np.mean([c.correlation or 0 for c in got]) > 0.3


def test_the_verdict_follows_the_margin():
    rng = np.random.default_rng(3)
    got = clustered(rng, 200, 0.1)
    assert got.verdict(0.02) == "different beyond the margin"
    assert got.verdict(0.3) == "equivalent"
    assert got.verdict(abs(got.difference)) == "undecided"


def test_a_cluster_may_lack_cases_of_one_side():
    sizes = random.Random(1).choices(range(5), k=30)
    assert sizes.count(0) > 0
    got = compare([n / 2 for n in sizes], sizes, [3] * 30, [4] * 30)
    assert got.difference == pytest.approx(0.25)
    assert got.error == 0
    assert got.p == 0
    assert got.correlation is None


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(ValueError, match="takes two"):
        compare([1], [2], [1], [2])
    with pytest.raises(ValueError, match="length"):
        compare([1, 2], [2, 2], [1], [2])
    with pytest.raises(ValueError, match="without cases"):
        compare([1, 2], [0, 0], [1, 1], [1, 1])
