"""Whom a kernel asks: the compiled players, or what a player outside of it has answered so far.

Which of the two follows from the type of the scratch memory as a kernel is compiled, so that the
one costs the other nothing. With `SCRIPTED` memory the seats of players outside the kernel read
their answers off a script, in the order in which they are asked. Where the script ends, the first
question without an answer is kept, and the deal goes on with any legal answers, to no purpose:
`belote.simulate.table` gets the answer, adds it, and has the deal played again from the start.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import Any

import numpy as np

from belote.compiled import inline, inline_by_type
from belote.game.auction import PASS as PASS_WORD
from belote.players import decide
from belote.players.seat import PASS
from belote.players.spec import OWN

NOTHING, OFFER, CALL, TURN = range(4)
"""What is asked in ``asked_for``: nothing any more, or a question of this kind."""
LONGEST_SCRIPT = 72
"""The words of the longest auction and 32 cards."""

SCRIPT_FIELDS: list[Any] = [
    ("script", np.int64, LONGEST_SCRIPT),
    ("answers", np.int64),
    ("asked", np.int64),
    ("asked_for", np.int64),
    ("asked_seat", np.int64),
    ("said", np.int64),
    ("question", np.uint64, 16),
    ("cards", np.uint32, 32),
]
"""What scripted scratch memory has besides: the answers (a suit or `PASS`, a word, a card's bit in
trump order) and how many there are; how many were asked for; the kind of the question without an
answer and whose it is; how many words of coinche were said until then; that question's fields in
order; the cards played, as bits in trump order."""


@inline
def _answer(scratch, seat, kind, question, otherwise):
    """The answer to a question, or ``otherwise``; keeps the first question that has none."""
    number = scratch.asked
    scratch.asked = number + 1
    if number < scratch.answers:
        return scratch.script[number]
    if number == scratch.answers:
        scratch.asked_for = kind
        scratch.asked_seat = seat
        for place, value in enumerate(question):
            scratch.question[place] = value
    return np.int64(otherwise)


@inline
def _offer_fields(offer):
    return (
        np.uint64(offer.hand), np.uint64(offer.turned), np.uint64(offer.position),
        np.uint64(offer.bid_round), np.uint64(offer.draw),
    )  # fmt: skip


@inline
def _call_fields(call):
    return (
        np.uint64(call.hand), np.uint64(call.seat), np.uint64(call.bid), np.uint64(call.bidder),
        np.uint64(call.level), np.uint64(call.own_bid), np.uint64(call.partner_bid),
        np.uint64(call.draw),
    )  # fmt: skip


@inline
def _turn_fields(turn):
    return (
        np.uint64(turn.hand), np.uint64(turn.legal), np.uint64(turn.led), np.uint64(turn.best),
        np.uint64(turn.winner), np.uint64(turn.seat), np.uint64(turn.place), np.uint64(turn.taker),
        np.uint64(turn.trick), np.uint64(turn.gone), np.uint64(turn.voids), np.uint64(turn.turned),
        np.uint64(turn.trick_no), np.uint64(turn.strain), np.uint64(turn.draw),
    )  # fmt: skip


def _is_scripted(scratch):
    return "script" in getattr(scratch, "fields", ())


@inline_by_type
def speak(scratch, seat, offer):
    """The suit a seat takes, or `PASS`."""
    if not _is_scripted(scratch):
        return lambda scratch, seat, offer: decide.speak(scratch.bidders[seat], offer)

    def scripted(scratch, seat, offer):
        if scratch.bidders[seat][0] != OWN:
            return np.int64(decide.speak(scratch.bidders[seat], offer))
        return _answer(scratch, seat, OFFER, _offer_fields(offer), PASS)

    return scripted


@inline_by_type
def bid(scratch, seat, call):
    """The word of coinche a seat says."""
    if not _is_scripted(scratch):
        return lambda scratch, seat, call: decide.bid(scratch.bidders[seat], call)

    def scripted(scratch, seat, call):
        if scratch.bidders[seat][0] == OWN:
            word = _answer(scratch, seat, CALL, _call_fields(call), PASS_WORD)
        else:
            word = np.int64(decide.bid(scratch.bidders[seat], call))
        if scratch.asked <= scratch.answers:
            scratch.said += 1
        return word

    return scripted


@inline_by_type
def play(scratch, seat, turn):
    """The card a seat plays, as a bit of ``turn.legal``."""
    if not _is_scripted(scratch):
        return lambda scratch, seat, turn: decide.play(scratch.players[seat], turn)

    def scripted(scratch, seat, turn):
        if scratch.players[seat][0] == OWN:
            lowest = np.uint32(turn.legal & np.uint32(~turn.legal + np.uint32(1)))
            card = np.uint32(_answer(scratch, seat, TURN, _turn_fields(turn), lowest))
        else:
            card = np.uint32(decide.play(scratch.players[seat], turn))
        scratch.cards[4 * turn.trick_no + turn.place] = card
        return card

    return scripted
