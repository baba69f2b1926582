"""A stored deal played again: outside deals and simulated ones are in order, and a deal that is
damaged in any column is found out, with the fault it has."""

from functools import cache

import pytest

import naive
from belote.game.columns import Columns
from belote.game.replay import FAULTS
from engine import (
    CARDS,
    both,
    both_of,
    column_row,
    columns_of,
    decoded,
    facts_of,
    faults_in,
    golden,
    marks_of,
    mask_of,
    rows_of,
    simulated,
)
from test_naive import replay

PEERS = golden("peer_prise.jsonl")
TAKEN_PEERS = [peer for peer in PEERS if "plays" in peer["record"]]
RULES = both("litige")[1]
DEALS = 400

(
    FIRST_CARDS, HANDS, TURNED, TRUMP, LEADER, TRICK, LEGALITY, WINNER, POINTS, TRICKS, BELOTE,
    ANNONCES,
) = FAULTS[1:13]  # fmt: skip


@cache
def deals():
    """Simulated deals, by column name; none may be changed in place."""
    columns = simulated(RULES, DEALS, seed=77)
    names = Columns._fields
    return [
        dict(zip(names, map(int, values), strict=True)) for values in zip(*columns, strict=True)
    ]


def taken(condition=lambda row: True):
    """The first taken deal for which something holds, as a row that may be changed."""
    return dict(next(row for row in deals() if row["taker"] != 255 and condition(row)))


def fault(row, rules=RULES):
    """What is wrong with one row, in words."""
    return faults_in(columns_of([row]), rules)[0]


def swapped(row, one, other):
    """The row with two cards' owners swapped."""
    for plane in ("owner_low", "owner_high"):
        bits = [row[plane] >> CARDS.index(card) & 1 for card in (one, other)]
        if bits[0] != bits[1]:
            row[plane] ^= mask_of([one, other])
    return row


def swapped_play(row, one, other):
    """The row with two cards' tricks swapped."""
    for plane in ("trick_0", "trick_1", "trick_2"):
        bits = [row[plane] >> CARDS.index(card) & 1 for card in (one, other)]
        if bits[0] != bits[1]:
            row[plane] ^= mask_of([one, other])
    return row


def words(row):
    return decoded(columns_of([row]), 0)


# Deals in order -----------------------------------------------------------------------------------


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer["record"]["table"])
def test_a_peers_deal_replays_with_its_points_belote_and_annonces(peer):
    deal = replay(peer["record"]) | {
        name: peer["expected"].get(name, [0, 0]) for name in ("points", "belote", "annonces")
    }
    _, fast = both_of(peer["record"]["rules"])
    assert fault(column_row(deal), fast) == ""


@pytest.mark.parametrize("peer", TAKEN_PEERS, ids=lambda peer: peer["record"]["table"])
def test_a_peers_deal_marks_what_it_marked(peer):
    expected = peer["expected"]
    deal = replay(peer["record"])
    facts = facts_of([{name: deal[name] for name in ("taker", "tricks_won")} | expected])
    _, fast = both_of(peer["record"]["rules"])
    outcome, taker, defence, *_ = marks_of(facts, fast)[0].tolist()
    assert ("passed_out", "made", "chute", "litige")[outcome] == expected["outcome"]
    assert [taker, defence] == expected["marks"][:: -1 if deal["taker"] % 2 else 1]


def test_a_row_made_from_words_is_the_row_that_was_stored():
    for row in deals()[:100]:
        names = ("table_no", "deal_no")
        assert column_row(words(row)) | {name: row[name] for name in names} == row


def test_simulated_deals_are_in_order():
    assert [fault(row) for row in deals()] == [""] * DEALS
    assert any(row["taker"] == 255 for row in deals())


def test_deals_are_judged_under_the_rules_given():
    _, free = both("litige", undertrump="free", over_partner_ruff="free")
    columns = simulated(free, DEALS, seed=77)
    assert set(faults_in(columns, free)) == {""}
    assert LEGALITY in faults_in(columns, RULES)
    _, taker_leads = both("litige", first_lead="taker")
    assert set(faults_in(columns_of(deals()), taker_leads)) == {"", LEADER}


# Each fault ---------------------------------------------------------------------------------------


def test_first_cards_that_are_not_five_a_seat():
    row = taken()
    row["first_mask"] &= row["first_mask"] - 1
    assert fault(row) == FIRST_CARDS


def test_first_cards_that_are_six_of_one_seat_and_four_of_another():
    row = taken()
    deal = words(row)
    given, taken_back = min(deal["hands"][0] - deal["first"][0]), min(deal["first"][1])
    if given == deal["turned"]:
        given = max(deal["hands"][0] - deal["first"][0])
    row["first_mask"] ^= mask_of([given, taken_back])
    assert fault(row) == FIRST_CARDS


def test_first_cards_of_a_passed_out_deal():
    row = dict(next(row for row in deals() if row["taker"] == 255))
    assert fault(row) == ""
    row["owner_low"] ^= row["first_mask"] & -row["first_mask"]
    assert fault(row) == FIRST_CARDS


def test_turned_card_among_the_first_cards():
    row = taken()
    row["turned"] = CARDS.index(min(words(row)["first"][2]))
    assert fault(row) == FIRST_CARDS


def test_hand_of_nine_cards():
    row = taken()
    deal = words(row)
    card = min(deal["hands"][0] - deal["first"][0])
    row["owner_low"] |= mask_of([card])
    assert fault(row) == HANDS


def test_turned_card_in_another_hand_than_the_takers():
    row = taken()
    deal = words(row)
    other = (deal["taker"] + 1) % 4
    card = min(deal["hands"][other] - deal["first"][other])
    assert fault(swapped(row, deal["turned"], card)) == TURNED


def test_trump_that_is_not_the_turned_suit_in_round_1():
    row = taken(lambda row: row["bid_round"] == 1)
    row["trump"] = (row["trump"] + 1) % 4
    assert fault(row) == TRUMP


def test_trump_that_is_the_turned_suit_in_round_2():
    row = taken(lambda row: row["bid_round"] == 2)
    row["trump"] = row["turned"] >> 3
    assert fault(row) == TRUMP


def test_trump_that_is_no_suit():
    row = taken(lambda row: row["bid_round"] == 2)
    row["trump"] = 4
    assert fault(row) == TRUMP


def test_round_that_is_not_the_one_in_which_the_trump_was_named():
    for bid_round in (1, 2):
        row = taken(lambda row, said=bid_round: row["bid_round"] == said)
        row["bid_round"] = 3 - bid_round
        assert fault(row) == TRUMP


def test_first_leader_that_is_not_the_one_of_the_rules():
    row = taken()
    row["leader"] = (row["leader"] + 1) % 4
    assert fault(row) == LEADER
    row = taken()
    row["dealer"] = (row["dealer"] + 1) % 4
    assert fault(row) == LEADER


def test_trick_with_five_cards():
    for plane in ("trick_0", "trick_1", "trick_2"):
        row = taken()
        row[plane] ^= 1 << 9
        assert fault(row) == TRICK


def test_trick_with_two_cards_of_one_seat():
    row = taken()
    _, cards, _ = words(row)["tricks"][2]
    _, others, _ = words(row)["tricks"][5]
    hands = words(row)["hands"]
    card = next(card for card in others if not any({card, cards[0]} <= hand for hand in hands))
    assert fault(swapped_play(row, cards[0], card)) == TRICK


def revokes():
    """Rows in which a seat throws off a suit that it holds: the cards of two tricks swapped."""
    for row in deals():
        if row["taker"] == 255:
            continue
        deal = words(row)
        for at, (_, cards, _) in enumerate(deal["tricks"]):
            for later in deal["tricks"][at + 1 :]:
                for card in cards[1:]:
                    hand = next(hand for hand in deal["hands"] if card in hand)
                    other = next(card for card in later[1] if card in hand)
                    if card[1] == cards[0][1] and other[1] not in (card[1], deal["trump"]):
                        yield swapped_play(dict(row), card, other)


def test_card_that_does_not_follow_the_suit_it_could_follow():
    found = [fault(row) for row, _ in zip(revokes(), range(200), strict=False)]
    assert found == [LEGALITY] * 200


def test_card_that_is_legal_only_where_undertrumping_is_free():
    _, free = both("litige", undertrump="free")
    rows = [row for row in rows_of(simulated(free, 3000, seed=3)) if row["taker"] != 255]
    faults = faults_in(columns_of(rows), RULES)
    assert set(faults) == {"", LEGALITY}
    for row, found in zip(rows, faults, strict=True):
        deal = words(row)
        stock = [card for hand in deal["hands"] for card in sorted(hand)]
        assert found == ("" if oracle_accepts(deal, stock) else LEGALITY)


def oracle_accepts(deal, stock):
    """Whether every card of the deal is legal under the strict rules, says the slow engine."""
    slow, _ = both("litige")
    hands = [set(hand) for hand in deal["hands"]]
    for leader, cards, _ in deal["tricks"]:
        trick = []
        for place, card in enumerate(cards):
            seat = (leader + place) % 4
            if card not in naive.legal_cards(hands[seat], trick, deal["trump"], slow):
                return False
            hands[seat].remove(card)
            trick.append((seat, card))
    return True


@pytest.mark.parametrize("trick_no", range(8))
def test_winner_that_did_not_win(trick_no):
    for step in (1, 2, 3):
        row = taken()
        winner = row["winners"] >> 2 * trick_no & 3
        row["winners"] ^= (winner ^ (winner + step) % 4) << 2 * trick_no
        assert fault(row) == WINNER


@pytest.mark.parametrize("change", [-1, 1, 10, -10])
def test_points_that_are_not_those_of_the_tricks(change):
    for side in (0, 1):
        row = taken(lambda row, side=side: row["taker"] % 2 == side)
        row["taker_points"] += change
        assert fault(row) == POINTS


def test_number_of_tricks_that_is_not_so():
    for side in (0, 1):
        row = taken(lambda row, side=side: row["taker"] % 2 == side)
        row["taker_tricks"] = (row["taker_tricks"] + 1) % 9
        assert fault(row) == TRICKS


def test_belote_that_is_not_so():
    for name, other in (("taker", "defence"), ("defence", "taker")):
        row = taken(lambda row, name=name: row[f"{name}_belote"] == 20)
        row[f"{name}_belote"] = 0
        assert fault(row) == BELOTE
        row[f"{other}_belote"] = 20
        assert fault(row) == BELOTE
    row = taken(lambda row: row["taker_belote"] == row["defence_belote"] == 0)
    assert fault(row | {"taker_belote": 20}) == BELOTE
    assert fault(row | {"defence_belote": 20}) == BELOTE


def test_annonces_that_are_not_those_of_the_hands():
    for name in ("taker_annonces", "defence_annonces"):
        row = taken(lambda row, name=name: row[name] > 0)
        assert fault(row | {name: 0}) == ANNONCES
        assert fault(row | {name: row[name] + 20}) == ANNONCES
        row = taken(lambda row: row["taker_annonces"] == row["defence_annonces"] == 0)
        assert fault(row | {name: 20}) == ANNONCES


# Each column --------------------------------------------------------------------------------------

AFTER_FIRST = Columns._fields[Columns._fields.index("bid_round") :]
BITS = dict.fromkeys(Columns._fields, 8)
BITS |= dict.fromkeys(("first_mask", "owner_low", "owner_high"), 32)
BITS |= dict.fromkeys(("trick_0", "trick_1", "trick_2"), 32)
BITS |= dict.fromkeys(("winners", "taker_annonces", "defence_annonces"), 16)
IN_RANGE = {"dealer": range(4), "turned": range(32), "taker": range(4), "bid_round": (1, 2)}


def flipped_bits(column):
    """Taken deals with one bit of a column flipped."""
    rows = [row for row in deals() if row["taker"] != 255][:60]
    return [row | {column: row[column] ^ 1 << bit} for row in rows for bit in range(BITS[column])]


def can_be(row):
    """Whether another turned card leaves a deal that could have been dealt just so."""
    deal = words(row)
    stock = deal["hands"][deal["taker"]] - set().union(*deal["first"])
    named = deal["turned"][1] == deal["trump"]
    return deal["turned"] in stock and named == (deal["bid_round"] == 1)


def unfound(rows):
    """The rows in which nothing wrong is found."""
    faults = faults_in(columns_of(rows), RULES)
    return [row for row, found in zip(rows, faults, strict=True) if not found]


FLIPPED = [name for name in Columns._fields if name not in ("table_no", "deal_no", "bid_round")]
"""A deal is judged alone, its place at the table with the run; rounds differ in two bits."""


@pytest.mark.parametrize("column", FLIPPED)
def test_one_flipped_bit_in_a_column_is_found(column):
    allowed = IN_RANGE.get(column, range(1 << 32))
    rows = [row for row in flipped_bits(column) if row[column] in allowed]
    if column == "turned":
        rows = [row for row in rows if not can_be(row)]
    assert len(rows) > 50
    assert len(unfound(rows)) == 0


@pytest.mark.parametrize("column", IN_RANGE)
def test_number_that_is_no_seat_card_or_round_is_found(column):
    rows = [row for row in flipped_bits(column) if row[column] not in IN_RANGE[column]]
    assert len(rows) > 50
    assert len(unfound(rows)) == 0


def test_played_deal_whose_taker_is_taken_away_is_found():
    assert len(unfound([row | {"taker": 255} for row in deals() if row["taker"] != 255])) == 0


@pytest.mark.parametrize("column", [name for name in AFTER_FIRST if name != "taker"])
def test_passed_out_deal_with_anything_of_a_played_one_is_found(column):
    passed = [row for row in deals() if row["taker"] == 255]
    assert len(unfound([row | {column: row[column] ^ 1} for row in passed])) == 0
