"""A deal as its record tells it, played through the rules: the columns that are stored, or a fault.

Legality, points, belote, annonces and marks are those of `belote.game`; here is only the order of
things in a record, and which rule a card or a bid breaks.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel, low_index
from belote.game.annonces import side_annonces
from belote.game.columns import NOBODY, Columns, empty_columns
from belote.game.legality import beats, legal_cards, play_rules
from belote.game.marking import CARD_TOTAL, Facts, mark_deal, mark_rules
from belote.game.order import TRUMPS, belotes, from_trump_order, points_of, suit_of, to_trump_order
from belote.game.variants import Rules
from belote.records.broken import (
    AFTER_END,
    AUTO_BEYOND,
    COMPLETED_ALONE,
    COMPLETED_COUNT,
    MARKS,
    MARKS_ABANDONED,
    MUST_FOLLOW,
    MUST_GO_HIGHER,
    MUST_TRUMP,
    NAMES_SUIT,
    NAMES_TURNED,
    NEEDS_COMPLETED,
    NEEDS_DEALT,
    NEEDS_PLAYS,
    NEEDS_SUIT,
    NEEDS_TURNED,
    NO_UNDERTRUMP,
    NOT_HELD,
    NOT_PASSED_OUT,
    PLAYED_TWICE,
    PLAYS_COUNT,
    TURNED_NOT_PLAYED,
    TURNED_SUIT,
    TWICE,
    UNFINISHED,
)
from belote.records.draft import (
    ABANDONED,
    MISSING,
    MOST_BIDS,
    PASS,
    TAKE,
    TAKE_SUIT,
)

FULL = np.uint32(0xFFFFFFFF)
ALL_PLAYS = 32
UNKNOWN = 255
"""A number of `Columns` that is not known, or makes no sense for the deal."""
UNKNOWN_ANNONCES = 65535


class _Fault(NamedTuple):
    """A code, and up to four numbers that its message needs; code 0 is no fault."""

    code: int
    a: int
    b: int
    c: int
    d: int


@inline
def _fault(code, a, b, c, d):
    return _Fault(np.int64(code), np.int64(a), np.int64(b), np.int64(c), np.int64(d))


@inline
def _bit(card):
    return np.uint32(np.uint32(1) << np.uint32(card))


@inline
def _dealing(draft, hands, completed):
    """(fault, first cards): the hands before the auction and what completes them, as masks."""
    seen = np.uint32(0)
    first = np.uint32(0)
    for seat in range(4):
        hands[seat] = 0
        completed[seat] = 0
    for seat in range(4):
        for n in range(5 * draft.has_dealt):
            bit = _bit(draft.dealt[seat, n])
            if seen & bit:
                return _fault(TWICE, 0, draft.dealt[seat, n], 0, 0), first
            seen = np.uint32(seen | bit)
            hands[seat] = np.uint32(hands[seat] | bit)
    first = seen
    if draft.turned != MISSING:
        if seen & _bit(draft.turned):
            return _fault(TWICE, 1, draft.turned, 0, 0), first
        seen = np.uint32(seen | _bit(draft.turned))
    for seat in range(4):
        for n in range(draft.n_completed[seat]):
            bit = _bit(draft.completed[seat, n])
            if seen & bit:
                return _fault(TWICE, 2, draft.completed[seat, n], 0, 0), first
            seen = np.uint32(seen | bit)
            completed[seat] = np.uint32(completed[seat] | bit)
    if draft.n_plays != ALL_PLAYS and not draft.has_dealt:
        return _fault(NEEDS_DEALT, 0, 0, 0, 0), first
    if draft.n_plays != ALL_PLAYS and draft.turned == MISSING:
        return _fault(NEEDS_TURNED, 0, 0, 0, 0), first
    return _fault(0, 0, 0, 0, 0), first


@inline
def _auction(draft):
    """(fault, taker or NOBODY, trump, round)."""
    taker = np.int64(NOBODY)
    trump = np.int64(NOBODY)
    bid_round = np.int64(0)
    for n in range(draft.n_bids):
        if taker != NOBODY or n >= MOST_BIDS:
            return _fault(AFTER_END, n + 1, 0, 0, 0), taker, trump, bid_round
        code = np.int64(draft.bids[n])
        if code == PASS:
            continue
        bid_round = np.int64(1 + n // 4)
        taker = np.int64((draft.dealer + 1 + n) & 3)
        trump = code - TAKE_SUIT
        of_turned = np.int64(NOBODY if draft.turned == MISSING else draft.turned >> 3)
        if code == TAKE:
            if bid_round == 2 or of_turned == NOBODY:
                return _fault(NEEDS_SUIT, n + 1, bid_round, 0, 0), taker, trump, bid_round
            trump = of_turned
        elif bid_round == 1 and of_turned != NOBODY:
            return _fault(NAMES_SUIT, n + 1, 0, 0, 0), taker, trump, bid_round
        elif trump == of_turned:
            return _fault(NAMES_TURNED, n + 1, trump, 0, 0), taker, trump, bid_round
    if taker == NOBODY and draft.n_bids < MOST_BIDS:
        return _fault(UNFINISHED, draft.n_bids, 0, 0, 0), taker, trump, bid_round
    return _fault(0, 0, 0, 0, 0), taker, trump, bid_round


@inline
def _passed_out_fault(draft):
    """What a passed-out deal must not have."""
    if draft.has_completed:
        return _fault(NOT_PASSED_OUT, 0, 0, 0, 0)
    if draft.n_plays != MISSING:
        return _fault(NOT_PASSED_OUT, 1, 0, 0, 0)
    if draft.auto != 0:
        return _fault(NOT_PASSED_OUT, 2, 0, 0, 0)
    if draft.has_marks and (draft.marks[0] != 0 or draft.marks[1] != 0):
        return _fault(MARKS, draft.marks[0], draft.marks[1], 0, 0)
    return _fault(0, 0, 0, 0, 0)


@inline
def _seats_from_plays(draft, leader, trump, hands):
    """Fill hands from 32 plays; a fault where a card is played twice."""
    seen = np.uint32(0)
    led = np.uint32(0)
    best = np.uint32(0)
    winner = leader
    for n in range(ALL_PLAYS):
        bit = _bit(draft.plays[n])
        if seen & bit:
            return _fault(PLAYED_TWICE, n + 1, draft.plays[n], 0, 0)
        seen = np.uint32(seen | bit)
        if n & 3 == 0:
            leader = winner
        seat = (leader + (n & 3)) & 3
        hands[seat] = np.uint32(hands[seat] | bit)
        card = to_trump_order(bit, trump)
        if n & 3 == 0:
            led = suit_of(card)
            best = card
        elif beats(card, best, led, TRUMPS):
            best = card
            winner = seat
    return _fault(0, 0, 0, 0, 0)


@inline
def _eight_cards(draft, leader, hands, completed, out, row):
    """Make the hands of five those of eight, from what completes them or from the plays."""
    taker = np.int64(out.taker[row])
    trump = np.int64(out.trump[row])
    bid_round = out.bid_round[row]
    turned = draft.turned
    if not draft.has_dealt:
        if draft.has_completed:
            return _fault(COMPLETED_ALONE, 0, 0, 0, 0)
        fault = _seats_from_plays(draft, leader, trump, hands)
        if fault.code == 0 and turned != MISSING and hands[taker] & _bit(turned) == 0:
            return _fault(TURNED_NOT_PLAYED, taker, turned, 0, 0)
        return fault
    if not draft.has_completed:
        return _fault(NEEDS_COMPLETED, 0, 0, 0, 0)
    given = np.uint32(0)
    for seat in range(4):
        wanted = 2 if seat == taker else 3
        if draft.n_completed[seat] != wanted:
            return _fault(COMPLETED_COUNT, seat, draft.n_completed[seat], wanted, 0)
        hands[seat] = np.uint32(hands[seat] | completed[seat])
        given = np.uint32(given | hands[seat])
    if turned == MISSING:  # of the 32 cards, it is the one that is left
        turned = np.uint8(low_index(np.uint32(~given)))
        if (turned >> 3 == trump) != (bid_round == 1):
            return _fault(TURNED_SUIT, turned, bid_round, trump, 0)
        out.turned[row] = turned
    hands[taker] = np.uint32(hands[taker] | _bit(turned))
    return _fault(0, 0, 0, 0, 0)


@inline
def _suit_number(card, trump):
    """The suit 0-3 of a single bit in trump order."""
    return np.int64(low_index(from_trump_order(card, trump))) >> 3


@inline
def _illegal(place, seat, hand, card, led, trump):
    """Which rule a card (trump order) breaks that is held and not legal."""
    follow = np.uint32(hand & led)
    if follow != 0 and card & led == 0:
        suit = _suit_number(np.uint32(follow & np.uint32(~follow + np.uint32(1))), trump)
        return _fault(MUST_FOLLOW, place, seat, suit, 0)
    if card & TRUMPS == 0:
        return _fault(MUST_TRUMP, place, seat, trump, 0)
    return _fault(MUST_GO_HIGHER if follow != 0 else NO_UNDERTRUMP, place, seat, trump, 0)


@inline
def _play(draft, leader, trump, held, tricks, rules):
    """Play the cards from ``held`` (trump order): (fault, winners, team 0's cards, its tricks).

    Fills ``tricks`` with the cards of each trick (bit = card), the last of them perhaps short.
    """
    led = np.uint32(0)
    best = np.uint32(0)
    gone = np.uint32(0)
    taken0 = np.uint32(0)
    winners = np.uint32(0)
    tricks0 = 0
    winner = leader
    for trick_no in range(8):
        tricks[trick_no] = 0
    for n in range(draft.n_plays):
        if n & 3 == 0:
            leader = winner
            led = np.uint32(0)
            best = np.uint32(0)
        seat = (leader + (n & 3)) & 3
        bit = _bit(draft.plays[n])
        card = to_trump_order(bit, trump)
        if held[seat] & card == 0:
            code = PLAYED_TWICE if gone & bit else NOT_HELD
            fault = _fault(code, n + 1, draft.plays[n], seat, 0)
            return fault, winners, taken0, tricks0
        partner_wins = n & 3 > 1 and winner == seat ^ 2
        if card & legal_cards(held[seat], led, best, partner_wins, TRUMPS, rules) == 0:
            fault = _illegal(n + 1, seat, held[seat], card, led, trump)
            return fault, winners, taken0, tricks0
        held[seat] = np.uint32(held[seat] ^ card)
        gone = np.uint32(gone | bit)
        tricks[n >> 2] = np.uint32(tricks[n >> 2] | bit)
        if n & 3 == 0:
            led = suit_of(card)
            best = card
            winner = seat
        elif beats(card, best, led, TRUMPS):
            best = card
            winner = seat
        if n & 3 == 3:
            winners = np.uint32(winners | np.uint32(winner << (2 * (n >> 2))))
            if winner & 1 == 0:
                taken0 = np.uint32(taken0 | to_trump_order(tricks[n >> 2], trump))
                tricks0 += 1
    return _fault(0, 0, 0, 0, 0), winners, taken0, tricks0


@inline
def _marks_fault(draft, out, row, marking):
    """Of the marks that the source gives, against those of the facts."""
    if not draft.has_marks:
        return _fault(0, 0, 0, 0, 0)
    if draft.status == ABANDONED:
        return _fault(MARKS_ABANDONED, 0, 0, 0, 0)
    mark = mark_deal(
        Facts(
            out.taker_points[row],
            out.taker_tricks[row],
            out.taker_belote[row],
            out.defence_belote[row],
            out.taker_annonces[row],
            out.defence_annonces[row],
        ),
        marking,
    )
    mark0, mark1 = mark.taker, mark.defence
    if out.taker[row] & 1:
        mark0, mark1 = mark1, mark0
    if draft.marks[0] != mark0 or draft.marks[1] != mark1:
        return _fault(MARKS, draft.marks[0], draft.marks[1], mark0, mark1)
    return _fault(0, 0, 0, 0, 0)


@inline
def _set_unknown(out, row):
    """The facts of a deal that is not played, or not to its end."""
    out.taker_points[row] = UNKNOWN
    out.taker_tricks[row] = UNKNOWN
    out.winners[row] = 0
    out.trick_0[row] = 0
    out.trick_1[row] = 0
    out.trick_2[row] = 0


@inline
def _taken(draft, hands, held, tricks, rules, out, played, row):
    """Play a deal that was taken, its hands being of eight; its facts go into ``out``."""
    taker = np.int64(out.taker[row])
    trump = np.int64(out.trump[row])
    leader = np.int64(out.leader[row])
    if draft.n_plays == MISSING:
        return _fault(NEEDS_PLAYS, 0, 0, 0, 0)
    if draft.n_plays < ALL_PLAYS and draft.status != ABANDONED:
        return _fault(PLAYS_COUNT, draft.n_plays, 0, 0, 0)
    for seat in range(4):
        held[seat] = to_trump_order(hands[seat], trump)
    belote = belotes(held, taker)
    fault, winners, taken0, tricks0 = _play(draft, leader, trump, held, tricks, rules)
    if fault.code != 0:
        return fault
    if draft.n_plays < ALL_PLAYS and draft.auto >> np.uint32(draft.n_plays) != 0:
        return _fault(AUTO_BEYOND, draft.n_plays, 0, 0, 0)
    for trick_no in range(8):
        played[row] = np.uint32(played[row] | tricks[trick_no])
    out.winners[row] = winners
    out.trick_0[row] = np.uint32(tricks[1] | tricks[3] | tricks[5] | tricks[7])
    out.trick_1[row] = np.uint32(tricks[2] | tricks[3] | tricks[6] | tricks[7])
    out.trick_2[row] = np.uint32(tricks[4] | tricks[5] | tricks[6] | tricks[7])
    team1 = taker & 1
    if draft.n_plays == ALL_PLAYS:
        points0 = points_of(taken0) + (10 if winners >> 14 & 1 == 0 else 0)
        out.taker_points[row] = CARD_TOTAL - points0 if team1 else points0
        out.taker_tricks[row] = 8 - tricks0 if team1 else tricks0
    out.taker_belote[row] = belote[0] * draft.belote_said
    out.defence_belote[row] = belote[1] * draft.belote_said
    annonces0, annonces1 = side_annonces(hands, trump, leader)
    out.taker_annonces[row] = annonces1 if team1 else annonces0
    out.defence_annonces[row] = annonces0 if team1 else annonces1
    return fault


@inline
def _judged(draft, hands, completed, held, tricks, rules, marking, out, played, row):
    """The fault of a draft, or none, and then its row of ``out`` is filled."""
    _set_unknown(out, row)
    fault, first = _dealing(draft, hands, completed)
    if fault.code != 0:
        return fault
    fault, taker, trump, bid_round = _auction(draft)
    if fault.code != 0:
        return fault
    leader = taker if rules.taker_leads else (draft.dealer + 1) & 3
    out.dealer[row] = draft.dealer
    out.turned[row] = draft.turned
    out.first_mask[row] = first
    out.bid_round[row] = bid_round if taker != NOBODY else UNKNOWN
    out.taker[row] = taker
    out.trump[row] = trump
    out.leader[row] = leader if taker != NOBODY else UNKNOWN
    if taker == NOBODY:
        fault = _passed_out_fault(draft)
    else:
        fault = _eight_cards(draft, leader, hands, completed, out, row)
        if fault.code == 0:
            fault = _taken(draft, hands, held, tricks, rules, out, played, row)
        if fault.code == 0:
            fault = _marks_fault(draft, out, row, marking)
    out.owner_low[row] = np.uint32(hands[1] | hands[3])
    out.owner_high[row] = np.uint32(hands[2] | hands[3])
    return fault


@kernel
def _judge(drafts, rows, rules, marking, out, played, faults):
    hands = np.zeros(4, np.uint32)
    held = np.zeros(4, np.uint32)
    completed = np.zeros(4, np.uint32)
    tricks = np.zeros(8, np.uint32)
    for n in range(len(rows)):
        row = rows[n]
        fault = _judged(
            drafts[row], hands, completed, held, tricks, rules, marking, out, played, row
        )
        faults[row, 0] = fault.code
        faults[row, 1] = fault.a
        faults[row, 2] = fault.b
        faults[row, 3] = fault.c
        faults[row, 4] = fault.d


class Judged(NamedTuple):
    """Drafts played through the rules."""

    deals: Columns
    """Numbers that are not known, or make no sense for the deal, are `UNKNOWN`."""
    played: np.ndarray
    """uint32: the cards played."""
    faults: np.ndarray
    """int64 (drafts, 5): a code, 0 for none, and the numbers that `belote.records.broken` puts in
    words. The row of a faulty deal means nothing."""


def new_judged(rows: int) -> Judged:
    """Room for so many."""
    return Judged(empty_columns(rows), np.zeros(rows, np.uint32), np.zeros((rows, 5), np.int64))


def judge(drafts: np.ndarray, rows: np.ndarray, rules: Rules, judged: Judged) -> None:
    """Play the drafts with these numbers (int64) under one rule set, into ``judged``.

    ``table_no`` and ``deal_no`` are left alone.
    """
    _judge(drafts, rows, play_rules(rules), mark_rules(rules), *judged)
