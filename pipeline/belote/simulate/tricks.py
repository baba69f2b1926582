"""The tricks of one deal, whatever is trump: every seat asked in turn, every card played."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, popcount
from belote.game.legality import beats, legal_cards, trick_trumps
from belote.game.order import from_strain_order, suit_of
from belote.players.seat import Turn
from belote.simulate import choices
from belote.simulate.draws import PLAY, draw


@inline
def play_tricks(key, leader, taker, turned, strain, scratch, rules):
    """Play eight tricks from ``scratch.held``, which is in the order of the trump.

    Returns (winners, team 0's cards, its tricks). ``strain`` is `SUIT`, whichever suit it is, sans
    atout or tout atout; where it is a constant, nothing is compiled for the others. Leaves
    each trick's cards in ``scratch.tricks`` and, with ``cut``, the pile's cards (bit number in
    that order) in ``scratch.pile``.
    """
    held = scratch.held
    gone = np.uint32(0)
    voids = np.uint32(0)
    winners = np.uint32(0)
    taken0 = np.uint32(0)
    tricks0 = 0
    bits = np.uint64(0)
    for trick_no in range(8):
        led = np.uint32(0)
        best = np.uint32(0)
        trick = np.uint32(0)
        winner = leader
        for place in range(4):
            seat = (leader + place) & 3
            hand = held[seat]
            partner_wins = place > 1 and winner == seat ^ 2
            legal = legal_cards(hand, led, best, partner_wins, trick_trumps(strain, led), rules)
            if place & 1 == 0:
                bits = draw(key, PLAY + 2 * trick_no + (place >> 1))
            else:
                bits = bits >> np.uint64(32)
            turn = Turn(
                hand, legal, led, best, winner, seat, place, taker, trick, gone, voids, turned,
                trick_no, strain, bits & np.uint64(0xFFFFFFFF),
            )  # fmt: skip
            card = choices.play(scratch, seat, turn)
            held[seat] = np.uint32(hand ^ card)
            trick = np.uint32(trick | card)
            if place == 0:
                led = suit_of(card)
                best = card
            elif beats(card, best, led, trick_trumps(strain, led)):
                best = card
                winner = seat
            if np.uint32(card & led) == 0:
                voids = np.uint32(voids | _void_bits(led, seat))
            if rules.cut:
                scratch.pile[4 * trick_no + place] = index_of(card)
        scratch.tricks[trick_no] = trick
        gone = np.uint32(gone | trick)
        winners = np.uint32(winners | (winner << (2 * trick_no)))
        if winner & 1 == 0:
            taken0 = np.uint32(taken0 | trick)
            tricks0 += 1
        leader = winner
    return winners, taken0, tricks0


@inline
def index_of(bit):
    """Index of a single bit."""
    return np.int64(popcount(np.uint32(bit - np.uint32(1))))


@inline
def _void_bits(led, seat):
    """The bit of `Turn.voids` that says this seat holds no card of the suit led."""
    byte = np.uint32(led > 0xFF) + np.uint32(led > 0xFFFF) + np.uint32(led > 0xFFFFFF)
    return np.uint32(1) << np.uint32(8 * seat + byte)


@inline
def trick_planes(tricks, trump):
    """Bits 0, 1 and 2 of the number of the trick that each card is played in (bit = card)."""
    odd = np.uint32(tricks[1] | tricks[3] | tricks[5] | tricks[7])
    second = np.uint32(tricks[2] | tricks[3] | tricks[6] | tricks[7])
    upper = np.uint32(tricks[4] | tricks[5] | tricks[6] | tricks[7])
    return (
        from_strain_order(odd, trump),
        from_strain_order(second, trump),
        from_strain_order(upper, trump),
    )
