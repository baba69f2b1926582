"""Tables of words: a wide one scrolls by itself on a phone, and its links stay in the window."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal, NamedTuple

import streamlit as st

from belote.charts.look import FIRST, GREY, SECOND


class Cell(NamedTuple):
    """A cell's text, plain; where it leads, if anywhere; whether it stands out; its side.

    ``faint`` is for what has too few cases to say much; ``tone`` says in colour once more whether
    it is good news or bad.
    """

    text: str
    href: str | None = None
    strong: bool = False
    right: bool = False
    faint: bool = False
    tone: Literal["good", "bad"] | None = None


_TONES = {"good": f"; color: {FIRST}", "bad": f"; color: {SECOND}; font-weight: 600", None: ""}
_LINE = "border-bottom: 1px solid rgba(128, 128, 128, 0.35); padding: 0.3rem 0.6rem"


def grid(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """A table under these heads. Nothing in a cell works as HTML."""
    right = [cell.right for cell in rows[0]] if rows else [False] * len(heads)
    head = "".join(
        f'<th scope="col" style="{_style(to_right)}; font-weight: 600">{escape(text)}</th>'
        for text, to_right in zip(heads, right, strict=True)
    )
    lines = ["".join(map(_cell, row)) for row in rows]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    st.html(
        '<div style="overflow-x: auto"><table style="border-collapse: collapse; font-size: 0.9rem">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    if cell.strong:
        text = f"<strong>{text}</strong>"
    if cell.href is not None:
        text = f'<a href="{escape(cell.href)}" style="color: inherit">{text}</a>'
    style = _style(cell.right) + _TONES[cell.tone] + (f"; color: {GREY}" if cell.faint else "")
    return f'<td style="{style}">{text}</td>'


def _style(right: bool) -> str:
    return f"{_LINE}; white-space: nowrap; text-align: {'right' if right else 'left'}"
