"""When `expert` takes: its worlds solved, where `regular` could think either way.

What its side can expect is estimated twice: by the table of `regular`, a regression of the points
of many takers, and by the mean over its worlds, played perfectly by both sides. Of 1,560 takers
near the threshold the table told the points a little better than 20 worlds did (residuals of 31.1
and 31.6), and the worlds promised 2.8 points more than were made. The estimate is of both.
"""

from __future__ import annotations

from belote.players.expert.open_cards import OpenCards
from belote.players.regular.bidding import THRESHOLD, expected_points
from belote.players.seat import PASS, Offer
from belote.players.views import AuctionView

SURE_PASS, SURE_TAKE = THRESHOLD - 12, THRESHOLD + 12
"""Points expected by the table below which a suit is not thought about, and from which the turned
one is taken at once: few worlds tell otherwise, and they take time."""
OPTIMISM = 3.0
"""Points that the taker's side gets more in worlds with all hands open than in play."""
TRUST = 1 / 3
"""Weight of the worlds in the estimate; the rest is the table's."""


def estimate(by_table: float, by_worlds: float) -> float:
    """Points that its side can expect, from both estimates."""
    return (1 - TRUST) * by_table + TRUST * (by_worlds - OPTIMISM)


def speak(auction: AuctionView, cards: OpenCards) -> int:
    """The suit taken, or `PASS`; in round 2 the best of the other three."""
    offer = auction.masks
    assert isinstance(offer, Offer)
    turned_suit = offer.turned >> 3
    known = int(offer.hand) | 1 << offer.turned
    steps = (0,) if offer.bid_round == 1 else (1, 2, 3)
    by_table = {
        suit: expected_points(known, suit) for suit in ((turned_suit + step) & 3 for step in steps)
    }
    suits = [suit for suit, points in by_table.items() if points >= SURE_PASS]
    if not suits:
        return PASS
    if offer.bid_round == 1 and by_table[turned_suit] >= SURE_TAKE:
        return turned_suit
    solved = cards.points(auction, suits, auction.seat)
    expected = {suit: estimate(by_table[suit], solved[suit][0]) for suit in suits}
    best = max(suits, key=lambda suit: expected[suit])
    return best if expected[best] >= THRESHOLD else PASS
