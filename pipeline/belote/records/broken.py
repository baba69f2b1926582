"""Rules that a deal of a record can break: their codes, fields and words."""

from __future__ import annotations

import numpy as np

from belote.game import auction
from belote.game.cards import SUITS, card_text
from belote.records.fault import RecordFault, Suit

_NAMES = (
    "", "card_twice", "needs_dealt", "needs_turned", "bid_after_end", "bid_needs_suit",
    "bid_names_suit", "bid_turned_suit", "bids_unfinished", "not_passed_out", "needs_completed",
    "completed_alone", "completed_count", "turned_suit", "turned_not_played", "needs_plays",
    "plays_count", "played_twice", "not_held", "must_follow", "must_trump", "must_go_higher",
    "must_not_undertrump", "auto_beyond", "marks_abandoned", "marks", "auction_unfinished",
    "bid_not_higher", "bid_after_capot", "bid_after_coinche", "coinche_nothing", "coinche_own",
    "coinche_twice", "surcoinche_nothing", "surcoinche_others",
)  # fmt: skip
(
    _, TWICE, NEEDS_DEALT, NEEDS_TURNED, AFTER_END, NEEDS_SUIT,
    NAMES_SUIT, NAMES_TURNED, UNFINISHED, NOT_PASSED_OUT, NEEDS_COMPLETED,
    COMPLETED_ALONE, COMPLETED_COUNT, TURNED_SUIT, TURNED_NOT_PLAYED, NEEDS_PLAYS,
    PLAYS_COUNT, PLAYED_TWICE, NOT_HELD, MUST_FOLLOW, MUST_TRUMP, MUST_GO_HIGHER,
    NO_UNDERTRUMP, AUTO_BEYOND, MARKS_ABANDONED, MARKS, AUCTION_UNFINISHED,
    BID_NOT_HIGHER, _AFTER_CAPOT, _AFTER_COINCHE, _COINCHE_NOTHING, _COINCHE_OWN,
    _COINCHE_TWICE, _SURCOINCHE_NOTHING, _SURCOINCHE_OTHERS,
) = range(len(_NAMES))  # fmt: skip
_FIELD = {
    TWICE: ("dealt", "turned", "completed"),
    NOT_PASSED_OUT: ("completed", "plays", "auto"),
} | {
    code: (field,)
    for field, codes in {
        "dealt": (NEEDS_DEALT,),
        "turned": (NEEDS_TURNED, TURNED_SUIT, TURNED_NOT_PLAYED),
        "bids": (
            AFTER_END, NEEDS_SUIT, NAMES_SUIT, NAMES_TURNED, UNFINISHED,
            *range(AUCTION_UNFINISHED, len(_NAMES)),
        ),
        "completed": (NEEDS_COMPLETED, COMPLETED_ALONE, COMPLETED_COUNT),
        "plays": (
            NEEDS_PLAYS, PLAYS_COUNT, PLAYED_TWICE, NOT_HELD, MUST_FOLLOW, MUST_TRUMP,
            MUST_GO_HIGHER, NO_UNDERTRUMP,
        ),
        "auto": (AUTO_BEYOND,),
        "marks": (MARKS, MARKS_ABANDONED),
    }.items()
    for code in codes
}  # fmt: skip

REFUSED_WORDS = np.array(
    [0, 0, AFTER_END, *range(BID_NOT_HIGHER, BID_NOT_HIGHER + len(auction.REFUSALS) - 3)], np.uint8
)
"""The code of each of `belote.game.auction.REFUSALS`; a word that there is not never comes here."""


def fault_of(row: np.ndarray, deal: int) -> RecordFault:
    """The fault of a row of `Judged.faults`, in words."""
    code, a, b, c, d = (int(value) for value in row)
    field = _FIELD[code][a if len(_FIELD[code]) > 1 else 0]
    values: dict[str, object] = {"deal": deal, "a": a, "b": b, "c": c, "d": d}
    if code in (TWICE, PLAYED_TWICE, NOT_HELD, TURNED_NOT_PLAYED):
        values["card"] = card_text(b)
    elif code == TURNED_SUIT:
        values["card"] = card_text(a)
    elif code in (MUST_FOLLOW, MUST_TRUMP, MUST_GO_HIGHER, NO_UNDERTRUMP):
        values["suit"] = Suit(SUITS[c])
    elif code == NAMES_TURNED:
        values["suit"] = Suit(SUITS[b])
    return RecordFault(field, _NAMES[code], **values)
