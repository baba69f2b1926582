"""The player that `belote tune` makes: takes by fitted numbers, and plays as `regular`.

What taking in a suit gains over passing, in marks, is a sum of numbers that a file holds: by the
trumps it would have with the turned card, by its cards of the plain suits, by its position and by
the rank that is turned. It takes where the sum is not below 0, in round 2 in the suit where it is
greatest (of equals the first after the turned suit).
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from belote.compiled import inline, popcount
from belote.game.cards import ACE, JACK, KING, NINE, QUEEN, TEN
from belote.players.seat import PASS
from belote.players.spec import FIRST_NUMBER, LENGTHS, NUMBERS, PLACES


def _holds(ranks: int, *wanted: int) -> int:
    return int(all(ranks >> rank & 1 for rank in wanted))


def _trump_counts(ranks: int) -> dict[str, int]:
    return {
        "jack": _holds(ranks, JACK),
        "nine": _holds(ranks, NINE),
        "ace": _holds(ranks, ACE),
        "ten": _holds(ranks, TEN),
        "jack_and_nine": _holds(ranks, JACK, NINE),
        "belote": _holds(ranks, KING, QUEEN),
    }


def _plain_counts(ranks: int) -> dict[str, int]:
    length, ace, ten = ranks.bit_count(), _holds(ranks, ACE), _holds(ranks, TEN)
    return {
        "plain_ace": ace,
        "ten_with_ace": ten * ace,
        "covered_ten": ten * (not ace and length > 1),
        "bare_ten": ten * (length == 1),
        "void": length == 0,
        "singleton": length == 1,
    }


def _table(count: Callable[[int], dict[str, int]]) -> np.ndarray:
    """What each number is counted, by the eight bits of a suit's ranks: int64 (256, `NUMBERS`)."""
    table = np.zeros((256, NUMBERS), np.int64)
    for ranks in range(256):
        for name, number in count(ranks).items():
            table[ranks, PLACES[name]] = number
    return table


TRUMP_COUNTS = _table(_trump_counts)
PLAIN_COUNTS = _table(_plain_counts)
MOST_TRUMPS = LENGTHS["trumps"] - 1
_TRUMPS, _JACK, _PLAIN, _POSITION, _TURNED = (
    PLACES[name] for name in ("trumps", "jack", "plain_ace", "position", "turned")
)


def features(
    cards: np.ndarray, suit: np.ndarray, turned: np.ndarray, position: np.ndarray
) -> np.ndarray:
    """What each number is counted where a seat takes: float64 (decisions, `NUMBERS`).

    ``cards`` (uint32) are its five with the turned one, ``turned`` 0-31, ``position`` 1-4; all are
    arrays of one length.
    """
    rows = np.arange(len(cards))
    counts = np.zeros((len(cards), NUMBERS))
    for plain in range(4):
        ranks = (cards >> np.uint32(8 * plain) & np.uint32(0xFF)).astype(np.int64)
        is_trump = suit == plain
        counts += np.where(is_trump[:, None], TRUMP_COUNTS[ranks], PLAIN_COUNTS[ranks])
        held = np.bitwise_count(ranks[is_trump])
        counts[rows[is_trump], PLACES["trumps"] + np.minimum(held, MOST_TRUMPS)] = 1
    counts[rows, PLACES["position"] + position - 1] = 1
    counts[rows, PLACES["turned"] + (turned & 7)] = 1
    return counts


@inline
def _ranks(cards, suit):
    """The cards of one suit as eight bits."""
    return np.uint32(np.uint32(cards >> np.uint32(8 * suit)) & np.uint32(0xFF))


@inline
def _gain(player, first, cards, suit, offer):
    """The sum of the numbers from ``first`` on of a row of the player table, for one suit."""
    total = player[first + _POSITION + offer.position - 1]
    total += player[first + _TURNED + (offer.turned & 7)]
    for step in range(4):
        ranks = _ranks(cards, (suit + step) & 3)
        if step == 0:
            total += player[first + _TRUMPS + min(np.int64(popcount(ranks)), MOST_TRUMPS)]
            for place in range(_JACK, _PLAIN):
                total += player[first + place] * TRUMP_COUNTS[ranks, place]
        else:
            for place in range(_PLAIN, _POSITION):
                total += player[first + place] * PLAIN_COUNTS[ranks, place]
    return total


@inline
def speak(offer, player):
    """The suit taken, or `PASS`; ``player`` is a row of the player table."""
    turned_suit = np.int64(offer.turned >> 3)
    cards = np.uint32(offer.hand | np.uint32(np.uint32(1) << np.uint32(offer.turned)))
    first = FIRST_NUMBER
    steps = 1
    if offer.bid_round == 2:
        first += NUMBERS
        steps = 3
    best = -np.inf
    choice = turned_suit
    for step in range(steps):
        suit = (turned_suit + offer.bid_round - 1 + step) & 3
        gain = _gain(player, first, cards, suit, offer)
        if gain > best:
            best = gain
            choice = suit
    return choice if best >= 0 else np.int64(PASS)
