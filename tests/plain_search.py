"""Plain alpha-beta, high cards first, with a dictionary of the positions that were searched. There
are no other bounds, and no position is taken for another.

It takes legality from the engine, which the slow engine is held against elsewhere, and nothing
from the solver.
"""

import numba
import numpy as np

from belote.compiled import kernel
from belote.game.legality import beats, legal_cards, play_rules, trick_trumps
from belote.game.order import strain_points, suit_of, to_strain_order
from engine import STRAINS, mask_of

LAST_TRICK = 10
KEY = numba.types.UniTuple(numba.uint64, 3)
BOUNDS = numba.types.UniTuple(numba.int64, 2)


@kernel
def _search(seen, held, strain, rules, left, seat, place, led, best, winner, table, low, high):
    """Points of team 0 from here on, the table's too; a bound if not within low and high."""
    if left == 0:
        return np.int64(0)
    hand = held[seat]
    one = np.uint64(held[0]) << np.uint64(32) | np.uint64(held[1])
    two = np.uint64(held[2]) << np.uint64(32) | np.uint64(held[3])
    key = (one, two, np.uint64(seat))
    least, most = np.int64(0), np.int64(1000)
    if place == 0 and key in seen:
        least, most = seen[key]
        if least >= high or least == most:
            return least
        if most <= low:
            return most
    asked_low, asked_high = low, high
    trumps = trick_trumps(strain, led)
    partner_wins = place > 1 and winner == seat ^ 2
    legal = legal_cards(hand, led, best, partner_wins, trumps, rules)
    value = np.int64(-1 if seat & 1 == 0 else 1000)
    for shift in range(32):
        card = np.uint32(np.uint32(0x80000000) >> np.uint32(shift))
        if legal & card == 0:
            continue
        held[seat] = np.uint32(hand ^ card)
        suit = suit_of(card) if place == 0 else led
        wins = place == 0 or beats(card, best, suit, trumps)
        ahead = np.int64(seat if wins else winner)
        points = table + strain_points(card, strain)
        if place < 3:
            after = _search(
                seen, held, strain, rules, np.int64(left - 1), np.int64((seat + 1) & 3),
                np.int64(place + 1), suit, np.uint32(card if wins else best), ahead, points,
                low, high,
            )  # fmt: skip
        else:
            won = np.int64(0)
            if ahead & 1 == 0:
                won = points + (LAST_TRICK if left == 1 else 0)
            after = won + _search(
                seen, held, strain, rules, np.int64(left - 1), ahead, np.int64(0), np.uint32(0),
                np.uint32(0), ahead, np.int64(0), np.int64(low - won), np.int64(high - won),
            )  # fmt: skip
        if seat & 1 == 0:
            value = max(value, after)
            low = max(low, value)
        else:
            value = min(value, after)
            high = min(high, value)
        if low >= high:
            break
    held[seat] = hand
    if place == 0:
        seen[key] = (
            max(least, value if value > asked_low else 0),
            min(most, value if value < asked_high else 1000),
        )
    return value


def team_points(hands, trump, leader, rules):
    """What team 0 gets of hands of text cards if all play best, ``leader`` starting a trick."""
    strain = STRAINS.index(trump)
    held = np.array(
        [to_strain_order(np.uint32(mask_of(hand)), strain) for hand in hands], np.uint32
    )
    seen = numba.typed.Dict.empty(KEY, BOUNDS)
    zero, none = np.int64(0), np.uint32(0)
    return _search(
        seen, held, np.int64(strain), play_rules(rules), np.int64(sum(map(len, hands))),
        np.int64(leader), zero, none, none, zero, zero, np.int64(-1), np.int64(1000),
    )  # fmt: skip
