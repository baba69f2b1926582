"""The parts that pages are put together from: who played, a figure, a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from belote.charts.cases import Drawn, Link, linked
from belote.charts.frames import Share, has_small
from belote.charts.words import odds_words, sentence, small_words
from belote.game.auction import CAPOT
from belote.lake.manifest import LakeError, Manifest
from belote.messages import Lang, catalogue, number, say
from dashboards.ui import commands
from dashboards.ui.address import kept, link
from dashboards.ui.lake import Answer, Here
from dashboards.ui.scope import Scope, filter_words
from dashboards.ui.trouble import verbatim

_CONTRACTS = "contracts"
"""The page about what is bid where no card is turned."""


def facts(here: Here, run: Manifest, passed_out: Share) -> None:
    """Where the numbers of a page come from: players, deals, rules, seed, version."""
    lang = here.lang
    seed = say(lang, "run.no_seed") if run.seed is None else verbatim(run.seed)
    deals = number(lang, run.deals)
    if run.tables == 1:
        where = say(lang, "run.at_one_table", deals=deals)
    else:
        where = say(lang, "run.at_tables", deals=deals, tables=number(lang, run.tables))
    told = {
        "run.players": players(lang, run.players),
        "run.deals": where,
        "run.rules": verbatim(run.rules),
        "run.passed_out": sentence(lang, "run.passed_out_said", passed_out),
        "run.seed": seed,
        "run.version": verbatim(run.version),
    }
    colon = "\u00a0: " if lang == "fr" else ": "
    lines = [f"**{say(lang, key)}**{colon}{text}" for key, text in told.items()]
    for column, two in zip(st.columns(3), (lines[:2], lines[2:4], lines[4:]), strict=True):
        column.markdown("  \n".join(two))


def who(here: Here, run: Manifest) -> None:
    """Who plays in the run, how many deals, and under which rules."""
    lang = here.lang
    told = {
        "run.players": players(lang, run.players),
        "run.deals": number(lang, run.deals),
        "run.rules": verbatim(run.rules),
    }
    colon = "\u00a0: " if lang == "fr" else ": "
    st.caption(" · ".join(f"{say(lang, key)}{colon}{text}" for key, text in told.items()))


def rule_notes(lang: Lang, run: Manifest, name: str) -> list[str]:
    """What a reader must know of the rule set that judges."""
    try:
        judging, played = run.rule_set(name), run.rule_set(run.rules)
    except LakeError:
        return []
    notes: list[str] = []
    if judging.tie == "litige":
        notes.append(say(lang, "chute.litige"))
    if not judging.plays_like(played):
        rules, under = verbatim(name), verbatim(run.rules)
        notes.append(say(lang, "chute.replayed", played=under, rules=rules))
    return notes


def players(lang: Lang, texts: Sequence[str] | None) -> str:
    """Who plays where, each with what is known of it."""
    if texts is None or len(texts) != 4:
        return say(lang, "run.no_players")
    names = [_player(lang, text) for text in texts]
    if len(set(texts)) == 1:
        return say(lang, "run.all_seats", player=names[0])
    first, second = (
        names[seat]
        if texts[seat] == texts[seat + 2]
        else say(lang, "run.pair", first=names[seat], second=names[seat + 2])
        for seat in (0, 1)
    )
    return say(lang, "run.against", first=first, second=second)


def _player(lang: Lang, text: str) -> str:
    key = f"player.{text.partition(':')[0]}"
    meaning = f" ({say(lang, key)})" if key in catalogue() else ""
    return verbatim(text) + meaning


def no_turned_card(here: Here, run: Manifest) -> bool:
    """Whether the run's auction has no turned card; that is said, with the page to see instead."""
    if run.auction == "prise":
        return False
    told = say(here.lang, "page.no_turned_card", run=verbatim(run.run_id))
    if _CONTRACTS in here.pages:
        address = link(lang=here.lang, page=_CONTRACTS, run=run.run_id)
        told += f" [{say(here.lang, f'menu.{_CONTRACTS}')}]({address})"
    st.info(told)
    return True


def lead(lang: Lang, key: str, share: Share) -> None:
    """A section's answer in a sentence, and under it what was counted."""
    st.markdown(sentence(lang, key, share))
    st.caption(sentence(lang, "interval.counted", share))


def figure(here: Here, answer: Answer, drawn: Drawn, under: Sequence[str]) -> None:
    """A chart, what it is out of, its rows as a file and the SQL that gave them."""
    if answer.frame.is_empty():
        st.info(say(here.lang, "filter.nothing"))
        return
    picture(here, answer, drawn)
    origin(here, answer, under)


def picture(here: Here, answer: Answer, drawn: Drawn, part: str = "") -> None:
    """A chart alone, its marks leading to the deals that they count.

    ``part`` names one of several over one answer.
    """
    key = f"chart_{answer.question.name}{part}"
    run = dict(answer.params).get("run")
    opens = run is not None and here.run(run).keeps != "counts"
    plain_picture(drawn, key, partial(_deals_link, here, answer) if opens else None)


def plain_picture(drawn: Drawn, key: str, link: Link | None = None) -> None:
    """A chart that is no named question's; ``link`` makes the address of a mark's deals."""
    chart: Any = _Unchecked(drawn, link)
    st.altair_chart(chart, width="stretch", alt=drawn.words, key=key)


class _Unchecked:
    """A chart as Streamlit takes it, without Altair holding it against its schema once more.

    That takes a third of the time a page takes; tests do it.
    """

    def __init__(self, drawn: Drawn, link: Link | None) -> None:
        self._drawn, self._link = drawn, link

    def to_dict(self) -> dict[str, Any]:
        """The chart's specification."""
        spec = self._drawn.chart.to_dict(validate=False)
        return spec if self._link is None else linked(spec, self._link)


def origin(here: Here, answer: Answer, under: Sequence[str]) -> None:
    """What charts over an answer are out of and why some is grey; then its file and its SQL."""
    notes = list(under)
    if has_small(answer.frame):
        notes.append(small_words(here.lang))
    if answer.left_out:
        names = ", ".join(say(here.lang, f"filter.{name}") for name in answer.left_out)
        told = say(here.lang, "filter.not_here", filters=names)
        notes.append(told if answer.counted else say(here.lang, "filter.no_rollup"))
    st.caption(" ".join(notes))
    _see_deals(here, answer)
    sources(here, answer)


_BEHIND: dict[str, tuple[dict[str, str], ...]] = {
    "chute": ({"outcome": "chute"},),
    "capot": ({"capot": "taker"}, {"capot": "defence"}),
    "success": ({"outcome": "made"}, {"outcome": "chute"}),
    "coinche": ({"coinche_level": "1"}, {"coinche_level": "2"}),
    "capots": (
        {"contract": str(CAPOT), "outcome": "made"},
        {"contract": str(CAPOT), "outcome": "chute"},
        {"capot": "taker"},
    ),
    "cost": ({"analysis": "on"},),
}
"""What the deals behind an answer have in common, by the first word of the question's name."""


def _see_deals(here: Here, answer: Answer) -> None:
    """Links to deals that an answer counts, under the page's filters."""
    links: list[str] = []
    behind = _BEHIND.get(answer.question.name.partition("_")[0], ({},))
    for common in behind:
        address = _deals_link(here, answer, common)
        told = [filter_words(here.lang, name)(value) for name, value in common.items()]
        which = f" – {', '.join(told)}" if len(behind) > 1 else ""
        links.append(f"[{say(here.lang, 'deal.see')}{which}]({address})")
    st.markdown(" · ".join(links))


def _deals_link(here: Here, answer: Answer, common: Mapping[str, str]) -> str:
    """The address of the deals that an answer counts, of those with this in common."""
    asked = {name: value for name, value in answer.params if value is not None}
    return link(**{**asked, **common, "lang": here.lang, "page": "deal"})


def page_link(scope: Scope, lang: Lang) -> None:
    """A link to the page as it is, every choice in it."""
    values = {**kept(), "lang": lang, "run": scope.run.run_id}
    if scope.rules is not None:
        values["rules"] = scope.rules
    address = link(**values)
    st.markdown(f"[{say(lang, 'page.link')}]({address})")


def odds(lang: Lang, title: str, share: Share, said: str = "capot.said") -> None:
    """A small share as ``1 in N``, with its count and interval in the words of ``said``."""
    with st.container(border=True):
        st.metric(title, odds_words(lang, share))
        st.caption(sentence(lang, said, share))


def capots(here: Here, answer: Answer) -> bool:
    """The odds of a capot for either side; False where no deal was taken, which is said."""
    lang = here.lang
    shares = {row["side"]: Share(row["k"], row["n"]) for row in answer.frame.iter_rows(named=True)}
    if not shares:
        st.info(say(lang, "page.nobody"))
        return False
    for column, side in zip(st.columns(2, gap="medium"), ("taker", "defence"), strict=True):
        with column:
            odds(lang, say(lang, f"capot.side_{side}"), shares[side])
    origin(here, answer, [say(lang, "capot.under")])
    return True


def sources(here: Here, answer: Answer) -> None:
    """An answer's rows as CSV, its SQL with what was filled in, and the command that asks again."""
    name, params = answer.question.name, dict(answer.params)
    run = params.get("run") or "all"
    st.download_button(
        say(here.lang, "page.csv"),
        answer.frame.write_csv(),
        file_name=f"{name}-{run}.csv",
        mime="text/csv",
        key=f"csv_{name}",
        on_click="ignore",
    )
    with st.expander(say(here.lang, "page.sql"), key=f"sql_{name}"):
        filled = [f"-- ${key} = {_literal(value)}" for key, value in params.items()]
        st.code("\n".join([*filled, answer.question.sql]), language="sql")
        if not answer.raw:
            return
        st.caption(say(here.lang, "page.terminal"))
        st.code(commands.ask(name, params, here.lake.path), language="shell", wrap_lines=True)


def _literal(value: str | None) -> str:
    return "NULL" if value is None else "'" + value.replace("'", "''") + "'"
