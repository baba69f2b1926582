"""The loop that plays deals: (seed, table, deal) to the facts and cards of each deal."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.annonces import side_annonces
from belote.game.auction import LONGEST_AUCTION
from belote.game.columns import NOBODY
from belote.game.marking import CARD_TOTAL
from belote.game.order import belotes, from_trump_order, points_of, to_trump_order
from belote.players.seat import PASS, SUIT, Offer
from belote.players.spec import PARAMETERS
from belote.simulate import choices, dealing
from belote.simulate.draws import BID, deal_key, draw
from belote.simulate.tricks import index_of, play_tricks, trick_planes


class Layout(NamedTuple):
    """Deals over tables: the first ``long_tables`` have ``long`` deals, the others ``short``."""

    long_tables: int
    long: int
    short: int


SCRATCH = np.dtype(
    [
        ("place", np.int64, 3),
        ("players", np.float64, (4, PARAMETERS)),
        ("bidders", np.float64, (4, PARAMETERS)),
        ("pile", np.uint8, 32),
        ("pack", np.uint8, 32),
        ("hands", np.uint32, 4),
        ("held", np.uint32, 4),
        ("tricks", np.uint32, 8),
        ("words", np.uint8, LONGEST_AUCTION),
    ]
)
"""What a kernel keeps from deal to deal and while it plays one.

``place`` is the next deal: number of the table, of the deal at it, and dealer. ``players`` has a
row a seat, who plays its cards: the player's number (`belote.players.decide`) and its parameters;
``bidders`` the same of who speaks for it in the auction. ``pile`` is the last deal's pile, which
matters with ``cut`` dealing. A record, because handing arrays from function to
function counts references, which takes longer than to play the deal.
"""


def new_scratch(
    first_table: int,
    players: np.ndarray,
    bidders: np.ndarray | None = None,
    kind: np.dtype[np.void] = SCRATCH,
) -> np.ndarray:
    """Scratch memory (one record of ``kind``) that starts at the first deal of a table.

    ``players`` is float64 (4, `PARAMETERS`), as `belote.players.spec.kernel_rows` makes it, and so
    is ``bidders``, who speak in the auction; without, the players speak for themselves.
    """
    scratch = np.zeros(1, kind)
    scratch["place"][0] = first_table, 1, first_dealer(first_table)
    scratch["players"][0] = players
    scratch["bidders"][0] = players if bidders is None else bidders
    return scratch


def first_dealer(table_no: int) -> int:
    """Seat that deals a table's first deal: seats in turn from table to table."""
    return (table_no - 1) & 3


@inline
def auction(key, turned, dealer, begin, end, scratch):
    """Ask the speakers ``begin`` to ``end - 1`` of 0-7: (seat or NOBODY, suit, round).

    Speaker 0 sits after the dealer; from 4 on it is round 2. Who spoke before has passed.
    """
    for number in range(begin, end):
        seat = (dealer + 1 + number) & 3
        bid_round = 1 + (number >> 2)
        offer = Offer(
            scratch.hands[seat], turned, (number & 3) + 1, bid_round, draw(key, BID + number)
        )
        suit = choices.speak(scratch, seat, offer)
        if suit != PASS:
            return seat, np.int64(suit), bid_round
    return np.int64(NOBODY), np.int64(NOBODY), 0


class _Deal(NamedTuple):
    """One deal, in scalars; the names are those of `Columns`."""

    turned: int
    first_mask: int
    bid_round: int
    taker: int
    trump: int
    leader: int
    owner_low: int
    owner_high: int
    tricks: tuple[int, int, int]
    winners: int
    taker_points: int
    taker_tricks: int
    belotes: tuple[int, int]
    annonces: tuple[int, int]


@inline
def _passed_out(turned, first_mask, owner_low, owner_high):
    zero = np.uint32(0)
    none = np.int64(0)
    nobody = np.int64(NOBODY)
    return _Deal(
        turned, first_mask, none, nobody, nobody, none, owner_low, owner_high,
        (zero, zero, zero), zero, none, none, (none, none), (none, none),
    )  # fmt: skip


@inline
def _one_deal(key, deal_no, dealer, scratch, rules):
    """Deal, bid and play one deal."""
    pack = scratch.pack
    hands = scratch.hands
    if rules.cut and deal_no > 1:
        dealing.cut(pack, scratch.pile, key)
    else:
        dealing.shuffle(pack, key)
    dealing.first_five(pack, dealer, rules.packets_2_3, hands)
    turned = np.int64(pack[dealing.TURNED])
    taker, trump, bid_round = auction(key, turned, dealer, 0, 8, scratch)
    return play_out(key, turned, dealer, taker, trump, bid_round, scratch, rules)


@inline
def play_out(key, turned, dealer, taker, trump, bid_round, scratch, rules):
    """Complete and play a deal whose first five cards are dealt and whose auction is over.

    The pack is in ``scratch.pack``, the first hands in ``scratch.hands``, which is left complete.
    """
    pack = scratch.pack
    hands = scratch.hands
    low = np.uint32(hands[1] | hands[3])
    high = np.uint32(hands[2] | hands[3])
    first_mask = np.uint32(hands[0] | np.uint32(low | high))
    if taker == NOBODY:
        if rules.cut:
            dealing.pile_passed_out(pack, dealer, rules.packets_2_3, scratch.pile)
        return _passed_out(turned, first_mask, low, high)
    dealing.complete(pack, dealer, taker, hands)
    leader = taker if rules.taker_leads else (dealer + 1) & 3
    for seat in range(4):
        scratch.held[seat] = to_trump_order(hands[seat], trump)
    belote = belotes(scratch.held, taker)
    turned_bit = to_trump_order(np.uint32(1) << np.uint32(turned), trump)
    winners, taken0, tricks0 = play_tricks(key, leader, taker, turned_bit, SUIT, scratch, rules)
    if rules.cut:
        for card in range(32):
            bit = np.uint32(1) << np.uint32(scratch.pile[card])
            scratch.pile[card] = index_of(from_trump_order(bit, trump))
    points0 = points_of(taken0) + (10 if winners >> 14 & 1 == 0 else 0)
    annonces0, annonces1 = side_annonces(hands, trump, leader)
    team1 = taker & 1
    return _Deal(
        turned,
        first_mask,
        bid_round,
        taker,
        trump,
        leader,
        np.uint32(hands[1] | hands[3]),
        np.uint32(hands[2] | hands[3]),
        trick_planes(scratch.tricks, trump),
        winners,
        CARD_TOTAL - points0 if team1 else points0,
        8 - tricks0 if team1 else tricks0,
        belote,
        (annonces1, annonces0) if team1 else (annonces0, annonces1),
    )


@inline
def store(out, row, table_no, deal_no, dealer, deal):
    """Write a deal into a row of ``out``, a `Columns`."""
    out.table_no[row] = table_no
    out.deal_no[row] = deal_no
    out.dealer[row] = dealer
    out.turned[row] = deal.turned
    out.first_mask[row] = deal.first_mask
    out.bid_round[row] = deal.bid_round
    out.taker[row] = deal.taker
    out.trump[row] = deal.trump
    out.leader[row] = deal.leader
    out.owner_low[row] = deal.owner_low
    out.owner_high[row] = deal.owner_high
    out.trick_0[row], out.trick_1[row], out.trick_2[row] = deal.tricks
    out.winners[row] = deal.winners
    out.taker_points[row] = deal.taker_points
    out.taker_tricks[row] = deal.taker_tricks
    out.taker_belote[row], out.defence_belote[row] = deal.belotes
    out.taker_annonces[row], out.defence_annonces[row] = deal.annonces


@kernel
def simulate_block(seed, layout, rows, scratch, rules, out):
    """Play the next ``rows`` deals in order of table and deal, into the first rows of ``out``.

    ``seed`` uint64; ``layout`` a `Layout`; ``rules`` a `PlayRules`; ``out`` a `Columns`.
    ``scratch`` (`new_scratch`) says who plays and where to begin, and is left at the next deal, so
    that blocks of any size give the same deals. Allocates nothing.
    """
    memory = scratch[0]
    place = memory.place
    for row in range(rows):
        table_no = place[0]
        deal_no = place[1]
        dealer = place[2]
        key = deal_key(seed, table_no, deal_no)
        deal = _one_deal(key, deal_no, dealer, memory, rules)
        store(out, row, table_no, deal_no, dealer, deal)
        size = layout.long if table_no <= layout.long_tables else layout.short
        if deal_no == size:
            place[0] = table_no + 1
            place[1] = 1
            place[2] = table_no & 3
        else:
            place[1] = deal_no + 1
            if not (deal.taker == NOBODY and rules.same_dealer):
                place[2] = (dealer + 1) & 3
