"""How `regular` leads to a trick."""

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.order import TRUMPS, suit_of
from belote.players.regular.sight import CERTAIN, count, index, look, stands
from belote.players.regular.values import POINTS, TENS
from belote.players.regular.weights import (
    LEAD_FROM_TEN,
    LEAD_LENGTH,
    LEAD_LOW,
    LEAD_MASTER,
    LEAD_OPPONENT_RUFFS,
    LEAD_PARTNER_RUFFS,
    LEAD_SAFE_MASTER,
    LEAD_SINGLETON,
    LEAD_TRICK,
    LEAD_TRUMP_COUNT,
    LEAD_TRUMP_HIGH,
    LEAD_TRUMP_LATE,
    LEAD_TRUMP_LATE_MASTER,
    LEAD_TRUMP_LOW,
    LEAD_TRUMP_MASTER,
    LEAD_UNDER_MASTER,
)  # fmt: skip


@inline
def _plain(turn, sight, card, role, weights):
    """What speaks for leading a plain card, in quarter points, beside winning the trick."""
    suit = suit_of(card)
    mine = np.uint32(turn.hand & suit)
    length = count(mine)
    worth = weights[LEAD_LENGTH] * length
    if np.uint32(card & sight.masters) != 0:
        worth += weights[LEAD_MASTER + role] if sight.opponents_trump else weights[LEAD_SAFE_MASTER]
    else:
        worth += weights[LEAD_LOW + role]
        if length == 1 and np.uint32(turn.hand & TRUMPS) != 0:
            worth += weights[LEAD_SINGLETON + role]
        other = np.uint32(mine ^ card)
        if np.uint32(other & sight.masters) != 0:
            worth += weights[LEAD_UNDER_MASTER]
        elif np.uint32(other & TENS) != 0:
            worth += weights[LEAD_FROM_TEN]
    if np.uint32(sight.partner & suit) == 0 and np.uint32(sight.partner & TRUMPS) != 0:
        worth += weights[LEAD_PARTNER_RUFFS]
    if np.uint32(sight.next & suit) == 0 and np.uint32(sight.next & TRUMPS) != 0:
        worth += weights[LEAD_OPPONENT_RUFFS]
    if np.uint32(sight.previous & suit) == 0 and np.uint32(sight.previous & TRUMPS) != 0:
        worth += weights[LEAD_OPPONENT_RUFFS]
    return worth


@inline
def _trump(turn, sight, card, role, weights):
    """What speaks for leading a trump, in quarter points, beside winning the trick."""
    master = np.uint32(card & sight.masters) != 0
    if not sight.opponents_trump:
        late = weights[LEAD_TRUMP_LATE + role]
        return late + weights[LEAD_TRUMP_LATE_MASTER + role] if master else late
    worth = weights[LEAD_TRUMP_COUNT + role] * count(np.uint32(turn.hand & TRUMPS))
    if master:
        return worth + weights[LEAD_TRUMP_MASTER + role]
    if POINTS[index(card)] >= 10:
        return worth + weights[LEAD_TRUMP_HIGH + role]
    return worth + weights[LEAD_TRUMP_LOW + role]


@inline
def lead(turn, weights):
    """The card with the highest score; of equals the lowest bit."""
    sight = look(turn)
    role = (turn.taker - turn.seat) & 3
    best_score = np.int64(-(1 << 40))
    choice = np.uint32(0)
    rest = turn.legal
    while rest != 0:
        card = np.uint32(rest & np.uint32(~rest + np.uint32(1)))
        rest = np.uint32(rest ^ card)
        led = suit_of(card)
        chance = stands(turn, sight.next, card, led, (turn.seat + 1) & 3)
        chance = (chance * stands(turn, sight.previous, card, led, (turn.seat + 3) & 3)) >> 8
        score = (2 * chance - CERTAIN) * POINTS[index(card)] + chance * weights[LEAD_TRICK] // 4
        if led == TRUMPS:
            score += 64 * _trump(turn, sight, card, role, weights)
        else:
            score += 64 * _plain(turn, sight, card, role, weights)
        if score > best_score:
            best_score = score
            choice = card
    return choice
