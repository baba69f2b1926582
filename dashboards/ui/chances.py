"""The chance to win a game: a map by both scores, and what a deal is worth at one of them."""

from __future__ import annotations

import re
from typing import NamedTuple

import streamlit as st

from belote.charts.games import win_map
from belote.game.tally import ScoredCells
from belote.game.variants import Rules
from belote.lake.manifest import Manifest
from belote.messages import Lang, number, percent, say, signed
from belote.stats.winning import Swing, WinTable
from belote.study.winning import LABELS, table_for, win_grid
from dashboards.ui import trouble
from dashboards.ui.address import asked, choice, go, switch
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Here, Version, cells
from dashboards.ui.parts import plain_picture

_DEALERS = ("own", "other")
_ERROR = 1e-5
"""Of a probability at most; what the page says of it stands in the catalogue."""
_MOST = 100_000
_FEWEST = 1_000
"""Deals taken: from fewer, the chances would tell more of their luck than of the game."""

Key = tuple[str, Version, str, str]
"""A lake's path and version, a run, and the name of a rule set."""


class _State(NamedTuple):
    """A score as `WinTable` takes it: team 0 is the visitor's."""

    own: int
    other: int
    dealer: int
    held: int


def win_probability(here: Here, run: Manifest, rules: Rules) -> None:
    """The map under a rule set, and the score in the address."""
    lang = here.lang
    st.subheader(say(lang, "games.map_title"), anchor="map")
    if rules.auction == "coinche":  # what was bid is not in the counts it is worked out from
        st.info(say(lang, "games.no_map"))
        return
    if not run.is_scored:
        st.info(say(lang, "games.no_rollup"))
        return
    counts = cells(here, run.run_id)
    taken = int(counts.n[counts.position > 0].sum())
    if taken == 0:
        st.info(say(lang, "page.nobody"))
        return
    if taken < _FEWEST:
        least = number(lang, _FEWEST)
        st.info(say(lang, "games.too_few", n=number(lang, taken), least=least))
        return
    st.markdown(say(lang, "games.map_lead"))
    key = (str(here.lake.path.absolute()), here.lake.version(), run.run_id, rules.name)
    try:
        with st.spinner(say(lang, "games.computing")):
            table = _table(key, counts, rules)
    except ValueError as error:
        st.info(say(lang, "games.no_map"))
        st.caption(say(lang, "trouble.detail", detail=trouble.verbatim(error)))
        return
    dealer = _dealer(lang)
    above = st.container()
    st.subheader(say(lang, "games.score_title"), anchor="score")
    state = _asked_state(lang, table, rules, dealer)
    at = (state.own, state.other) if state else (-1, -1)
    with above:
        plain_picture(win_map(win_grid(table, dealer), at, lang), "win_map")
        st.caption(say(lang, "games.map_under"))
    if state is not None:
        with st.spinner(say(lang, "games.computing")):
            _at_score(lang, table, key, state)


@st.cache_resource(max_entries=8, show_spinner=False)
def _table(key: Key, _cells: ScoredCells, _rules: Rules) -> WinTable:
    """The table; its run and rules are in the key."""
    return table_for(_cells, _rules, error=_ERROR)


@st.cache_data(max_entries=500, show_spinner=False)
def _swings(key: Key, state: _State, _table: WinTable) -> list[Swing]:
    """What deals change at a score; with annonces that takes seconds."""
    return _table.value_of(*state)


def _dealer(lang: Lang) -> int:
    """The switch of who deals: 0 is the visitor's side."""
    chosen = choice("dealer", _DEALERS, _DEALERS[0])
    label = say(lang, "games.who_deals")
    switch("dealer", _DEALERS, chosen.value, label, lambda one: say(lang, f"games.dealer_{one}"))
    if chosen.refused is not None:
        trouble.no_such_filter(lang, label, chosen.refused, _DEALERS)
    return _DEALERS.index(chosen.value or _DEALERS[0])


# A score


def _asked_state(lang: Lang, table: WinTable, rules: Rules, dealer: int) -> _State | None:
    """The score in the address, with what changes it drawn; None where no game can be at it."""
    text, held_text = asked("scores") or "0-0", asked("held") or "0"
    found = re.fullmatch(r"(\d{1,5})-(\d{1,5})", text, re.ASCII)
    if found is None:
        told = trouble.verbatim(text)
        st.error(say(lang, "games.bad_scores", asked=told, example="`350-420`"))
    scores = (int(found[1]), int(found[2])) if found else (0, 0)
    held = 0
    if rules.tie == "litige":
        if re.fullmatch(r"\d{1,5}", held_text, re.ASCII) and int(held_text) <= rules.target:
            held = int(held_text)
        else:
            st.error(say(lang, "games.bad_held", asked=trouble.verbatim(held_text)))
            found = None
    sides = [("own", scores[0]), ("other", scores[1])]
    columns = st.columns(3, gap="small")
    for column, (side, score) in zip(columns, sides, strict=False):
        with column:
            score_number(say(lang, f"games.score_{side}"), f"score_{side}", score, table.unit)
    if rules.tie == "litige":
        with columns[2]:
            score_number(say(lang, "games.held"), "score_held", held, table.unit)
    if found is None:
        return None
    state = _State(*scores, dealer, held)
    try:
        table.probability(*state)
    except ValueError:
        own, other, waiting = (number(lang, one) for one in (*scores, held))
        told = {"target": number(lang, table.target), "unit": number(lang, table.unit)}
        st.error(say(lang, "games.no_such_score", own=own, other=other, held=waiting, **told))
        return None
    return state


def score_number(label: str, key: str, value: int, step: int) -> None:
    """A number of the score (``score_own``, ``score_other``) or of points held (``score_held``)."""
    st.session_state[key] = min(value, _MOST)
    st.number_input(label, 0, _MOST, step=step, key=key, on_change=_write, args=(key,))


def _write(key: str) -> None:
    """Write the numbers to the address; one that is emptied changes nothing."""
    if st.session_state[key] is None:
        return
    if key == "score_held":
        go("held", str(st.session_state[key]))
    else:
        go("scores", f"{st.session_state['score_own']}-{st.session_state['score_other']}")


def _at_score(lang: Lang, table: WinTable, key: Key, state: _State) -> None:
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True):
        st.metric(say(lang, "games.chance"), percent(lang, table.probability(*state), 2))
    with right, st.container(border=True):
        st.metric(say(lang, "games.to_go"), number(lang, table.deals_to_go(*state), 2))
    found = {(one.taker_team, one.label): one.change for one in _swings(key, state, table)}
    if (made := found.get((0, LABELS.index("made")))) is not None:
        st.markdown(say(lang, "games.worth_made", change=_points(lang, made)))
    rows = [
        [
            Cell(say(lang, f"games.worth_{name}_row")),
            *(Cell(_points(lang, found.get((team, label))), right=True) for team in (0, 1)),
        ]
        for label, name in enumerate(LABELS)
        if (0, label) in found or (1, label) in found
    ]
    grid(say(lang, "games.worth_head").split(";"), rows)
    st.caption(say(lang, "games.worth_under"))


def _points(lang: Lang, change: float | None) -> str:
    """A change of probability, in percentage points with its sign."""
    if change is None:
        return "–"
    return say(lang, "metric.points", value=signed(lang, 100 * change, 1))
