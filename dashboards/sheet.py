"""Feuille de score: a real table's sheet, kept in the address, beside what simulated deals do."""

from __future__ import annotations

import re

import polars as pl
import streamlit as st

from belote.charts.frames import Share
from belote.charts.words import interval_words, share_words, small_words
from belote.lake.manifest import LakeError, Manifest
from belote.messages import Lang, number, say
from belote.records.page import contract_name, strain_mark
from belote.records.sheet import Game, Line, Sheet, deals_mark_alike
from belote.records.sheet_deal import BELOTE, SheetFault
from belote.records.sheet_text import decode
from dashboards.ui import commands, trouble
from dashboards.ui.address import kept, link
from dashboards.ui.lake import Here, answer
from dashboards.ui.parts import rule_notes
from dashboards.ui.scope import scope
from dashboards.ui.sheet import FAULT, deal_form, set_up, side, undo_or_begin


def page(here: Here) -> None:
    """Draw the sheet in the address, or the choices for a new one."""
    lang, asked = here.lang, st.query_params.get("sheet", "")
    fault = st.session_state.pop(FAULT, None)
    if not asked:
        st.markdown(say(lang, "sheet.lead"))
        set_up(lang, fault)
        return
    try:
        sheet = decode(asked)
    except SheetFault as damaged:
        st.error(damaged.reason(lang))
        set_up(lang, fault)
        return
    _standing(lang, sheet)
    deal_form(lang, sheet, fault)
    for game in reversed(sheet.games()):
        _game(lang, sheet, game)
    undo_or_begin(lang, sheet)
    if sheet.deals:
        _keep(here, sheet)
        _compare(here, sheet)


def _standing(lang: Lang, sheet: Sheet) -> None:
    """The scores, whether the game is over and why, and who deals next."""
    games = sheet.games()
    last = games[-1] if games else None
    scores = (0, 0) if last is None else last.scores
    st.caption(f"{trouble.verbatim(sheet.table)} · {trouble.verbatim(sheet.rules.name)}")
    for column, team in zip(st.columns(2), (0, 1), strict=True):
        column.metric(side(lang, sheet, team), number(lang, scores[team]), border=True)
    if last is not None:
        _end(lang, sheet, last)
    dealer = sheet.next_dealer()
    told = {"dealer": sheet.names[dealer], "first": sheet.names[(dealer + 1) % 4]}
    st.markdown(say(lang, "sheet.next", deal=len(sheet.deals) + 1, **told))
    lines = sheet.lines()
    if lines and lines[-1].held:
        st.markdown(say(lang, "sheet.held", held=lines[-1].held))


def _end(lang: Lang, sheet: Sheet, game: Game) -> None:
    target = number(lang, sheet.rules.target)
    if game.winner is not None:
        low, high = (number(lang, score) for score in sorted(game.scores))
        told = {"team": side(lang, sheet, game.winner), "low": low, "high": high, "target": target}
        told |= {"game": str(game.number), "next": str(game.number + 1)}
        both = min(game.scores) >= sheet.rules.target
        key = "sheet.won_both" if both else "sheet.won"
        st.success(say(lang, key, deal=game.last_deal, **told))
    elif game.end == "belote":
        st.info(say(lang, "sheet.belote_alone", target=target))
    elif game.end == "level":
        st.info(say(lang, "sheet.level", target=target))


def _game(lang: Lang, sheet: Sheet, game: Game) -> None:
    """A game's deals, the newest last, with what each marks and the running scores."""
    st.subheader(say(lang, "sheet.game", game=game.number), anchor=f"game-{game.number}")
    heads = ["", say(lang, "sheet.deal"), *(side(lang, sheet, team) for team in (0, 1))]
    rows = ["| " + " | ".join(heads) + " |", "|---:|---|---:|---:|"]
    for line in sheet.lines():
        if line.game == game.number:
            marks = (
                f"**{number(lang, line.scores[team])}** (+{number(lang, line.marks[team])})"
                for team in (0, 1)
            )
            rows.append("| " + " | ".join([str(line.number), _told(lang, sheet, line), *marks]))
    st.markdown("\n".join(rows))


def _told(lang: Lang, sheet: Sheet, line: Line) -> str:
    """A deal in a few words."""
    deal, outcome = line.deal, say(lang, f"outcome.{line.outcome}")
    if deal.taker is None:
        return outcome
    told = {"taker": sheet.names[deal.taker], "points": deal.points}
    told["trump"] = strain_mark(deal.trump, lang)
    if deal.contract is None:
        parts = [say(lang, "sheet.took", **told)]
    else:
        told["contract"] = contract_name(deal.contract)
        parts = [say(lang, f"sheet.bid_{deal.level}", **told)]
    parts.append(outcome)
    if deal.capot is not None:
        parts.append(say(lang, "sheet.capot_of", team=side(lang, sheet, deal.capot)))
    for team, points in enumerate(deal.belote):
        if points:
            key = "sheet.belote_of" if points == BELOTE else "sheet.belotes_of"
            said = {"team": side(lang, sheet, team), "count": points // BELOTE}
            parts.append(say(lang, key, **said))
    for team, points in enumerate(deal.annonces):
        if points:
            said = {"team": side(lang, sheet, team), "points": points}
            parts.append(say(lang, "sheet.annonces_of", **said))
    if line.held:
        parts.append(say(lang, "sheet.still_held", held=line.held))
    if line.carried:
        parts.append(say(lang, "sheet.carried", carried=line.carried))
    return ", ".join(parts)


def _keep(here: Here, sheet: Sheet) -> None:
    """The sheet as a file, the command that replays it, and its link."""
    file = re.sub(r"[^\w-]+", "-", sheet.table).strip("-") + ".jsonl"
    st.download_button(
        say(here.lang, "sheet.download"),
        sheet.to_records(),
        file_name=file,
        mime="application/jsonl",
        key="sheet_download",
        on_click="ignore",
    )
    st.caption(say(here.lang, "sheet.replay"))
    st.code(commands.replay(file, here.lake.path), language="shell", wrap_lines=True)
    values = {**kept(), "lang": here.lang, "page": "sheet"}
    address = link(**values)
    st.markdown(f"[{say(here.lang, 'page.link')}]({address})")


# Beside the simulated deals


def _compare(here: Here, sheet: Sheet) -> None:
    """How often takers fail here, and in a run marked under rules that mark deals alike."""
    lang = here.lang
    if not here.complete:
        return
    st.subheader(say(lang, "sheet.compare"), anchor="compare")
    chosen = scope(here, rules=False)
    if chosen is None:
        return
    if chosen.run.auction != sheet.rules.auction:
        st.info(say(lang, "sheet.other_auction"))
        return
    rules = _marked_alike(chosen.run, sheet)
    if rules is None:
        st.info(say(lang, "sheet.not_marked"))
        command = commands.mark(chosen.run.run_id, here.lake.path, sheet.rules.name)
        st.code(command, language="shell", wrap_lines=True)
        return
    with st.spinner(say(lang, "page.asking")):
        simulated = _simulated(here, chosen.run.run_id, rules)
    counts = sheet.tally()
    taken = counts["made"] + counts["chute"] + counts["litige"]
    heads = say(lang, "sheet.compare_head").split(";")
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    pairs = [(name, Share(counts[name], taken), share) for name, share in simulated.items()]
    for name, here_, there in pairs:
        words = [say(lang, f"sheet.compare_{name}"), _said(lang, here_), _said(lang, there)]
        lines.append("| " + " | ".join(words) + " |")
    st.markdown("\n".join(lines))
    notes = [say(lang, "sheet.compare_under", rules=trouble.verbatim(rules))]
    if any(share.small for pair in pairs for share in pair[1:]):
        notes.append(small_words(lang))
    st.caption(" ".join([*notes, *rule_notes(lang, chosen.run, rules)]))


def _marked_alike(run: Manifest, sheet: Sheet) -> str | None:
    """The name of a rule set that the run is marked under and that marks deals as the sheet."""
    for name in sorted(run.marked, key=lambda name: name != sheet.rules.name):
        try:
            if deals_mark_alike(run.rule_set(name), sheet.rules):
                return name
        except LakeError:
            continue
    return None


def _simulated(here: Here, run: str, rules: str) -> dict[str, Share]:
    """The run's chutes, litiges where there are any, and capots."""
    frame = answer(here, "outcome_rate_by_rules", run=run).frame.filter(pl.col("rules") == rules)
    found = {
        row["outcome"]: Share(row["k"], row["n"])
        for row in frame.iter_rows(named=True)
        if row["outcome"] in ("chute", "litige")
    }
    capots = answer(here, "capot_rate", run=run).frame.filter(pl.col("side") == "taker")
    for row in capots.iter_rows(named=True):
        found["capot"] = Share(row["k"], row["n"])
    return found


def _said(lang: Lang, share: Share) -> str:
    """A share with its count; grey where it is of few cases."""
    if not share.n:
        return "–"
    told = {"share": share_words(lang, share), "interval": interval_words(lang, share)}
    counts = {"k": number(lang, share.k), "n": number(lang, share.n)}
    text = say(lang, "sheet.compare_said", **told, **counts)
    return f":gray[{text}]" if share.small else text
