"""The named questions and checks of ``sql/``: what each asks, its parameters, and its answer.

A question may have a second form in ``sql/rollups``: the same columns and rows, answered from the
rollups of the runs in milliseconds whatever their size, and with filters of its own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import polars as pl

from belote.game.auction import CONTRACTS
from belote.game.variants import RuleError, nearest, rule_set
from belote.lake.store import Lake
from belote.lake.warehouse import Warehouse
from belote.resources import sql_folder

Folder = Literal["questions", "checks", "rollups"]

FILTERS: dict[str, tuple[str, ...]] = {
    "turned": tuple("789TJQKA"),
    "round": ("1", "2"),
    "position": ("1", "2", "3", "4"),
    "trumps": tuple("012345678"),
    "contract": tuple(map(str, CONTRACTS)),
    "trump": ("s", "h", "d", "c", "sa", "ta"),
    "coinche_level": ("0", "1", "2"),
}
"""What a filter of a rollup's question takes."""

AMOUNTS = {"stake": 1_000_000, "cut": 1}
"""Parameters that are numbers from 0, and the most that each may be."""

_PARAM = re.compile(r"param (\w+) \(default ([^)]*)\): (.+)")


class QuestionError(Exception):
    """A question, check or parameter that is not there; one sentence with the nearest name."""


@dataclass(frozen=True)
class Param:
    """One parameter of a question: its default as text (None is NULL) and its meaning."""

    name: str
    default: str | None
    meaning: str


@dataclass(frozen=True)
class Question:
    """A file of SQL: ``sql`` takes every parameter as ``$name`` and gives one row per ``grain``."""

    name: str
    question: str
    grain: str
    params: tuple[Param, ...]
    sql: str


def questions() -> list[Question]:
    """The named questions of ``sql/questions``, sorted by name."""
    return list(_read("questions").values())


def checks() -> list[Question]:
    """The checks of ``sql/checks``, sorted by name: queries that return no rows for a sound run."""
    return list(_read("checks").values())


def question(name: str) -> Question:
    """The question of that name; raises `QuestionError` with the nearest one."""
    return _named("questions", name)


def rollups() -> list[Question]:
    """The questions that rollups answer, of ``sql/rollups``, sorted by name."""
    return list(_read("rollups").values())


def rollup(name: str) -> Question:
    """The question of that name as rollups answer it; raises `QuestionError` with the nearest."""
    return _named("rollups", name)


def ask(
    warehouse: Warehouse, name: str, params: Mapping[str, str | int | None] | None = None
) -> pl.DataFrame:
    """The answer to a named question; parameters not given are at their default.

    Where a run that is asked keeps only its counts, all are asked through their rollups. A rule set
    may be written in any form that `belote.game.variants.rule_set` reads. Raises `QuestionError`
    for an unknown question, parameter, run or rule set, for runs of which one has only counts and
    another only rows, or for a run of counts and a question that they do not answer; `QueryError`
    where the lake cannot answer.
    """
    asked = question(name)
    values = _values(warehouse, asked, params or {})
    run = values.get("run")
    if not _keeps_counts(warehouse.lake, None if run is None else str(run)):
        return warehouse.frame(asked.sql, values)
    if name not in _read("rollups"):
        which = "a run is here that" if run is None else f"run {run!r}"
        other = ": name another with the parameter run" if run is None else ""
        raise QuestionError(
            f"{name} is asked deal by deal, and {which} keeps only its counts{other}"
        )
    return ask_rollup(warehouse, name, values)


def ask_rollup(
    warehouse: Warehouse, name: str, params: Mapping[str, str | int | None] | None = None
) -> pl.DataFrame:
    """The answer to a named question out of the rollups of runs that have one.

    Its parameters are those of the question, and filters that are NULL for everything. Raises as
    `ask` does, and `QuestionError` for a value that a filter does not take.
    """
    asked = rollup(name)
    return warehouse.frame(asked.sql, _values(warehouse, asked, params or {}))


def violations(warehouse: Warehouse, name: str, run: str | None = None) -> pl.DataFrame:
    """What a named check finds in a run, or in every complete run: no row when all is well.

    Raises `QuestionError` for an unknown check or run, `QueryError` where the lake cannot answer.
    """
    check = _named("checks", name)
    return warehouse.frame(check.sql, _values(warehouse, check, {"run": run}))


@lru_cache(maxsize=3)
def _read(folder: Folder) -> dict[str, Question]:
    files = sorted((sql_folder() / folder).glob("*.sql"))
    return {
        file.stem: parse_question(file.stem, file.read_text(encoding="utf-8")) for file in files
    }


def parse_question(name: str, text: str) -> Question:
    """The question in a file's text: a comment of question, grain and parameters, then SQL.

    Raises `QuestionError` for a head that lacks one of them, or parameters that the head and the
    SQL do not share.
    """
    head: list[str] = []
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        head.append(line.removeprefix("--").strip())
    if len(head) < 2 or not head[1].startswith("grain: "):
        raise QuestionError(f"{name}.sql does not open with its question and '-- grain: …'")
    params = tuple(
        Param(found[1], None if found[2] == "NULL" else found[2], found[3])
        for found in map(_PARAM.fullmatch, head[2:])
        if found
    )
    used = set(re.findall(r"\$(\w+)", text))
    if used != {param.name for param in params}:
        raise QuestionError(f"{name}.sql uses {sorted(used)}, not the parameters it declares")
    sql = text.strip().removesuffix(";")
    return Question(name, head[0], head[1].removeprefix("grain: "), params, sql)


def _named(folder: Folder, name: str) -> Question:
    known = _read(folder)
    if name not in known:
        raise QuestionError(
            f"there is no {folder[:-1]} {name!r}{nearest(name, list(known))};"
            f" {folder}: {', '.join(known)}"
        )
    return known[name]


def _values(
    warehouse: Warehouse, asked: Question, given: Mapping[str, str | int | None]
) -> dict[str, str | int | None]:
    """A value for every parameter of a question."""
    names = [param.name for param in asked.params]
    for name in given:
        if name not in names:
            takes = f"it takes {', '.join(names)}" if names else "it takes none"
            raise QuestionError(
                f"{asked.name} has no parameter {name!r}{nearest(name, names)}; {takes}"
            )
    values = {param.name: given.get(param.name, param.default) for param in asked.params}
    for name, value in values.items():
        if value is not None and str(value) not in FILTERS.get(name, (str(value),)):
            takes = ", ".join(FILTERS[name])
            raise QuestionError(f"{name} cannot be {str(value)!r}: it takes {takes}")
        if value is not None and name in AMOUNTS:
            _check_amount(name, str(value))
    run, rules = values.get("run"), values.get("rules")
    if run is not None:
        _check_run(warehouse, str(run))
    if rules is not None:
        values["rules"] = _known_rules(warehouse, str(rules), None if run is None else str(run))
    return values


def _check_amount(name: str, text: str) -> None:
    try:
        amount = float(text)
    except ValueError:
        amount = math.nan
    if not 0 <= amount <= AMOUNTS[name]:
        most = f"{AMOUNTS[name]:,}"
        raise QuestionError(f"{name} cannot be {text[:40]!r}: it is a number from 0 to {most}")


def _check_run(warehouse: Warehouse, run: str) -> None:
    runs = dict(warehouse.rows("SELECT run_id, status FROM runs"))
    if run not in runs:
        raise QuestionError(f"there is no run {run!r}{nearest(run, list(runs))}")
    if runs[run] == "unfinished":
        raise QuestionError(f"run {run!r} is unfinished, and no question reads it before its end")


def _keeps_counts(lake: Lake, run: str | None) -> bool:
    """Whether the rollup is all that is kept of a run, or of any complete run."""
    asked = [m for m in lake.manifests() if m.status == "complete" and run in (None, m.run_id)]
    reduced = [m.run_id for m in asked if m.keeps == "counts"]
    uncounted = [m.run_id for m in asked if not m.is_counted]
    if reduced and uncounted:
        raise QuestionError(
            f"run {reduced[0]!r} keeps only its counts and run {uncounted[0]!r} has none:"
            " ask of one run at a time with the parameter run"
        )
    return bool(reduced)


def _known_rules(warehouse: Warehouse, text: str, run: str | None) -> str:
    """The name of a rule set that a run, or any run, is marked under."""
    marked = {
        name
        for name, run_id in warehouse.rows("SELECT rules, run_id FROM stored.run_rules")
        if run in (None, run_id)
    }
    try:
        name = rule_set(text).name
    except RuleError:
        name = text
    if name not in marked:
        where = "no run" if run is None else f"not run {run!r}"
        raise QuestionError(
            f"the rule set {text!r} marks {where}{nearest(name, sorted(marked))};"
            f" 'belote mark RUN --rules {text}' adds it"
        )
    return name
