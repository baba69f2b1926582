"""The first page: how often each turned card is taken, how often takers fail, odds of a capot."""

from __future__ import annotations

import streamlit as st

from belote.charts.frames import Share, added_up, has_small
from belote.charts.turned import chute_alt, chute_chart, taken_alt, taken_chart
from belote.charts.words import small_words
from belote.lake.manifest import LakeError, Manifest
from belote.messages import Lang, say
from dashboards.ui import trouble
from dashboards.ui.address import Choice, choice, link, pick
from dashboards.ui.lake import Here, answer
from dashboards.ui.parts import facts, figure, lead, odds, sources


def page(here: Here) -> None:
    """Draw the page for the run in the address, the newest complete one where it names none."""
    lang = here.lang
    if not here.complete:
        trouble.nothing_to_show(here)
        return
    names = [manifest.run_id for manifest in here.complete]
    chosen = choice("run", names, names[0])
    left, right = st.columns(2, gap="medium")
    with left:
        pick("run", names, chosen, say(lang, "run.label"), say(lang, "run.choose"))
    for manifest in here.unfinished:
        st.caption(trouble.writing(lang, manifest))
    if chosen.value is None:
        trouble.no_such_run(here, chosen.refused or "")
        return
    run = here.run(chosen.value)
    judging = choice("rules", run.marked, run.rules if run.rules in run.marked else run.marked[0])
    with right:
        pick("rules", run.marked, judging, say(lang, "page.rules"), say(lang, "page.choose_rules"))
    with st.spinner(say(lang, "page.asking")):
        _figures(here, run, judging)
    address = link(lang=lang, run=run.run_id, rules=judging.value)
    st.markdown(f"[{say(lang, 'page.link')}]({address})")


def _figures(here: Here, run: Manifest, judging: Choice) -> None:
    lang = here.lang
    taken = answer(here, "taken_rate_by_turned_card", run=run.run_id)
    either = added_up(taken.frame.filter(taken.frame["round"].is_null()))
    facts(here, run, Share(either.n - either.k, either.n))
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(say(lang, "taken.title"), anchor="taken")
        lead(lang, "taken.lead", either)
        under = [say(lang, "taken.under"), *_small(lang, has_small(taken.frame))]
        figure(here, taken, taken_chart(taken.frame, lang), taken_alt(taken.frame, lang), under)
    with right:
        st.subheader(say(lang, "chute.title"), anchor="chute")
        if judging.value is None:
            trouble.no_such_rules(here, run, judging.refused or "")
        elif either.k == 0:
            st.info(say(lang, "page.nobody"))
        else:
            _chute(here, run, judging.value)
    st.subheader(say(lang, "capot.title"), anchor="capot")
    _capot(here, run)


def _chute(here: Here, run: Manifest, rules: str) -> None:
    lang = here.lang
    chute = answer(here, "chute_rate_by_turned_card", run=run.run_id, rules=rules)
    frame = chute.frame
    lead(lang, "chute.lead", added_up(frame))
    under = [say(lang, "chute.under", rules=trouble.verbatim(rules))]
    under += [*_rule_notes(lang, run, rules), *_small(lang, has_small(frame))]
    figure(here, chute, chute_chart(frame, lang), chute_alt(frame, lang), under)


def _rule_notes(lang: Lang, run: Manifest, name: str) -> list[str]:
    """What a reader must know of the rule set that judges."""
    try:
        judging, played = run.rule_set(name), run.rule_set(run.rules)
    except LakeError:
        return []
    notes: list[str] = []
    if judging.tie == "litige":
        notes.append(say(lang, "chute.litige"))
    if not judging.plays_like(played):
        rules, under = trouble.verbatim(name), trouble.verbatim(run.rules)
        notes.append(say(lang, "chute.replayed", played=under, rules=rules))
    return notes


def _capot(here: Here, run: Manifest) -> None:
    lang = here.lang
    capot = answer(here, "capot_rate", run=run.run_id)
    shares = {row["side"]: Share(row["k"], row["n"]) for row in capot.frame.iter_rows(named=True)}
    if not shares:
        st.info(say(lang, "page.nobody"))
        return
    for column, side in zip(st.columns(2, gap="medium"), ("taker", "defence"), strict=True):
        with column:
            odds(lang, say(lang, f"capot.side_{side}"), shares[side])
    small = any(share.small for share in shares.values())
    st.caption(" ".join([say(lang, "capot.under"), *_small(lang, small)]))
    sources(here, capot)


def _small(lang: Lang, any_small: bool) -> list[str]:
    return [small_words(lang)] if any_small else []
