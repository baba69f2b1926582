"""What the quick reader of records is made of: steps over the bytes of a line.

Each takes a position and gives the one after what it steps over, or `BAD`, which every one of
them takes and gives on.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.cards import RANKS, SUITS


def literal(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), np.uint8)


def numbers_of(letters: str) -> np.ndarray:
    """Table of 256: the place of a letter, or 255."""
    table = np.full(256, 255, np.uint8)
    for place, letter in enumerate(letters):
        table[ord(letter)] = place
    return table


RANK, SUIT = numbers_of(RANKS), numbers_of(SUITS)

QUOTE, COMMA, COLON, BACKSLASH = (ord(c) for c in '",:\\')
OPEN, CLOSE, BEGIN, END = (ord(c) for c in "[]{}")
ZERO, NINE, SPACE, TAB, RETURN = (ord(c) for c in "09 \t\r")
BAD = np.int64(-1)
"""A position that says: not plain. Every function below takes and gives it on."""


@inline
def skip(text, at, end):
    """The next position that is no white space."""
    while at < end and (text[at] == SPACE or text[at] == TAB or text[at] == RETURN):
        at += 1
    return at


@inline
def expect(text, at, end, byte):
    """After that byte and the space round it."""
    if at < 0:
        return BAD
    at = skip(text, at, end)
    return skip(text, at + 1, end) if at < end and text[at] == byte else BAD


@inline
def after_literal(text, at, end, literal, first, last):
    """After the bytes ``first`` to ``last`` of a literal."""
    if at < 0 or at + last - first > end:
        return BAD
    for n in range(first, last):
        if text[at + n - first] != literal[n]:
            return BAD
    return at + last - first


@inline
def after_text(text, at, end):
    """After a text in quotes without backslash or control character."""
    if at < 0 or at >= end or text[at] != QUOTE:
        return BAD
    at += 1
    while at < end and text[at] != QUOTE:
        if text[at] < SPACE or text[at] == BACKSLASH:
            return BAD
        at += 1
    return at + 1 if at < end else BAD


@inline
def number_at(text, at, end):
    """(number, position after it) of a whole number of at most ten digits."""
    begin = at
    value = np.int64(0)
    if at < 0:
        return value, BAD
    while at < end and ZERO <= text[at] <= NINE and at - begin < 11:
        value = value * 10 + np.int64(text[at] - ZERO)
        at += 1
    digits = at - begin
    if digits == 0 or digits > 10 or (digits > 1 and text[begin] == ZERO):
        return value, BAD
    return value, at


@inline
def card_at(text, at, end):
    """The card 0-31 at a position, or 255."""
    if at < 0 or at + 2 > end or RANK[text[at]] == 255 or SUIT[text[at + 1]] == 255:
        return np.uint8(255)
    return np.uint8(SUIT[text[at + 1]] * 8 + RANK[text[at]])


@inline
def letters(text, begin, end):
    """Characters between two positions of text in UTF-8."""
    count = 0
    for at in range(begin, end):
        count += np.int64(text[at] & 0xC0 != 0x80)
    return count


@inline
def after_any(text, at, end):
    """Where a value of any kind ends; whether it is one is not looked into."""
    depth = 0
    quoted = False
    while at < end:
        byte = text[at]
        if quoted:
            at += 1 if byte == BACKSLASH else 0
            quoted = byte != QUOTE
        elif byte == QUOTE:
            quoted = True
        elif byte in (OPEN, BEGIN):
            depth += 1
        elif depth == 0 and byte in (COMMA, END):
            return at
        elif byte in (CLOSE, END):
            depth -= 1
        at += 1
    return BAD
