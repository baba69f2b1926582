"""A choice in the address, drawn under its label, and refused in words where it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from belote.messages import Lang, say
from dashboards.ui import trouble
from dashboards.ui.address import choice, pick, switch


def switched(
    lang: Lang,
    name: str,
    options: Sequence[str],
    key: str,
    words: Callable[[str], str],
    default: str | None = None,
) -> str | None:
    """A few options side by side under their label; what the address asks for.

    Where it asks for none, ``default`` or the first.
    """
    chosen = choice(name, options, default or options[0])
    label = say(lang, key)
    st.caption(label)
    switch(name, options, chosen.value, label, words)
    if chosen.refused is not None:
        trouble.no_such_filter(lang, label, chosen.refused, options)
    return chosen.value


def picked(
    lang: Lang,
    name: str,
    options: Sequence[str],
    default: str,
    key: str,
    words: Callable[[str], str] = str,
) -> str | None:
    """A list to choose from; what the address asks for."""
    chosen = choice(name, options, default)
    label = say(lang, key)
    pick(name, options, chosen, label, label, words)
    if chosen.refused is not None:
        trouble.no_such_filter(lang, label, chosen.refused, options)
    return chosen.value
