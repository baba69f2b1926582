"""A score sheet as a short text for an address: checked when it is read, and never trusted."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from typing import NoReturn

from belote.game.variants import RuleError, Rules, changed, preset
from belote.records.sheet import MOST_DEALS, Sheet, new_sheet
from belote.records.sheet_deal import BELOTE, Deal, SheetFault, by_team, checked

_FORM = "1"
_LONGEST_TEXT = 16_384
_DEAL = re.compile(
    r"([0-3])([shdc]|sa|ta)(\d{1,3})(?:b([01]{1,4}))?(?:a([01])(\d{2,3}))?(?:c([01]))?"
    r"(?:n(\d{2,3})(x{0,2}))?"
)
"""Taker, trump, points; the team of each belote; whose annonces, and how many points; the team
that made capot; at coinche the contract, and how often it was doubled."""
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
    belotes = "".join(str(team) * (points // BELOTE) for team, points in enumerate(deal.belote))
    text += f"b{belotes}" if belotes else ""
    for team, points in enumerate(deal.annonces):
        text += f"a{team}{points}" if points else ""
    text += "" if deal.capot is None else f"c{deal.capot}"
    return text + ("" if deal.contract is None else f"n{deal.contract}{'x' * deal.level}")


def _deal(text: str) -> Deal:
    if text == _PASSED:
        return Deal()
    found = _DEAL.fullmatch(text)
    if found is None:
        _damaged()
    taker, trump, points, belotes, side, annonces, capot, contract, doubled = found.groups("")
    return Deal(
        int(taker),
        trump,
        int(points),
        (BELOTE * belotes.count("0"), BELOTE * belotes.count("1")),
        by_team(int(side), int(annonces), 0) if side else (0, 0),
        int(capot) if capot else None,
        int(contract) if contract else None,
        len(doubled),
    )
