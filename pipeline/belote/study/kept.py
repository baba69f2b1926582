"""What was measured of the players that come with belote, kept as lines of JSON.

Playing `expert` takes minutes to hours: what it is worth is measured once, by the scripts in
``docs``, and read by `docs/players.md` and the dashboard.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

from belote.resources import players_folder

Line = dict[str, Any]
Kept = Literal["league", "thresholds", "strength", "rates", "tuning"]
"""Who wins (`belote.study.league`); `regular` against itself with other thresholds; `expert`
against `regular`, and what cards cost; how often players take, fail and win all; players whose
taking was tuned to a rule set (`belote.study.tune`)."""

PEOPLE = {"passed_out": 0.31, "first": 2 / 3, "chute": 0.16, "capot_taker": 0.09}
"""The only shares published for people, of a sister game with a turned card: deals dealt again;
deals taken in round 1, of those taken (2 to 1 against round 2); takers who fail; capots, with no
word of whose. No number of deals and no interval was published with them."""


def kept(name: Kept) -> list[Line]:
    """The lines as they were measured last."""
    text = (players_folder() / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def keep(name: Kept, lines: Sequence[Line]) -> None:
    """Put lines in the place of those before."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (players_folder() / f"{name}.jsonl").write_text(text, encoding="utf-8")
