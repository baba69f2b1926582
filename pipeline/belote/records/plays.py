"""The play of a record, whatever the auction: which rule a card breaks, and what the cards make.

Legality, points, belotes and annonces are those of `belote.game`; here is only the order of things
in a record, and which rule a card breaks.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, low_index
from belote.game.annonces import side_annonces
from belote.game.cards import SANS_ATOUT
from belote.game.legality import beats, legal_cards, trick_trumps
from belote.game.marking import CARD_TOTAL, Facts
from belote.game.order import (
    from_strain_order,
    strain_belotes,
    strain_points,
    suit_of,
    to_strain_order,
)
from belote.records.broken import (
    AUTO_BEYOND,
    MARKS,
    MARKS_ABANDONED,
    MUST_FOLLOW,
    MUST_GO_HIGHER,
    MUST_TRUMP,
    NEEDS_PLAYS,
    NO_UNDERTRUMP,
    NOT_HELD,
    NOT_PASSED_OUT,
    PLAYED_TWICE,
    PLAYS_COUNT,
)
from belote.records.draft import ABANDONED, MISSING

FULL = np.uint32(0xFFFFFFFF)
ALL_PLAYS = 32
UNKNOWN = 255
"""A number of `Columns` that is not known, or makes no sense for the deal."""
UNKNOWN_ANNONCES = 65535


class Fault(NamedTuple):
    """A code, and up to four numbers that its message needs; code 0 is no fault."""

    code: int
    a: int
    b: int
    c: int
    d: int


@inline
def broken(code, a, b, c, d):
    """A `Fault`."""
    return Fault(np.int64(code), np.int64(a), np.int64(b), np.int64(c), np.int64(d))


@inline
def bit_of(card):
    """A card 0-31 as a mask."""
    return np.uint32(np.uint32(1) << np.uint32(card))


@inline
def seats_from_plays(draft, leader, trump, hands):
    """Fill hands from 32 plays; a fault where a card is played twice."""
    seen = np.uint32(0)
    led = np.uint32(0)
    best = np.uint32(0)
    winner = leader
    for n in range(ALL_PLAYS):
        bit = bit_of(draft.plays[n])
        if seen & bit:
            return broken(PLAYED_TWICE, n + 1, draft.plays[n], 0, 0)
        seen = np.uint32(seen | bit)
        if n & 3 == 0:
            leader = winner
        seat = (leader + (n & 3)) & 3
        hands[seat] = np.uint32(hands[seat] | bit)
        card = to_strain_order(bit, trump)
        if n & 3 == 0:
            led = suit_of(card)
            best = card
        elif beats(card, best, led, trick_trumps(trump, led)):
            best = card
            winner = seat
    return broken(0, 0, 0, 0, 0)


@inline
def _suit_number(card, trump):
    """The suit 0-3 of a single bit in the order of the trump."""
    return np.int64(low_index(from_strain_order(card, trump))) >> 3


@inline
def _illegal(place, seat, hand, card, led, trump):
    """Which rule a card (in the order of the trump) breaks that is held and not legal."""
    follow = np.uint32(hand & led)
    if follow != 0 and card & led == 0:
        suit = _suit_number(np.uint32(follow & np.uint32(~follow + np.uint32(1))), trump)
        return broken(MUST_FOLLOW, place, seat, suit, 0)
    if card & trick_trumps(trump, led) == 0:
        return broken(MUST_TRUMP, place, seat, trump, 0)
    # At tout atout the suit led is what is trump.
    suit = trump if trump < SANS_ATOUT else _suit_number(card, trump)
    return broken(MUST_GO_HIGHER if follow != 0 else NO_UNDERTRUMP, place, seat, suit, 0)


@inline
def _play(draft, leader, trump, held, tricks, rules):
    """Play the cards: (fault, winners, cards of team 0, its tricks).

    ``held`` and the cards of team 0 are in the order of the trump. Fills ``tricks`` with the cards
    of each trick (bit = card), the last of them perhaps short.
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
        bit = bit_of(draft.plays[n])
        card = to_strain_order(bit, trump)
        if held[seat] & card == 0:
            code = PLAYED_TWICE if gone & bit else NOT_HELD
            fault = broken(code, n + 1, draft.plays[n], seat, 0)
            return fault, winners, taken0, tricks0
        trumps = trick_trumps(trump, led)
        partner_wins = n & 3 > 1 and winner == seat ^ 2
        if card & legal_cards(held[seat], led, best, partner_wins, trumps, rules) == 0:
            fault = _illegal(n + 1, seat, held[seat], card, led, trump)
            return fault, winners, taken0, tricks0
        held[seat] = np.uint32(held[seat] ^ card)
        gone = np.uint32(gone | bit)
        tricks[n >> 2] = np.uint32(tricks[n >> 2] | bit)
        if n & 3 == 0:
            led = suit_of(card)
            best = card
            winner = seat
        elif beats(card, best, led, trick_trumps(trump, led)):
            best = card
            winner = seat
        if n & 3 == 3:
            winners = np.uint32(winners | np.uint32(winner << (2 * (n >> 2))))
            if winner & 1 == 0:
                taken0 = np.uint32(taken0 | to_strain_order(tricks[n >> 2], trump))
                tricks0 += 1
    return broken(0, 0, 0, 0, 0), winners, taken0, tricks0


@inline
def set_unknown(out, row):
    """The facts of a deal that is not played, or not to its end."""
    out.taker_points[row] = UNKNOWN
    out.taker_tricks[row] = UNKNOWN
    out.winners[row] = 0
    out.trick_0[row] = 0
    out.trick_1[row] = 0
    out.trick_2[row] = 0


@inline
def taken(draft, hands, held, tricks, rules, out, played, row):
    """Play a deal that was taken, its hands being of eight; its facts go into ``out``."""
    taker = np.int64(out.taker[row])
    trump = np.int64(out.trump[row])
    leader = np.int64(out.leader[row])
    if draft.n_plays == MISSING:
        return broken(NEEDS_PLAYS, 0, 0, 0, 0)
    if draft.n_plays < ALL_PLAYS and draft.status != ABANDONED:
        return broken(PLAYS_COUNT, draft.n_plays, 0, 0, 0)
    for seat in range(4):
        held[seat] = to_strain_order(hands[seat], trump)
    belote = strain_belotes(held, taker, trump)
    fault, winners, taken0, tricks0 = _play(draft, leader, trump, held, tricks, rules)
    if fault.code != 0:
        return fault
    if draft.n_plays < ALL_PLAYS and draft.auto >> np.uint32(draft.n_plays) != 0:
        return broken(AUTO_BEYOND, draft.n_plays, 0, 0, 0)
    for trick_no in range(8):
        played[row] = np.uint32(played[row] | tricks[trick_no])
    out.winners[row] = winners
    out.trick_0[row] = np.uint32(tricks[1] | tricks[3] | tricks[5] | tricks[7])
    out.trick_1[row] = np.uint32(tricks[2] | tricks[3] | tricks[6] | tricks[7])
    out.trick_2[row] = np.uint32(tricks[4] | tricks[5] | tricks[6] | tricks[7])
    team1 = taker & 1
    if draft.n_plays == ALL_PLAYS:
        points0 = strain_points(taken0, trump) + (10 if winners >> 14 & 1 == 0 else 0)
        out.taker_points[row] = CARD_TOTAL - points0 if team1 else points0
        out.taker_tricks[row] = 8 - tricks0 if team1 else tricks0
    out.taker_belote[row] = belote[0] * draft.belote_said
    out.defence_belote[row] = belote[1] * draft.belote_said
    annonces0, annonces1 = side_annonces(hands, trump, leader)
    out.taker_annonces[row] = annonces1 if team1 else annonces0
    out.defence_annonces[row] = annonces0 if team1 else annonces1
    return fault


@inline
def passed_out_fault(draft):
    """What a passed-out deal must not have."""
    if draft.has_completed:
        return broken(NOT_PASSED_OUT, 0, 0, 0, 0)
    if draft.n_plays != MISSING:
        return broken(NOT_PASSED_OUT, 1, 0, 0, 0)
    if draft.auto != 0:
        return broken(NOT_PASSED_OUT, 2, 0, 0, 0)
    if draft.has_marks and (draft.marks[0] != 0 or draft.marks[1] != 0):
        return broken(MARKS, draft.marks[0], draft.marks[1], 0, 0)
    return broken(0, 0, 0, 0, 0)


@inline
def facts_of(out, row):
    """The `Facts` of a row of columns."""
    return Facts(
        out.taker_points[row],
        out.taker_tricks[row],
        out.taker_belote[row],
        out.defence_belote[row],
        out.taker_annonces[row],
        out.defence_annonces[row],
    )


@inline
def marks_fault(draft, taker, mark):
    """Of the marks that the source gives, against the `Mark` of the facts."""
    if draft.status == ABANDONED:
        return broken(MARKS_ABANDONED, 0, 0, 0, 0)
    mark0, mark1 = mark.taker, mark.defence
    if taker & 1:
        mark0, mark1 = mark1, mark0
    if draft.marks[0] != mark0 or draft.marks[1] != mark1:
        return broken(MARKS, draft.marks[0], draft.marks[1], mark0, mark1)
    return broken(0, 0, 0, 0, 0)
