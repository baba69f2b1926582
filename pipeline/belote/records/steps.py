"""A deal step by step: the cards dealt, the auction word by word, the play card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from belote.game.auction import hear
from belote.game.cards import KING, QUEEN, SANS_ATOUT, TOUT_ATOUT
from belote.game.deal import Deal

DIX_DE_DER = 10
"""Points for the last trick."""


@dataclass(frozen=True)
class Step:
    """What lies on the table after something was done, and what is known by then."""

    kind: Literal["dealt", "bid", "completed", "play", "end"]
    """The last thing done: the first cards dealt, something said, the eighth cards dealt, a card
    played, all over."""
    hands: tuple[int, ...] | None = None
    """What each seat still holds; None where not known."""
    turned: int | None = None
    """The turned card, while it lies on the table."""
    bids: tuple[tuple[int, str], ...] = ()
    """(seat, word) of all that was said; the word as in `Deal.bids`."""
    taker: int | None = None
    trump: int | None = None
    contract: int | None = None
    """Of coinche, as bid so far; so are then the taker and the trump."""
    level: int = 0
    """Of coinche: 1 coinched, 2 surcoinched."""
    trick_no: int = 0
    """The trick on the table, from 1."""
    trick: tuple[tuple[int, int], ...] = ()
    """(seat, card) on the table, in order."""
    winner: int | None = None
    """Of the trick on the table, once all four cards are there."""
    points: tuple[int, int] = (0, 0)
    """Card points so far, with dix de der: of the taker's side, and of the defence."""
    tricks: tuple[int, int] = (0, 0)
    """Tricks so far, of the same."""
    says: Literal["belote", "rebelote"] | None = None
    """What the player of the last card says."""


def steps(deal: Deal, *, belote: bool = True) -> list[Step]:
    """Every step of a deal, as far as it is known; the last one is always its end.

    ``belote`` is whether a player who holds king and queen of trump says so.
    """
    found = [*_auction(deal)]
    if deal.hands is None:
        last = found[-1] if found else Step("end", taker=deal.taker, trump=deal.trump)
        return [*found, replace(last, kind="end")]
    bids = tuple(deal.bids())
    completed = Step("completed", deal.hands, None, bids, deal.taker, deal.trump)
    if deal.contract is None:
        found.append(completed)
    else:  # of coinche all cards are dealt before
        completed = replace(completed, contract=deal.contract, level=deal.level or 0)
        found = found or [replace(completed, kind="dealt")]
    found += _play(deal, completed, belote)
    end = replace(found[-1], kind="end", trick=(), winner=None, says=None)
    if len(deal.tricks) == 8:  # the hands are laid out again
        end = replace(end, hands=deal.hands)
    return [*found, end]


def trick_after(found: Sequence[Step], at: int) -> int:
    """The next step at which a trick is whole; the last one where there is none."""
    return next(
        (n for n in range(at + 1, len(found)) if found[n].winner is not None), len(found) - 1
    )


def trick_before(found: Sequence[Step], at: int) -> int:
    """The step before this one at which a trick is whole; the first one where there is none."""
    return next((n for n in range(at - 1, -1, -1) if found[n].winner is not None), 0)


def _auction(deal: Deal) -> Iterator[Step]:
    if deal.hands is None and not deal.passed_out:
        return  # of a score sheet nobody knows what was said
    words = deal.bids()
    if deal.first is None and deal.turned is None and not words:
        return
    dealt = Step("dealt", deal.first, deal.turned)
    yield dealt
    if deal.calls is not None and deal.dealer is not None:
        for said in range(1, len(words) + 1):
            heard = hear(deal.dealer, deal.calls[:said])
            bid = (heard.taker, heard.trump, heard.contract, heard.level)
            yield Step("bid", deal.first, None, tuple(words[:said]), *bid)
        return
    for said in range(1, len(words) + 1):
        took = words[said - 1][1] != "pass"
        taker, trump = (deal.taker, deal.trump) if took else (None, None)
        yield replace(dealt, kind="bid", bids=tuple(words[:said]), taker=taker, trump=trump)


def _play(deal: Deal, before: Step, belote: bool) -> Iterator[Step]:
    """Steps from the first card on; ``before`` has the hands of eight."""
    assert before.hands is not None
    hands, pairs = list(before.hands), _belotes(deal) if belote else {}
    said: set[int] = set()
    now = before
    for number, cards in enumerate(_played(deal), start=1):
        whole = deal.tricks[number - 1] if number <= len(deal.tricks) else None
        for count, (seat, card) in enumerate(cards, start=1):
            hands[seat] &= ~(1 << card)
            now = replace(
                now,
                kind="play",
                hands=tuple(hands),
                trick_no=number,
                trick=tuple(cards[:count]),
                winner=None,
                says=None,
            )
            if pairs.get(card) == seat:
                now = replace(now, says="rebelote" if card >> 3 in said else "belote")
                said.add(card >> 3)
            if whole is not None and count == 4:
                points = whole.points + (DIX_DE_DER if number == 8 else 0)
                now = _won(now, whole.winner, points)
            yield now


def _won(step: Step, winner: int, points: int) -> Step:
    side = (winner - (step.taker or 0)) % 2
    taken, tricks = list(step.points), list(step.tricks)
    taken[side] += points
    tricks[side] += 1
    return replace(step, winner=winner, points=(taken[0], taken[1]), tricks=(tricks[0], tricks[1]))


def _played(deal: Deal) -> list[list[tuple[int, int]]]:
    """(seat, card) of each trick, one that was broken off too."""
    whole = [
        [(trick.seat(place), card) for place, card in enumerate(trick.cards)]
        for trick in deal.tricks
    ]
    return [*whole, list(deal.broken_off)] if deal.broken_off else whole


def _belotes(deal: Deal) -> dict[int, int]:
    """The seat of each king and queen of trump that one seat holds together."""
    if deal.hands is None or deal.trump in (None, SANS_ATOUT):
        return {}
    suits = range(4) if deal.trump == TOUT_ATOUT else [deal.trump]
    return {
        card: seat
        for suit in suits
        for seat, hand in enumerate(deal.hands)
        for card in (8 * suit + QUEEN, 8 * suit + KING)
        if hand >> (8 * suit + QUEEN) & hand >> (8 * suit + KING) & 1
    }
