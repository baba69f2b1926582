"""What a player that is a Python class is shown: its seat's knowledge as texts, and as masks.

Texts are those of the deal records: ``Jh``, ``pass``, ``take``, ``take h``, ``90 s``, ``coinche``.
Masks are the very questions that compiled players are asked (`belote.players.seat`), in the types
of the kernels, so that a compiled pair of functions can answer them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from belote.game.auction import WORDS, hear_words, refusals, word_text
from belote.game.cards import STRAINS, SUITS, card_text, cards_of, parse_mask, reading_order
from belote.game.order import mask_from_order, mask_to_order
from belote.game.variants import Rules
from belote.players.seat import PASS, Call, Offer, Turn

_WORD_NUMBERS = max(WORDS.values()) + 1


def card_texts(mask: int) -> tuple[str, ...]:
    """The cards of a mask (bit = card) in the order they are read in."""
    return tuple(card_text(card) for card in sorted(cards_of(mask), key=reading_order))


@dataclass(frozen=True)
class AuctionView:
    """What a seat sees and hears when it is its turn in the auction."""

    rules: Rules
    seat: int
    """0-3; the partner is ``seat ^ 2``."""
    dealer: int
    said: tuple[str, ...]
    """All that was said, in order from the seat ``dealer + 1`` on."""
    masks: Offer | Call
    """An `Offer` of the prise, a `Call` of coinche."""

    @property
    def position(self) -> int:
        """Order of speaking 1-4; 4 is the dealer."""
        return (self.seat - self.dealer - 1) % 4 + 1

    @property
    def round(self) -> int:
        """1 or 2; 0 at coinche, which has no rounds."""
        return self.masks.bid_round if isinstance(self.masks, Offer) else 0

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """Its five cards, eight at coinche."""
        return card_texts(int(self.masks.hand))

    @property
    def turned(self) -> str | None:
        """The card turned up; None at coinche."""
        return card_text(self.masks.turned) if isinstance(self.masks, Offer) else None

    @property
    def draw(self) -> int:
        """64 random bits of this decision alone: the only chance that a player may use."""
        return int(self.masks.draw)

    @cached_property
    def may_say(self) -> tuple[str, ...]:
        """Everything that may be said now."""
        if isinstance(self.masks, Offer):
            turned = self.masks.turned >> 3
            suits = [turned] if self.round == 1 else [s for s in range(4) if s != turned]
            return ("pass", *(self.word(suit) for suit in suits))
        words = np.array([WORDS[text] for text in self.said], np.uint8)
        codes = np.empty(_WORD_NUMBERS, np.int64)
        refusals(hear_words(np.int64(self.dealer), words)[0], codes)
        return tuple(text for text, word in WORDS.items() if codes[word] == 0)

    def word(self, answer: int) -> str:
        """The text of what a compiled player answers to ``masks``."""
        if isinstance(self.masks, Call):
            return word_text(int(answer))
        if answer == PASS:
            return "pass"
        return "take" if self.round == 1 else f"take {SUITS[int(answer)]}"


@dataclass(frozen=True)
class TurnView:
    """What a seat sees when it must play a card, and what it has seen."""

    rules: Rules
    seat: int
    dealer: int
    said: tuple[str, ...]
    """The whole auction, in order from the seat ``dealer + 1`` on."""
    taker: int
    trump_number: int
    turned: str | None
    """The card the taker picked up; None at coinche."""
    plays: tuple[tuple[int, int], ...]
    """What was played before, in order: seat and card, a bit as in ``masks``."""
    masks: Turn
    """In the order of the trump (`belote.game.order`)."""

    @property
    def trump(self) -> str:
        """``s``, ``h``, ``d`` or ``c``; ``sa`` or ``ta`` at coinche."""
        return STRAINS[self.trump_number]

    @property
    def position(self) -> int:
        """Order of speaking 1-4; 4 is the dealer."""
        return (self.seat - self.dealer - 1) % 4 + 1

    @cached_property
    def played(self) -> tuple[tuple[int, str], ...]:
        """Every card played before, in order, with its seat."""
        return tuple((seat, self.card(bit)) for seat, bit in self.plays)

    @property
    def table(self) -> tuple[str, ...]:
        """The cards of this trick, the one led first; none when it leads."""
        return tuple(card for _, card in self.played[len(self.played) - self.masks.place :])

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The cards it still holds."""
        return self.cards(int(self.masks.hand))

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """Those of them that it may play."""
        return self.cards(int(self.masks.legal))

    @property
    def winning(self) -> str | None:
        """The card that wins the trick so far; None when it leads."""
        return self.cards(int(self.masks.best))[0] if self.masks.place else None

    @property
    def winner(self) -> int | None:
        """The seat that played it."""
        return self.masks.winner if self.masks.place else None

    @property
    def draw(self) -> int:
        """32 random bits of this decision alone: the only chance that a player may use."""
        return int(self.masks.draw)

    def cards(self, mask: int) -> tuple[str, ...]:
        """The cards of a mask in the order of the trump, as ``masks`` has them."""
        return card_texts(int(mask_from_order(np.uint32(mask), np.int64(self.trump_number))))

    def card(self, answer: int) -> str:
        """The text of what a compiled player answers to ``masks``; ValueError if not one bit."""
        cards = self.cards(int(answer))
        if len(cards) != 1:
            raise ValueError(f"{int(answer):#x} is not the bit of a card")
        return cards[0]

    def mask(self, cards: str) -> int:
        """The mask, in the order of the trump, of cards such as ``"Jh 9h"``."""
        return int(mask_to_order(np.uint32(parse_mask(cards)), np.int64(self.trump_number)))
