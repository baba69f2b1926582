"""What a seat sees when it must speak or play, and how players are named in kernels."""

from __future__ import annotations

from typing import NamedTuple

PASS = -1
"""Answer to an `Offer`: no suit."""
SUIT = 0
"""The ``strain`` of a `Turn` where a suit is trump, whichever it is."""


class Offer(NamedTuple):
    """What a seat sees when it may take."""

    hand: int
    """Its five cards, a mask (bit = card)."""
    turned: int
    """The turned card 0-31."""
    position: int
    """Order of speaking 1-4; 4 is the dealer."""
    bid_round: int
    """1 or 2."""
    draw: int
    """64 random bits of this decision alone."""


class Call(NamedTuple):
    """What a seat hears when it is its turn in an auction of coinche; bids are words of it."""

    hand: int
    """Its eight cards, a mask (bit = card)."""
    seat: int
    bid: int
    """The last bid, or `belote.game.auction.NO_BID`."""
    bidder: int
    """The seat that said it."""
    level: int
    """0, 1 coinched, 2 surcoinched."""
    own_bid: int
    """The last bid of this seat, or `belote.game.auction.NO_BID`."""
    partner_bid: int
    """The same of its partner."""
    draw: int
    """64 random bits of this decision alone."""


class Turn(NamedTuple):
    """What a seat sees when it must play; every mask in trump order (`belote.game.order`)."""

    hand: int
    legal: int
    """Cards of the hand that may be played; never empty."""
    led: int
    """Suit mask of the card led; 0 when this seat leads."""
    best: int
    """The bit that wins the trick so far; 0 when this seat leads."""
    winner: int
    """Seat that played ``best``."""
    seat: int
    place: int
    """0 leads, 3 plays last."""
    taker: int
    trick: int
    """Cards on the table."""
    gone: int
    """Cards of finished tricks."""
    voids: int
    """Bit ``8 * seat + byte``: that seat has shown to hold no card of that suit (byte 3: trump)."""
    turned: int
    """Bit of the turned card, which the taker was seen to pick up; 0 in coinche."""
    trick_no: int
    """0-7."""
    strain: int
    """`SUIT`, or sans atout or tout atout, by which the masks are then ordered."""
    draw: int
    """32 random bits of this decision alone."""
