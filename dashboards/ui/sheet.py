"""The widgets of the score sheet: a table's rules and players, and what is entered of a deal.

What is pressed changes the sheet in the address, or is refused in a sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from belote.charts.words import rule_name, rule_value
from belote.game.auction import CONTRACTS
from belote.game.marking import CARD_TOTAL
from belote.game.variants import (
    BY_NAME,
    COINCHE_FIELDS,
    PRESETS,
    Field,
    Rules,
    changed,
    fields_under,
    preset,
    values_under,
)
from belote.messages import Lang, say
from belote.records.page import contract_name, strain_mark, strain_name
from belote.records.sheet import Sheet, new_sheet
from belote.records.sheet_deal import (
    BELOTE,
    MOST_BELOTES,
    Deal,
    SheetFault,
    by_team,
    capot_points,
    read_annonces,
    read_points,
    trumps,
)
from belote.records.sheet_text import decode, encode

FAULT = "sheet_fault"
"""Where a refusal waits for the page to say it."""

_PASSED = "passed"
_TEAMS = (0, 1)
_SEATS = (0, 1, 2, 3)
_CHANGED = (
    "tie", "contract", "belote_counts", "rounding", "annonces", "chute_mark", "capot_mark",
    "belote_on_chute", "finish_on_belote", "all_pass", *COINCHE_FIELDS,
)  # fmt: skip
"""Rule fields that a sheet may change, beside the target; others change only the play."""
_ENTERED = (
    "taker", "contract", "level", "trump", "points", "belote", "belotes_0", "belotes_1", "capot",
    "annonces", "annonces_points",
)  # fmt: skip
"""What may be entered of a deal."""


def side(lang: Lang, sheet: Sheet, team: int) -> str:
    """A side by its name, or by those of its players."""
    first, second = sheet.names[team], sheet.names[team + 2]
    return sheet.teams[team] or say(lang, "sheet.pair", first=first, second=second)


def _key(name: str) -> str:
    return f"sheet_{name}"


def _entered(name: str) -> Any:
    return st.session_state.get(_key(name))


def _refuse(fault: SheetFault) -> None:
    st.session_state[FAULT] = fault


def _show(sheet: Sheet) -> None:
    st.query_params["sheet"] = encode(sheet)


def _say_fault(lang: Lang, fault: SheetFault | None) -> None:
    if fault is not None:
        st.error(fault.reason(lang))


# A new table


def set_up(lang: Lang, fault: SheetFault | None) -> None:
    """Choices for a new sheet, and the button that begins it."""
    left, right = st.columns(2, gap="medium")
    with left:
        base = preset(str(st.selectbox(say(lang, "sheet.rules"), list(PRESETS), key=_key("base"))))
        _whole(lang, base, "target", say(lang, "sheet.target"))
        with st.expander(say(lang, "sheet.changes")):
            for field in _offered(base):
                _rule(lang, base, field)
        st.text_input(
            say(lang, "sheet.table"), key=_key("table"), placeholder=say(lang, "sheet.at_home")
        )
    with right:
        names: list[str] = []
        for seat in _SEATS:
            label = say(lang, "sheet.player", seat=seat + 1)
            typed = st.text_input(label, key=_key(f"name_{seat}"))
            names.append(typed.strip() or label)
        st.caption(say(lang, "sheet.seats"))
        for team in _TEAMS:
            st.text_input(
                say(lang, "sheet.team", first=names[team], second=names[team + 2]),
                key=_key(f"team_{team}"),
                placeholder=say(lang, "sheet.team_hint"),
            )
    _pills(say(lang, "sheet.first_dealer"), "dealer", _SEATS, names.__getitem__)
    _say_fault(lang, fault)
    st.button(say(lang, "sheet.begin"), type="primary", on_click=_begin, args=(lang,))


def _offered(base: Rules) -> list[Field]:
    """The fields that a sheet may change under the rules it starts from, beside the target."""
    may = {field.name for field in fields_under(base.auction)}
    return [BY_NAME[name] for name in _CHANGED if name in may]


def _rule(lang: Lang, base: Rules, field: Field) -> None:
    """A field of the rules, left as the preset has it unless it is changed."""
    name, label = field.name, rule_name(lang, field.name)
    if field.values is int:
        _whole(lang, base, name, label)
        return
    told = rule_value(lang, name, base.value(name))
    st.selectbox(
        label,
        values_under(base.auction, field),
        index=None,
        key=_field_key(base, name),
        placeholder=say(lang, "sheet.as_preset", rules=base.name, value=told),
        format_func=partial(rule_value, lang, name),
    )


def _field_key(base: Rules, name: str) -> str:
    """A field's key; what is chosen under one auction is no choice under the other."""
    return _key(f"{base.auction}_{name}")


def _whole(lang: Lang, base: Rules, name: str, label: str) -> None:
    hint = say(lang, "sheet.target_hint", target=base.value(name), rules=base.name)
    st.number_input(
        label,
        min_value=BY_NAME[name].least,
        max_value=100_000,
        value=None,
        step=1,
        key=_field_key(base, name),
        placeholder=hint,
    )


def _pills(label: str, name: str, options: Sequence[Any], words: Callable[[Any], str]) -> None:
    st.pills(label, options, format_func=words, key=_key(name))


def _begin(lang: Lang) -> None:
    base, dealer = preset(_entered("base")), _entered("dealer")
    asked = {
        field.name: st.session_state.get(_field_key(base, field.name))
        for field in (BY_NAME["target"], *_offered(base))
    }
    try:
        rules = changed(base, {name: value for name, value in asked.items() if value is not None})
        names = [_entered(f"name_{seat}") or "" for seat in _SEATS]
        teams = [_entered(f"team_{team}") or "" for team in _TEAMS]
        table = _entered("table") or say(lang, "sheet.at_home")
        _show(new_sheet(rules, -1 if dealer is None else dealer, names, teams, table))
    except SheetFault as fault:
        _refuse(fault)


# A deal


def deal_form(lang: Lang, sheet: Sheet, fault: SheetFault | None) -> None:
    """What is entered of a deal, and the button that marks it."""
    with st.form("sheet_deal"):
        takers = (*_SEATS, _PASSED)
        passed = say(lang, "sheet.passed")
        _pills(
            say(lang, "sheet.taker"),
            "taker",
            takers,
            dict(zip(takers, (*sheet.names, passed), strict=True)).__getitem__,
        )
        if sheet.rules.auction == "coinche":
            _pills(say(lang, "sheet.contract"), "contract", CONTRACTS, contract_name)
            doubled = {1: say(lang, "sheet.doubled_1"), 2: say(lang, "sheet.doubled_2")}
            _pills(say(lang, "sheet.doubled"), "level", (1, 2), doubled.__getitem__)
        _pills(say(lang, "sheet.trump"), "trump", trumps(sheet.rules), partial(_strain, lang))
        _points(
            say(lang, "sheet.points"), "points", say(lang, "sheet.points_help", total=CARD_TOTAL)
        )
        _belotes(lang, sheet)
        _sides(lang, sheet, "capot")
        if sheet.rules.annonces:
            _sides(lang, sheet, "annonces")
            _points(say(lang, "sheet.annonces_points"), "annonces_points")
        _say_fault(lang, fault)
        st.form_submit_button(say(lang, "sheet.add"), type="primary", on_click=_add)


def _sides(lang: Lang, sheet: Sheet, name: str) -> None:
    """Which side, or none."""
    _pills(say(lang, f"sheet.{name}"), name, _TEAMS, lambda team: side(lang, sheet, team))


def _belotes(lang: Lang, sheet: Sheet) -> None:
    """Whose belote it is, or how many each side has where there may be several."""
    if sheet.rules.auction != "coinche" or sheet.rules.belote_tout_atout == "none":
        _sides(lang, sheet, "belote")
        return
    for column, team in zip(st.columns(2), _TEAMS, strict=True):
        with column:
            label = say(lang, "sheet.belotes", team=side(lang, sheet, team))
            _pills(label, f"belotes_{team}", range(1, MOST_BELOTES + 1), str)


def _strain(lang: Lang, trump: str) -> str:
    mark, name = strain_mark(trump, lang), strain_name(trump, lang)
    return name if mark == name else f"{mark} {name}"


def _points(label: str, name: str, told: str | None = None) -> None:
    """A number as text, which the library reads: a widget for numbers would make 81 of 81.5."""
    st.text_input(label, value=None, key=_key(name), help=told)


def _add() -> None:
    try:
        _show(decode(st.query_params["sheet"]).add(_deal()))
    except SheetFault as fault:
        _refuse(fault)
        return
    for name in _ENTERED:
        if _key(name) in st.session_state:
            st.session_state[_key(name)] = None


def _deal() -> Deal:
    """The deal as it was entered; raises `SheetFault` where something is missing or no number."""
    given = {name: _entered(name) for name in _ENTERED}
    given |= {
        "points": read_points(given["points"]),
        "annonces_points": read_annonces(given["annonces_points"]),
    }
    taker, capot, points = given["taker"], given["capot"], given["points"]
    if taker is None:
        raise SheetFault("taker")
    if taker == _PASSED:
        if any(value is not None for name, value in given.items() if name != "taker"):
            raise SheetFault("passed_out")
        return Deal()
    if given["trump"] is None:
        raise SheetFault("trump")
    if points is None and capot is None:
        raise SheetFault("no_points", total=CARD_TOTAL)
    return Deal(
        taker,
        given["trump"],
        capot_points(taker, capot) if points is None else points,
        _entered_belotes(),
        _entered_annonces(given["annonces"], given["annonces_points"] or 0),
        capot,
        given["contract"],
        given["level"] or 0,
    )


def _entered_belotes() -> tuple[int, int]:
    """Points of belote by team."""
    first, second = (
        (_entered(f"belotes_{team}") or 0) + (_entered("belote") == team) for team in _TEAMS
    )
    return BELOTE * first, BELOTE * second


def _entered_annonces(whose: int | None, points: int) -> tuple[int, int]:
    """Points of annonces by team."""
    if (whose is None) != (points == 0):
        raise SheetFault("whose_annonces")
    return by_team(whose or 0, points, 0)


# The whole sheet


def undo_or_begin(lang: Lang, sheet: Sheet) -> None:
    """Buttons that take back the last deal, or begin another sheet."""
    with st.container(horizontal=True):
        none = not sheet.deals
        st.button(say(lang, "sheet.undo"), key="sheet_undo", on_click=_undo, disabled=none)
        st.button(say(lang, "sheet.clear"), key="sheet_clear", on_click=_clear, disabled=none)
        st.button(say(lang, "sheet.leave"), key="sheet_leave", on_click=_leave)


def _undo() -> None:
    _show(decode(st.query_params["sheet"]).undo())


def _clear() -> None:
    _show(decode(st.query_params["sheet"]).cleared())


def _leave() -> None:
    st.query_params.pop("sheet", None)
