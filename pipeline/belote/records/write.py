"""Stored deals to canonical lines of JSON."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.auction import word_text
from belote.game.cards import RANKS, STRAINS, SUITS, card_text, reading_order
from belote.game.columns import NOBODY
from belote.game.replay import seat_cards
from belote.game.variants import Rules, preset
from belote.records.batch import at_text
from belote.records.draft import MISSING
from belote.records.line import DEAL_FORMAT, SCORE_FORMAT
from belote.records.score import A_TEAM

_WIDTH = 640
"""Bytes a row of room for what `_write` writes; the longest is some 520."""

_ORDER = np.array(sorted(range(32), key=reading_order), np.uint8)
_RANK_LETTERS = np.frombuffer(RANKS.encode(), np.uint8)
_SUIT_LETTERS = np.frombuffer(SUITS.encode(), np.uint8)
_QUOTE, _COMMA, _SPACE, _OPEN, _CLOSE, _ZERO = (np.uint8(ord(c)) for c in '", []0')


def _literal(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), np.uint8)


_DEALER, _DEALT, _TURNED = (_literal(f',"{name}":') for name in ("dealer", "dealt", "turned"))
_BIDS, _COMPLETED, _PLAYS = (_literal(f',"{name}":') for name in ("bids", "completed", "plays"))
_PASS, _TAKE = _literal('"pass",'), _literal('"take')


class Written(NamedTuple):
    """The columns that the cards of a record are written from, as stored; equally long.

    ``turned`` is 255 and ``first_mask`` 0 where not known, ``taker`` 255 when passed out;
    ``played_mask`` is full where all cards are played. ``hidden`` (bool): the turned card is known
    and the record does not say it.
    """

    dealer: np.ndarray
    turned: np.ndarray
    first_mask: np.ndarray
    bid_round: np.ndarray
    taker: np.ndarray
    trump: np.ndarray
    leader: np.ndarray
    owner_low: np.ndarray
    owner_high: np.ndarray
    trick_0: np.ndarray
    trick_1: np.ndarray
    trick_2: np.ndarray
    winners: np.ndarray
    played_mask: np.ndarray
    hidden: np.ndarray


@inline
def _put(out, at, literal):
    for n in range(len(literal)):
        out[at + n] = literal[n]
    return at + len(literal)


@inline
def _put_card(out, at, card):
    out[at] = _RANK_LETTERS[card & 7]
    out[at + 1] = _SUIT_LETTERS[card >> 3]
    return at + 2


@inline
def _put_hand(out, at, mask):
    """A text of cards in reading order, and a comma."""
    out[at] = _QUOTE
    at += 1
    for n in range(32):
        card = _ORDER[n]
        if mask >> np.uint32(card) & np.uint32(1):
            at = _put_card(out, at, card)
            out[at] = _SPACE
            at += 1
    out[at - 1] = _QUOTE
    out[at] = _COMMA
    return at + 1


@inline
def _put_bids(out, at, deals, row, said):
    """The auction that ends as it did; ``said`` is the turned card that the record says."""
    at = _put(out, at, _BIDS)
    out[at] = _OPEN
    at += 1
    taker = np.int64(deals.taker[row])
    passes = 8
    if taker != NOBODY:
        passes = 4 * (np.int64(deals.bid_round[row]) - 1)
        passes += (taker - np.int64(deals.dealer[row]) - 1) & 3
    for _ in range(passes):
        at = _put(out, at, _PASS)
    if taker == NOBODY:
        out[at - 1] = _CLOSE
        return at
    at = _put(out, at, _TAKE)
    if deals.bid_round[row] == 2 or said == MISSING:
        out[at] = _SPACE
        out[at + 1] = _SUIT_LETTERS[deals.trump[row]]
        at += 2
    out[at] = _QUOTE
    out[at + 1] = _CLOSE
    return at + 2


@inline
def _put_plays(out, at, deals, row):
    at = _put(out, at, _PLAYS)
    out[at] = _OPEN
    at += 1
    begin = at
    leader = np.int64(deals.leader[row])
    low, high = deals.owner_low[row], deals.owner_high[row]
    for trick_no in range(8):
        a = deals.trick_0[row] if trick_no & 1 else ~deals.trick_0[row]
        b = deals.trick_1[row] if trick_no & 2 else ~deals.trick_1[row]
        c = deals.trick_2[row] if trick_no & 4 else ~deals.trick_2[row]
        trick = np.uint32(np.uint32(np.uint32(a & b) & np.uint32(c)) & deals.played_mask[row])
        for place in range(4):
            mask = np.uint32(trick & seat_cards(low, high, (leader + place) & 3))
            for card in range(32):
                if mask >> np.uint32(card) & np.uint32(1):
                    out[at] = _QUOTE
                    at = _put_card(out, at + 1, card)
                    out[at] = _QUOTE
                    out[at + 1] = _COMMA
                    at += 2
        leader = np.int64(deals.winners[row] >> (2 * trick_no) & 3)
    if at == begin:
        at += 1
    out[at - 1] = _CLOSE
    return at


@inline
def _put_dealt(out, at, deals, row):
    """The dealer, and what each seat held before the auction where that is known."""
    at = _put(out, at, _DEALER)
    out[at] = _ZERO + deals.dealer[row]
    at += 1
    first = deals.first_mask[row]
    if first != 0:
        low, high = deals.owner_low[row], deals.owner_high[row]
        at = _put(out, at, _DEALT)
        out[at] = _OPEN
        at += 1
        for seat in range(4):
            at = _put_hand(out, at, np.uint32(seat_cards(low, high, seat) & first))
        out[at - 1] = _CLOSE
    return at


@inline
def _write_row(deals, row, out, at):
    at = _put_dealt(out, at, deals, row)
    low, high = deals.owner_low[row], deals.owner_high[row]
    first = deals.first_mask[row]
    said = np.uint8(MISSING) if deals.hidden[row] else deals.turned[row]
    if said != MISSING:
        at = _put(out, at, _TURNED)
        out[at] = _QUOTE
        at = _put_card(out, at + 1, said)
        out[at] = _QUOTE
        at += 1
    at = _put_bids(out, at, deals, row, said)
    if deals.taker[row] == NOBODY:
        return at
    if first != 0:
        others = np.uint32(~(first | np.uint32(np.uint32(1) << np.uint32(deals.turned[row] & 31))))
        at = _put(out, at, _COMPLETED)
        out[at] = _OPEN
        at += 1
        for seat in range(4):
            at = _put_hand(out, at, np.uint32(seat_cards(low, high, seat) & others))
        out[at - 1] = _CLOSE
    return _put_plays(out, at, deals, row)


@kernel
def _write(deals, out, ends):
    at = np.int64(0)
    for row in range(len(ends)):
        at = _write_row(deals, row, out, at)
        ends[row] = at


def cards_texts(deals: Written) -> list[str]:
    """From ``,"dealer":`` to the end of ``plays``, a text a deal."""
    rows = len(deals.dealer)
    out = np.empty(rows * _WIDTH, np.uint8)
    ends = np.empty(rows, np.int64)
    _write(deals, out, ends)
    whole = out[: int(ends[-1]) if rows else 0].tobytes().decode()
    stops = ends.tolist()
    return [whole[a:b] for a, b in zip([0, *stops], stops, strict=False)]


@kernel
def _write_coinche(deals, out, ends):
    """The texts before the words of the auction and after them; an end of each."""
    at = np.int64(0)
    for row in range(len(deals.dealer)):
        at = _put_dealt(out, at, deals, row)
        ends[2 * row] = at
        if deals.taker[row] != NOBODY:
            at = _put_plays(out, at, deals, row)
        ends[2 * row + 1] = at


def coinche_texts(deals: Written, calls: Sequence[bytes]) -> list[str]:
    """`cards_texts` of deals of coinche; ``calls`` are the words of each."""
    rows = len(deals.dealer)
    out = np.empty(rows * _WIDTH, np.uint8)
    ends = np.empty(2 * rows, np.int64)
    _write_coinche(deals, out, ends)
    whole = out[: int(ends[-1]) if rows else 0].tobytes().decode()
    stops = ends.tolist()
    starts = [0, *stops]
    said: dict[bytes, str] = {}
    texts: list[str] = []
    for row, words in enumerate(calls):
        bids = said.get(words)
        if bids is None:
            bids = said[words] = json_text([word_text(word) for word in words])
        middle, end = stops[2 * row], stops[2 * row + 1]
        texts.append(f'{whole[starts[2 * row] : middle]},"bids":{bids}{whole[middle:end]}')
    return texts


# The rest of a line ----------------------------------------------------------------------------


def json_text(value: Any) -> str:
    """A value as canonical lines hold it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rules_text(rules: Rules) -> str:
    """A rule set as a record names it: a preset, or one with changes in table order."""
    base = rules.name.partition(",")[0]
    changes = {name: pair[0] for name, pair in rules.differences(preset(base)).items()}
    return json_text({"base": base, **changes} if changes else base)


def tail_text(
    auto: int,
    said: int,
    status: str,
    players: Sequence[str | None],
    at: int | None,
    extra: Mapping[str, Any],
) -> str:
    """What follows the plays of a deal record; what is as by default is left out."""
    tail: dict[str, Any] = {}
    if auto:
        tail["auto"] = [n + 1 for n in range(32) if auto >> n & 1]
    if not said:
        tail["belote_said"] = False
    if status in ("abandoned", "friendly_end"):
        tail["status"] = status
    if None not in players:
        tail["players"] = list(players)
    if at is not None:
        tail["at"] = extra.get("at", at_text(at))
    if "marks" in extra:
        tail["marks"] = extra["marks"]
    tail |= {name: value for name, value in extra.items() if name not in ("at", "marks", "turned")}
    return f",{json_text(tail)[1:]}" if tail else "}"


def deal_line(table: str, deal: int, rules: str, cards: str, tail: str) -> str:
    """A line of a deal record from its parts, ``table`` and ``rules`` as JSON."""
    head = f'{{"format":"{DEAL_FORMAT}","table":{table},"deal":{deal},"rules":{rules}'
    return f"{head}{cards}{tail}\n"


def score_line(row: Mapping[str, Any], rules: str) -> str:
    """A line of a score record from a stored row (NULL as None)."""
    extra = json.loads(row["extra"]) if row["extra"] else {}
    taker = row["taker"]
    record: dict[str, Any] = {"dealer": row["dealer"]}
    record["taker"] = taker if taker is not None and taker < A_TEAM else None
    said_team = extra.pop("taker_team", None)
    record["taker_team"] = taker - A_TEAM if taker is not None and taker >= A_TEAM else said_team
    record["trump"] = None if row["trump"] is None else STRAINS[row["trump"]]
    record["bid_round"] = row["bid_round"]
    record["turned"] = None if row["turned"] is None else card_text(row["turned"])
    record["contract"] = row["contract"]
    record["coinche_level"] = row["coinche_level"] or None
    if taker is not None:
        team = taker & 1
        points = row["taker_points"]
        if not extra.pop("points_worked_out", False):
            record["points"] = _by_team(team, points, None if points is None else 162 - points)
        if row["taker_tricks"] is not None:
            record["capot"] = team if row["taker_tricks"] == 8 else 1 - team
        for name in ("belote", "annonces"):
            record[name] = _by_team(team, row[f"taker_{name}"], row[f"defence_{name}"])
    record["marks"] = extra.pop("marks", None)
    head = f'"format":"{SCORE_FORMAT}","table":{json_text(row["table_id"])},"deal":{row["deal_no"]}'
    known = {name: value for name, value in record.items() if value is not None}
    rest = json_text(known | extra)[1:]
    comma = "," if len(rest) > 1 else ""
    return f'{{{head},"rules":{rules}{comma}{rest}\n'


def _by_team(team: int, taker: int | None, defence: int | None) -> list[int] | None:
    if taker is None or defence is None:
        return None
    return [defence, taker] if team else [taker, defence]
