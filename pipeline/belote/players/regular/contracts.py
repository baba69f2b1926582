"""What `regular` says in an auction of coinche: the points its side can expect, against contracts.

Its eight cards are worth something in each of the six strains, by who bids: itself (`OWN`), its
partner (`SUPPORT`, what it adds to the points of a side whose other hand is known), or an opponent
(`AGAINST`, what it takes from them). The numbers are the regression of the points with belote of
200,000 takers a strain, with `regular` at all seats, on what each hand held; annonces are left out.
The thresholds are those that won duplicate matches against others.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.auction import (
    CAPOT_RANK,
    COINCHE,
    NO_BID,
    PASS,
    SURCOINCHE,
    rank_of,
    trump_of,
)
from belote.game.cards import (
    ACE,
    JACK,
    KING,
    NINE,
    QUEEN,
    SANS_ATOUT,
    TEN,
    TOUT_ATOUT,
)

MARGIN = 8.0
"""Points beyond a contract that it must expect of its own hand to bid it."""
SLACK = 3.0
"""Points above its partner's contract that it bids with a hand that adds nothing to it."""
SURPLUS = 13.0
"""Points beyond its contract that a side is expected to take."""
COMPETING = 4.0
"""Points by which it goes further where the others have bid."""
COINCHE_FROM = 6.0
"""Points that the others must be expected to miss for it to coinche."""
SURCOINCHE_FROM = 45.0
"""Points beyond the contract from which it surcoinches."""
CAPOT_FROM = 180.0
"""Expected points, margin taken off, from which it bids a capot."""
CAPOT_ASKS = 160.0
"""What a capot asks for in points, where the others bid it."""


class Worth(NamedTuple):
    """What a hand is worth to one who sits there, in points of the side that bids."""

    base: tuple[float, float, float]
    """Whatever it holds: with a suit as trump, at sans atout, at tout atout."""
    trumps: tuple[float, ...]
    """By number of trumps 0-8."""
    jack: float
    nine: float
    ace: float
    ten: float
    belote: float
    """King and Queen of trump; so at tout atout."""
    plain_ace: float
    plain_ten: tuple[float, float, float]
    """With its ace / covered / bare."""
    void: float
    singleton: float
    """No card, or a single one, of a plain suit."""
    sans_ace: float
    sans_ten: tuple[float, float, float]
    """With its ace / covered / bare."""
    sans_king: float
    """With ace and ten."""
    sans_long: float
    """Each card of a suit beyond three."""
    tout_jack: float
    tout_nine: tuple[float, float, float]
    """With its jack / covered / bare."""
    tout_ace: float
    """With jack and nine; a covered one without them half of it."""
    tout_long: float


OWN = Worth(
    base=(20.5, 52.0, 56.5),
    trumps=(0.0, 20.5, 32.0, 44.5, 56.0, 64.0, 69.5, 74.0, 78.0),
    jack=24.0, nine=11.0, ace=5.5, ten=3.5, belote=20.5,
    plain_ace=11.5, plain_ten=(4.5, 4.5, -1.5), void=8.0, singleton=3.0,
    sans_ace=17.5, sans_ten=(8.5, 9.0, 2.0), sans_king=3.0, sans_long=3.0,
    tout_jack=17.5, tout_nine=(11.0, 8.0, 1.0), tout_ace=3.5, tout_long=3.0,
)  # fmt: skip

SUPPORT = Worth(
    base=(-43.5, -28.0, -36.0),
    trumps=(0.0, 9.5, 23.0, 38.5, 53.0, 64.0, 73.0, 80.0, 85.0),
    jack=27.0, nine=12.0, ace=5.5, ten=3.0, belote=20.5,
    plain_ace=14.5, plain_ten=(4.5, 5.0, 1.0), void=3.0, singleton=0.5,
    sans_ace=23.5, sans_ten=(10.5, 11.0, 6.0), sans_king=3.5, sans_long=0.0,
    tout_jack=23.5, tout_nine=(11.5, 10.5, 4.0), tout_ace=2.5, tout_long=0.0,
)  # fmt: skip

AGAINST = Worth(
    base=(15.5, 15.0, 14.5),
    trumps=(0.0, 3.5, -3.0, -17.5, -30.5, -41.0, -49.5, -56.0, -60.0),
    jack=-13.0, nine=-5.0, ace=-1.5, ten=-0.5, belote=1.0,
    plain_ace=-7.5, plain_ten=(-1.5, -3.5, 1.5), void=-3.0, singleton=-0.5,
    sans_ace=-12.0, sans_ten=(-6.0, -6.5, 1.5), sans_king=-2.5, sans_long=-1.0,
    tout_jack=-10.5, tout_nine=(-6.5, -5.0, 2.5), tout_ace=-2.0, tout_long=-1.0,
)  # fmt: skip


def _holds(ranks: int, *wanted: int) -> bool:
    return all(ranks >> rank & 1 for rank in wanted)


def _second(ranks: int, first: int, second: int, worth: tuple[float, float, float]) -> float:
    """What the second highest card of a suit is worth: with the highest, covered or bare."""
    if not _holds(ranks, second):
        return 0.0
    return worth[0 if _holds(ranks, first) else 1 if ranks.bit_count() > 1 else 2]


def trump_worth(ranks: int, worth: Worth) -> float:
    """What the cards of trump are worth; ``ranks`` has a bit a rank (`RANKS`)."""
    return (
        worth.trumps[ranks.bit_count()]
        + worth.jack * _holds(ranks, JACK)
        + worth.nine * _holds(ranks, NINE)
        + worth.ace * _holds(ranks, ACE)
        + worth.ten * _holds(ranks, TEN)
        + worth.belote * _holds(ranks, KING, QUEEN)
    )


def plain_worth(ranks: int, worth: Worth) -> float:
    """What the cards of another suit are worth."""
    length = ranks.bit_count()
    short = worth.void * (length == 0) + worth.singleton * (length == 1)
    return short + worth.plain_ace * _holds(ranks, ACE) + _second(ranks, ACE, TEN, worth.plain_ten)


def sans_worth(ranks: int, worth: Worth) -> float:
    """What the cards of a suit are worth at sans atout."""
    return (
        worth.sans_ace * _holds(ranks, ACE)
        + _second(ranks, ACE, TEN, worth.sans_ten)
        + worth.sans_king * _holds(ranks, ACE, TEN, KING)
        + worth.sans_long * max(ranks.bit_count() - 3, 0)
    )


def tout_worth(ranks: int, worth: Worth) -> float:
    """What the cards of a suit are worth at tout atout."""
    masters = _holds(ranks, JACK, NINE)
    covered = _holds(ranks, ACE) and ranks.bit_count() > 1
    return (
        worth.tout_jack * _holds(ranks, JACK)
        + _second(ranks, JACK, NINE, worth.tout_nine)
        + worth.tout_ace * covered * (1.0 if masters else 0.5)
        + worth.belote * _holds(ranks, KING, QUEEN)
        + worth.tout_long * max(ranks.bit_count() - 3, 0)
    )


_TRUMP, _PLAIN, _SANS, _TOUT = range(0, 1024, 256)
_SUITS: tuple[Callable[[int, Worth], float], ...] = (
    trump_worth,
    plain_worth,
    sans_worth,
    tout_worth,
)


def _table(worth: Worth) -> np.ndarray:
    """What the eight bits of a suit are worth, as trump, plain, at sans atout and tout atout."""
    return np.array([of_suit(ranks, worth) for of_suit in _SUITS for ranks in range(256)])


_OWN, _SUPPORT, _AGAINST = _table(OWN), _table(SUPPORT), _table(AGAINST)
_OWN_BASE, _SUPPORT_BASE, _AGAINST_BASE = OWN.base, SUPPORT.base, AGAINST.base


@inline
def _all_suits(hand, table, kind):
    """What the four suits of a hand are worth alike."""
    return (
        table[kind + (hand & 0xFF)]
        + table[kind + ((hand >> 8) & 0xFF)]
        + table[kind + ((hand >> 16) & 0xFF)]
        + table[kind + (hand >> 24)]
    )


@inline
def _as_trump(hand, table, suit):
    """What the cards of a suit are worth more as trumps than as a plain suit."""
    ranks = (np.uint32(hand) >> np.uint32(8 * suit)) & 0xFF
    return table[_TRUMP + ranks] - table[_PLAIN + ranks]


@inline
def _value(hand, table, base, trump):
    """What a hand is worth in one strain."""
    if trump == SANS_ATOUT:
        return base[1] + _all_suits(hand, table, _SANS)
    if trump == TOUT_ATOUT:
        return base[2] + _all_suits(hand, table, _TOUT)
    return base[0] + _all_suits(hand, table, _PLAIN) + _as_trump(hand, table, trump)


@kernel
def own_value(hand, trump):
    """Points that one who bids a strain 0-5 with this hand (bit = card) can expect."""
    return _value(np.uint32(hand), _OWN, _OWN_BASE, trump)


@inline
def _best_own(hand):
    """(points its side can expect, trump) of its best strain; of equals the first of s h d c."""
    plain = _OWN_BASE[0] + _all_suits(hand, _OWN, _PLAIN)
    best = _OWN_BASE[1] + _all_suits(hand, _OWN, _SANS)
    choice = np.int64(SANS_ATOUT)
    tout = _OWN_BASE[2] + _all_suits(hand, _OWN, _TOUT)
    if tout > best:
        best = tout
        choice = np.int64(TOUT_ATOUT)
    for step in range(4):
        suit = np.int64(3 - step)
        value = plain + _as_trump(hand, _OWN, suit)
        if value >= best:
            best = value
            choice = suit
    return best, choice


@inline
def _asks(bid):
    """What a bid asks for in points."""
    return CAPOT_ASKS if rank_of(bid) == CAPOT_RANK else 70.0 + 10.0 * rank_of(bid)


@inline
def _with_partner(call):
    """The contract its side can bid in its partner's strain."""
    trump = trump_of(call.partner_bid)
    if call.own_bid != NO_BID and trump_of(call.own_bid) == trump:
        raised = max(_asks(call.partner_bid) - _asks(call.own_bid), 0.0)
        return _value(call.hand, _OWN, _OWN_BASE, trump) - MARGIN + raised
    return _asks(call.partner_bid) + SLACK + _value(call.hand, _SUPPORT, _SUPPORT_BASE, trump)


@inline
def _surplus(call):
    """Points beyond its contract that the side that bid last is expected to take."""
    trump = trump_of(call.bid)
    if (call.bidder ^ call.seat) & 1 != 0:
        return SURPLUS + _value(call.hand, _AGAINST, _AGAINST_BASE, trump)
    if call.bidder != call.seat:
        return _value(call.hand, _SUPPORT, _SUPPORT_BASE, trump)
    return _value(call.hand, _OWN, _OWN_BASE, trump) - _asks(call.bid)


@inline
def bid(call, boldness):
    """The word said; ``boldness`` is added to the points that it expects."""
    others_bid = call.bid != NO_BID and (call.bidder ^ call.seat) & 1 != 0
    if call.level > 0:
        if call.level == 2 or others_bid:
            return np.int64(PASS)
        return np.int64(SURCOINCHE if _surplus(call) + boldness >= SURCOINCHE_FROM else PASS)
    if others_bid and _surplus(call) <= boldness - COINCHE_FROM:
        return np.int64(COINCHE)
    own, trump = _best_own(call.hand)
    reach = own - MARGIN
    if call.partner_bid != NO_BID:
        shared = _with_partner(call)
        if shared >= reach:
            reach = shared
            trump = trump_of(call.partner_bid)
    reach += boldness + (COMPETING if others_bid else 0.0)
    rank = np.int64(CAPOT_RANK)
    if reach < CAPOT_FROM:
        rank = min(np.int64((reach - 70.0) // 10.0), np.int64(CAPOT_RANK - 1))
    return 8 * rank + trump if rank > rank_of(call.bid) else np.int64(PASS)


@kernel
def surplus(call):
    """`_surplus` of a `Call`, for who is no kernel."""
    return _surplus(call)


@kernel
def with_partner(call):
    """The contract that its side can bid in the strain its partner bid last."""
    return _with_partner(call)


def _cells(*values: float | tuple[float, ...]) -> str:
    flat = [v for value in values for v in (value if isinstance(value, tuple) else (value,))]
    return " / ".join(f"{value:g}" for value in flat).replace("-", "−")


_ROWS: tuple[tuple[str, Callable[[Worth], str]], ...] = (
    ("a suit is trump: in any case", lambda w: _cells(w.base[0])),
    ("1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 trumps", lambda w: _cells(w.trumps[1:])),
    ("jack / nine / ace / ten of trump", lambda w: _cells(w.jack, w.nine, w.ace, w.ten)),
    ("king and queen of trump (belote); so at tout atout", lambda w: _cells(w.belote)),
    ("each plain ace", lambda w: _cells(w.plain_ace)),
    ("each plain ten: with its ace / covered / bare", lambda w: _cells(w.plain_ten)),
    ("each plain suit: void / a single card", lambda w: _cells(w.void, w.singleton)),
    ("sans atout: in any case", lambda w: _cells(w.base[1])),
    ("each ace / ace, ten and king besides", lambda w: _cells(w.sans_ace, w.sans_king)),
    ("each ten: with its ace / covered / bare", lambda w: _cells(w.sans_ten)),
    ("each card of a suit beyond three", lambda w: _cells(w.sans_long)),
    ("tout atout: in any case", lambda w: _cells(w.base[2])),
    ("each jack", lambda w: _cells(w.tout_jack)),
    ("each nine: with its jack / covered / bare", lambda w: _cells(w.tout_nine)),
    ("each covered ace: with jack and nine / else", lambda w: _cells(w.tout_ace, w.tout_ace / 2)),
    ("each card of a suit beyond three", lambda w: _cells(w.tout_long)),
)


def as_markdown() -> str:
    """The table of what cards are worth, for the documentation."""
    lines = ["| it holds | its own bid | its partner's | an opponent's |", "|---|---|---|---|"]
    for name, cells in _ROWS:
        lines.append(f"| {name} | {cells(OWN)} | {cells(SUPPORT)} | {cells(AGAINST)} |")
    return "\n".join(lines)
