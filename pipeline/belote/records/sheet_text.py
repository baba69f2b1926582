"""A score sheet as a short text for an address: checked when it is read, and never trusted."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from typing import NoReturn

from belote.game.variants import RuleError, Rules, changed, preset
from belote.records.sheet import MOST_DEALS, Deal, Sheet, SheetFault, by_team, checked, new_sheet

_FORM = "1"
_LONGEST_TEXT = 16_384
_DEAL = re.compile(r"([0-3])([shdc])(\d{1,3})(?:b([01]))?(?:a([01])(\d{2,3}))?(?:c([01]))?")
_PASSED = "x"


def encode(sheet: Sheet) -> str:
    """The sheet as a text of letters, digits, ``-`` and ``_``, which `decode` reads."""
    packed = zlib.compress(_plain(sheet).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decode(text: str) -> Sheet:
    """The sheet of a text; raises `SheetFault` for any that `encode` does not write."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", text) or len(text) > _LONGEST_TEXT:
        _damaged()
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        reader = zlib.decompressobj()
        plain = reader.decompress(packed, _LONGEST_TEXT).decode()
    except (ValueError, zlib.error):
        _damaged()
    if not reader.eof or reader.unused_data:
        _damaged()
    try:
        sheet = _read(plain)
    except (SheetFault, RuleError, ValueError):
        _damaged()
    if _plain(sheet) != plain:
        _damaged()
    return sheet


def _damaged() -> NoReturn:
    raise SheetFault("damaged") from None


def _plain(sheet: Sheet) -> str:
    deals = " ".join(map(_deal_text, sheet.deals))
    parts = [_FORM, sheet.rules.name, str(sheet.dealer), sheet.table, *sheet.names, *sheet.teams]
    return "\n".join([*parts, deals])


def _read(plain: str) -> Sheet:
    form, rules, dealer, table, *names, team_0, team_1, deals = plain.split("\n")
    if form != _FORM:
        _damaged()
    read = _rules(rules)
    sheet = new_sheet(read, int(dealer), names, (team_0, team_1), table)
    words = deals.split(" ") if deals else []
    if len(words) > MOST_DEALS:
        _damaged()
    return replace(sheet, deals=tuple(checked(_deal(word), read) for word in words))


def _rules(text: str) -> Rules:
    """A rule set by its name, which is a preset with changes and never a file."""
    base, *changes = text.split(",")
    pairs = [change.partition("=") for change in changes]
    return changed(preset(base), {field: value for field, _, value in pairs})


def _deal_text(deal: Deal) -> str:
    if deal.taker is None:
        return _PASSED
    text = f"{deal.taker}{deal.trump}{deal.points}"
    text += "" if deal.belote is None else f"b{deal.belote}"
    for team, points in enumerate(deal.annonces):
        text += f"a{team}{points}" if points else ""
    return text + ("" if deal.capot is None else f"c{deal.capot}")


def _deal(text: str) -> Deal:
    if text == _PASSED:
        return Deal()
    found = _DEAL.fullmatch(text)
    if found is None:
        _damaged()
    taker, trump, points, belote, side, annonces, capot = found.groups()
    return Deal(
        int(taker),
        trump,
        int(points),
        None if belote is None else int(belote),
        (0, 0) if side is None else by_team(int(side), int(annonces), 0),
        None if capot is None else int(capot),
    )
