"""Take or pass by class of hand as a sheet: on the screen, or a page of HTML to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import polars as pl

from belote.charts.frames import SMALL_SAMPLE
from belote.charts.words import STRONGEST_FIRST, position_name, rank_label
from belote.messages import Lang, number, say, signed
from belote.study.advice_table import CLASS, TableQuestion

_HAND = CLASS[:-1]
_STYLE = """
:root { color-scheme: light; } body { font: 13px/1.35 system-ui, sans-serif; color: #111;
  background: #fff; margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; margin-bottom: 2rem; }
th, td { border: 1px solid #ccc; padding: .1rem .4rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.take { background: #cfe3f6; font-weight: 600; } .thin { color: #767676; font-style: italic; }
@media print { body { margin: 0; font-size: 9px; } section { break-after: page; }
  .take { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


class SheetCell(NamedTuple):
    """A cell: the mean gain of taking with half its interval, and how it is marked."""

    text: str
    kind: str
    """``take``, ``pass``, ``close`` (0 is in the interval), ``thin`` (few cases) or ``none``."""


class Sheet(NamedTuple):
    """What a position's sheet says: a line a class of hand, a cell a turned rank."""

    position: int
    lines: list[tuple[str, list[SheetCell]]]


def sheets(frame: pl.DataFrame, lang: Lang) -> Iterator[Sheet]:
    """A sheet a position, of `belote.study.advice_table.advice_table`; most trumps first.

    Classes without `SMALL_SAMPLE` cases under any turned rank are left out.
    """
    for (position,), part in frame.group_by("position", maintain_order=True):
        classes: dict[tuple[Any, ...], dict[str, SheetCell]] = {}
        for row in part.sort(_HAND, descending=True).iter_rows(named=True):
            key = tuple(row[name] for name in _HAND)
            classes.setdefault(key, {})[row["turned_rank"]] = _cell(row, lang)
        lines = [
            (_hand_name(key, lang), [cells.get(rank, SheetCell("", "none"))
                                     for rank in STRONGEST_FIRST])
            for key, cells in classes.items()
            if any(cell.kind != "thin" for cell in cells.values())
        ]  # fmt: skip
        yield Sheet(int(position), lines)


def _cell(row: Mapping[str, Any], lang: Lang) -> SheetCell:
    gap = signed(lang, row["difference"], 0)
    if row["low"] is None:
        return SheetCell(gap, "thin")
    text = f"{gap} ±{number(lang, row['high'] - row['difference'])}"
    if row["n"] < SMALL_SAMPLE:
        return SheetCell(text, "thin")
    kind = "take" if row["low"] > 0 else "pass" if row["high"] < 0 else "close"
    return SheetCell(text, kind)


def _hand_name(key: Sequence[Any], lang: Lang) -> str:
    """A class of hand, short: its trumps, the honours among them and the aces outside."""
    trumps, jack, nine, belote, aces = key
    ranks = [rank_label(lang, rank) for rank, has in (("J", jack), ("9", nine)) if has]
    honours = " ".join([*ranks, *([say(lang, "advise.belote")] if belote else [])])
    return say(lang, "advise.class", trumps=trumps, honours=honours or "–", aces=aces)


_MARKS = {"take": "*", "thin": "?", "close": "~", "pass": "", "none": ""}
"""Of cells where there are no colours."""


def sheet_rows(sheet: Sheet) -> list[list[str]]:
    """A sheet's lines as text, under `sheet_heads`."""
    return [
        [name, *(cell.text + _MARKS[cell.kind] for cell in cells)] for name, cells in sheet.lines
    ]


def sheet_heads(lang: Lang) -> list[str]:
    """The heads of a sheet: the class, then the turned ranks as they rank at trump."""
    return [say(lang, "advise.class_head"), *(rank_label(lang, rank) for rank in STRONGEST_FIRST)]


def sheet_title(sheet: Sheet, lang: Lang) -> str:
    """Whose decisions a sheet tells."""
    return say(lang, "advise.sheet", position=position_name(lang, sheet.position))


def table_words(question: TableQuestion, lang: Lang) -> str:
    """What was counted, and by whom."""
    return say(
        lang,
        "advise.table_of",
        n=number(lang, question.worlds),
        rules=question.rules.name,
        player=question.player.text,
    )


def table_page(question: TableQuestion, frame: pl.DataFrame, lang: Lang) -> str:
    """The sheets as a page of HTML that needs nothing beside it, one printed page a position."""
    title = say(lang, "menu.advise")
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in sheet_heads(lang))
    body: list[str] = []
    for sheet in sheets(frame, lang):
        rows = "\n".join(
            f'<tr><th scope="row">{escape(name)}</th>'
            + "".join(f'<td class="{c.kind}">{escape(c.text)}</td>' for c in cells)
            + "</tr>"
            for name, cells in sheet.lines
        )
        body.append(
            f"<section><h2>{escape(sheet_title(sheet, lang))}</h2>"
            f'<div class="wide"><table><thead><tr>{head}</tr></thead>\n'
            f"<tbody>{rows}</tbody></table></div></section>"
        )
    notes = (table_words(question, lang), say(lang, "advise.table_under", least=SMALL_SAMPLE))
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n"
        + "".join(f"<p>{escape(note)}</p>\n" for note in notes)
        + "\n".join(body)
        + "\n</body></html>\n"
    )
