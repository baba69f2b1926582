"""Duplicate matches: the same deals played twice by two pairs of players, who change seats.

A plain loop of its own over `belote.players.decide`, so that a contract can be held common: with a
``bidder`` the auction is that player's at all four seats, and only the play of the cards differs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.legality import beats, legal_cards, play_rules
from belote.game.order import TRUMPS, points_of, suit_of, to_trump_order
from belote.game.variants import rule_set
from belote.players import decide
from belote.players.seat import PASS, SUIT, Offer, Turn
from belote.players.spec import kernel_rows, parse_player
from belote.simulate import dealing
from belote.simulate.draws import BID, PLAY, deal_key, draw

NOBODY = 255


class Match(NamedTuple):
    """What a duplicate match measured, in card points or marks a deal not passed out twice."""

    deals: int
    passed_out: int
    lead: float
    """Of the first player's side above the other's, mean of both seatings."""
    error: float
    """Standard error of ``lead``."""


@inline
def _void_bit(led: Any, seat: Any) -> Any:
    byte = np.uint32(led > 0xFF) + np.uint32(led > 0xFFFF) + np.uint32(led > 0xFFFFFF)
    return np.uint32(1) << np.uint32(8 * seat + byte)


@kernel
def auction(key: Any, hands: Any, turned: Any, dealer: Any, bidders: Any) -> Any:
    """The seat that takes (or `NOBODY`) and the suit it names; ``bidders`` has a row a seat."""
    for number in range(8):
        seat = (dealer + 1 + number) & 3
        offer = Offer(
            hands[seat], turned, (number & 3) + 1, 1 + (number >> 2), draw(key, BID + number)
        )
        suit = decide.speak(bidders[seat], offer)
        if suit != PASS:
            return seat, np.int64(suit)
    return NOBODY, NOBODY


@kernel
def play_deal(key: Any, leader: Any, taker: Any, turned: Any, held: Any, rules: Any, rows: Any,
              cards: Any, given: Any) -> Any:  # fmt: skip
    """Play out ``held`` (masks in trump order): points of team 0, and whether all was legal.

    Fills ``cards`` (uint32, 32) with the cards in the order played; the first ``given`` of them
    are played as they stand there.
    """
    gone = np.uint32(0)
    voids = np.uint32(0)
    points0 = np.int64(0)
    all_legal = True
    for trick_no in range(8):
        led = np.uint32(0)
        best = np.uint32(0)
        trick = np.uint32(0)
        winner = leader
        for place in range(4):
            seat = (leader + place) & 3
            hand = held[seat]
            legal = legal_cards(hand, led, best, place > 1 and winner == seat ^ 2, TRUMPS, rules)
            bits = draw(key, PLAY + 2 * trick_no + (place >> 1)) >> np.uint64(32 * (place & 1))
            turn = Turn(
                hand, legal, led, best, winner, seat, place, taker, trick, gone, voids, turned,
                trick_no, SUIT, bits & np.uint64(0xFFFFFFFF),
            )  # fmt: skip
            number = 4 * trick_no + place
            card = cards[number] if number < given else decide.play(rows[seat], turn)
            cards[number] = card
            all_legal &= card & legal == card and card != 0 and card & (card - 1) == 0
            held[seat] = np.uint32(hand & ~card)
            trick = np.uint32(trick | card)
            if place == 0:
                led = suit_of(card)
                best = card
            elif beats(card, best, led, TRUMPS):
                best = card
                winner = seat
            if np.uint32(card & led) == 0:
                voids = np.uint32(voids | _void_bit(led, seat))
        gone = np.uint32(gone | trick)
        if winner & 1 == 0:
            points0 += points_of(trick) + (10 if trick_no == 7 else 0)
        leader = winner
    return points0, all_legal


@inline
def _lead(points0: Any, taker: Any, marks: Any) -> Any:
    """What team 0 makes more than team 1: card points, or marks without belote and capots."""
    taken = points0 if taker & 1 == 0 else 162 - points0
    lead = 2 * taken - 162
    if marks and taken < 81:
        lead = -162
    return lead if taker & 1 == 0 else -lead


@kernel
def _match(seed: Any, deals: Any, rules: Any, seatings: Any, bidders: Any, marks: Any,
           leads: Any) -> Any:  # fmt: skip
    """Fill ``leads`` (float64, a deal) with team leads, NaN when both auctions passed out."""
    pack = np.zeros(32, np.uint8)
    hands = np.zeros(4, np.uint32)
    held = np.zeros(4, np.uint32)
    cards = np.zeros(32, np.uint32)
    all_legal = True
    for deal in range(deals):
        key = deal_key(seed, deal + 1, 1)
        dealer = deal & 3
        lead = 0.0
        taken = 0
        for seating in range(2):
            dealing.shuffle(pack, key)
            dealing.first_five(pack, dealer, False, hands)
            turned = np.int64(pack[dealing.TURNED])
            taker, trump = auction(key, hands, turned, dealer, bidders[seating])
            if taker == NOBODY:
                continue
            dealing.complete(pack, dealer, taker, hands)
            for seat in range(4):
                held[seat] = to_trump_order(hands[seat], trump)
            bit = to_trump_order(np.uint32(1) << np.uint32(turned), trump)
            leader = taker if rules.taker_leads else (dealer + 1) & 3
            points0, legal = play_deal(
                key, leader, taker, bit, held, rules, seatings[seating], cards, 0
            )
            all_legal &= legal
            taken += 1
            ours = _lead(points0, taker, marks)
            lead += ours if seating == 0 else -ours
        leads[deal] = lead / 2 if taken else np.nan
    return all_legal


def duplicate_leads(
    first: str,
    second: str,
    bidder: str | None,
    deals: int,
    seed: int,
    rules: str = "litige",
    marks: bool = False,
) -> np.ndarray:
    """The lead of ``first`` in each deal, NaN where both seatings passed it out.

    ``first`` sits at seats 0, 2 and ``second`` at 1, 3, then they change over, on the same deals.
    With a ``bidder`` both seatings play the contract of that player's auction; with None every
    player bids for itself. Raises `AssertionError` when a card was not legal.
    """
    a, b = kernel_rows([parse_player(first), parse_player(second)])
    seatings = np.array([[a, b, a, b], [b, a, b, a]])
    bidders = seatings
    if bidder is not None:
        bidders = np.array([[kernel_rows([parse_player(bidder)])[0]] * 4] * 2)
    leads = np.empty(deals)
    play = play_rules(rule_set(rules))
    assert _match(np.uint64(seed), deals, play, seatings, bidders, marks, leads), (
        "a card was not legal"
    )
    return leads


def duplicate_match(
    first: str,
    second: str,
    bidder: str | None,
    deals: int,
    seed: int,
    rules: str = "litige",
    marks: bool = False,
) -> Match:
    """What `duplicate_leads` come to."""
    leads = duplicate_leads(first, second, bidder, deals, seed, rules, marks)
    played = leads[~np.isnan(leads)]
    error = float(played.std(ddof=1) / np.sqrt(len(played)))
    return Match(deals, deals - len(played), float(played.mean()), error)
