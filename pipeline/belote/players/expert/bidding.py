"""When `expert` takes: the points of its worlds, where `regular` would not be sure."""

from __future__ import annotations

from belote.players.expert.open_cards import OpenCards
from belote.players.regular.bidding import expected_points
from belote.players.seat import PASS, Offer
from belote.players.views import AuctionView

SURE_PASS, SURE_TAKE = 85.0, 120.0
"""Points expected by `regular` of a suit below which it is not thought about, and from which it is
taken unthought, in round 1."""
THRESHOLD = 100.5


def speak(auction: AuctionView, cards: OpenCards) -> int:
    """The suit taken, or `PASS`."""
    offer = auction.masks
    assert isinstance(offer, Offer)
    turned_suit = offer.turned >> 3
    known = int(offer.hand) | 1 << offer.turned
    steps = range(1) if offer.bid_round == 1 else range(1, 4)
    suits = [(turned_suit + step) & 3 for step in steps]
    rough = {suit: expected_points(known, suit) for suit in suits}
    suits = [suit for suit in suits if rough[suit] >= SURE_PASS]
    if not suits:
        return PASS
    if offer.bid_round == 1 and rough[suits[0]] >= SURE_TAKE:
        return suits[0]
    found = cards.points(auction, suits, auction.seat)
    best = max(suits, key=lambda suit: found[suit][0])
    return best if found[best][0] >= THRESHOLD else PASS
