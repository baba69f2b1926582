"""Hands seen from what is trump, so that "beats" is one comparison of integers.

In *trump order* bits 24-31 hold the trump suit, weak to strong (7 8 Q K T A 9 J), and bytes
0-2 the plain suits that follow it in s h d c, each weak to strong (7 8 9 J Q K T A). Among
the cards that can win a trick (the suit led and the trumps) the greater single bit wins.

At sans atout (trump 4) and tout atout (5) bytes 0-3 hold the suits s h d c, all in the plain order
or all in that of trumps. What a trick's trumps are is then `belote.game.legality.trick_trumps`.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, kernel
from belote.game.cards import (
    PLAIN_POINTS,
    RANKS,
    SANS_ATOUT,
    SANS_POINTS,
    TOUT_ATOUT,
    TOUT_POINTS,
    TRUMP_ORDER,
    TRUMP_POINTS,
)

TRUMPS = np.uint32(0xFF000000)

TRUMP_JACK = np.uint32(1 << 31)
TRUMP_NINE = np.uint32(1 << 30)
BELOTE = np.uint32(0b1100 << 24)
"""King and Queen of trump."""


def _bytes_table(place_of_rank: list[int]) -> np.ndarray:
    """Table of 256: the byte with each bit moved to its place."""
    table = np.zeros(256, np.uint8)
    for byte in range(256):
        table[byte] = sum(1 << place_of_rank[rank] for rank in range(8) if byte >> rank & 1)
    return table


def _points_table(points: list[int]) -> np.ndarray:
    return np.array(
        [sum(p for i, p in enumerate(points) if b >> i & 1) for b in range(256)], np.uint8
    )


_TO_TRUMP = _bytes_table([TRUMP_ORDER.index(rank) for rank in RANKS])
_FROM_TRUMP = _bytes_table([RANKS.index(rank) for rank in TRUMP_ORDER])
_TRUMP_BYTE_POINTS = _points_table([TRUMP_POINTS[RANKS.index(rank)] for rank in TRUMP_ORDER])
_PLAIN_BYTE_POINTS = _points_table(list(PLAIN_POINTS))
_SANS_BYTE_POINTS = _points_table(list(SANS_POINTS))
_TOUT_BYTE_POINTS = _points_table([TOUT_POINTS[RANKS.index(rank)] for rank in TRUMP_ORDER])


@inline
def to_trump_order(mask, trump):
    """A mask of cards (bit = card) in the order of that trump suit 0-3."""
    turn = np.uint32(8 * ((trump + 1) & 3))
    turned = np.uint32(
        np.uint32(mask >> turn) | np.uint32(mask << np.uint32((np.uint32(32) - turn) & 31))
    )
    return np.uint32(
        np.uint32(turned & 0x00FFFFFF) | np.uint32(np.uint32(_TO_TRUMP[turned >> 24]) << 24)
    )


@inline
def from_trump_order(mask, trump):
    """The inverse of `to_trump_order`."""
    turned = np.uint32(
        np.uint32(mask & 0x00FFFFFF) | np.uint32(np.uint32(_FROM_TRUMP[mask >> 24]) << 24)
    )
    turn = np.uint32(8 * ((trump + 1) & 3))
    return np.uint32(
        np.uint32(turned << turn) | np.uint32(turned >> np.uint32((np.uint32(32) - turn) & 31))
    )


@inline
def suit_of(card):
    """The suit mask (one byte of ones, trump order) of a single card's bit."""
    return np.uint32(
        np.uint32(0xFF)
        << np.uint32(
            (np.uint32(card > 0xFF) + np.uint32(card > 0xFFFF) + np.uint32(card > 0xFFFFFF)) * 8
        )
    )


@inline
def points_of(mask):
    """Card points of a mask in trump order, without dix de der."""
    return (
        np.int64(_TRUMP_BYTE_POINTS[mask >> 24])
        + np.int64(_PLAIN_BYTE_POINTS[(mask >> 16) & 0xFF])
        + np.int64(_PLAIN_BYTE_POINTS[(mask >> 8) & 0xFF])
        + np.int64(_PLAIN_BYTE_POINTS[mask & 0xFF])
    )


@inline
def belotes(hands, taker):
    """(taker's side, defence): 20 where one of four hands of eight (trump order) holds K and Q."""
    for seat in range(4):
        if hands[seat] & BELOTE == BELOTE:
            mine = np.int64(20 if (seat ^ taker) & 1 == 0 else 0)
            return mine, 20 - mine
    return np.int64(0), np.int64(0)


# Whatever is trump ------------------------------------------------------------------------------


@inline
def _each_byte(mask, table):
    """A mask with each of its bytes looked up."""
    return np.uint32(
        np.uint32(table[mask & 0xFF])
        | np.uint32(np.uint32(table[(mask >> 8) & 0xFF]) << 8)
        | np.uint32(np.uint32(table[(mask >> 16) & 0xFF]) << 16)
        | np.uint32(np.uint32(table[mask >> 24]) << 24)
    )


@inline
def _sum_bytes(mask, table):
    """What a table says of the four bytes of a mask, together."""
    return (
        np.int64(table[mask & 0xFF])
        + np.int64(table[(mask >> 8) & 0xFF])
        + np.int64(table[(mask >> 16) & 0xFF])
        + np.int64(table[mask >> 24])
    )


@inline
def to_strain_order(mask, trump):
    """A mask of cards (bit = card) in the order of that trump 0-5."""
    if trump < SANS_ATOUT:
        return to_trump_order(mask, trump)
    return _each_byte(mask, _TO_TRUMP) if trump == TOUT_ATOUT else np.uint32(mask)


@inline
def from_strain_order(mask, trump):
    """The inverse of `to_strain_order`."""
    if trump < SANS_ATOUT:
        return from_trump_order(mask, trump)
    return _each_byte(mask, _FROM_TRUMP) if trump == TOUT_ATOUT else np.uint32(mask)


@inline
def strain_points(mask, trump):
    """Card points of a mask in the order of that trump 0-5, without dix de der."""
    if trump < SANS_ATOUT:
        return points_of(mask)
    return _sum_bytes(mask, _TOUT_BYTE_POINTS if trump == TOUT_ATOUT else _SANS_BYTE_POINTS)


@inline
def strain_belotes(hands, taker, trump):
    """(taker's side, defence): 20 for each K + Q of trump in one of four hands of eight.

    The hands are in the order of that trump 0-5: at sans atout no suit is trump, at tout atout all
    are.
    """
    if trump < SANS_ATOUT:
        return belotes(hands, taker)
    mine = np.int64(0)
    theirs = np.int64(0)
    if trump == TOUT_ATOUT:
        for seat in range(4):
            for suit in range(4):
                pair = np.uint32(BELOTE >> np.uint32(8 * suit))
                if hands[seat] & pair == pair:
                    if (seat ^ taker) & 1 == 0:
                        mine += 20
                    else:
                        theirs += 20
    return mine, theirs


@kernel
def mask_to_order(mask, trump):
    """`to_strain_order` for whoever is no kernel."""
    return to_strain_order(np.uint32(mask), trump)


@kernel
def mask_from_order(mask, trump):
    """`from_strain_order` for whoever is no kernel."""
    return from_strain_order(np.uint32(mask), trump)
