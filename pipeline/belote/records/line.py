"""The strict reader: one line of JSON to the fields of a record, or the fault that it has.

It reads every record of the format, and words what is wrong with any other. Where a line is plain
(`belote.records.scan`) it says the same as the quick reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NoReturn, cast

import numpy as np

from belote.game.auction import LONGEST_AUCTION, AuctionError, parse_word
from belote.game.cards import RANKS, SUITS
from belote.game.variants import BY_NAME, RuleError, Rules, Value, changed, preset
from belote.records.draft import (
    EIGHT,
    FIVE,
    LARGEST_DEAL,
    LONGEST_TABLE,
    MOST_BIDS,
    PASS,
    STATUSES,
    TAKE,
    TAKE_SUIT,
    new_drafts,
)
from belote.records.fault import RECORD, RecordFault, shown

DEAL_FORMAT, SCORE_FORMAT = "belote-deal/1", "belote-score/1"

DEAL_FIELDS = (
    "format", "table", "deal", "rules", "dealer", "dealt", "turned", "bids", "completed", "plays",
    "auto", "belote_said", "status", "players", "at", "marks",
)  # fmt: skip
"""The fields of a deal record in canonical order."""

BIDS = {"pass": PASS, "take": TAKE} | {
    f"take {suit}": TAKE_SUIT + n for n, suit in enumerate(SUITS)
}
CARDS = {RANKS[n & 7] + SUITS[n >> 3]: n for n in range(32)}
NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of a text round."""
MOST_MARKS = 100_000

Document = dict[str, Any]


@dataclass
class Texts:
    """The part of a record that is text."""

    table: str
    rules: Rules
    players: tuple[str, ...] | None = None
    at: str | None = None
    extra: Document | None = None
    """Fields that the format does not know."""


# JSON ------------------------------------------------------------------------------------------


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordFault(shown(twice)[1:-1], "key_twice")
    return document


def _no_number(text: str) -> NoReturn:
    raise RecordFault(RECORD, "not_finite", value=text)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        _no_number(text)
    return value


def parse_json(line: bytes) -> Document:
    """The object of a line; raises `RecordFault` for what is not one in strict JSON and UTF-8."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise RecordFault(RECORD, "utf8", place=error.start + 1) from None
    try:
        document = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_number, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise RecordFault(RECORD, "json", place=error.pos + 1) from None
    except RecursionError:
        raise RecordFault(RECORD, "nested") from None
    except ValueError:  # a whole number of thousands of digits
        raise RecordFault(RECORD, "number_too_long") from None
    if not isinstance(document, dict):
        raise RecordFault(RECORD, "no_object")
    return cast("Document", document)


# Values ----------------------------------------------------------------------------------------


def required(document: Document, field: str) -> Any:
    """The value of a field; raises `RecordFault` where it is missing."""
    if field not in document:
        raise RecordFault(field, "missing")
    return document[field]


def whole(value: Any, field: str, least: int, most: int) -> int:
    """A whole number in a range; raises `RecordFault`."""
    if type(value) is not int or not least <= value <= most:
        raise RecordFault(field, "whole", value=shown(value), least=least, most=most)
    return value


def text_of(value: Any, field: str, least: int = 0, most: int = 1 << 20) -> str:
    """A text of a length; raises `RecordFault`."""
    if not isinstance(value, str):
        raise RecordFault(field, "text", value=shown(value))
    if not least <= len(value) <= most:
        raise RecordFault(field, "length", least=least, most=most)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RecordFault(field, "surrogate") from None
    return value


def name_of(value: Any, field: str, least: int = 0, most: int = 1 << 20) -> str:
    """The name of a table or a player; raises `RecordFault`."""
    name = text_of(value, field, least, most)
    if NOT_IN_NAMES.search(name):
        raise RecordFault(field, "control")
    return name


def list_of(value: Any, field: str, length: int | None = None) -> list[Any]:
    """A list, of a length where one is given; raises `RecordFault`."""
    if not isinstance(value, list):
        raise RecordFault(field, "list", value=shown(value))
    items = cast("list[Any]", value)
    if length is not None and len(items) != length:
        raise RecordFault(field, "list_length", length=length, found=len(items))
    return items


def card_of(value: Any, field: str) -> int:
    """The card 0-31 of a name; raises `RecordFault`."""
    card = CARDS.get(value) if isinstance(value, str) else None
    if card is None:
        raise RecordFault(field, "card", value=shown(value))
    return card


def rules_of(value: Any) -> Rules:
    """The rule set of a record; raises `RecordFault`."""
    try:
        return _rules(json.dumps(value)) if isinstance(value, str | dict) else _no_rules(value)
    except RuleError as error:
        raise RecordFault("rules", "rules", why=error) from None


def _no_rules(value: object) -> NoReturn:
    raise RuleError(f"{shown(value)} is neither a preset's name nor an object with a base")


@lru_cache(maxsize=4096)
def _rules(text: str) -> Rules:
    value = json.loads(text)
    if isinstance(value, str):
        return preset(value)
    base = value.pop("base", None)
    if not isinstance(base, str):
        raise RuleError('an object of rules needs a base, as in {"base": "litige", "target": 501}')
    rules = changed(preset(base), value)
    for name, given in cast("dict[str, Value]", value).items():
        if type(given) is not type(rules.value(name)):
            raise RuleError(f"{name} cannot be {shown(given)}: {BY_NAME[name].meaning}")
    return rules


def time_of(text: str) -> datetime:
    """The time of an ISO 8601 text, in UTC unless it says otherwise; raises ValueError."""
    if "T" not in text:
        raise ValueError(text)
    time = datetime.fromisoformat(text)
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def at_of(value: Any) -> str:
    """The text of a time; raises `RecordFault`."""
    text = text_of(value, "at")
    try:
        time_of(text)
    except (ValueError, OverflowError):
        raise RecordFault("at", "time", value=shown(text)) from None
    return text


def extra_of(document: Document, known: tuple[str, ...]) -> Document | None:
    """The fields that a format does not know; raises `RecordFault` where they are no text."""
    extra = {name: value for name, value in document.items() if name not in known}
    if not extra:
        return None
    try:
        json.dumps(extra, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RecordFault(shown(next(iter(extra)))[1:-1], "surrogate") from None
    except RecursionError:
        raise RecordFault(RECORD, "nested") from None
    return extra


# Deals -----------------------------------------------------------------------------------------


def read_deal(document: Document) -> tuple[np.ndarray, Texts]:
    """The draft (an array of one) and texts of a deal record; raises `RecordFault`."""
    table = name_of(required(document, "table"), "table", 1, LONGEST_TABLE)
    deal = whole(required(document, "deal"), "deal", 1, LARGEST_DEAL)
    texts = Texts(table, rules_of(required(document, "rules")))
    coinche = texts.rules.auction == "coinche"
    drafts = new_drafts(1)
    draft = drafts[0]
    draft["deal"] = deal
    draft["dealer"] = whole(required(document, "dealer"), "dealer", 0, 3)
    if coinche:
        _read_coinche(document, draft)
    else:
        _read_prise(document, draft)
    if "plays" in document:
        _read_plays(document["plays"], draft)
    _read_remarks(document, draft)
    if "players" in document:
        names = list_of(document["players"], "players", 4)
        texts.players = tuple(name_of(name, "players") for name in names)
    if "at" in document:
        texts.at = at_of(document["at"])
    texts.extra = extra_of(document, DEAL_FIELDS)
    return drafts, texts


def _read_prise(document: Document, draft: Any) -> None:
    """The cards dealt and what is said."""
    _read_dealt(document, draft, FIVE)
    if "turned" in document:
        draft["turned"] = card_of(document["turned"], "turned")
    _read_bids(document, draft, MOST_BIDS, _bid_of)
    if "completed" in document:
        draft["has_completed"] = 1
        for seat, cards in enumerate(_hands(document["completed"], "completed", (2, 3))):
            draft["n_completed"][seat] = len(cards)
            draft["completed"][seat, : len(cards)] = cards


def _read_coinche(document: Document, draft: Any) -> None:
    """The same of coinche."""
    refuse_fields(document, ("turned", "completed"), "prise_field")
    _read_dealt(document, draft, EIGHT)
    _read_bids(document, draft, LONGEST_AUCTION, _word_of)


def _read_dealt(document: Document, draft: Any, cards: int) -> None:
    if "dealt" in document:
        draft["n_dealt"] = cards
        draft["dealt"][:, :cards] = _hands(document["dealt"], "dealt", (cards,))


def _read_bids(
    document: Document, draft: Any, most: int, code_of: Callable[[Any, int], int]
) -> None:
    """What is said: of more than ``most`` words one too many is kept, for the judge to refuse."""
    words = list_of(required(document, "bids"), "bids")
    if not words:
        raise RecordFault("bids", "no_bids")
    for place, word in enumerate(words[: most + 1]):
        draft["bids"][place] = code_of(word, place + 1)
    draft["n_bids"] = min(len(words), most + 1)


def _bid_of(word: Any, number: int) -> int:
    if not isinstance(word, str) or word not in BIDS:
        raise RecordFault("bids", "bid", number=number, value=shown(word))
    return BIDS[word]


def _word_of(word: Any, number: int) -> int:
    try:
        return parse_word(word) if isinstance(word, str) else parse_word(shown(word))
    except AuctionError:
        raise RecordFault("bids", "word", number=number, value=shown(word)) from None


def refuse_fields(document: Document, fields: tuple[str, ...], message: str) -> None:
    """Raise `RecordFault` where a field is there that does not go with the rest."""
    for field in fields:
        if field in document:
            raise RecordFault(field, message)


def _hands(value: Any, field: str, counts: tuple[int, ...]) -> list[list[int]]:
    hands: list[list[int]] = []
    for seat, text in enumerate(list_of(value, field, 4)):
        words = text_of(text, field).split(" ")
        cards = [card_of(word, field) for word in words]
        if len(cards) not in counts:
            wanted = counts[0] if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
            raise RecordFault(field, "hand_count", seat=seat, count=len(cards), wanted=wanted)
        hands.append(cards)
    return hands


def _read_plays(value: Any, draft: Any) -> None:
    cards = [card_of(name, "plays") for name in list_of(value, "plays")]
    if len(cards) > 32:
        raise RecordFault("plays", "plays_many", count=len(cards))
    draft["n_plays"] = len(cards)
    draft["plays"][: len(cards)] = cards


def _read_remarks(document: Document, draft: Any) -> None:
    """What is said of the deal beside the cards."""
    plays = [whole(n, "auto", 1, 32) for n in list_of(document.get("auto", []), "auto")]
    if len(set(plays)) < len(plays):
        raise RecordFault("auto", "auto_twice")
    draft["auto"] = sum(1 << (n - 1) for n in plays)
    said = document.get("belote_said", True)
    if not isinstance(said, bool):
        raise RecordFault("belote_said", "truth", value=shown(said))
    draft["belote_said"] = said
    status = document.get("status", STATUSES[0])
    if not isinstance(status, str) or status not in STATUSES:
        options = ", ".join(STATUSES)
        raise RecordFault("status", "status", value=shown(status), options=options)
    draft["status"] = STATUSES.index(status)
    if "marks" in document:
        draft["has_marks"] = 1
        draft["marks"] = marks_of(document["marks"])


def marks_of(value: Any) -> list[int]:
    """Marks by team; raises `RecordFault`."""
    return [whole(mark, "marks", 0, MOST_MARKS) for mark in list_of(value, "marks", 2)]
