"""The one catalogue of what people read, in French and English, and numbers in their notation."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal

Lang = Literal["fr", "en"]
LANGUAGES: tuple[Lang, ...] = ("fr", "en")

_NARROW_SPACE = "\u202f"
_MINUS = "\u2212"


@lru_cache(maxsize=1)
def catalogue() -> dict[str, dict[str, str]]:
    """Every message: ``section.key`` to its text by language."""
    document = tomllib.loads(Path(__file__).with_name("messages.toml").read_text(encoding="utf-8"))
    return {
        f"{section}.{key}": texts
        for section, messages in document.items()
        for key, texts in messages.items()
    }


def say(lang: Lang, key: str, **values: object) -> str:
    """A message in a language, with its ``{names}`` filled in; raises KeyError for no such key."""
    return catalogue()[key][lang].format(**values)


def number(lang: Lang, value: float, places: int = 0) -> str:
    """A number in the reader's notation: ``1 234,5`` (narrow space) or ``1,234.5``."""
    text = f"{value:,.{places}f}"
    if lang == "en":
        return text
    return text.replace(",", _NARROW_SPACE).replace(".", ",")


def signed(lang: Lang, value: float, places: int) -> str:
    """A number with its sign, + or a true minus; 0 without."""
    text = number(lang, abs(value), places)
    if not any(c in "123456789" for c in text):
        return text
    return f"{_MINUS if value < 0 else '+'}{text}"


def count(lang: Lang, things: int, what: str) -> str:
    """How many of something, as in ``1 deal``; ``what`` is a key of the catalogue's ``count``."""
    one = things == 1 or (things == 0 and lang == "fr")
    return say(lang, f"count.{what if one else what + 's'}", n=number(lang, things))


def percent(lang: Lang, share: float, places: int = 1) -> str:
    """A share as a percentage: ``12,3 %`` (narrow space) or ``12.3%``."""
    text = number(lang, 100 * share, places)
    return f"{text}{_NARROW_SPACE}%" if lang == "fr" else f"{text}%"
