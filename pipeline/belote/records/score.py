"""Score-sheet records: a deal of which only the score was kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from belote.compiled import kernel
from belote.game.auction import CONTRACTS
from belote.game.cards import SANS_ATOUT, STRAINS, SUITS, TOUT_ATOUT, card_text
from belote.game.columns import NOBODY
from belote.game.marking import CARD_TOTAL, Facts, mark_deal, mark_rules
from belote.game.marking_coinche import Bid, coinche_rules, mark_coinche
from belote.game.variants import Rules
from belote.records.draft import LARGEST_DEAL, LONGEST_TABLE, MISSING
from belote.records.fault import RecordFault, shown
from belote.records.line import (
    MOST_MARKS,
    Document,
    Texts,
    card_of,
    extra_of,
    list_of,
    marks_of,
    name_of,
    refuse_fields,
    required,
    rules_of,
    whole,
)
from belote.records.plays import UNKNOWN, UNKNOWN_ANNONCES

SCORE_FIELDS = (
    "format", "table", "deal", "rules", "dealer", "taker", "taker_team", "trump", "bid_round",
    "turned", "contract", "coinche_level", "points", "capot", "belote", "annonces", "marks",
)  # fmt: skip
"""The fields of a score record in canonical order."""

A_TEAM = 4
"""Added to the number of a taker's team where its seat is not known."""
_OF_COINCHE = ("contract", "coinche_level")
_OF_TAKEN = ("trump", "bid_round", *_OF_COINCHE, "points", "capot", "belote", "annonces")
_NUMBERS = (
    "taker_points", "taker_tricks", "taker_belote", "defence_belote", "bid_round", "leader",
    *_OF_COINCHE,
)  # fmt: skip


class Score(NamedTuple):
    """The numbers of a score record by stored column; what is not known is `UNKNOWN`."""

    values: dict[str, int]
    texts: Texts
    marks: tuple[int, int] | None


def read_score(document: Document) -> Score:
    """A score record; raises `RecordFault` where something is wrong with it."""
    table = name_of(required(document, "table"), "table", 1, LONGEST_TABLE)
    deal = whole(required(document, "deal"), "deal", 1, LARGEST_DEAL)
    texts = Texts(table, rules_of(required(document, "rules")))
    coinche = texts.rules.auction == "coinche"
    if coinche:
        refuse_fields(document, ("bid_round", "turned"), "prise_field")
    else:
        refuse_fields(document, _OF_COINCHE, "coinche_field")
    values = dict.fromkeys(_NUMBERS, UNKNOWN)
    values |= dict.fromkeys(("taker_annonces", "defence_annonces"), UNKNOWN_ANNONCES)
    values |= {"deal_no": deal, "trump": NOBODY, "taker": _taker(document)}
    values["dealer"] = _optional(document, "dealer", 0, 3, UNKNOWN)
    values["turned"] = card_of(document["turned"], "turned") if "turned" in document else MISSING
    marks = marks_of(document["marks"]) if "marks" in document else None
    if values["taker"] == NOBODY:
        for field in _OF_TAKEN:
            if field in document:
                raise RecordFault(field, "score_passed")
    else:
        _read_taken(document, values, coinche)
        if values["taker_points"] == UNKNOWN and marks is None:
            raise RecordFault("points", "score_needs")
    if marks is not None:
        _check_marks(marks, values, texts.rules)
    extra = extra_of(document, SCORE_FIELDS) or {}
    texts.extra = _worked_out(document) | extra or None
    return Score(values, texts, None if marks is None else (marks[0], marks[1]))


def _worked_out(document: Document) -> Document:
    """What the columns cannot tell: a team said beside the seat, points that a capot gives."""
    found: Document = {}
    if "taker" in document and "taker_team" in document:
        found["taker_team"] = document["taker_team"]
    if "capot" in document and "points" not in document:
        found["points_worked_out"] = True
    return found


def _optional(document: Document, field: str, least: int, most: int, missing: int) -> int:
    return whole(document[field], field, least, most) if field in document else missing


def _taker(document: Document) -> int:
    taker = _optional(document, "taker", 0, 3, NOBODY)
    team = _optional(document, "taker_team", 0, 1, NOBODY)
    if NOBODY not in (taker, team) and taker % 2 != team:
        raise RecordFault("taker_team", "score_team", seat=taker, team=team)
    return A_TEAM + team if taker == NOBODY != team else taker


def _read_prise(document: Document, values: dict[str, int]) -> None:
    """The round; trump and turned card must go with it."""
    values["bid_round"] = _optional(document, "bid_round", 1, 2, UNKNOWN)
    turned, bid_round = values["turned"], values["bid_round"]
    if MISSING not in (turned, bid_round) and (turned >> 3 == values["trump"]) != (bid_round == 1):
        raise RecordFault("trump", "score_turned", card=card_text(turned), round=bid_round)


def _read_bid(document: Document, values: dict[str, int]) -> None:
    """What was bid at coinche."""
    contract = required(document, "contract")
    if type(contract) is not int or contract not in CONTRACTS:
        raise RecordFault("contract", "contract", value=shown(contract))
    values["contract"] = contract
    values["coinche_level"] = _optional(document, "coinche_level", 0, 2, 0)


def _read_taken(document: Document, values: dict[str, int], coinche: bool) -> None:
    team = values["taker"] & 1
    trump, trumps = required(document, "trump"), STRAINS if coinche else tuple(SUITS)
    if not isinstance(trump, str) or trump not in trumps:
        raise RecordFault("trump", "strain" if coinche else "suit", value=shown(trump))
    values["trump"] = trumps.index(trump)
    (_read_bid if coinche else _read_prise)(document, values)
    if "points" in document:
        points = _pair(document, "points", CARD_TOTAL)
        if sum(points) != CARD_TOTAL:
            raise RecordFault("points", "score_points", total=sum(points))
        values["taker_points"] = points[team]
    if "capot" in document:
        capot = whole(document["capot"], "capot", 0, 1)
        values["taker_tricks"] = 8 if capot == team else 0
        if values["taker_points"] not in (UNKNOWN, CARD_TOTAL if capot == team else 0):
            raise RecordFault("capot", "score_capot", team=capot)
        values["taker_points"] = CARD_TOTAL if capot == team else 0
    if "belote" in document:
        belote = _pair(document, "belote", 80)
        _check_belote(belote, values["trump"])
        values["taker_belote"], values["defence_belote"] = belote[team], belote[1 - team]
    if "annonces" in document:
        annonces = _pair(document, "annonces", 2000)
        if min(annonces) > 0:
            raise RecordFault("annonces", "score_annonces")
        if max(annonces) % 10:
            raise RecordFault("annonces", "score_tens", value=max(annonces))
        values["taker_annonces"], values["defence_annonces"] = annonces[team], annonces[1 - team]


def _check_belote(belote: list[int], trump: int) -> None:
    """Raise `RecordFault` where no hands hold so many belotes: one, at tout atout up to four."""
    if trump == TOUT_ATOUT:
        if sum(belote) > 80 or any(side % 20 for side in belote):
            raise RecordFault("belote", "score_belotes")
    elif trump == SANS_ATOUT and any(belote):
        raise RecordFault("belote", "score_no_belote")
    elif sorted(belote) not in ([0, 0], [0, 20]):
        raise RecordFault("belote", "score_belote")


def _pair(document: Document, field: str, most: int) -> list[int]:
    pair = list_of(document[field], field, 2)
    return [whole(value, field, 0, min(most, MOST_MARKS)) for value in pair]


def _check_marks(marks: list[int], values: dict[str, int], rules: Rules) -> None:
    """Raise `RecordFault` where marks do not follow from the points, if these are known."""
    own = [0, 0]
    if values["taker"] != NOBODY:
        if values["taker_points"] == UNKNOWN:
            return
        names = ("taker_points", "taker_tricks", "taker_belote", "defence_belote")
        facts = [0 if values[n] == UNKNOWN and n.endswith("belote") else values[n] for n in names]
        annonces = [values["taker_annonces"], values["defence_annonces"]]
        facts += [0 if value == UNKNOWN_ANNONCES else value for value in annonces]
        if rules.auction == "coinche":
            facts += [values["contract"], values["trump"], values["coinche_level"]]
            mark = _mark_coinche(np.array(facts, np.int64), coinche_rules(rules))
        else:
            mark = _mark(np.array(facts, np.int64), mark_rules(rules))
        own = [int(mark[0]), int(mark[1])][:: -1 if values["taker"] & 1 else 1]
    if marks != own:
        a, b = marks
        deal = values["deal_no"]
        raise RecordFault("marks", "score_marks", deal=deal, a=a, b=b, c=own[0], d=own[1])


@kernel
def _mark(facts: Any, rules: Any) -> Any:
    mark = mark_deal(Facts(facts[0], facts[1], facts[2], facts[3], facts[4], facts[5]), rules)
    return mark.taker, mark.defence


@kernel
def _mark_coinche(facts: Any, rules: Any) -> Any:
    bid = Bid(facts[6], facts[7], facts[8])
    mark = mark_coinche(
        Facts(facts[0], facts[1], facts[2], facts[3], facts[4], facts[5]), bid, rules
    )
    return mark.taker, mark.defence
