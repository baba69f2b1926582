"""Worlds: the hidden cards dealt in a way that agrees with everything a seat has seen.

What a seat can still hold follows from the cards it has played. It may play a card from a hand if
and only if it might from each pair of that card and another of the hand: all rules of following,
trumping and going higher ask whether *a* card is there that should have been played. So every
hidden card is tried beside every card played, and the rules say themselves who cannot hold it:
voids, and trumps that would have had to overtrump.

With that known, the ways to deal the hidden cards are counted card by card, and a number below that
count names one of them. So each world that agrees is as likely as any other, and none is dealt in
vain. How likely the auction makes a world is asked afterwards (`habits`).
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel, low_index, nth_bit
from belote.game.auction import LONGEST_AUCTION
from belote.players.chance import STEP, below, mix
from belote.solver.memory import begin
from belote.solver.tricks import after_card, legal_now, new_trick

NO_TURNED = -1

_MOST_HIDDEN = 24

WORLD = np.dtype(
    [
        ("chance", np.uint64),
        ("words", np.int64, LONGEST_AUCTION),
        ("played", np.uint32, 4),
        ("hidden", np.uint32),
        ("may_hold", np.uint32, 4),
        ("needs", np.int64, 4),
        ("ways", np.int64, (_MOST_HIDDEN + 1, 9, 9)),
        ("hands", np.uint32, 4),
        ("likeliest", np.uint32, 4),
        ("before", np.uint32, 4),
        ("bids", np.int64, 4),
    ]
)
"""What is known of the hidden cards, and one way they may lie. Masks are in one order of strain.

``chance`` is the random stream; ``words`` what was said (see `Heard`); ``played`` each seat's cards
gone. Of the ``hidden`` cards each seat ``needs`` so many, of those that it ``may_hold``.
``ways[n, a, b]``: how many ways there are to deal all hidden cards but the ``n`` lowest, if the
next seat needs ``a`` of them and the partner ``b``. ``hands`` is the world dealt last,
``likeliest`` the best of several; ``before`` and ``bids`` are each seat's cards (bit = card) in the
auction and its last bid at coinche.
"""


class Heard(NamedTuple):
    """What a seat knows of the auction, in scalars."""

    seat: int
    """Whose knowledge it is."""
    dealer: int
    words: int
    """How many words were said: ``words`` of `WORLD` holds them, of the prise as answers to an
    `Offer`, at coinche as words of `belote.game.auction`."""
    turned: int
    """The turned card 0-31; `NO_TURNED` at coinche."""
    taker: int
    """The seat that took; while nobody has, the seat itself."""
    order: int
    """The strain 0-5 in whose order masks are."""


def new_world() -> np.ndarray:
    """Memory for one `WORLD`, to be used again and again."""
    return np.zeros(1, WORLD)


@inline
def random_below(world, count):
    """The next random whole number from 0 to ``count - 1``, for counts up to 2^32."""
    world.chance += STEP
    return below(mix(world.chance) >> np.uint64(32), count)


@inline
def begin_auction(world, hand):
    """Begin with a hand (and the turned card, where it will be taken) and no card played."""
    world.hidden = np.uint32(~hand)
    for seat in range(4):
        world.played[seat] = np.uint32(0)
        world.may_hold[seat] = np.uint32(0xFFFFFFFF)
        world.needs[seat] = 8


@kernel
def begin_play(world, memory, heard, rules, hand, turned_bit, plays, leader):
    """Begin with a hand in play and the ``plays`` so far (uint32 bits); returns the `Trick`.

    ``memory`` is that of the solver; it is left with the points of the strain.
    """
    seen = np.uint32(hand)
    for ply in range(len(plays)):
        seen = np.uint32(seen | plays[ply])
    world.hidden = np.uint32(~seen)
    for seat in range(4):
        world.played[seat] = np.uint32(0)
        world.may_hold[seat] = world.hidden
        world.needs[seat] = 8
        world.hands[seat] = np.uint32(0)
    begin(memory, world.hands, heard.order, rules, False)
    trick = new_trick(leader)
    for ply in range(len(plays)):
        seat = trick.seat
        if seat != heard.seat:
            _could_not_hold(world, memory, np.int64(ply), trick, plays[ply])
        world.played[seat] = np.uint32(world.played[seat] | plays[ply])
        world.needs[seat] -= 1
        trick, _ = after_card(memory, np.int64(ply), trick, np.int64(low_index(plays[ply])))
    for seat in range(4):
        if seat != heard.taker:
            world.may_hold[seat] = np.uint32(world.may_hold[seat] & ~turned_bit)
    return trick


@inline
def _could_not_hold(world, memory, ply, trick, card):
    """Note of each hidden card whether the seat could have played ``card`` with it in hand."""
    seat = trick.seat
    rest = world.may_hold[seat]
    while rest != 0:
        other = np.uint32(rest & np.uint32(~rest + np.uint32(1)))
        rest = np.uint32(rest ^ other)
        memory.hands[seat] = np.uint32(card | other)
        if np.uint32(legal_now(memory, ply, trick) & card) == 0:
            world.may_hold[seat] = np.uint32(world.may_hold[seat] & ~other)


@kernel
def count_ways(world, seat):
    """Fill ``ways`` for the hidden cards as seen by a seat, and return how many there are."""
    one, two, three = (seat + 1) & 3, seat ^ 2, (seat + 3) & 3
    ways = world.ways
    count = world.needs[one] + world.needs[two] + world.needs[three]
    ways[count, :, :] = 0
    ways[count, 0, 0] = 1
    for dealt in range(count - 1, -1, -1):
        card = nth_bit(world.hidden, dealt)
        left = count - dealt
        for a in range(9):
            for b in range(9):
                c = left - a - b
                found = np.int64(0)
                if 0 <= c <= 8:
                    if a > 0 and world.may_hold[one] & card != 0:
                        found += ways[dealt + 1, a - 1, b]
                    if b > 0 and world.may_hold[two] & card != 0:
                        found += ways[dealt + 1, a, b - 1]
                    if c > 0 and world.may_hold[three] & card != 0:
                        found += ways[dealt + 1, a, b]
                ways[dealt, a, b] = found
    return ways[0, world.needs[one], world.needs[two]]


@inline
def _random_world(world, ways):
    """A number from 0 to ``ways - 1``, which may be above 2^32."""
    world.chance += STEP
    return np.int64(mix(world.chance) % np.uint64(ways))


@kernel
def deal_hidden(world, seat, hidden, ways):
    """Deal ``hidden`` cards to the three others into ``hands``, each of ``ways`` alike likely.

    ``hidden`` is as many cards as `count_ways` counted for, and the same ones unless any seat may
    hold any.
    """
    one, two, three = (seat + 1) & 3, seat ^ 2, (seat + 3) & 3
    number = _random_world(world, ways)
    a, b = world.needs[one], world.needs[two]
    for other in (one, two, three):
        world.hands[other] = np.uint32(0)
    dealt = 0
    while hidden != 0:
        card = np.uint32(hidden & np.uint32(~hidden + np.uint32(1)))
        hidden = np.uint32(hidden ^ card)
        dealt += 1
        to_one = np.int64(0)
        if a > 0 and world.may_hold[one] & card != 0:
            to_one = world.ways[dealt, a - 1, b]
        to_two = np.int64(0)
        if b > 0 and world.may_hold[two] & card != 0:
            to_two = world.ways[dealt, a, b - 1]
        if number < to_one:
            a -= 1
            world.hands[one] = np.uint32(world.hands[one] | card)
        elif number < to_one + to_two:
            number -= to_one
            b -= 1
            world.hands[two] = np.uint32(world.hands[two] | card)
        else:
            number -= to_one + to_two
            world.hands[three] = np.uint32(world.hands[three] | card)
