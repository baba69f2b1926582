"""The score sheet of a real table: its deals, what they mark, and the sheet as a short text.

A sheet is a value: adding a deal or taking one back gives another. Marks, points held and the ends
of games come from `belote.game`; nothing here knows what a deal is worth.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from belote.compiled import kernel
from belote.game.cards import STRAINS
from belote.game.marking import CHUTE, OUTCOMES, Mark
from belote.game.match import (
    GAME_COLUMNS,
    NOBODY,
    PASSED_OUT,
    CoincheFacts,
    DealFacts,
    fold_games,
    mark_at,
    marking_of,
)
from belote.game.variants import Rules
from belote.records.draft import LONGEST_TABLE
from belote.records.sheet_deal import Deal, SheetFault, by_team, checked
from belote.records.write import json_text, rules_text, score_line

MOST_DEALS = 200
LONGEST_NAME = 24

_IN_NAMES = " '’-.&"
_UNKNOWN_TRICKS = 255

End = Literal["open", "won", "belote", "level"]
"""How a game stands: under way; won; past the target by the last deal's belote alone, which does
not end it; level past the target."""


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
        marking_of(rules)._replace(target=0, finish_on_belote=False) for rules in (one, other)
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


# Marks -----------------------------------------------------------------------------------------


class _Marked(NamedTuple):
    lines: tuple[Line, ...]
    games: tuple[Game, ...]


@kernel
def _mark(deals: Any, row: Any, rules: Any) -> Any:
    return mark_at(deals, row, rules)


def _facts(deal: Deal) -> dict[str, int]:
    """A deal as marking takes it, by the columns of `CoincheFacts`."""
    if deal.taker is None:
        return {}
    team = deal.taker % 2
    return {
        "taker_points": deal.points,
        "taker_tricks": _UNKNOWN_TRICKS if deal.capot is None else 8 * (deal.capot == team),
        "taker_belote": deal.belote[team],
        "defence_belote": deal.belote[1 - team],
        "taker_annonces": deal.annonces[team],
        "defence_annonces": deal.annonces[1 - team],
        "trump": STRAINS.index(deal.trump),
        "contract": deal.contract or 0,
        "coinche_level": deal.level,
    }


def _columns(sheet: Sheet) -> DealFacts | CoincheFacts:
    """The deals as columns, in the form that the rules' auction is marked by."""
    rows = len(sheet.deals)
    facts = [_facts(deal) for deal in sheet.deals]
    takers = [PASSED_OUT if deal.taker is None else deal.taker for deal in sheet.deals]
    known = {
        "table_no": np.ones(rows, np.uint32),
        "deal_no": np.arange(1, rows + 1, dtype=np.uint32),
        "dealer": np.array(sheet.dealers()[:rows], np.uint8),
        "taker": np.array(takers, np.int16),
        "ended": np.zeros(rows, np.bool_),
    }
    form = CoincheFacts if sheet.rules.auction == "coinche" else DealFacts
    counted = {
        name: np.array([row.get(name, 0) for row in facts], np.uint16)
        for name in form._fields
        if name not in known
    }
    return form(**known, **counted)


@lru_cache(maxsize=64)
def _marked(sheet: Sheet) -> _Marked:
    rows = len(sheet.deals)
    if not rows:
        return _Marked((), ())
    columns, rules = _columns(sheet), marking_of(sheet.rules)
    games = np.empty((rows, len(GAME_COLUMNS)), np.int32)
    holds = np.empty((rows, 2), np.int32)
    hold_rows = np.empty(rows, np.int64)
    n_games, n_holds = fold_games(
        columns, rules, games, np.empty(rows, np.uint32), holds, hold_rows
    )
    kept = {int(at): holds[n].tolist() for n, at in enumerate(hold_rows[:n_holds])}
    marks = [
        None if deal.taker is None else Mark(*_mark(columns, row, rules))
        for row, deal in enumerate(sheet.deals)
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


# Records ---------------------------------------------------------------------------------------


def _record(sheet: Sheet, line: Line) -> str:
    deal = line.deal
    row: dict[str, Any] = {"table_id": sheet.table, "deal_no": line.number, "dealer": line.dealer}
    unknown = ("taker", "trump", "bid_round", "turned", "contract", "coinche_level")
    row |= dict.fromkeys(unknown)
    if deal.taker is not None:
        row |= {"taker": deal.taker, **_facts(deal)}
        hidden = {
            "taker_tricks": deal.capot is None,
            "contract": deal.contract is None,
            "coinche_level": deal.contract is None,
            "taker_annonces": not sheet.rules.annonces,
            "defence_annonces": not sheet.rules.annonces,
        }
        row |= dict.fromkeys(name for name, is_hidden in hidden.items() if is_hidden)
    row["extra"] = json_text({"marks": list(line.own), "players": list(sheet.names)})
    return score_line(row, rules_text(sheet.rules))
