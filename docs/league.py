"""The leagues in docs/players.md: plays them, keeps their lines, and writes two sections.

One is the league of the compiled players, the other `regular` against itself with other thresholds.
`make league` runs it. No figure is typed: all come from data/players/league.jsonl and
thresholds.jsonl.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from belote.game.variants import rule_set
from belote.players.regular.bidding import THRESHOLD
from belote.players.spec import parse_player
from belote.study.kept import Line, keep
from belote.study.league import Question, play_league

PAGE = Path(__file__).parent / "players.md"
PLAYERS = ("regular", "novice", "random")
DEALS = 400_000
LEAGUES = (("litige", "regular"), ("litige", None), ("coinche", None))
"""Rule set, and whose contracts all play; None where each bids for itself."""
BEGIN, END = "<!-- written by make league -->\n", "<!-- end of the league -->"
BOLDNESS = (-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6)
"""Points by which the thresholds that `regular` meets are lower than its own."""
BEGIN_THRESHOLDS = "<!-- thresholds, written by make league -->\n"
END_THRESHOLDS = "<!-- end of the thresholds -->"


def play(rules: str, contracts: str | None) -> list[Line]:
    """The lines of one league."""
    players = tuple(parse_player(name) for name in PLAYERS)
    bidder = None if contracts is None else parse_player(contracts)
    return play_league(Question(players, rule_set(rules), bidder, DEALS)).lines()


def section(lines: Sequence[Line]) -> str:
    """The tables of all leagues."""
    parts: list[str] = []
    for rules, contracts in LEAGUES:
        mine = [line for line in lines if (line["rules"], line["contracts"]) == (rules, contracts)]
        pairs = [line for line in mine if line["kind"] == "pair"]
        ratings = [line for line in mine if line["kind"] == "rating"]
        bids = f"with the contracts of `{contracts}`" if contracts else "each with its own auction"
        parts.append(
            f"Rule set `{rules}`, {bids}, {pairs[0]['deals']:,} deals played twice by every pair:\n"
        )
        parts.append("| | card points a deal | marks a deal |\n|---|---|---|")
        parts += [row([f"`{p['first']}` – `{p['second']}`"], p) for p in pairs]
        parts += [row([f"rating of `{r['player']}`"], r) for r in ratings]
        parts.append("")
    return "\n".join(parts)


def play_thresholds() -> list[Line]:
    """A line a threshold: what `regular` leads by, each with its own auction."""
    regular, rules = parse_player("regular"), rule_set("litige")
    lines: list[Line] = []
    for boldness in BOLDNESS:
        other = parse_player(f"regular:boldness={boldness}")
        line = play_league(Question((regular, other), rules, None, DEALS)).lines()[0]
        lines.append({"boldness": boldness, **line})
    return lines


def thresholds_section(lines: Sequence[Line]) -> str:
    """The table of thresholds."""
    parts = [
        f"`regular` against itself with another threshold, {lines[0]['deals']:,} deals of `litige`"
        " played twice; what it leads by where its own is the better one:",
        "",
        "| the other takes from | card points a deal | marks a deal |\n|---|---|---|",
    ]
    parts += [row([f"{THRESHOLD - line['boldness']:g}"], line) for line in lines]
    return "\n".join([*parts, ""])


def row(names: Sequence[str], line: Line) -> str:
    """A row of a table: some cells, then the points and marks of a line."""
    cells = [*names]
    for what in ("points", "marks"):
        value, half = line[what], (line[f"{what}_high"] - line[f"{what}_low"]) / 2
        cells.append(f"{value:+.2f} ± {half:.2f}".replace("-", "−"))
    return f"| {' | '.join(cells)} |"


def write_section(begin: str, text: str, end: str) -> None:
    """Put a section between its two marks on the page, in the place of the one before."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(before + begin + text + end + after, encoding="utf-8")


def main() -> None:
    """Play every league and write both sections."""
    lines = [line for rules, contracts in LEAGUES for line in play(rules, contracts)]
    keep("league", lines)
    write_section(BEGIN, section(lines), END)
    thresholds = play_thresholds()
    keep("thresholds", thresholds)
    write_section(BEGIN_THRESHOLDS, thresholds_section(thresholds), END_THRESHOLDS)


if __name__ == "__main__":
    main()
