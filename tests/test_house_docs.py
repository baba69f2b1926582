"""What is public is documented: commands, rule fields, views and questions."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer.main

from belote.game.variants import FIELDS
from belote.lake.schema import VIEWS
from guards.tree import ROOT, project_files

CONTRACT = [
    *("demo", "simulate", "show", "runs", "check", "drop", "rules", "mark"),
    *("sql", "question", "schema", "dashboard", "bench", "compare", "league", "advise"),
]
STATEMENTS = [path for path in project_files() if re.fullmatch(r"sql/.*\.sql", path)]


def example_missing(name: str, text: str) -> str | None:
    """What a command's help lacks: a sentence first, then a line that calls the command."""
    if not text.strip() or re.match(rf"\W*belote {name}\b", text):
        return f"the help of 'belote {name}' does not say what it does"
    if not re.search(rf"belote {name}\b", text):
        return f"the help of 'belote {name}' has no example"
    return None


def head_missing(path: str, text: str) -> str | None:
    """What a file of sql/ lacks: its question on the first line, its grain on the second."""
    first, second, *_ = [*text.splitlines(), "", ""]
    if not re.match(r"-- \w.*\?$", first):
        return f"{path}: the first line is no comment that asks a question"
    return (
        None
        if re.match(r"-- grain: \w", second)
        else f"{path}: the second line does not say the grain"
    )


@pytest.fixture(scope="module")
def commands() -> dict[str, Any]:
    """The commands of `belote` by name."""
    from belote.cli.app import load_commands

    return getattr(typer.main.get_command(load_commands()), "commands", {})


def test_the_commands_of_the_contract_exist(commands: dict[str, Any]):
    assert [name for name in CONTRACT if name not in commands] == []


def test_the_help_of_every_command_has_an_example(commands: dict[str, Any]):
    helps = {name: f"{c.help or ''}\n{c.epilog or ''}" for name, c in commands.items()}
    faults = [example_missing(name, text) for name, text in helps.items()]
    assert [fault for fault in faults if fault] == []


def test_a_help_without_an_example_is_a_fault():
    assert example_missing("runs", "List the runs.\n\nExample: belote runs") is None
    assert "no example" in str(example_missing("runs", "List the runs."))
    assert "what it does" in str(example_missing("runs", "belote runs"))


def test_every_rule_field_and_view_column_has_its_meaning():
    assert [field.name for field in FIELDS if not field.meaning] == []
    columns = [(v.name, c.name, c.meaning) for v in VIEWS.values() for c in v.columns]
    assert [column for column in columns if not column[2]] == []
    assert all(view.grain for view in VIEWS.values())


def test_the_data_dictionary_names_every_view_and_column():
    dictionary = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    names = {view.name for view in VIEWS.values()}
    names |= {column.name for view in VIEWS.values() for column in view.columns}
    assert sorted(name for name in names if not re.search(rf"\b{name}\b", dictionary)) == []


def test_every_file_of_sql_says_what_it_answers_and_its_grain():
    assert any(path.startswith("sql/questions/") for path in STATEMENTS)
    faults = [head_missing(path, (ROOT / path).read_text(encoding="utf-8")) for path in STATEMENTS]
    assert [fault for fault in faults if fault] == []


def test_a_file_of_sql_without_its_head_is_a_fault():
    question = "-- How often is it taken?\n"
    assert head_missing("q.sql", question + "-- grain: turned card\nSELECT 1") is None
    assert "question" in str(head_missing("q.sql", "SELECT 1"))
    assert "grain" in str(head_missing("q.sql", question + "-- a card\nSELECT 1"))
