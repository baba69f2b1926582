"""The search."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline, kernel, low_index, popcount
from belote.game.legality import beats, legal_cards, trick_trumps
from belote.game.order import TRUMPS, suit_of
from belote.solver.memory import TABLE_BITS, mask_points

U1 = np.uint32(1)


@inline
def _below(mask):
    """All bits below the highest bit of a mask, and that bit."""
    m = np.uint32(mask | np.uint32(mask >> np.uint32(1)))
    m = np.uint32(m | np.uint32(m >> np.uint32(2)))
    m = np.uint32(m | np.uint32(m >> np.uint32(4)))
    m = np.uint32(m | np.uint32(m >> np.uint32(8)))
    return np.uint32(m | np.uint32(m >> np.uint32(16)))


@inline
def _below_each(mask):
    """The same in each byte."""
    m = np.uint32(mask | np.uint32(np.uint32(mask >> np.uint32(1)) & np.uint32(0x7F7F7F7F)))
    m = np.uint32(m | np.uint32(np.uint32(m >> np.uint32(2)) & np.uint32(0x3F3F3F3F)))
    return np.uint32(m | np.uint32(np.uint32(m >> np.uint32(4)) & np.uint32(0x0F0F0F0F)))


@inline
def _last_trick(memory, seat, rest):
    best = memory.hands[seat]
    led = suit_of(best)
    trumps = trick_trumps(memory.strain, led)
    winner = np.int64(0)
    for place in range(1, 4):
        card = memory.hands[(seat + place) & 3]
        if beats(card, best, led, trumps):
            best = card
            winner = np.int64(place)
    return rest if winner & 1 == 0 else np.int64(0)


@inline
def _class(memory, left):
    return np.uint32(
        np.uint32(memory.canon[0, left & 0xFF])
        | np.uint32(np.uint32(memory.canon[1, (left >> 8) & 0xFF]) << 8)
        | np.uint32(np.uint32(memory.canon[2, (left >> 16) & 0xFF]) << 16)
        | np.uint32(np.uint32(memory.canon[3, left >> 24]) << 24)
    )


@inline
def _slack(memory, left, other):
    """How much more and less."""
    more = np.int64(0)
    less = np.int64(0)
    for suit in range(4):
        a = (left >> np.uint32(8 * suit)) & 0xFF
        b = (other >> np.uint32(8 * suit)) & 0xFF
        if a != b:
            while a != 0:
                diff = (
                    memory.points[np.int64(low_index(np.uint32(a))) + 8 * suit]
                    - memory.points[np.int64(low_index(np.uint32(b))) + 8 * suit]
                )
                if diff > 0:
                    more += diff
                else:
                    less -= diff
                a &= a - 1
                b &= b - 1
    return more, less


@inline
def _scrambled(left, seat):
    """A bijection of 34 bits."""
    key = np.uint64(left) | (np.uint64(seat) << np.uint64(32))
    key ^= key >> np.uint64(17)
    key = (key * np.uint64(0x2545F491D)) & np.uint64(0x3FFFFFFFF)
    key ^= key >> np.uint64(15)
    key = (key * np.uint64(0x19E3779B1)) & np.uint64(0x3FFFFFFFF)
    return key ^ (key >> np.uint64(17))


@inline
def _sure(memory, seat, rest):
    """(floor, ceiling) of the points the leader's side gets."""
    mine = memory.hands[seat]
    partner = memory.hands[seat ^ 2]
    theirs = np.uint32(memory.hands[(seat + 1) & 3] | memory.hands[(seat + 3) & 3])
    floor = np.int64(0)
    ceiling = rest
    no_ruff = memory.strain >= 4
    if not no_ruff:
        our_trumps = np.uint32(np.uint32(mine | partner) & TRUMPS)
        their_trumps = np.uint32(theirs & TRUMPS)
        if our_trumps > their_trumps:
            top = np.uint32(our_trumps & ~_below(their_trumps))
            floor = np.int64(memory.byte_points[3, top >> np.uint32(24)])
        elif their_trumps != 0:
            top = np.uint32(their_trumps & ~_below(our_trumps))
            ceiling = rest - np.int64(memory.byte_points[3, top >> np.uint32(24)])
        no_ruff = np.uint32(np.uint32(partner | theirs) & TRUMPS) == 0
    if no_ruff:
        masters = np.uint32(mine & ~_below_each(np.uint32(partner | theirs)))
        if masters == mine:
            return rest, rest
        floor = max(floor, mask_points(memory, masters))
    return floor, ceiling


@inline
def _address(memory, left, seat):
    key = _scrambled(_class(memory, left), seat)
    slot = np.int64(key & np.uint64((1 << TABLE_BITS) - 1))
    tag = (key >> np.uint64(TABLE_BITS)) | (memory.epoch << np.uint64(34 - TABLE_BITS))
    return slot, tag


@inline
def _probe(memory, slot, tag, left, rest):
    entry = memory.table[slot, 0]
    if entry >> np.uint64(21) != tag:
        return np.int64(0), rest, np.int64(-1)
    other = np.uint32(memory.table[slot, 1])
    more = np.int64(0)
    less = np.int64(0)
    if other != left:
        more, less = _slack(memory, left, other)
    return (
        np.int64(entry & np.uint64(0xFF)) - less,
        np.int64((entry >> np.uint64(8)) & np.uint64(0xFF)) + more,
        np.int64((entry >> np.uint64(16)) & np.uint64(31)),
    )


@inline
def _keep(memory, slot, tag, left, lower, upper, alpha, beta, reached, chosen):
    if reached >= beta:
        lower = max(lower, reached)
    elif reached <= alpha:
        upper = min(upper, reached)
    else:
        lower = reached
        upper = reached
    memory.table[slot, 1] = np.uint64(left)
    memory.table[slot, 0] = (
        (tag << np.uint64(21))
        | (np.uint64(chosen) << np.uint64(16))
        | (np.uint64(upper) << np.uint64(8))
        | np.uint64(lower)
    )


@inline
def _power(hand, led, trumps):
    follow = np.uint32(hand & led)
    return follow if follow != 0 else np.uint32(hand & trumps)


@inline
def _scores(memory, ply, seat, led, best, winner, pot, legal, first):
    """Fill memory.moves[ply] with score << 5 | card; returns how many."""
    place = ply & 3
    n = 0
    rest = legal
    k0 = memory.killers[ply, 0]
    k1 = memory.killers[ply, 1]
    while rest != 0:
        index = np.int64(low_index(rest))
        bit = np.uint32(U1 << np.uint32(index))
        rest = np.uint32(rest ^ bit)
        points = memory.points[index]
        suit = suit_of(bit) if place == 0 else led
        trumps = trick_trumps(memory.strain, suit)
        wins = place == 0 or beats(bit, best, suit, trumps)
        top = bit if wins else best
        ours = wins or (winner ^ seat) & 1 == 0
        opp = np.uint32(0)
        part = np.uint32(0)
        if place < 3:
            opp = _power(memory.hands[(seat + 1) & 3], suit, trumps)
        if place < 2:
            part = _power(memory.hands[(seat + 2) & 3], suit, trumps)
        if place < 1:
            opp = max(opp, _power(memory.hands[(seat + 3) & 3], suit, trumps))
        if ours:
            good = opp < max(top, part)
        else:
            good = part > max(top, opp)
        is_trump = np.int64(1 if bit > np.uint32(0xFFFFFF) and memory.strain < 4 else 0)
        if place == 0:
            case = 0 if good and bit > opp else (2 if good else (1 if part > opp else 3))
        else:
            case = (0 if wins else 2) + (0 if good else 1)
        score = (
            np.int64(2000)
            + memory.w[place, case, is_trump, 0]
            + memory.w[place, case, is_trump, 1] * points // 8
        )
        if index == first:
            score += 2000
        elif index == k0:
            score += memory.kw[place, 0]
        elif index == k1:
            score += memory.kw[place, 1]
        memory.moves[ply, n] = (score << 5) | index
        n += 1
    return n


@kernel
def two_tricks(memory, ply, seat, led, best, winner, pot, rest, alpha, beta):
    """The same for the last two tricks, which are too short to order or remember."""
    memory.by_ply[ply] += 1
    place = ply & 3
    hand = memory.hands[seat]
    trumps = trick_trumps(memory.strain, led)
    partner_wins = place > 1 and winner == seat ^ 2
    legal = legal_cards(hand, led, best, partner_wins, trumps, memory)
    legal = np.uint32(legal & ~np.uint32(np.uint32(legal << U1) & memory.twins))
    reached = np.int64(-1)
    while legal != 0:
        index = np.int64(low_index(legal))
        card = np.uint32(U1 << np.uint32(index))
        legal = np.uint32(legal ^ card)
        memory.hands[seat] = np.uint32(hand ^ card)
        wins = place == 0 or beats(card, best, led, trumps)
        new_winner = seat if wins else winner
        new_pot = pot + memory.points[index]
        if place == 3:
            value = _last_trick(memory, new_winner, rest - new_pot)
            value = new_pot + value if (new_winner ^ seat) & 1 == 0 else rest - new_pot - value
        else:
            value = rest - two_tricks(
                memory, np.int64(ply + 1), (seat + 1) & 3, suit_of(card) if place == 0 else led,
                card if wins else best, new_winner, new_pot, rest,
                rest - beta, rest - max(alpha, reached),
            )
        if value > reached:
            reached = value
            if value >= beta:
                break
    memory.hands[seat] = hand
    return reached


@kernel
def search(memory, ply, seat, led, best, winner, pot, rest, alpha, beta):
    """Points that the side of ``seat`` gets from here on."""
    memory.nodes += 1
    memory.by_ply[ply] += 1
    place = ply & 3
    hand = memory.hands[seat]
    first = np.int64(-1)
    lower = np.int64(0)
    upper = rest
    slot = np.int64(0)
    left = np.uint32(0)
    tag = np.uint64(0)
    if place == 0:
        if ply == 28:
            return _last_trick(memory, seat, rest)
        if alpha >= rest:
            return rest
        if beta <= 0:
            return np.int64(0)
        lower, upper = _sure(memory, seat, rest)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
    others = np.uint32(
        np.uint32(memory.hands[(seat + 1) & 3] | memory.hands[(seat + 2) & 3])
        | memory.hands[(seat + 3) & 3]
    )
    if place == 0:
        left = np.uint32(others | hand)
        slot, tag = _address(memory, left, seat)
        found_lower, found_upper, first = _probe(memory, slot, tag, left, upper)
        if first >= 0:
            lower = max(lower, found_lower)
            upper = min(upper, found_upper)
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
        alpha = max(alpha, lower)
        beta = min(beta, upper)
        if ply == 24:
            value = two_tricks(
                memory, ply, seat, led, best, winner, pot, rest, alpha, beta
            )
            _keep(memory, slot, tag, left, lower, upper, alpha, beta, value, 0)
            return value
    trumps = trick_trumps(memory.strain, led)
    partner_wins = place > 1 and winner == seat ^ 2
    legal = legal_cards(hand, led, best, partner_wins, trumps, memory)
    legal = np.uint32(legal & ~np.uint32(np.uint32(legal << U1) & memory.twins))
    others = np.uint32(others | best)
    if place == 3 and ply < 23 and legal & (legal - U1) != 0:
        untried = legal
        all_left = np.uint32(
            np.uint32(memory.hands[(seat + 1) & 3] | memory.hands[(seat + 2) & 3])
            | np.uint32(memory.hands[(seat + 3) & 3] | hand)
        )
        while untried != 0:
            index = np.int64(low_index(untried))
            card = np.uint32(U1 << np.uint32(index))
            untried = np.uint32(untried ^ card)
            taker = seat if beats(card, best, led, trumps) else winner
            won = pot + memory.points[index]
            left = np.uint32(all_left ^ card)
            slot, tag = _address(memory, left, taker)
            found_lower, found_upper, first = _probe(memory, slot, tag, left, rest - won)
            if first >= 0:
                if (taker ^ seat) & 1 == 0:
                    floor = won + found_lower
                else:
                    floor = rest - won - found_upper
                if floor >= beta:
                    return floor
        first = np.int64(-1)
    count = _scores(memory, ply, seat, led, best, winner, pot, legal, first)
    low = alpha
    reached = np.int64(-1)
    chosen = np.int64(0)
    for tried in range(count):
        pick = tried
        for other in range(tried + 1, count):
            if memory.moves[ply, other] > memory.moves[ply, pick]:
                pick = other
        move = memory.moves[ply, pick]
        memory.moves[ply, pick] = memory.moves[ply, tried]
        index = move & 31
        memory.moves[ply, tried] = index
        card = np.uint32(U1 << np.uint32(index))
        points = memory.points[index]
        limit = np.int64(1000)
        for other in range(tried):
            second = memory.moves[ply, other]
            if second >> 3 == index >> 3:
                small = np.uint32(U1 << np.uint32(min(second, index)))
                large = np.uint32(U1 << np.uint32(max(second, index)))
                between = np.uint32((large - U1) & ~np.uint32(small | np.uint32(small - U1)))
                if np.uint32(between & others) == 0:
                    limit = min(
                        limit, memory.limits[ply, other] + abs(points - memory.points[second])
                    )
        if limit <= low:
            memory.limits[ply, tried] = limit
            reached = max(reached, limit)
            continue
        memory.hands[seat] = np.uint32(hand ^ card)
        wins = place == 0 or beats(card, best, led, trumps)
        new_winner = seat if wins else winner
        new_best = card if wins else best
        new_led = suit_of(card) if place == 0 else led
        new_pot = pot + points
        new_seat = (seat + 1) & 3
        new_rest = rest
        gain = np.int64(0)
        if place == 3:
            new_seat = new_winner
            new_led = np.uint32(0)
            new_best = np.uint32(0)
            new_rest = rest - new_pot
            if (new_winner ^ seat) & 1 == 0:
                gain = new_pot
            new_pot = np.int64(0)
        same = (new_seat ^ seat) & 1 == 0
        high = beta if tried == 0 else min(beta, low + 1)
        while True:
            if same:
                value = gain + search(
                    memory, np.int64(ply + 1), new_seat, new_led, new_best, new_winner,
                    new_pot, new_rest, low - gain, high - gain,
                )
            else:
                value = gain + new_rest - search(
                    memory, np.int64(ply + 1), new_seat, new_led, new_best, new_winner,
                    new_pot, new_rest, new_rest - high + gain, new_rest - low + gain,
                )
            if value <= low or value >= beta or high == beta:
                break
            high = beta
        memory.limits[ply, tried] = value
        if value > reached:
            reached = value
            chosen = index
        if value > low:
            low = value
            if value >= beta:
                if memory.killers[ply, 0] != index:
                    memory.killers[ply, 1] = memory.killers[ply, 0]
                    memory.killers[ply, 0] = index
                break
    memory.hands[seat] = hand
    if place == 0:
        _keep(memory, slot, tag, left, lower, upper, alpha, beta, reached, chosen)
    return reached
