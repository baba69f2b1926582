"""Facts read off hands and tricks: card points, belote, annonces, and the text of a stored deal."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from belote.compiled import kernel
from belote.game.annonces import side_annonces
from belote.game.cards import cards_of, parse_card
from belote.game.deal import card_points, unpack_deal
from belote.game.order import belotes, from_trump_order, points_of, to_trump_order
from engine import CARDS, NOBODY, both, cards_in, decoded, mask_of, rows_of, simulated


@kernel
def _hand_facts(hands, trump, leader, taker, held):
    for seat in range(4):
        held[seat] = to_trump_order(hands[seat], trump)
    return side_annonces(hands, trump, leader), belotes(held, taker)


def hand_facts(hands, trump, leader=0, taker=0):
    """((annonces by team), (belote of the taker's side, of the defence)) of the engine."""
    masks = np.array([mask_of(hand) for hand in hands], np.uint32)
    return _hand_facts(masks, "shdc".index(trump), leader, taker, np.zeros(4, np.uint32))


def points_in(cards, trump):
    """Card points of some cards, of the engine."""
    return int(points_of(to_trump_order(np.uint32(mask_of(cards)), "shdc".index(trump))))


def hands_of(*texts):
    return [text.split() for text in texts]


@pytest.mark.parametrize("trump", range(4))
def test_trump_order_and_back_is_the_same_hand(trump):
    rng = random.Random(trump)
    masks = [0, 1, 0x80000000, 0xFFFFFFFF, *(rng.getrandbits(32) for _ in range(100))]
    for mask in masks:
        there = to_trump_order(np.uint32(mask), trump)
        assert from_trump_order(np.uint32(there), trump) == mask
        assert int(there).bit_count() == mask.bit_count()


@pytest.mark.parametrize("trump", "shdc")
def test_trump_order_puts_trumps_on_top_and_every_suit_weak_to_strong(trump):
    suit = "shdc".index(trump)
    bits = {card: int(to_trump_order(np.uint32(mask_of([card])), suit)) for card in CARDS}
    assert sorted(bits.values()) == [1 << n for n in range(32)]
    strong = sorted(CARDS, key=bits.__getitem__, reverse=True)
    assert strong[:8] == [rank + trump for rank in reversed(naive.TRUMP_ORDER)]
    for n in (8, 16, 24):
        plain = strong[n][1]
        assert strong[n : n + 8] == [rank + plain for rank in reversed(naive.PLAIN_ORDER)]


@pytest.mark.parametrize("trump", "shdc")
def test_points_of_each_card_and_of_the_pack(trump):
    for card in CARDS:
        points = naive.card_points(card, trump)
        assert points_in([card], trump) == points
        assert card_points(parse_card(card), "shdc".index(trump)) == points
    assert points_in(CARDS, trump) == 152


@settings(max_examples=200, deadline=None)
@given(st.sets(st.sampled_from(CARDS)), st.sampled_from("shdc"))
def test_points_of_any_cards_add_up(cards, trump):
    assert points_in(cards, trump) == sum(naive.card_points(card, trump) for card in cards)


@pytest.mark.parametrize("taker", range(4))
def test_belote_is_marked_by_the_side_that_holds_both(taker):
    own, other = ((20, 0), (0, 20)) if taker % 2 == 0 else ((0, 20), (20, 0))
    for hands, trump, expected in (
        (("Ks", "Ah", "Qs", "7h"), "s", (0, 0)),
        (("Ks Qs", "Ah", "8s", "7h"), "s", own),
        (("Ah", "7h", "Qs 9s Ks", "8h"), "s", own),
        (("Kh", "Ks Qs", "Qh", "7h"), "s", other),
        (("Kh", "Ks Qs", "Qh", "7h"), "h", (0, 0)),
    ):
        assert hand_facts(hands_of(*hands), trump, taker=taker)[1] == expected


@pytest.mark.parametrize(
    ("hands", "trump", "leader", "values"),
    [
        (("7s 8s 9s", "Ah", "Kd", "Qc"), "h", 0, (20, 0)),
        (("Ks As 7s", "Ah", "Kd", "Qc"), "h", 0, (0, 0)),  # no way round from ace to seven
        (("9s Ts Js", "Th Jh Qh", "7d 8d 9d", "7c"), "c", 0, (0, 20)),  # higher top card
        (("9s Ts Js Qs", "Qh Kh Ah", "7d 8d 9d", "7c"), "c", 0, (70, 0)),  # longer
        (("7s 8s 9s Ts Js Qs", "Ah Kh Qh Jh Th", "7d", "7c"), "c", 0, (0, 100)),  # both a cent
        (("7s 8s 9s Ts Js Qs Ks As", "7h", "7d", "7c"), "c", 0, (100, 0)),
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "h", 0, (0, 20)),  # trump breaks the tie
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "c", 0, (20, 0)),  # then who plays first
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "c", 1, (0, 20)),
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "c", 2, (20, 0)),
        (("Qs Qh Qd Qc", "Ts Js 9s 8s 7s", "7d", "Ad Kd Jd"), "h", 0, (100, 0)),
        (("Qs Qh Qd Qc", "Ks Kh Kd Kc", "As Ah Ad Ac", "Ts Th Td Tc"), "h", 0, (200, 0)),
        (("9s 9h 9d 9c", "As Ah Ad Ac", "7s", "Js Jh Jd Jc"), "h", 0, (0, 300)),
        (("8s 8h 8d 8c", "7s 7h 7d 7c", "As", "Ks"), "h", 0, (0, 0)),  # no such carrés
        (("Ts Th Td Tc 8s 9s Js Qs", "7h 8h 9h", "As", "Ks"), "h", 0, (100, 0)),  # carré first
    ],
)
def test_annonces_go_to_the_side_with_the_best_one(hands, trump, leader, values):
    assert hand_facts(hands_of(*hands), trump, leader)[0] == values


def rich_hands(rng):
    """Four hands of eight with long suits and carrés: rows of the pack, a little mixed."""
    ranks = rng.sample(naive.NATURAL_ORDER, 8) if rng.random() < 0.3 else naive.NATURAL_ORDER
    suits = rng.sample("shdc", 4)
    by_suit = [rank + suit for suit in suits for rank in ranks]
    by_rank = [rank + suit for rank in ranks for suit in suits]
    pack = by_suit if rng.random() < 0.5 else by_rank
    for _ in range(rng.choice((0, 2, 5, 9, 40))):
        one, other = rng.randrange(32), rng.randrange(32)
        pack[one], pack[other] = pack[other], pack[one]
    return [pack[at : at + 8] for at in (0, 8, 16, 24)]


def test_annonces_and_belote_of_hands_full_of_them_are_those_of_the_slow_engine():
    rng = random.Random(31)
    seen = set()
    for _ in range(4000):
        hands, trump, leader = rich_hands(rng), rng.choice("shdc"), rng.randrange(4)
        taker = rng.randrange(4)
        annonces, belote = hand_facts(hands, trump, leader, taker)
        assert list(annonces) == naive.annonces(hands, trump, leader)
        by_team = naive.belote(hands, trump)
        assert list(belote) == [by_team[taker % 2], by_team[1 - taker % 2]]
        seen.add(max(annonces))
    assert {0, 20, 50, 100, 150, 200} <= seen
    assert max(seen) >= 300


@pytest.mark.parametrize("first_lead", ["first_to_speak", "taker"])
def test_a_stored_deal_unpacks_into_its_hands_bids_and_tricks(first_lead):
    slow, fast = both(first_lead=first_lead)
    columns = simulated(fast, 200, seed=5)
    for row in range(200):
        expected = decoded(columns, row)
        raw = rows_of(columns)[row]
        stored = raw | {"played_mask": None}
        if expected["passed_out"]:
            assert raw["taker"] == NOBODY
            empty = ("taker", "trump", "leader", "bid_round", "winners")
            stored |= dict.fromkeys((*empty, "trick_0", "trick_1", "trick_2"))
        deal = unpack_deal(stored)
        assert [cards_in(mask) for mask in deal.first] == expected["first"]
        assert deal.turned == CARDS.index(expected["turned"])
        words = [word for _, word in deal.bids()]
        if expected["passed_out"]:
            assert (words, deal.hands, deal.tricks) == (["pass"] * 8, None, ())
            continue
        bids = naive.auction(
            expected["turned"],
            expected["dealer"],
            lambda seat, bid_round, turned, deal=expected: (
                deal["trump"] if (seat, bid_round) == (deal["taker"], deal["bid_round"]) else None
            ),
        )[0]
        assert words == bids
        assert [cards_in(mask) for mask in deal.hands] == expected["hands"]
        tricks = [(t.leader, [CARDS[card] for card in t.cards], t.winner) for t in deal.tricks]
        assert tricks == expected["tricks"]
        points = [sum(naive.card_points(c, expected["trump"]) for c in t[1]) for t in tricks]
        assert [t.points for t in deal.tricks] == points
        assert slow["first_lead"] == first_lead


def test_cards_of_a_mask_come_from_bit_0_up():
    assert list(cards_of(mask_of(["7s", "Js", "Ac"]))) == [0, 3, 31]
