"""A pack to touch: five cards for a hand and one that is turned, kept in the address."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from belote.game.cards import (
    NATURAL_RANKS,
    SUITS,
    CardError,
    card_text,
    mask_of,
    parse_card,
)
from belote.messages import Lang, say
from belote.records.page import card_name
from dashboards.ui import trouble
from dashboards.ui.address import asked

HAND = 5
_RED = "hd"


class Held(NamedTuple):
    """What the address holds: cards in the order touched, five at most, and the turned one."""

    cards: tuple[int, ...]
    turned: int | None

    @property
    def mask(self) -> int:
        """The hand, bit = card."""
        return mask_of(self.cards)


def card_grid(lang: Lang) -> Held | None:
    """The pack with what is chosen; None where the address names no cards that can be."""
    try:
        held = _asked_cards()
    except CardError as error:
        st.error(say(lang, "advise.bad_cards", detail=trouble.verbatim(error)))
        held = None
    shown = held or Held((), None)
    if len(shown.cards) < HAND:
        st.markdown(say(lang, "advise.choose_hand", left=HAND - len(shown.cards)))
    elif shown.turned is None:
        st.markdown(say(lang, "advise.choose_turned"))
    else:
        st.caption(say(lang, "advise.chosen"))
    for suit in SUITS:
        with st.container(horizontal=True, gap="xsmall", key=f"suit_{suit}"):
            for rank in NATURAL_RANKS[::-1]:
                _card(lang, shown, parse_card(rank + suit))
    st.button(say(lang, "advise.clear"), key="cards_clear", on_click=_write, args=(Held((), None),))
    return held


def _asked_cards() -> Held:
    """The cards in the address; raises `CardError`."""
    texts = (asked("hand") or "").split("-") if asked("hand") else []
    cards = tuple(parse_card(text) for text in texts)
    up = asked("up")
    turned = None if up is None else parse_card(up)
    mask_of([*cards, *([] if turned is None else [turned])])
    if len(cards) > HAND:
        raise CardError(f"{len(cards)} cards are more than {HAND}")
    return Held(cards, turned)


def _card(lang: Lang, held: Held, card: int) -> None:
    mine, name = card in held.cards, card_name(card, lang)
    if card == held.turned:
        name = f"↑ {name}"
    elif not mine and SUITS[card >> 3] in _RED:
        name = f":red[{name}]"
    kind = "primary" if mine else "secondary"
    key = f"card_{card_text(card)}"
    st.button(name, key=key, type=kind, on_click=_write, args=(touched(held, card),))


def touched(held: Held, card: int) -> Held:
    """What is chosen once a card is touched: it goes, or joins the hand, or is the turned one."""
    if card == held.turned:
        return Held(held.cards, None)
    if card in held.cards:
        return Held(tuple(one for one in held.cards if one != card), held.turned)
    if len(held.cards) < HAND:
        return Held((*held.cards, card), held.turned)
    return Held(held.cards, card)


def _write(held: Held) -> None:
    """Write the cards to the address."""
    turned = None if held.turned is None else card_text(held.turned)
    values = {"hand": "-".join(map(card_text, held.cards)), "up": turned}
    for name, value in values.items():
        if value:
            st.query_params[name] = value
        else:
            st.query_params.pop(name, None)
