"""What `regular` weighs: every number of its play, with what it stands for.

A weight is a whole number of quarter card points. `TABLE` is the only place that holds them:
kernels read `WEIGHTS`, a flat array, from the places named below, and the documentation prints
the table. The numbers were tuned by duplicate matches between variants, on deals that no later
match used again.
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
        (70, 28, 14, -6),
        "any other plain master, by the number of unseen cards of its suit",
        "5 or more / 3 or 4 / 1 or 2 / none",
    ),
    Weight("keep_from_partner", (8,), "a plain master while the partner is winning, besides"),
    Weight("keep_ten", (21, -18), "plain ten that is no master", "covered / bare"),
    Weight("keep_cover", (6,), "the one card beside a ten that is no master"),
    Weight("keep_second", (4,), "other plain card, not alone, that one unseen card beats"),
    Weight("make_void", (-58,), "only card of a plain suit, no master or ten, with trumps in hand"),
    Weight("make_short", (-17,), "card of a doubleton, no master or ten, with trumps in hand"),
    Weight(
        "keep_trump", (12, 14, 12, 14, 32, 50, 60, 71), "trump", "7 / 8 / Q / K / T / A / 9 / J"
    ),
    Weight("keep_trump_master", (44,), "master trump, besides"),
    Weight("trick", (-9, 58, 18), "winning the trick, besides its points", "place 2 / 3 / 4"),
    Weight("partner_help", (121,), "128ths of the chance that the partner, yet to play, wins"),
    Weight("lead_trick", (-18, 0, 0, -6), "winning the trick led, besides its points", ROLES),
    Weight("lead_master", (22,), "plain master"),
    Weight(
        "lead_master_unseen",
        (-8, -11, 0, -8),
        "each unseen card of its suit, while an opponent may hold a trump",
        ROLES,
    ),
    Weight("lead_low", (16, 11, -14, 4), "plain card that is no master", ROLES),
    Weight("lead_low_unseen", (-3, -3, 3, 0), "each unseen card of its suit, then", ROLES),
    Weight("lead_singleton", (3,), "only card of its suit and no master, with trumps in hand"),
    Weight(
        "lead_under_master",
        (-35,),
        "plain card that is no master, with a master of its suit in hand",
    ),
    Weight("lead_length", (11,), "each card held of the plain suit led"),
    Weight("lead_opponent_void", (34,), "each opponent who can hold no card of the plain suit led"),
    Weight(
        "lead_trump_count",
        (7, -12, 33, -36),
        "trump while an opponent may hold one: each trump in hand",
        ROLES,
    ),
    Weight("lead_trump_unseen", (0, -8, 19, -8), "each unseen trump, then", ROLES),
    Weight("lead_trump_again", (0, -1, -44, -4), "each trick already played, then", ROLES),
    Weight("lead_trump_master", (76, -38, 37, -23), "master trump, then", ROLES),
    Weight("lead_trump_low", (14, -20, 32, -20), "trump that is no master, then", ROLES),
    Weight("lead_trump_high", (-20,), "ten, ace or nine of trump that is no master, then besides"),
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
