"""Cards as ints, hands as masks, and their text.

A card is an int 0-31: ``suit * 8 + rank`` with suits ``s h d c`` = 0-3 and ranks
``7 8 9 J Q K T A`` = 0-7, the order of strength in a plain suit. A hand is a 32-bit mask with
bit ``card`` set. Text (``Td``, ``Js``) exists only at the edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SUITS = "shdc"
RANKS = "789JQKTA"
NATURAL_RANKS = "789TJQKA"
FULL_PACK = 0xFFFFFFFF

PLAIN_POINTS = (0, 0, 0, 2, 3, 4, 10, 11)
"""Card points in a plain suit, by rank index (`RANKS`)."""
TRUMP_POINTS = (0, 0, 14, 20, 3, 4, 10, 11)
"""Card points in the trump suit, by rank index (`RANKS`)."""
TRUMP_ORDER = "78QKTA9J"
"""Ranks of the trump suit, weak to strong."""

SANS_POINTS = (0, 0, 0, 2, 3, 4, 10, 19)
"""Card points of every suit at sans atout, by rank index (`RANKS`)."""
TOUT_POINTS = (0, 0, 9, 13, 1, 3, 5, 7)
"""Card points of every suit at tout atout, by rank index (`RANKS`)."""

SANS_ATOUT, TOUT_ATOUT = 4, 5
"""What may be trump besides a suit 0-3: none, or every suit in the tricks it leads."""
STRAINS = (*SUITS, "sa", "ta")
"""All that may be trump 0-5, as text."""

KING, QUEEN, JACK, NINE, TEN, ACE = (RANKS.index(r) for r in "KQJ9TA")


class CardError(ValueError):
    """A text that names no card, or cards that cannot be in one pack."""


def card_text(card: int) -> str:
    """The card's name, rank then suit: ``card_text(6) == "Ts"``."""
    return RANKS[card & 7] + SUITS[card >> 3]


def parse_card(text: str) -> int:
    """The card that a two-letter name means; raises `CardError` with what a name looks like."""
    if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return SUITS.index(text[1]) * 8 + RANKS.index(text[0])
    raise CardError(f"{text!r} is no card: write a rank of 7 8 9 T J Q K A, then s, h, d or c")


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a mask, from bit 0 up."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards; raises `CardError` when one comes twice."""
    mask = 0
    for card in cards:
        if mask >> card & 1:
            raise CardError(f"{card_text(card)} comes twice")
        mask |= 1 << card
    return mask


def reading_order(card: int) -> tuple[int, int]:
    """Sort key of the canonical order: suit s h d c, then rank high to low (A K Q J T 9 8 7)."""
    return card >> 3, -NATURAL_RANKS.index(RANKS[card & 7])


def mask_text(mask: int) -> str:
    """The cards of a mask in canonical order, one space between them."""
    return " ".join(card_text(card) for card in sorted(cards_of(mask), key=reading_order))


def parse_mask(text: str) -> int:
    """The mask of a list of card names; raises `CardError`."""
    return mask_of(parse_card(word) for word in text.split())
