"""Which cards a seat may play: the rules of following, trumping and going higher."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline
from belote.game.cards import SANS_ATOUT
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
def trick_trumps(trump, led):
    """The suit mask of the cards that are trumps in a trick, in the order of that trump 0-5.

    None at sans atout; at tout atout the suit led, which is a mask of none while nobody has led.
    """
    if trump < SANS_ATOUT:
        return TRUMPS
    return np.uint32(0) if trump == SANS_ATOUT else np.uint32(led)


@inline
def legal_cards(hand, led, best, partner_wins, trumps_mask, rules):
    """The cards of a hand that may be played, as a mask in the order of the trump.

    ``led`` is the suit mask of the card led (0 when this seat leads), ``best`` the bit that wins
    so far, ``partner_wins`` whether the partner played it, ``trumps_mask`` what `trick_trumps`
    says: `TRUMPS` wherever a suit is trump. Never empty for a hand with a card.
    Nothing checks that ``best`` fits ``led``.
    """
    follow = np.uint32(hand & led)
    trumps = np.uint32(hand & trumps_mask)
    # All trumps where the best card so far is a plain one.
    higher = np.uint32(trumps & ~np.uint32(best | np.uint32(best - np.uint32(1))))
    if led == 0:
        return hand
    if follow != 0:
        any_follows = led != trumps_mask or (partner_wins and rules.over_partner_trump_lead_free)
        return follow if any_follows or higher == 0 else higher
    if partner_wins:
        any_card = rules.over_partner_ruff_free or best <= np.uint32(~trumps_mask) or higher == 0
        return hand if any_card else np.uint32(np.uint32(hand & ~trumps_mask) | higher)
    below = hand if rules.undertrump_free or trumps == 0 else trumps
    return higher if higher != 0 else below


@inline
def beats(card, best, led, trumps_mask):
    """Whether a card (bit) beats the best so far of a trick in which ``led`` led.

    ``trumps_mask`` is that of `legal_cards`.
    """
    return card > best and np.uint32(card & np.uint32(led | trumps_mask)) != 0
