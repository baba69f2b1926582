"""The lake as a page sees it: which one, what is in it, and answers that are asked for once."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import streamlit as st

from belote.lake.manifest import Manifest
from belote.lake.questions import Question, ask, question
from belote.lake.store import Lake, default_lake, open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import Lang

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

    def run(self, name: str) -> Manifest:
        """A complete run of that name; raises KeyError."""
        return {manifest.run_id: manifest for manifest in self.complete}[name]


@dataclass(frozen=True)
class Answer:
    """A named question, what was filled in, and the frame that came back."""

    question: Question
    params: Params
    frame: pl.DataFrame


def lake_path() -> Path:
    """The lake that the server was started for."""
    named = os.environ.get("BELOTE_LAKE")
    return Path(named) if named else default_lake()


def no_lake_at(path: Path) -> bool:
    """Whether there is nothing at all at a path, rather than something that is no lake."""
    return not path.exists() or (path.is_dir() and not any(path.iterdir()))


def look(lang: Lang, path: Path) -> Here:
    """The lake at a path and its runs as they are now; raises `LakeError` for what is damaged."""
    lake = open_lake(path)
    newest = sorted(lake.manifests(), key=lambda m: (m.created_at, m.run_id), reverse=True)
    complete = tuple(manifest for manifest in newest if manifest.status == "complete")
    unfinished = tuple(manifest for manifest in newest if manifest.status != "complete")
    return Here(lang, lake, complete, unfinished)


def answer(here: Here, name: str, **params: str | None) -> Answer:
    """The answer to a named question, asked once for a version of the lake.

    Raises `QueryError` where the lake cannot answer, `QuestionError` for what is not there.
    """
    filled = tuple(sorted(params.items()))
    frame = _frame(str(here.lake.path.absolute()), here.lake.version(), name, filled)
    return Answer(question(name), filled, frame)


@st.cache_resource(max_entries=8, show_spinner=False)
def _warehouse(path: str) -> Warehouse:
    return Warehouse(open_lake(path))


@st.cache_data(max_entries=500, show_spinner=False)
def _frame(path: str, version: Version, name: str, params: Params) -> pl.DataFrame:
    """The frame; ``version`` is part of the cache's key, so that a new run is seen at once."""
    return ask(_warehouse(path), name, dict(params))
