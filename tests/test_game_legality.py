"""Which cards may be played and who wins a trick: the engine against outside deals, the oracle on
random positions, and the number of ways to play fixed endings to the end."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from engine import CARDS, PLAY_VALUES, answer, both, both_of, golden
from perft import perft

PEERS = [peer for peer in golden("peer_prise.jsonl") if "plays" in peer["record"]]
POSITIONS = golden("continuations.json")["positions"]
FREEDOMS = ("undertrump", "over_partner_ruff", "over_partner_trump_lead")
RULE_SETS = [
    both("litige", **dict(zip(FREEDOMS, values, strict=True)))
    for values in itertools.product(("must", "free"), repeat=3)
]


def peer_decisions(record):
    """(seat, hand, trick so far) of every decision of a peer's deal."""
    first, completed = record["dealt"], record["completed"]
    said = record["bids"][-1].split()
    taker = (record["dealer"] + len(record["bids"])) % 4
    hands = [set((a + " " + b).split()) for a, b in zip(first, completed, strict=True)]
    hands[taker].add(record["turned"])
    trump = said[1] if len(said) == 2 else record["turned"][1]
    seat, trick = (record["dealer"] + 1) % 4, []
    for card in record["plays"]:
        yield seat, set(hands[seat]), list(trick), trump
        hands[seat].remove(card)
        trick.append((seat, card))
        seat = (seat + 1) % 4
        if len(trick) == 4:
            seat, trick = naive.trick_winner(trick, trump), []


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer["record"]["table"])
def test_legal_cards_are_those_of_a_published_engine(peer):
    _, fast = both_of(peer["record"]["rules"])
    legal = [
        answer(hand, [card for _, card in trick], trump, fast)[0]
        for _, hand, trick, trump in peer_decisions(peer["record"])
    ]
    assert legal == [set(cards.split()) for cards in peer["expected"]["legal"]]


@st.composite
def positions(draw):
    """A trump, a trick of 0-3 cards and a hand of 1-8 other cards; any three suits at least."""
    pack = draw(st.permutations(CARDS))
    played, size = draw(st.integers(0, 3)), draw(st.integers(1, 8))
    few = draw(st.sets(st.sampled_from("shdc"), min_size=1))
    on_table, rest = pack[:played], pack[played:]
    hand = [card for card in rest if card[1] in few][:size] or rest[:size]
    return draw(st.sampled_from("shdc")), list(on_table), hand


@settings(max_examples=400, deadline=None)
@given(positions())
def test_legal_cards_of_any_position_are_those_of_the_slow_engine(position):
    trump, trick, hand = position
    for slow, fast in RULE_SETS:
        legal, winner = answer(hand, trick, trump, fast)
        assert legal == naive.legal_cards(hand, list(enumerate(trick)), trump, slow)
        if trick:
            assert winner == naive.trick_winner(list(enumerate(trick)), trump)


@settings(max_examples=400, deadline=None)
@given(st.permutations(CARDS), st.sampled_from("shdc"))
def test_winner_of_any_four_cards_is_that_of_the_slow_engine(pack, trump):
    for start in range(0, 32, 4):
        trick = pack[start : start + 4]
        winner = naive.trick_winner(list(enumerate(trick)), trump)
        assert answer([], trick, trump, RULE_SETS[0][1])[1] == winner


def test_other_fields_of_play_do_not_change_what_is_legal():
    hand, trick = ["Jd", "7d", "Ts"], ["7c", "9d", "8c"]
    expected = answer(hand, trick, "d", both()[1])
    for field, values in PLAY_VALUES.items():
        for value in values:
            if field not in FREEDOMS:
                assert answer(hand, trick, "d", both(**{field: value})[1]) == expected


@pytest.mark.parametrize(
    ("hand", "trick", "changes", "legal"),
    [
        # an opponent's jack of trump cannot be gone over
        ("Ad 9d 7d Ts", "7c 8c Jd", {}, "Ad 9d 7d"),
        ("Ad 9d 7d Ts", "7c 8c Jd", {"undertrump": "free"}, "Ad 9d 7d Ts"),
        # undertrump = free does not free who can go over
        ("Ad Jd Ts", "7c 8c 9d", {"undertrump": "free"}, "Jd"),
        # the partner's trump wins: whoever trumps goes higher if able, or need not
        ("Jd 7d Ts", "7c 9d 8c", {}, "Jd Ts"),
        ("Jd 7d Ts", "7c 9d 8c", {"over_partner_ruff": "free"}, "Jd 7d Ts"),
        ("8d 7d Ts", "7c 9d 8c", {}, "8d 7d Ts"),
        ("Jd 7d", "7c 9d 8c", {}, "Jd"),
        # the partner wins by a plain card: any card
        ("Jd 7d Ts", "7c Ac 8c", {}, "Jd 7d Ts"),
        # trump led by the partner, who wins
        ("Jd 7d Ts", "9d 8d", {}, "Jd"),
        ("Jd 7d Ts", "9d 8d", {"over_partner_trump_lead": "free"}, "Jd 7d"),
        ("Kd 7d Ts", "9d 8d", {}, "Kd 7d"),
        # trump led and an opponent wins: higher whatever the field
        ("Jd 7d Ts", "8d 9d", {"over_partner_trump_lead": "free"}, "Jd"),
        # a suit is followed; without it and without trumps anything goes
        ("Kh 7h Jd", "8h", {}, "Kh 7h"),
        ("Kh 7h Tc", "8s", {}, "Kh 7h Tc"),
        ("Kh 7h Tc", "8d", {}, "Kh 7h Tc"),
        ("Kh 7d Tc", "", {}, "Kh 7d Tc"),
    ],
)
def test_legal_cards_with_diamonds_trump(hand, trick, changes, legal):
    _, fast = both(**changes)
    assert answer(hand.split(), trick.split(), "d", fast)[0] == set(legal.split())


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_number_of_legal_continuations(position):
    hands = [hand.split() for hand in position["hands"]]
    assert len(position["counts"]) == 8
    for counts in position["counts"]:
        fields = {field: counts[field] for field in FREEDOMS}
        _, fast = both(**fields)
        by_depth = perft(hands, position["leader"], position["trump"], fast)
        assert by_depth == counts["by_depth"], fields
        assert by_depth[-1] == counts["total"]


@settings(max_examples=60, deadline=None)
@given(st.permutations(CARDS), st.sampled_from("shdc"), st.integers(0, 3))
def test_number_of_continuations_of_any_ending_is_that_of_the_slow_engine(pack, trump, leader):
    hands = [pack[at : at + 3] for at in range(0, 12, 3)]
    for slow, fast in RULE_SETS:
        expected = naive.continuations_by_depth(hands, leader, trump, slow)
        assert perft(hands, leader, trump, fast) == expected
