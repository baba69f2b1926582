"""When `regular` takes: the points its side can expect, against a threshold.

Whoever takes picks the turned card up, so six of its cards are known: the five in hand and the
turned one. What they are worth is summed suit by suit, from tables by the ranks held of a suit.
The numbers are the regression of the points of 350,000 takers, with `regular` at all seats, on
what they held; the threshold is the one that wins duplicate matches against others.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.cards import ACE, JACK, KING, NINE, QUEEN, TEN
from belote.players.seat import PASS

THRESHOLD = 100.5
"""Expected card points from which it takes, at every position and in both rounds."""

TRUMP_LENGTH = (0.0, 54.0, 65.0, 76.5, 87.0, 95.0, 100.0, 105.0, 110.0)
"""Points of the taker's side by number of trumps; all that follows is added."""
TRUMP_JACK, TRUMP_NINE, TRUMP_ACE, TRUMP_TEN = 22.0, 10.0, 5.0, 3.0
JACK_AND_NINE = 1.0
BELOTE = 5.0
"""For the 20 it will be marked; of card points King and Queen bring their own alone."""
PLAIN_ACE = 10.5
TEN_WITH_ACE, COVERED_TEN, BARE_TEN = 8.5, 4.5, 1.0
VOID, SINGLETON = 4.0, 1.5
"""No card, or a single one, of a plain suit."""


def _holds(ranks: int, *wanted: int) -> bool:
    return all(ranks >> rank & 1 for rank in wanted)


def trump_value(ranks: int) -> float:
    """What the taker's trumps are worth; ``ranks`` has a bit a rank (`RANKS`)."""
    return (
        TRUMP_LENGTH[ranks.bit_count()]
        + TRUMP_JACK * _holds(ranks, JACK)
        + TRUMP_NINE * _holds(ranks, NINE)
        + TRUMP_ACE * _holds(ranks, ACE)
        + TRUMP_TEN * _holds(ranks, TEN)
        + JACK_AND_NINE * _holds(ranks, JACK, NINE)
        + BELOTE * _holds(ranks, KING, QUEEN)
    )


def plain_value(ranks: int) -> float:
    """What the taker's cards of a plain suit are worth."""
    length = ranks.bit_count()
    value = VOID * (length == 0) + SINGLETON * (length == 1) + PLAIN_ACE * _holds(ranks, ACE)
    if _holds(ranks, TEN):
        value += TEN_WITH_ACE if _holds(ranks, ACE) else COVERED_TEN if length > 1 else BARE_TEN
    return value


def expected_points(cards: int, suit: int) -> float:
    """Points that the taker's side can expect; ``cards`` is a mask, the turned one among them."""
    ranks = [cards >> 8 * plain & 0xFF for plain in range(4)]
    return trump_value(ranks[suit]) + sum(
        plain_value(ranks[plain]) for plain in range(4) if plain != suit
    )


_TRUMP_VALUE = np.array([trump_value(ranks) for ranks in range(256)])
_PLAIN_VALUE = np.array([plain_value(ranks) for ranks in range(256)])


@inline
def _ranks(cards, suit):
    """The cards of one suit as eight bits."""
    return np.uint32(np.uint32(cards >> np.uint32(8 * suit)) & np.uint32(0xFF))


@inline
def _value(cards, plain, suit):
    """Expected points with a suit as trump; ``plain`` is what all four are worth as plain suits."""
    ranks = _ranks(cards, suit)
    return plain - _PLAIN_VALUE[ranks] + _TRUMP_VALUE[ranks]


@inline
def speak(offer, boldness):
    """The suit taken, or `PASS`; ``boldness`` is what the threshold is lowered by.

    In round 2 the best of the other three suits; of equals the first after the turned suit.
    """
    turned_suit = offer.turned >> 3
    cards = np.uint32(offer.hand | np.uint32(np.uint32(1) << np.uint32(offer.turned)))
    plain = 0.0
    for suit in range(4):
        plain += _PLAIN_VALUE[_ranks(cards, suit)]
    threshold = THRESHOLD - boldness
    if offer.bid_round == 1:
        return turned_suit if _value(cards, plain, turned_suit) >= threshold else PASS
    best = 0.0
    choice = turned_suit
    for step in range(1, 4):
        suit = (turned_suit + step) & 3
        value = _value(cards, plain, suit)
        if value > best:
            best = value
            choice = suit
    return choice if best >= threshold else PASS
