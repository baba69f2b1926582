"""When `regular` takes: the points its side can expect, against a threshold.

Whoever takes picks the turned card up, so six cards are known: the five in hand and the turned
one. Their worth is summed suit by suit, from tables by the eight ranks a suit may show.
"""

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.cards import ACE, JACK, NINE, TEN
from belote.players.seat import PASS

THRESHOLD = (96.0, 93.0)
"""Expected card points from which it takes, in round 1 and 2."""

TRUMP_LENGTH = (0.0, 57.0, 64.0, 73.0, 82.5, 91.0, 100.0, 109.0, 118.0)
"""Points of the taker's side by number of trumps; what follows is added."""
TRUMP_JACK, TRUMP_NINE, TRUMP_JACK_NINE, TRUMP_ACE, TRUMP_TEN = 17.0, 7.0, 3.0, 5.0, 2.5
PLAIN_ACE, PLAIN_TEN, BARE_TEN = 10.0, 5.0, 1.5
VOID, SINGLETON = 3.0, 1.0


def trump_value(ranks: int) -> float:
    """What the taker's trumps are worth; ``ranks`` has a bit a rank."""
    has = lambda *held: all(ranks >> rank & 1 for rank in held)  # noqa: E731
    value = TRUMP_LENGTH[ranks.bit_count()]
    value += TRUMP_JACK * has(JACK) + TRUMP_NINE * has(NINE) + TRUMP_JACK_NINE * has(JACK, NINE)
    return value + TRUMP_ACE * has(ACE) + TRUMP_TEN * has(TEN)


def plain_value(ranks: int) -> float:
    """What the taker's cards of a plain suit are worth."""
    length = ranks.bit_count()
    value = VOID * (length == 0) + SINGLETON * (length == 1)
    if ranks >> TEN & 1:
        value += PLAIN_TEN if length > 1 else BARE_TEN
    return value + PLAIN_ACE * (ranks >> ACE & 1)


_TRUMP_VALUE = np.array([trump_value(ranks) for ranks in range(256)])
_PLAIN_VALUE = np.array([plain_value(ranks) for ranks in range(256)])


@inline
def _ranks(cards, suit):
    """The cards of one suit as eight bits."""
    return np.uint32(np.uint32(cards >> np.uint32(8 * suit)) & np.uint32(0xFF))


@inline
def speak(offer, boldness):
    """The suit taken, or `PASS`; ``boldness`` is what the threshold is lowered by."""
    turned_suit = offer.turned >> 3
    cards = np.uint32(offer.hand | np.uint32(np.uint32(1) << np.uint32(offer.turned)))
    plain = 0.0
    for suit in range(4):
        plain += _PLAIN_VALUE[_ranks(cards, suit)]
    ranks = _ranks(cards, turned_suit)
    if offer.bid_round == 1:
        value = plain - _PLAIN_VALUE[ranks] + _TRUMP_VALUE[ranks]
        return turned_suit if value + boldness >= THRESHOLD[0] else PASS
    best = THRESHOLD[1] - boldness
    choice = PASS
    for step in range(1, 4):
        suit = (turned_suit + step) & 3
        ranks = _ranks(cards, suit)
        value = plain - _PLAIN_VALUE[ranks] + _TRUMP_VALUE[ranks]
        if value > best or (value == best and choice == PASS):
            best = value
            choice = suit
    return choice
