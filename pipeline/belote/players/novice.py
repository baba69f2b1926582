"""The player `novice`: a beginner's habits, from its own cards and those on the table.

It knows the rules and what a card is worth. It remembers no card and no void, gives its partner no
points, and draws no lots: the same turn gives the same card.

======================  ========================================================================
When                    What it does
======================  ========================================================================
it may take             counts a suit: a point for each trump it would hold, two more for the
                        jack and one for the nine; takes from `TAKES_FROM` points on, in round 2
                        the suit that counts most
it speaks at coinche    counts its suits so; coinches the others where it counts `BIDS_FROM` in
                        their trump; else bids its best suit, 80 from `BIDS_FROM` points on and
                        ten more for each point beyond, where that is higher than the last bid
it leads                a plain ace; else the card worth most points, a trump only where it took
                        itself or has nothing else
its partner is winning  the card worth fewest points
it can follow           the strongest card of the suit, if that beats the best on the table
it can ruff             the weakest trump that beats the best on the table
none of these           the card worth fewest points
two cards are alike     the first: plain suits before trump, weak before strong; of suits that
                        count alike the first, in round 2 after the turned suit
======================  ========================================================================
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game import auction
from belote.game.cards import JACK, NINE, SANS_ATOUT, TOUT_ATOUT
from belote.game.legality import trick_trumps
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

ACES = np.uint32(0x80808080)
"""Of plain suits, and of all at sans atout."""


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
def _lowest_bit(cards):
    return np.uint32(cards & np.uint32(~cards + np.uint32(1)))


@inline
def _by_points(cards, strain, sign):
    """The card worth most points (``sign`` 1) or fewest (-1); of equals the lowest bit."""
    best = np.int64(-100)
    choice = np.uint32(0)
    rest = np.uint32(cards)
    while rest != 0:
        card = _lowest_bit(rest)
        rest = np.uint32(rest ^ card)
        points = sign * strain_points(card, strain)
        if points > best:
            best = points
            choice = card
    return choice


@inline
def _leads(turn):
    """The cards it would lead: plain aces; else all, but trumps only where it took itself."""
    legal = np.uint32(turn.legal)
    if turn.strain == TOUT_ATOUT:
        return legal
    plain = np.uint32(legal & ~trick_trumps(turn.strain, np.uint32(0)))
    aces = np.uint32(plain & ACES)
    if aces != 0:
        return aces
    return legal if turn.taker == turn.seat or plain == 0 else plain


@inline
def _winners(turn):
    """The one card that it would win the trick with, or none."""
    higher = np.uint32(turn.legal & ~np.uint32(turn.best | np.uint32(turn.best - np.uint32(1))))
    following = np.uint32(higher & turn.led)
    if following != 0:
        while np.uint32(following & np.uint32(following - np.uint32(1))) != 0:
            following = np.uint32(following & np.uint32(following - np.uint32(1)))
        return following
    return _lowest_bit(np.uint32(higher & trick_trumps(turn.strain, turn.led)))


@inline
def play(turn):
    """The card played, as a bit of ``turn.legal``."""
    # What is chosen by points is written once, because it is long where it is copied in.
    if turn.led == 0:
        cards = _leads(turn)
        sign = 1
    else:
        partner_wins = turn.place > 1 and turn.winner == turn.seat ^ 2
        cards = np.uint32(0) if partner_wins else _winners(turn)
        cards = cards if cards != 0 else np.uint32(turn.legal)
        sign = -1
    return _by_points(cards, turn.strain, sign)
