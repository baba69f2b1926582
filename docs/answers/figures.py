"""Figures for the words of an answer, and whether what the words claim is so."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from belote.game.marking import OUTCOMES
from belote.messages import number, percent, signed
from belote.study.report import Effect, Report, Section

NAMES = {
    "random": "random",
    "regular": "regular",
    "regular:boldness=6": "bold",
    "regular:boldness=-6": "cautious",
}
"""The default players as the pages call them."""
LANG = "en"
_PLACE = re.compile(r"\{([^{}]+)\}")


class Figures:
    """What a report found, by measure, players and variant."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._sections = {
            (at, NAMES.get(section.players_text, section.players_text)): section
            for at, variant in enumerate(report.question.variants, start=1)
            for section in report.sections
            if section.variant.name == variant.name
        }

    def filled(self, text: str) -> str:
        """The text with every ``{…}`` replaced by its figure, on one line.

        ``{measure players what}`` and ``{turns from to players}``, then ``#2`` for the second
        variant. What: ``base``, ``variant``, ``change`` (the difference and its interval), ``by``
        (the same without signs, where the words name the direction), ``moves`` (from, to, and the
        change), ``cases``. A part of a measure follows a colon: ``taken_at:4``.
        """
        return _PLACE.sub(lambda match: self._figure(match[1].split()), " ".join(text.split()))

    def holds(self, claim: str) -> bool:
        """Whether a claim is so: ``measure players relation``, of every variant or of ``#n``.

        Players are named, with commas, or ``all``. Relations: ``rises`` and ``falls`` (established
        by the corrected test), ``unchanged`` (at every table), ``undecided`` (not established),
        ``within X%`` (the whole interval, of the base's value), ``beyond X%`` (none of it), ``most
        players`` (its difference is larger than with these others), ``above X`` and ``below X``
        (both values). ``measure depends``: its sign depends on the players. ``only from to``:
        outcomes change in this way alone.
        """
        words, ats = self._variants(claim.split())
        match words:
            case ["only", base, other]:
                return all(
                    _only(s, base, other) for (at, _), s in self._sections.items() if at in ats
                )
            case [metric, "depends"]:
                found = {(r.name, m.key) for r, m in self.report.disagreements()}
                names = [self.report.question.variants[at - 1].name for at in ats]
                return all((name, metric.replace(":", " ")) in found for name in names)
            case [metric, players, *relation]:
                return all(
                    self._is_so(at, metric, player, relation)
                    for at in ats
                    for player in self._players(players)
                )
            case _:
                raise ValueError(f"no claim: {claim}")

    def _is_so(self, at: int, metric: str, player: str, relation: list[str]) -> bool:
        effect = self.effect(at, metric, player)
        compared = effect.compared
        match relation:
            case ["rises"]:
                return effect.significant and compared.difference > 0
            case ["falls"]:
                return effect.significant and compared.difference < 0
            case ["unchanged"]:
                return effect.unchanged
            case ["undecided"]:
                return not effect.unchanged and not effect.significant
            case ["within", share]:
                margin = abs(compared.value_a) * float(share.rstrip("%")) / 100
                return -margin < compared.low and compared.high < margin
            case ["beyond", share]:
                margin = abs(compared.value_a) * float(share.rstrip("%")) / 100
                return compared.low > margin or compared.high < -margin
            case ["above", value]:
                return min(compared.value_a, compared.value_b) > float(value)
            case ["below", value]:
                return max(compared.value_a, compared.value_b) < float(value)
            case ["most", others]:
                return all(
                    abs(compared.difference) > abs(self.effect(at, metric, o).compared.difference)
                    for o in self._players(others)
                    if o != player
                )
            case _:
                raise ValueError(f"no relation: {' '.join(relation)}")

    def effect(self, at: int, metric: str, player: str) -> Effect:
        """The effect of the variant of that number on a measure; `KeyError` where there is none."""
        for effect in self._sections[at, player].effects:
            if effect.metric.key == metric.replace(":", " "):
                return effect
        raise KeyError(f"{metric} with {player}")

    def _figure(self, words: list[str]) -> str:
        words, ats = self._variants(words)
        at = ats[0]
        match words:
            case ["deals"]:
                return number(LANG, self.report.question.deals)
            case ["turns", base, other, player]:
                return number(LANG, _turned(self._sections[at, player], base, other))
            case ["marked" | "played" as what, player]:
                section = self._sections[at, player]
                return percent(LANG, getattr(section, f"{what}_otherwise") / section.deals, 1)
            case [metric, player, what]:
                return _told(self.effect(at, metric, player), what)
            case _:
                raise ValueError(f"no figure: {' '.join(words)}")

    def _variants(self, words: list[str]) -> tuple[list[str], list[int]]:
        if words[-1].startswith("#"):
            return words[:-1], [int(words[-1][1:])]
        return words, list(range(1, len(self.report.question.variants) + 1))

    def _players(self, text: str) -> list[str]:
        everyone = [player for at, player in self._sections if at == 1]
        return everyone if text == "all" else text.split(",")


def _told(effect: Effect, what: str) -> str:
    compared = effect.compared
    share = effect.metric.unit == "share"
    scale, unit = (100, " pp") if share else (1, "")
    error, difference = scale * compared.error, scale * compared.difference
    fine = _places(error, 4)
    coarse = min(fine, _places(abs(difference) / 10, fine)) if error > 0 else 2

    def level(value: float) -> str:
        return percent(LANG, value, coarse) if share else number(LANG, value, coarse)

    def interval(low: float, high: float, words: Callable[[float], str]) -> str:
        return f"({words(scale * low)} to {words(scale * high)})"

    def sign(value: float) -> str:
        return signed(LANG, value, fine)

    def size(value: float) -> str:
        return number(LANG, abs(value), fine)

    if what == "by" and not effect.significant:
        raise ValueError(f"{effect.metric.key} differs by nothing that is established")
    least, most = sorted((compared.low, compared.high), key=abs)
    change = f"{sign(difference)}{unit} {interval(compared.low, compared.high, sign)}"
    base, variant, cases = level(compared.value_a), level(compared.value_b), int(compared.n_a)
    figures = {
        "base": base,
        "variant": variant,
        "change": change,
        "by": f"{size(difference)}{unit} {interval(least, most, size)}",
        "moves": f"from {base} to {variant}, {change[:-1]}; n = {number(LANG, cases)})",
        "cases": number(LANG, cases),
    }
    return figures[what]


def _places(size: float, most: int) -> int:
    """Decimal places that show one figure of a size, at least one and at most ``most``."""
    return most if size <= 0 else max(1, min(most, -math.floor(math.log10(size))))


def _turned(section: Section, base: str, other: str) -> int:
    return section.outcomes[OUTCOMES.index(base)][OUTCOMES.index(other)]


def _only(section: Section, base: str, other: str) -> bool:
    changed = {(a, b) for a in OUTCOMES for b in OUTCOMES if a != b and _turned(section, a, b)}
    return changed == {(base, other)}
