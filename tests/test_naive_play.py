"""The slow engine's play: tricks, legal cards, belote, annonces, continuations, known faults."""

import itertools
import json
from pathlib import Path

import pytest

import naive

GOLDEN = Path(__file__).parent / "golden"
POSITIONS = json.loads((GOLDEN / "continuations.json").read_text())["positions"]
FAULTS = json.loads((GOLDEN / "faults.json").read_text())
PLAY_FIELDS = ("undertrump", "over_partner_ruff", "over_partner_trump_lead")


def hands_of(*texts):
    return [text.split() for text in texts]


def trick_of(text):
    return list(enumerate(text.split()))


# Continuations ------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_stored_continuation_counts_are_what_the_slow_engine_counts(position):
    hands = hands_of(*position["hands"])
    seen = []
    for counts in position["counts"]:
        fields = {field: counts[field] for field in PLAY_FIELDS}
        rules = naive.rules("litige", **fields)
        by_depth = naive.continuations_by_depth(hands, position["leader"], position["trump"], rules)
        assert by_depth == counts["by_depth"], fields
        assert counts["total"] == by_depth[-1]
        assert len(by_depth) == 4 * len(hands[0])
        seen.append(tuple(fields.values()))
    assert sorted(seen) == sorted(itertools.product(("free", "must"), repeat=3))


def test_each_play_field_alone_changes_the_count_of_two_positions_at_least():
    for field in PLAY_FIELDS:
        changed = 0
        for position in POSITIONS:
            total = {
                tuple(c[f] for f in PLAY_FIELDS if c[f] == "free"): c["total"]
                for c in position["counts"]
                if all(c[f] == "must" for f in PLAY_FIELDS if f != field)
            }
            changed += len(set(total.values())) == 2
        assert changed >= 2, field


def test_freer_rules_never_leave_fewer_continuations():
    for position in POSITIONS:
        for one, other in itertools.product(position["counts"], repeat=2):
            if all(one[field] in ("must", other[field]) for field in PLAY_FIELDS):
                assert one["total"] <= other["total"], position["name"]


@pytest.mark.parametrize(
    ("hands", "trump", "field", "must", "free"),
    [
        # Ah or Kh: jack forced, then seat 2 its 7s or (free) also Qd, then 7h or 8h
        (("Ah Kh", "Js 8d", "7s Qd", "7h 8h"), "s", "undertrump", 4, 8),
        # As: 9h and Jh forced, seat 3 its 8h or (free) also Ad. Kd: all follow
        (("As Kd", "9h Td", "Jh Qd", "8h Ad"), "h", "undertrump", 2, 3),
        # 9s: seat 2 the jack or (free) also 8s, seat 3 two ways. Th: all must trump, 2 x 2
        (("9s Th", "7s Ad", "Js 8s", "Qs Ts"), "s", "over_partner_trump_lead", 6, 8),
        # seat 0 wins whatever happens and all the others throw freely: (3!) ** 4
        (("Ah Kh Qh", "Th 9h 8h", "As Ks Qs", "Ad Kd Qd"), "c", "undertrump", 6**4, 6**4),
    ],
)
def test_continuations_counted_by_hand(hands, trump, field, must, free):
    for value, count in (("must", must), ("free", free)):
        rules = naive.rules("litige", **{field: value})
        assert naive.count_continuations(hands_of(*hands), 0, trump, rules) == count


def test_counting_with_a_memory_equals_walking_every_line():
    def walk(hands, trick, seat, trump, rules):
        if len(trick) == 4:
            seat, trick = naive.trick_winner(trick, trump), []
        if not hands[seat]:
            return 1
        total = 0
        for card in naive.legal_cards(hands[seat], trick, trump, rules):
            after = [hand - {card} for hand in hands]
            total += walk(after, [*trick, (seat, card)], (seat + 1) % 4, trump, rules)
        return total

    for position in POSITIONS:
        hands = [set(hand) for hand in hands_of(*position["hands"])]
        if len(hands[0]) < 4:
            for counts in position["counts"]:
                rules = naive.rules("litige", **{field: counts[field] for field in PLAY_FIELDS})
                lines = walk(hands, [], position["leader"], position["trump"], rules)
                assert lines == counts["total"]


# Faults that other programs had -------------------------------------------------------------------


def test_fault_kinds_are_the_known_ones():
    assert len(FAULTS) == 21
    assert {fault["kind"] for fault in FAULTS} >= {"trick", "points", "legality", "belote"}


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("7h Ad 8h 9h", "c", 3),  # only the suit led or a trump can win
        ("Jh 7s", "s", 1),  # a plain jack is not a trump jack
        ("9h Th", "s", 1),
        ("9s Ts", "s", 0),
        ("Ah 7s 8s Th", "s", 2),
    ],
)
def test_trick_is_won_by_the_best_trump_else_by_the_suit_led(cards, trump, winner):
    assert naive.trick_winner(trick_of(cards), trump) == winner


@pytest.mark.parametrize("trump", naive.SUITS)
def test_points_are_152_whatever_the_trump(trump):
    values = dict.fromkeys(naive.SUITS, 0)
    for card in naive.PACK:
        values[card[1]] += naive.card_points(card, trump)
    assert values == {suit: 62 if suit == trump else 30 for suit in naive.SUITS}


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "changes", "legal"),
    [
        # the partner led but an opponent trumped: trump, and higher
        ("Js 8s Ad 7c", "Ah 9s", "s", {}, "Js"),
        # nothing goes over the jack
        ("Ad 9d 7d Ts", "7c 8c Jd", "d", {"undertrump": "must"}, "Ad 9d 7d"),
        ("Ad 9d 7d Ts", "7c 8c Jd", "d", {"undertrump": "free"}, "Ad 9d 7d Ts"),
        # undertrump free does not free who can go over
        ("Ad Jd Ts", "7c 8c 9d", "d", {"undertrump": "free"}, "Jd"),
        # the partner's trump wins, an opponent's lies under it
        ("Jd 7d Ts", "7c 9d 8c", "d", {"over_partner_ruff": "must"}, "Jd Ts"),
        ("Jd 7d Ts", "7c 9d 8c", "d", {"over_partner_ruff": "free"}, "Jd 7d Ts"),
        ("8d 7d Ts", "7c 9d 8c", "d", {"over_partner_ruff": "must"}, "8d 7d Ts"),
        ("Jd 7d", "7c 9d 8c", "d", {"over_partner_ruff": "must"}, "Jd"),
        # the partner wins by a plain card: any card
        ("Jd 7d Ts", "7c Ac 8c", "d", {"over_partner_ruff": "must"}, "Jd 7d Ts"),
        # trump led by the partner, who wins
        ("Jd 7d Ts", "9d 8d", "d", {"over_partner_trump_lead": "must"}, "Jd"),
        ("Jd 7d Ts", "9d 8d", "d", {"over_partner_trump_lead": "free"}, "Jd 7d"),
        ("Kd 7d Ts", "9d 8d", "d", {"over_partner_trump_lead": "must"}, "Kd 7d"),
        # trump led and an opponent wins: higher whatever the field
        ("Jd 7d Ts", "8d 9d", "d", {"over_partner_trump_lead": "free"}, "Jd"),
        ("Kh 7h Js", "8h", "s", {}, "Kh 7h"),
        ("Kh 7h Tc", "8d", "s", {}, "Kh 7h Tc"),
        ("Kh 7h Tc", "8s", "s", {}, "Kh 7h Tc"),
    ],
)
def test_legal_cards_follow_trump_and_go_higher(hand, trick, trump, changes, legal):
    rules = naive.rules("litige", **changes)
    got = naive.legal_cards(hand.split(), trick_of(trick), trump, rules)
    assert got == set(legal.split())


def test_belote_needs_both_cards_in_one_hand():
    assert naive.belote(hands_of("Ks", "Ah", "Qs", "7h"), "s") == [0, 0]
    assert naive.belote(hands_of("Kh", "Ks Qs", "Qh", "7h"), "s") == [0, 20]
    assert naive.belote(hands_of("Kh", "Ks Qs", "Qh", "7h"), "h") == [0, 0]


def test_belote_stays_with_the_hand_that_held_it_when_both_cards_are_lost():
    first = hands_of("As Js 9s Ts Ah", "Ks Qs 7h 8h 9h", "Th Kh Qh Jh Ad", "Td Kd Qd Jd 9d")
    stock = ["7c", "9c", "8c", "Jc", "Ac", "Tc", "Kc", "Qc", "8d", "7d", "7s"]
    result = naive.play_deal(
        first,
        "8s",
        stock,
        dealer=3,
        rules=naive.rules("litige"),
        decide_bid=lambda seat, bid_round, turned: turned[1],
        decide_card=lambda seat, legal, no: next((c for c in legal if c in "Js 9s As"), legal[0]),
    )
    taken = [winner for _, cards, winner in result["tricks"] if "Ks" in cards or "Qs" in cards]
    assert taken == [0, 0]
    assert result["belote"] == [0, 20]
    assert naive.mark(result, naive.rules("litige"))["belote"] == [0, 20]


def test_four_passes_twice_pass_the_deal_out_and_ask_each_seat_twice():
    asked = []
    rules = naive.rules("litige")
    first, turned, stock = naive.deal_pack(naive.PACK, 1, rules)
    result = naive.play_deal(
        first,
        turned,
        stock,
        1,
        rules,
        lambda seat, bid_round, turned: asked.append((bid_round, seat)),
        lambda seat, legal, no: pytest.fail("nobody plays"),
    )
    assert asked == [(1, 2), (1, 3), (1, 0), (1, 1), (2, 2), (2, 3), (2, 0), (2, 1)]
    assert result["passed_out"]
    assert result["bids"] == ["pass"] * 8
    assert naive.next_dealer(1, True, rules) == 2
    assert naive.next_dealer(1, True, naive.rules("litige", all_pass="same_dealer")) == 1
    assert naive.next_dealer(3, False, naive.rules("litige", all_pass="same_dealer")) == 0


@pytest.mark.parametrize(
    ("bid_round", "suit"), [(1, "h"), (2, "s"), (2, "sa"), (2, "S"), (2, "hd")]
)
def test_a_bid_outside_the_vocabulary_is_refused(bid_round, suit):
    with pytest.raises(ValueError, match="cannot take"):
        naive.auction("8s", 0, lambda seat, said, turned: suit if said == bid_round else None)


# Annonces -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "trump", "leader", "values"),
    [
        (("7s 8s 9s", "Ah", "Kd", "Qc"), "h", 0, [20, 0]),
        (("Ks As 7s", "Ah", "Kd", "Qc"), "h", 0, [0, 0]),  # no way round from ace to seven
        (("9s Ts Js", "Th Jh Qh", "7d 8d 9d", "7c"), "c", 0, [0, 20]),  # higher top card
        (("9s Ts Js Qs", "Qh Kh Ah", "7d 8d 9d", "7c"), "c", 0, [70, 0]),  # longer
        (("7s 8s 9s Ts Js", "Ah Kh Qh Jh", "7d", "7c"), "c", 0, [100, 0]),
        (("7s 8s 9s Ts Js Qs", "Ah Kh Qh Jh Th", "7d", "7c"), "c", 0, [0, 100]),  # both a cent
        (("7s 8s 9s Ts Js Qs Ks As", "7h", "7d", "7c"), "c", 0, [100, 0]),
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "h", 0, [0, 20]),  # trump breaks the tie
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "c", 0, [20, 0]),  # then who plays first
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "c", 1, [0, 20]),
        (("Qs Ks As", "Qh Kh Ah", "7d", "7c"), "c", 2, [20, 0]),  # 2 3 0 1
        (("Qs Qh Qd Qc", "Ts Js 9s 8s 7s", "7d", "Ad Kd Jd"), "h", 0, [100, 0]),
        (("Qs Qh Qd Qc", "Ks Kh Kd Kc", "As Ah Ad Ac", "Ts Th Td Tc"), "h", 0, [200, 0]),
        (("9s 9h 9d 9c", "As Ah Ad Ac", "7s", "Js Jh Jd Jc"), "h", 0, [0, 300]),
        (("8s 8h 8d 8c", "7s 7h 7d 7c", "As", "Ks"), "h", 0, [0, 0]),  # no such carrés
        (("8s 8h 8d 8c 7s 9s", "Ah", "As", "Ks"), "h", 0, [20, 0]),  # so they take no cards
        (("Ts Th Td Tc 8s 9s Js Qs", "7h 8h 9h", "As", "Ks"), "h", 0, [100, 0]),  # carré first
    ],
)
def test_annonces_go_to_the_side_with_the_best_one(hands, trump, leader, values):
    assert naive.annonces(hands_of(*hands), trump, leader) == values
