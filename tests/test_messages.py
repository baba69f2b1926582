"""The one catalogue: every message in both languages, none missing, none left over."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from belote.messages import LANGUAGES, catalogue, number, percent, say
from guards.tree import python_sources

SPEAKERS = {"say": 1, "sentence": 1, "lead": 1}
"""Functions that say a message, and which of their arguments is its key."""

PAGES = (
    "interval",
    "chart",
    "position",
    "round",
    "held",
    "turned",
    "taking",
    "points",
    "rules",
    "filter",
    "lake",
    "taken",
    "chute",
    "capot",
    "contracts",
    "deal",
    "player",
    "players",
    "run",
    "sheet",
    "sheet_fault",
    "rule",
    "advise",
    "menu",
    "page",
    "trouble",
    "variants",
    "games",
)
"""The dashboard's sections, where French lines may break anywhere."""


class Use(NamedTuple):
    """A place in the sources that names a message, or several by an f-string."""

    where: str
    text: str
    """As it stands there, a star for each value of an f-string."""
    said: bool
    """Whether one of `SPEAKERS` is asked to say it; else it is a text that may be a key."""
    given: frozenset[str] | None = None
    """Names of the values given, where `say` is called with all of them in sight."""

    def keys(self, texts: dict[str, dict[str, str]]) -> list[str]:
        """The messages it may mean; a star is a word, and never the section."""
        if self.text.startswith("*"):
            return []
        pattern = re.escape(self.text).replace(r"\*", r"\w+")
        return [key for key in texts if re.fullmatch(pattern, key)]


def sources() -> dict[str, str]:
    """The package's and the dashboard's own sources."""
    rooms = ("pipeline/", "dashboards/")
    return {path: text for path, text in python_sources().items() if path.startswith(rooms)}


def uses(path: str, source: str) -> Iterator[Use]:
    """Every text of a source that is said, or may be."""
    seen: set[int] = set()  # a call comes before its arguments, an f-string before its parts
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).split(".")[-1]
            if name not in SPEAKERS or len(node.args) <= SPEAKERS[name]:
                continue
            key = node.args[SPEAKERS[name]]
            given = [keyword.arg for keyword in node.keywords]
            plain = name == "say" and None not in given
            values = frozenset(str(value) for value in given) if plain else None
            if (text := _text(key)) is not None:
                yield Use(f"{path}:{node.lineno}", text, True, values)
            seen.update(id(part) for part in ast.walk(key))
        elif id(node) not in seen and (text := _text(node)) is not None:
            yield Use(f"{path}:{node.lineno}", text, False)
            seen.update(id(part) for part in ast.walk(node))


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values
        )
    return None


def faults(texts: dict[str, dict[str, str]], files: dict[str, str]) -> list[str]:
    """What is amiss between a catalogue and the sources that use it."""
    named = [use for path, source in files.items() for use in uses(path, source)]
    used = {key for use in named for key in use.keys(texts)}
    found = [f"{key}: nothing says it" for key in sorted(texts.keys() - used)]
    sections = {key.partition(".")[0] for key in texts}
    for use in dict.fromkeys(named):
        keys = use.keys(texts)
        like_one = re.fullmatch(r"(\w+)\.[\w*]+", use.text)
        if not keys and (use.said or (like_one and like_one[1] in sections)):
            found.append(f"{use.where}: there is no message {use.text}")
        for key in keys if use.given is not None and "*" not in use.text else []:
            if use.given != placeholders(texts[key]["en"]):
                found.append(f"{use.where}: {key} takes {sorted(placeholders(texts[key]['en']))}")
    return found


def placeholders(text: str) -> frozenset[str]:
    """The ``{names}`` in a text."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)


def test_every_message_is_there_in_every_language():
    for key, texts in catalogue().items():
        assert set(texts) == set(LANGUAGES), key
        assert all(text.strip() for text in texts.values()), key


def test_a_message_takes_the_same_values_in_every_language():
    for key, texts in catalogue().items():
        assert placeholders(texts["fr"]) == placeholders(texts["en"]), key


def test_the_sources_say_every_message_and_no_other():
    found = faults(catalogue(), sources())
    assert not found, "\n".join(found)


MESSAGES = {
    "page.title": {"fr": "Bonjour {name}", "en": "Hello {name}"},
    "page.round_1": {"fr": "un", "en": "one"},
}
GOOD = 'say(lang, "page.title", name=1)\nsay(lang, f"page.round_{n}")'


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('say(lang, f"page.round_{n}")', "page.title: nothing says it"),
        (GOOD + '\nsay(lang, "page.gone")', "there is no message page.gone"),
        (GOOD + '\nKEYS = ["page.gone"]', "there is no message page.gone"),
        (GOOD + '\nsay(lang, f"gone.{x}")', "there is no message gone"),
        (GOOD + '\nsay(lang, "page.title")', "page.title takes ['name']"),
        (GOOD + '\nsay(lang, "page.title", name=1, age=2)', "page.title takes ['name']"),
        (GOOD + '\nsay(lang, "page.title", **values)', None),
        (GOOD, None),
    ],
)
def test_a_missing_or_unused_message_is_noticed(source: str, fault: str | None):
    found = faults(MESSAGES, {"pipeline/belote/x.py": source})
    assert len(found) == (fault is not None)
    assert fault is None or fault in found[0]


def test_french_of_the_pages_keeps_its_high_marks_on_the_line():
    for key, texts in catalogue().items():
        if key.partition(".")[0] in PAGES:
            assert not re.search(r" [:;?!%]", texts["fr"]), f"{key}: a no-break space, please"
            assert " %" not in texts["en"], key


def test_say_fills_in_values_and_refuses_an_unknown_key():
    assert say("fr", "interval.one_in", n="45") == "1 sur 45"
    assert say("en", "interval.one_in", n="45") == "1 in 45"
    with pytest.raises(KeyError):
        say("fr", "interval.nothing")


def test_numbers_are_in_the_readers_notation():
    assert number("fr", 1234567.25, 1) == "1\u202f234\u202f567,2"
    assert number("en", 1234567.25, 1) == "1,234,567.2"
    assert percent("fr", 0.1234) == "12,3\u202f%"
    assert percent("en", 0.1234) == "12.3%"
