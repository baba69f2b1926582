"""A comparison's JSON lines read back into the report that wrote them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from belote.game.marking import OUTCOMES
from belote.game.variants import Rules, rules_from_text
from belote.players.spec import seat_players
from belote.stats.paired import Comparison
from belote.study.compare import Arm, Question
from belote.study.metrics import METRICS
from belote.study.report import Effect, Quantile, Report, Section

_METRICS = {(metric.name, metric.part): metric for metric in METRICS}


def report_from(lines: Sequence[Mapping[str, Any]]) -> Report:
    """The report whose `Report.lines` these are, in their order.

    Measures may have been left out of them. Rule sets that a file names, and players that adapt,
    cannot be read back: raises `RuleError` or `PlayerError`, and `KeyError` for lines that are none
    of a comparison's.
    """
    first = lines[0]
    base = rules_from_text(first["base"])
    sections = tuple(_section(base, line) for line in lines)
    variants = {section.variant.name: section.variant for section in sections}
    players = {section.players_text: section.players for section in sections}
    question = Question(
        base,
        tuple(variants.values()),
        tuple(players.values()),
        first["deals"],
        first["seed"],
    )
    return Report(question, first["margin"], first["version"], sections)


def _section(base: Rules, line: Mapping[str, Any]) -> Section:
    variant, players = rules_from_text(line["variant"]), seat_players(line["players"])
    counted = {(cell["base"], cell["variant"]): cell["n"] for cell in line["outcomes"]}
    return Section(
        variant=variant,
        arms=(Arm(base, players), Arm(variant, players)),
        part=None,
        kind=line["kind"],
        deals=line["deals"],
        tables=line["tables"],
        played_otherwise=line["played_otherwise"],
        marked_otherwise=line["marked_otherwise"],
        outcomes=tuple(
            tuple(counted.get((base, other), 0) for other in OUTCOMES) for base in OUTCOMES
        ),
        quantiles=tuple(Quantile(**quantile) for quantile in line["quantiles"]),
        games_left_out=line["games_left_out"],
        effects=tuple(_effect(told, line["tables"]) for told in line["metrics"]),
    )


def _effect(told: Mapping[str, Any], tables: int) -> Effect:
    compared = Comparison(
        value_a=told["base"],
        value_b=told["variant"],
        difference=told["difference"],
        low=told["low"],
        high=told["high"],
        error=told["error"],
        p=told["p"],
        n_a=told["n_base"],
        n_b=told["n_variant"],
        correlation=told["correlation"],
        gain=told["gain"],
        effective=told["effective"],
        clusters=tables,
    )
    metric = _METRICS[told["metric"], told["part"]]
    return Effect(metric, compared, told["p_corrected"], told["verdict"])
