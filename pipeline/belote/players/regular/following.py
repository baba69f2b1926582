"""How `regular` plays to a trick that another seat led."""

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.order import TRUMPS, points_of, suit_of
from belote.players.regular.sight import CERTAIN, count, index, look, stands
from belote.players.regular.values import POINTS, TENS
from belote.players.regular.weights import (
    KEEP_COVER,
    KEEP_GUARD,
    KEEP_MASTER,
    KEEP_SAFE_MASTER,
    KEEP_TEN,
    KEEP_TRUMP,
    KEEP_TRUMP_MASTER,
    LENGTH,
    MAKE_VOID,
    OVER_PARTNER,
    PARTNER_HELP,
    TRICK,
)  # fmt: skip


@inline
def _keep_plain(turn, sight, card, weights):
    """What a plain card is worth in hand, in quarter points."""
    suit = suit_of(card)
    mine = np.uint32(turn.hand & suit)
    length = count(mine)
    worth = -weights[LENGTH] * length
    if np.uint32(card & sight.masters) != 0:
        unseen = count(np.uint32(sight.unseen & suit))
        if unseen == 0:
            return worth + weights[KEEP_MASTER + 3]
        if not sight.opponents_trump:
            return worth + weights[KEEP_SAFE_MASTER]
        return worth + weights[KEEP_MASTER + (0 if unseen >= 5 else 1 if unseen >= 3 else 2)]
    if np.uint32(card & TENS) != 0:
        return worth + weights[KEEP_TEN + (0 if length > 1 else 1)]
    other = np.uint32(mine ^ card)
    if length == 2 and np.uint32(other & sight.masters) == 0:
        if np.uint32(other & TENS) != 0:
            worth += weights[KEEP_GUARD]
        elif other > card:
            worth += weights[KEEP_COVER]
    if length == 1 and np.uint32(turn.hand & TRUMPS) != 0:
        worth -= weights[MAKE_VOID]
    return worth


@inline
def _keep_trump(sight, card, weights):
    """What a trump is worth in hand, in quarter points."""
    worth = weights[KEEP_TRUMP + index(card) - 24]
    if np.uint32(card & sight.masters) != 0:
        worth += weights[KEEP_TRUMP_MASTER + (0 if sight.opponents_trump else 1)]
    return worth


@inline
def _without_me(turn, sight, weights):
    """Chance that the own side wins the trick if this seat does not beat the best card."""
    partner_wins = turn.place > 1 and turn.winner == turn.seat ^ 2
    if turn.place == 1:
        partner_beats = CERTAIN - stands(turn, sight.partner, turn.best, turn.led, turn.seat ^ 2)
        return (partner_beats * weights[PARTNER_HELP]) >> 7
    if not partner_wins:
        return np.int64(0)
    if turn.place == 3:
        return np.int64(CERTAIN)
    return stands(turn, sight.next, turn.best, turn.led, (turn.seat + 1) & 3)


@inline
def follow(turn, weights):
    """The legal card with the highest score; of equals the lowest bit."""
    sight = look(turn)
    partner_wins = turn.place > 1 and turn.winner == turn.seat ^ 2
    on_table = points_of(turn.trick)
    without_me = _without_me(turn, sight, weights)
    winning = np.uint32(turn.led | TRUMPS)
    best_score = np.int64(-(1 << 40))
    choice = np.uint32(0)
    rest = turn.legal
    while rest != 0:
        card = np.uint32(rest & np.uint32(~rest + np.uint32(1)))
        rest = np.uint32(rest ^ card)
        chance = without_me
        score = np.int64(0)
        if card > turn.best and np.uint32(card & winning) != 0:
            chance = np.int64(CERTAIN)
            if turn.place < 3:
                chance = stands(turn, sight.next, card, turn.led, (turn.seat + 1) & 3)
            if turn.place == 1:
                chance += ((CERTAIN - chance) * without_me) >> 8
            if partner_wins:
                score -= 64 * weights[OVER_PARTNER]
        if np.uint32(card & TRUMPS) != 0:
            score -= 64 * _keep_trump(sight, card, weights)
        else:
            score -= 64 * _keep_plain(turn, sight, card, weights)
        score += (2 * chance - CERTAIN) * (on_table + POINTS[index(card)])
        score += chance * (weights[TRICK]) // 4
        if score > best_score:
            best_score = score
            choice = card
    return choice
