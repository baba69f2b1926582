"""What a deal of coinche marks: a pure function of its facts, of what was bid, and a rule set.

Source: the section "Coinche" of the table of rules. There is no litige: nothing is held.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline
from belote.game.auction import CAPOT
from belote.game.cards import TOUT_ATOUT
from belote.game.marking import CARD_TOTAL, CHUTE, MADE, Mark, mark_rules, rounded
from belote.game.variants import Rules


class CoincheRules(NamedTuple):
    """The marking fields of a coinche rule set as numbers, in the form kernels take."""

    annonces: bool
    more: bool
    """A contract also asks for more than the defence's total."""
    belote_counts: bool
    round_from: int
    rounded: bool
    chute_mark: int
    capot_mark: int
    belote_to_defence: bool
    contract_only: bool
    """A made contract leaves the points out for the taker's side."""
    multiply_contract: bool
    """Coinche multiplies the contract alone."""
    surcoinche: int
    belote_tout_atout: bool
    target: int
    finish_on_belote: bool


def coinche_rules(rules: Rules) -> CoincheRules:
    """The marking fields of a rule set whose auction is coinche."""
    shared = mark_rules(rules)
    return CoincheRules(
        annonces=shared.annonces,
        more=rules.contract == "bid_and_more",
        belote_counts=shared.belote_counts,
        round_from=shared.round_from,
        rounded=shared.rounded,
        chute_mark=shared.chute_mark,
        capot_mark=shared.capot_mark,
        belote_to_defence=shared.belote_to_defence,
        contract_only=rules.coinche_mark == "contract",
        multiply_contract=rules.multiplier_on == "contract",
        surcoinche=rules.surcoinche,
        belote_tout_atout=rules.belote_tout_atout == "every",
        target=shared.target,
        finish_on_belote=shared.finish_on_belote,
    )


class Bid(NamedTuple):
    """What the taker bid, as far as marking asks."""

    contract: int
    """80-160, or `belote.game.auction.CAPOT`."""
    trump: int
    """A suit 0-3, sans atout or tout atout."""
    level: int
    """0, 1 coinched, 2 surcoinched."""


@inline
def is_made(facts, bid, lead, total, rules):
    """Whether the taker's side keeps its contract: ``total`` is its own, ``lead`` what it has more.

    A capot is kept by all eight tricks, whatever the totals; any other contract by the totals,
    though never without a trick.
    """
    if bid.contract == CAPOT:
        return facts.taker_tricks == 8
    enough = total >= np.int64(bid.contract) and (lead > 0 or not rules.more)
    return enough and facts.taker_tricks != 0


@inline
def _multiplier(level, rules):
    return np.int64(rules.surcoinche if level == 2 else 1 + level)


@inline
def _of_the_winner(contract, points, multiplier, rules):
    """Contract and points as coinche multiplies them."""
    if rules.multiply_contract:
        return multiplier * contract + points
    return multiplier * (contract + points)


@inline
def mark_coinche(facts, bid, rules):
    """The `Mark` of a deal with these `Facts` and this `Bid` under these `CoincheRules`.

    A belote is 20 for each King and Queen held: up to 80 a deal at tout atout. It and the annonces
    are never multiplied.
    """
    contract = np.int64(bid.contract)
    taker_points = np.int64(facts.taker_points)
    defence_points = CARD_TOTAL - taker_points
    belotes_count = bid.trump != TOUT_ATOUT or rules.belote_tout_atout
    taker_belote = np.int64(facts.taker_belote) if belotes_count else np.int64(0)
    defence_belote = np.int64(facts.defence_belote) if belotes_count else np.int64(0)
    taker_annonces = np.int64(facts.taker_annonces) if rules.annonces else np.int64(0)
    defence_annonces = np.int64(facts.defence_annonces) if rules.annonces else np.int64(0)

    lead = taker_points - defence_points + taker_annonces - defence_annonces
    total = taker_points + taker_annonces
    if rules.belote_counts:
        lead += taker_belote - defence_belote
        total += taker_belote

    multiplier = _multiplier(bid.level, rules)
    taker = np.int64(0)
    defence = np.int64(0)
    capot = facts.taker_tricks == 8
    if is_made(facts, bid, lead, total, rules):
        outcome = MADE
        points = rounded(taker_points, rules)
        if capot:
            points = np.int64(rules.capot_mark)
        elif bid.level > 0 and rules.multiply_contract:
            points = np.int64(rules.chute_mark)
        if rules.contract_only:
            points = np.int64(0)
        taker = _of_the_winner(contract, points, multiplier, rules) + taker_annonces
        if capot or bid.level > 0:
            taker += defence_annonces
        else:
            defence = rounded(defence_points, rules) + defence_annonces
    else:
        outcome = CHUTE
        points = np.int64(rules.capot_mark if facts.taker_tricks == 0 else rules.chute_mark)
        defence = _of_the_winner(contract, points, multiplier, rules)
        defence += taker_annonces + defence_annonces
        if rules.belote_to_defence:
            defence_belote += taker_belote
            taker_belote = np.int64(0)
    return Mark(
        outcome,
        taker + taker_belote,
        defence + defence_belote,
        taker_belote,
        defence_belote,
        np.int64(0),
    )
