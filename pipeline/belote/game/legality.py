"""Which cards a seat may play: the rules of following, trumping and going higher."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline
from belote.game.order import TRUMPS
from belote.game.variants import Rules


class PlayRules(NamedTuple):
    """The play fields of a rule set as flags, in the form kernels take."""

    taker_leads: bool
    undertrump_free: bool
    over_partner_ruff_free: bool
    over_partner_trump_lead_free: bool
    cut: bool
    packets_2_3: bool
    same_dealer: bool


def play_rules(rules: Rules) -> PlayRules:
    """The play fields of a rule set."""
    return PlayRules(
        taker_leads=rules.first_lead == "taker",
        undertrump_free=rules.undertrump == "free",
        over_partner_ruff_free=rules.over_partner_ruff == "free",
        over_partner_trump_lead_free=rules.over_partner_trump_lead == "free",
        cut=rules.dealing == "cut",
        packets_2_3=rules.packets == "2-3",
        same_dealer=rules.all_pass == "same_dealer",
    )


@inline
def legal_cards(hand, led, best, partner_wins, rules):
    """The cards of a hand that may be played, as a mask in trump order.

    ``led`` is the suit mask of the card led (0 when this seat leads), ``best`` the bit that wins
    so far, ``partner_wins`` whether the partner played it. Never empty for a hand with a card.
    Nothing checks that ``best`` fits ``led``.
    """
    follow = np.uint32(hand & led)
    trumps = np.uint32(hand & TRUMPS)
    # All trumps where the best card so far is a plain one.
    higher = np.uint32(trumps & ~np.uint32(best | np.uint32(best - np.uint32(1))))
    if led == 0:
        return hand
    if follow != 0:
        any_follows = led != TRUMPS or (partner_wins and rules.over_partner_trump_lead_free)
        return follow if any_follows or higher == 0 else higher
    if partner_wins:
        any_card = rules.over_partner_ruff_free or best <= np.uint32(~TRUMPS) or higher == 0
        return hand if any_card else np.uint32(np.uint32(hand & ~TRUMPS) | higher)
    below = hand if rules.undertrump_free or trumps == 0 else trumps
    return higher if higher != 0 else below


@inline
def beats(card, best, led):
    """Whether a card (bit, trump order) beats the best so far of a trick in which ``led`` led."""
    return card > best and np.uint32(card & np.uint32(led | TRUMPS)) != 0
