"""Commands that a visitor is told to run, ready to be pasted into a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from belote.game.cards import card_text, mask_text
from belote.game.variants import rule_set
from belote.lake.manifest import Manifest
from belote.lake.store import default_lake
from belote.messages import Lang
from belote.players.spec import parse_player
from belote.resources import sample_lake
from belote.runs.plan import make_plan
from belote.study.advise import Question
from belote.study.kept import Line
from belote.study.league import Question as LeagueQuestion


def simulate_some(lake: Path) -> str:
    """Play a million deals into a lake."""
    return _command(["simulate", "--deals", "1000000"], lake)


def simulate_under(rules: str, like: Manifest, lake: Path) -> str:
    """Play a million deals into a lake under a rule set, with the players of a simulated run."""
    parts = ["simulate", "--deals", "1000000", "--rules", rules]
    if like.kind == "simulated":
        parts += _seated(like)
    return _command(parts, lake)


def resume(manifest: Manifest, lake: Path) -> str:
    """Finish an interrupted simulation: its own parameters again."""
    parts = ["simulate", "--deals", str(manifest.deals)]
    if manifest.plan != asdict(make_plan(manifest.deals)):
        parts += ["--tables", str(manifest.tables)]
    parts += ["--seed", str(manifest.seed), "--rules", manifest.rules, *_seated(manifest)]
    return _command([*parts, "--run", manifest.run_id, "--resume"], lake)


def check(lake: Path) -> str:
    """Verify every file of a lake."""
    return _command(["check"], lake)


def mark(run_id: str, lake: Path, rules: str = "litige,target=501") -> str:
    """Mark a run under one more rule set."""
    return _command(["mark", run_id, "--rules", rules], lake)


def solve(run_id: str, lake: Path) -> str:
    """Solve the deals of a run."""
    return _command(["solve", run_id], lake)


def replay(file: str, lake: Path) -> str:
    """Play a file of records into a lake."""
    return _command(["replay", file], lake)


def show(run_id: str, table: str, deal: int, lake: Path) -> str:
    """Print a deal."""
    return _command(["show", run_id, table, str(deal)], lake)


def ask(question: str, params: dict[str, str | None], lake: Path) -> str:
    """Ask a named question again."""
    parts = ["question", question]
    for name, value in params.items():
        if value is not None:
            parts += ["--param", f"{name}={value}"]
    return _command(parts, lake)


def advise(question: Question, lang: Lang) -> str:
    """Ask the same of a hand at the terminal."""
    parts = ["advise", "--hand", mask_text(question.hand), "--turned", card_text(question.turned)]
    parts += ["--position", str(question.position), "--round", str(question.bid_round)]
    parts += ["--rules", question.rules.name, "--players", question.player.text]
    parts += ["--score", ":".join(map(str, question.score)), "--lang", lang]
    return shlex.join(["belote", *parts])


def league(question: LeagueQuestion, lang: Lang) -> str:
    """Play a league at the terminal."""
    parts = ["league", *(player.text for player in question.players)]
    parts += ["--deals", str(question.each), "--rules", question.rules.name]
    parts += [] if question.contracts is None else ["--contracts", question.contracts.text]
    parts += ["--seed", str(question.seed), "--lang", lang]
    return shlex.join(["belote", *parts])


def league_of(lines: Sequence[Line], lang: Lang) -> str:
    """Play a league again whose lines are kept."""
    pairs = [line for line in lines if line["kind"] == "pair"]
    names = dict.fromkeys(line[side] for side in ("first", "second") for line in pairs)
    one = pairs[0]
    contracts = None if one["contracts"] is None else parse_player(one["contracts"])
    question = LeagueQuestion(
        tuple(map(parse_player, names)),
        rule_set(one["rules"]),
        contracts,
        one["deals"],
        one["seed"],
    )
    return league(question, lang)


def rates_of(line: Line) -> str:
    """Play the deals again in which a player's rates were counted."""
    deals = str(line["deals"])
    parts = ["simulate", "--deals", deals, "--tables", deals, "--rules", line["rules"]]
    return shlex.join(["belote", *parts, "--players", line["player"], "--seed", str(line["seed"])])


def _seated(manifest: Manifest) -> list[str]:
    players = list(manifest.players or ())
    return ["--players", players[0] if len(set(players)) == 1 else ",".join(players)]


def _command(parts: list[str], lake: Path) -> str:
    # Nobody is told to write into the sample; and without a lake, what reads takes the sample.
    unnamed = lake.absolute() in (default_lake(), sample_lake())
    where = [] if unnamed else ["--lake", str(lake)]
    return shlex.join(["belote", *parts, *where])
