"""The auction of coinche: who may say what, when it ends, and what comes of it.

A word is a byte: `PASS`, `COINCHE`, `SURCOINCHE`, or a bid, ``8 * rank + trump`` with trump 0-5 and
rank 1-9 for 80, 90 ... 160 and 10 for capot; a higher contract has a higher rank. Text
(``110 sa``) exists only at the edges.
Source: the section "Coinche" of the table of rules.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from belote.compiled import inline, kernel
from belote.game.cards import STRAINS
from belote.game.variants import nearest

PASS, COINCHE, SURCOINCHE = 0, 1, 2
NO_BID = 0
"""``bid`` of an auction in which nobody has bid."""
CAPOT = 250
"""What a capot counts as a contract."""
CONTRACTS = (*range(80, 170, 10), CAPOT)
"""Contracts, low to high: the rank of the first is 1."""
CAPOT_RANK = len(CONTRACTS)

LONGEST_AUCTION = 3 + 3 * len(CONTRACTS) + 1 + 3
"""The most words that can be said: three passes, every contract and two passes after each, coinche
and three passes."""


class AuctionError(ValueError):
    """A text that is no word of the auction."""


def bid_word(contract: int, trump: int) -> int:
    """The word that bids a contract (80-160, `CAPOT`) with trump 0-5."""
    return 8 * (CONTRACTS.index(contract) + 1) + trump


WORDS: dict[str, int] = {
    "pass": PASS,
    "coinche": COINCHE,
    "surcoinche": SURCOINCHE,
    **{
        f"{'capot' if contract == CAPOT else contract} {trump}": bid_word(contract, number)
        for contract in CONTRACTS
        for number, trump in enumerate(STRAINS)
    },
}
"""Every word of the auction as text, and its number."""
_TEXTS = {word: text for text, word in WORDS.items()}


def word_text(word: int) -> str:
    """The word as it is written: ``word_text(bid_word(110, 4)) == "110 sa"``."""
    return _TEXTS[word]


def parse_word(text: str) -> int:
    """The word that a text is; raises `AuctionError` with the nearest one."""
    if text in WORDS:
        return WORDS[text]
    raise AuctionError(f"{text!r} is no word of the auction{nearest(text, list(WORDS))}")


REFUSALS = (
    "",
    "no word of the auction has this number",
    "the auction had ended",
    "a bid must be higher than the last",
    "nobody bids after a capot",
    "nobody bids after coinche",
    "there is no bid to coinche",
    "nobody coinches a bid of their own side",
    "coinche was said already",
    "surcoinche answers a coinche",
    "only the side that bid says surcoinche",
)
"""Why a word cannot be said: what the codes of `refusal` mean; 0 is a word that can."""

(
    NO_WORD, ENDED, NOT_HIGHER, AFTER_CAPOT, AFTER_COINCHE, NOTHING_BID, OWN_BID, COINCHED,
    NOT_COINCHED, NOT_OWN_BID,
) = range(1, len(REFUSALS))  # fmt: skip


class Auction(NamedTuple):
    """The auction so far, as running values."""

    seat: int
    """Whose turn it is."""
    bid: int
    """The last bid as a word, or `NO_BID`."""
    bidder: int
    """The seat that said it."""
    level: int
    """0, 1 coinched, 2 surcoinched."""
    passes: int
    """How many in a row, just now."""


@inline
def new_auction(dealer):
    """The auction before its first word."""
    none = np.int64(0)
    return Auction((np.int64(dealer) + 1) & 3, none, none, none, none)


@inline
def is_over(auction):
    """Whether nobody says anything more."""
    if auction.bid == NO_BID:
        return auction.passes == 4
    return auction.passes == 3 or auction.level == 2


@inline
def rank_of(bid):
    """The rank of a bid's contract 1-10; 0 of `NO_BID`."""
    return np.int64(bid) >> 3


@inline
def contract_of(bid):
    """The contract of a bid: 80-160, or `CAPOT`."""
    rank = rank_of(bid)
    return np.int64(CAPOT) if rank == CAPOT_RANK else 70 + 10 * rank


@inline
def trump_of(bid):
    """The trump 0-5 of a bid."""
    return np.int64(bid) & 7


@inline
def _bid_refusal(auction, word):
    if not 1 <= rank_of(word) <= CAPOT_RANK or trump_of(word) > 5:
        return NO_WORD
    if auction.level > 0:
        return AFTER_COINCHE
    if rank_of(auction.bid) == CAPOT_RANK:
        return AFTER_CAPOT
    return 0 if rank_of(word) > rank_of(auction.bid) else NOT_HIGHER


@inline
def refusal(auction, word):
    """Why the seat whose turn it is cannot say a word: a code of `REFUSALS`, 0 where it can."""
    others_bid = (auction.seat ^ auction.bidder) & 1 != 0
    if is_over(auction):
        return ENDED
    if word == PASS:
        return 0
    if word == COINCHE:
        if auction.bid == NO_BID:
            return NOTHING_BID
        if auction.level > 0:
            return COINCHED
        return 0 if others_bid else OWN_BID
    if word == SURCOINCHE:
        if auction.level == 0:
            return NOT_COINCHED
        return NOT_OWN_BID if others_bid else 0
    return _bid_refusal(auction, word)


@inline
def after_word(auction, word):
    """The auction with a word said that nothing refuses."""
    seat = (auction.seat + 1) & 3
    if word == PASS:
        return Auction(seat, auction.bid, auction.bidder, auction.level, auction.passes + 1)
    none = np.int64(0)
    if word in (COINCHE, SURCOINCHE):
        return Auction(seat, auction.bid, auction.bidder, np.int64(word), none)
    return Auction(seat, np.int64(word), auction.seat, none, none)


@kernel
def hear_words(dealer, words):
    """(auction, is over, words heard, refusal) of some words, up to the first that is refused."""
    auction = new_auction(dealer)
    for heard in range(len(words)):
        code = refusal(auction, words[heard])
        if code != 0:
            return auction, is_over(auction), heard, code
        auction = after_word(auction, words[heard])
    return auction, is_over(auction), len(words), 0


@kernel
def refusals(auction, codes):
    """Fill ``codes`` with what `refusal` says of each word, by its number."""
    for word in range(len(codes)):
        codes[word] = refusal(auction, word)


class Heard(NamedTuple):
    """What comes of some words of an auction."""

    words: int
    """How many can be said, one after the other."""
    refusal: str
    """Why the next one cannot, as in `REFUSALS`; empty where all can."""
    over: bool
    """Whether the auction ends with the last that can."""
    seat: int
    """Whose turn it is then, or would be."""
    taker: int | None
    """Who would take or took; None where nobody has bid."""
    contract: int | None
    trump: int | None
    level: int


def hear(dealer: int, words: Sequence[int]) -> Heard:
    """What comes of these words, said from ``dealer + 1`` on."""
    auction, over, heard, code = hear_words(np.int64(dealer), np.array(words, np.uint8))
    bid = auction.bid
    return Heard(
        words=heard,
        refusal=REFUSALS[code],
        over=over,
        seat=auction.seat,
        taker=auction.bidder if bid else None,
        contract=CONTRACTS[(bid >> 3) - 1] if bid else None,
        trump=bid & 7 if bid else None,
        level=auction.level,
    )
