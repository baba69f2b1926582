"""Whole streams of simulated deals equal the slow engine: cards, facts, packs, dealers, marks.

Every deal of every stream is handed to the oracle as the decisions of its players alone.
"""

from collections import Counter

import pytest

import naive
from engine import (
    MARKING_VALUES,
    PLAY_VALUES,
    both,
    cards_in,
    dealt_one_by_one,
    decoded,
    facts_of,
    faults_in,
    joined,
    marks_of,
    matched,
    mixed_rule_sets,
    replayed,
)

A_TABLE = 60
PLAYERS = (
    "random",
    "random:take=0.08",
    "random:take=0.5",
    "random:take=0,random,random:take=0.1,random",
    "regular,random,regular:boldness=10,random",
)
FEW = mixed_rule_sets(21, seed=6)
MANY = mixed_rule_sets(34, seed=2026)
SHARED_KEYS = (
    "turned", "passed_out", "taker", "trump", "bid_round", "leader", "tricks", "points",
    "tricks_won", "belote", "annonces",
)  # fmt: skip


def name_of(rule_set):
    base, changes = rule_set
    """The preset and the changed fields of play, for the name of a test."""
    usual = naive.PRESETS[base]
    play = [f"{k}={v}" for k, v in changes.items() if k in PLAY_VALUES and v != usual[k]]
    return ",".join([base, *play])


def streams_of(rule_sets, deals):
    """Parameters: a rule set, deals, the players and a seed for each."""
    return [
        pytest.param(*rule_set, deals, PLAYERS[n % len(PLAYERS)], 100 + n, id=name_of(rule_set))
        for n, rule_set in enumerate(rule_sets)
    ]


def oracle_stream(columns, packs, rules):
    """The oracle's result of each deal, once it agrees with the stored deal in everything."""
    results = []
    for row, pack in enumerate(packs):
        deal = decoded(columns, row)
        first, turned, stock = naive.deal_pack(pack, deal["dealer"], rules)
        assert turned == deal["turned"]
        assert [set(hand) for hand in first] == deal["first"]
        result = replayed(deal, first, stock, rules)
        for key in SHARED_KEYS:
            assert result[key] == deal.get(key, result[key]), (key, row)
        if not deal["passed_out"]:
            assert [set(hand) for hand in result["hands"]] == deal["hands"]
        results.append(result)
    return results


def assert_dealt_in_turn(columns, packs, results, rules):
    """Tables, deal numbers and dealers in turn; with ``cut`` each pack a cut of the last pile."""
    deals = list(zip(columns.table_no.tolist(), columns.deal_no.tolist(), strict=True))
    assert deals == [(1 + n // A_TABLE, 1 + n % A_TABLE) for n in range(len(packs))]
    for row, (_, deal_no) in enumerate(deals):
        assert sorted(packs[row]) == sorted(naive.PACK)
        if deal_no == 1:
            assert results[row]["dealer"] == row // A_TABLE % 4
            continue
        before = results[row - 1]
        dealer = naive.next_dealer(before["dealer"], before["passed_out"], rules)
        assert results[row]["dealer"] == dealer
        if rules["dealing"] == "cut":
            assert packs[row] in [naive.next_pack(before, at) for at in range(1, 32)]


def table_results(columns, results):
    """The results as tables, each deal with its number: [(table number, deals)]."""
    numbered = [
        result | {"deal": int(deal_no)}
        for result, deal_no in zip(results, columns.deal_no, strict=True)
    ]
    starts = range(0, len(numbered), A_TABLE)
    return [(1 + start // A_TABLE, numbered[start : start + A_TABLE]) for start in starts]


def assert_marked_alike(columns, results, rule_sets):
    """Marks and games of a stream under each rule set, the tables in one fold of the engine."""
    tables = table_results(columns, results)
    facts = joined(*(facts_of(deals, table_no) for table_no, deals in tables))
    for base, changes in rule_sets:
        slow, fast = both(base, **changes)
        by_table = [naive.match(deals, slow) for _, deals in tables]
        rows, games = matched(facts, fast)
        assert rows == [row for table_rows, _ in by_table for row in table_rows], (base, changes)
        assert games == [game for _, table_games in by_table for game in table_games]


def assert_stream_equals_the_oracle(base, changes, deals, players, seed, marked_under):
    slow, fast = both(base, **changes)
    columns, packs = dealt_one_by_one(fast, deals, seed=seed, players=players, a_table=A_TABLE)
    results = oracle_stream(columns, packs, slow)
    assert_dealt_in_turn(columns, packs, results, slow)
    assert set(faults_in(columns, fast)) == {""}
    assert_marked_alike(columns, results, [(base, changes), *marked_under])


@pytest.mark.parametrize(
    ("base", "changes", "deals", "players", "seed"), streams_of(FEW, deals=4 * A_TABLE)
)
def test_stream_equals_the_slow_engine(base, changes, deals, players, seed):
    assert_stream_equals_the_oracle(base, changes, deals, players, seed, FEW)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("base", "changes", "deals", "players", "seed"), streams_of(MANY, deals=50 * A_TABLE)
)
def test_long_stream_equals_the_slow_engine(base, changes, deals, players, seed):
    assert_stream_equals_the_oracle(base, changes, deals, players, seed, MANY)


@pytest.mark.parametrize("rule_sets", [FEW, MANY], ids=["few", "many"])
def test_the_streams_use_every_preset_and_every_value_of_every_field(rule_sets):
    assert {base for base, changes in rule_sets if not changes} == set(naive.PRESETS)
    used = [naive.rules(base, **changes) for base, changes in rule_sets]
    for field, values in (PLAY_VALUES | MARKING_VALUES).items():
        assert {rules[field] for rules in used} >= set(values), field
    play = [tuple(rules[field] for field in PLAY_VALUES) for rules in used]
    assert len(set(play)) > len(rule_sets) / 2


def test_the_streams_are_as_long_as_was_promised():
    assert len(FEW) * 4 * A_TABLE >= 5_000
    assert len(MANY) * 50 * A_TABLE >= 100_000


def test_a_stream_shows_everything_that_can_happen_to_a_deal():
    slow, fast = both("annonces", annonces=True, over_partner_trump_lead="free", target=301)
    columns, packs = dealt_one_by_one(fast, 6000, seed=8, a_table=A_TABLE)
    results = oracle_stream(columns, packs, slow)
    tables = table_results(columns, results)
    rows, games = matched(joined(*(facts_of(deals, n) for n, deals in tables)), fast)
    outcomes = Counter(row["outcome"] for row in rows)
    assert set(outcomes) == {"made", "chute", "litige", "passed_out"}
    assert {result["bid_round"] for result in results} == {None, 1, 2}
    taken = [result for result in results if not result["passed_out"]]
    assert any(result["capot"] is not None for result in taken)
    for fact in ("belote", "annonces"):
        sides = {result[fact][result["taker"] % 2] > 0 for result in taken}
        assert sides == {False, True}, fact
    assert any(row["carried"] for row in rows)
    assert any(row["outcome"] == "passed_out" and row["held"] for row in rows)
    assert {game["winner"] for game in games} == {0, 1, None}
    assert any(game["passed_out"] for game in games)


def test_marks_do_not_depend_on_the_rules_of_play():
    _, litige = both("litige")
    _, other = both("litige", undertrump="free", dealing="cut", first_lead="taker")
    columns, packs = dealt_one_by_one(litige, 300, seed=4, a_table=A_TABLE)
    results = oracle_stream(columns, packs, both("litige")[0])
    facts = facts_of(results)
    assert (marks_of(facts, litige) == marks_of(facts, other)).all()


def test_every_card_is_held_once_and_played_once():
    _, fast = both("litige")
    columns, _ = dealt_one_by_one(fast, 300, seed=12)
    for row in range(300):
        deal = decoded(columns, row)
        assert len(cards_in(columns.first_mask[row])) == 20
        if not deal["passed_out"]:
            plays = [card for _, cards, _ in deal["tricks"] for card in cards]
            assert sorted(plays) == sorted(naive.PACK)
            assert sorted(len(hand) for hand in deal["hands"]) == [8, 8, 8, 8]
