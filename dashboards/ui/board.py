"""The analysis of a deal, like that of a chess board: where every card that may be played leads."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from belote.compiled import kernels_are_cached
from belote.game.deal import Deal
from belote.lake.find import FoundDeal
from belote.messages import Lang, say
from belote.records.page import card_name
from belote.records.steps import Step
from belote.runs.solved import best_cards, costs_by_side
from belote.solver.deals import Analysis, Choice
from dashboards.ui.address import flip, is_on
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Here, analysis

_NAME = "analysis"
"""The switch, in the address."""


def analysed(here: Here, found: FoundDeal) -> Analysis | None:
    """Draw the switch; what the solver says of the deal where it is on, and says anything."""
    lang, deal = here.lang, found.deal
    on = is_on(_NAME)
    # A button: from a checkbox that was clicked the arrow keys would no longer step through.
    st.button(
        say(lang, "board.off") if on else say(lang, "board.on"),
        key="analysis",
        help=say(lang, "board.hint"),
        on_click=flip,
        args=(_NAME,),
        shortcut="A",
    )
    if not on:
        return None
    if deal.hands is None or deal.taker is None:
        st.caption(say(lang, "board.nothing"))
        return None
    ready = kernels_are_cached("values_of_plays")
    with st.spinner(say(lang, "board.solving") if ready else say(lang, "board.compiling")):
        return analysis(here, found)


def board(told: Analysis, deal: Deal, all_steps: Sequence[Step], at: int, lang: Lang) -> None:
    """What best play makes of the whole deal, what the last card cost, and each card to come."""
    points = told.taker_points
    lines = [say(lang, "board.value", taker=points, defence=162 - points)]
    if told.capot is not None:
        lines.append(say(lang, f"solve.capot_{told.capot}"))
    st.markdown(" ".join(lines))
    played = sum(step.kind == "play" for step in all_steps[: at + 1])
    if all_steps[at].kind == "play":
        st.markdown(_last_card(told.choices[played - 1], lang))
    if at + 1 < len(all_steps) and all_steps[at + 1].kind == "play":
        _choices(told.choices[played], deal, lang)
    elif all_steps[at].kind == "end" and told.choices:
        costs = costs_by_side(deal, told).items()
        st.markdown(" ".join(say(lang, f"solve.cost_{side}", cost=cost) for side, cost in costs))


def mistake(told: Analysis | None, card: int) -> int:
    """What a card of the deal cost its side; 0 where there is no analysis."""
    choices = () if told is None else told.choices
    return next((choice.cost for choice in choices if choice.card == card), 0)


def _last_card(choice: Choice, lang: Lang) -> str:
    card = card_name(choice.card, lang)
    if choice.cost == 0:
        return say(lang, "board.last_free", card=card)
    better = ", ".join(card_name(one, lang) for one in best_cards(choice))
    return say(lang, "board.last_cost", card=card, cost=choice.cost, better=better)


def _choices(choice: Choice, deal: Deal, lang: Lang) -> None:
    """The cards that may be played next, the best first: where each leads, and what it costs."""
    of_taker = (choice.seat - (deal.taker or 0)) % 2 == 0
    best = (max if of_taker else min)(choice.outlook.values())
    side = say(lang, "board.of_taker") if of_taker else say(lang, "board.of_defence")
    st.markdown(say(lang, "board.next", seat=choice.seat, side=side))
    rows: list[list[Cell]] = []
    for card, points in sorted(choice.outlook.items(), key=lambda one: abs(one[1] - best)):
        cost, is_played = abs(points - best), card == choice.card
        marks = [say(lang, "board.best")] if cost == 0 else []
        marks += [say(lang, "board.played")] if is_played else []
        tone = "bad" if cost else "good"
        rows.append(
            [
                Cell(("› " if is_played else "") + card_name(card, lang), strong=is_played),
                Cell(str(points), right=True),
                Cell(f"−{cost}" if cost else "0", right=True, tone=tone),
                Cell(", ".join(marks), tone=tone if marks else None),
            ]
        )
    grid(say(lang, "board.head").split(";"), rows)
