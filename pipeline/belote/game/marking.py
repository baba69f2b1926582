"""What a deal marks: a pure function of its facts and a rule set.

Source: the section "Marking one deal" of the table of rules. The SQL view ``marks`` restates
`mark_deal` as an expression; a test holds the two equal over every field.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline
from belote.game.variants import Rules

PASSED_OUT, MADE, CHUTE, LITIGE = 0, 1, 2, 3
OUTCOMES = ("passed_out", "made", "chute", "litige")

CARD_TOTAL = 162
"""Card points of a deal with dix de der."""


class MarkRules(NamedTuple):
    """The marking fields of a prise rule set as numbers, in the form kernels take."""

    annonces: bool
    more: bool
    belote_counts: bool
    litige: bool
    round_from: int
    """The last digit from which card points go up to the next ten; 10: never rounded."""
    rounded: bool
    chute_mark: int
    capot_mark: int
    belote_to_defence: bool
    target: int
    finish_on_belote: bool


def mark_rules(rules: Rules) -> MarkRules:
    """The marking fields of a rule set."""
    return MarkRules(
        annonces=rules.annonces,
        more=rules.contract == "more",
        belote_counts=rules.belote_counts,
        litige=rules.tie == "litige",
        round_from={"none": 10, "half_up": 5, "six_up": 6}[rules.rounding],
        rounded=rules.rounding != "none",
        chute_mark=rules.chute_mark,
        capot_mark=rules.capot_mark,
        belote_to_defence=rules.belote_on_chute == "defence",
        target=rules.target,
        finish_on_belote=rules.finish_on_belote,
    )


class Facts(NamedTuple):
    """What marking needs of one deal that was taken and played, all in points.

    ``taker_points`` are card points with dix de der (the defence has the rest of 162);
    belotes are 20 for each held and said; annonces are what each side marks where they are
    played, whatever the rules.
    """

    taker_points: int
    taker_tricks: int
    taker_belote: int
    defence_belote: int
    taker_annonces: int
    defence_annonces: int


class Mark(NamedTuple):
    """What one deal marks, without points held from an earlier litige."""

    outcome: int
    taker: int
    defence: int
    taker_belote: int
    """Belote among ``taker``."""
    defence_belote: int
    held: int
    """Points of the taker's side kept for the winner of the next decided deal (litige)."""


@inline
def rounded(points, rules):
    """Card points as they are marked or held: to tens by ``rules.round_from``, or unchanged."""
    if not rules.rounded:
        return points
    return (points + 10 - rules.round_from) // 10 * 10


@inline
def mark_deal(facts, rules):
    """The `Mark` of a deal with these `Facts` under these `MarkRules`."""
    taker_points = np.int64(facts.taker_points)
    defence_points = CARD_TOTAL - taker_points
    taker_belote = np.int64(facts.taker_belote)
    defence_belote = np.int64(facts.defence_belote)
    taker_annonces = np.int64(facts.taker_annonces) if rules.annonces else np.int64(0)
    defence_annonces = np.int64(facts.defence_annonces) if rules.annonces else np.int64(0)
    annonces = taker_annonces + defence_annonces

    lead = taker_points - defence_points + taker_annonces - defence_annonces
    total = taker_points + taker_annonces
    if rules.belote_counts:
        lead += taker_belote - defence_belote
        total += taker_belote

    taker = np.int64(0)
    defence = np.int64(0)
    held = np.int64(0)
    if facts.taker_tricks == 8:
        outcome = MADE
        taker = rules.capot_mark + annonces
    elif facts.taker_tricks == 0:
        outcome = CHUTE
        defence = rules.capot_mark + annonces
    elif lead == 0 and rules.litige:
        outcome = LITIGE
        defence = rounded(defence_points, rules) + defence_annonces
        held = rounded(taker_points, rules) + taker_annonces
    elif lead != 0 and (lead > 0 if rules.more else total >= 82):
        outcome = MADE
        taker = rounded(taker_points, rules) + taker_annonces
        defence = rounded(defence_points, rules) + defence_annonces
    else:
        outcome = CHUTE
        defence = rules.chute_mark + annonces

    if outcome == CHUTE and rules.belote_to_defence:
        defence_belote += taker_belote
        taker_belote = np.int64(0)
    return Mark(
        outcome, taker + taker_belote, defence + defence_belote, taker_belote, defence_belote, held
    )
