"""A deal as its record tells it, played through the rules: the columns that are stored, or a fault.

What is judged here is the prise: five cards, the turned one, the auction and what completes the
hands. `belote.records.judge_coinche` judges coinche, and `belote.records.plays` the cards of both.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel, low_index
from belote.game.columns import NOBODY, Columns, empty_columns
from belote.game.legality import play_rules
from belote.game.marking import mark_deal, mark_rules
from belote.game.variants import Rules
from belote.records.broken import (
    AFTER_END,
    COMPLETED_ALONE,
    COMPLETED_COUNT,
    NAMES_SUIT,
    NAMES_TURNED,
    NEEDS_COMPLETED,
    NEEDS_DEALT,
    NEEDS_SUIT,
    NEEDS_TURNED,
    TURNED_NOT_PLAYED,
    TURNED_SUIT,
    TWICE,
    UNFINISHED,
)
from belote.records.draft import (
    MISSING,
    MOST_BIDS,
    PASS,
    TAKE,
    TAKE_SUIT,
)
from belote.records.plays import (
    ALL_PLAYS,
    UNKNOWN,
    bit_of,
    broken,
    facts_of,
    marks_fault,
    passed_out_fault,
    seats_from_plays,
    set_unknown,
    taken,
)


@inline
def _dealing(draft, hands, completed):
    """(fault, first cards): the hands before the auction and what completes them, as masks."""
    seen = np.uint32(0)
    first = np.uint32(0)
    for seat in range(4):
        hands[seat] = 0
        completed[seat] = 0
    for seat in range(4):
        for n in range(draft.n_dealt):
            bit = bit_of(draft.dealt[seat, n])
            if seen & bit:
                return broken(TWICE, 0, draft.dealt[seat, n], 0, 0), first
            seen = np.uint32(seen | bit)
            hands[seat] = np.uint32(hands[seat] | bit)
    first = seen
    if draft.turned != MISSING:
        if seen & bit_of(draft.turned):
            return broken(TWICE, 1, draft.turned, 0, 0), first
        seen = np.uint32(seen | bit_of(draft.turned))
    for seat in range(4):
        for n in range(draft.n_completed[seat]):
            bit = bit_of(draft.completed[seat, n])
            if seen & bit:
                return broken(TWICE, 2, draft.completed[seat, n], 0, 0), first
            seen = np.uint32(seen | bit)
            completed[seat] = np.uint32(completed[seat] | bit)
    if draft.n_plays != ALL_PLAYS and draft.n_dealt == 0:
        return broken(NEEDS_DEALT, 0, 0, 0, 0), first
    if draft.n_plays != ALL_PLAYS and draft.turned == MISSING:
        return broken(NEEDS_TURNED, 0, 0, 0, 0), first
    return broken(0, 0, 0, 0, 0), first


@inline
def _auction(draft):
    """(fault, taker or NOBODY, trump, round)."""
    taker = np.int64(NOBODY)
    trump = np.int64(NOBODY)
    bid_round = np.int64(0)
    for n in range(draft.n_bids):
        if taker != NOBODY or n >= MOST_BIDS:
            return broken(AFTER_END, n + 1, 0, 0, 0), taker, trump, bid_round
        code = np.int64(draft.bids[n])
        if code == PASS:
            continue
        bid_round = np.int64(1 + n // 4)
        taker = np.int64((draft.dealer + 1 + n) & 3)
        trump = code - TAKE_SUIT
        of_turned = np.int64(NOBODY if draft.turned == MISSING else draft.turned >> 3)
        if code == TAKE:
            if bid_round == 2 or of_turned == NOBODY:
                return broken(NEEDS_SUIT, n + 1, bid_round, 0, 0), taker, trump, bid_round
            trump = of_turned
        elif bid_round == 1 and of_turned != NOBODY:
            return broken(NAMES_SUIT, n + 1, 0, 0, 0), taker, trump, bid_round
        elif trump == of_turned:
            return broken(NAMES_TURNED, n + 1, trump, 0, 0), taker, trump, bid_round
    if taker == NOBODY and draft.n_bids < MOST_BIDS:
        return broken(UNFINISHED, draft.n_bids, 0, 0, 0), taker, trump, bid_round
    return broken(0, 0, 0, 0, 0), taker, trump, bid_round


@inline
def _eight_cards(draft, leader, hands, completed, out, row):
    """Make the hands of five those of eight, from what completes them or from the plays."""
    taker = np.int64(out.taker[row])
    trump = np.int64(out.trump[row])
    bid_round = out.bid_round[row]
    turned = draft.turned
    if draft.n_dealt == 0:
        if draft.has_completed:
            return broken(COMPLETED_ALONE, 0, 0, 0, 0)
        fault = seats_from_plays(draft, leader, trump, hands)
        if fault.code == 0 and turned != MISSING and hands[taker] & bit_of(turned) == 0:
            return broken(TURNED_NOT_PLAYED, taker, turned, 0, 0)
        return fault
    if not draft.has_completed:
        return broken(NEEDS_COMPLETED, 0, 0, 0, 0)
    given = np.uint32(0)
    for seat in range(4):
        wanted = 2 if seat == taker else 3
        if draft.n_completed[seat] != wanted:
            return broken(COMPLETED_COUNT, seat, draft.n_completed[seat], wanted, 0)
        hands[seat] = np.uint32(hands[seat] | completed[seat])
        given = np.uint32(given | hands[seat])
    if turned == MISSING:  # of the 32 cards, it is the one that is left
        turned = np.uint8(low_index(np.uint32(~given)))
        if (turned >> 3 == trump) != (bid_round == 1):
            return broken(TURNED_SUIT, turned, bid_round, trump, 0)
        out.turned[row] = turned
    hands[taker] = np.uint32(hands[taker] | bit_of(turned))
    return broken(0, 0, 0, 0, 0)


@inline
def _judged(draft, hands, completed, held, tricks, rules, marking, out, played, row):
    """The fault of a draft, or none, and then its row of ``out`` is filled."""
    set_unknown(out, row)
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
        fault = passed_out_fault(draft)
    else:
        fault = _eight_cards(draft, leader, hands, completed, out, row)
        if fault.code == 0:
            fault = taken(draft, hands, held, tricks, rules, out, played, row)
        if fault.code == 0 and draft.has_marks:
            fault = marks_fault(draft, taker, mark_deal(facts_of(out, row), marking))
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
    contract: np.ndarray
    """uint8: of coinche; `UNKNOWN` of other deals."""
    coinche_level: np.ndarray
    """uint8: the same."""


def new_judged(rows: int) -> Judged:
    """Room for so many."""
    bid = np.full((2, rows), UNKNOWN, np.uint8)
    faults = np.zeros((rows, 5), np.int64)
    return Judged(empty_columns(rows), np.zeros(rows, np.uint32), faults, *bid)


def judge(drafts: np.ndarray, rows: np.ndarray, rules: Rules, judged: Judged) -> None:
    """Play the drafts with these numbers (int64) under one rule set of prise, into ``judged``.

    ``table_no`` and ``deal_no`` are left alone.
    """
    _judge(drafts, rows, play_rules(rules), mark_rules(rules), *judged[:3])
