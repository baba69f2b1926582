"""What each player does at all four seats, in docs/players.md: taking, chute, capot.

`make rates` plays all of it again, some fifteen minutes, because `expert` thinks. Words name
players (``make rates RATES_ARGS="random novice"``); the lines of the others stay. No figure of the
section is typed: all come from data/players/rates.jsonl, and what was published for people from
`belote.study.kept`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import belote
from belote.charts.frames import Share
from belote.charts.words import interval_words, share_words
from belote.game.variants import rule_set
from belote.lake.questions import ask
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import Warehouse
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from belote.stats.intervals import mean_interval
from belote.study.kept import PEOPLE, Line, keep, kept
from league import write_section

RULES, SEED = "litige", 1
DEALS = {"random": 1_000_000, "novice": 1_000_000, "regular": 1_000_000, "expert": 3_000}
"""Each deal is at a table of its own, so that no deal depends on another."""
BEGIN, END = "<!-- written by make rates -->\n", "<!-- end of the rates -->"
RUN = "rates"
NEAR, FAR = 0.03, 0.1
"""A share is near the people's where its whole interval is within 3 points of theirs, far where all
of it is more than 10 away."""


# Playing ------------------------------------------------------------------------------------------


def play(player: str, deals: int) -> list[Line]:
    """The lines of a player at all four seats."""
    with TemporaryDirectory(prefix="belote-rates-") as folder:
        lake = open_lake(Path(folder) / "lake", create=True)
        players = seat_players(player)
        simulate(lake, Simulation(deals, rule_set(RULES), players, SEED, tables=deals, name=RUN))
        common: Line = {
            "player": player, "rules": RULES, "deals": deals, "seed": SEED,
            "version": belote.__version__,
        }  # fmt: skip
        return [{**common, **line} for line in answers(lake, RUN)]


def answers(lake: Lake, run: str) -> list[Line]:
    """What a run answers: ``k`` of ``n`` deals, and the taker's points on average.

    ``what`` it is: ``passed_out``, ``round_1`` and ``round_2`` of all deals (with ``turned``, of
    those with that card turned); ``first`` taken in round 1, ``chute``, ``capot_taker`` and
    ``capot_defence`` of the deals taken; ``points``.
    """
    warehouse = Warehouse(lake)
    taken = ask(warehouse, "taken_rate_by_turned_card", {"run": run}).to_dicts()
    by_card = {(row["turned_rank"], row["round"]): Share(row["k"], row["n"]) for row in taken}
    shares: list[tuple[str, str | None, Share]] = [
        ("passed_out", None, _sum(ask(warehouse, "passed_out_rate", {"run": run}).to_dicts())),
        *(
            (f"round_{round_}", None, _sum([row for row in taken if row["round"] == round_]))
            for round_ in (1, 2)
        ),
        *(
            (f"round_{round_}", rank, share)
            for (rank, round_), share in by_card.items()
            if round_ is not None
        ),
    ]
    first, second = (shares[at][2].k for at in (1, 2))
    chutes = ask(warehouse, "chute_rate_by_round", {"run": run, "rules": RULES}).to_dicts()
    shares += [("first", None, Share(first, first + second)), ("chute", None, _sum(chutes))]
    for row in ask(warehouse, "capot_rate", {"run": run}).to_dicts():
        shares.append((f"capot_{row['side']}", None, Share(row["k"], row["n"])))
    lines: list[Line] = [
        {"what": what, "turned": turned, "k": x.k, "n": x.n} for what, turned, x in shares
    ]
    points = ask(warehouse, "points_of_the_taker", {"run": run})
    value, k = points["taker_points"].cast(int), points["k"]
    n, total, squares = (int((k * value**power).sum()) for power in range(3))
    mean, low, high = mean_interval(n, total, squares)
    ends = {"points": mean, "points_low": low, "points_high": high}
    return [*lines, {"what": "points", "turned": None, "n": n, **ends}]


def _sum(rows: Sequence[Mapping[str, int]]) -> Share:
    return Share(sum(row["k"] for row in rows), sum(row["n"] for row in rows))


# Writing ------------------------------------------------------------------------------------------

ROWS: dict[str, tuple[str, str | None]] = {
    "taken in round 1": ("round_1", None),
    "taken in round 2": ("round_2", None),
    "passed out": ("passed_out", None),
    "in round 1, of those taken": ("first", None),
    "taken in round 1, with 7, 8, Q or K turned": ("round_1", "78QK"),
    "with 10 turned": ("round_1", "T"),
    "with A turned": ("round_1", "A"),
    "with 9 turned": ("round_1", "9"),
    "with J turned": ("round_1", "J"),
    "chute, of deals taken": ("chute", None),
    "capot of the taker's side, of deals taken": ("capot_taker", None),
    "capot of the defence": ("capot_defence", None),
}
"""What a row of the table tells: ``what``, and turned cards."""
NAMES = {
    "passed_out": "Passed out",
    "first": "In round 1, of those taken",
    "chute": "Chute",
    "capot_taker": "Capot of the taker's side",
}


def section(lines: Sequence[Line]) -> str:
    """The table of all players, and which of their figures are near those of people."""
    players = [name for name in DEALS if any(line["player"] == name for line in lines)]
    told = [f"`{name}`" for name in players]
    parts = [_people(), ""]
    parts += [f"| | {' | '.join(told)} | people, elsewhere |", "|---" * (len(players) + 2) + "|"]
    deals = [f"{_of(lines, name)[0]['deals']:,}" for name in players]
    parts.append(f"| deals | {' | '.join(deals)} | not published |")
    for row, (what, turned) in ROWS.items():
        cells = [_cell(share_of(_of(lines, name), what, turned)) for name in players]
        people = f"{100 * PEOPLE[what]:.0f}%" if turned is None and what in PEOPLE else ""
        parts.append(f"| {row} | {' | '.join(cells)} | {people} |")
    means = [_points(_of(lines, name)) for name in players]
    parts.append(f"| card points of the taker's side | {' | '.join(means)} | |")
    parts += ["", f"Against the people's figures, with near for a player whose interval lies within"
              f" {100 * NEAR:.0f} percentage points of theirs and far for one whose interval lies"
              f" more than {100 * FAR:.0f} away:", ""]  # fmt: skip
    for what, name in NAMES.items():
        shares = {player: share_of(_of(lines, player), what) for player in players}
        parts.append(f"- {name}, {100 * PEOPLE[what]:.0f}%: {distances(shares, PEOPLE[what])}.")
    return "\n".join([*parts, ""])


def _people() -> str:
    """What was published for people, and what was not."""
    shares = {what: f"{100 * share:.0f}%" for what, share in PEOPLE.items()}
    times = PEOPLE["first"] / (1 - PEOPLE["first"])
    return (
        "The last column is all that has been published for people, of a sister game with a turned"
        f" card: {shares['passed_out']} of deals dealt again because nobody took, takes in round 1"
        f" to takes in round 2 as {times:.0f} to 1 ({shares['first']} of those taken), takers who"
        f" fail {shares['chute']}, capots {shares['capot_taker']}. It came without a number of"
        " deals and without an interval; neither the game's name nor more of its source is known"
        " here, nor whose capots are meant: they stand beside those of the taker's side."
    )


def share_of(lines: Sequence[Line], what: str, turned: str | None = None) -> Share:
    """A share of a player's lines; of several turned cards together."""
    return _sum(
        [
            line
            for line in lines
            if line["what"] == what
            and (line["turned"] is None if turned is None else line["turned"] in [*turned])
        ]
    )


def distances(shares: Mapping[str, Share], people: float) -> str:
    """Who is near a figure of people, who far, and who neither."""
    groups: dict[str, list[str]] = {"near": [], "far": [], "neither": []}
    for player, share in shares.items():
        away = [abs(end - people) for end in share.interval()]
        outside = share.interval()[0] > people or share.interval()[1] < people
        group = "near" if max(away) <= NEAR else "neither"
        groups["far" if outside and min(away) > FAR else group].append(f"`{player}`")
    return "; ".join(f"{group}: {', '.join(names)}" for group, names in groups.items() if names)


def _of(lines: Sequence[Line], player: str) -> list[Line]:
    return [line for line in lines if line["player"] == player]


def _cell(share: Share) -> str:
    return f"{share_words('en', share)} ({interval_words('en', share)}), {share.k:,} of {share.n:,}"


def _points(lines: Sequence[Line]) -> str:
    [line] = [line for line in lines if line["what"] == "points"]
    half = (line["points_high"] - line["points_low"]) / 2
    return f"{line['points']:.2f} ± {half:.2f}, {line['n']:,} deals taken"


def main(asked: Sequence[str]) -> None:
    """Play some players, or all, and write the page."""
    if unknown := set(asked) - set(DEALS):
        sys.exit(f"no player is named {', '.join(sorted(unknown))}; players: {', '.join(DEALS)}")
    lines = kept("rates")
    for player in asked or DEALS:
        lines = [line for line in lines if line["player"] != player] + play(player, DEALS[player])
        lines.sort(key=lambda line: list(DEALS).index(line["player"]))
        keep("rates", lines)
    write_section(BEGIN, section(lines), END)


if __name__ == "__main__":
    main(sys.argv[1:])
