"""What happens at each table under one rule set, summed; and deal by deal under two."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline_by_type, kernel
from belote.game.auction import CAPOT, CONTRACTS
from belote.game.cards import SANS_ATOUT, TOUT_ATOUT
from belote.game.columns import NOBODY, CoincheColumns, Columns
from belote.game.marking import CARD_TOTAL, CHUTE, LITIGE, MADE, MarkRules
from belote.game.marking_coinche import CoincheRules
from belote.game.match import (
    PASSED_OUT,
    CoincheFacts,
    DealFacts,
    after_mark,
    after_passed_out,
    bid_at,
    mark_at,
    new_game,
    winner_of,
)

NO_WINNER = -1
CAPOT_PLACE = CONTRACTS.index(CAPOT)
HIGHEST = 4095
"""Marks of a deal from here on are counted together."""

SUMS = np.dtype(
    [
        ("deals", np.int64),
        ("taken", np.int64),
        ("passed_out", np.int64),
        ("turned", np.int64, 8),
        ("turned_taken", np.int64, 8),
        ("taken_at", np.int64, 4),
        ("chute", np.int64),
        ("litige", np.int64),
        ("taker_capot", np.int64),
        ("defence_capot", np.int64),
        ("taker_mark", np.int64),
        ("defence_mark", np.int64),
        ("marks", np.int64),
        ("games", np.int64),
        ("game_deals", np.int64),
        ("lead_changes", np.int64),
        ("first_dealer_wins", np.int64),
        ("by_belote", np.int64),
        ("by_capot", np.int64),
        ("by_litige", np.int64),
        ("won_behind", np.int64),
        ("contract", np.int64),
        ("bid_at", np.int64, len(CONTRACTS)),
        ("failed_at", np.int64, len(CONTRACTS)),
        ("coinched", np.int64),
        ("surcoinched", np.int64),
        ("sans_atout", np.int64),
        ("tout_atout", np.int64),
    ]
)
"""One table's counts and sums.

``turned`` is by rank (of deals of the prise), ``taken_at`` by position less 1. Of contracts bid at
coinche: ``contract`` their sum with a capot as `CAPOT`, ``bid_at`` and ``failed_at`` by place in
`CONTRACTS`, ``coinched`` those that were, surcoinched or not.

Marks are the deals' own; ``marks`` is both sides'. Of games the finished ones count; ``by_...`` are
those that belote, capots or litiges decided: without what they brought each side in the game, the
loser would be level or ahead. A capot brings what it marks beyond the card points (the taker's) or
beyond a chute (the defence's). ``won_behind`` are those whose winner has no more marks than the
loser, whom the target asked more of (``finish_on_belote``); nothing else decided them."""

PAIR = np.dtype(
    [
        ("deals", np.int64),
        ("played_otherwise", np.int64),
        ("marked_otherwise", np.int64),
        ("outcomes", np.int64, (4, 4)),
        ("taker_marks", np.int64, (2, HIGHEST + 1)),
        ("defence_marks", np.int64, (2, HIGHEST + 1)),
    ]
)
"""Deals under two rule sets: how many differ, outcomes under the first by those under the second
(`belote.game.marking.OUTCOMES`), and taken deals by their marks under either."""


def facts_of(columns: Columns | CoincheColumns, rows: int) -> DealFacts | CoincheFacts:
    """What marking needs of the first ``rows`` simulated deals."""
    kind = CoincheFacts if isinstance(columns, CoincheColumns) else DealFacts
    taker = columns.taker[:rows].astype(np.int16)
    taker[taker == NOBODY] = PASSED_OUT
    named = columns._asdict()
    facts = {name: named[name][:rows] for name in kind._fields if name in named}
    return kind(**{**facts, "taker": taker, "ended": np.zeros(rows, np.bool_)})


@kernel
def _fill_leads(deals, rules, leads):
    for row in range(len(deals.taker)):
        leads[row] = 0
        if deals.taker[row] != PASSED_OUT:
            mark = mark_at(deals, row, rules)
            lead = mark.taker - mark.defence
            leads[row] = lead if np.int64(deals.taker[row]) & 1 == 0 else -lead


def team_leads(deals: DealFacts | CoincheFacts, rules: MarkRules | CoincheRules) -> np.ndarray:
    """Marks of team 0 less those of team 1, int64 a deal; 0 where nobody took.

    ``deals`` and ``rules`` are a pair that `mark_at` takes. Points held by a litige are nobody's.
    """
    leads = np.empty(len(deals.taker), np.int64)
    _fill_leads(deals, rules, leads)
    return leads


@inline_by_type
def _count_bid(at, deals, row, failed):
    """Count what was bid for a deal that was taken, where there are bids."""
    if getattr(deals, "instance_class", None) is DealFacts:
        return lambda at, deals, row, failed: None

    def count(at, deals, row, failed):
        bid = bid_at(deals, row)
        contract = np.int64(bid.contract)
        place = CAPOT_PLACE if contract == CAPOT else contract // 10 - 8
        at.contract += contract
        at.bid_at[place] += 1
        at.failed_at[place] += np.int64(failed)
        at.coinched += np.int64(bid.level > 0)
        at.surcoinched += np.int64(bid.level > 1)
        at.sans_atout += np.int64(bid.trump == SANS_ATOUT)
        at.tout_atout += np.int64(bid.trump == TOUT_ATOUT)

    return count


@kernel
def sum_tables(deals, turned, rules, first_table, sums):
    """Add deals of whole tables, and their turned cards, to ``sums`` under ``rules``.

    ``deals`` and ``rules`` are a pair that `mark_at` takes; ``sums`` holds `SUMS`, at 0 that of
    ``first_table``.
    """
    game = new_game(1, 0)
    brought = np.zeros((3, 2), np.int64)
    for row in range(len(deals.taker)):
        table = np.int64(deals.table_no[row]) - first_table
        if row > 0 and deals.table_no[row] != deals.table_no[row - 1]:
            game = new_game(1, row)
            brought[:] = 0
        at = sums[table]
        at.deals += 1
        rank = np.int64(turned[row]) & 7
        at.turned[rank] += 1
        if deals.taker[row] == PASSED_OUT:
            at.passed_out += 1
            game = after_passed_out(game)
            continue
        taker = np.int64(deals.taker[row])
        team = taker & 1
        mark = mark_at(deals, row, rules)
        at.taken += 1
        at.turned_taken[rank] += 1
        at.taken_at[(taker - np.int64(deals.dealer[row]) - 1) & 3] += 1
        at.chute += np.int64(mark.outcome == CHUTE)
        at.litige += np.int64(mark.outcome == LITIGE)
        at.taker_capot += np.int64(deals.taker_tricks[row] == 8)
        at.defence_capot += np.int64(deals.taker_tricks[row] == 0)
        at.taker_mark += mark.taker
        at.defence_mark += mark.defence
        at.marks += mark.taker + mark.defence
        _count_bid(at, deals, row, mark.outcome == CHUTE)
        game, carried = after_mark(game, mark, team)
        brought[0, team] += mark.taker_belote
        brought[0, 1 - team] += mark.defence_belote
        if deals.taker_tricks[row] == 8:
            brought[1, team] += rules.capot_mark - CARD_TOTAL
        elif deals.taker_tricks[row] == 0:
            brought[1, 1 - team] += rules.capot_mark - rules.chute_mark
        brought[2, team if mark.outcome == MADE else 1 - team] += carried
        winner = winner_of(game, team, mark, rules)
        if winner == NO_WINNER:
            continue
        at.games += 1
        at.game_deals += row - game.first + 1
        at.lead_changes += game.lead_changes
        at.first_dealer_wins += np.int64(winner == np.int64(deals.dealer[game.first]) & 1)
        ahead = game.score0 - game.score1 if winner == 0 else game.score1 - game.score0
        at.by_belote += np.int64(0 < ahead <= brought[0, winner] - brought[0, 1 - winner])
        at.by_capot += np.int64(0 < ahead <= brought[1, winner] - brought[1, 1 - winner])
        at.by_litige += np.int64(0 < ahead <= brought[2, winner] - brought[2, 1 - winner])
        at.won_behind += np.int64(ahead <= 0)
        game = new_game(game.number + 1, row + 1)
        brought[:] = 0


@kernel
def pair_deals(deals, rules, played, others, other_rules, other_played, pair):
    """Add deals to a `PAIR` (array of one): each as it is under one rule set and under another.

    ``deals`` and ``others`` are of one kind and of equal length, the same tables and deals, and go
    with their rules as `mark_at` asks; ``played`` and ``other_played`` are their `Columns`.
    """
    at = pair[0]
    for row in range(len(deals.taker)):
        at.deals += 1
        at.played_otherwise += np.int64(
            deals.taker[row] != others.taker[row]
            or played.owner_low[row] != other_played.owner_low[row]
            or played.owner_high[row] != other_played.owner_high[row]
            or played.trump[row] != other_played.trump[row]
            or played.trick_0[row] != other_played.trick_0[row]
            or played.trick_1[row] != other_played.trick_1[row]
            or played.trick_2[row] != other_played.trick_2[row]
        )
        outcome = np.int64(0)
        taker = np.int64(0)
        defence = np.int64(0)
        if deals.taker[row] != PASSED_OUT:
            mark = mark_at(deals, row, rules)
            outcome, taker, defence = np.int64(mark.outcome), mark.taker, mark.defence
            at.taker_marks[0, min(taker, HIGHEST)] += 1
            at.defence_marks[0, min(defence, HIGHEST)] += 1
        other_outcome = np.int64(0)
        other_taker = np.int64(0)
        other_defence = np.int64(0)
        if others.taker[row] != PASSED_OUT:
            other = mark_at(others, row, other_rules)
            other_outcome, other_taker, other_defence = (
                np.int64(other.outcome), other.taker, other.defence,
            )  # fmt: skip
            at.taker_marks[1, min(other_taker, HIGHEST)] += 1
            at.defence_marks[1, min(other_defence, HIGHEST)] += 1
        at.outcomes[outcome, other_outcome] += 1
        at.marked_otherwise += np.int64(
            outcome != other_outcome or taker != other_taker or defence != other_defence
        )
