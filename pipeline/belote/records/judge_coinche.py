"""A deal of coinche as its record tells it, played through the rules: as `belote.records.judge`."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, kernel
from belote.game.auction import (
    NO_BID,
    after_word,
    contract_of,
    is_over,
    new_auction,
    refusal,
    trump_of,
)
from belote.game.columns import NOBODY
from belote.game.legality import play_rules
from belote.game.marking_coinche import Bid, coinche_rules, mark_coinche
from belote.game.variants import Rules
from belote.records.broken import AUCTION_UNFINISHED, NEEDS_DEALT, REFUSED_WORDS, TWICE
from belote.records.judge import Judged
from belote.records.plays import (
    ALL_PLAYS,
    FULL,
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
def _dealing(draft, hands):
    """The fault of the eight cards each; fills the hands, as masks."""
    seen = np.uint32(0)
    for seat in range(4):
        hands[seat] = 0
    for seat in range(4):
        for n in range(draft.n_dealt):
            bit = bit_of(draft.dealt[seat, n])
            if seen & bit:
                return broken(TWICE, 0, draft.dealt[seat, n], 0, 0)
            seen = np.uint32(seen | bit)
            hands[seat] = np.uint32(hands[seat] | bit)
    if draft.n_plays != ALL_PLAYS and draft.n_dealt == 0:
        return broken(NEEDS_DEALT, 0, 0, 0, 0)
    return broken(0, 0, 0, 0, 0)


@inline
def _auction(draft):
    """(fault, the auction after every word)."""
    auction = new_auction(draft.dealer)
    for n in range(draft.n_bids):
        code = refusal(auction, draft.bids[n])
        if code != 0:
            return broken(REFUSED_WORDS[code], n + 1, 0, 0, 0), auction
        auction = after_word(auction, draft.bids[n])
    if not is_over(auction):
        return broken(AUCTION_UNFINISHED, draft.n_bids, 0, 0, 0), auction
    return broken(0, 0, 0, 0, 0), auction


@inline
def _taken(draft, auction, hands, held, tricks, rules, marking, judged, row):
    """Play a deal that was taken, and compare the marks that the source gives."""
    out = judged.deals
    contract, trump = contract_of(auction.bid), trump_of(auction.bid)
    judged.contract[row] = contract
    judged.coinche_level[row] = auction.level
    if draft.n_dealt == 0:
        fault = seats_from_plays(draft, np.int64(out.leader[row]), trump, hands)
        if fault.code != 0:
            return fault
    fault = taken(draft, hands, held, tricks, rules, out, judged.played, row)
    if fault.code != 0 or not draft.has_marks:
        return fault
    bid = Bid(contract, trump, auction.level)
    return marks_fault(draft, auction.bidder, mark_coinche(facts_of(out, row), bid, marking))


@inline
def _judged(draft, hands, held, tricks, rules, marking, judged, row):
    """The fault of a draft, or none, and then its row of ``judged`` is filled."""
    out = judged.deals
    set_unknown(out, row)
    fault = _dealing(draft, hands)
    if fault.code != 0:
        return fault
    fault, auction = _auction(draft)
    if fault.code != 0:
        return fault
    passed_out = auction.bid == NO_BID
    out.dealer[row] = draft.dealer
    out.turned[row] = UNKNOWN
    out.bid_round[row] = UNKNOWN
    out.first_mask[row] = FULL if draft.n_dealt > 0 else np.uint32(0)
    if passed_out:
        out.taker[row] = NOBODY
        out.trump[row] = NOBODY
        out.leader[row] = UNKNOWN
        fault = passed_out_fault(draft)
    else:
        out.taker[row] = auction.bidder
        out.trump[row] = trump_of(auction.bid)
        out.leader[row] = auction.bidder if rules.taker_leads else (draft.dealer + 1) & 3
        fault = _taken(draft, auction, hands, held, tricks, rules, marking, judged, row)
    out.owner_low[row] = np.uint32(hands[1] | hands[3])
    out.owner_high[row] = np.uint32(hands[2] | hands[3])
    return fault


@kernel
def _judge_coinche(drafts, rows, rules, marking, judged):
    hands = np.zeros(4, np.uint32)
    held = np.zeros(4, np.uint32)
    tricks = np.zeros(8, np.uint32)
    for n in range(len(rows)):
        row = rows[n]
        fault = _judged(drafts[row], hands, held, tricks, rules, marking, judged, row)
        judged.faults[row, 0] = fault.code
        judged.faults[row, 1] = fault.a
        judged.faults[row, 2] = fault.b
        judged.faults[row, 3] = fault.c
        judged.faults[row, 4] = fault.d


def judge_coinche(drafts: np.ndarray, rows: np.ndarray, rules: Rules, judged: Judged) -> None:
    """Play the drafts with these numbers (int64) under one rule set of coinche, into ``judged``.

    ``table_no`` and ``deal_no`` are left alone.
    """
    _judge_coinche(drafts, rows, play_rules(rules), coinche_rules(rules), judged)
