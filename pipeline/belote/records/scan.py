"""The quick reader of deal lines: bytes to drafts, for lines in which nothing is unusual.

A line is *plain* where every field of the format comes once and has a value of its form, no text of
these holds a backslash, and unknown fields come last. Of any other line this
reader says so and nothing else: the strict reader (`belote.records.line`) then reads it, or words
what is wrong. A test holds both equal.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, kernel
from belote.game.auction import CAPOT_RANK, COINCHE, LONGEST_AUCTION, SURCOINCHE
from belote.game.cards import SANS_ATOUT, TOUT_ATOUT
from belote.records.draft import (
    AT,
    EIGHT,
    EXTRA,
    FIVE,
    LARGEST_DEAL,
    LONGEST_TABLE,
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
from belote.records.tokens import (
    BACKSLASH,
    BAD,
    BEGIN,
    CLOSE,
    COLON,
    COMMA,
    END,
    OPEN,
    QUOTE,
    SPACE,
    SUIT,
    after_any,
    after_literal,
    after_text,
    card_at,
    expect,
    letters,
    literal,
    number_at,
    skip,
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


_KEYS = literal("".join(_FIELDS))
_KEY_ENDS = np.cumsum([0, *map(len, _FIELDS)])
_THE_FORMAT = literal('"belote-deal/1"')
_TRUE, _FALSE = literal("true"), literal("false")
_STATUS_TEXTS = literal("".join(STATUSES))
_STATUS_ENDS = np.cumsum([0, *map(len, STATUSES)])
_PASS_TEXT, _TAKE_TEXT = literal('pass"'), literal("take")
_COINCHE_TEXT, _SURCOINCHE_TEXT = literal('coinche"'), literal('surcoinche"')
_CAPOT_TEXT = literal("capot")
_A, _S, _T = (ord(letter) for letter in "ast")


@inline
def _hand(text, at, end, cards, most):
    """(cards read, position) of a text of cards with one space between them, into ``cards``."""
    if at < 0 or at >= end or text[at] != QUOTE:
        return 0, BAD
    at += 1
    count = 0
    while count < most:
        card = card_at(text, at, end)
        if card == 255:
            return 0, BAD
        cards[count] = card
        count += 1
        at += 2
        if at >= end or text[at] != SPACE:
            break
        at += 1
    return (count, at + 1) if at < end and text[at] == QUOTE else (count, BAD)


@inline
def _dealt(text, at, end, draft):
    at = expect(text, at, end, OPEN)
    for seat in range(4):
        count, at = _hand(text, at, end, draft.dealt[seat], EIGHT)
        if count not in (FIVE, EIGHT) or (seat > 0 and count != draft.n_dealt):
            return BAD
        draft.n_dealt = count
        at = expect(text, at, end, COMMA if seat < 3 else CLOSE)
    return at


@inline
def _completed(text, at, end, draft):
    at = expect(text, at, end, OPEN)
    for seat in range(4):
        count, at = _hand(text, at, end, draft.completed[seat], 3)
        if count < 2:
            return BAD
        draft.n_completed[seat] = count
        at = expect(text, at, end, COMMA if seat < 3 else CLOSE)
    draft.has_completed = 1
    return at


@inline
def _take(text, at, end):
    """(code, position) of what follows ``take``."""
    if at < 0 or at + 3 > end:
        return 0, BAD
    if text[at] == QUOTE:
        return TAKE, at + 1
    suit = SUIT[text[at + 1]]
    if text[at] != SPACE or suit == 255 or text[at + 2] != QUOTE:
        return 0, BAD
    return TAKE_SUIT + np.int64(suit), at + 3


@inline
def _contract(text, at, end):
    """(code, position) of a bid of coinche, from its contract on."""
    after = after_literal(text, at, end, _CAPOT_TEXT, 0, len(_CAPOT_TEXT))
    rank = np.int64(CAPOT_RANK)
    if after < 0:
        contract, after = number_at(text, at, end)
        rank = contract // 10 - 7
        if contract % 10 != 0 or not 1 <= rank < CAPOT_RANK:
            return 0, BAD
    if after < 0 or after + 4 > end or text[after] != SPACE:
        return 0, BAD
    trump = np.int64(SUIT[text[after + 1]])
    after += 2
    if text[after] == _A:  # sans atout begins as spades do
        strain = text[after - 1]
        trump = SANS_ATOUT if strain == _S else TOUT_ATOUT if strain == _T else 255
        after += 1
    if trump == 255 or after >= end or text[after] != QUOTE:
        return 0, BAD
    return 8 * rank + trump, after + 1


@inline
def _bid(text, at, end):
    """(code, position) of a thing said."""
    if at < 0 or at >= end or text[at] != QUOTE:
        return 0, BAD
    at += 1
    after = after_literal(text, at, end, _PASS_TEXT, 0, len(_PASS_TEXT))
    if after >= 0:
        return PASS, after
    after = after_literal(text, at, end, _TAKE_TEXT, 0, len(_TAKE_TEXT))
    if after >= 0:
        return _take(text, after, end)
    after = after_literal(text, at, end, _COINCHE_TEXT, 0, len(_COINCHE_TEXT))
    if after >= 0:
        return COINCHE, after
    after = after_literal(text, at, end, _SURCOINCHE_TEXT, 0, len(_SURCOINCHE_TEXT))
    if after >= 0:
        return SURCOINCHE, after
    return _contract(text, at, end)


@inline
def _bids(text, at, end, draft):
    at = expect(text, at, end, OPEN)
    count = 0
    while count <= LONGEST_AUCTION:
        code, at = _bid(text, at, end)
        if at < 0:
            return BAD
        draft.bids[count] = code
        count += 1
        at = skip(text, at, end)
        if at < end and text[at] == CLOSE:
            draft.n_bids = count
            return at + 1
        at = expect(text, at, end, COMMA)
    return BAD


@inline
def _plays(text, at, end, draft):
    at = expect(text, at, end, OPEN)
    count = 0
    if at >= 0 and at < end and text[at] == CLOSE:
        draft.n_plays = 0
        return at + 1
    while count < 32:
        if at < 0 or at + 4 > end or text[at] != QUOTE or text[at + 3] != QUOTE:
            return BAD
        card = card_at(text, at + 1, end)
        if card == 255:
            return BAD
        draft.plays[count] = card
        count += 1
        at = skip(text, at + 4, end)
        if at < end and text[at] == CLOSE:
            draft.n_plays = count
            return at + 1
        at = expect(text, at, end, COMMA)
    return BAD


@inline
def _auto(text, at, end, draft):
    """Play numbers in ascending order."""
    at = expect(text, at, end, OPEN)
    last = 0
    while True:
        play, at = number_at(text, at, end)
        if at < 0 or play <= last or play > 32:
            return BAD
        draft.auto = np.uint32(draft.auto | np.uint32(np.uint32(1) << np.uint32(play - 1)))
        last = play
        at = skip(text, at, end)
        if at < end and text[at] == CLOSE:
            return at + 1
        at = expect(text, at, end, COMMA)


@inline
def _marks(text, at, end, draft):
    at = expect(text, at, end, OPEN)
    for team in range(2):
        value, at = number_at(text, at, end)
        if at < 0 or value > 100_000:
            return BAD
        draft.marks[team] = value
        at = expect(text, at, end, COMMA if team < 1 else CLOSE)
    draft.has_marks = 1
    return at


@inline
def _after_rules(text, at, end):
    """After a text, or an object that holds no other."""
    if at < 0 or at >= end or text[at] != BEGIN:
        return after_text(text, at, end)
    at += 1
    while at < end and text[at] != END:
        if text[at] in (BEGIN, OPEN, BACKSLASH):
            return BAD
        at += 1
    return at + 1 if at < end else BAD


@inline
def _after_players(text, at, end):
    at = expect(text, at, end, OPEN)
    for seat in range(4):
        at = after_text(text, at, end)
        at = expect(text, at, end, COMMA if seat < 3 else CLOSE)
    return at


@inline
def _small(text, at, end, draft, key):
    """The position after a field that is a number, a card or a word."""
    if key == _DEAL:
        value, at = number_at(text, at, end)
        draft.deal = value
        return at if 1 <= value <= LARGEST_DEAL else BAD
    if key == _DEALER:
        value, at = number_at(text, at, end)
        draft.dealer = min(value, 4)
        return at if value <= 3 else BAD
    if key == _TURNED:
        card = card_at(text, at + 1, end)
        if card == 255 or at + 4 > end or text[at] != QUOTE or text[at + 3] != QUOTE:
            return BAD
        draft.turned = card
        return at + 4
    if key == _SAID:
        after = after_literal(text, at, end, _TRUE, 0, len(_TRUE))
        if after < 0:
            after = after_literal(text, at, end, _FALSE, 0, len(_FALSE))
            draft.belote_said = 0
        return after
    begin = at + 1
    at = after_text(text, at, end)
    if at < 0:
        return BAD
    for status in range(3):
        first, last = _STATUS_ENDS[status], _STATUS_ENDS[status + 1]
        after = after_literal(text, begin, end, _STATUS_TEXTS, first, last)
        if after == at - 1:
            draft.status = status
            return at
    return BAD


@inline
def _value(text, at, end, key, draft, spans):
    """The position after the value of a field, which goes into the draft or the spans."""
    if key == _FORMAT:
        return after_literal(text, at, end, _THE_FORMAT, 0, len(_THE_FORMAT))
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
        at = after_text(text, at, end)
        if key == _AT:
            which = AT
        elif at >= 0 and not 1 <= letters(text, begin + 1, at - 1) <= LONGEST_TABLE:
            return BAD
    spans[which, 0] = begin
    spans[which, 1] = at
    return at


@inline
def _key(text, at, end):
    """(number of the field or -1 where it is unknown, position after its key and colon)."""
    begin = at + 1
    at = after_text(text, at, end)
    if at < 0:
        return 0, BAD
    for key in range(len(_KEY_ENDS) - 1):
        first, last = _KEY_ENDS[key], _KEY_ENDS[key + 1]
        if at - 1 - begin != last - first or text[begin] != _KEYS[first]:
            continue
        if after_literal(text, begin, end, _KEYS, first, last) >= 0:
            return key, expect(text, at, end, COLON)
    return -1, expect(text, at, end, COLON)


@inline
def _line(text, at, end, draft, spans):
    """Whether the line is plain; its draft and spans are filled then."""
    at = expect(text, at, end, BEGIN)
    seen = 0
    while True:
        begin = at
        key, at = _key(text, at, end)
        if at < 0:
            return False
        if key < 0:
            at = after_any(text, at, end)
            spans[EXTRA, 0] = begin if spans[EXTRA, 0] == 0 else spans[EXTRA, 0]
            spans[EXTRA, 1] = at
        elif seen >> key & 1 or spans[EXTRA, 0] > 0:
            return False
        else:
            seen |= 1 << key
            at = _value(text, at, end, key, draft, spans)
        if at < 0:
            return False
        at = skip(text, at, end)
        if at < end and text[at] == END:
            break
        at = expect(text, at, end, COMMA)
        if at < 0:
            return False
    return skip(text, at + 1, end) == end and seen & _REQUIRED == _REQUIRED


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
