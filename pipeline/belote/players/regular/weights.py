"""What `regular` weighs: every number of its play, with what it stands for.

A weight is a whole number of quarter card points. `TABLE` is the only place that holds them:
the kernels read `WEIGHTS`, a flat array, at the places named below, and the documentation prints
the table (`as_markdown`). The numbers were tuned by duplicate matches between variants.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Weight(NamedTuple):
    """One weight, or one for each case of ``cases``."""

    name: str
    values: tuple[int, ...]
    meaning: str
    cases: str = ""


ROLES = "own seat took / the seat to the left / the partner / the seat to the right"

TABLE: tuple[Weight, ...] = (
    Weight("keep_safe_master", (48,), "a plain master while the opponents can hold no trump"),
    Weight(
        "keep_master",
        (90, 28, 8, 2),
        "a plain master while they may, by unseen cards of its suit",
        "5 or more / 3 or 4 / 1 or 2 / none",
    ),
    Weight("keep_ten", (20, -6), "a ten of plain suit that is no master", "covered / bare"),
    Weight("keep_guard", (16,), "the only other card beside a ten that is no master"),
    Weight("keep_cover", (4,), "the lower of two cards of a suit, neither a master, the other no ten"),
    Weight("make_void", (28,), "the only card of a plain suit, with trumps in hand: minus this"),
    Weight("length", (-1,), "every card held of the card's plain suit: minus this"),
    Weight("keep_trump", (12, 12, 12, 12, 30, 50, 60, 64), "a trump", "7 8 Q K T A 9 J"),
    Weight("keep_trump_master", (44, 16), "a master trump", "opponents may hold trumps / cannot"),
    Weight("trick", (18,), "the trick, beside its points, times the chance to win it"),
    Weight("partner_help", (65,), "how far the partner, yet to play, is trusted (128 fully)"),
    Weight("over_partner", (16,), "beating a partner who is winning: minus this"),
    Weight("lead_trick", (4,), "the trick, beside its points, times the chance that the card stands"),
    Weight("lead_master", (28, 31, 6, 20), "a plain master while opponents may hold trumps", ROLES),
    Weight("lead_safe_master", (30,), "a plain master while they cannot"),
    Weight("lead_low", (8, 5, -20, 10), "a plain card that is no master", ROLES),
    Weight("lead_singleton", (0, 8, 8, 12), "the only card of a suit, with trumps in hand", ROLES),
    Weight("lead_under_master", (-16,), "a card below a master of its suit in the same hand"),
    Weight("lead_from_ten", (4,), "a card beside a ten that is no master"),
    Weight("lead_length", (11,), "every card held of the plain suit led"),
    Weight("lead_partner_ruffs", (16,), "a suit of which the partner is void and may hold trumps"),
    Weight("lead_opponent_ruffs", (46,), "the same of an opponent, each"),
    Weight("lead_trump_count", (-1, 0, 38, -32), "every trump in hand while opponents may", ROLES),
    Weight("lead_trump_master", (69, -10, 48, -15), "a master trump while they may", ROLES),
    Weight("lead_trump_high", (2, -30, 24, -30), "any other trump of 10 points or more, then", ROLES),
    Weight("lead_trump_low", (23, -20, 39, -20), "a trump of fewer points, then", ROLES),
    Weight("lead_trump_late", (-34, -40, -58, -40), "a trump while they cannot hold any", ROLES),
    Weight("lead_trump_late_master", (-20, -20, -38, -8), "and if it is a master as well", ROLES),
)

PLACES: dict[str, int] = {}
"""Where a weight's first number lies in `WEIGHTS`."""
for _row in TABLE:
    PLACES[_row.name] = sum(len(row.values) for row in TABLE[: len(PLACES)])

WEIGHTS = np.array([value for row in TABLE for value in row.values], np.int64)

(
    KEEP_SAFE_MASTER, KEEP_MASTER, KEEP_TEN, KEEP_GUARD, KEEP_COVER, MAKE_VOID, LENGTH,
    KEEP_TRUMP, KEEP_TRUMP_MASTER, TRICK, PARTNER_HELP, OVER_PARTNER,
    LEAD_TRICK, LEAD_MASTER, LEAD_SAFE_MASTER, LEAD_LOW, LEAD_SINGLETON, LEAD_UNDER_MASTER,
    LEAD_FROM_TEN, LEAD_LENGTH, LEAD_PARTNER_RUFFS, LEAD_OPPONENT_RUFFS,
    LEAD_TRUMP_COUNT, LEAD_TRUMP_MASTER, LEAD_TRUMP_HIGH, LEAD_TRUMP_LOW,
    LEAD_TRUMP_LATE, LEAD_TRUMP_LATE_MASTER,
) = PLACES.values()  # fmt: skip


def as_markdown() -> str:
    """The table of weights for the documentation."""
    lines = ["| weight | what it is for | cases | quarter points |", "|---|---|---|---|"]
    for row in TABLE:
        values = " / ".join(str(value) for value in row.values)
        lines.append(f"| `{row.name}` | {row.meaning} | {row.cases} | {values} |")
    return "\n".join(lines)
