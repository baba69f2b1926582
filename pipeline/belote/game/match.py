"""A table's stream of deals cut into games, with points held by a litige carried on.

A game is a fold over deals: the score, and the points held, depend on every deal before.
Source: the section "Games" of the table of rules.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, inline_by_type, kernel
from belote.game.marking import CHUTE, LITIGE, Facts, MarkRules, mark_deal, mark_rules
from belote.game.marking_coinche import Bid, CoincheRules, coinche_rules, mark_coinche
from belote.game.variants import Rules

GAME_COLUMNS = (
    "game_no",
    "first_deal",
    "last_deal",
    "deals",
    "passed_out",
    "team0_score",
    "team1_score",
    "winner_team",
    "lead_changes",
    "comeback",
    "first_dealer_team",
)
"""``lead_changes``: how often another side than before is strictly ahead after a deal (the first to
be ahead is no change, and a tie leaves the lead where it was). ``comeback``: the most marks, after
any of its deals, by which the side that won the game was behind; 0 where it never was, or where
nobody won. ``first_dealer_team``: the team of who dealt the game's first deal."""
NOBODY = -1
"""``winner_team`` of a table's last game, still open, and of a cancelled one; ``first_dealer_team``
where nobody knows who dealt."""
PASSED_OUT, UNMARKED = -1, -2
NO_DEALER = 255
"""``dealer`` of a deal that nobody knows the dealer of."""


class DealFacts(NamedTuple):
    """Facts of consecutive deals as columns of equal length, in order of table and deal.

    ``dealer`` is the seat 0-3, or `NO_DEALER`. ``taker`` is the seat 0-3 (4 or 5 for team 0 or 1,
    the seat unknown), `PASSED_OUT`, or `UNMARKED` for a deal that was broken off or whose points
    nobody knows; the other facts of these two mean nothing. ``ended`` (bool) says that the players
    ended the game by agreement with this deal, which cancels the game: nobody wins it, under no
    rule set.
    """

    table_no: np.ndarray
    deal_no: np.ndarray
    dealer: np.ndarray
    taker: np.ndarray
    taker_points: np.ndarray
    taker_tricks: np.ndarray
    taker_belote: np.ndarray
    defence_belote: np.ndarray
    taker_annonces: np.ndarray
    defence_annonces: np.ndarray
    ended: np.ndarray


class CoincheFacts(NamedTuple):
    """The same of deals of coinche, whose marks depend on what was bid.

    ``trump`` is 0-5, ``contract`` 80-160 or 250, ``coinche_level`` 0-2; they mean nothing where the
    other facts mean nothing.
    """

    table_no: np.ndarray
    deal_no: np.ndarray
    dealer: np.ndarray
    taker: np.ndarray
    taker_points: np.ndarray
    taker_tricks: np.ndarray
    taker_belote: np.ndarray
    defence_belote: np.ndarray
    taker_annonces: np.ndarray
    defence_annonces: np.ndarray
    ended: np.ndarray
    trump: np.ndarray
    contract: np.ndarray
    coinche_level: np.ndarray


class Game(NamedTuple):
    """The game under way, as running values."""

    number: int
    first: int
    passed_out: int
    score0: int
    score1: int
    held: int
    leader: int
    """The team that was strictly ahead last, or `NOBODY`."""
    lead_changes: int
    behind0: int
    """The most marks by which team 0 was behind after a deal."""
    behind1: int


def marking_of(rules: Rules) -> MarkRules | CoincheRules:
    """The marking fields of a rule set, in the form that its auction is marked by (`mark_at`)."""
    return coinche_rules(rules) if rules.auction == "coinche" else mark_rules(rules)


@inline
def new_game(number, first):
    """The game of that number before its first deal, the row ``first`` of the deals."""
    none = np.int64(0)
    nobody = np.int64(NOBODY)
    return Game(np.int64(number), np.int64(first), none, none, none, none, nobody, none, none, none)


@inline
def game_at(score0, score1):
    """A game at a score, with nothing held and the number 1."""
    none = np.int64(0)
    nobody = np.int64(NOBODY)
    return Game(
        np.int64(1), none, none, np.int64(score0), np.int64(score1), none, nobody, none, none, none
    )


@inline
def facts_at(deals, row):
    """The `Facts` of a row of `DealFacts`."""
    return Facts(
        deals.taker_points[row],
        deals.taker_tricks[row],
        deals.taker_belote[row],
        deals.defence_belote[row],
        deals.taker_annonces[row],
        deals.defence_annonces[row],
    )


@inline
def bid_at(deals, row):
    """The `Bid` of a row of `CoincheFacts`."""
    return Bid(deals.contract[row], deals.trump[row], deals.coinche_level[row])


@inline_by_type
def mark_at(deals, row, rules):
    """The `Mark` of a row: under `MarkRules`, or under `CoincheRules` of deals that tell the bid.

    ``deals`` are columns as in `DealFacts` and `CoincheFacts`. Deals that tell it cannot be
    compiled with `MarkRules`, nor others with `CoincheRules`.
    """
    columns, marking = (getattr(kind, "instance_class", None) for kind in (deals, rules))
    tells_bid = "contract" in getattr(columns, "_fields", ())
    if marking is MarkRules and not tells_bid:
        return lambda deals, row, rules: mark_deal(facts_at(deals, row), rules)
    if marking is CoincheRules and tells_bid:
        return lambda deals, row, rules: mark_coinche(
            facts_at(deals, row), bid_at(deals, row), rules
        )
    return None


@inline
def after_mark(game, mark, taker_team):
    """The game with a deal's mark added: (game, points it receives from earlier litiges)."""
    held = game.held + mark.held
    carried = np.int64(0)
    to_taker = mark.taker
    to_defence = mark.defence
    if mark.outcome != LITIGE:
        carried = held
        held = np.int64(0)
        if mark.outcome == CHUTE:
            to_defence += carried
        else:
            to_taker += carried
    score0 = game.score0 + (to_taker if taker_team == 0 else to_defence)
    score1 = game.score1 + (to_defence if taker_team == 0 else to_taker)
    ahead = score0 - score1
    leader = game.leader if ahead == 0 else np.int64(0 if ahead > 0 else 1)
    changes = game.lead_changes + np.int64(game.leader not in (NOBODY, leader))
    behind0 = max(game.behind0, -ahead)
    behind1 = max(game.behind1, ahead)
    after = Game(
        game.number,
        game.first,
        game.passed_out,
        score0,
        score1,
        held,
        leader,
        changes,
        behind0,
        behind1,
    )
    return after, carried


@inline
def after_passed_out(game):
    """The game with a deal passed out."""
    return Game(
        game.number,
        game.first,
        game.passed_out + 1,
        game.score0,
        game.score1,
        game.held,
        game.leader,
        game.lead_changes,
        game.behind0,
        game.behind1,
    )


@inline
def _write_game(deals, game, last, winner, games, row):
    """Fill a row of ``games``, as `GAME_COLUMNS`."""
    games[row, 0] = game.number
    games[row, 1] = deals.deal_no[game.first]
    games[row, 2] = deals.deal_no[last]
    games[row, 3] = last - game.first + 1
    games[row, 4] = game.passed_out
    games[row, 5] = game.score0
    games[row, 6] = game.score1
    games[row, 7] = winner
    games[row, 8] = game.lead_changes
    games[row, 9] = game.behind0 if winner == 0 else game.behind1 if winner == 1 else 0
    dealer = np.int64(deals.dealer[game.first])
    games[row, 10] = NOBODY if dealer == NO_DEALER else dealer & 1


@inline
def winner_of(game, taker_team, mark, rules):
    """The team that wins the game after a deal with this mark, or `NOBODY`."""
    reached0 = game.score0
    reached1 = game.score1
    if not rules.finish_on_belote:
        reached0 -= mark.taker_belote if taker_team == 0 else mark.defence_belote
        reached1 -= mark.taker_belote if taker_team == 1 else mark.defence_belote
    can0 = reached0 >= rules.target
    can1 = reached1 >= rules.target
    if can0 and can1:
        if game.score0 == game.score1:
            return NOBODY
        return 0 if game.score0 > game.score1 else 1
    if can0:
        return 0
    return 1 if can1 else NOBODY


@kernel
def fold_games(deals, rules, games, game_tables, holds, hold_rows):
    """Cut the deals of whole tables into games under one rule set.

    ``deals`` is a `DealFacts` and ``rules`` a `MarkRules`, or they are `CoincheFacts` and
    `CoincheRules`. Fills ``games`` (int32, one row of
    `GAME_COLUMNS` a game; at most as many as deals) with the table number of each in
    ``game_tables``, and ``holds`` (int32: carried, held) with the index of the deal in
    ``hold_rows`` for each deal that receives or leaves held points. Returns (number of games,
    number of holds). A game starts with the table or after the end of another; it is finished
    only by a deal that is marked, and cancelled by one that ends it by agreement.
    """
    n_games = 0
    n_holds = 0
    rows = len(deals.taker)
    game = new_game(1, 0)
    for i in range(rows):
        if i > 0 and deals.table_no[i] != deals.table_no[i - 1]:
            game = new_game(1, i)
        carried = np.int64(0)
        winner = NOBODY
        if deals.taker[i] >= 0:
            team = np.int64(deals.taker[i]) & 1
            mark = mark_at(deals, i, rules)
            game, carried = after_mark(game, mark, team)
            winner = winner_of(game, team, mark, rules)
        elif deals.taker[i] == PASSED_OUT:
            game = after_passed_out(game)
        if deals.ended[i]:
            winner = NOBODY
        over = winner != NOBODY or deals.ended[i]
        held = np.int64(0) if over else game.held
        if carried > 0 or held > 0:
            holds[n_holds, 0] = carried
            holds[n_holds, 1] = held
            hold_rows[n_holds] = i
            n_holds += 1
        if over or i == rows - 1 or deals.table_no[i + 1] != deals.table_no[i]:
            _write_game(deals, game, i, winner, games, n_games)
            game_tables[n_games] = deals.table_no[i]
            n_games += 1
            game = new_game(game.number + 1, i + 1)
    return n_games, n_holds
