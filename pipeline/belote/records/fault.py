"""What is wrong with a line, and how it is said in French and English."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from belote.messages import Lang, say

RECORD = "record"
"""Named as the field where no single one is to blame."""


class RecordFault(Exception):
    """A line that is refused: the field at fault, and a message of the catalogue's ``fault``."""

    def __init__(self, field: str, message: str, **values: Any) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message
        self.values = values

    def reason(self, lang: Lang) -> str:
        """What is wrong, as a sentence without its end."""
        values = {
            name: say(lang, f"card.{value.suit}") if isinstance(value, Suit) else value
            for name, value in self.values.items()
        }
        return say(lang, f"fault.{self.message}", **values)


@dataclass(frozen=True)
class Suit:
    """A suit among the values of a message, named in the reader's language."""

    suit: str


def shown(value: object) -> str:
    """A value as JSON writes it, for a message; cut where it is long.

    What a terminal would not print as it is, is escaped.
    """
    text = json.dumps(value, ensure_ascii=False)
    text = "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)
    return text if len(text) <= 60 else f"{text[:57]}..."
