"""One deal as people look at it: hands, auction and tricks, unpacked from its stored row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from belote.game.auction import word_text
from belote.game.cards import (
    FULL_PACK,
    PLAIN_POINTS,
    SANS_ATOUT,
    SANS_POINTS,
    SUITS,
    TOUT_POINTS,
    TRUMP_POINTS,
    cards_of,
)


@dataclass(frozen=True)
class Trick:
    """One trick: cards in the order played, from the seat ``leader`` on."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    points: int
    """Card points in it, without dix de der."""

    def seat(self, place: int) -> int:
        """The seat that played the card at a place 0-3."""
        return (self.leader + place) % 4


@dataclass(frozen=True)
class Deal:
    """A deal. Hands are masks by seat; what was not dealt or is not known is None."""

    dealer: int | None
    turned: int | None
    first: tuple[int, ...] | None
    """The cards before the auction: five of prise, eight of coinche."""
    bid_round: int | None
    taker: int | None
    trump: int | None
    hands: tuple[int, ...] | None
    """The eight cards; None when passed out or on a score sheet."""
    tricks: tuple[Trick, ...]
    passed_out: bool
    """Nobody took; a taker of whom only the team is known is None too."""
    broken_off: tuple[tuple[int, int], ...] = ()
    """(seat, card) of each card of a trick that was not finished, in order."""
    calls: tuple[int, ...] | None = None
    """The words of an auction of coinche (`belote.game.auction`); None of prise."""
    contract: int | None = None
    """Of coinche: 80-160, or 250 for a capot."""
    level: int | None = None
    """Of coinche: 0, 1 coinched, 2 surcoinched."""

    def bids(self) -> list[tuple[int, str]]:
        """(seat, word) of each thing said: ``pass``, ``take``, or ``take h`` in round 2; ``90 s``.

        Of a deal without hands that was taken it knows nothing, and says that all passed.
        """
        if self.dealer is None:
            return []
        if self.calls is not None:
            words = enumerate(self.calls, start=self.dealer + 1)
            return [(seat % 4, word_text(word)) for seat, word in words]
        if self.taker is None or self.bid_round is None or self.trump is None:
            return [((self.dealer + 1 + n) % 4, "pass") for n in range(8)]
        before = 4 * (self.bid_round - 1) + (self.taker - self.dealer - 1) % 4
        word = "take" if self.bid_round == 1 else f"take {SUITS[self.trump]}"
        passes = [((self.dealer + 1 + n) % 4, "pass") for n in range(before)]
        return [*passes, (self.taker, word)]


def card_points(card: int, trump: int) -> int:
    """Points of a card when that suit 0-3 is trump, at sans atout (4) or tout atout (5)."""
    if trump >= SANS_ATOUT:
        return (SANS_POINTS if trump == SANS_ATOUT else TOUT_POINTS)[card & 7]
    return TRUMP_POINTS[card & 7] if card >> 3 == trump else PLAIN_POINTS[card & 7]


def seat_mask(low: int, high: int, seat: int) -> int:
    """The cards of a seat from the two bit planes of owners."""
    one = low if seat & 1 else ~low
    two = high if seat & 2 else ~high
    return one & two & FULL_PACK


def unpack_deal(row: Mapping[str, Any]) -> Deal:
    """The deal of a stored row (column name to value, NULL as None)."""
    low, high = row["owner_low"], row["owner_high"]
    held = low is not None  # not on a score sheet
    masks = tuple(seat_mask(low, high, seat) for seat in range(4)) if held else (0, 0, 0, 0)
    first = row["first_mask"]
    taken = row["taker"] is not None and held
    tricks, broken_off = _tricks(row, masks) if taken else ((), ())
    calls = row.get("calls")
    return Deal(
        dealer=row["dealer"],
        turned=row["turned"],
        first=None if first is None else tuple(mask & first for mask in masks),
        bid_round=row["bid_round"],
        taker=None if (row["taker"] or 0) > 3 else row["taker"],
        trump=row["trump"],
        hands=masks if taken else None,
        tricks=tricks,
        passed_out=row["taker"] is None,
        broken_off=broken_off,
        calls=None if calls is None else tuple(calls),
        contract=row.get("contract"),
        level=row.get("coinche_level"),
    )


def _tricks(
    row: Mapping[str, Any], hands: tuple[int, ...]
) -> tuple[tuple[Trick, ...], tuple[tuple[int, int], ...]]:
    """The whole tricks, and the cards of one that was broken off."""
    planes = (row["trick_0"], row["trick_1"], row["trick_2"])
    if None in planes:  # a run that keeps no plays
        return (), ()
    played: int = FULL_PACK if row["played_mask"] is None else row["played_mask"]
    leader: int = row["leader"]
    tricks: list[Trick] = []
    for number in range(8):
        cards = played  # then those of this trick
        for bit, plane in enumerate(planes):
            cards &= plane if number >> bit & 1 else ~plane
        seats = [(leader + place) % 4 for place in range(4)]
        in_order = [(seat, card) for seat in seats for card in cards_of(cards & hands[seat])]
        if len(in_order) < 4:
            return tuple(tricks), tuple(in_order)
        winner = row["winners"] >> (2 * number) & 3
        points = sum(card_points(card, row["trump"]) for _, card in in_order)
        tricks.append(Trick(leader, tuple(card for _, card in in_order), winner, points))
        leader = winner
    return tuple(tricks), ()
