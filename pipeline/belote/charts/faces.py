"""Cards drawn as card faces, and the turned cards in a row with how often each is taken."""

from __future__ import annotations

from html import escape

import polars as pl

from belote.charts.frames import Share, need
from belote.charts.look import GREY
from belote.charts.words import STRONGEST_FIRST, rank_label
from belote.messages import Lang, percent

WIDTH, HEIGHT = 60, 84
_GAP = 12
_BELOW = 26
_RED, _BLACK = "#B3202C", "#222222"
# Suits in a box of 20 x 20.
_SUITS = {
    "h": "M10 18 C3 12 1 9 1 6 A4.5 4.5 0 0 1 10 5 A4.5 4.5 0 0 1 19 6 C19 9 17 12 10 18 Z",
    "d": "M10 1 L17 10 L10 19 L3 10 Z",
    "s": "M10 1 C16 7 19 9 19 12 A4.3 4.3 0 0 1 11 14 L13 19 L7 19 L9 14 A4.3 4.3 0 0 1 1 12"
    " C1 9 4 7 10 1 Z",
    "c": "M10 1 A4.2 4.2 0 0 1 13 8 A4.3 4.3 0 1 1 11 14 L13 19 L7 19 L9 14 A4.3 4.3 0 1 1 7 8"
    " A4.2 4.2 0 0 1 10 1 Z",
}


def suit_mark(suit: str) -> str:
    """A suit's mark as a part of an SVG, 20 by 20."""
    return f'<path fill="{_RED if suit in "hd" else _BLACK}" d="{_SUITS[suit]}"/>'


def card_face(rank: str, suit: str, lang: Lang) -> str:
    """A card's face as a part of an SVG, 60 by 84, with the rank as the reader's cards have it."""
    colour = _RED if suit in "hd" else _BLACK
    text = escape(rank_label(lang, rank))
    corner = (
        f'<text x="6" y="19" font-size="17" font-weight="700" fill="{colour}"'
        f' font-family="sans-serif">{text}</text>'
        f'<path transform="translate(6 23) scale(0.5)" fill="{colour}" d="{_SUITS[suit]}"/>'
    )
    turn = f"rotate(180 {WIDTH // 2} {HEIGHT // 2})"
    return (
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="6" fill="#FFFFFF"'
        f' stroke="{GREY}"/>{corner}<g transform="{turn}">{corner}</g>'
        f'<path transform="translate(18 30) scale(1.2)" fill="{colour}" d="{_SUITS[suit]}"/>'
    )


def turned_strip(frame: pl.DataFrame, lang: Lang) -> str:
    """The turned cards in a row, each over the share of deals taken; an SVG.

    Needs ``turned_rank``, ``round`` (NULL for either), ``k`` and ``n``. Shares of too few cases
    are in brackets. Its colours are read on light and on dark, because a picture cannot know.
    """
    need(frame, ("turned_rank", "round", "k", "n"))
    rows = frame.filter(pl.col("round").is_null()).iter_rows(named=True)
    shares = {row["turned_rank"]: Share(row["k"], row["n"]) for row in rows}
    parts: list[str] = []
    for place, rank in enumerate(STRONGEST_FIRST):
        share = shares.get(rank, Share(0, 0))
        x = place * (WIDTH + _GAP)
        rate = escape(percent(lang, share.rate)) if share.n else "–"
        rate = f"({rate})" if share.small else rate
        parts.append(
            f'<g transform="translate({x} 0)">{card_face(rank, "h", lang)}'
            f'<text x="{WIDTH // 2}" y="{HEIGHT + 19}" text-anchor="middle" font-size="15"'
            f' font-family="sans-serif" fill="{GREY}">{rate}</text></g>'
        )
    width = len(STRONGEST_FIRST) * (WIDTH + _GAP) - _GAP
    return f'<svg viewBox="0 0 {width} {HEIGHT + _BELOW}" width="{width}">{"".join(parts)}</svg>'
