"""One deal of a score sheet: what players keep of it, and what is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from belote.game.auction import CONTRACTS
from belote.game.cards import SANS_ATOUT, STRAINS, SUITS, TOUT_ATOUT
from belote.game.marking import CARD_TOTAL
from belote.game.variants import Rules
from belote.messages import Lang, say

MOST_ANNONCES = 550
BELOTE = 20
MOST_BELOTES = 4


class SheetFault(ValueError):
    """What is refused: a message of the catalogue's ``sheet_fault`` and its values."""

    def __init__(self, message: str, **values: Any) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def reason(self, lang: Lang) -> str:
        """What is wrong, in a sentence."""
        return say(lang, f"sheet_fault.{self.message}", **self.values)


@dataclass(frozen=True)
class Deal:
    """What players keep of a deal. Without a taker it was passed out, and the rest says nothing."""

    taker: int | None = None
    """Seat."""
    trump: str = ""
    points: int = 0
    """Card points of the taker's side with dix de der; the other side has the rest of 162."""
    belote: tuple[int, int] = (0, 0)
    """By team; 20 for one of them, at tout atout for each held and said."""
    annonces: tuple[int, int] = (0, 0)
    """By team; one side only has any."""
    capot: int | None = None
    """Team with all eight tricks."""
    contract: int | None = None
    """At coinche: 80 to 160, or 250 for a capot."""
    level: int = 0
    """At coinche: 1 coinched, 2 surcoinched."""


def checked(deal: Deal, rules: Rules) -> Deal:
    """The deal, its points those of a capot where there is one; raises `SheetFault`."""
    if deal.taker is None:
        if deal != Deal():
            raise SheetFault("passed_out")
        return deal
    if deal.taker not in range(4) or deal.capot not in (None, 0, 1):
        raise SheetFault("damaged")
    if deal.trump not in trumps(rules):
        raise SheetFault("trump")
    _check_bid(deal, rules)
    if not 0 <= deal.points <= CARD_TOTAL:
        raise SheetFault("points", total=CARD_TOTAL)
    if deal.capot is not None and deal.points != capot_points(deal.taker, deal.capot):
        raise SheetFault("capot", total=CARD_TOTAL)
    _check_belote(deal, rules)
    _check_annonces(deal.annonces, rules)
    return deal


def trumps(rules: Rules) -> tuple[str, ...]:
    """What may be trump under a rule set."""
    return STRAINS if rules.auction == "coinche" else tuple(SUITS)


def _check_bid(deal: Deal, rules: Rules) -> None:
    if rules.auction != "coinche":
        if deal.contract is not None or deal.level:
            raise SheetFault("damaged")
        return
    if deal.contract not in CONTRACTS:
        raise SheetFault("contract")
    if deal.level not in (0, 1, 2):
        raise SheetFault("damaged")


def belotes_at(trump: str, rules: Rules) -> int:
    """How many belotes a deal with that trump may have."""
    if trump == STRAINS[SANS_ATOUT]:
        return 0
    if trump == STRAINS[TOUT_ATOUT]:
        return MOST_BELOTES if rules.belote_tout_atout == "every" else 0
    return 1


def _check_belote(deal: Deal, rules: Rules) -> None:
    if any(points < 0 or points % BELOTE for points in deal.belote):
        raise SheetFault("damaged")
    most = belotes_at(deal.trump, rules)
    if sum(deal.belote) > BELOTE * most:
        raise SheetFault(f"belotes_{most}")


def read_points(text: str | None) -> int | None:
    """The points that a text says, None where it is empty; raises `SheetFault` for any other."""
    return _whole(text, SheetFault("points", total=CARD_TOTAL))


def read_annonces(text: str | None) -> int | None:
    """The same of annonces."""
    return _whole(text, SheetFault("annonces", most=MOST_ANNONCES))


def _whole(text: str | None, fault: SheetFault) -> int | None:
    digits = (text or "").strip()
    if not digits:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", digits):
        raise fault
    return int(digits)


def capot_points(taker: int, capot: int) -> int:
    """Card points of the taker's side where a team makes capot."""
    return CARD_TOTAL if capot == taker % 2 else 0


def _check_annonces(annonces: tuple[int, int], rules: Rules) -> None:
    if annonces == (0, 0):
        return
    if not rules.annonces:
        raise SheetFault("no_annonces")
    if min(annonces) != 0:
        raise SheetFault("both_annonce")
    # Sums of 20, 50, 100, 150 and 200.
    total = max(annonces)
    if total % 10 or total in (10, 30) or not 0 < total <= MOST_ANNONCES:
        raise SheetFault("annonces", most=MOST_ANNONCES)


def by_team(team: int, first: int, second: int) -> tuple[int, int]:
    """A pair by team from what ``team`` has and what the other one has."""
    return (second, first) if team else (first, second)
