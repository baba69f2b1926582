"""A stored deal played again through the rules: the first thing in it that is not so."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel, popcount
from belote.game.annonces import side_annonces
from belote.game.auction import (
    LONGEST_AUCTION,
    NO_BID,
    after_word,
    contract_of,
    is_over,
    new_auction,
    refusal,
    trump_of,
)
from belote.game.columns import NOBODY, SILENCE
from belote.game.legality import beats, legal_cards, trick_trumps
from belote.game.order import strain_belotes, strain_points, suit_of, to_strain_order

FAULTS = (
    "",
    "five first cards a seat and the turned card are not 21 cards",
    "a hand does not hold eight cards",
    "the taker does not hold the turned card",
    "the trump does not follow from the turned card and the round",
    "the wrong seat leads the first trick",
    "a trick does not hold one card of each seat",
    "a card is not legal",
    "the wrong seat wins a trick",
    "the points are not those of the tricks",
    "the number of tricks is not so",
    "a belote is not so",
    "the annonces are not those of the hands",
    "a seat, a card or a round does not exist",
    "passed out, yet it knows more than the first cards",
    "the words said are no auction",
    "the contract is not that of the words said",
)
"""What the codes of `first_faults` mean; 0 is a deal in order."""

(
    FIRST_CARDS, HANDS, TURNED, TRUMP, LEADER, TRICK, LEGALITY, WINNER, POINTS, TRICKS, BELOTE,
    ANNONCES, RANGE, PASSED_OUT, WORDS, CONTRACT,
) = range(1, len(FAULTS))  # fmt: skip


FULL_PACK = np.uint32(0xFFFFFFFF)


class Known(NamedTuple):
    """What is known of deals that come from outside, as columns as long as they are."""

    turned: np.ndarray
    """bool: the turned card."""
    first: np.ndarray
    """bool: what was held before the auction."""
    played: np.ndarray
    """uint32: the cards played; all, or fewer where the deal was broken off."""
    belote_said: np.ndarray
    """bool: a belote held was announced, and so counts."""


def everything_known(rows: int) -> Known:
    """Of simulated deals."""
    true = np.ones(rows, np.bool_)
    return Known(true, true, np.full(rows, FULL_PACK, np.uint32), true)


@inline
def seat_cards(low, high, seat):
    """The cards of a seat from the two bit planes of owners."""
    one = np.uint32(low if seat & 1 else ~low)
    two = np.uint32(high if seat & 2 else ~high)
    return np.uint32(one & two)


@inline
def _trick_cards(deals, row, trick_no):
    """The four cards of a trick (bit = card)."""
    a = deals.trick_0[row] if trick_no & 1 else ~deals.trick_0[row]
    b = deals.trick_1[row] if trick_no & 2 else ~deals.trick_1[row]
    c = deals.trick_2[row] if trick_no & 4 else ~deals.trick_2[row]
    return np.uint32(np.uint32(a & b) & np.uint32(c))


@inline
def _range_fault(deals, known, row):
    """Of seats, cards and rounds that there are, and of what a passed-out deal leaves empty."""
    if deals.dealer[row] > 3 or (known.turned[row] and deals.turned[row] > 31):
        return RANGE
    if deals.taker[row] == NOBODY:
        return _passed_out_fault(deals, row)
    return 0 if deals.taker[row] <= 3 and 1 <= deals.bid_round[row] <= 2 else RANGE


@inline
def _passed_out_fault(deals, row):
    """Of what a passed-out deal leaves empty."""
    cards = deals.trick_0[row] | deals.trick_1[row] | deals.trick_2[row] | deals.winners[row]
    others = (deals.owner_low[row] | deals.owner_high[row]) & ~deals.first_mask[row]
    facts = (
        deals.bid_round[row] | deals.leader[row] | deals.taker_points[row]
        | deals.taker_tricks[row] | deals.taker_belote[row] | deals.defence_belote[row]
        | deals.taker_annonces[row] | deals.defence_annonces[row]
    )  # fmt: skip
    if deals.trump[row] != NOBODY or np.uint32(cards | others) != 0 or facts != 0:
        return PASSED_OUT
    return 0


@inline
def _auction_fault(deals, known, row, hands, rules):
    """Of hands, turned card, trump and first leader."""
    first = deals.first_mask[row]
    turned = np.uint32(1) << np.uint32(deals.turned[row] & 31)
    taker = deals.taker[row]
    if known.first[row]:
        for seat in range(4):
            if popcount(np.uint32(hands[seat] & first)) != 5:
                return FIRST_CARDS
        if known.turned[row] and first & turned != 0:
            return FIRST_CARDS
    if taker == NOBODY:
        return 0 if known.first[row] and known.turned[row] else FIRST_CARDS
    for seat in range(4):
        if popcount(hands[seat]) != 8:
            return HANDS
    if known.turned[row] and hands[taker & 3] & turned == 0:
        return TURNED
    named_turned = deals.trump[row] == deals.turned[row] >> 3
    wrong_trump = known.turned[row] and named_turned != (deals.bid_round[row] == 1)
    if deals.trump[row] > 3 or wrong_trump:
        return TRUMP
    leader = taker if rules.taker_leads else (deals.dealer[row] + 1) & 3
    return 0 if deals.leader[row] == leader else LEADER


@inline
def _play_fault(deals, known, row, held, rules):
    """Of the tricks and what they score; ``held`` (in the order of the trump) is played out.

    Of a deal that was broken off, the cards played are judged and nothing scored.
    """
    played = known.played[row]
    trump = deals.trump[row]
    leader = np.int64(deals.leader[row])
    taken0 = np.uint32(0)
    tricks0 = 0
    for trick_no in range(8):
        trick = to_strain_order(np.uint32(_trick_cards(deals, row, trick_no) & played), trump)
        led = np.uint32(0)
        best = np.uint32(0)
        winner = leader
        for place in range(4):
            seat = (leader + place) & 3
            card = np.uint32(trick & held[seat])
            if card == 0 and played != FULL_PACK:
                rest = popcount(played) != 4 * trick_no + place or popcount(trick) != place
                return TRICK if rest else 0
            if popcount(card) != 1:
                return TRICK
            partner_wins = place > 1 and winner == seat ^ 2
            trumps = trick_trumps(trump, led)
            legal = legal_cards(held[seat], led, best, partner_wins, trumps, rules)
            if card & legal == 0:
                return LEGALITY
            held[seat] = np.uint32(held[seat] ^ card)
            if place == 0:
                led = suit_of(card)
                best = card
            elif beats(card, best, led, trumps):
                best = card
                winner = seat
        if deals.winners[row] >> (2 * trick_no) & 3 != winner:
            return WINNER
        if winner & 1 == 0:
            taken0 = np.uint32(taken0 | trick)
            tricks0 += 1
        leader = winner
    points0 = strain_points(taken0, trump) + (10 if leader & 1 == 0 else 0)
    team1 = deals.taker[row] & 1
    if deals.taker_points[row] != (162 - points0 if team1 else points0):
        return POINTS
    return 0 if deals.taker_tricks[row] == (8 - tricks0 if team1 else tricks0) else TRICKS


@inline
def _facts_fault(deals, known, row, hands, held, rules):
    """Of the tricks of a deal that was taken, and of its facts; fills ``held``."""
    trump = deals.trump[row]
    for seat in range(4):
        held[seat] = to_strain_order(hands[seat], trump)
    taker_belote, defence_belote = strain_belotes(held, deals.taker[row], trump)
    if not known.belote_said[row]:
        taker_belote = defence_belote = np.int64(0)
    fault = _play_fault(deals, known, row, held, rules)
    if fault != 0:
        return fault
    annonces0, annonces1 = side_annonces(hands, trump, deals.leader[row])
    if deals.taker[row] & 1:
        annonces0, annonces1 = annonces1, annonces0
    if deals.taker_belote[row] != taker_belote or deals.defence_belote[row] != defence_belote:
        return BELOTE
    if deals.taker_annonces[row] != annonces0 or deals.defence_annonces[row] != annonces1:
        return ANNONCES
    return 0


@kernel
def first_faults(deals, known, rules, faults):
    """Play each deal of the `Columns` ``deals`` again and fill ``faults`` (uint8, as long).

    ``known`` (`Known`) says what of each deal is known; the rest is not judged. Every deal is
    judged under the `PlayRules` ``rules``; 0 means in order, another number is an index of
    `FAULTS`. Deals are judged alone: the dealer's turn is not checked.
    """
    hands = np.zeros(4, np.uint32)
    held = np.zeros(4, np.uint32)
    for row in range(len(faults)):
        passed_out = deals.taker[row] == NOBODY
        for seat in range(4):
            hands[seat] = seat_cards(deals.owner_low[row], deals.owner_high[row], seat)
            if passed_out:
                hands[seat] = np.uint32(hands[seat] & deals.first_mask[row])
        faults[row] = _range_fault(deals, known, row)
        if faults[row] == 0:
            faults[row] = _auction_fault(deals, known, row, hands, rules)
        if faults[row] != 0 or passed_out:
            continue
        faults[row] = _facts_fault(deals, known, row, hands, held, rules)


@inline
def _heard_fault(deals, row, rules):
    """Of the words said in a deal of coinche, and what they settle."""
    if deals.dealer[row] > 3:
        return RANGE
    auction = new_auction(deals.dealer[row])
    for number in range(LONGEST_AUCTION):
        word = np.int64(deals.calls[row, number])
        if word == SILENCE:
            if not is_over(auction):
                return WORDS
            continue
        if refusal(auction, word) != 0:
            return WORDS
        auction = after_word(auction, word)
    taker = deals.taker[row]
    if (auction.bid == NO_BID) != (taker == NOBODY):
        return CONTRACT
    if taker == NOBODY:
        return PASSED_OUT if deals.contract[row] | deals.coinche_level[row] != 0 else 0
    bid = auction.bid
    same = deals.contract[row] == contract_of(bid) and deals.trump[row] == trump_of(bid)
    if not same or taker != auction.bidder or deals.coinche_level[row] != auction.level:
        return CONTRACT
    leader = taker if rules.taker_leads else (deals.dealer[row] + 1) & 3
    return 0 if deals.leader[row] == leader else LEADER


@kernel
def first_coinche_faults(deals, known, rules, faults):
    """The same of the `CoincheColumns` ``deals``, whose words are judged too.

    Eight cards are held before the auction, whatever ``known`` says of them.
    """
    hands = np.zeros(4, np.uint32)
    held = np.zeros(4, np.uint32)
    for row in range(len(faults)):
        faults[row] = _heard_fault(deals, row, rules)
        for seat in range(4):
            hands[seat] = seat_cards(deals.owner_low[row], deals.owner_high[row], seat)
            if faults[row] == 0 and popcount(hands[seat]) != 8:
                faults[row] = HANDS
        if faults[row] == 0 and known.first[row] and deals.first_mask[row] != FULL_PACK:
            faults[row] = FIRST_CARDS
        if faults[row] != 0:
            continue
        if deals.taker[row] == NOBODY:
            faults[row] = _passed_out_fault(deals, row)
        else:
            faults[row] = _facts_fault(deals, known, row, hands, held, rules)
