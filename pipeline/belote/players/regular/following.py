"""How `regular` plays to a trick that another seat led."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.game.order import strain_points, suit_of
from belote.players.regular.sight import (
    CERTAIN,
    SECONDS,
    above,
    count,
    hands_with,
    index,
    look,
    stands,
    worth,
)
from belote.players.regular.weights import (
    KEEP_COVER,
    KEEP_FROM_PARTNER,
    KEEP_MASTER,
    KEEP_SAFE_MASTER,
    KEEP_SECOND,
    KEEP_TEN,
    KEEP_TRUMP,
    KEEP_TRUMP_MASTER,
    MAKE_SHORT,
    MAKE_VOID,
    PARTNER_HELP,
    TRICK,
)


@inline
def _keep_master(sight, suit, partner_wins, weights):
    """What a plain master is worth in hand, in quarter points."""
    kept = weights[KEEP_FROM_PARTNER] if partner_wins else np.int64(0)
    unseen = count(np.uint32(sight.unseen & suit))
    if unseen == 0:
        return kept + weights[KEEP_MASTER + 3]
    if not sight.opponents_trump:
        return kept + weights[KEEP_SAFE_MASTER]
    return kept + weights[KEEP_MASTER + (0 if unseen >= 5 else 1 if unseen >= 3 else 2)]


@inline
def _keep_plain(turn, sight, card, partner_wins, weights):
    """What a plain card is worth in hand, in quarter points."""
    suit = suit_of(card)
    if np.uint32(card & sight.masters) != 0:
        return _keep_master(sight, suit, partner_wins, weights)
    mine = np.uint32(turn.hand & suit)
    length = count(mine)
    if np.uint32(card & SECONDS) != 0:
        return weights[KEEP_TEN + (0 if length > 1 else 1)]
    kept = np.int64(0)
    if length == 2 and np.uint32(mine & SECONDS & ~sight.masters) != 0:
        kept += weights[KEEP_COVER]
    if length > 1 and count(np.uint32(sight.unseen & suit & above(card))) == 1:
        kept += weights[KEEP_SECOND]
    if length <= 2 and np.uint32(turn.hand & sight.trumps) != 0:
        kept += weights[MAKE_VOID if length == 1 else MAKE_SHORT]
    return kept


@inline
def _keep(turn, sight, card, partner_wins, weights):
    """What a card is worth in hand, in quarter points."""
    if np.uint32(card & sight.trumps) == 0:
        return _keep_plain(turn, sight, card, partner_wins, weights)
    kept = weights[KEEP_TRUMP + index(card) - 24]
    return kept + weights[KEEP_TRUMP_MASTER] if np.uint32(card & sight.masters) != 0 else kept


@inline
def _chance_without(turn, sight, hands, partner_wins, weights):
    """Chance that the own side wins the trick when this seat does not beat the best card."""
    if turn.place == 1:
        partner = turn.seat ^ 2
        beaten = CERTAIN - stands(turn, sight, sight.partner, turn.best, turn.led, hands, partner)
        return (beaten * weights[PARTNER_HELP]) >> 7
    if not partner_wins:
        return np.int64(0)
    if turn.place == 3:
        return np.int64(CERTAIN)
    return stands(turn, sight, sight.left, turn.best, turn.led, hands, (turn.seat + 1) & 3)


@inline
def follow(turn, weights):
    """The legal card with the highest score; of equals the lowest bit."""
    sight = look(turn)
    hands = hands_with(turn, index(turn.led) >> 3)
    partner_wins = turn.place > 1 and turn.winner == turn.seat ^ 2
    without = _chance_without(turn, sight, hands, partner_wins, weights)
    on_table = strain_points(turn.trick, turn.strain)
    trick = weights[TRICK + turn.place - 1]
    best_score = np.int64(-(1 << 40))
    choice = np.uint32(0)
    rest = turn.legal
    while rest != 0:
        card = np.uint32(rest & np.uint32(~rest + np.uint32(1)))
        rest = np.uint32(rest ^ card)
        chance = without
        if card > turn.best and np.uint32(card & np.uint32(turn.led | sight.trumps)) != 0:
            chance = np.int64(CERTAIN)
            if turn.place < 3:
                left = (turn.seat + 1) & 3
                chance = stands(turn, sight, sight.left, card, turn.led, hands, left)
        score = (2 * chance - CERTAIN) * (on_table + worth(turn, card)) + chance * trick // 4
        score -= 64 * _keep(turn, sight, card, partner_wins, weights)
        if score > best_score:
            best_score = score
            choice = card
    return choice
