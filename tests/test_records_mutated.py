"""A record with any fault is refused with its line and field, and nothing crashes."""

from __future__ import annotations

import random

import pytest

from recorded import LINE_MUTATIONS, RECORD_MUTATIONS, lines, mutated, read, records

KINDS = [*RECORD_MUTATIONS, *LINE_MUTATIONS]
COSTLY = {"nested", "very_long"}


def check(kind: str, seed: int, times: int) -> None:
    rng = random.Random(f"{kind} {seed}")
    good = lines(records()[:1])
    for _ in range(times):
        bad = mutated(kind, rng)
        batch = read(good + bad + b"\n" + good)
        assert [refused.line for refused in batch.refusals] == [2], bad[:2000]
        assert batch.lines.tolist() == [1, 3]
        (refused,) = batch.refusals
        assert refused.fault.field
        assert refused.fault.reason("en")
        assert refused.fault.reason("fr")
        assert refused.text == bad


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_with_a_fault_is_refused(kind: str):
    check(kind, 1, 4 if kind in COSTLY else 40)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_records_with_faults_are_refused(kind: str):
    check(kind, 2, 30 if kind in COSTLY else 600)
