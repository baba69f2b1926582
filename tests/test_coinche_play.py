"""Coinche as it is played: legality, tricks, points, belotes and annonces of the engine's functions
equal a published engine's and the slow engine's, and endings at sans and tout atout."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_coinche
from belote.game.cards import SANS_POINTS, STRAINS, TOUT_POINTS
from belote.game.deal import card_points
from engine import (
    CARDS,
    COINCHE_MARKING,
    PLAY_VALUES,
    answer,
    both_coinche,
    coinche_facts_of,
    golden,
    matched,
    random_changes,
)
from engine_coinche import peer_deal, played_out, random_deal, same_words
from perft import perft

PEERS = golden("peer_coinche.jsonl")
POSITIONS = golden("continuations_coinche.json")["positions"]
FREE_OR_MUST = ("must", "free")


# A published engine -------------------------------------------------------------------------------


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer["record"]["table"])
def test_agrees_with_a_published_engine_on_every_decision_and_mark(peer):
    record, expected = peer["record"], peer["expected"]
    deal, slow = peer_deal(record)
    fields = {k: v for k, v in record["rules"].items() if k != "base"}
    _, fast = both_coinche(**fields)
    out = played_out(deal, fast)
    legal = [set(cards.split()) for cards in expected["legal"]]
    facts = (expected["points"], expected["belote"])
    assert [set(cards) for cards in deal["legal"]] == legal == out["legal"]
    assert (deal["points"], deal["belote"]) == facts == (out["points"], out["belote"])
    marked = naive_coinche.mark(deal, slow)
    row = matched(coinche_facts_of([out]), fast)[0][0]
    marks = (expected["outcome"], expected["marks"])
    assert (marked["outcome"], marked["marks"]) == marks == (row["outcome"], row["team_marks"])
    assert set(expected) == {"table", "points", "belote", "marks", "outcome", "legal"}


def test_peer_deals_are_all_there_and_show_what_they_can():
    deals = [peer_deal(peer["record"])[0] for peer in PEERS]
    assert len(PEERS) == 100
    assert {deal["level"] for deal in deals} == {0, 1, 2}
    assert {peer["expected"]["outcome"] for peer in PEERS} == {"made", "chute"}


# The slow engine on random deals ------------------------------------------------------------------


def assert_random_deals_agree(deals, seed):
    """Random deals under random rules: facts, marks and games of engine and slow engine."""
    rng = random.Random(seed)
    seen = set()
    while deals > 0:
        fields = random_changes(rng, PLAY_VALUES) | random_changes(rng, COINCHE_MARKING)
        slow, fast = both_coinche(**fields)
        table = [random_deal(rng, slow) for _ in range(20)]
        deals -= len(table)
        outs = [played_out(deal, fast) for deal in table]
        assert outs == [same_words(deal) for deal in table], fields
        expected = naive_coinche.match(table, slow)
        known = [out | {"dealer": deal["dealer"]} for out, deal in zip(outs, table, strict=True)]
        assert matched(coinche_facts_of(known), fast) == expected, fields
        for deal, row in zip(table, expected[0], strict=True):
            if not deal["passed_out"]:
                assert sum(deal["points"]) == 162
                assert all(sum(out["points"]) == 162 for out in outs if not out["passed_out"])
                seen.add((deal["trump"], deal["level"], row["outcome"]))
                seen.add(("capot", deal["contract"] == 250, 8 in deal["tricks_won"]))
    return seen


def test_random_deals_are_those_of_the_slow_engine():
    seen = assert_random_deals_agree(2400, seed=1)
    assert len([s for s in seen if s[0] != "capot"]) == 6 * 3 * 2
    assert len([s for s in seen if s[0] == "capot"]) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_random_deals_are_those_of_the_slow_engine(seed):
    assert_random_deals_agree(11_000, seed)


# Positions ----------------------------------------------------------------------------------------


@st.composite
def positions(draw):
    """A strain, a trick of 0-3 cards and a hand of 1-8 other cards of one to four suits."""
    pack = draw(st.permutations(CARDS))
    played, size = draw(st.integers(0, 3)), draw(st.integers(1, 8))
    few = draw(st.sets(st.sampled_from("shdc"), min_size=1))
    on_table, rest = pack[:played], pack[played:]
    if draw(st.booleans()):  # tricks in which most cards follow
        on_table = sorted(pack, key=lambda card: card[1] != pack[0][1])[:played]
        rest = [card for card in pack if card not in on_table]
    hand = [card for card in rest if card[1] in few][:size] or rest[:size]
    return draw(st.sampled_from(naive_coinche.TRUMPS)), list(on_table), hand


RULE_SETS = [
    both_coinche(undertrump=a, over_partner_ruff=b, over_partner_trump_lead=c)
    for a in FREE_OR_MUST
    for b in FREE_OR_MUST
    for c in FREE_OR_MUST
]


@settings(max_examples=400, deadline=None)
@given(positions())
def test_legal_cards_and_winner_of_any_position_are_those_of_the_slow_engine(position):
    trump, trick, hand = position
    for slow, fast in RULE_SETS:
        legal, winner = answer(hand, trick, trump, fast)
        assert legal == naive.legal_cards(hand, list(enumerate(trick)), trump, slow)
        if trick:
            assert winner == naive.trick_winner(list(enumerate(trick)), trump)


@pytest.mark.parametrize(
    ("trump", "hand", "trick", "changes", "legal"),
    [
        # sans atout: follow with anything, else throw anything
        ("sa", "Ah 7h Js", "Th", {}, "Ah 7h"),
        ("sa", "Ad Js 7c", "Th 9h", {}, "Ad Js 7c"),
        # tout atout: follow and go higher in the order J 9 A T K Q 8 7 if able
        ("ta", "9h 7h Js", "Ah", {}, "9h"),
        ("ta", "Th 7h Js", "Ah", {}, "Th 7h"),
        ("ta", "Jh 7h", "9h Js", {}, "Jh"),
        # who is void throws anything, whoever wins
        ("ta", "Js 9s Ad", "7h 8h", {}, "Js 9s Ad"),
        ("ta", "Js 9s Ad", "7h 8h 7c", {}, "Js 9s Ad"),
        # the partner wins: go higher all the same, or not
        ("ta", "Jh 7h Ad", "9h 8h", {}, "Jh"),
        ("ta", "Jh 7h Ad", "9h 8h", {"over_partner_trump_lead": "free"}, "Jh 7h"),
        ("ta", "Jh 7h Ad", "8h 9h", {"over_partner_trump_lead": "free"}, "Jh"),
        ("ta", "Jh 7h Ad", "", {}, "Jh 7h Ad"),
    ],
)
def test_legal_cards_without_a_trump_suit(trump, hand, trick, changes, legal):
    slow, fast = both_coinche(**changes)
    assert answer(hand.split(), trick.split(), trump, fast)[0] == set(legal.split())
    played = list(enumerate(trick.split()))
    assert naive.legal_cards(hand.split(), played, trump, slow) == set(legal.split())


# Points, belotes, annonces ------------------------------------------------------------------------


@pytest.mark.parametrize("trump", range(6))
def test_the_cards_of_any_strain_count_152(trump):
    worth = [card_points(card, trump) for card in range(32)]
    assert sum(worth) == 152
    assert worth == [naive.card_points(card, STRAINS[trump]) for card in CARDS]
    assert sum(SANS_POINTS) == sum(TOUT_POINTS) == 38


HANDS = [hand.split() for hand in (
    "Ks Qs Kh Qh 7d 8d 9d 7c",
    "Js 9s Jh 9h Kd 8c 9c Tc",
    "Kc Qc As Ts Ah Th Jd Qd",
    "7s 8s 7h 8h Td Ad Jc Ac",
)]  # fmt: skip


@pytest.mark.parametrize(
    ("trump", "belotes"),
    [("s", [20, 0]), ("d", [0, 0]), ("c", [20, 0]), ("sa", [0, 0]), ("ta", [60, 0])],
)
@pytest.mark.parametrize("taker", range(4))
def test_a_belote_is_each_king_and_queen_of_trump_in_one_hand(trump, belotes, taker):
    order = ["pass"] * taker + [f"80 {trump}"] + ["pass"] * 3
    slow, fast = both_coinche()
    deal = naive_coinche.play_deal(
        HANDS, 3, slow, lambda seat, said: order[len(said)], lambda s, legal, n: legal[0]
    )
    assert deal["taker"] == taker
    assert deal["belote"] == belotes == played_out(deal, fast)["belote"]


def test_all_four_belotes_of_one_side_count_at_tout_atout():
    swapped = [list(hand) for hand in HANDS]
    swapped[2][swapped[2].index("As")] = "Kd"
    swapped[1][swapped[1].index("Kd")] = "As"
    slow, fast = both_coinche()
    said = ["80 ta", "pass", "pass", "pass"]
    deal = naive_coinche.play_deal(
        swapped, 3, slow, lambda seat, words: said[len(words)], lambda s, legal, n: legal[0]
    )
    assert deal["belote"] == [80, 0] == played_out(deal, fast)["belote"]


@pytest.mark.parametrize(("trump", "owner"), [("s", 0), ("h", 1), ("d", 0), ("sa", 0), ("ta", 0)])
def test_equal_sequences_go_to_the_trump_suit_only_where_a_suit_is_trump(trump, owner):
    # Equal tierces to the ten in seats 0 (spades) and 1 (hearts): seat 0 plays first.
    hands = [hand.split() for hand in (
        "8s 9s Ts 7h Qh Kd Jd Ac",
        "8h 9h Th 7s Qs Ad Qc 7c",
        "Js As Kh Td 7d 8c Tc Jc",
        "Ks Jh Ah 8d 9d Qd 9c Kc",
    )]  # fmt: skip
    assert sorted(card for hand in hands for card in hand) == sorted(CARDS)
    slow, fast = both_coinche()
    said = [f"80 {trump}", "pass", "pass", "pass"]
    deal = naive_coinche.play_deal(
        hands, 3, slow, lambda seat, words: said[len(words)], lambda s, legal, n: legal[0]
    )
    expected = [20, 0] if owner == 0 else [0, 20]
    assert deal["annonces"] == expected == played_out(deal, fast)["annonces"]


# Continuations ------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_number_of_legal_continuations(position):
    hands = [hand.split() for hand in position["hands"]]
    args = (hands, position["leader"], position["trump"])
    for value, by_depth in position["by_depth"].items():
        same = [pair for pair in RULE_SETS if pair[0]["over_partner_trump_lead"] == value]
        assert naive.continuations_by_depth(*args, same[0][0]) == by_depth
        assert [perft(*args, fast) for _, fast in same] == [by_depth] * 4


@pytest.mark.parametrize(
    ("hands", "trump", "must", "free"),
    [
        # Ah: jack forced, then 9h or 8h, then either of two. 7d: two each, and Ah takes the rest
        (("Ah 7d", "Th Jh", "9h 8h", "Ks Qs"), "ta", 4 + 8, 4 + 8),
        # 9h: 8h, then the partner's jack or (free) also the queen, then two. 7d: two, two, Ad
        (("9h 7d", "8h Ks", "Jh Qh", "Tc Ad"), "ta", 2 + 4, 4 + 4),
        # the same cards without trumps: jack or queen under either
        (("9h 7d", "8h Ks", "Jh Qh", "Tc Ad"), "sa", 4 + 4, 4 + 4),
        # nobody can follow seat 0, who keeps the lead: (3!) ** 4
        (("Ah Kh Qh", "Js 9s 8s", "Jd 9d 8d", "Jc 9c 8c"), "sa", 6**4, 6**4),
        (("Ah Kh Qh", "Js 9s 8s", "Jd 9d 8d", "Jc 9c 8c"), "ta", 6**4, 6**4),
    ],
)
def test_continuations_counted_by_hand(hands, trump, must, free):
    hands = [hand.split() for hand in hands]
    for value, count in (("must", must), ("free", free)):
        slow, fast = both_coinche(over_partner_trump_lead=value)
        assert naive.count_continuations(hands, 0, trump, slow) == count
        assert perft(hands, 0, trump, fast)[-1] == count


@settings(max_examples=60, deadline=None)
@given(st.permutations(CARDS), st.sampled_from(("sa", "ta")), st.integers(0, 3))
def test_number_of_continuations_of_any_ending_is_that_of_the_slow_engine(pack, trump, leader):
    hands = [pack[at : at + 3] for at in range(0, 12, 3)]
    for slow, fast in RULE_SETS[:2]:
        expected = naive.continuations_by_depth(hands, leader, trump, slow)
        assert perft(hands, leader, trump, fast) == expected
