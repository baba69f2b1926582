"""Players against each other: a league's figures, and a match that a visitor asks for.

Only players that come compiled are offered, by names of a fixed list: an address is held against
that list and never read as a player, which might be a file.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import polars as pl
import streamlit as st

from belote.charts.players import UNITS, Unit, best_words, lead_cells, ratings_dots
from belote.compiled import kernels_are_cached
from belote.game.variants import PRESETS, preset
from belote.messages import Lang, number, say
from belote.players.spec import PLAYERS, parse_player
from belote.runs.progress import Progress
from belote.study.kept import Line
from belote.study.league import League, Question, play_league
from dashboards.ui import commands, trouble
from dashboards.ui.address import asked, go
from dashboards.ui.choices import picked, switched
from dashboards.ui.grid import Cell, grid
from dashboards.ui.parts import plain_picture

COMPILED = tuple(name for name, kind in PLAYERS.items() if not kind.maker)
"""Players fast enough to be played while a visitor waits."""
BOLDEST = 30
"""Of `regular`, in either direction."""
DEALS = ("1000", "5000", "20000", "50000")
SECONDS = 20.0
"""After which a match is stopped, counted from its first deals: a kernel may be compiled before."""
_REMEMBERED = 200
"""Matches that the server keeps, the latest."""
_ASKED, _NAME, _BOLD = "match_asked", "versus", "bold"
_FEWEST = 2


# A league's figures -------------------------------------------------------------------------------


def unit_switch(lang: Lang) -> Unit | None:
    """Card points or marks, as the address has it."""
    name = switched(lang, "unit", UNITS, "players.unit", lambda one: say(lang, f"players.{one}"))
    return next((unit for unit in UNITS if unit == name), None)


def league(lang: Lang, lines: Sequence[Line], unit: Unit, key: str) -> None:
    """Who is best, every rating as a dot, then all pairs and ratings in figures.

    ``key`` tells it from another on the page.
    """
    pairs, ratings = (
        [line for line in lines if line["kind"] == kind] for kind in ("pair", "rating")
    )
    st.markdown(best_words(lines, unit, lang))
    st.caption(say(lang, "players.played", deals=number(lang, lines[0]["deals"])))
    frame = pl.DataFrame(ratings).sort(unit, descending=True)
    plain_picture(ratings_dots(frame, unit, lang), f"ratings_{key}")
    rows = [
        [
            Cell(say(lang, "players.pair", first=pair["first"], second=pair["second"])),
            *(Cell(text, right=True) for text in lead_cells(pair, lang)),
        ]
        for pair in pairs
    ]
    rows += [
        [
            Cell(say(lang, "players.rating", player=rating["player"]), strong=True),
            *(Cell(text, right=True, strong=True) for text in lead_cells(rating, lang)),
        ]
        for rating in ratings
    ]
    grid(say(lang, "players.league_head").split(";"), rows)
    st.caption(say(lang, "players.league_under"))


# A match on demand --------------------------------------------------------------------------------


def match(lang: Lang) -> None:
    """What asks for a match, and its figures once it was played."""
    st.subheader(say(lang, "players.match_title"), anchor="match")
    st.markdown(say(lang, "players.match_lead"))
    names = _players(lang)
    left, right = st.columns(2, gap="small")
    with left:
        rules = picked(lang, "under", list(PRESETS), "litige", "advise.rules")
        bids = switched(
            lang,
            "contracts",
            ("own", "regular"),
            "players.contracts",
            lambda one: (
                say(lang, "players.own") if one == "own" else say(lang, "players.same", player=one)
            ),
        )
    with right:
        deals = switched(
            lang, "deals", DEALS, "run.deals", lambda one: number(lang, int(one)), DEALS[2]
        )
    ready = names is not None and None not in (rules, bids, deals)
    question = None
    if names is not None and rules is not None and bids is not None and deals is not None:
        contracts = None if bids == "own" else parse_player(bids)
        players = tuple(map(parse_player, names))
        question = Question(players, preset(rules), contracts, int(deals))
    if st.button(say(lang, "players.play"), type="primary", key="match_play", disabled=not ready):
        st.session_state[_ASKED] = question
    if question is None or st.session_state.get(_ASKED) != question:
        return
    found = _found(lang, question)
    if found is not None:
        unit: Unit = "marks" if asked("unit") == "marks" else "points"
        league(lang, found.lines(), unit, "match")
        with st.expander(say(lang, "page.terminal"), key="match_terminal"):
            st.code(commands.league(question, lang), language="shell", wrap_lines=True)


def _players(lang: Lang) -> list[str] | None:
    """The players in the address, with what changes them drawn; None where it cannot be."""
    texts = (asked(_NAME) or "regular,novice").split(",")
    bold = [text for text in texts if text in _bold_names()]
    unknown = [text for text in texts if text not in (*COMPILED, *bold)]
    chosen = [name for name in COMPILED if name in texts] + ([_BOLD] if bold else [])
    label = say(lang, "players.versus")
    st.session_state["match_players"] = chosen
    st.session_state["match_bold"] = int(bold[0].partition("=")[2]) if bold else 10
    st.pills(
        label,
        (*COMPILED, _BOLD),
        selection_mode="multi",
        format_func=lambda one: say(lang, "players.bolder") if one == _BOLD else one,
        key="match_players",
        on_change=_write,
    )
    if bold:
        st.slider(
            say(lang, "players.boldness"),
            -BOLDEST,
            BOLDEST,
            key="match_bold",
            help=say(lang, "players.boldness_help"),
            on_change=_write,
        )
    if unknown or len(bold) > 1 or len(set(texts)) < len(texts):
        text = ",".join(texts)
        trouble.no_such_filter(lang, label, text, [*COMPILED, _bold_name(10)])
        return None
    if len(texts) < _FEWEST:
        st.info(say(lang, "players.too_few"))
        return None
    return texts


def _bold_name(boldness: int) -> str:
    return f"regular:boldness={boldness}"


def _bold_names() -> set[str]:
    return {_bold_name(boldness) for boldness in range(-BOLDEST, BOLDEST + 1) if boldness}


def _write() -> None:
    """Write the chosen players to the address; a boldness of 0 is `regular` itself."""
    chosen: list[str] = st.session_state["match_players"]
    boldness: int = st.session_state.get("match_bold", 10) or 1
    go(_NAME, ",".join(_bold_name(boldness) if name == _BOLD else name for name in chosen))


class _TooLong(Exception):
    """A match has used up its time."""


def _found(lang: Lang, question: Question) -> League | None:
    """The match, played where nobody has asked for it before; None where it takes too long."""
    played = _played()
    if question not in played:
        place = st.empty()
        try:
            with place.container():
                shown = _Shown(lang, question)
                st.button(say(lang, "variants.stop"), key="match_stop", on_click=_forget)
                played[question] = play_league(question, progress=shown)
        except _TooLong:
            _forget()
            st.warning(say(lang, "players.too_long", seconds=number(lang, SECONDS)))
        place.empty()
        while len(played) > _REMEMBERED:
            played.pop(next(iter(played)), None)
    return played.get(question)


@st.cache_resource(show_spinner=False)
def _played() -> dict[Question, League]:
    """Matches that were played on this server."""
    return {}


def _forget() -> None:
    st.session_state.pop(_ASKED, None)


class _Shown(Progress):
    """A bar on the page; a league reports from the thread that draws."""

    def __init__(self, lang: Lang, question: Question) -> None:
        self._lang: Lang = lang
        self._total, self._done, self._begun = 1, 0, 0.0
        kernel = f"simulate_{'coinche_' if question.rules.auction == 'coinche' else ''}block"
        ready = all(map(kernels_are_cached, (kernel, "_fill_leads")))
        told = say(lang, "variants.playing") if ready else say(lang, "players.compiling")
        self._bar = st.progress(0.0, told)

    def start(self, total: int, done: int) -> None:
        """Nothing is drawn until the first step."""
        self._total, self._done = total, done

    def advance(self, deals: int) -> None:
        """Move the bar on; Streamlit ends the script here when the visitor asks for another.

        Raises `_TooLong` once the time is up.
        """
        now = time.monotonic()
        self._begun = self._begun or now
        if now > self._begun + SECONDS:
            raise _TooLong
        self._done += deals
        told = {"done": number(self._lang, self._done), "total": number(self._lang, self._total)}
        self._bar.progress(self._done / self._total, say(self._lang, "variants.played", **told))
