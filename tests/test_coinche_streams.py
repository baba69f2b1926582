"""Whole streams of simulated deals of coinche equal the slow engine: packs, words, cards, facts and
marks; and the same seed gives the same deals in blocks of any size."""

import random
from collections import Counter

import numpy as np
import pytest

import naive
import naive_coinche
from belote.game.auction import WORDS, hear
from belote.game.columns import SILENCE, empty_coinche_columns
from belote.game.variants import COINCHE
from engine import (
    COINCHE_MARKING,
    PLAY_VALUES,
    begun,
    both_coinche,
    coinche_facts_of,
    joined,
    matched,
    random_changes,
)
from engine_coinche import (
    coinche_block,
    coinche_decoded,
    coinche_faults_in,
    coinche_one_by_one,
    coinche_replayed,
    coinche_simulated,
    rows_from,
)

A_TABLE = 60
PLAYERS = (
    "random",
    "random:take=0.6",
    "regular",
    "random:take=0.1",
    "regular,random,regular:boldness=20,random:take=0.9",
)
SHARED_KEYS = (
    "passed_out", "taker", "trump", "contract", "level", "leader", "tricks", "points", "tricks_won",
    "belote", "annonces",
)  # fmt: skip


def rule_sets(count, seed):
    """The preset, then every field of play and marking drawn anew."""
    rng = random.Random(seed)
    drawn = [random_changes(rng, PLAY_VALUES, COINCHE_MARKING) for _ in range(count - 1)]
    return [{}, *drawn]


def assert_equal_the_slow_engine(changes, tables, players, seed):
    slow, fast = both_coinche(**changes)
    deals = tables * A_TABLE
    columns, packs = coinche_one_by_one(fast, deals, seed=seed, players=players)
    results = []
    for row, pack in enumerate(packs):
        deal = coinche_decoded(columns, row)
        hands = naive_coinche.deal_pack(pack, deal["dealer"], slow)
        assert [set(hand) for hand in hands] == deal["hands"]
        result = coinche_replayed(deal, hands, slow)
        assert result["bids"] == deal["bids"]
        for key in SHARED_KEYS:
            assert result[key] == deal.get(key, result[key]), (key, row)
        assert result["passed_out"] or sum(result["points"]) == 162
        results.append(result)
    assert_dealt_in_turn(columns, packs, results, slow)
    assert set(coinche_faults_in(columns, fast)) == {""}
    by_table = [results[first : first + A_TABLE] for first in range(0, deals, A_TABLE)]
    facts = joined(*(coinche_facts_of(table, n) for n, table in enumerate(by_table, start=1)))
    rows, games = matched(facts, fast)
    wanted = [naive_coinche.match(table, slow) for table in by_table]
    assert games == [game for _, of_table in wanted for game in of_table]
    assert len(rows) == deals
    return results


def assert_dealt_in_turn(columns, packs, results, rules):
    """Dealers in turn; with ``cut`` each pack a cut of the last pile."""
    for row, pack in enumerate(packs):
        assert (columns.table_no[row], columns.deal_no[row]) == (
            1 + row // A_TABLE,
            1 + row % A_TABLE,
        )
        assert sorted(pack) == sorted(naive.PACK)
        if row % A_TABLE == 0:
            assert results[row]["dealer"] == row // A_TABLE % 4
            continue
        before = results[row - 1]
        dealer = naive.next_dealer(before["dealer"], before["passed_out"], rules)
        assert results[row]["dealer"] == dealer
        if rules["dealing"] == "cut":
            pile = [card for _, cards, _ in before["tricks"] for card in cards]
            if before["passed_out"]:
                pile = [card for hand in before["hands"] for card in hand]
            assert pack in [pile[at:] + pile[:at] for at in range(1, 32)]


def streams(count, tables, seed):
    return [
        pytest.param(changes, tables, PLAYERS[n % len(PLAYERS)], seed + n, id=f"{seed + n}")
        for n, changes in enumerate(rule_sets(count, seed))
    ]


@pytest.mark.parametrize(("changes", "tables", "players", "seed"), streams(20, 4, 300))
def test_a_stream_equals_the_slow_engine(changes, tables, players, seed):
    assert_equal_the_slow_engine(changes, tables, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("changes", "tables", "players", "seed"), streams(35, 50, 7000))
def test_long_streams_equal_the_slow_engine(changes, tables, players, seed):
    assert_equal_the_slow_engine(changes, tables, players, seed)


def test_a_stream_shows_everything_that_can_happen_to_a_deal():
    results = assert_equal_the_slow_engine({}, 60, "random", 1)
    taken = [result for result in results if not result["passed_out"]]
    assert len(taken) < len(results)
    assert {result["trump"] for result in taken} == set(naive_coinche.TRUMPS)
    assert {result["level"] for result in taken} == {0, 1, 2}
    assert {result["contract"] for result in taken} == {*range(80, 170, 10), 250}
    assert {sum(result["belote"]) for result in taken if result["trump"] == "ta"} >= {0, 20, 40}
    assert {sum(result["belote"]) for result in taken if result["trump"] == "sa"} == {0}
    lengths = Counter(len(result["bids"]) for result in results)
    assert min(lengths) == 4 - (1 if lengths[3] else 0)
    assert max(lengths) > 12


# Words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_every_auction_is_whole_and_legal(players):
    columns = coinche_simulated(COINCHE, 3000, seed=21, players=players)
    for row in range(3000):
        words = [word for word in columns.calls[row].tolist() if word != SILENCE]
        heard = hear(int(columns.dealer[row]), words)
        assert (heard.refusal, heard.over, heard.words) == ("", True, len(words))
        if heard.taker is None:
            assert columns.taker[row] == 255
            continue
        assert heard.taker == columns.taker[row]
        assert (heard.contract, heard.trump) == (columns.contract[row], columns.trump[row])
        assert heard.level == columns.coinche_level[row]


def test_random_speaks_as_often_as_it_says_and_names_each_strain_alike():
    columns = coinche_simulated(COINCHE, 60_000, seed=22, players="random:take=0.3")
    first = columns.calls[:, 0]
    spoke = (first != WORDS["pass"]).mean()
    assert abs(spoke - 0.3) < 4.5 * np.sqrt(0.21 / 60_000)
    bids = first[first != WORDS["pass"]]
    strains = np.bincount(bids & 7, minlength=6) / len(bids)
    assert np.abs(strains - 1 / 6).max() < 0.015
    ranks = np.bincount(bids >> 3, minlength=5) / len(bids)
    assert np.abs(ranks[1:5] - [1 / 2, 1 / 4, 1 / 8, 1 / 16]).max() < 0.015
    passed = coinche_simulated(COINCHE, 200, seed=22, players="random:take=0")
    assert (passed.taker == 255).all()


# The same seed ------------------------------------------------------------------------------------

CUT = both_coinche(dealing="cut", packets="2-3", all_pass="same_dealer")[1]


def same(one, other):
    return all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("rules", [COINCHE, CUT], ids=["shuffled", "cut"])
@pytest.mark.parametrize("block", [1, 7, 64, 600])
def test_blocks_of_any_size_give_the_same_deals(rules, block):
    players = "regular,random,random:take=0.5,regular"
    whole = coinche_simulated(rules, 600, seed=5, players=players)
    assert same(coinche_simulated(rules, 600, seed=5, players=players, block=block), whole)


@pytest.mark.parametrize("rules", [COINCHE, CUT], ids=["shuffled", "cut"])
@pytest.mark.parametrize("table", [2, 5, 8])
def test_a_run_begun_at_any_table_gives_the_same_deals(rules, table):
    whole = coinche_simulated(rules, 600, seed=5)
    first = A_TABLE * (table - 1)
    later = coinche_simulated(rules, 600 - first, seed=5, table=table)
    assert same(later, rows_from(whole, slice(first, None)))


def test_a_shuffled_deal_can_be_made_again_alone():
    whole = coinche_simulated(COINCHE, 600, seed=5, players="regular")
    for row in range(0, 600, 37):
        scratch, alone = begun("regular"), empty_coinche_columns(1)
        scratch["place"][0] = [whole.table_no[row], whole.deal_no[row], whole.dealer[row]]
        coinche_block(scratch, COINCHE, alone, 1, seed=5)
        assert same(alone, rows_from(whole, slice(row, row + 1)))
