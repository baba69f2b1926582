"""Worlds in which a seat must speak: hidden cards dealt at random, and each answer played out.

A *world* is a pack in which seat 0 holds what it holds, the card is turned that is turned, and
whoever spoke before passes by their own habits. Every answer of seat 0 is played to the end in the
same world with the same draws, so that answers differ by what was said alone.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.columns import NOBODY
from belote.players.seat import PASS
from belote.simulate import dealing
from belote.simulate.draws import deal_key
from belote.simulate.kernel import auction, play_out, store

ANY = -1
"""``turned`` of a `Spot` where any card may be turned."""
TURNED_SUIT = 4
"""The answer that takes in the suit that is turned, whichever it is; 5, 6 and 7 take in the first,
second and third suit after it."""


class Spot(NamedTuple):
    """Where seat 0 must speak, in the types of kernels."""

    hand: np.uint32
    """Its five cards, a mask (bit = card); 0 where it may hold any."""
    turned: int
    """The turned card 0-31, or `ANY`."""
    position: int
    """Order of speaking 1-4; 4 is the dealer."""
    bid_round: int
    """1 or 2; in round 2 seat 0 has passed once, whatever its habits."""


@inline
def _lay_out(pack, spot, packets_2_3):
    """Put the cards that are known where they were dealt; the others stay in uniform order."""
    if spot.turned != ANY:
        dealing.put(pack, np.uint8(spot.turned), dealing.TURNED)
    dealt = 0
    for card in range(32):
        if np.uint32(spot.hand >> np.uint32(card)) & np.uint32(1):
            place = dealing.place_of_five(spot.position - 1, dealt, packets_2_3)
            dealing.put(pack, np.uint8(card), place)
            dealt += 1


@inline
def _others_pass(key, turned, dealer, speaker, scratch):
    """Whether all who speak before speaker 0-7 pass; what that player itself said is a fact."""
    earlier = speaker - 4
    if earlier < 0:
        return auction(key, turned, dealer, 0, speaker, scratch)[0] == NOBODY
    return (
        auction(key, turned, dealer, 0, earlier, scratch)[0] == NOBODY
        and auction(key, turned, dealer, earlier + 1, speaker, scratch)[0] == NOBODY
    )


@kernel
def play_worlds(seed, first, tries, spot, answers, scratch, rules, out):
    """Try the worlds ``first`` to ``first + tries - 1``: (how many are played, how many tried).

    ``seed`` uint64; ``spot`` a `Spot`; ``answers`` (int64) the suits to take in (or `TURNED_SUIT`
    and on) and `PASS`, after which the auction goes on; ``scratch`` as
    `belote.simulate.kernel.new_scratch` makes it, with whoever sits at each seat; ``rules`` a
    `PlayRules`. Each world played fills a row of ``out`` (a `Columns`) an answer, in their order:
    ``table_no`` the world's number, ``deal_no`` the answer's from 1. Stops where another world has
    no room. What a world holds depends on the seed, its number and the spot alone. Packs are
    shuffled, also where the rules cut them.
    """
    memory = scratch[0]
    pack = memory.pack
    dealer = (4 - spot.position) & 3
    speaker = 4 * (spot.bid_round - 1) + spot.position - 1
    row = 0
    for step in range(tries):
        if row + len(answers) > len(out.taker):
            return row // len(answers), step
        world = first + step
        key = deal_key(seed, world, 1)
        dealing.shuffle(pack, key)
        _lay_out(pack, spot, rules.packets_2_3)
        dealing.first_five(pack, dealer, rules.packets_2_3, memory.hands)
        turned = np.int64(pack[dealing.TURNED])
        if not _others_pass(key, turned, dealer, speaker, memory):
            continue
        for place in range(len(answers)):
            suit = answers[place]
            dealing.first_five(pack, dealer, rules.packets_2_3, memory.hands)
            taker, trump, bid_round = np.int64(0), np.int64(suit), spot.bid_round
            if suit == PASS:
                taker, trump, bid_round = auction(key, turned, dealer, speaker + 1, 8, memory)
            elif suit >= TURNED_SUIT:
                trump = ((turned >> 3) + suit) & 3
            deal = play_out(key, turned, dealer, taker, trump, bid_round, memory, rules)
            store(out, row, world, place + 1, dealer, deal)
            row += 1
    return row // len(answers), tries
