"""What the auction says of a world: whether `regular` would have spoken as each seat did.

A world is doubted once for each word that `regular` would not have said with that hand, and of
several worlds the one that is doubted least is kept, so that the auctions of others than `regular`
are read as well as they can be.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, kernel, nth_bit, popcount
from belote.game.auction import (
    NO_BID,
    SURCOINCHE,
    after_word,
    new_auction,
    rank_of,
    trump_of,
)
from belote.game.order import from_strain_order
from belote.players import regular
from belote.players.expert.worlds import NO_TURNED, deal_hidden, random_below
from belote.players.seat import Call, Offer

TRIES = 60
"""Worlds dealt at most to find one that nothing speaks against."""
_RANKS_APART = 1
"""Steps between two bids of one strain that still say the same of a hand."""


@kernel
def deal_likely(world, heard, own_needs, ways):
    """Deal worlds until one is not doubted, at most `TRIES`; ``hands`` is the one doubted least.

    ``own_needs`` of the hidden cards come to the seat itself, which are then all it has in
    ``hands``.
    """
    least = np.int64(1 << 30)
    for _ in range(TRIES if heard.words > 0 else 1):
        hidden = world.hidden
        own = np.uint32(0)
        for _ in range(own_needs):
            card = nth_bit(hidden, random_below(world, popcount(hidden)))
            hidden = np.uint32(hidden ^ card)
            own = np.uint32(own | card)
        deal_hidden(world, heard.seat, hidden, ways)
        world.hands[heard.seat] = own
        doubts = _doubts(world, heard)
        if doubts < least:
            least = doubts
            for seat in range(4):
                world.likeliest[seat] = world.hands[seat]
        if doubts == 0:
            break
    for seat in range(4):
        world.hands[seat] = world.likeliest[seat]
    return least


@inline
def _doubts(world, heard):
    for seat in range(4):
        hand = np.uint32(world.hands[seat] | world.played[seat])
        world.before[seat] = from_strain_order(hand, heard.order)
    if heard.turned == NO_TURNED:
        return _doubts_of_coinche(world, heard)
    return _doubts_of_prise(world, heard)


@inline
def _first_five(world, hand, turned):
    """Five of a hand's eight cards, but the turned one: those that it may have been dealt first."""
    hand = np.uint32(hand & ~np.uint32(np.uint32(1) << np.uint32(turned)))
    while popcount(hand) > 5:
        hand = np.uint32(hand ^ nth_bit(hand, random_below(world, popcount(hand))))
    return hand


@kernel
def _doubts_of_prise(world, heard):
    for seat in range(4):
        world.before[seat] = _first_five(world, world.before[seat], heard.turned)
    doubts = np.int64(0)
    for number in range(heard.words):
        seat = (heard.dealer + 1 + number) & 3
        if seat == heard.seat:
            continue
        place, bid_round = np.int64((number & 3) + 1), np.int64(1 + (number >> 2))
        offer = Offer(world.before[seat], heard.turned, place, bid_round, np.uint64(0))
        if np.int64(regular.speak(offer, 0.0)) != world.words[number]:
            doubts += 1
    return doubts


@inline
def _says_the_same(word, other):
    """Whether two words of coinche are of one kind: bids of one strain, nearly as high."""
    if word <= SURCOINCHE or other <= SURCOINCHE:
        return word == other
    return trump_of(word) == trump_of(other) and abs(rank_of(word) - rank_of(other)) <= _RANKS_APART


@kernel
def _doubts_of_coinche(world, heard):
    doubts = np.int64(0)
    auction = new_auction(heard.dealer)
    for seat in range(4):
        world.bids[seat] = NO_BID
    for number in range(heard.words):
        seat, word = auction.seat, world.words[number]
        if seat != heard.seat:
            call = Call(
                world.before[seat], seat, auction.bid, auction.bidder, auction.level,
                world.bids[seat], world.bids[seat ^ 2], np.uint64(0),
            )  # fmt: skip
            if not _says_the_same(word, regular.bid(call, 0.0)):
                doubts += 1
        if word > SURCOINCHE:
            world.bids[seat] = word
        auction = after_word(auction, word)
    return doubts
