"""How `regular` leads to a trick."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.order import suit_of
from belote.players.regular.sight import (
    CERTAIN,
    count,
    hands_with,
    index,
    look,
    stands,
    worth,
)
from belote.players.regular.weights import (
    LEAD_LENGTH,
    LEAD_LOW,
    LEAD_LOW_UNSEEN,
    LEAD_MASTER,
    LEAD_MASTER_AGAIN,
    LEAD_MASTER_UNSEEN,
    LEAD_OPPONENT_VOID,
    LEAD_SINGLETON,
    LEAD_TRICK,
    LEAD_TRUMP_AGAIN,
    LEAD_TRUMP_COUNT,
    LEAD_TRUMP_HIGH,
    LEAD_TRUMP_LATE,
    LEAD_TRUMP_LOW,
    LEAD_TRUMP_MASTER,
    LEAD_TRUMP_UNSEEN,
    LEAD_UNDER_MASTER,
)


@inline
def _plain(turn, sight, card, suit, role, weights):
    """What speaks for a plain card, in quarter points, besides the chance that it wins."""
    mine = np.uint32(turn.hand & suit)
    length = count(mine)
    unseen = count(np.uint32(sight.unseen & suit))
    gain = weights[LEAD_LENGTH] * length
    if np.uint32(sight.left & suit) == 0:
        gain += weights[LEAD_OPPONENT_VOID]
    if np.uint32(sight.right & suit) == 0:
        gain += weights[LEAD_OPPONENT_VOID]
    if np.uint32(card & sight.masters) != 0:
        gain += weights[LEAD_MASTER_AGAIN + role] * turn.trick_no
        if sight.opponents_trump:
            gain += weights[LEAD_MASTER_UNSEEN + role] * unseen
        return gain + weights[LEAD_MASTER]
    gain += weights[LEAD_LOW + role] + weights[LEAD_LOW_UNSEEN + role] * unseen
    if length == 1 and np.uint32(turn.hand & sight.trumps) != 0:
        gain += weights[LEAD_SINGLETON]
    if np.uint32(mine & sight.masters) != 0:
        gain += weights[LEAD_UNDER_MASTER]
    return gain


@inline
def _trump(turn, sight, card, role, weights):
    """What speaks for a trump, in quarter points, besides the chance that it wins."""
    if not sight.opponents_trump:
        return weights[LEAD_TRUMP_LATE]
    gain = weights[LEAD_TRUMP_COUNT + role] * count(np.uint32(turn.hand & sight.trumps))
    gain += weights[LEAD_TRUMP_UNSEEN + role] * count(np.uint32(sight.unseen & sight.trumps))
    gain += weights[LEAD_TRUMP_AGAIN + role] * turn.trick_no
    if np.uint32(card & sight.masters) != 0:
        return gain + weights[LEAD_TRUMP_MASTER + role]
    if worth(turn, card) >= 10:
        gain += weights[LEAD_TRUMP_HIGH]
    return gain + weights[LEAD_TRUMP_LOW + role]


@inline
def lead(turn, weights):
    """The card with the highest score; of equals the lowest bit."""
    sight = look(turn)
    role = (turn.taker - turn.seat) & 3
    left, right = (turn.seat + 1) & 3, (turn.seat + 3) & 3
    best_score = np.int64(-(1 << 40))
    choice = np.uint32(0)
    rest = turn.legal
    while rest != 0:
        card = np.uint32(rest & np.uint32(~rest + np.uint32(1)))
        rest = np.uint32(rest ^ card)
        suit = suit_of(card)
        hands = hands_with(turn, index(card) >> 3)
        chance = stands(turn, sight, sight.left, card, suit, hands, left)
        chance = (chance * stands(turn, sight, sight.right, card, suit, hands, right)) >> 8
        score = (2 * chance - CERTAIN) * worth(turn, card)
        score += chance * weights[LEAD_TRICK + role] // 4
        if suit == sight.trumps:
            score += 64 * _trump(turn, sight, card, role, weights)
        else:
            score += 64 * _plain(turn, sight, card, suit, role, weights)
        if score > best_score:
            best_score = score
            choice = card
    return choice
