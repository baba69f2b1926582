"""A rule set edited with switches and numbers; it lives in the address, as it is written."""

from __future__ import annotations

from functools import partial

import streamlit as st

from belote.charts.words import rule_name, rule_value
from belote.game.variants import (
    BY_NAME,
    PRESETS,
    Field,
    RuleError,
    Rules,
    changed,
    fields_under,
    presets_of,
    rules_from_text,
    values_under,
)
from belote.messages import Lang, say
from dashboards.ui import trouble
from dashboards.ui.address import asked, go

NAME = "variant"
"""Of the choice in the address."""
_ACROSS = 3


def edited(lang: Lang, start: Rules) -> Rules | None:
    """The rule set in the address, ``start`` where there is none, with what changes it drawn.

    None where the address names no rule set that can be, or one of another auction than
    ``start``'s, which is said.
    """
    text = asked(NAME)
    try:
        rules = start if text is None else rules_from_text(text)
    except RuleError as error:
        st.error(say(lang, "variants.no_such", asked=trouble.verbatim(text or "")))
        st.caption(say(lang, "trouble.detail", detail=trouble.verbatim(error)))
        rules = None
    if rules is not None and rules.auction != start.auction:
        told = {"asked": trouble.verbatim(rules.name), "base": trouble.verbatim(start.name)}
        st.error(say(lang, "variants.other_auction", **told))
        rules = None
    base = rules or start
    st.session_state[_key("base")] = base.name.partition(",")[0]
    names = list(presets_of(start.auction))
    st.selectbox(say(lang, "variants.from"), names, key=_key("base"), on_change=_begin_from)
    offered = fields_under(start.auction)
    groups = {group: [f for f in offered if f.group == group] for group in ("marking", "play")}
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
    elif field.values is int:
        st.number_input(label, field.least, 100_000, step=1, key=key, on_change=change)
    else:
        st.selectbox(
            label,
            values_under(rules.auction, field),
            format_func=partial(rule_value, lang, field.name),
            key=key,
            on_change=change,
        )


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
