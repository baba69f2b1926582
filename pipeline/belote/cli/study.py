"""Commands that play deals to answer: compare."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belote.cli.app import app
from belote.cli.options import (
    STANDARD_OUTPUT,
    Language,
    LanguageOption,
    LinesOption,
    Mistake,
    QuietOption,
    WorkersOption,
    check_output,
    named_file,
    whole_number,
)

if TYPE_CHECKING:
    from belote.messages import Lang
    from belote.study.compare import Question
    from belote.study.report import Report


def share(text: str) -> float:
    """The share in an option's text; a mistake that names the option where there is none."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < 1:
        raise typer.BadParameter(f"{text[:40]!r} is no share between 0 and 1, such as 0.01")
    return value


BaseArgument = Annotated[str, typer.Argument(metavar="BASE", help="A rule set as for simulate.")]
VariantsArgument = Annotated[
    list[str], typer.Argument(metavar="VARIANT...", help="Rule sets to set against it.")
]
DealsOption = Annotated[
    int | None,
    typer.Option(
        parser=whole_number,
        metavar="N",
        help="Deals for each set of players.",
        show_default="1,000,000",
    ),
]
PlayersOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="P[,P,P,P]",
        help="Players as for simulate; may be given several times.",
        show_default="random, regular, and regular bold and cautious",
    ),
]
SeedOption = Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Seed.")]
MarginOption = Annotated[
    float | None,
    typer.Option(
        parser=share,
        metavar="X",
        help="Share of the base's value within which a difference is of no interest, such as 0.01:"
        " says of each measure whether the two are equivalent within it.",
    ),
]
ReportOption = Annotated[
    Path | None,
    typer.Option(parser=named_file, metavar="FILE.html", help="Write the whole report as a page."),
]


@app.command(
    epilog="Example: belote compare stricte stricte,chute_mark=160 --report chute.html --lang fr;"
    " with players who adapt: belote compare litige stricte --adapt"
)
def compare(
    base: BaseArgument,
    variants: VariantsArgument,
    deals: DealsOption = None,
    players: PlayersOption = None,
    adapt: Annotated[
        bool,
        typer.Option(
            "--adapt",
            help="Tune players to each rule set, as 'belote tune' does, instead of --players: tells"
            " what the rules do from what players then do.",
        ),
    ] = False,
    seed: SeedOption = 1,
    margin: MarginOption = None,
    report: ReportOption = None,
    as_json: LinesOption = None,
    workers: WorkersOption = None,
    lang: LanguageOption = Language.en,
    quiet: QuietOption = False,
) -> None:
    """The effect of changing rules, on the same deals, with paired intervals."""
    from belote.cli.progress import progress_bar
    from belote.study.compare import adapted_question
    from belote.study.report import compare as compare_rules

    if adapt and players:
        raise Mistake("--adapt tunes the players itself: leave --players out")
    _check_outputs(report, as_json)
    question = _question(base, variants, players, deals, seed)
    with progress_bar("comparing", quiet) as progress:
        if adapt:
            question = adapted_question(
                question.base, question.variants, question.deals, question.seed,
                workers=workers, progress=progress,
            )  # fmt: skip
        found = compare_rules(question, margin=margin, workers=workers, progress=progress)
    _write(found, report, as_json, lang.value)
    if as_json != STANDARD_OUTPUT:
        _print(found, lang.value)


def _question(
    base: str, variants: list[str], players: list[str] | None, deals: int | None, seed: int
) -> Question:
    from belote.game.variants import rule_set
    from belote.players.spec import seat_players
    from belote.study.compare import DEFAULT_DEALS, Question, default_players

    question = Question(
        rule_set(base),
        tuple(rule_set(text) for text in variants),
        tuple(seat_players(text) for text in players) if players else default_players(),
        DEFAULT_DEALS if deals is None else deals,
        seed,
    )
    question.plan()
    return question


def _check_outputs(report: Path | None, as_json: Path | None) -> None:
    """Raise `Mistake` before anything is played for files that could not both be written."""
    for output in (report, as_json):
        check_output(output)
    if report == STANDARD_OUTPUT:
        raise Mistake("--report takes a file: only --json writes to standard output")
    if report is not None and as_json is not None and report.resolve() == as_json.resolve():
        raise Mistake(f"--report and --json name the same file {str(report)!r}: give each its own")


def _write(found: Report, report: Path | None, as_json: Path | None, lang: Lang) -> None:
    from belote.cli.rows import write_lines
    from belote.lake.streams import whole_output

    if report is not None:
        from belote.charts.report import report_page

        with whole_output(report) as path:
            path.write_text(report_page(found, lang), encoding="utf-8")
    if as_json is not None:
        write_lines(found.lines(), as_json)


def _print(found: Report, lang: Lang) -> None:
    from belote.charts.effects import differences_in_words
    from belote.charts.report import (
        arm_names,
        counted_words,
        depends_words,
        effect_cells,
        games_words,
        kind_words,
        parts_table,
        section_title,
        unchanged_words,
    )
    from belote.cli.rows import print_table
    from belote.messages import say

    base = found.question.base
    for section in found.sections:
        against = {"base": base.name, "variant": section.variant.name}
        typer.echo(say(lang, "compare.against", **against))
        for line in differences_in_words(lang, base, section.variant):
            typer.echo(f"  {line}")
        typer.echo(f"  {kind_words(section, lang)}")
        typer.echo(f"  {section_title(section, lang)}")
        names = dict(zip(("base", "variant"), arm_names(section, lang), strict=True))
        typer.echo(f"  {counted_words(section, lang)}")
        if not section.tested:
            typer.echo(f"  {say(lang, 'compare.not_tested')}")
        typer.echo()
        rows = [effect_cells(e, found.margin, lang) for e in section.effects if not e.unchanged]
        if rows:
            print_table(say(lang, "compare.head", **names).split(";"), rows)
        for told in (unchanged_words(section, lang), games_words(section, lang)):
            if told is not None:
                typer.echo(told)
        typer.echo()
    for variant in found.question.variants:
        if found.question.adapted:
            typer.echo(f"{variant.name}. {say(lang, 'compare.parts')}\n")
            heads, rows, _ = parts_table([s for s in found.sections if s.variant is variant], lang)
            print_table(heads, rows)
            typer.echo()
        if depends := depends_words(found, variant.name, lang):
            typer.echo(f"{variant.name}: {depends}")
    if found.question.adapted:
        typer.echo(say(lang, "compare.adapted"))
        for command in found.tuning_commands:
            typer.echo(f"  {command}")
    typer.echo(found.command)
