"""What solving deals tells, in docs/solving.md: solves a run, keeps the answers, writes the page.

`make solving` runs it, some ten minutes. No figure of the page is typed: all come from
docs/solving.jsonl.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import belote
from belote.game.variants import rule_set
from belote.lake.questions import ask
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import Warehouse
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from belote.runs.solve import solve_run

LINES, PAGE = Path(__file__).with_suffix(".jsonl"), Path(__file__).with_suffix(".md")
DEALS, RULES, PLAYER, SEED, RUN = 100_000, "litige", "regular", 5, "solving"
QUESTIONS = (
    *("cost_of_deals", "cost_by_role", "cost_by_trick", "cost_by_action"),
    *("double_dummy_rates", "double_dummy_by_turned_card", "points_spread"),
)

Line = dict[str, Any]


def play(lake: Lake) -> list[Line]:
    """Simulate a run into a lake and solve it: what it was and took, then the answers."""
    simulate(lake, Simulation(DEALS, rule_set(RULES), seat_players(PLAYER), SEED, name=RUN))
    begun = time.monotonic()
    solve_run(lake, RUN)
    return [told(time.monotonic() - begun), *answers(lake, RUN)]


def told(seconds: float) -> Line:
    """What was solved, and how long it took."""
    return {
        "question": "run",
        "version": belote.__version__,
        "deals": DEALS,
        "rules": RULES,
        "player": PLAYER,
        "seed": SEED,
        "cores": os.cpu_count(),
        "seconds": round(seconds),
    }


def answers(lake: Lake, run: str) -> list[Line]:
    """The rows of every question about a run."""
    warehouse = Warehouse(lake)
    return [
        {"question": name, **row}
        for name in QUESTIONS
        for row in ask(warehouse, name, {"run": run}).to_dicts()
    ]


def read_lines() -> list[Line]:
    """The lines of the run that was solved last."""
    return [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines()]


def page(lines: Sequence[Line]) -> str:
    """The page."""

    def of(name: str, **where: Any) -> list[Line]:
        return [
            line
            for line in lines
            if line["question"] == name and all(line[key] == is_ for key, is_ in where.items())
        ]

    [run], [cost] = of("run"), of("cost_of_deals")
    lead = (
        f"{run['deals']:,} deals of `{run['player']}` at all seats under `{run['rules']}` (seed"
        f" {run['seed']}), {cost['n']:,} of them taken. Solving them card by card took"
        f" {run['seconds'] / 60:.1f} minutes on {run['cores']} cores."
    )
    parts = ["# What solving deals tells", "", lead, "", *_WORDS, ""]
    parts += ["## What cards cost", "", "| | mean | share of cards that cost nothing |"]
    parts += ["|---|---|---|", _cost("all 32 cards of a deal", cost)]
    hands = {"taker": "the taker", "partner": "the taker's partner", "defence": "a defender"}
    for role in of("cost_by_role"):
        parts.append(_cost(f"the eight cards of {hands[role['role']]}", role))
    parts += [_cost(f"trick {t['trick_no']}, its four cards", t) for t in of("cost_by_trick")]
    parts += [
        "",
        "| what the card does | mean of one | share of all that is lost |",
        "|---|---|---|",
    ]
    for action in of("cost_by_action"):
        share = f"{100 * action['cost_share']:.1f} %"
        parts.append(f"| {action['action']} | {_mean(action, 3)} | {share} |")
    parts += ["", "## Contracts made, played and under best play", ""]
    parts += ["| | chute played | under best play | capot played | under best play |", _RULE]
    parts.append(_both("all", of("double_dummy_rates", rules=run["rules"])))
    for rank in "789TJQKA":
        turned = of("double_dummy_by_turned_card", turned_rank=rank)
        parts.append(_both(f"turned: {rank}", turned))
    parts += ["", "## The deal or the play", "", "| part of the variance of the taker's points | |"]
    parts.append("|---|---|")
    names = {
        "deal": "the deal (points under best play)",
        "play": "the play (points made less those)",
    }
    for line in of("points_spread"):
        name = names.get(line["part"], "both together (twice their covariance)")
        parts.append(f"| {name} | {100 * line['share']:.1f} % |".replace("-", "−"))
    return "\n".join(parts) + "\n"


_WORDS = (
    "Points are card points with dix de der; intervals are 95 %, a deal being one case. All of it"
    " is double dummy: the solver sees four hands and players see one, so a cost is hindsight.",
)
_RULE = "|---|---|---|---|---|"


def _mean(line: Line, places: int) -> str:
    half = (line["cost_high"] - line["cost_low"]) / 2
    return f"{line['cost_mean']:.{places}f} ± {half:.{places}f}"


def _cost(name: str, line: Line) -> str:
    return f"| {name} | {_mean(line, 2)} | {100 * line['rate']:.1f} % |"


def _both(name: str, lines: Sequence[Line]) -> str:
    cells = [name]
    for event in ("chute", "capot"):
        for play_ in ("played", "best"):
            [line] = [r for r in lines if (r["event"], r["play"]) == (event, play_)]
            half = (line["high"] - line["low"]) / 2
            cells.append(f"{100 * line['rate']:.1f} ± {100 * half:.1f} %")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Solve the run and write the page."""
    with TemporaryDirectory(prefix="belote-solving-") as folder:
        write(play(open_lake(Path(folder) / "lake", create=True)))


def write(lines: Sequence[Line]) -> None:
    """Keep the lines, and the page that they make."""
    text = "".join(json.dumps(line, ensure_ascii=False, default=float) + "\n" for line in lines)
    LINES.write_text(text, encoding="utf-8")
    PAGE.write_text(page(read_lines()), encoding="utf-8")


if __name__ == "__main__":
    main()
