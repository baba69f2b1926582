"""The same seed gives the same deals, whoever plays them: blocks, start tables, single deals; and
the player `random` takes and plays as it says in whole streams."""

import numpy as np
import pytest

from belote.game.columns import Columns, empty_columns
from belote.simulate.kernel import Layout, first_dealer
from engine import NOBODY, begun, both, decoded, even_layout, play_block, simulated
from test_draws import surprise

SHUFFLED = both("litige")[1]
CUT = both("annonces", dealing="cut", packets="2-3", all_pass="same_dealer")[1]
MIXED = "random:take=0.1,random,random:take=0.4,random"


def same(one, other):
    """Whether two sets of columns hold the same bytes."""
    return all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


def part_of(columns, rows):
    return Columns(*(column[rows] for column in columns))


@pytest.mark.parametrize("rules", [SHUFFLED, CUT], ids=["shuffled", "cut"])
@pytest.mark.parametrize("block", [1, 7, 50, 64, 1000])
def test_blocks_of_any_size_give_the_same_deals(rules, block):
    whole = simulated(rules, 1000, seed=5, a_table=50, players=MIXED)
    assert same(simulated(rules, 1000, seed=5, a_table=50, players=MIXED, block=block), whole)


@pytest.mark.parametrize("rules", [SHUFFLED, CUT], ids=["shuffled", "cut"])
@pytest.mark.parametrize("table", [1, 2, 3, 4, 5, 20])
def test_a_run_begun_at_any_table_gives_the_same_deals(rules, table):
    whole = simulated(rules, 1000, seed=5, a_table=50)
    first = 50 * (table - 1)
    begun = simulated(rules, 1000 - first, seed=5, a_table=50, table=table)
    assert same(begun, part_of(whole, slice(first, None)))


def test_a_longer_run_begins_with_the_shorter_one():
    longer = simulated(CUT, 1000, seed=5, a_table=50)
    assert same(simulated(CUT, 300, seed=5, a_table=50), part_of(longer, slice(300)))


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_packs():
    one = simulated(SHUFFLED, 500, seed=9)
    assert same(simulated(SHUFFLED, 500, seed=9), one)
    for seed in (8, 10, 0, 2**63 - 1):
        other = simulated(SHUFFLED, 500, seed=seed)
        assert (other.first_mask != one.first_mask).mean() > 0.99


def test_a_shuffled_deal_can_be_made_again_alone():
    whole = simulated(SHUFFLED, 1000, seed=5, a_table=100, players=MIXED)
    for row in range(0, 1000, 37):
        scratch, alone = begun(MIXED), empty_columns(1)
        scratch["place"][0] = [whole.table_no[row], whole.deal_no[row], whole.dealer[row]]
        play_block(scratch, SHUFFLED, alone, 1, seed=5, layout=even_layout(100))
        assert same(alone, part_of(whole, slice(row, row + 1)))


def test_two_rule_sets_meet_the_same_packs():
    other = both("annonces", first_lead="taker")[1]
    one, two = simulated(SHUFFLED, 500, seed=3), simulated(other, 500, seed=3)
    for name in ("first_mask", "turned", "dealer", "taker", "trump", "owner_low", "owner_high"):
        assert (getattr(one, name) == getattr(two, name)).all(), name
    assert (one.trick_0 != two.trick_0).any()


def test_tables_have_the_deals_of_the_layout_and_dealers_in_turn():
    columns, scratch = empty_columns(35), begun()
    layout = Layout(long_tables=2, long=8, short=7)
    play_block(scratch, SHUFFLED, columns, 35, seed=1, layout=layout)
    sizes = [8, 8, 7, 7, 5]
    deals = [(table, n) for table, size in enumerate(sizes, 1) for n in range(1, size + 1)]
    assert list(zip(columns.table_no, columns.deal_no, strict=True)) == deals
    assert columns.dealer.tolist() == [(table + n - 2) % 4 for table, n in deals]
    assert scratch["place"][0, :2].tolist() == [5, 6]
    assert [first_dealer(table) for table in range(1, 7)] == [0, 1, 2, 3, 0, 1]


def test_nothing_but_the_rows_asked_for_is_written():
    columns = Columns(*(np.full_like(column, 77) for column in empty_columns(20)))
    play_block(begun(), SHUFFLED, columns, 12, seed=1, layout=even_layout(50))
    assert all((column[12:] == 77).all() for column in columns)
    assert same(part_of(columns, slice(12)), simulated(SHUFFLED, 12, seed=1, a_table=50))


# The player random in whole streams ---------------------------------------------------------------


@pytest.mark.parametrize("take", [0.08, 0.25, 0.6])
def test_deals_are_taken_by_each_seat_in_turn_with_the_chance_stated(take):
    deals = 100_000
    columns = simulated(SHUFFLED, deals, seed=6, players=f"random:take={take}")
    position = (columns.taker.astype(int) - columns.dealer - 1) % 4
    asked = np.where(columns.taker == NOBODY, 8, 4 * (columns.bid_round - 1) + position)
    shares = [(1 - take) ** n * take for n in range(8)]
    seen = np.bincount(asked, minlength=9)
    assert abs(surprise(seen, [*shares, 1 - sum(shares)])) < 4.5


def test_seats_take_each_with_its_own_chance():
    columns = simulated(
        SHUFFLED, 20_000, seed=6, players="random:take=0,random:take=1,random,random"
    )
    assert set(columns.taker.tolist()) == {1, 2, 3}
    others = columns.dealer != 0
    assert ((columns.taker == 1) | others).all()
    passed = simulated(SHUFFLED, 5000, seed=6, players="random:take=0")
    assert (passed.taker == NOBODY).all()
    assert (simulated(SHUFFLED, 5000, seed=6, players="random:take=1").bid_round == 1).all()


@pytest.mark.parametrize("trick_no", [0, 3])
def test_random_leads_any_card_of_its_hand_alike(trick_no):
    columns = simulated(SHUFFLED, 4000, seed=11, players="random:take=1")
    left = 8 - trick_no
    places = np.zeros(left)
    for row in range(4000):
        deal = decoded(columns, row)
        leader, cards, _ = deal["tricks"][trick_no]
        gone = {card for _, trick, _ in deal["tricks"][:trick_no] for card in trick}
        places[sorted(deal["hands"][leader] - gone).index(cards[0])] += 1
    assert abs(surprise(places)) < 4.5
