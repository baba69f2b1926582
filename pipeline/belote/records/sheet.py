"""The score sheet of a real table: its deals, what they mark, and the sheet as a short text.

A sheet is a value: adding a deal or taking one back gives another. Marks, points held and the ends
of games come from `belote.game`; nothing here knows what a deal is worth.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from belote.compiled import kernel
from belote.game.cards import SUITS
from belote.game.marking import CARD_TOTAL, CHUTE, OUTCOMES, Facts, Mark, mark_deal, mark_rules
from belote.game.match import GAME_COLUMNS, NOBODY, PASSED_OUT, DealFacts, fold_games
from belote.game.variants import Rules
from belote.messages import Lang, say
from belote.records.draft import LONGEST_TABLE
from belote.records.write import json_text, rules_text, score_line

MOST_DEALS = 200
LONGEST_NAME = 24
MOST_ANNONCES = 550
BELOTE = 20

_IN_NAMES = " '’-.&"
_UNKNOWN_TRICKS = 255

End = Literal["open", "won", "belote", "level"]
"""How a game stands: under way; won; past the target by the last deal's belote alone, which does
not end it; level past the target."""


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
    belote: int | None = None
    """Team that held and said it."""
    annonces: tuple[int, int] = (0, 0)
    """By team; one side only has any."""
    capot: int | None = None
    """Team with all eight tricks."""


class Line(NamedTuple):
    """A deal as it stands on the sheet; what is by team is a pair, team 0 first."""

    number: int
    """Of the deal at the table, from 1."""
    game: int
    """From 1."""
    dealer: int
    deal: Deal
    outcome: str
    own: tuple[int, int]
    """What the deal alone marks."""
    carried: int
    """Points of an earlier litige that go to its winner."""
    held: int
    """Points still held after it."""
    marks: tuple[int, int]
    """With the points carried."""
    scores: tuple[int, int]
    """Of the game, after the deal."""


class Game(NamedTuple):
    """A game of the sheet."""

    number: int
    deals: int
    last_deal: int
    scores: tuple[int, int]
    winner: int | None
    end: End


@dataclass(frozen=True)
class Sheet:
    """A table's score sheet. Build one with `new_sheet`, which checks it."""

    rules: Rules
    dealer: int
    """Seat that deals first."""
    names: tuple[str, ...]
    """Players by seat."""
    teams: tuple[str, ...]
    """Names of the sides; an empty one follows from its players."""
    table: str
    deals: tuple[Deal, ...] = ()

    def add(self, deal: Deal) -> Sheet:
        """The sheet with one more deal; raises `SheetFault`."""
        if len(self.deals) >= MOST_DEALS:
            raise SheetFault("full", most=MOST_DEALS)
        return replace(self, deals=(*self.deals, checked(deal, self.rules)))

    def undo(self) -> Sheet:
        """The sheet without its last deal; itself where there is none."""
        return replace(self, deals=self.deals[:-1])

    def cleared(self) -> Sheet:
        """The same table with no deal; the next seat deals first."""
        return replace(self, deals=(), dealer=self.next_dealer())

    def dealers(self) -> list[int]:
        """Who deals, deal by deal, and last who deals next."""
        found = [self.dealer]
        for deal in self.deals:
            stays = deal.taker is None and self.rules.all_pass == "same_dealer"
            found.append(found[-1] if stays else (found[-1] + 1) % 4)
        return found

    def next_dealer(self) -> int:
        """Seat that deals the next deal."""
        return self.dealers()[-1]

    def lines(self) -> list[Line]:
        """Every deal with its marks and the running scores."""
        return list(_marked(self).lines)

    def games(self) -> list[Game]:
        """The games in order; the last one may be under way."""
        return list(_marked(self).games)

    def tally(self) -> dict[str, int]:
        """Deals by outcome; under ``capot`` those whose taker's side made it."""
        found: dict[str, int] = dict.fromkeys((*OUTCOMES, "capot"), 0)
        for line in self.lines():
            found[line.outcome] += 1
            taker = line.deal.taker
            found["capot"] += taker is not None and line.deal.capot == taker % 2
        return found

    def to_records(self) -> str:
        """The sheet as lines of score records in canonical form, which a replay keeps as is."""
        return "".join(_record(self, line) for line in self.lines())


def deals_mark_alike(one: Rules, other: Rules) -> bool:
    """Whether every deal ends and marks the same under both, whatever ends a game."""
    first, second = (
        mark_rules(rules)._replace(target=0, finish_on_belote=False) for rules in (one, other)
    )
    return first == second


def new_sheet(
    rules: Rules,
    dealer: int,
    names: Sequence[str],
    teams: Sequence[str] = ("", ""),
    table: str = "table",
) -> Sheet:
    """A sheet with no deal; raises `SheetFault` for names that cannot be."""
    if dealer not in range(4):
        raise SheetFault("dealer")
    players = tuple(_name(name) for name in names)
    if len(players) != 4 or not all(players):
        raise SheetFault("players")
    if len(set(players)) < 4:
        raise SheetFault("same_names")
    sides = tuple(_name(team) for team in teams)
    if len(sides) != 2 or (sides[0] and sides[0] == sides[1]):
        raise SheetFault("same_names")
    place = _name(table, LONGEST_TABLE)
    if not place:
        raise SheetFault("no_table")
    return Sheet(rules, dealer, players, sides, place)


def _name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name as it is kept: one that no page and no file can misread."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > longest:
        raise SheetFault("long_name", most=longest)
    if not all(c in _IN_NAMES or unicodedata.category(c)[0] in "LMN" for c in name):
        raise SheetFault("name")
    return name


def checked(deal: Deal, rules: Rules) -> Deal:
    """The deal, its points those of a capot where there is one; raises `SheetFault`."""
    if deal.taker is None:
        if deal != Deal():
            raise SheetFault("passed_out")
        return deal
    if deal.taker not in range(4) or deal.capot not in (None, 0, 1):
        raise SheetFault("damaged")
    if len(deal.trump) != 1 or deal.trump not in SUITS:
        raise SheetFault("trump")
    if not 0 <= deal.points <= CARD_TOTAL:
        raise SheetFault("points", total=CARD_TOTAL)
    if deal.capot is not None and deal.points != capot_points(deal.taker, deal.capot):
        raise SheetFault("capot", total=CARD_TOTAL)
    if deal.belote not in (None, 0, 1):
        raise SheetFault("damaged")
    _check_annonces(deal.annonces, rules)
    return deal


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


# Marks -----------------------------------------------------------------------------------------


class _Marked(NamedTuple):
    lines: tuple[Line, ...]
    games: tuple[Game, ...]


@kernel
def _mark(facts: Any, rules: Any) -> Any:
    return mark_deal(Facts(facts[0], facts[1], facts[2], facts[3], facts[4], facts[5]), rules)


def _facts(deal: Deal) -> Facts:
    """A deal as marking takes it."""
    assert deal.taker is not None
    team = deal.taker % 2
    tricks = _UNKNOWN_TRICKS if deal.capot is None else 8 * (deal.capot == team)
    belote = [BELOTE * (deal.belote == side) for side in (team, 1 - team)]
    annonces = (deal.annonces[team], deal.annonces[1 - team])
    return Facts(deal.points, tricks, belote[0], belote[1], *annonces)


@lru_cache(maxsize=64)
def _marked(sheet: Sheet) -> _Marked:
    rows = len(sheet.deals)
    if not rows:
        return _Marked((), ())
    none = Facts(0, 0, 0, 0, 0, 0)
    facts = np.array([none if d.taker is None else _facts(d) for d in sheet.deals], np.uint16)
    takers = [PASSED_OUT if deal.taker is None else deal.taker for deal in sheet.deals]
    columns = DealFacts(
        np.ones(rows, np.uint32),
        np.arange(1, rows + 1, dtype=np.uint32),
        np.array(sheet.dealers()[:rows], np.uint8),
        np.array(takers, np.int16),
        **{name: np.ascontiguousarray(facts[:, n]) for n, name in enumerate(Facts._fields)},
        ended=np.zeros(rows, np.bool_),
    )
    games = np.empty((rows, len(GAME_COLUMNS)), np.int32)
    holds = np.empty((rows, 2), np.int32)
    hold_rows = np.empty(rows, np.int64)
    rules = mark_rules(sheet.rules)
    n_games, n_holds = fold_games(
        columns, rules, games, np.empty(rows, np.uint32), holds, hold_rows
    )
    kept = {int(at): holds[n].tolist() for n, at in enumerate(hold_rows[:n_holds])}
    marks = [
        None if d.taker is None else Mark(*_mark(row, rules))
        for d, row in zip(sheet.deals, facts.astype(np.int64), strict=True)
    ]
    cut: list[dict[str, int]] = [
        dict(zip(GAME_COLUMNS, row.tolist(), strict=True)) for row in games[:n_games]
    ]
    lines = _lines(sheet, marks, kept, cut)
    return _Marked(tuple(lines), tuple(_game(sheet, game, lines, marks) for game in cut))


def _lines(
    sheet: Sheet,
    marks: list[Mark | None],
    kept: dict[int, list[int]],
    cut: list[dict[str, int]],
) -> list[Line]:
    lines: list[Line] = []
    dealers = sheet.dealers()
    for game in cut:
        scores = (0, 0)
        for at in range(game["first_deal"] - 1, game["last_deal"]):
            deal, mark = sheet.deals[at], marks[at]
            carried, held = kept.get(at, (0, 0))
            own, given, outcome = (0, 0), (0, 0), OUTCOMES[0]
            if mark is not None and deal.taker is not None:
                team = deal.taker % 2
                own = by_team(team, int(mark.taker), int(mark.defence))
                winner = 1 - team if mark.outcome == CHUTE else team
                given = by_team(winner, carried, 0)
                outcome = OUTCOMES[mark.outcome]
            both = (own[0] + given[0], own[1] + given[1])
            scores = (scores[0] + both[0], scores[1] + both[1])
            place = (at + 1, game["game_no"], dealers[at])
            lines.append(Line(*place, deal, outcome, own, carried, held, both, scores))
    return lines


def _game(sheet: Sheet, game: dict[str, int], lines: list[Line], marks: list[Mark | None]) -> Game:
    scores = (game["team0_score"], game["team1_score"])
    winner = None if game["winner_team"] == NOBODY else game["winner_team"]
    end: End = "open" if winner is None else "won"
    if winner is None and max(scores) >= sheet.rules.target:
        end = "belote" if _by_belote_alone(sheet, scores, lines, marks) else "level"
    return Game(game["game_no"], game["deals"], game["last_deal"], scores, winner, end)


def _by_belote_alone(
    sheet: Sheet, scores: tuple[int, int], lines: list[Line], marks: list[Mark | None]
) -> bool:
    """Whether a game past its target goes on for the belote of its last marked deal."""
    if sheet.rules.finish_on_belote:
        return False
    last = max(n for n, mark in enumerate(marks) if mark is not None and n < len(lines))
    mark, taker = marks[last], sheet.deals[last].taker
    assert mark is not None
    assert taker is not None
    belotes = by_team(taker % 2, int(mark.taker_belote), int(mark.defence_belote))
    return any(
        score >= sheet.rules.target > score - belote
        for score, belote in zip(scores, belotes, strict=True)
    )


def by_team(team: int, first: int, second: int) -> tuple[int, int]:
    """A pair by team from what ``team`` has and what the other one has."""
    return (second, first) if team else (first, second)


# Records ---------------------------------------------------------------------------------------


def _record(sheet: Sheet, line: Line) -> str:
    deal = line.deal
    row: dict[str, Any] = {"table_id": sheet.table, "deal_no": line.number, "dealer": line.dealer}
    unknown = ("taker", "trump", "bid_round", "turned", "contract", "coinche_level")
    row |= dict.fromkeys(unknown)
    if deal.taker is not None:
        facts = _facts(deal)._asdict()
        if deal.capot is None:
            facts["taker_tricks"] = None
        if not sheet.rules.annonces:
            facts["taker_annonces"] = facts["defence_annonces"] = None
        row |= {"taker": deal.taker, "trump": SUITS.index(deal.trump), **facts}
    row["extra"] = json_text({"marks": list(line.own), "players": list(sheet.names)})
    return score_line(row, rules_text(sheet.rules))
