"""What the visitor has chosen, kept in the page's address and nowhere else.

The address is the truth: widgets are set from it before they are drawn and write to it when they
are changed, so that a link shows what its sender saw, and the browser's Back goes back. What an
address asks for is checked here and never trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

import streamlit as st

CHOICES = (
    *("lang", "page", "run", "rules"),
    *("turned", "round", "position", "trump", "contract", "coinche_level"),
    *("trumps", "honours", "belote", "points", "outcome", "capot"),
    *("table", "deal", "step", "analysis", "sheet", "variant"),
    *("scores", "dealer", "held"),
    *("hand", "up", "under", "player"),
    *("league", "unit", "versus", "contracts", "deals"),
)
"""Every choice that an address may hold, whatever the page."""


_ON = "on"
"""A switch that is on, in the address."""


class Choice(NamedTuple):
    """What the address asks for: a value, or the text it gives where that is no option."""

    value: str | None
    refused: str | None = None


def choice(name: str, options: Sequence[str], default: str | None) -> Choice:
    """The choice in the address, ``default`` where it names none."""
    asked = st.query_params.get(name, "")
    if not asked:
        return Choice(default)
    return Choice(asked) if asked in options else Choice(None, asked)


def pick(
    name: str,
    options: Sequence[str],
    chosen: Choice,
    label: str,
    placeholder: str,
    words: Callable[[str], str] = str,
) -> None:
    """A list to choose from; a choice that was refused leaves it open."""
    st.session_state[_key(name)] = chosen.value
    st.selectbox(
        label,
        options,
        index=None if chosen.value is None else 0,
        key=_key(name),
        on_change=_write,
        args=(name,),
        placeholder=placeholder,
        format_func=words,
    )


def pick_filter(
    name: str,
    options: Sequence[str],
    chosen: Choice,
    label: str,
    placeholder: str,
    words: Callable[[str], str],
) -> None:
    """A filter: a list that may be left open, for everything."""
    st.session_state[_key(name)] = chosen.value
    st.selectbox(
        label,
        options,
        index=None,
        key=_key(name),
        on_change=_write,
        args=(name,),
        placeholder=placeholder,
        format_func=words,
    )


def kept() -> dict[str, str]:
    """Every choice in the address, for a link to the page as it is."""
    return {name: st.query_params[name] for name in CHOICES if st.query_params.get(name)}


def switch(
    name: str, options: Sequence[str], value: str | None, label: str, words: Callable[[str], str]
) -> None:
    """A few options side by side, one of them on where there is a value.

    Its label is for screen readers only.
    """
    st.session_state[_key(name)] = value
    st.segmented_control(
        label,
        options,
        required=value is not None,
        format_func=words,
        key=_key(name),
        on_change=_write,
        args=(name,),
        label_visibility="collapsed",
    )


def flip(name: str) -> None:
    """Turn a switch on that is off, and off that is on."""
    if is_on(name):
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = _ON


def is_on(name: str) -> bool:
    """Whether a switch is on; whatever else an address asks of it is off."""
    return asked(name) == _ON


def asked(name: str) -> str | None:
    """What the address gives for a choice, unchecked."""
    return st.query_params.get(name) or None


def go(name: str, value: str) -> None:
    """Write a choice to the address."""
    st.query_params[name] = value


def link(**values: str | None) -> str:
    """An address with these of `CHOICES`, in their order; None is none."""
    return "?" + urlencode({name: values[name] for name in CHOICES if values.get(name) is not None})


def _key(name: str) -> str:
    return f"chosen_{name}"


def _write(name: str) -> None:
    value = st.session_state[_key(name)]
    if value is None:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = value
