"""Shuffled deals agree with the probabilities that can be counted exactly, on every line.

The player `random` takes without looking at its cards, so that the hands of eight of taken deals
are as if dealt at random. The four hands of one deal are dependent: what is counted is the number
of hits in a deal, and its spread from deal to deal gives the standard error.
"""

from functools import cache

import numpy as np
import pytest

import naive
from belote.game.columns import Columns, empty_columns
from engine import CARDS, NOBODY, begun, both, even_layout, golden, play_block

EXACT = golden("exact.json")
BLOCK = 122_880
SHORT, LONG = 200_000, 5_000_000
WORST = 4.5
FEW = 50
"""Below so many hits expected, their own spread is not to be trusted."""

BYTES = [[rank + suit for rank in "789JQKTA"] for suit in "shdc"]


def byte_table(value):
    """What a function of some cards of one suit says of each byte of a mask."""
    return np.array(
        [value([card for n, card in enumerate(BYTES[0]) if byte >> n & 1]) for byte in range(256)]
    )


HOW_MANY = byte_table(len)
KING_QUEEN = byte_table(lambda cards: {"Ks", "Qs"} <= set(cards))
LONGEST = byte_table(lambda cards: max((n for n, _ in naive.sequences(cards)), default=0))
CARRE_RANKS = sum(1 << "789JQKTA".index(rank) for rank in naive.CARRE_VALUES)
PLAIN = byte_table(lambda cards: sum(naive.card_points(card, "h") for card in cards))
TRUMP = byte_table(lambda cards: sum(naive.card_points(card, "s") for card in cards))


def suit_bytes(masks):
    """The four suits' bytes of masks, in a new first axis."""
    return np.stack([masks >> np.uint32(8 * suit) & np.uint32(0xFF) for suit in range(4)])


def seat_masks(columns):
    """The cards of each seat, in a new first axis."""
    low, high = columns.owner_low, columns.owner_high
    return np.stack([~low & ~high, low & ~high, ~low & high, low & high])


# Lines: name, number of the k, chances a deal, hits a deal ----------------------------------------


def hands_of_eight(columns):
    """(line, k, chances a deal, hits in each deal) of every line about hands of eight."""
    bytes_of = suit_bytes(seat_masks(columns))
    counts = HOW_MANY[bytes_of]
    yield "void in a given suit, hand of eight", None, 16, (counts == 0).sum(axis=(0, 1))
    for k in range(9):
        hits = (counts == k).sum(axis=(0, 1))
        yield "exactly k cards of a given suit in eight, k = 0..8", k, 16, hits
    pairs = KING_QUEEN[bytes_of]
    yield "K and Q of one suit in one given hand of eight", None, 16, pairs.sum(axis=(0, 1))
    some = pairs.any(axis=0).sum(axis=0)
    yield "hand of eight holds K and Q of at least one suit", None, 4, some
    longest = LONGEST[bytes_of].max(axis=0)
    yield "hand of eight holds a sequence of three or more", None, 4, (longest >= 3).sum(axis=0)
    yield "sequence of four or more", None, 4, (longest >= 4).sum(axis=0)
    yield "sequence of five or more", None, 4, (longest >= 5).sum(axis=0)
    of_a_rank = np.bitwise_and.reduce(bytes_of, axis=0) & np.uint32(CARRE_RANKS)
    name = "hand of eight holds a carre that counts (9 T J Q K A)"
    yield name, None, 4, (of_a_rank != 0).sum(axis=0)


def first_fives(columns):
    """The same of the lines about the first five cards, and which deals they are about."""
    fives = seat_masks(columns) & columns.first_mask
    suit = columns.turned >> 3
    held = fives >> (8 * suit).astype(np.uint32) & np.uint32(0xFF)
    name = next(name for name in EXACT if name.startswith("first five cards hold exactly k"))
    for k in range(6):
        yield name, k, 4, (HOW_MANY[held] == k).sum(axis=0)
    speaker = (columns.dealer + 1) & 3
    jack = held[speaker, np.arange(len(speaker))] >> np.uint32("789JQKTA".index("J")) & 1
    turned_other = columns.turned & 7 != "789JQKTA".index("J")
    name = "first speaker holds the trump jack in five, turned card not the jack"
    yield name, None, 1, jack[turned_other].astype(int)


def blocks(deals):
    """The columns of so many shuffled deals, a block at a time."""
    _, fast = both("litige")
    scratch, columns, layout = begun(), empty_columns(BLOCK), even_layout(1000)
    while deals > 0:
        rows = min(BLOCK, deals)
        play_block(scratch, fast, columns, rows, seed=20_261, layout=layout)
        yield Columns(*(column[:rows] for column in columns))
        deals -= rows


@cache
def tallies(deals):
    """Of every line: [deals, chances a deal, hits, sum of squares of the hits in a deal]."""
    found = {}
    taken_deals = 0
    for columns in blocks(deals):
        taken = Columns(*(column[columns.taker != NOBODY] for column in columns))
        assert_every_deal_has_162_points(taken)
        taken_deals += len(taken.taker)
        for name, k, chances, hits in (*hands_of_eight(taken), *first_fives(columns)):
            line = found.setdefault((name, k), [0, chances, 0, 0])
            line[0] += len(hits)
            line[2] += int(hits.sum())
            line[3] += int((hits.astype(np.int64) ** 2).sum())
    assert 0.85 * deals < taken_deals < 0.95 * deals
    return found


def assert_every_deal_has_162_points(taken):
    """The cards of each side's tricks and dix de der make what is stored, and 162 together."""
    sides = np.zeros((2, len(taken.taker)), int)
    rows = np.arange(len(taken.taker))
    for trick_no in range(8):
        cards = np.full(len(taken.taker), 0xFFFFFFFF, np.uint32)
        for bit, plane in enumerate((taken.trick_0, taken.trick_1, taken.trick_2)):
            cards &= plane if trick_no >> bit & 1 else ~plane
        winner = taken.winners >> (2 * trick_no) & 3
        bytes_of = suit_bytes(cards)
        points = PLAIN[bytes_of].sum(axis=0)
        trumps = bytes_of[taken.trump, rows]
        points += TRUMP[trumps] - PLAIN[trumps]
        sides[winner & 1, rows] += points + (10 if trick_no == 7 else 0)
    assert (sides.sum(axis=0) == 162).all()
    assert (sides[taken.taker & 1, rows] == taken.taker_points).all()


# Agreement ----------------------------------------------------------------------------------------


def deviation(line, p):
    """By how many standard errors a line is off its exact probability."""
    deals, chances, hits, squares = line
    expected = deals * chances * p
    spread = squares / deals - (hits / deals) ** 2
    if expected < FEW:  # rare hits hardly ever share a deal: their number spreads as a Poisson's
        spread = chances * p
    return (hits - expected) / np.sqrt(deals * spread)


LINES = [
    (name, k)
    for name, value in EXACT.items()
    if "rounding" not in name
    for k in (range(len(value)) if isinstance(value, list) else [None])
]


def assert_agrees(deals, name, k):
    p = EXACT[name] if k is None else EXACT[name][k]
    off = deviation(tallies(deals)[name, k], p)
    assert abs(off) <= WORST, f"{name}, k = {k}: off by {off:.2f} standard errors"


@pytest.mark.parametrize(("name", "k"), LINES)
def test_shuffled_deals_agree_with_the_exact_probability(name, k):
    assert_agrees(SHORT, name, k)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "k"), LINES)
def test_five_million_shuffled_deals_agree_with_the_exact_probability(name, k):
    assert_agrees(LONG, name, k)


def test_every_line_is_counted():
    assert set(tallies(SHORT)) == set(LINES)
    assert len(LINES) == len({name for name in EXACT if "rounding" not in name}) + 8 + 5


def test_the_lines_are_consistent_with_each_other():
    tally = tallies(SHORT)
    for name, value in EXACT.items():
        if isinstance(value, list):
            parts = [tally[name, k] for k in range(len(value))]
            assert sum(line[2] for line in parts) == parts[0][0] * parts[0][1]
            assert sum(value) == pytest.approx(1)


def test_a_wrong_probability_is_found_out():
    """The counts are sharp enough: an error of 3 % in a usual line does not pass."""
    for name, k in LINES:
        p = EXACT[name] if k is None else EXACT[name][k]
        if p > 0.05:
            assert abs(deviation(tallies(SHORT)[name, k], 1.03 * p)) > WORST


def test_cards_of_the_tables_are_the_cards_of_the_masks():
    assert [card for suit in BYTES for card in suit] == CARDS
    assert PLAIN[255] == 30
    assert TRUMP[255] == 62
