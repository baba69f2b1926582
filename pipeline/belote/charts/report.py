"""A comparison of rule sets as one page of HTML that needs nothing beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from belote.charts.effects import change, differences_in_words, effects_chart, level, metric_name
from belote.charts.picture import svg
from belote.game.marking import OUTCOMES
from belote.messages import Lang, number, percent, say
from belote.study.metrics import METRICS
from belote.study.report import LEAST_FINISHED, Effect, Report, Section

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #111; background: #fff; max-width: 64rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid #bbb;
  padding-top: 1rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; }
th, td { border-bottom: 1px solid #ddd; padding: .25rem .6rem; text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } .found { font-weight: 600; }
code { background: #f2f2f2; padding: .1rem .3rem; overflow-wrap: anywhere; }
figure { margin: 1rem 0; overflow-x: auto; } .note { color: #444; font-size: 14px; }
"""


def report_page(report: Report, lang: Lang) -> str:
    """The report as a page of HTML."""
    title = say(lang, "compare.title")
    told = {"seed": report.question.seed, "version": report.version}
    body = [
        f"<h1>{escape(title)}</h1>",
        _p(say(lang, "compare.made_of", **told)),
        f"<p><code>{escape(report.command)}</code></p>",
    ]
    if report.question.adapted:
        body.append(_p(say(lang, "compare.adapted")))
        body += [f"<p><code>{escape(command)}</code></p>" for command in report.tuning_commands]
    for variant in report.question.variants:
        sections = [s for s in report.sections if s.variant.name == variant.name]
        body += _variant(report, sections, lang)
    body.append(_p(say(lang, "compare.method"), "note"))
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def found_in_words(report: Report, section: Section, lang: Lang) -> list[str]:
    """The differences that the corrected test establishes, a sentence each."""
    return [
        say(
            lang,
            "compare.found_one",
            name=metric_name(lang, effect.metric),
            base=level(lang, effect, effect.compared.value_a),
            variant=level(lang, effect, effect.compared.value_b),
            difference=change(lang, effect, effect.compared.difference),
            low=change(lang, effect, effect.compared.low),
            high=change(lang, effect, effect.compared.high),
        )
        for effect in section.found
    ]


def effect_cells(effect: Effect, margin: float | None, lang: Lang) -> list[str]:
    """A measure's line of the table, under the heads of ``compare.head``."""
    compared = effect.compared
    ends = [change(lang, effect, end) for end in (compared.low, compared.high)]
    none = say(lang, "compare.no_verdict")
    return [
        metric_name(lang, effect.metric),
        level(lang, effect, compared.value_a),
        level(lang, effect, compared.value_b),
        change(lang, effect, compared.difference),
        say(lang, "compare.interval", low=ends[0], high=ends[1]),
        none if compared.gain is None else number(lang, compared.gain, 1),
        none if compared.correlation is None else number(lang, compared.correlation, 4),
        none if compared.effective is None else number(lang, compared.effective),
        none if effect.corrected is None else _p_words(effect.corrected, lang),
        verdict_words(effect, margin, lang),
    ]


def verdict_words(effect: Effect, margin: float | None, lang: Lang) -> str:
    """Whether the two are equivalent within the margin."""
    if effect.verdict is None or margin is None:
        return say(lang, "compare.no_verdict")
    key = {"equivalent": "equivalent", "undecided": "undecided"}.get(effect.verdict, "different")
    return say(lang, f"compare.{key}", margin=percent(lang, margin))


def arm_names(section: Section, lang: Lang) -> tuple[str, str]:
    """What the two sides of a section are called: by their rules, and by players that adapt."""
    first, second = (
        arm.rules.name
        if section.part is None
        else say(lang, "compare.arm", rules=arm.rules.name, players=arm.players[0].name)
        for arm in section.arms
    )
    return first, second


def section_title(section: Section, lang: Lang) -> str:
    """Under which players a section is, or which part of the change it is."""
    if section.part is None:
        return say(lang, "compare.players", players=section.players_text)
    first, second = arm_names(section, lang)
    return say(lang, f"compare.part_{section.part}", first=first, second=second)


def kind_words(section: Section, lang: Lang) -> str:
    """What of the deals can differ between the two sides."""
    return say(
        lang, "compare.only_players" if section.part == "players" else f"compare.{section.kind}"
    )


def parts_table(
    sections: Sequence[Section], lang: Lang
) -> tuple[list[str], list[list[str]], list[bool]]:
    """Heads, lines, and which of them the tests call a difference: a variant's change in parts.

    The levels are those of the base and of the variant, each with the players tuned to it. Takes
    the three sections of a variant where players adapt. Measures that never change are left out; a
    part in which a measure has no cases has dashes.
    """
    none = say(lang, "compare.no_verdict")
    found = [{effect.metric: effect for effect in section.effects} for section in sections]
    first, last = (arm.rules.name for arm in sections[-1].arms)
    rows: list[list[str]] = []
    strong: list[bool] = []
    for metric, whole in found[-1].items():
        parts = [effects.get(metric) for effects in found]
        if all(effect is None or effect.unchanged for effect in parts):
            continue
        values = whole.compared.value_a, whole.compared.value_b
        rows.append([metric_name(lang, metric), *(level(lang, whole, value) for value in values)])
        for effect in parts:
            rows[-1] += [none, none] if effect is None else _difference(effect, lang)
        strong.append(any(effect is not None and effect.significant for effect in parts))
    return say(lang, "compare.parts_head", first=first, last=last).split(";"), rows, strong


def _difference(effect: Effect, lang: Lang) -> list[str]:
    compared = effect.compared
    told, low, high = (
        change(lang, effect, value) for value in (compared.difference, compared.low, compared.high)
    )
    return [told, say(lang, "compare.interval", low=low, high=high)]


def counted_words(section: Section, lang: Lang) -> str:
    """How many deals, at how many tables, and how many differ."""
    return say(
        lang,
        "compare.counted",
        deals=number(lang, section.deals),
        tables=number(lang, section.tables),
        played=number(lang, section.played_otherwise),
        marked=number(lang, section.marked_otherwise),
    )


def unchanged_words(section: Section, lang: Lang) -> str | None:
    """The measures that change at no table; None where there are none."""
    same = [effect.metric for effect in section.effects if effect.unchanged]
    several = Counter(metric.name for metric in METRICS if metric.part is not None)
    whole = [name for name, parts in several.items() if parts == sum(m.name == name for m in same)]
    told = {m.key: metric_name(lang, m) for m in same if m.name not in whole}
    names = [*told.values(), *(say(lang, f"metric.{name}_all") for name in whole)]
    return say(lang, "compare.unchanged", names=", ".join(names)) if names else None


def games_words(section: Section, lang: Lang) -> str | None:
    """Why games are not measured; None where they are."""
    if not section.games_left_out:
        return None
    deals = number(lang, -(-section.deals // section.tables))
    return say(lang, "compare.games_left_out", deals=deals, share=percent(lang, LEAST_FINISHED, 0))


def depends_words(report: Report, variant: str, lang: Lang) -> str | None:
    """The measures whose sign depends on the players under a variant; None for none."""
    names = [metric_name(lang, m) for rules, m in report.disagreements() if rules.name == variant]
    return say(lang, "compare.depends", names=", ".join(names)) if names else None


def _p_words(p: float, lang: Lang) -> str:
    return f"< {number(lang, 0.0001, 4)}" if p < 0.0001 else number(lang, p, 4)


def _variant(report: Report, sections: Sequence[Section], lang: Lang) -> Iterator[str]:
    base, variant = report.question.base, sections[0].variant
    names = {"base": base.name, "variant": variant.name}
    yield f"<h2>{escape(say(lang, 'compare.against', **names))}</h2>"
    yield _list(differences_in_words(lang, base, variant))
    if sections[0].part is None:
        yield _p(kind_words(sections[0], lang))
    else:
        yield f"<h3>{escape(say(lang, 'compare.parts'))}</h3>"
        yield _table(*parts_table(sections, lang))
    if depends := depends_words(report, variant.name, lang):
        yield _p(depends, "found")
    drawn = effects_chart(sections, base.name, lang)
    yield f'<figure role="img" aria-label="{escape(drawn.words)}">{svg(drawn)}</figure>'
    for section in sections:
        yield from _section(report, section, lang)


def _section(report: Report, section: Section, lang: Lang) -> Iterator[str]:
    names = dict(zip(("base", "variant"), arm_names(section, lang), strict=True))
    yield f"<h3>{escape(section_title(section, lang))}</h3>"
    if section.part is not None:
        yield _p(kind_words(section, lang))
    yield _p(counted_words(section, lang))
    if section.tested:
        found = found_in_words(report, section, lang)
        yield _p(say(lang, "compare.found" if found else "compare.nothing_found"))
        yield _list(found)
    else:
        yield _p(say(lang, "compare.not_tested"), "found")
    changed = [effect for effect in section.effects if not effect.unchanged]
    rows = [effect_cells(effect, report.margin, lang) for effect in changed]
    strong = [effect.significant for effect in changed]
    yield _table(say(lang, "compare.head", **names).split(";"), rows, strong)
    for told in (unchanged_words(section, lang), games_words(section, lang)):
        if told is not None:
            yield _p(told, "note")
    outcomes = [say(lang, f"outcome.{outcome}") for outcome in OUTCOMES]
    yield f"<h4>{escape(say(lang, 'compare.outcomes'))}</h4>"
    yield _table(
        [say(lang, "compare.outcomes_head", **names), *outcomes],
        [
            [name, *(number(lang, n) for n in row)]
            for name, row in zip(outcomes, section.outcomes, strict=True)
        ],
    )
    yield f"<h4>{escape(say(lang, 'compare.quantiles'))}</h4>"
    yield _table(
        say(lang, "compare.quantiles_head", **names).split(";"),
        [
            [
                say(lang, f"rules.side_{q.side}"),
                percent(lang, q.at, 0),
                *(number(lang, marks) for marks in (q.base, q.variant)),
                number(lang, q.variant - q.base),
            ]
            for q in section.quantiles
        ],
    )


def _p(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def _list(lines: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def _table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], strong: Sequence[bool] | None = None
) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    kinds = [' class="found"' if is_strong else "" for is_strong in strong or [False] * len(rows)]
    lines = [
        f"<tr{kind}>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for kind, row in zip(kinds, rows, strict=True)
    ]
    return f'<div class="wide"><table><tr>{head}</tr>\n' + "\n".join(lines) + "\n</table></div>"
