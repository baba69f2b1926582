"""The README shows what its commands print, and what it promises is there."""

from __future__ import annotations

from pathlib import Path

import pytest

import readme

TEXT = readme.README.read_text(encoding="utf-8")
EXAMPLES = readme.examples(TEXT)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme") / "lake"


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.command for example in EXAMPLES])
def test_a_command_prints_what_the_readme_shows(example: readme.Example, lake: Path):
    printed = readme.run_example(example.command, lake)
    assert readme.same_every_time(printed) == readme.same_every_time(example.output)


def test_the_readme_has_at_least_five_examples_after_the_demo():
    assert EXAMPLES[0].command.startswith("belote demo")
    assert len(EXAMPLES) >= 6


def test_every_picture_of_the_readme_is_there():
    assert "](docs/dashboard.png)" in TEXT
    assert (readme.README.parent / "docs" / "dashboard.png").stat().st_size > 10_000
