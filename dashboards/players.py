"""Joueurs: who wins, how far from perfect play all are, what they do, and a match on demand."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import streamlit as st

from belote.charts.frames import Mean, Share, has_small
from belote.charts.players import (
    COMPARED,
    cost_dots,
    habits_dots,
    lead_cells,
    taking_dots,
)
from belote.charts.words import interval_words, share_words, small_words, value_words
from belote.messages import Lang, number, percent, say
from belote.players.spec import PLAYERS
from belote.study.kept import PEOPLE, Line, kept
from dashboards.ui import commands, trouble
from dashboards.ui.address import kept as kept_choices
from dashboards.ui.address import link
from dashboards.ui.choices import picked
from dashboards.ui.grid import Cell, grid
from dashboards.ui.lake import Here
from dashboards.ui.match import league, match, unit_switch
from dashboards.ui.parts import plain_picture

_BOOK = "`docs/players.md`"
"""Where all of it is told at length."""


def page(here: Here) -> None:
    """Draw what is kept of the players, and a match where the visitor asks for one."""
    lang = here.lang
    st.markdown(say(lang, "players.lead"))
    about = [f"- **{name}**{_colon(lang)}{say(lang, f'players.about_{name}')}" for name in PLAYERS]
    st.markdown("\n".join(about))
    st.caption(say(lang, "players.book", file=_BOOK))
    _who_wins(lang)
    _perfect(lang)
    _habits(lang)
    match(lang)
    address = link(**{**kept_choices(), "lang": lang, "page": "players"})
    st.markdown(f"[{say(lang, 'page.link')}]({address})")


# Who wins


def _who_wins(lang: Lang) -> None:
    """Ratings and pairs of one of the leagues that are kept."""
    st.subheader(say(lang, "players.wins_title"), anchor="wins")
    leagues: dict[str, list[Line]] = {}
    for line in kept("league"):
        leagues.setdefault(f"{line['rules']}-{line['contracts'] or 'own'}", []).append(line)
    left, right = st.columns(2, gap="small")
    with left:
        names = list(leagues)
        name = picked(
            lang, "league", names, names[0], "players.league", lambda one: _name(leagues[one], lang)
        )
    with right:
        unit = unit_switch(lang)
    if name is None or unit is None:
        return
    lines = leagues[name]
    league(lang, lines, unit, "kept")
    asked = commands.league_of(lines, lang)
    with st.expander(say(lang, "page.terminal"), key="league_terminal"):
        st.code(asked, language="shell", wrap_lines=True)


def _name(lines: Sequence[Line], lang: Lang) -> str:
    contracts = lines[0]["contracts"]
    key = "players.own" if contracts is None else "players.same"
    told = {} if contracts is None else {"player": contracts}
    return f"{lines[0]['rules']}, {say(lang, key, **told)}"


# How far from perfect play


def _perfect(lang: Lang) -> None:
    """What cards cost, and `expert` against `regular`."""
    st.subheader(say(lang, "players.cost_title"), anchor="cost")
    lines = kept("strength")
    costs = [line for line in lines if line["part"] == "costs"]
    st.markdown(say(lang, "players.cost_lead"))
    plain_picture(cost_dots(pl.DataFrame(costs), lang), "players_costs")
    rows = [
        [
            Cell(line["player"], strong=True),
            *(Cell(text, right=True, faint=cost.small) for text in _cost(line, cost, lang)),
        ]
        for line in sorted(costs, key=lambda line: line["cost"])
        for cost in [Mean(line["taken"], line["cost"], line["cost_low"], line["cost_high"])]
    ]
    grid(say(lang, "players.cost_head").split(";"), rows)
    st.caption(say(lang, "players.cost_under", player=trouble.verbatim(costs[0]["contracts"])))
    st.markdown(f"**{say(lang, 'players.expert_title')}**")
    pairs = [line for line in lines if line.get("kind") == "pair"]
    rows = [
        [
            Cell(_name([line], lang), strong=True),
            Cell(number(lang, line["deals"]), right=True),
            *(Cell(text, right=True) for text in lead_cells(line, lang)),
        ]
        for line in pairs
    ]
    grid(say(lang, "players.expert_head").split(";"), rows)
    st.caption(say(lang, "players.expert_under"))


def _cost(line: Line, cost: Mean, lang: Lang) -> list[str]:
    return [value_words(lang, cost), interval_words(lang, cost), number(lang, line["taken"])]


# What they do

_ROWS = ("round_1", "round_2", "passed_out", "first", "chute", "capot_taker", "capot_defence")


def _habits(lang: Lang) -> None:
    """Taking, chute and capot of each player, beside people."""
    st.subheader(say(lang, "players.habits_title"), anchor="habits")
    lines = kept("rates")
    frame = pl.DataFrame(lines)
    rules = trouble.verbatim(lines[0]["rules"])
    st.markdown(say(lang, "players.habits_lead", rules=rules))
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(f"**{say(lang, 'players.habits_chart')}**")
        plain_picture(habits_dots(frame, PEOPLE, lang), "players_habits")
        st.caption(_people(lang))
    with right:
        st.markdown(f"**{say(lang, 'players.taking_chart')}**")
        plain_picture(taking_dots(frame, lang), "players_taking")
        small = has_small(frame)
        told = [say(lang, "players.taking_under")] + ([small_words(lang)] if small else [])
        st.caption(" ".join(told))
    _habits_table(lang, lines)
    st.caption(say(lang, "players.differs", file=_BOOK))
    st.download_button(
        say(lang, "page.csv"),
        frame.write_csv(),
        file_name="belote-players.csv",
        mime="text/csv",
        key="csv_players",
        on_click="ignore",
    )
    with st.expander(say(lang, "page.terminal"), key="rates_terminal"):
        for line in (line for line in lines if line["what"] == "points"):
            st.code(commands.rates_of(line), language="shell", wrap_lines=True)


def _people(lang: Lang) -> str:
    """What was published for people, and what was not."""
    first = PEOPLE["first"]
    return say(
        lang,
        "players.people",
        passed_out=percent(lang, PEOPLE["passed_out"], 0),
        times=number(lang, first / (1 - first)),
        chute=percent(lang, PEOPLE["chute"], 0),
        capot_taker=percent(lang, PEOPLE["capot_taker"], 0),
    )


def _habits_table(lang: Lang, lines: Sequence[Line]) -> None:
    """Every share with its interval, a column a player and one for people."""
    players = list(dict.fromkeys(line["player"] for line in lines))
    found = {(line["player"], line["what"]): line for line in lines if not line["turned"]}
    rows: list[list[Cell]] = []
    for name, what in (("deals", "round_1"), ("taken", "chute")):
        counts = [number(lang, found[player, what]["n"]) for player in players]
        head = Cell(say(lang, f"players.habit_{name}"), strong=True)
        rows.append([head, *(Cell(count, right=True) for count in [*counts, "–"])])
    for what in _ROWS:
        shares = [Share(found[name, what]["k"], found[name, what]["n"]) for name in players]
        people = percent(lang, PEOPLE[what], 0) if what in COMPARED else "–"
        rows.append(
            [
                Cell(say(lang, f"players.habit_{what}"), strong=True),
                *(Cell(_share(share, lang), right=True, faint=share.small) for share in shares),
                Cell(people, right=True),
            ]
        )
    means: list[Cell] = []
    for name in players:
        line = found[name, "points"]
        mean = Mean(line["n"], line["points"], line["points_low"], line["points_high"])
        told = f"{value_words(lang, mean)} ({interval_words(lang, mean)})"
        means.append(Cell(told, right=True, faint=mean.small))
    head = Cell(say(lang, "players.habit_points"), strong=True)
    rows.append([head, *means, Cell("–", right=True)])
    grid([say(lang, "players.habit"), *players, say(lang, "players.people_head")], rows)


def _share(share: Share, lang: Lang) -> str:
    return f"{share_words(lang, share)} ({interval_words(lang, share)})"


def _colon(lang: Lang) -> str:
    return "\u00a0: " if lang == "fr" else ": "
