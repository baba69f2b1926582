"""What `regular` weighs: every number of its play, with what it stands for.

A weight is a whole number of quarter card points. `TABLE` is the only place that holds them:
kernels read `WEIGHTS`, a flat array, from the places named below, and the documentation prints
the table. The numbers were tuned one at a time, by duplicate matches against those that they
replaced, with something off for what its cards cost against perfect play (`belote.study.costs`):
by cost alone it would lose matches, because others do not play with open hands. Every round took
other deals, and the result was judged on deals of none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Weight(NamedTuple):
    """One weight, or one for each of its cases."""

    name: str
    values: tuple[int, ...]
    meaning: str
    cases: str = ""


ROLES = "took itself / seat to the left took / partner took / seat to the right took"

TABLE: tuple[Weight, ...] = (
    Weight(
        "keep_safe_master",
        (54,),
        "plain master, its suit still out, while no opponent can hold a trump",
    ),
    Weight(
        "keep_master",
        (70, 23, 11, -7),
        "any other plain master, by the number of unseen cards of its suit",
        "5 or more / 3 or 4 / 1 or 2 / none",
    ),
    Weight("keep_from_partner", (21,), "a plain master while the partner is winning, besides"),
    Weight("keep_ten", (24, -18), "plain ten that is no master", "covered / bare"),
    Weight("keep_cover", (9,), "the one card beside a ten that is no master"),
    Weight("keep_second", (4,), "other plain card, not alone, that one unseen card beats"),
    Weight("make_void", (-66,), "only card of a plain suit, no master or ten, with trumps in hand"),
    Weight("make_short", (-9,), "card of a doubleton, no master or ten, with trumps in hand"),
    Weight(
        "keep_trump", (20, 19, 26, 26, 45, 48, 76, 75), "trump", "7 / 8 / Q / K / T / A / 9 / J"
    ),
    Weight("keep_trump_master", (52,), "master trump, besides"),
    Weight("trick", (-5, 63, 18), "winning the trick, besides its points", "place 2 / 3 / 4"),
    Weight("partner_help", (117,), "128ths of the chance that the partner, yet to play, wins"),
    Weight("lead_trick", (-26, -12, -13, -4), "winning the trick led, besides its points", ROLES),
    Weight("lead_master", (30,), "plain master"),
    Weight(
        "lead_master_unseen",
        (-9, -13, 1, -8),
        "each unseen card of its suit, while an opponent may hold a trump",
        ROLES,
    ),
    Weight("lead_master_again", (0, -2, 18, 7), "plain master: each trick already played", ROLES),
    Weight("lead_low", (21, 5, 0, 8), "plain card that is no master", ROLES),
    Weight("lead_low_unseen", (-4, -9, 8, 0), "each unseen card of its suit, then", ROLES),
    Weight("lead_singleton", (6,), "only card of its suit and no master, with trumps in hand"),
    Weight(
        "lead_under_master",
        (-23,),
        "plain card that is no master, with a master of its suit in hand",
    ),
    Weight("lead_length", (10,), "each card held of the plain suit led"),
    Weight("lead_opponent_void", (33,), "each opponent who can hold no card of the plain suit led"),
    Weight(
        "lead_trump_count",
        (9, -12, 25, -36),
        "trump while an opponent may hold one: each trump in hand",
        ROLES,
    ),
    Weight("lead_trump_unseen", (-1, -8, 18, -8), "each unseen trump, then", ROLES),
    Weight("lead_trump_again", (-1, -9, -43, -4), "each trick already played, then", ROLES),
    Weight("lead_trump_master", (108, -38, -13, -23), "master trump, then", ROLES),
    Weight("lead_trump_low", (13, -20, 50, -20), "trump that is no master, then", ROLES),
    Weight("lead_trump_high", (-12,), "ten, ace or nine of trump that is no master, then besides"),
    Weight("lead_trump_late", (-76,), "trump while no opponent can hold one"),
)

PLACES: dict[str, int] = {}
"""Where a weight's first number lies in `WEIGHTS`."""
for _row in TABLE:
    PLACES[_row.name] = sum(len(row.values) for row in TABLE[: len(PLACES)])

WEIGHTS = np.array([value for row in TABLE for value in row.values], np.int64)

KEEP_SAFE_MASTER = PLACES["keep_safe_master"]
KEEP_MASTER = PLACES["keep_master"]
KEEP_FROM_PARTNER = PLACES["keep_from_partner"]
KEEP_TEN = PLACES["keep_ten"]
KEEP_COVER = PLACES["keep_cover"]
KEEP_SECOND = PLACES["keep_second"]
MAKE_VOID = PLACES["make_void"]
MAKE_SHORT = PLACES["make_short"]
KEEP_TRUMP = PLACES["keep_trump"]
KEEP_TRUMP_MASTER = PLACES["keep_trump_master"]
TRICK = PLACES["trick"]
PARTNER_HELP = PLACES["partner_help"]
LEAD_TRICK = PLACES["lead_trick"]
LEAD_MASTER = PLACES["lead_master"]
LEAD_MASTER_UNSEEN = PLACES["lead_master_unseen"]
LEAD_MASTER_AGAIN = PLACES["lead_master_again"]
LEAD_LOW = PLACES["lead_low"]
LEAD_LOW_UNSEEN = PLACES["lead_low_unseen"]
LEAD_SINGLETON = PLACES["lead_singleton"]
LEAD_UNDER_MASTER = PLACES["lead_under_master"]
LEAD_LENGTH = PLACES["lead_length"]
LEAD_OPPONENT_VOID = PLACES["lead_opponent_void"]
LEAD_TRUMP_COUNT = PLACES["lead_trump_count"]
LEAD_TRUMP_UNSEEN = PLACES["lead_trump_unseen"]
LEAD_TRUMP_AGAIN = PLACES["lead_trump_again"]
LEAD_TRUMP_MASTER = PLACES["lead_trump_master"]
LEAD_TRUMP_LOW = PLACES["lead_trump_low"]
LEAD_TRUMP_HIGH = PLACES["lead_trump_high"]
LEAD_TRUMP_LATE = PLACES["lead_trump_late"]


def as_markdown() -> str:
    """The table of weights for the documentation."""
    lines = ["| weight | quarter points for | cases | |", "|---|---|---|---|"]
    for row in TABLE:
        values = " / ".join(str(value).replace("-", "−") for value in row.values)
        lines.append(f"| `{row.name}` | {row.meaning} | {row.cases} | {values} |")
    return "\n".join(lines)
