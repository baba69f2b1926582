"""What a visitor is told when something is missing or wrong: in words, with the command to run."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from belote.lake.manifest import LakeError, Manifest
from belote.lake.questions import QuestionError
from belote.lake.warehouse import QueryError
from belote.messages import Lang, number, say
from dashboards.ui import commands
from dashboards.ui.address import link
from dashboards.ui.lake import Here

_LOG = logging.getLogger("belote.dashboard")
_NAMED_AT_MOST = 16
_LONGEST = 100


@contextmanager
def explained(lang: Lang, lake: Path) -> Generator[None]:
    """Turn any error inside into words on the page; what is unexpected goes to the log in full."""
    try:
        yield
    except (LakeError, QueryError) as error:
        st.error(say(lang, "trouble.damaged", path=verbatim(lake)))
        _command(commands.check(lake))
        st.caption(say(lang, "trouble.detail", detail=verbatim(error, longest=1000)))
    except QuestionError as error:
        st.warning(say(lang, "trouble.changed"))
        st.caption(say(lang, "trouble.detail", detail=verbatim(error, longest=1000)))
    except Exception as error:
        _LOG.exception("the page met an error it does not know")
        st.error(say(lang, "trouble.unexpected", kind=verbatim(type(error).__name__)))


def no_lake(lang: Lang, path: Path) -> None:
    """There is no lake yet."""
    st.info(say(lang, "trouble.no_lake", path=verbatim(path)))
    _command(commands.simulate_some(path))


def nothing_to_show(here: Here) -> None:
    """The lake has no complete run: it is empty, or all its runs are still being written."""
    path = verbatim(here.lake.path)
    if not here.unfinished:
        st.info(say(here.lang, "trouble.no_runs", path=path))
        _command(commands.simulate_some(here.lake.path))
        return
    st.info(say(here.lang, "trouble.unfinished", path=path))
    for manifest in here.unfinished:
        st.markdown(writing(here.lang, manifest))
        _resume(manifest, here)


def no_such_language(lang: Lang, asked: str, languages: Sequence[str]) -> None:
    """The address asks for a language that there is not."""
    names = _listed(lang, languages)
    st.warning(say(lang, "trouble.no_such_language", asked=verbatim(asked), names=names))


def no_such_page(lang: Lang, asked: str, pages: Sequence[str]) -> None:
    """The address asks for a page that there is not."""
    names = _listed(lang, pages)
    st.error(say(lang, "trouble.no_such_page", asked=verbatim(asked), names=names))


def no_such_run(here: Here, asked: str) -> None:
    """The address asks for a run that is not there, or not finished."""
    for manifest in here.unfinished:
        if manifest.run_id == asked:
            done = number(here.lang, manifest.committed_deals)
            deals = number(here.lang, manifest.deals)
            name = verbatim(asked)
            st.error(say(here.lang, "trouble.unfinished_run", asked=name, done=done, deals=deals))
            _resume(manifest, here)
            return
    names = _listed(here.lang, [manifest.run_id for manifest in here.complete])
    st.error(say(here.lang, "trouble.no_such_run", asked=verbatim(asked), names=names))


def no_such_rules(here: Here, run: Manifest, asked: str) -> None:
    """The address asks for a rule set that the run is not marked under."""
    names = _listed(here.lang, run.marked)
    st.error(say(here.lang, "trouble.no_such_rules", asked=verbatim(asked), names=names))
    _command(commands.mark(run.run_id, here.lake.path))


def no_such_filter(lang: Lang, name: str, asked: str, options: Sequence[str]) -> None:
    """The address asks for a value that a filter does not take."""
    names = _listed(lang, options)
    st.error(say(lang, "filter.no_such", filter=name, asked=verbatim(asked), names=names))


def no_deals_kept(here: Here, run: Manifest) -> None:
    """A run keeps only its counts: what can be opened instead."""
    st.info(say(here.lang, "deal.counts_only", run=verbatim(run.run_id)))
    others = [other.run_id for other in here.complete if other.keeps != "counts"]
    if not others:
        st.markdown(say(here.lang, "deal.no_other"))
        _command(commands.simulate_some(here.lake.path))
        return
    runs = _run_links(here, "deal", others)
    st.markdown(say(here.lang, "deal.other_runs", runs=runs))


def no_contracts(here: Here, run: Manifest, page: str) -> None:
    """A run's auction is the prise: where contracts are, on this page or after a command."""
    lang = here.lang
    st.info(say(lang, "contracts.none", run=verbatim(run.run_id)))
    others = [other.run_id for other in here.complete if other.auction == "coinche"]
    if others:
        st.markdown(say(lang, "contracts.other_runs", runs=_run_links(here, page, others)))
        return
    st.markdown(say(lang, "contracts.no_other"))
    _command(commands.simulate_under("coinche", run, here.lake.path))


def other_auction(here: Here, run: Manifest) -> None:
    """No run of the prise has the players of a run of coinche: the command that plays one."""
    st.markdown(say(here.lang, "contracts.no_prise"))
    _command(commands.simulate_under("litige", run, here.lake.path))


def writing(lang: Lang, manifest: Manifest) -> str:
    """That a run is being written, or was interrupted, and how far it is."""
    done, deals = number(lang, manifest.committed_deals), number(lang, manifest.deals)
    return say(lang, "run.writing", run=verbatim(manifest.run_id), done=done, deals=deals)


def verbatim(text: object, longest: int = _LONGEST) -> str:
    """A text from outside as it is: no Markdown in it works, no picture is fetched."""
    plain = " ".join(str(text).replace("`", "'").split())
    return f"`{plain if len(plain) <= longest else plain[: longest - 1] + '…'}`"


def _listed(lang: Lang, names: Sequence[str]) -> str:
    shown = [verbatim(name) for name in names[:_NAMED_AT_MOST]]
    left = len(names) - len(shown)
    return ", ".join(shown + ([say(lang, "trouble.and_more", count=left)] if left else []))


def _run_links(here: Here, page: str, names: Sequence[str]) -> str:
    """Links to a page over each of some runs, not too many."""
    return ", ".join(
        f"[{verbatim(name)}]({link(lang=here.lang, page=page, run=name)})"
        for name in names[:_NAMED_AT_MOST]
    )


def _resume(manifest: Manifest, here: Here) -> None:
    if manifest.kind == "simulated":
        _command(commands.resume(manifest, here.lake.path))


def _command(text: str) -> None:
    st.code(text, language="shell", wrap_lines=True)
