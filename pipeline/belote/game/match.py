"""A table's stream of deals cut into games, with points held by a litige carried on.

A game is a fold over deals: the score, and the points held, depend on every deal before.
Source: the section "Games" of the table of rules.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.marking import CHUTE, LITIGE, Facts, mark_deal

GAME_COLUMNS = (
    "game_no",
    "first_deal",
    "last_deal",
    "deals",
    "passed_out",
    "team0_score",
    "team1_score",
    "winner_team",
)
NOBODY = -1
"""``winner_team`` of a table's last game, still open."""
PASSED_OUT, UNMARKED = -1, -2


class DealFacts(NamedTuple):
    """Facts of consecutive deals as columns of equal length, in order of table and deal.

    ``taker`` is the seat 0-3, `PASSED_OUT`, or `UNMARKED` for a deal that was broken off; the
    other facts of these two mean nothing.
    """

    table_no: np.ndarray
    deal_no: np.ndarray
    taker: np.ndarray
    taker_points: np.ndarray
    taker_tricks: np.ndarray
    taker_belote: np.ndarray
    defence_belote: np.ndarray
    taker_annonces: np.ndarray
    defence_annonces: np.ndarray


@inline
def _winner(score, taker_team, mark, rules):
    """The team that wins the game after a deal with this mark, or `NOBODY`."""
    reached0 = score[0]
    reached1 = score[1]
    if not rules.finish_on_belote:
        reached0 -= mark.taker_belote if taker_team == 0 else mark.defence_belote
        reached1 -= mark.taker_belote if taker_team == 1 else mark.defence_belote
    can0 = reached0 >= rules.target
    can1 = reached1 >= rules.target
    if can0 and can1:
        if score[0] == score[1]:
            return NOBODY
        return 0 if score[0] > score[1] else 1
    if can0:
        return 0
    return 1 if can1 else NOBODY


@kernel
def fold_games(deals, rules, games, game_tables, holds, hold_rows):
    """Cut the deals of whole tables into games under one rule set.

    ``deals`` is a `DealFacts`, ``rules`` a `MarkRules`. Fills ``games`` (int32, one row of
    `GAME_COLUMNS` a game; at most as many as deals) with the table number of each in
    ``game_tables``, and ``holds`` (int32: carried, held) with the index of the deal in
    ``hold_rows`` for each deal that receives or leaves held points. Returns (number of games,
    number of holds). A game starts with the table or after a finished game; it can end only
    with a deal that is marked.
    """
    n_games = 0
    n_holds = 0
    score = np.zeros(2, np.int64)
    held = np.int64(0)
    first = 0
    passed = 0
    game_no = 0
    n = len(deals.taker)
    for i in range(n):
        if i == 0 or deals.table_no[i] != deals.table_no[i - 1]:
            score[:] = 0
            held = np.int64(0)
            first = i
            passed = 0
            game_no = 1
        carried = np.int64(0)
        winner = NOBODY
        if deals.taker[i] < 0:
            passed += np.int64(deals.taker[i] == PASSED_OUT)
        else:
            mark = mark_deal(
                Facts(
                    deals.taker_points[i],
                    deals.taker_tricks[i],
                    deals.taker_belote[i],
                    deals.defence_belote[i],
                    deals.taker_annonces[i],
                    deals.defence_annonces[i],
                ),
                rules,
            )
            team = np.int64(deals.taker[i]) & 1
            score[team] += mark.taker
            score[1 - team] += mark.defence
            if mark.outcome == LITIGE:
                held += mark.held
            elif held > 0:
                carried = held
                held = np.int64(0)
                score[1 - team if mark.outcome == CHUTE else team] += carried
            winner = _winner(score, team, mark, rules)
        last_of_table = i == n - 1 or deals.table_no[i + 1] != deals.table_no[i]
        if winner != NOBODY:
            held = np.int64(0)
        if carried > 0 or held > 0:
            holds[n_holds, 0] = carried
            holds[n_holds, 1] = held
            hold_rows[n_holds] = i
            n_holds += 1
        if winner != NOBODY or last_of_table:
            row = games[n_games]
            game_tables[n_games] = deals.table_no[i]
            row[0] = game_no
            row[1] = deals.deal_no[first]
            row[2] = deals.deal_no[i]
            row[3] = i - first + 1
            row[4] = passed
            row[5] = score[0]
            row[6] = score[1]
            row[7] = winner
            n_games += 1
            game_no += 1
            score[:] = 0
            held = np.int64(0)
            first = i + 1
            passed = 0
    return n_games, n_holds
