"""A rule set edited with switches and numbers; it lives in the address, as it is written."""

from __future__ import annotations

from functools import partial

import streamlit as st

from belote.charts.words import rule_name, rule_value
from belote.game.variants import (
    BY_NAME,
    COINCHE_FIELDS,
    FIELDS,
    PRESETS,
    Field,
    RuleError,
    Rules,
    Value,
    changed,
    rules_from_text,
)
from belote.messages import Lang, say
from dashboards.ui import trouble
from dashboards.ui.address import asked, go

NAME = "variant"
"""Of the choice in the address."""
_LEFT_OUT = ("auction", "rotation", *COINCHE_FIELDS)
"""Fields that change nothing of a prise that could be compared."""
_ACROSS = 3


def edited(lang: Lang, start: Rules) -> Rules | None:
    """The rule set in the address, ``start`` where there is none, with what changes it drawn.

    None where the address names no rule set that can be, which is said.
    """
    text = asked(NAME)
    try:
        rules = start if text is None else rules_from_text(text)
    except RuleError as error:
        st.error(say(lang, "variants.no_such", asked=trouble.verbatim(text or "")))
        st.caption(say(lang, "trouble.detail", detail=trouble.verbatim(error)))
        rules = None
    base = rules or start
    st.session_state[_key("base")] = base.name.partition(",")[0]
    st.selectbox(say(lang, "variants.from"), list(PRESETS), key=_key("base"), on_change=_begin_from)
    groups = {
        group: [f for f in FIELDS if f.group == group and f.name not in _LEFT_OUT]
        for group in ("marking", "play")
    }
    _fields(lang, base, groups["marking"])
    with st.expander(say(lang, "variants.play_fields"), key="variant_play"):
        _fields(lang, base, groups["play"])
    return rules


def _key(field: str) -> str:
    return f"variant_{field}"


def _fields(lang: Lang, rules: Rules, fields: list[Field]) -> None:
    columns = st.columns(_ACROSS, gap="small")
    for at, field in enumerate(fields):
        with columns[at % _ACROSS]:
            _field(lang, rules, field)


def _field(lang: Lang, rules: Rules, field: Field) -> None:
    """The field's switch, list or number, set to what it is."""
    value, key = rules.value(field.name), _key(field.name)
    st.session_state[key] = value
    label, change = rule_name(lang, field.name), partial(_change, rules.name, field.name)
    if isinstance(value, bool):
        st.toggle(label, key=key, on_change=change)
    elif isinstance(value, int):
        st.number_input(label, field.least, 100_000, step=1, key=key, on_change=change)
    else:
        st.selectbox(
            label,
            _values(field),
            format_func=partial(rule_value, lang, field.name),
            key=key,
            on_change=change,
        )


def _values(field: Field) -> list[Value]:
    """What a field may be where the auction is by the turned card."""
    assert isinstance(field.values, tuple)
    return [value for value in field.values if not str(value).startswith("bid")]


def _begin_from() -> None:
    go(NAME, str(st.session_state[_key("base")]))


def _change(name: str, field: str) -> None:
    """Write the rule set with another value of a field to the address."""
    value = st.session_state[_key(field)]
    if value is None:
        return
    rules = rules_from_text(name)
    base = PRESETS[name.partition(",")[0]]
    changes = {one: rules.value(one) for one in BY_NAME if rules.value(one) != base.value(one)}
    go(NAME, changed(base, {**changes, field: value}).name)
