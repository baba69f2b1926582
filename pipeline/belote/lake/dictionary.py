"""The data dictionary as a page, made from the schema."""

from __future__ import annotations

from belote.lake.schema import MACROS, VIEWS
from belote.lake.stored import (
    STORED_COUNTS,
    STORED_DEALS,
    STORED_GAMES,
    STORED_HOLDS,
    STORED_SOLVED,
    Stored,
)

_FILES = {
    "deals": STORED_DEALS,
    "games": STORED_GAMES,
    "holds": STORED_HOLDS,
    "counts": STORED_COUNTS,
    "solved": STORED_SOLVED,
}

_HEAD = """\
# The lake's data

Lakes land in this folder (`data/lake` by default) and are not kept in version control, but for
`data/sample`, which comes with belote: commands that only read take it while there is no other.
Its run `sample` has every card of 30,000 deals; `ten-million`, and `coinche` of a million, keep
only the counts of their deals, so that questions about them are answered and their deals cannot be
shown (`make sample` plays all again). Its folder `records` is no part of the lake: it holds deals
to replay, as files. `data/players` is no lake either: it holds what was measured of the players
that come with belote, a JSON object a line, for `docs/players.md` and the dashboard (`make league`,
`make strength` and `make rates` measure again). This page is made from the schema (`belote schema
--markdown`); a test holds the two equal.

A lake is a folder with a marker, `belote-lake.json`, and a folder `runs/run_id=NAME` for each run.
A run's `manifest.json` names every file that counts, with its rows, size and SHA-256; a file that
no manifest names does not exist for readers. What is not known, or makes no sense for a row, is
NULL. Seats are 0-3 in order of play, teams 0 (seats 0, 2) and 1; suits `s h d c`; ranks
`7 8 9 T J Q K A`.
"""


def data_dictionary() -> str:
    """Markdown: every view and macro with units and meanings, then the stored columns."""
    parts = [_HEAD, "## Views\n"]
    for view in VIEWS.values():
        rows = [(f"`{c.name}`", c.type, c.unit, c.meaning) for c in view.columns]
        parts += [f"### `{view.name}`: one row per {view.grain}\n"]
        parts += [_table(("column", "type", "unit", "meaning"), rows)]
    macros = [(f"`{name}`", meaning) for name, meaning in MACROS.items()]
    parts += ["## Macros\n", _table(("macro", "meaning"), macros)]
    parts += ["## Stored files\n", "How the views' columns are packed; this may change.\n"]
    for name, stored in _FILES.items():
        parts += [f"### `{name}-*.parquet`\n", _stored_table(stored)]
    return "\n".join(parts).rstrip() + "\n"


def _stored_table(stored: tuple[Stored, ...]) -> str:
    rows = [(f"`{c.name}`", _type_name(str(c.type)), c.meaning) for c in stored]
    return _table(("column", "type", "meaning"), rows)


def _type_name(arrow: str) -> str:
    return "text" if arrow.startswith("dictionary") else arrow


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"
