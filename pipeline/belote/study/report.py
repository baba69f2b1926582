"""What a comparison found: for each variant and players, every metric with its paired interval."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import belote
from belote.game.marking import OUTCOMES
from belote.game.variants import Rules
from belote.players.spec import PlayerSpec
from belote.runs.progress import Progress
from belote.runs.simulate import players_text
from belote.stats.intervals import Verdict, holm
from belote.stats.paired import Comparison
from belote.stats.paired import compare as compare_sums
from belote.study.compare import (
    Arm,
    Contrast,
    Group,
    Kind,
    Paired,
    Part,
    Question,
    count,
    kind_of,
)
from belote.study.metrics import Metric, metrics_of

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SIGNIFICANT = 0.05
"""Corrected p-values at or below it are called a difference."""
LEAST_FINISHED = 0.9
"""Where a smaller share of the deals lies in finished games, under either rule set, games are not
measured: only the short ones end before their table does."""


class Effect(NamedTuple):
    """A metric under the base and under a variant."""

    metric: Metric
    compared: Comparison
    corrected: float | None
    """Its p-value corrected for all that the report tests (Holm); None where nothing differs or
    nothing is tested (`Section.tested`)."""
    verdict: Verdict | None
    """Whether the two are equivalent within the margin; None where no margin was given."""

    @property
    def unchanged(self) -> bool:
        """Whether every table has the same sums under both."""
        return not _differs(self.compared)

    @property
    def significant(self) -> bool:
        """Whether the corrected test calls it a difference."""
        return self.corrected is not None and self.corrected <= SIGNIFICANT


class Quantile(NamedTuple):
    """Marks that a share ``at`` of taken deals does not pass, for a side, under base and variant.

    They come without intervals.
    """

    side: str
    at: float
    base: int
    variant: int


@dataclass(frozen=True)
class Section:
    """One variant against the base under one set of players; or a part of it, if they adapt."""

    variant: Rules
    arms: tuple[Arm, Arm]
    """What is compared."""
    part: Part | None
    """Of a change where players adapt: the rules alone, what players then do, or both."""
    kind: Kind
    deals: int
    tables: int
    played_otherwise: int
    """Deals of which a card, the taker or the trump differs."""
    marked_otherwise: int
    """Deals of which the outcome or a mark differs."""
    outcomes: tuple[tuple[int, ...], ...]
    """Deals by outcome under the base (rows), then under the variant, as `OUTCOMES`."""
    quantiles: tuple[Quantile, ...]
    games_left_out: bool
    """Whether too few deals lie in finished games (`LEAST_FINISHED`) to measure games."""
    effects: tuple[Effect, ...]

    @property
    def players(self) -> tuple[PlayerSpec, ...]:
        """Who plays under the base, and unless they adapt under the variant."""
        return self.arms[0].players

    @property
    def players_text(self) -> str:
        """The players as on the command line; with an arrow between where they change."""
        return " → ".join(dict.fromkeys(players_text(arm.players) for arm in self.arms))

    @property
    def tested(self) -> bool:
        """Whether tests say anything here: not between players who were tuned apart.

        Tuned once more, they would take otherwise by more than the deals of a comparison vary, and
        no interval knows of that.
        """
        return _is_tested(self.part)

    @property
    def found(self) -> list[Effect]:
        """The effects that the corrected test calls a difference."""
        return [effect for effect in self.effects if effect.significant]


@dataclass(frozen=True)
class Report:
    """The answer to a question: its sections, variant by variant, players by players."""

    question: Question
    margin: float | None
    version: str
    sections: tuple[Section, ...]

    @property
    def command(self) -> str:
        """The command that makes the report again."""
        asked = self.question
        words = ["belote", "compare", asked.base.name, *(rules.name for rules in asked.variants)]
        words += ["--deals", str(asked.deals), "--seed", str(asked.seed)]
        if asked.adapted:
            words.append("--adapt")
        for players in asked.players:
            words += ["--players", players_text(players)]
        if self.margin is not None:
            words += ["--margin", f"{self.margin:g}"]
        return shlex.join(words)

    @property
    def tuning_commands(self) -> list[str]:
        """Where players adapt, the commands that make them again."""
        asked = self.question
        return [
            shlex.join(
                ["belote", "tune", "--rules", tuning.rules.name, "--deals", str(tuning.deals),
                 "--seed", str(tuning.seed), "-o", player.name]
            )
            for player, tuning in zip(asked.adapted, asked.tunings, strict=False)
        ]  # fmt: skip

    def disagreements(self) -> list[tuple[Rules, Metric]]:
        """Metrics that a variant raises under some players and lowers under others.

        Only differences that the corrected test calls so. None where players adapt: the parts of
        a change may well go against each other.
        """
        if self.question.adapted:
            return []
        signs: dict[tuple[str, str], set[bool]] = {}
        named: dict[tuple[str, str], tuple[Rules, Metric]] = {}
        for section in self.sections:
            for effect in section.found:
                key = section.variant.name, effect.metric.key
                signs.setdefault(key, set()).add(effect.compared.difference > 0)
                named[key] = section.variant, effect.metric
        return [named[key] for key, both in signs.items() if len(both) > 1]

    def lines(self) -> Iterator[dict[str, Any]]:
        """For JSON: one object a section."""
        differing = {(rules.name, metric.key) for rules, metric in self.disagreements()}
        for section in self.sections:
            yield {
                "command": self.command,
                "base": self.question.base.name,
                "variant": section.variant.name,
                "differences": {
                    name: list(values)
                    for name, values in self.question.base.differences(section.variant).items()
                },
                "kind": section.kind,
                "part": section.part,
                "tested": section.tested,
                "players": section.players_text,
                "seed": self.question.seed,
                "version": self.version,
                "deals": section.deals,
                "tables": section.tables,
                "played_otherwise": section.played_otherwise,
                "marked_otherwise": section.marked_otherwise,
                "margin": self.margin,
                "games_left_out": section.games_left_out,
                "metrics": [
                    _effect_line(effect, (section.variant.name, effect.metric.key) in differing)
                    for effect in section.effects
                ],
                "outcomes": [
                    {"base": base, "variant": variant, "n": section.outcomes[at][other]}
                    for at, base in enumerate(OUTCOMES)
                    for other, variant in enumerate(OUTCOMES)
                    if section.outcomes[at][other]
                ],
                "quantiles": [quantile._asdict() for quantile in section.quantiles],
            }


def compare(
    question: Question,
    *,
    margin: float | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play a question's deals and report what the variants change.

    ``margin`` is a share of the base's value within which a difference is of no interest. Intervals
    and tests take tables as independent, which they are; deals at a table are not. Raises
    `LakeError` or `RuleError` for what cannot be compared.
    """
    counted = count(question, workers=workers, progress=progress)
    return report_of(question, counted, margin)


def report_of(question: Question, counted: Sequence[Paired], margin: float | None) -> Report:
    """The report of what was counted, one `Paired` for each of the question's groups."""
    metrics = metrics_of(question.base.auction)
    raw = [
        _Raw(variant, group, contrast, paired, paired.pairs[at][0])
        for variant in question.variants
        for group, paired in zip(question.groups(), counted, strict=True)
        for at, contrast in enumerate(group.contrasts)
        if contrast.variant is variant
    ]
    compared = [_compared(metrics, one) for one in raw]
    tested = [
        c.p
        for one, effects in zip(raw, compared, strict=True)
        for _, c in effects
        if _is_tested(one.contrast.part) and _differs(c)
    ]
    corrected = iter(holm(tested))
    sections = [
        _section(
            question,
            one,
            tuple(
                Effect(metric, c, next(corrected) if _differs(c) else None, _verdict(c, margin))
                if _is_tested(one.contrast.part)
                else Effect(metric, c, None, None)
                for metric, c in effects
            ),
        )
        for one, effects in zip(raw, compared, strict=True)
    ]
    return Report(question, margin, belote.__version__, tuple(sections))


class _Raw(NamedTuple):
    """What was counted of a contrast."""

    variant: Rules
    group: Group
    contrast: Contrast
    paired: Paired
    pair: Any

    @property
    def arms(self) -> tuple[Arm, Arm]:
        """What is compared."""
        return self.group.arms[self.contrast.first], self.group.arms[self.contrast.second]

    @property
    def finish(self) -> bool:
        """Whether enough of the deals lie in finished games, under every arm of the variant."""
        places = {
            place
            for contrast in self.group.contrasts
            if contrast.variant is self.variant
            for place in (contrast.first, contrast.second)
        }
        tables = [self.paired.tables[place] for place in places]
        return min(one["game_deals"].sum() / one["deals"].sum() for one in tables) >= LEAST_FINISHED


def _section(question: Question, one: _Raw, effects: tuple[Effect, ...]) -> Section:
    return Section(
        variant=one.variant,
        arms=one.arms,
        part=one.contrast.part,
        kind=kind_of(question.base, one.variant),
        deals=int(one.pair["deals"]),
        tables=len(one.paired.tables[0]),
        played_otherwise=int(one.pair["played_otherwise"]),
        marked_otherwise=int(one.pair["marked_otherwise"]),
        outcomes=tuple(tuple(int(n) for n in row) for row in one.pair["outcomes"]),
        quantiles=tuple(_quantiles(one.pair)),
        games_left_out=not one.finish,
        effects=effects,
    )


def _compared(metrics: Iterable[Metric], one: _Raw) -> list[tuple[Metric, Comparison]]:
    """The metrics that have cases under both arms, those of games where games finish."""
    found: list[tuple[Metric, Comparison]] = []
    first, second = (one.paired.tables[at] for at in (one.contrast.first, one.contrast.second))
    for metric in metrics:
        if metric.of == "games" and not one.finish:
            continue
        sums = (*metric.sums(first), *metric.sums(second))
        if sums[1].any() and sums[3].any():
            found.append((metric, compare_sums(*sums)))
    return found


def _is_tested(part: Part | None) -> bool:
    return part in (None, "rules")


def _differs(compared: Comparison) -> bool:
    return compared.error > 0 or compared.difference != 0


def _verdict(compared: Comparison, margin: float | None) -> Verdict | None:
    if margin is None:
        return None
    if not _differs(compared):
        return "equivalent"
    if compared.value_a == 0:
        return "undecided"
    return compared.verdict(margin * abs(compared.value_a))


def _quantiles(pair: Any) -> Iterator[Quantile]:
    for side in ("taker", "defence"):
        base, variant = np.cumsum(pair[f"{side}_marks"], axis=1)
        for at in QUANTILES:
            if base[-1] and variant[-1]:
                yield Quantile(side, at, _reached(base, at), _reached(variant, at))


def _reached(so_far: np.ndarray, share: float) -> int:
    """The least marks that a share of the deals does not pass, from running counts."""
    return int(np.searchsorted(so_far, share * float(so_far[-1])))


def _effect_line(effect: Effect, sign_depends: bool) -> dict[str, Any]:
    compared = effect.compared
    return {
        "metric": effect.metric.name,
        "part": effect.metric.part,
        "unit": effect.metric.unit,
        "base": compared.value_a,
        "variant": compared.value_b,
        "difference": compared.difference,
        "low": compared.low,
        "high": compared.high,
        "error": compared.error,
        "n_base": int(compared.n_a),
        "n_variant": int(compared.n_b),
        "correlation": compared.correlation,
        "gain": compared.gain,
        "effective": compared.effective,
        "p": compared.p,
        "p_corrected": effect.corrected,
        "unchanged": effect.unchanged,
        "verdict": effect.verdict,
        "sign_depends_on_players": sign_depends,
    }
