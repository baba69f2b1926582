"""The loop that plays deals of coinche: eight cards each, an auction of words, any strain.

It shares tables, scratch memory, packs and tricks with `belote.simulate.kernel`: the same seed
shuffles the same packs.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.annonces import side_annonces
from belote.game.auction import (
    LONGEST_AUCTION,
    NO_BID,
    PASS,
    after_word,
    contract_of,
    is_over,
    new_auction,
    refusal,
    trump_of,
)
from belote.game.cards import SANS_ATOUT
from belote.game.columns import NOBODY, SILENCE
from belote.game.marking import CARD_TOTAL
from belote.game.order import from_strain_order, strain_belotes, strain_points, to_strain_order
from belote.players.seat import SUIT, Call
from belote.simulate import choices, dealing
from belote.simulate.draws import WORD, deal_key, draw
from belote.simulate.tricks import index_of, play_tricks, trick_planes

NO_TURNED = np.uint32(0)
WHOLE_PACK = np.uint32(0xFFFFFFFF)


@inline
def _auction(key, dealer, scratch):
    """Ask from ``dealer + 1`` on until it is over: the `Auction`, its words in ``scratch.words``.

    A word that cannot be said would be a fault of the player; it passes instead, so that no
    auction is without end.
    """
    words = scratch.words
    for number in range(LONGEST_AUCTION):
        words[number] = SILENCE
    auction = new_auction(dealer)
    bids = np.uint32(0)
    number = 0
    while not is_over(auction):
        seat = auction.seat
        call = Call(
            scratch.hands[seat],
            seat,
            auction.bid,
            auction.bidder,
            auction.level,
            np.int64((bids >> np.uint32(8 * seat)) & np.uint32(0xFF)),
            np.int64((bids >> np.uint32(8 * (seat ^ 2))) & np.uint32(0xFF)),
            draw(key, WORD + number),
        )
        word = np.int64(choices.bid(scratch, seat, call))
        if refusal(auction, word) != 0:
            word = np.int64(PASS)
        words[number] = word
        auction = after_word(auction, word)
        if word > 7:
            place = np.uint32(8 * seat)
            others = np.uint32(bids & ~np.uint32(np.uint32(0xFF) << place))
            bids = np.uint32(others | np.uint32(np.uint32(word) << place))
        number += 1
    return auction


class _Deal(NamedTuple):
    """One deal, in scalars; the names are those of `CoincheColumns`."""

    taker: int
    trump: int
    contract: int
    coinche_level: int
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
def _passed_out(owner_low, owner_high):
    zero = np.uint32(0)
    none = np.int64(0)
    nobody = np.int64(NOBODY)
    return _Deal(
        nobody, nobody, none, none, none, owner_low, owner_high, (zero, zero, zero), zero, none,
        none, (none, none), (none, none),
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
    dealing.eight(pack, dealer, rules.packets_2_3, hands)
    low = np.uint32(hands[1] | hands[3])
    high = np.uint32(hands[2] | hands[3])
    auction = _auction(key, dealer, scratch)
    if auction.bid == NO_BID:
        if rules.cut:
            dealing.pile_of_eights(pack, dealer, rules.packets_2_3, scratch.pile)
        return _passed_out(low, high)
    taker = auction.bidder
    trump = trump_of(auction.bid)
    strain = np.int64(SUIT) if trump < SANS_ATOUT else trump
    leader = taker if rules.taker_leads else np.int64((dealer + 1) & 3)
    for seat in range(4):
        scratch.held[seat] = to_strain_order(hands[seat], trump)
    belote = strain_belotes(scratch.held, taker, trump)
    winners, taken0, tricks0 = play_tricks(key, leader, taker, NO_TURNED, strain, scratch, rules)
    if rules.cut:
        for card in range(32):
            bit = np.uint32(1) << np.uint32(scratch.pile[card])
            scratch.pile[card] = index_of(from_strain_order(bit, trump))
    points0 = strain_points(taken0, trump) + (10 if winners >> 14 & 1 == 0 else 0)
    annonces0, annonces1 = side_annonces(hands, trump, leader)
    team1 = taker & 1
    return _Deal(
        taker,
        trump,
        contract_of(auction.bid),
        auction.level,
        leader,
        low,
        high,
        trick_planes(scratch.tricks, trump),
        winners,
        CARD_TOTAL - points0 if team1 else points0,
        8 - tricks0 if team1 else tricks0,
        belote,
        (annonces1, annonces0) if team1 else (annonces0, annonces1),
    )


@kernel
def simulate_coinche_block(seed, layout, rows, scratch, rules, out):
    """Play the next ``rows`` deals of coinche: `belote.simulate.kernel.simulate_block`, but that
    ``out`` is a `CoincheColumns`."""
    memory = scratch[0]
    place = memory.place
    for row in range(rows):
        table_no = place[0]
        deal_no = place[1]
        dealer = place[2]
        deal = _one_deal(deal_key(seed, table_no, deal_no), deal_no, dealer, memory, rules)
        out.table_no[row] = table_no
        out.deal_no[row] = deal_no
        out.dealer[row] = dealer
        out.turned[row] = NOBODY
        out.first_mask[row] = WHOLE_PACK
        out.bid_round[row] = 0
        out.taker[row] = deal.taker
        out.trump[row] = deal.trump
        out.contract[row] = deal.contract
        out.coinche_level[row] = deal.coinche_level
        for number in range(LONGEST_AUCTION):
            out.calls[row, number] = memory.words[number]
        out.leader[row] = deal.leader
        out.owner_low[row] = deal.owner_low
        out.owner_high[row] = deal.owner_high
        out.trick_0[row], out.trick_1[row], out.trick_2[row] = deal.tricks
        out.winners[row] = deal.winners
        out.taker_points[row] = deal.taker_points
        out.taker_tricks[row] = deal.taker_tricks
        out.taker_belote[row], out.defence_belote[row] = deal.belotes
        out.taker_annonces[row], out.defence_annonces[row] = deal.annonces
        size = layout.long if table_no <= layout.long_tables else layout.short
        if deal_no == size:
            place[0] = table_no + 1
            place[1] = 1
            place[2] = table_no & 3
        else:
            place[1] = deal_no + 1
            if not (deal.taker == NOBODY and rules.same_dealer):
                place[2] = (dealer + 1) & 3
