"""A deal on the table: stepping through it, and beside it what is known by then."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from belote.charts.table import step_words, table_picture
from belote.lake.find import FoundDeal
from belote.messages import Lang, say
from belote.records.page import bid_words, card_name, contract_words, deal_page
from belote.records.steps import DIX_DE_DER, Step, trick_after, trick_before
from belote.solver.deals import Analysis
from dashboards.ui import commands
from dashboards.ui.address import go
from dashboards.ui.board import analysed, board, mistake
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Here
from dashboards.ui.trouble import verbatim

_WIDTH = 480
"""Of the table, in pixels; a phone makes it narrower."""


def see(here: Here, found: FoundDeal, all_steps: Sequence[Step], at: int) -> None:
    """Draw a deal at a step."""
    lang, facts, deal = here.lang, found.facts, found.deal
    step, is_last = all_steps[at], at == len(all_steps) - 1
    key = {"deal": facts["deal_no"], "table": verbatim(facts["table_id"])}
    st.subheader(say(lang, "show.title", run=verbatim(facts["run_id"]), **key), anchor="deal")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        if len(all_steps) > 1:
            _stepping(lang, all_steps, at)
        if deal.hands is None and step.hands is None:
            st.info(say(lang, "deal.no_hands"))
        else:
            broken = is_last and facts["status"] == "abandoned"
            st.markdown(say(lang, "deal.end_broken") if broken else step_words(step, deal, lang))
            st.image(table_picture(step, deal, found.players, lang), width=_WIDTH)
    with right:
        told = analysed(here, found)
        if told is not None:
            board(told, deal, all_steps, at, lang)
        _known(found, step, told, lang)
        if is_last:
            _end(found, lang)
        with st.expander(say(lang, "deal.text"), key="deal_text"):
            text = deal_page(deal, facts, found.players, found.marks, lang)
            st.code(text, language=None)
            told = commands.show(
                facts["run_id"], facts["table_id"], facts["deal_no"], here.lake.path
            )
            st.code(told, language="shell", wrap_lines=True)


def _stepping(lang: Lang, all_steps: Sequence[Step], at: int) -> None:
    last = len(all_steps) - 1
    moves = (
        ("first", 0, "Home"),
        ("trick_before", trick_before(all_steps, at), "P"),
        ("back", max(0, at - 1), "Left"),
        ("forward", min(last, at + 1), "Right"),
        ("trick_after", trick_after(all_steps, at), "N"),
        ("last", last, "End"),
    )
    with st.container(horizontal=True, gap="small"):
        for name, target, keys in moves:
            st.button(
                say(lang, f"deal.{name}"),
                key=f"step_{name}",
                on_click=go,
                args=("step", str(target)),
                disabled=target == at,
                shortcut=keys,
            )
    st.caption(f"{say(lang, 'deal.at', step=at, last=last)} · {say(lang, 'deal.keys')}")


def _known(found: FoundDeal, step: Step, told: Analysis | None, lang: Lang) -> None:
    """What is known at a step: the auction, the trump, the tricks so far and their points."""
    deal, facts = found.deal, found.facts
    st.caption(say(lang, "show.played_under", rules=verbatim(facts["rules"])))
    if step.bids:
        lines = [f"**{say(lang, 'show.auction')}**"]
        for seat, word in step.bids:
            lines.append(f"{say(lang, 'show.seat', seat=seat)} {bid_words(word, lang)}")
        st.markdown(" · ".join(lines))
    if step.contract is not None and step.trump is not None:
        st.markdown(contract_words(step.contract, step.trump, step.level, lang))
    elif step.trump is not None and deal.bid_round is not None:
        suit = say(lang, f"card.{'shdc'[step.trump]}")
        st.markdown(say(lang, "show.trump", suit=suit, round=deal.bid_round))
    if step.taker is None or deal.hands is None or step.kind == "bid":
        return
    sides = ("taker", "defence")
    with st.container(horizontal=True):
        for side, points, tricks in zip(sides, step.points, step.tricks, strict=True):
            label = f"{say(lang, f'deal.side_{side}')} – {say(lang, 'deal.tricks', count=tricks)}"
            st.metric(label, points, width="content")
    if not deal.tricks and not deal.broken_off:
        st.caption(say(lang, "deal.no_plays"))
    done = sum(step.tricks)
    if done:
        _tricks(found, done, told, lang)
    taker, defence = facts["taker_annonces"], facts["defence_annonces"]
    if done and (taker or defence):
        st.caption(say(lang, "deal.annonces", taker=taker, defence=defence))


def _tricks(found: FoundDeal, done: int, told: Analysis | None, lang: Lang) -> None:
    """The tricks so far, a column a seat; the winner's card is bold, and the leader's is marked.

    Where the deal is analysed, a card that cost something says how much.
    """
    seats = [say(lang, "show.seat", seat=seat) for seat in range(4)]
    rows: list[list[Cell]] = []
    for number, trick in enumerate(found.deal.tricks[:done], start=1):
        row = [Cell(str(number))]
        for seat in range(4):
            card = trick.cards[(seat - trick.leader) % 4]
            leads = "› " if seat == trick.leader else ""
            cost = mistake(told, card)
            text = leads + card_name(card, lang) + (f" −{cost}" if cost else "")
            tone = "bad" if cost else None
            row.append(Cell(text, strong=seat == trick.winner, tone=tone))
        points = f"{trick.points} + {DIX_DE_DER}" if number == 8 else str(trick.points)
        rows.append([*row, Cell(points, right=True)])
    grid([say(lang, "show.trick"), *seats, say(lang, "show.points")], rows)
    if told is not None:
        st.caption(say(lang, "board.costs"))


def _end(found: FoundDeal, lang: Lang) -> None:
    """What the deal comes to: capot and belote, and the marks under each rule set."""
    facts = found.facts
    if facts["taker_points"] is not None and found.deal.hands is None:
        sides = {side: facts[f"{side}_points"] for side in ("taker", "defence")}
        st.markdown(say(lang, "show.score_points", **sides))
    if facts["capot"] is not None:
        side = facts["capot"]
        st.markdown(f"**{say(lang, f'show.capot_{side}')}**")
    taker, defence = facts["taker_belote"], facts["defence_belote"]
    if taker or defence:
        st.markdown(say(lang, "show.belote", taker=taker, defence=defence))
    known = [mark for mark in found.marks if mark["outcome"] is not None]
    if not known or found.deal.passed_out:
        return
    rows: list[list[Cell]] = []
    for mark in known:
        numbers = [str(mark[name]) for name in ("taker_mark", "defence_mark", "carried", "held")]
        told = [Cell(mark["rules"]), Cell(say(lang, f"outcome.{mark['outcome']}"))]
        rows.append([*told, *(Cell(number, right=True) for number in numbers)])
    st.markdown(f"**{say(lang, 'show.marks')}**")
    grid(say(lang, "show.marks_head").split(";"), rows)
