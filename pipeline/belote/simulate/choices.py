"""Whom a kernel asks: the compiled players, or what a player outside of it has answered so far.

Which of the two follows from the type of the scratch memory as a kernel is compiled, so that the
one costs the other nothing. With `SCRIPTED` memory the seats of players outside the kernel read
their answers off a script, in the order in which they are asked. Where the script ends, the first
question without an answer is kept, and the deal goes on with any legal answers, to no purpose:
`belote.simulate.table` gets the answer, adds it, and has the deal played again from the start.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, inline_by_type
from belote.game.auction import PASS as PASS_WORD
from belote.players import decide
from belote.players.seat import PASS

NOTHING, OFFER, CALL, TURN = range(4)
"""What is asked in ``asked_for``: nothing any more, or a question of this kind."""
LONGEST_SCRIPT = 72
"""The words of the longest auction and 32 cards."""

SCRIPT_FIELDS = [
    ("script", np.int64, LONGEST_SCRIPT),
    ("answers", np.int64),
    ("asked", np.int64),
    ("asked_for", np.int64),
    ("asked_seat", np.int64),
    ("question", np.uint64, 16),
    ("cards", np.uint32, 32),
]
"""What scripted scratch memory has besides: the answers (a suit or `PASS`, a word, a card's bit in
trump order) and how many there are; how many were asked for; the kind of the question without an
answer, whose it is, and its fields in order; the cards played, as bits in trump order."""


@inline
def _answer(scratch, seat, kind, question):
    """(whether there is an answer, the answer); keeps the first question that has none."""
    number = scratch.asked
    scratch.asked = number + 1
    if number < scratch.answers:
        return True, scratch.script[number]
    if number == scratch.answers:
        scratch.asked_for = kind
        scratch.asked_seat = seat
        for place, value in enumerate(question):
            scratch.question[place] = np.uint64(value)
    return False, np.int64(0)


def _is_scripted(scratch):
    return "script" in getattr(scratch, "fields", ())


@inline_by_type
def speak(scratch, seat, offer):
    """The suit a seat takes, or `PASS`."""
    if not _is_scripted(scratch):
        return lambda scratch, seat, offer: decide.speak(scratch.bidders[seat], offer)

    def scripted(scratch, seat, offer):
        if scratch.bidders[seat][0] != decide.OWN:
            return np.int64(decide.speak(scratch.bidders[seat], offer))
        known, suit = _answer(scratch, seat, OFFER, offer)
        return suit if known else np.int64(PASS)

    return scripted


@inline_by_type
def bid(scratch, seat, call):
    """The word of coinche a seat says."""
    if not _is_scripted(scratch):
        return lambda scratch, seat, call: decide.bid(scratch.bidders[seat], call)

    def scripted(scratch, seat, call):
        if scratch.bidders[seat][0] != decide.OWN:
            return np.int64(decide.bid(scratch.bidders[seat], call))
        known, word = _answer(scratch, seat, CALL, call)
        return word if known else np.int64(PASS_WORD)

    return scripted


@inline_by_type
def play(scratch, seat, turn):
    """The card a seat plays, as a bit of ``turn.legal``."""
    if not _is_scripted(scratch):
        return lambda scratch, seat, turn: decide.play(scratch.players[seat], turn)

    def scripted(scratch, seat, turn):
        if scratch.players[seat][0] != decide.OWN:
            card = np.uint32(decide.play(scratch.players[seat], turn))
        else:
            known, answer = _answer(scratch, seat, TURN, turn)
            lowest = np.uint32(turn.legal & np.uint32(~turn.legal + np.uint32(1)))
            card = np.uint32(answer) if known else lowest
        scratch.cards[4 * turn.trick_no + turn.place] = card
        return card

    return scripted
