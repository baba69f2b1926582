"""The slow engine against deals from outside, deals marked by hand and exact probabilities."""

import itertools
import json
import math
import random
from functools import cache
from pathlib import Path

import pytest

import naive

GOLDEN = Path(__file__).parent / "golden"
PEERS = [json.loads(line) for line in (GOLDEN / "peer_prise.jsonl").read_text().splitlines()]
DEALS = json.loads((GOLDEN / "deals.json").read_text())
EXACT = json.loads((GOLDEN / "exact.json").read_text())
DEALS_DEALT = 4000


def rules_of(spec):
    """Full rules from a preset name or a record's `{"base": ..., field: value}`."""
    return naive.rules(spec) if isinstance(spec, str) else naive.rules(**spec)


def hands_of(*texts):
    return [text.split() for text in texts]


def replay(record):
    """Play a record's bids and cards; what was not dealt out stays in any order in the stock."""
    first = hands_of(*record["dealt"])
    bids = iter(record["bids"])

    def decide_bid(seat, bid_round, turned):
        said = next(bids)
        return None if said == "pass" else turned[1] if said == "take" else said.split()[1]

    if "completed" in record:
        seats = [(record["dealer"] + step) % 4 for step in (1, 2, 3, 4)]
        stock = [card for seat in seats for card in record["completed"][seat].split()]
    else:
        gone = {record["turned"]}.union(*first)
        stock = [card for card in naive.PACK if card not in gone]
    return naive.play_deal(
        first,
        record["turned"],
        stock,
        record["dealer"],
        rules_of(record["rules"]),
        decide_bid,
        lambda seat, legal, play_no: record["plays"][play_no - 1],
    )


def random_deal(rng, rules, dealer=0, pack=None, pass_rate=0.8):
    """One deal bid and played at random."""
    pack = pack or rng.sample(naive.PACK, 32)
    first, turned, stock = naive.deal_pack(pack, dealer, rules)

    def decide_bid(seat, bid_round, turned):
        if rng.random() < pass_rate:
            return None
        return turned[1] if bid_round == 1 else rng.choice(naive.SUITS.replace(turned[1], ""))

    return naive.play_deal(
        first, turned, stock, dealer, rules, decide_bid, lambda seat, legal, no: rng.choice(legal)
    )


# Deals of a published engine ----------------------------------------------------------------------


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer["record"]["table"])
def test_agrees_with_a_published_engine_on_every_decision_and_mark(peer):
    record, expected = peer["record"], dict(peer["expected"])
    result = replay(record)
    marked = naive.mark(result, rules_of(record["rules"]))
    assert result["bids"] == record["bids"]
    assert result["passed_out"] == expected.pop("passed_out", False)
    assert expected.pop("table") == record["table"]
    if result["passed_out"]:
        assert marked == {"outcome": "passed_out", "marks": [0, 0], "belote": [0, 0], "held": 0}
        assert not expected
        return
    legal = expected.pop("legal")
    assert [set(cards) for cards in result["legal"]] == [set(cards.split()) for cards in legal]
    assert result["plays"] == record["plays"]
    got = {key: result[key] for key in ("points", "belote", "annonces")}
    assert got | {"marks": marked["marks"], "outcome": marked["outcome"]} == expected


def test_peer_deals_are_all_there_and_show_every_outcome():
    assert len(PEERS) == 100
    outcomes = {peer["expected"].get("outcome") for peer in PEERS}
    assert outcomes == {"made", "chute", "litige", None}


# Deals marked by hand -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(case, expected, id=f"{case['name']} - {expected['rules']}")
        for case in DEALS["cases"]
        for expected in case["expected"]
    ],
)
def test_marks_and_games_are_those_worked_out_by_hand(case, expected):
    rows, games = naive.match(case["deals"], rules_of(expected["rules"]))
    assert [[row[field] for field in DEALS["row_fields"]] for row in rows] == expected["rows"]
    if "games" in expected:
        shown = [{name: game[name] for name in expected["games"][0]} for game in games]
        assert shown == expected["games"]


def test_golden_deals_can_happen():
    for case in DEALS["cases"]:
        for facts in case["deals"]:
            if not facts.get("passed_out"):
                assert sum(facts["points"]) == 162, case["name"]
                assert sum(facts["tricks_won"]) == 8, case["name"]
                assert min(facts["belote"]) == min(facts["annonces"]) == 0, case["name"]


# Dealing ------------------------------------------------------------------------------------------


def test_packets_go_round_by_round_from_the_seat_after_the_dealer():
    first, turned, stock = naive.deal_pack(naive.PACK, 3, naive.rules("litige"))
    assert first[0] == [*naive.PACK[0:3], *naive.PACK[12:14]]
    assert first[3] == [*naive.PACK[9:12], *naive.PACK[18:20]]
    assert (turned, stock) == (naive.PACK[20], naive.PACK[21:])
    first, _, _ = naive.deal_pack(naive.PACK, 0, naive.rules("litige", packets="2-3"))
    assert first[1] == [*naive.PACK[0:2], *naive.PACK[8:11]]
    assert first[0] == [*naive.PACK[6:8], *naive.PACK[17:20]]


def test_taker_gets_the_turned_card_and_two_in_turn():
    first, turned, stock = naive.deal_pack(naive.PACK, 0, naive.rules("litige"))
    hands = naive.complete(first, turned, stock, dealer=0, taker=2)
    assert hands[1][5:] == stock[0:3]
    assert hands[2][5:] == [turned, *stock[3:5]]
    assert hands[3][5:] == stock[5:8]
    assert hands[0][5:] == stock[8:11]


def test_next_pack_is_the_pile_of_the_last_deal_cut_once():
    rng = random.Random(5)
    rules = naive.rules("litige", dealing="cut")
    played = random_deal(rng, rules, pass_rate=0)
    assert naive.next_pack(played, 1) == [*played["plays"][1:], played["plays"][0]]
    assert naive.next_pack(played, 31) == [played["plays"][31], *played["plays"][:31]]
    passed = random_deal(rng, rules, dealer=2, pass_rate=1)
    dealt = [card for hand in passed["first"] for card in hand]
    pile = [*dealt, passed["turned"], *passed["stock"]]
    assert naive.next_pack(passed, 12) == pile[12:] + pile[:12]
    for cut in (0, 32):
        with pytest.raises(ValueError, match="1-31"):
            naive.next_pack(played, cut)


@pytest.mark.parametrize("first_lead", ["first_to_speak", "taker"])
@pytest.mark.parametrize("preset", naive.PRESETS)
def test_random_tables_keep_the_pack_the_points_and_the_turn(preset, first_lead):
    rng = random.Random(11)
    rules = naive.rules(preset, dealing="cut", first_lead=first_lead)
    dealer, pack = 0, None
    for _ in range(30):
        result = random_deal(rng, rules, dealer, pack)
        pack = naive.next_pack(result, rng.randint(1, 31))
        assert sorted(pack) == sorted(naive.PACK)
        if not result["passed_out"]:
            assert sum(result["points"]) == 162
            assert sum(result["tricks_won"]) == 8
            first = result["tricks"][0][0]
            assert first == (result["taker"] if first_lead == "taker" else (dealer + 1) % 4)
            winners = [winner for _, _, winner in result["tricks"]]
            assert [leader for leader, _, _ in result["tricks"][1:]] == winners[:-1]
        dealer = naive.next_dealer(dealer, result["passed_out"], rules)


# What can be counted exactly ----------------------------------------------------------------------


def share_of_hands(keeps, parts):
    """Share of the hands of eight made of one allowed subset from each part of the pack."""
    ways = [1] + [0] * 8
    for part in parts:
        new = [0] * 9
        for size in range(len(part) + 1):
            kept = sum(keeps(list(cards)) for cards in itertools.combinations(part, size))
            for have in range(9 - size):
                new[have + size] += ways[have] * kept
        ways = new
    return ways[8] / math.comb(32, 8)


def test_sequences_and_carres_are_as_frequent_as_they_must_be():
    suits = [[card for card in naive.PACK if card[1] == suit] for suit in naive.SUITS]
    ranks = [[card for card in naive.PACK if card[0] == rank] for rank in naive.NATURAL_ORDER]
    for length, name in (
        (3, "hand of eight holds a sequence of three or more"),
        (4, "sequence of four or more"),
        (5, "sequence of five or more"),
    ):
        none = share_of_hands(
            lambda cards, n=length: all(found < n for found, _ in naive.sequences(cards)), suits
        )
        assert 1 - none == pytest.approx(EXACT[name], abs=1e-12)
    none = share_of_hands(lambda cards: not naive.carres(cards), ranks)
    assert 1 - none == pytest.approx(
        EXACT["hand of eight holds a carre that counts (9 T J Q K A)"], abs=1e-12
    )


def test_rounding_leaves_160_as_often_as_it_must():
    for rounding, name in (
        ("half_up", "half-up rounding: splits of 162 whose rounded sum is not 160, of 163"),
        ("six_up", "six-up rounding: the same"),
    ):
        sums = [
            naive.round_points(points, rounding) + naive.round_points(162 - points, rounding)
            for points in range(163)
        ]
        assert sum(total != 160 for total in sums) == EXACT[name]


@cache
def dealt_shares():
    """How often things happened in the shuffled deals of one fixed seed."""
    rng = random.Random(2024)
    rules = naive.rules("litige")
    seen = {"void": 0, "belote": 0, "jack": 0, "not_jack": 0, "turned": [0] * 6}
    for _ in range(DEALS_DEALT):
        first, turned, stock = naive.deal_pack(rng.sample(naive.PACK, 32), 0, rules)
        suit = turned[1]
        seen["turned"][sum(card[1] == suit for card in first[1])] += 1
        seen["jack"] += "J" + suit in first[1]
        seen["not_jack"] += turned[0] != "J"
        hand = naive.complete(first, turned, stock, dealer=0, taker=3)[2]
        seen["void"] += all(card[1] != "h" for card in hand)
        seen["belote"] += {"Kh", "Qh"} <= set(hand)
    return seen


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("void", "void in a given suit, hand of eight"),
        ("belote", "K and Q of one suit in one given hand of eight"),
        ("jack", "first speaker holds the trump jack in five, turned card not the jack"),
    ],
)
def test_shuffled_deals_agree_with_the_exact_probability(key, name):
    p = EXACT[name]
    n = dealt_shares()["not_jack"] if key == "jack" else DEALS_DEALT
    assert dealt_shares()[key] / n == pytest.approx(p, abs=4 * math.sqrt(p * (1 - p) / n))


def test_shuffled_fives_hold_the_turned_suit_as_often_as_they_must():
    (name,) = [name for name in EXACT if name.startswith("first five cards hold exactly k")]
    for count, p in zip(dealt_shares()["turned"], EXACT[name], strict=True):
        margin = 4 * math.sqrt(p * (1 - p) / DEALS_DEALT) + 1 / DEALS_DEALT
        assert count / DEALS_DEALT == pytest.approx(p, abs=margin)


# Rule sets ----------------------------------------------------------------------------------------


def test_presets_are_full_and_differ():
    assert list(naive.PRESETS) == [
        "arrondie",
        "classique",
        "annonces",
        "sans-annonces",
        "stricte",
        "litige",
    ]
    assert len({tuple(sorted(preset)) for preset in naive.PRESETS.values()}) == 1
    assert len({tuple(preset.items()) for preset in naive.PRESETS.values()}) == 6


def test_a_change_of_rules_needs_a_known_field_and_leaves_the_preset_alone():
    assert naive.rules("litige", target=501)["target"] == 501
    assert naive.PRESETS["litige"]["target"] == 1000
    with pytest.raises(ValueError, match="tagret"):
        naive.rules("litige", tagret=501)
