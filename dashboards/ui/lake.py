"""The lake as a page sees it: which one, what is in it, and answers that are asked for once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import streamlit as st

from belote.game.tally import ScoredCells
from belote.lake.custom import scored_cells
from belote.lake.files import byte_fault
from belote.lake.find import FoundDeal, find_deal, find_deals
from belote.lake.manifest import LakeError, Manifest
from belote.lake.questions import Question, ask, ask_rollup, question, rollup, rollups
from belote.lake.store import Lake, default_lake, open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import Lang
from belote.solver.deals import Analysis, analyse

Version = tuple[tuple[str, int, int], ...]
Params = tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class Here:
    """What every page is given: the visitor's language, and the lake with its runs."""

    lang: Lang
    lake: Lake
    complete: tuple[Manifest, ...]
    """Newest first."""
    unfinished: tuple[Manifest, ...]
    pages: tuple[str, ...] = ()
    """Names of the pages that there are."""

    def run(self, name: str) -> Manifest:
        """A complete run of that name; raises KeyError."""
        return {manifest.run_id: manifest for manifest in self.complete}[name]


@dataclass(frozen=True)
class Answer:
    """A named question, what was filled in, and the frame that came back."""

    question: Question
    params: Params
    frame: pl.DataFrame
    left_out: tuple[str, ...] = ()
    """Filters asked for that the question does not take."""
    counted: bool = True
    """Whether it comes out of rollups, not deal by deal."""

    @property
    def raw(self) -> bool:
        """Whether the question at the terminal gives the same rows."""
        taken = [param.name for param in question(self.question.name).params]
        return all(name in taken or value is None for name, value in self.params)


def lake_path() -> Path:
    """The lake that the server was started for."""
    named = os.environ.get("BELOTE_LAKE")
    return Path(named) if named else default_lake()


def no_lake_at(path: Path) -> bool:
    """Whether there is nothing at all at a path, rather than something that is no lake."""
    return not path.exists() or (path.is_dir() and not any(path.iterdir()))


def look(lang: Lang, path: Path, pages: tuple[str, ...]) -> Here:
    """The lake at a path and its runs as they are now; raises `LakeError` for what is damaged."""
    lake = open_lake(path)
    newest = sorted(lake.manifests(), key=lambda m: (m.created_at, m.run_id), reverse=True)
    complete = tuple(manifest for manifest in newest if manifest.status == "complete")
    unfinished = tuple(manifest for manifest in newest if manifest.status != "complete")
    return Here(lang, lake, complete, unfinished, pages)


def answer(here: Here, name: str, **params: str | None) -> Answer:
    """The answer to a named question out of the run's rollup, asked once for a version of the lake.

    A run without a rollup, or a question without one, is asked deal by deal: without the filters
    that only rollups know. With None for the run it is answered for every run that has a rollup.
    Raises `QueryError` where the lake cannot answer, `QuestionError` for what is not there.
    """
    path, version = str(here.lake.path.absolute()), here.lake.version()
    counted = params["run"] is None or here.run(params["run"]).is_counted
    quick = counted and name in {one.name for one in rollups()}
    asked = rollup(name) if quick else question(name)
    taken = {param.name for param in asked.params}
    filled = tuple(sorted((key, value) for key, value in params.items() if key in taken))
    frame = _frame(path, version, name, filled, quick)
    left_out = tuple(key for key in params if key not in taken)
    return Answer(asked, filled, frame, left_out, quick)


def cells(here: Here, run: str) -> ScoredCells:
    """A run's deals by all that a mark depends on, read once for a version of the lake.

    Raises `LakeError` for a run that has no such counts.
    """
    return _cells(str(here.lake.path.absolute()), here.lake.version(), run)


def deal(here: Here, run: str, table: str, number: int) -> FoundDeal:
    """A deal, read once for a version of the lake; raises as `find_deal` does."""
    return _deal(str(here.lake.path.absolute()), here.lake.version(), run, table, number)


def analysis(here: Here, found: FoundDeal) -> Analysis | None:
    """What the solver says of a deal, solved once for a version of the lake."""
    key = found.facts["run_id"], found.facts["table_id"], found.facts["deal_no"]
    return _analysis(str(here.lake.path.absolute()), here.lake.version(), *key)


def deals(here: Here, run: str, rules: str, filters: Mapping[str, str], limit: int) -> pl.DataFrame:
    """Deals that match, looked for once for a version of the lake; raises as `find_deals` does."""
    path, version = str(here.lake.path.absolute()), here.lake.version()
    return _deals(path, version, run, rules, tuple(sorted(filters.items())), limit)


@st.cache_resource(max_entries=8, show_spinner=False)
def _warehouse(path: str) -> Warehouse:
    return Warehouse(open_lake(path))


@st.cache_data(max_entries=2000, show_spinner=False)
def _frame(path: str, version: Version, name: str, params: Params, quick: bool) -> pl.DataFrame:
    """The frame; ``version`` is part of the cache's key, so that a new run is seen at once.

    A rollup's bytes are compared with those committed: one that changed might still be read.
    """
    frame = (ask_rollup if quick else ask)(_warehouse(path), name, dict(params))
    if quick:
        lake, only = open_lake(path), dict(params)["run"]
        for run in lake.manifests() if only is None else [lake.manifest(only)]:
            for file in run.of_kind("counts"):
                if (fault := byte_fault(lake.run_folder(run.run_id) / file.name, file)) is not None:
                    raise LakeError(fault)
    return frame


@st.cache_resource(max_entries=20, show_spinner=False)
def _cells(path: str, version: Version, run: str) -> ScoredCells:
    """The cells, which nobody changes; ``version`` as in `_frame`."""
    return scored_cells(open_lake(path), run)


@st.cache_data(max_entries=200, show_spinner=False)
def _deal(path: str, version: Version, run: str, table: str, number: int) -> FoundDeal:
    """The deal; ``version`` as in `_frame`."""
    return find_deal(_warehouse(path), run, table, number)


@st.cache_data(max_entries=200, show_spinner=False)
def _analysis(path: str, version: Version, run: str, table: str, number: int) -> Analysis | None:
    """The analysis, under the rules that the deal was played under; ``version`` as in `_frame`."""
    found = _deal(path, version, run, table, number)
    return analyse(found.deal, open_lake(path).manifest(run).rule_set(found.facts["rules"]))


@st.cache_data(max_entries=200, show_spinner=False)
def _deals(
    path: str,
    version: Version,
    run: str,
    rules: str,
    filters: tuple[tuple[str, str], ...],
    limit: int,
) -> pl.DataFrame:
    """The deals; ``version`` as in `_frame`."""
    return find_deals(_warehouse(path), run, rules, dict(filters), limit)
