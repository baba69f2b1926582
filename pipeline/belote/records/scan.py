"""The quick reader of deal lines: bytes to drafts, for lines in which nothing is unusual.

A line is *plain* where every field is of the format, comes once and has a value of its form, and
no text holds a backslash. Of any other line this reader says so and nothing else: the strict
reader (`belote.records.line`) then reads it, or words what is wrong. A test holds both equal.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, kernel
from belote.game.cards import RANKS, SUITS
from belote.records.draft import (
    AT,
    LARGEST_DEAL,
    LONGEST_TABLE,
    MOST_BIDS,
    PASS,
    PLAYERS,
    RULES,
    STATUSES,
    TABLE,
    TAKE,
    TAKE_SUIT,
    TEXTS,
    Scanned,
    new_drafts,
)

_FIELDS = (
    "format", "table", "deal", "rules", "dealer", "dealt", "turned", "bids", "completed", "plays",
    "auto", "belote_said", "status", "players", "at", "marks",
)  # fmt: skip
(
    _FORMAT, _TABLE, _DEAL, _RULES, _DEALER, _DEALT, _TURNED, _BIDS, _COMPLETED, _PLAYS,
    _AUTO, _SAID, _STATUS, _PLAYERS, _AT, _MARKS,
) = range(len(_FIELDS))  # fmt: skip
_REQUIRED = sum(1 << n for n in (_FORMAT, _TABLE, _DEAL, _RULES, _DEALER, _BIDS))


def _literal(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), np.uint8)


_KEYS = _literal("".join(_FIELDS))
_KEY_ENDS = np.cumsum([0, *map(len, _FIELDS)])
_THE_FORMAT = _literal('"belote-deal/1"')
_TRUE, _FALSE = _literal("true"), _literal("false")
_STATUS_TEXTS = _literal("".join(STATUSES))
_STATUS_ENDS = np.cumsum([0, *map(len, STATUSES)])
_PASS_TEXT, _TAKE_TEXT = _literal('pass"'), _literal("take")


def _numbers_of(letters: str) -> np.ndarray:
    """Table of 256: the place of a letter, or 255."""
    table = np.full(256, 255, np.uint8)
    for place, letter in enumerate(letters):
        table[ord(letter)] = place
    return table


_RANK, _SUIT = _numbers_of(RANKS), _numbers_of(SUITS)
_QUOTE, _COMMA, _COLON, _BACKSLASH = (ord(c) for c in '",:\\')
_OPEN, _CLOSE, _BEGIN, _END = (ord(c) for c in "[]{}")
_ZERO, _NINE, _SPACE, _TAB, _RETURN = (ord(c) for c in "09 \t\r")
_BAD = np.int64(-1)
"""A position that says: not plain. Every function below takes and gives it on."""


@inline
def _skip(text, at, end):
    """The next position that is no white space."""
    while at < end and (text[at] == _SPACE or text[at] == _TAB or text[at] == _RETURN):
        at += 1
    return at


@inline
def _expect(text, at, end, byte):
    """After that byte and the space round it."""
    if at < 0:
        return _BAD
    at = _skip(text, at, end)
    return _skip(text, at + 1, end) if at < end and text[at] == byte else _BAD


@inline
def _after(text, at, end, literal, first, last):
    """After the bytes ``first`` to ``last`` of a literal."""
    if at < 0 or at + last - first > end:
        return _BAD
    for n in range(first, last):
        if text[at + n - first] != literal[n]:
            return _BAD
    return at + last - first


@inline
def _after_text(text, at, end):
    """After a text in quotes without backslash or control character."""
    if at < 0 or at >= end or text[at] != _QUOTE:
        return _BAD
    at += 1
    while at < end and text[at] != _QUOTE:
        if text[at] < _SPACE or text[at] == _BACKSLASH:
            return _BAD
        at += 1
    return at + 1 if at < end else _BAD


@inline
def _number(text, at, end):
    """(number, position after it) of a whole number of at most ten digits."""
    begin = at
    value = np.int64(0)
    if at < 0:
        return value, _BAD
    while at < end and _ZERO <= text[at] <= _NINE and at - begin < 11:
        value = value * 10 + np.int64(text[at] - _ZERO)
        at += 1
    digits = at - begin
    if digits == 0 or digits > 10 or (digits > 1 and text[begin] == _ZERO):
        return value, _BAD
    return value, at


@inline
def _card(text, at, end):
    """The card 0-31 at a position, or 255."""
    if at < 0 or at + 2 > end or _RANK[text[at]] == 255 or _SUIT[text[at + 1]] == 255:
        return np.uint8(255)
    return np.uint8(_SUIT[text[at + 1]] * 8 + _RANK[text[at]])


@inline
def _hand(text, at, end, cards, most):
    """(cards read, position) of a text of cards with one space between them, into ``cards``."""
    if at < 0 or at >= end or text[at] != _QUOTE:
        return 0, _BAD
    at += 1
    count = 0
    while count < most:
        card = _card(text, at, end)
        if card == 255:
            return 0, _BAD
        cards[count] = card
        count += 1
        at += 2
        if at >= end or text[at] != _SPACE:
            break
        at += 1
    return (count, at + 1) if at < end and text[at] == _QUOTE else (count, _BAD)


@inline
def _dealt(text, at, end, draft):
    at = _expect(text, at, end, _OPEN)
    for seat in range(4):
        count, at = _hand(text, at, end, draft.dealt[seat], 5)
        if count != 5:
            return _BAD
        at = _expect(text, at, end, _COMMA if seat < 3 else _CLOSE)
    draft.has_dealt = 1
    return at


@inline
def _completed(text, at, end, draft):
    at = _expect(text, at, end, _OPEN)
    for seat in range(4):
        count, at = _hand(text, at, end, draft.completed[seat], 3)
        if count < 2:
            return _BAD
        draft.n_completed[seat] = count
        at = _expect(text, at, end, _COMMA if seat < 3 else _CLOSE)
    draft.has_completed = 1
    return at


@inline
def _bid(text, at, end):
    """(code, position) of a thing said."""
    if at < 0 or at >= end or text[at] != _QUOTE:
        return 0, _BAD
    after = _after(text, at + 1, end, _PASS_TEXT, 0, len(_PASS_TEXT))
    if after >= 0:
        return PASS, after
    at = _after(text, at + 1, end, _TAKE_TEXT, 0, len(_TAKE_TEXT))
    if at < 0 or at + 3 > end:
        return 0, _BAD
    if text[at] == _QUOTE:
        return TAKE, at + 1
    suit = _SUIT[text[at + 1]]
    if text[at] != _SPACE or suit == 255 or text[at + 2] != _QUOTE:
        return 0, _BAD
    return TAKE_SUIT + np.int64(suit), at + 3


@inline
def _bids(text, at, end, draft):
    at = _expect(text, at, end, _OPEN)
    count = 0
    while count <= MOST_BIDS:
        code, at = _bid(text, at, end)
        if at < 0:
            return _BAD
        draft.bids[count] = code
        count += 1
        at = _skip(text, at, end)
        if at < end and text[at] == _CLOSE:
            draft.n_bids = count
            return at + 1
        at = _expect(text, at, end, _COMMA)
    return _BAD


@inline
def _plays(text, at, end, draft):
    at = _expect(text, at, end, _OPEN)
    count = 0
    if at >= 0 and at < end and text[at] == _CLOSE:
        draft.n_plays = 0
        return at + 1
    while count < 32:
        if at < 0 or at + 4 > end or text[at] != _QUOTE or text[at + 3] != _QUOTE:
            return _BAD
        card = _card(text, at + 1, end)
        if card == 255:
            return _BAD
        draft.plays[count] = card
        count += 1
        at = _skip(text, at + 4, end)
        if at < end and text[at] == _CLOSE:
            draft.n_plays = count
            return at + 1
        at = _expect(text, at, end, _COMMA)
    return _BAD


@inline
def _auto(text, at, end, draft):
    """Play numbers in ascending order."""
    at = _expect(text, at, end, _OPEN)
    last = 0
    while True:
        play, at = _number(text, at, end)
        if at < 0 or play <= last or play > 32:
            return _BAD
        draft.auto = np.uint32(draft.auto | np.uint32(np.uint32(1) << np.uint32(play - 1)))
        last = play
        at = _skip(text, at, end)
        if at < end and text[at] == _CLOSE:
            return at + 1
        at = _expect(text, at, end, _COMMA)


@inline
def _marks(text, at, end, draft):
    at = _expect(text, at, end, _OPEN)
    for team in range(2):
        value, at = _number(text, at, end)
        if at < 0 or value > 100_000:
            return _BAD
        draft.marks[team] = value
        at = _expect(text, at, end, _COMMA if team < 1 else _CLOSE)
    draft.has_marks = 1
    return at


@inline
def _after_rules(text, at, end):
    """After a text, or an object that holds no other."""
    if at < 0 or at >= end or text[at] != _BEGIN:
        return _after_text(text, at, end)
    at += 1
    while at < end and text[at] != _END:
        if text[at] in (_BEGIN, _OPEN, _BACKSLASH):
            return _BAD
        at += 1
    return at + 1 if at < end else _BAD


@inline
def _after_players(text, at, end):
    at = _expect(text, at, end, _OPEN)
    for seat in range(4):
        at = _after_text(text, at, end)
        at = _expect(text, at, end, _COMMA if seat < 3 else _CLOSE)
    return at


@inline
def _letters(text, begin, end):
    """Characters between two positions of text in UTF-8."""
    count = 0
    for at in range(begin, end):
        count += np.int64(text[at] & 0xC0 != 0x80)
    return count


@inline
def _small(text, at, end, draft, key):
    """The position after a field that is a number, a card or a word."""
    if key == _DEAL:
        value, at = _number(text, at, end)
        draft.deal = value
        return at if 1 <= value <= LARGEST_DEAL else _BAD
    if key == _DEALER:
        value, at = _number(text, at, end)
        draft.dealer = min(value, 4)
        return at if value <= 3 else _BAD
    if key == _TURNED:
        card = _card(text, at + 1, end)
        if card == 255 or at + 4 > end or text[at] != _QUOTE or text[at + 3] != _QUOTE:
            return _BAD
        draft.turned = card
        return at + 4
    if key == _SAID:
        after = _after(text, at, end, _TRUE, 0, len(_TRUE))
        if after < 0:
            after = _after(text, at, end, _FALSE, 0, len(_FALSE))
            draft.belote_said = 0
        return after
    begin = at + 1
    at = _after_text(text, at, end)
    if at < 0:
        return _BAD
    for status in range(3):
        first, last = _STATUS_ENDS[status], _STATUS_ENDS[status + 1]
        after = _after(text, begin, end, _STATUS_TEXTS, first, last)
        if after == at - 1:
            draft.status = status
            return at
    return _BAD


@inline
def _value(text, at, end, key, draft, spans):
    """The position after the value of a field, which goes into the draft or the spans."""
    if key == _FORMAT:
        return _after(text, at, end, _THE_FORMAT, 0, len(_THE_FORMAT))
    if key == _DEALT:
        return _dealt(text, at, end, draft)
    if key == _COMPLETED:
        return _completed(text, at, end, draft)
    if key == _BIDS:
        return _bids(text, at, end, draft)
    if key == _PLAYS:
        return _plays(text, at, end, draft)
    if key == _AUTO:
        return _auto(text, at, end, draft)
    if key == _MARKS:
        return _marks(text, at, end, draft)
    if key not in (_TABLE, _RULES, _PLAYERS, _AT):
        return _small(text, at, end, draft, key)
    begin = at
    which = TABLE
    if key == _RULES:
        which = RULES
        at = _after_rules(text, at, end)
    elif key == _PLAYERS:
        which = PLAYERS
        at = _after_players(text, at, end)
    else:
        at = _after_text(text, at, end)
        if key == _AT:
            which = AT
        elif at >= 0 and not 1 <= _letters(text, begin + 1, at - 1) <= LONGEST_TABLE:
            return _BAD
    spans[which, 0] = begin
    spans[which, 1] = at
    return at


@inline
def _key(text, at, end):
    """(number of the field, position after its key and colon)."""
    begin = at + 1
    at = _after_text(text, at, end)
    if at < 0:
        return 0, _BAD
    for key in range(len(_KEY_ENDS) - 1):
        first, last = _KEY_ENDS[key], _KEY_ENDS[key + 1]
        if at - 1 - begin != last - first or text[begin] != _KEYS[first]:
            continue
        if _after(text, begin, end, _KEYS, first, last) >= 0:
            return key, _expect(text, at, end, _COLON)
    return 0, _BAD


@inline
def _line(text, at, end, draft, spans):
    """Whether the line is plain; its draft and spans are filled then."""
    at = _expect(text, at, end, _BEGIN)
    seen = 0
    while True:
        key, at = _key(text, at, end)
        if at < 0 or seen >> key & 1:
            return False
        seen |= 1 << key
        at = _value(text, at, end, key, draft, spans)
        if at < 0:
            return False
        at = _skip(text, at, end)
        if at < end and text[at] == _END:
            break
        at = _expect(text, at, end, _COMMA)
        if at < 0:
            return False
    return _skip(text, at + 1, end) == end and seen & _REQUIRED == _REQUIRED


@kernel
def _scan(text, ends, is_utf8, drafts, spans, plain):
    """Read the lines of a buffer; ``ends`` are where they end, the newline not among them."""
    at = np.int64(0)
    for row in range(len(ends)):
        end = ends[row]
        readable = True
        if not is_utf8:
            for place in range(at, end):
                if text[place] >= 0x80:
                    readable = False
        plain[row] = readable and _line(text, at, end, drafts[row], spans[row])
        at = end + 1


def scan_lines(text: np.ndarray, ends: np.ndarray, is_utf8: bool) -> Scanned:
    """Read the lines of a buffer (uint8) that end at ``ends`` (int64, newlines left out).

    ``is_utf8`` says whether the whole buffer is; without, lines beyond ASCII are not plain.
    """
    rows = len(ends)
    scanned = Scanned(
        new_drafts(rows), np.zeros((rows, len(TEXTS), 2), np.int64), np.zeros(rows, np.bool_)
    )
    _scan(text, ends, is_utf8, scanned.drafts, scanned.spans, scanned.plain)
    return scanned
