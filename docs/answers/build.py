"""The worked answers: `play` keeps what comparisons found, `render` writes the pages from that.

``python docs/answers/build.py [play|render] [slug ...]``; `make answers` does both for all.
`answers.toml` defines them. A page depends on the kept lines and the definition alone, and is not
written where a claim of its definition is not so.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from belote.charts.effects import change, differences_in_words, effects_chart, level, metric_name
from belote.charts.picture import svg
from belote.charts.report import depends_words
from belote.game.variants import Rules, rules_from_text
from belote.messages import number, say
from belote.study.compare import Question, default_players
from belote.study.lines import report_from
from belote.study.report import Effect, Report, Section, compare
from figures import NAMES, Figures

HERE = Path(__file__).resolve().parent
DIGITS = 9
"""Significant digits that are kept: more than any page shows, fewer than machines differ in."""
LANG = "en"


@dataclass(frozen=True)
class Answer:
    """A definition: what is asked and compared, and the words around the figures."""

    slug: str
    title: str
    question: str
    base: str
    variants: tuple[str, ...]
    deals: int
    metrics: tuple[str, ...]
    """Measures that answer the question, by name; those of several parts come whole."""
    chart: tuple[str, ...]
    """The measures that are drawn."""
    short: str
    """One line, for the index."""
    answer: str
    reading: str
    caveats: tuple[str, ...]
    claims: tuple[str, ...]
    """What the words say of the figures, checked: see `Figures.holds`."""

    @property
    def data(self) -> Path:
        """Where its lines are kept."""
        return HERE / "data" / f"{self.slug}.jsonl"

    def asked(self) -> Question:
        """The comparison that answers it."""
        variants = tuple(rules_from_text(text) for text in self.variants)
        return Question(rules_from_text(self.base), variants, default_players(), self.deals)

    @cached_property
    def report(self) -> Report:
        """What was found, from the kept lines."""
        text = self.data.read_text(encoding="utf-8")
        return report_from([json.loads(line) for line in text.splitlines()])


def answers() -> list[Answer]:
    """The definitions, in their order."""
    document = tomllib.loads((HERE / "answers.toml").read_text(encoding="utf-8"))
    return [_answer(told) for told in document["answer"]]


def _answer(told: Mapping[str, Any]) -> Answer:
    full: dict[str, Any] = {"chart": told["metrics"], **told}
    wrong = {field.name for field in fields(Answer)} ^ full.keys()
    if wrong:
        raise ValueError(f"{told.get('slug')}: missing or unknown: {', '.join(sorted(wrong))}")
    return Answer(**{k: tuple(v) if isinstance(v, list) else v for k, v in full.items()})  # pyright: ignore


# Play


def kept_lines(answer: Answer) -> Iterator[str]:
    """What is kept of its comparison, played now: each line's measures that matter, rounded."""
    for line in compare(answer.asked()).lines():
        line["metrics"] = [told for told in line["metrics"] if told["metric"] in answer.metrics]
        yield json.dumps(_rounded(line), ensure_ascii=False)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}  # pyright: ignore
    if isinstance(value, list):
        return [_rounded(inner) for inner in value]  # pyright: ignore
    return value


# Render


def files(answer: Answer) -> dict[str, str]:
    """The page of an answer and its charts, by file name; `ValueError` for words that are wrong."""
    report = answer.report
    figures = Figures(report)
    wrong = [claim for claim in answer.claims if not figures.holds(claim)]
    if wrong:
        raise ValueError(f"{answer.slug}: the figures do not say: {'; '.join(wrong)}")
    charts = {
        _chart_name(answer, at): svg(effects_chart(_drawn(answer, sections), answer.base, LANG))
        for at, (_, sections) in enumerate(_by_variant(report))
    }
    charts = {name: text.rstrip("\n") + "\n" for name, text in charts.items()}
    return {f"{answer.slug}.md": _page(answer, report, figures), **charts}


def index(all_answers: list[Answer]) -> str:
    """The index of the answers: a line of each."""
    head = (HERE / "head.md").read_text(encoding="utf-8")
    rows: list[str] = []
    for at, answer in enumerate(all_answers, start=1):
        short = Figures(answer.report).filled(answer.short)
        rows.append(f"| {at} | [{answer.title}]({answer.slug}.md) | {short} |")
    return "\n".join([head, "| | question | answer |", "|---|---|---|", *rows, ""])


def _chart_name(answer: Answer, at: int) -> str:
    return f"{answer.slug}.svg" if at == 0 else f"{answer.slug}-{at + 1}.svg"


def _by_variant(report: Report) -> list[tuple[Rules, list[Section]]]:
    return [
        (variant, [s for s in report.sections if s.variant.name == variant.name])
        for variant in report.question.variants
    ]


def _drawn(answer: Answer, sections: list[Section]) -> list[Section]:
    """The sections with the measures alone that are drawn."""
    return [
        replace(s, effects=tuple(e for e in s.effects if e.metric.name in answer.chart))
        for s in sections
    ]


def _page(answer: Answer, report: Report, figures: Figures) -> str:
    first = report.sections[0]
    players = len(report.question.players)
    parts = [
        "<!-- Written by docs/answers/build.py from answers.toml and data/; not by hand. -->",
        f"# {answer.title}",
        f"*{answer.question}*",
        figures.filled(answer.answer),
        f"{number(LANG, first.deals)} deals at {number(LANG, first.tables)} tables for each of"
        f" {players} sets of [players](README.md#who-plays), four alike at each table, seed"
        f" {report.question.seed}; intervals are 95 %.",
    ]
    for at, (variant, sections) in enumerate(_by_variant(report)):
        parts += _variant(answer, report, at, variant, sections)
    parts += ["## Reading it", figures.filled(answer.reading)]
    parts += [
        "## What it does not say",
        "\n".join(f"- {figures.filled(c)}" for c in answer.caveats),
    ]
    parts += ["## Make it again", f"```sh\n{report.command}\n```"]
    parts.append("[All answers, and how they are made](README.md)")
    return "\n\n".join(parts) + "\n"


def _variant(
    answer: Answer, report: Report, at: int, variant: Rules, sections: list[Section]
) -> Iterator[str]:
    base = report.question.base
    yield f"## `{variant.name}` instead of `{base.name}`"
    changed = "; ".join(differences_in_words(LANG, base, variant))
    yield f"{changed}. {say(LANG, f'compare.{sections[0].kind}')}"
    yield f"![{answer.title}: relative differences by players]({_chart_name(answer, at)})"
    yield "\n".join(_table(base, variant, sections))
    same = [m for m in answer.metrics if _everywhere_unchanged(sections, m)]
    if same:
        names = ", ".join(_whole_name(sections, name) for name in same)
        yield f"Nothing changes, at any table, whoever plays: {names}."
    depends = depends_words(report, variant.name, LANG)
    yield depends or "No measure rises with some of these players and falls with others."


def _everywhere_unchanged(sections: list[Section], name: str) -> bool:
    found = [e for s in sections for e in s.effects if e.metric.name == name]
    return bool(found) and all(effect.unchanged for effect in found)


def _whole_name(sections: list[Section], name: str) -> str:
    metric = next(e.metric for s in sections for e in s.effects if e.metric.name == name)
    return say(LANG, f"metric.{name}_all") if metric.part else metric_name(LANG, metric)


def _table(base: Rules, variant: Rules, sections: list[Section]) -> Iterator[str]:
    heads = ["measure", "players", f"`{base.name}`", f"`{variant.name}`", "difference"]
    yield f"| {' | '.join([*heads, '95 % interval', 'gain', 'p (Holm)', 'cases'])} |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|"
    for key in dict.fromkeys(e.metric.key for s in sections for e in s.effects):
        for section in sections:
            for effect in section.effects:
                if effect.metric.key == key and not effect.unchanged:
                    yield f"| {' | '.join(_cells(section, effect))} |"


def _cells(section: Section, effect: Effect) -> list[str]:
    compared = effect.compared
    ends = [change(LANG, effect, end) for end in (compared.low, compared.high)]
    told = change(LANG, effect, compared.difference)
    cases = list(dict.fromkeys(number(LANG, n) for n in (compared.n_a, compared.n_b)))
    p = effect.corrected or 0
    return [
        metric_name(LANG, effect.metric),
        NAMES.get(section.players_text, section.players_text),
        level(LANG, effect, compared.value_a),
        level(LANG, effect, compared.value_b),
        f"**{told}**" if effect.significant else told,
        say(LANG, "compare.interval", low=ends[0], high=ends[1]),
        "–" if compared.gain is None else number(LANG, compared.gain, 1),
        "< 0.0001" if p < 0.0001 else number(LANG, p, 4),
        " / ".join(cases),
    ]


def main(words: list[str]) -> None:
    """Do the steps that are named, for the answers that are named; both and all by default."""
    steps = [word for word in words if word in ("play", "render")] or ["play", "render"]
    slugs = {word for word in words if word not in ("play", "render")}
    every = answers()
    unknown = slugs - {answer.slug for answer in every}
    if unknown:
        sys.exit(f"there is no answer {', '.join(sorted(unknown))}")
    chosen = [answer for answer in every if not slugs or answer.slug in slugs]
    if "play" in steps:
        for answer in chosen:
            start = time.perf_counter()
            text = "".join(f"{line}\n" for line in kept_lines(answer))
            answer.data.write_text(text, encoding="utf-8")
            print(f"{answer.slug}: played in {time.perf_counter() - start:.1f} s", flush=True)
    if "render" in steps:
        for answer in chosen:
            for name, text in files(answer).items():
                (HERE / name).write_text(text, encoding="utf-8")
        if all(answer.data.exists() for answer in every):
            (HERE / "README.md").write_text(index(every), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
