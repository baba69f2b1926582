"""How strong `expert` is, and how far all are from perfect play, in docs/players.md.

`make strength` plays all of it again: an hour or more, because `expert` thinks. Words name parts of
it (``make strength STRENGTH_ARGS="costs litige"``); the lines of the others stay. No figure of the
section is typed: all come from data/players/strength.jsonl.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

from belote.game.variants import rule_set
from belote.players.spec import parse_player, seat_players
from belote.simulate.engine import engine_of, open_stream
from belote.study.costs import cost_of_player
from belote.study.kept import Line, keep, kept
from belote.study.league import ONE_DEAL, Question, play_league
from league import row, write_section

BEGIN, END = "<!-- written by make strength -->\n", "<!-- end of the strength -->"


class Match(NamedTuple):
    """A duplicate match of `expert` and `regular`."""

    rules: str
    contracts: str | None
    """Whose contracts both play; None where each bids for itself."""
    deals: int


MATCHES = {
    "contracts": Match("litige", "regular", 2_000),
    "litige": Match("litige", None, 2_000),
    "coinche": Match("coinche", None, 400),
}
COSTED = {"random": 2_000, "novice": 2_000, "regular": 20_000, "expert": 1_000}
"""Players, and the deals of which each card's cost is found."""
TIMED = {"random": 400_000, "novice": 400_000, "regular": 400_000, "expert": 40}
TIMES = 5
"""Players, and the deals that are timed, so many times."""


def play_match(match: Match) -> list[Line]:
    """The one line of a match."""
    players = parse_player("expert"), parse_player("regular")
    contracts = None if match.contracts is None else parse_player(match.contracts)
    question = Question(players, rule_set(match.rules), contracts, match.deals)
    return play_league(question).lines()[:1]


def play_costs() -> list[Line]:
    """A line a player: what its cards cost."""
    lines: list[Line] = []
    for name, deals in COSTED.items():
        player, regular = parse_player(name), parse_player("regular")
        found = cost_of_player(player, regular, rule_set("litige"), deals)
        value, low, high = found.points
        lines.append(
            {"player": name, "rules": "litige", "contracts": "regular", "deals": deals,
             "taken": found.taken, "cost": value, "cost_low": low, "cost_high": high}
        )  # fmt: skip
    return lines


def play_speeds() -> list[Line]:
    """A line a player: the processor's seconds for so many deals, the median of some times."""
    lines: list[Line] = []
    rules = rule_set("litige")
    for name, deals in TIMED.items():
        columns = engine_of(rules).columns(deals)
        seconds: list[float] = []
        for seed in range(1 + TIMES):
            stream = open_stream(rules, seat_players(name), seed=seed, layout=ONE_DEAL)
            start = process_time()
            stream.play(deals, columns)
            seconds.append(process_time() - start)
        took = median(seconds[1:])  # the first time is that of compiling
        lines.append({"player": name, "rules": "litige", "deals": deals, "seconds": took})
    return lines


PARTS: dict[str, Callable[[], list[Line]]] = {
    **{name: lambda match=match: play_match(match) for name, match in MATCHES.items()},
    "costs": play_costs,
    "speeds": play_speeds,
}


def section(lines: Sequence[Line]) -> str:
    """The three tables."""
    parts = ["| `expert` – `regular` | deals, played twice | card points a deal | marks a deal |"]
    parts.append("|---|---|---|---|")
    for name in MATCHES:
        parts += [row([_match_name(x), f"{x['deals']:,}"], x) for x in lines if x["part"] == name]
    parts += ["", "| at all four seats | deals taken | cost of the 32 cards, points a deal |"]
    parts.append("|---|---|---|")
    for x in lines:
        if x["part"] == "costs":
            half = (x["cost_high"] - x["cost_low"]) / 2
            parts.append(f"| `{x['player']}` | {x['taken']:,} | {x['cost']:.1f} ± {half:.1f} |")
    parts += ["", "| at all four seats | deals a second, on one core of the machine of the table |"]
    parts.append("|---|---|")
    for x in lines:
        if x["part"] == "speeds":
            speed = x["deals"] / x["seconds"]
            parts.append(f"| `{x['player']}` | {speed:,.{0 if speed > 100 else 1}f} |")
    return "\n".join([*parts, ""])


def _match_name(line: Line) -> str:
    bids = f"contracts of `{line['contracts']}`" if line["contracts"] else "own auctions"
    return f"`{line['rules']}`, {bids}"


def main(asked: Sequence[str]) -> None:
    """Play some parts, or all, and write the page."""
    if unknown := set(asked) - set(PARTS):
        sys.exit(f"no part is named {', '.join(sorted(unknown))}; parts: {', '.join(PARTS)}")
    lines = kept("strength")
    for part in asked or PARTS:
        played = [{"part": part, **line} for line in PARTS[part]()]
        lines = [line for line in lines if line["part"] != part] + played
        keep("strength", lines)
    write_section(BEGIN, section(lines), END)


if __name__ == "__main__":
    main(sys.argv[1:])
