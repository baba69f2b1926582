"""The player `novice`: a beginner's habits, from its own cards and those on the table.

It knows the rules and which card is worth what. It does not remember a card, does not look who
took or whether its partner is winning, and draws no lots.

====================  ==========================================================================
When                  What it does
====================  ==========================================================================
it may take           counts a suit: a point for each trump it would hold, two more for the jack
                      and one for the nine; takes from `TAKES_FROM` points on. In round 2 it
                      names the suit that counts most
it speaks at coinche  counts its suits so and bids the best, 80 from `BIDS_FROM` points on and
                      ten more for each point beyond, where that is higher than the last bid;
                      coinches the others where it counts that many in their trump; no more
it leads              a plain ace; without one, the card worth most points
it follows and wins   the strongest legal card, where that beats the best on the table, whoever
                      played it; so it ruffs whenever it may
it cannot win         the card worth fewest points
two cards are alike   the first of aces and of cards worth most, the weakest of those worth
                      fewest: plain suits before trump, weak before strong
====================  ==========================================================================
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game import auction
from belote.game.cards import JACK, NINE, SANS_ATOUT
from belote.game.legality import beats, trick_trumps
from belote.game.order import strain_points
from belote.players.seat import PASS

TAKES_FROM = 5
"""Points of a suit from which it takes."""
BIDS_FROM = 6
"""Points of a suit from which it bids 80 at coinche."""

_COUNT = np.array(
    [ranks.bit_count() + 2 * (ranks >> JACK & 1) + (ranks >> NINE & 1) for ranks in range(256)],
    np.int64,
)
"""What the cards of a suit count, by the eight bits of their ranks."""

_PLAIN_ACES = np.uint32(0x00808080)


@inline
def _count(cards, suit):
    return _COUNT[np.uint32(np.uint32(cards >> np.uint32(8 * suit)) & np.uint32(0xFF))]


@inline
def _best_suit(cards, first, suits):
    """(points, suit) of the one that counts most of some suits in turn; of equals the first."""
    best = np.int64(-1)
    choice = np.int64(0)
    for step in range(suits):
        suit = np.int64((first + step) & 3)
        points = _count(cards, suit)
        if points > best:
            best = points
            choice = suit
    return best, choice


@inline
def speak(offer):
    """The suit taken, or `PASS`."""
    turned_suit = np.int64(offer.turned >> 3)
    cards = np.uint32(offer.hand | np.uint32(np.uint32(1) << np.uint32(offer.turned)))
    if offer.bid_round == 1:
        return turned_suit if _count(cards, turned_suit) >= TAKES_FROM else np.int64(PASS)
    points, suit = _best_suit(cards, turned_suit + 1, 3)
    return suit if points >= TAKES_FROM else np.int64(PASS)


@inline
def bid(call):
    """The word of coinche."""
    hand = np.uint32(call.hand)
    others_bid = call.bid != auction.NO_BID and (call.bidder ^ call.seat) & 1 != 0
    if call.level > 0:
        return np.int64(auction.PASS)
    trump = auction.trump_of(call.bid)
    if others_bid and trump < SANS_ATOUT and _count(hand, trump) >= BIDS_FROM:
        return np.int64(auction.COINCHE)
    points, suit = _best_suit(hand, 0, 4)
    rank = min(1 + points - BIDS_FROM, np.int64(auction.CAPOT_RANK - 1))
    if rank <= auction.rank_of(call.bid):
        return np.int64(auction.PASS)
    return 8 * rank + suit


@inline
def _strongest(cards):
    """The highest bit of a mask that is not empty."""
    bits = cards
    for shift in (1, 2, 4, 8, 16):
        bits = np.uint32(bits | np.uint32(bits >> np.uint32(shift)))
    return np.uint32(bits ^ np.uint32(bits >> np.uint32(1)))


@inline
def _by_points(turn, sign):
    """The legal card worth most points (``sign`` 1) or fewest (-1); of equals the lowest bit."""
    best = np.int64(-100)
    choice = np.uint32(0)
    rest = np.uint32(turn.legal)
    while rest != 0:
        card = np.uint32(rest & np.uint32(~rest + np.uint32(1)))
        rest = np.uint32(rest ^ card)
        points = sign * strain_points(card, turn.strain)
        if points > best:
            best = points
            choice = card
    return choice


@inline
def play(turn):
    """The card played, as a bit of ``turn.legal``."""
    legal = np.uint32(turn.legal)
    if turn.led == 0:
        aces = np.uint32(legal & _PLAIN_ACES)
        if turn.strain < SANS_ATOUT and aces != 0:
            return np.uint32(aces & np.uint32(~aces + np.uint32(1)))
        return _by_points(turn, 1)
    trumps = trick_trumps(turn.strain, turn.led)
    fitting = np.uint32(legal & np.uint32(turn.led | trumps))
    if fitting != 0:
        card = _strongest(fitting)
        if beats(card, turn.best, turn.led, trumps):
            return card
    return _by_points(turn, -1)
