"""What a line says, before anything in it is judged: one fixed record a line.

Both readers of lines fill it, the quick one (`belote.records.scan`) and the strict one
(`belote.records.line`); `belote.records.judge` plays it.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from belote.compiled import kernel
from belote.game.auction import LONGEST_AUCTION

MISSING = 255
"""A card, a seat or a count that the line does not give."""

PASS = 0
TAKE, TAKE_SUIT = 128, 129
"""Codes of what is said: ``take s`` to ``take c`` are `TAKE_SUIT` and on; at coinche the words of
`belote.game.auction`, all below `TAKE`. A pass is the same of both."""

STATUSES = ("complete", "abandoned", "friendly_end")
COMPLETE, ABANDONED, FRIENDLY_END = range(3)

FIVE, EIGHT = 5, 8
"""Cards dealt to each seat before the auction: of the prise, of coinche."""
MOST_BIDS = 8
"""Of the prise; at coinche `LONGEST_AUCTION`."""
LARGEST_DEAL = 2**31 - 1
LONGEST_TABLE = 64

DRAFT = np.dtype(
    [
        ("deal", np.int64),
        ("dealer", np.uint8),
        ("n_dealt", np.uint8),
        ("dealt", np.uint8, (4, EIGHT)),
        ("turned", np.uint8),
        ("n_bids", np.uint8),
        ("bids", np.uint8, LONGEST_AUCTION + 1),
        ("has_completed", np.uint8),
        ("n_completed", np.uint8, 4),
        ("completed", np.uint8, (4, 3)),
        ("n_plays", np.uint8),
        ("plays", np.uint8, 32),
        ("auto", np.uint32),
        ("belote_said", np.uint8),
        ("status", np.uint8),
        ("has_marks", np.uint8),
        ("marks", np.int32, 2),
    ]
)
"""One deal, of either auction. ``n_dealt`` is the number of cards of each seat, 0 where they are
not told. ``n_bids`` may be one more than there can be, which the judge refuses; ``n_plays`` is
`MISSING` where there are no plays. Cards are 0-31, ``auto`` has bit n for play n + 1."""


def new_drafts(rows: int) -> np.ndarray:
    """Drafts in which nothing is said yet."""
    drafts = np.zeros(rows, DRAFT)
    drafts["turned"] = drafts["n_plays"] = MISSING
    drafts["belote_said"] = 1
    return drafts


def of_auction(drafts: np.ndarray, auction: str) -> np.ndarray:
    """Which drafts (bool) say nothing but what goes with an auction, ``prise`` or ``coinche``."""
    said, cards = drafts["bids"], drafts["n_dealt"]
    if auction == "coinche":
        alone = (drafts["turned"] == MISSING) & (drafts["has_completed"] == 0)
        return alone & (cards != FIVE) & (said < TAKE).all(axis=1)
    known = ((said == PASS) | (said >= TAKE)).all(axis=1)
    return known & (cards != EIGHT) & (drafts["n_bids"] <= MOST_BIDS + 1)


TEXTS = ("table", "rules", "players", "at", "extra")
TABLE, RULES, PLAYERS, AT, EXTRA = range(5)
"""Fields that are texts, and those that the format does not know, which come last: the quick
reader leaves them where they are in the line."""


class Scanned(NamedTuple):
    """What the quick reader makes of the lines of a buffer."""

    drafts: np.ndarray
    spans: np.ndarray
    """int64 (lines, `TEXTS`, 2): where each text begins and ends, as JSON; (0, 0) for none."""
    plain: np.ndarray
    """Lines that it has read; the others are for the strict reader."""


@kernel
def same_as_before(text, spans, rows, same):
    """For each of ``rows``, whether its span (int64, lines x 2) holds the text of the row before.

    Fills ``same``; its first is False.
    """
    for n in range(len(rows)):
        same[n] = False
        if n == 0:
            continue
        begin, end = spans[rows[n], 0], spans[rows[n], 1]
        before = spans[rows[n - 1], 0]
        if end - begin != spans[rows[n - 1], 1] - before:
            continue
        same[n] = True
        for at in range(end - begin):
            if text[begin + at] != text[before + at]:
                same[n] = False
                break
