"""How runs are laid out over tables and files, and what they are called."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from belote.game.variants import rule_set
from belote.lake.manifest import RUN_NAME, LakeError
from belote.players.spec import seat_players
from belote.runs.plan import (
    DEALS_A_TABLE,
    FEWEST,
    LARGEST_RUN,
    LARGEST_TABLE,
    MOST,
    MOST_TABLES,
    Plan,
    make_plan,
    run_name,
)
from belote.runs.simulate import Simulation

CLASSIC = rule_set("litige")


def table_size(plan: Plan, table: int) -> int:
    return plan.long if table <= plan.long_tables else plan.short


def check_layout(deals: int, tables: int | None) -> Plan:
    """The files hold the tables 1 to the last, each once, and their deals make the run."""
    plan = make_plan(deals, tables)
    assert tables is None or plan.tables == tables
    assert plan.deals_before(plan.tables + 1) == deals
    assert 1 <= plan.short <= plan.long <= LARGEST_TABLE
    shards = plan.shards()
    assert [shard.number for shard in shards] == list(range(len(shards)))
    assert shards[0].first_table == 1
    assert shards[-1].last_table == plan.tables
    for one, other in itertools.pairwise(shards):
        assert other.first_table == one.last_table + 1
    assert sum(shard.deals for shard in shards) == deals
    for shard in {shards[0], shards[len(shards) // 2], shards[-1]}:
        if shard.last_table - shard.first_table < 10_000:
            sizes = range(shard.first_table, shard.last_table + 1)
            assert shard.deals == sum(table_size(plan, table) for table in sizes)
        assert shard.deals <= max(MOST, plan.long)
    return plan


@given(st.integers(1, 3 * FEWEST), st.none() | st.integers(1, 3 * FEWEST))
@example(1, None)
@example(1, 1)
@example(999, None)
@example(1000, None)
@example(1001, None)
@example(1001, 2)
@example(1001, 1001)
@example(FEWEST + 1, FEWEST + 1)
@example(12_345, 7)
def test_files_hold_every_deal_once(deals: int, tables: int | None):
    check_layout(deals, None if tables is None else min(tables, deals))


@pytest.mark.parametrize(
    ("deals", "tables"),
    [
        (LARGEST_TABLE, 1),
        (10_000_000, None),
        (10_000_000, 9_999_999),
        (1_000_000_000, None),
        (LARGEST_RUN, None),
        (LARGEST_RUN, LARGEST_RUN // LARGEST_TABLE),
        (LARGEST_RUN, MOST_TABLES),
    ],
)
def test_so_do_the_files_of_large_runs(deals: int, tables: int | None):
    plan = check_layout(deals, tables)
    assert len(plan.shards()) <= 4000


def test_tables_hold_a_thousand_deals_and_the_last_one_the_rest():
    for deals, sizes in [(1, [1]), (999, [999]), (1000, [1000]), (2001, [1000, 1000, 1])]:
        plan = make_plan(deals)
        assert [table_size(plan, t) for t in range(1, plan.tables + 1)] == sizes
    assert DEALS_A_TABLE == 1000


def test_tables_asked_for_differ_by_one_deal_at_most():
    plan = make_plan(11, 4)
    assert [table_size(plan, table) for table in range(1, 5)] == [3, 3, 3, 2]


@pytest.mark.parametrize(
    ("deals", "tables"),
    [
        (0, None),
        (-1, None),
        (LARGEST_RUN + 1, None),
        (10**30, None),
        (10, 0),
        (10, -3),
        (10, 11),
        (LARGEST_TABLE + 1, 1),
        (LARGEST_RUN, MOST_TABLES + 1),
    ],
)
def test_numbers_out_of_range_are_refused(deals: int, tables: int | None):
    with pytest.raises(LakeError, match=r"cannot be -?\d"):
        make_plan(deals, tables)


@pytest.mark.parametrize("seed", [-1, 2**63, 10**40])
def test_a_seed_out_of_range_is_refused(seed: int):
    with pytest.raises(LakeError, match="seed cannot be"):
        Simulation(10, CLASSIC, seat_players("random"), seed).plan()


def test_a_run_is_named_by_its_parameters():
    assert run_name(1000, None, 1, CLASSIC, "regular") == "litige-regular-1000-s1"
    bold = Simulation(10, rule_set("litige,target=501"), seat_players("regular:boldness=-2"), 7, 2)
    assert bold.run_id == "litige_target_501-regular_boldness_-2-10-s7-t2"
    assert Simulation(10, CLASSIC, seat_players("random"), name="mine").run_id == "mine"


def test_a_long_name_is_cut_and_stays_one_of_its_own():
    rules = rule_set("classique,annonces=true,contract=more,belote_counts=true,tie=litige")
    players = ",".join(f"random:take=0.{n}" for n in range(1, 5))
    names = {run_name(1000, tables, seed, rules, players) for tables in (1, 2) for seed in (1, 2)}
    assert len(names) == 4
    assert all(len(name) == 100 and RUN_NAME.fullmatch(name) for name in names)


@pytest.mark.parametrize("name", ["", "..", "a/b", "../x", ".hidden", "a b", "é", "x" * 101, "a\n"])
def test_a_name_no_run_can_have_is_refused(name: str):
    with pytest.raises(LakeError, match="cannot name a run"):
        Simulation(10, CLASSIC, seat_players("random"), name=name).plan()
