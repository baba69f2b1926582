"""The widgets of the score sheet: a table's rules and players, and what is entered of a deal.

What is pressed changes the sheet in the address, or is refused in a sentence and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from belote.charts.words import rule_name, rule_value
from belote.game.marking import CARD_TOTAL
from belote.game.variants import (
    BY_NAME,
    FIELDS,
    PRESETS,
    Rules,
    Value,
    changed,
    check_combination,
    preset,
)
from belote.messages import Lang, say
from belote.records.page import SYMBOLS
from belote.records.sheet import (
    Deal,
    Sheet,
    SheetFault,
    capot_points,
    new_sheet,
    read_annonces,
    read_points,
)
from belote.records.sheet_text import decode, encode

FAULT = "sheet_fault"
"""Where a refusal waits for the page to say it."""

_PASSED = "passed"
_TEAMS = (0, 1)
_SEATS = (0, 1, 2, 3)
_CHANGED = (
    "tie", "contract", "belote_counts", "rounding", "annonces", "chute_mark", "capot_mark",
    "belote_on_chute", "finish_on_belote", "all_pass",
)  # fmt: skip
"""Rule fields that a sheet may change, beside the target; others change only the play."""
_ENTERED = ("taker", "trump", "points", "belote", "capot", "annonces", "annonces_points")


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
            for name in _CHANGED:
                _rule(lang, base, name)
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


def _rule(lang: Lang, base: Rules, name: str) -> None:
    """A field of the rules, left as the preset has it unless it is changed."""
    field, label = BY_NAME[name], rule_name(lang, name)
    if isinstance(field.values, tuple):
        options = [value for value in field.values if _goes_with_prise(name, value)]
        told = rule_value(lang, name, base.value(name))
        st.selectbox(
            label,
            options,
            index=None,
            key=_key(name),
            placeholder=say(lang, "sheet.as_preset", rules=base.name, value=told),
            format_func=partial(rule_value, lang, name),
        )
    else:
        _whole(lang, base, name, label)


def _goes_with_prise(name: str, value: Value) -> bool:
    try:
        check_combination(changed(PRESETS["litige"], {name: value}))
    except ValueError:
        return False
    return True


def _whole(lang: Lang, base: Rules, name: str, label: str) -> None:
    hint = say(lang, "sheet.target_hint", target=base.value(name), rules=base.name)
    st.number_input(
        label,
        min_value=BY_NAME[name].least,
        max_value=100_000,
        value=None,
        step=1,
        key=_key(name),
        placeholder=hint,
    )


def _pills(label: str, name: str, options: Sequence[Any], words: Callable[[Any], str]) -> None:
    st.pills(label, options, format_func=words, key=_key(name))


def _begin(lang: Lang) -> None:
    asked = [field.name for field in FIELDS if field.name in ("target", *_CHANGED)]
    changes = {name: _entered(name) for name in asked if _entered(name) is not None}
    dealer = _entered("dealer")
    try:
        rules = changed(preset(_entered("base")), changes)
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
        _pills(
            say(lang, "sheet.trump"),
            "trump",
            list(SYMBOLS),
            partial(_suit, lang),
        )
        _points(
            say(lang, "sheet.points"), "points", say(lang, "sheet.points_help", total=CARD_TOTAL)
        )
        for name, label in (("belote", "sheet.belote"), ("capot", "sheet.capot")):
            _pills(say(lang, label), name, _TEAMS, lambda team: side(lang, sheet, team))
        if sheet.rules.annonces:
            label = say(lang, "sheet.annonces")
            _pills(label, "annonces", _TEAMS, lambda team: side(lang, sheet, team))
            _points(say(lang, "sheet.annonces_points"), "annonces_points")
        _say_fault(lang, fault)
        st.form_submit_button(say(lang, "sheet.add"), type="primary", on_click=_add)


def _suit(lang: Lang, suit: str) -> str:
    return f"{SYMBOLS[suit]} {say(lang, f'card.{suit}')}"


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
    taker, trump, points, belote, capot, whose, annonces = map(_entered, _ENTERED)
    points, annonces = read_points(points), read_annonces(annonces)
    if taker is None:
        raise SheetFault("taker")
    if taker == _PASSED:
        if any(value is not None for value in (trump, points, belote, capot, whose, annonces)):
            raise SheetFault("passed_out")
        return Deal()
    if trump is None:
        raise SheetFault("trump")
    if points is None and capot is None:
        raise SheetFault("no_points", total=CARD_TOTAL)
    if points is None:
        points = capot_points(taker, capot)
    if (whose is None) != (not annonces):
        raise SheetFault("whose_annonces")
    said = annonces or 0
    both = (0, said) if whose == 1 else (said, 0)
    return Deal(taker, trump, points, belote, both, capot)


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
