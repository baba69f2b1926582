"""Tuned players in docs/players.md: tunes them, keeps their lines, and writes the section.

`make tuning` runs it. No figure of the section is typed: all come from data/players/tuning.jsonl.
"""

from __future__ import annotations

from collections.abc import Sequence

from belote.game.variants import rule_set
from belote.study.kept import Line, keep
from belote.study.tune import Question, tune
from league import row, write_section

RULES = ("litige", "arrondie", "annonces", "litige,chute_mark=250")
BEGIN, END = "<!-- written by make tuning -->\n", "<!-- end of the tuning -->"
LEADS = ("card points a deal", "marks a deal")
RATES = {
    "round_1": "taken in round 1",
    "round_2": "in round 2",
    "passed_out": "passed out",
    "chute": "chute",
    "capot": "capot",
}


def play(rules: str) -> list[Line]:
    """The lines of a player tuned to a rule set."""
    return tune(Question(rule_set(rules))).lines()


def section(lines: Sequence[Line]) -> str:
    """The matches of all tuned players, and their rates beside those of `regular`."""
    matches = [line for line in lines if line["kind"] == "match"]
    parts = [
        "| tuned to, against `regular` | deals, played twice | card points a deal | marks a deal |"
    ]
    parts.append("|---|---|---|---|")
    parts += [row([f"`{m['rules']}`", f"{m['match_deals']:,}"], m) for m in matches]
    parts += ["", f"| at all four seats | {' | '.join(RATES.values())} |"]
    parts.append("|---" * (1 + len(RATES)) + "|")
    for line in (line for line in lines if line["kind"] == "rates"):
        name = "`regular`" if line["player"] == "regular" else "tuned"
        cells = [f"{name}, `{line['rules']}`", *(_share(line, rate) for rate in RATES)]
        parts.append(f"| {' | '.join(cells)} |")
    return "\n".join(parts) + "\n"


def _share(line: Line, name: str) -> str:
    value, half = line[name], (line[f"{name}_high"] - line[f"{name}_low"]) / 2
    return f"{100 * value:.1f} ± {100 * half:.1f} %"


def main() -> None:
    """Tune to every rule set and write the page."""
    lines = [line for rules in RULES for line in play(rules)]
    keep("tuning", lines)
    write_section(BEGIN, section(lines), END)


if __name__ == "__main__":
    main()
