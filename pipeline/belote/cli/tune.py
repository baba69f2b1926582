"""Commands that fit a player: tune."""

from __future__ import annotations

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
    from belote.study.league import Lead
    from belote.study.tune import Question, Tuned


@app.command(epilog="Example: belote tune --rules stricte,chute_mark=160 -o cautious.toml")
def tune(
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A rule set of the prise, as for simulate.")
    ] = "litige",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            parser=named_file,
            metavar="FILE.toml",
            help="The player's file.",
            show_default="named after the rule set",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    deals: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="N",
            help="Decisions played out each round; each match has half as many deals.",
            show_default="400,000",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="K",
            help="Rounds at most; they end where hardly a decision changes.",
            show_default="6",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Seed.")] = 1,
    as_json: LinesOption = None,
    workers: WorkersOption = None,
    lang: LanguageOption = Language.en,
    quiet: QuietOption = False,
) -> None:
    """Fit take or pass to a rule set, into a file that any command takes as a player."""
    from belote.cli.progress import progress_bar
    from belote.cli.rows import write_lines
    from belote.lake.streams import whole_output
    from belote.players.taking import taking_text
    from belote.study.tune import file_name
    from belote.study.tune import tune as tune_player

    question = _question(rules, deals, rounds, seed)
    file = Path(file_name(question.rules)) if output is None else output
    _check_file(file, force)
    check_output(as_json)
    with progress_bar("tuning", quiet) as progress:
        tuned = tune_player(question, str(file), workers=workers, progress=progress)
    with whole_output(file) as path:
        path.write_text(taking_text(tuned.taking), encoding="utf-8")
    if as_json is not None:
        write_lines(tuned.lines(), as_json)
    if as_json != STANDARD_OUTPUT:
        _print(tuned, lang.value)


def _question(rules: str, deals: int | None, rounds: int | None, seed: int) -> Question:
    from belote.game.variants import rule_set
    from belote.study.tune import DEFAULT_DEALS, DEFAULT_ROUNDS, Question

    return Question(
        rule_set(rules),
        DEFAULT_DEALS if deals is None else deals,
        DEFAULT_ROUNDS if rounds is None else rounds,
        seed,
    )


def _check_file(file: Path, force: bool) -> None:
    """Raise `Mistake` for a file that could not be written, or not be named as a player."""
    from belote.players.spec import TUNED_FILE

    if file.suffix != TUNED_FILE or any(mark in str(file) for mark in ",:"):
        raise Mistake(
            f"{str(file)!r} cannot name a player: the name ends in {TUNED_FILE} and has no comma or"
            " colon"
        )
    if str(file).count(TUNED_FILE) > 1:
        raise Mistake(f"{str(file)!r} cannot name a player: it has {TUNED_FILE} in it twice")
    check_output(file)
    if file.exists() and not force:
        raise Mistake(f"{file} is there already: --force replaces it, -o names another")


def _print(tuned: Tuned, lang: Lang) -> None:
    from belote.cli.rows import print_table
    from belote.messages import number, percent, say

    asked = tuned.question
    deals = number(lang, asked.deals)
    typer.echo(say(lang, "tune.tuned", rules=asked.rules.name, deals=deals) + "\n")
    rows = [
        [
            number(lang, one.number),
            number(lang, one.decisions),
            percent(lang, one.changed, 2),
            *_cells(one.lead, lang),
            say(lang, "tune.kept" if one.kept else "tune.not_kept"),
        ]
        for one in tuned.rounds
    ]
    print_table(say(lang, "tune.rounds_head").split(";"), rows)
    match_deals = number(lang, asked.match_deals)
    typer.echo("\n" + say(lang, "tune.match", deals=match_deals, seed=asked.seed + 2) + "\n")
    match = tuned.match if tuned.refused is None else tuned.refused
    print_table(say(lang, "tune.match_head").split(";"), [_cells(match, lang)])
    typer.echo()
    shares = [rates.shares() for rates in tuned.rates]
    names = list(dict.fromkeys(name for one in shares for name in one))
    cells = [
        [
            say(lang, f"tune.{name}"),
            *(_share(one[name], lang) if name in one else "–" for one in shares),
        ]
        for name in names
    ]
    print_table(
        [say(lang, "tune.rates_head"), *(rates.player.name for rates in tuned.rates)], cells
    )
    typer.echo("\n" + say(lang, f"tune.{_verdict(tuned)}", player=tuned.player.name))
    typer.echo(tuned.player.text)


def _verdict(tuned: Tuned) -> str:
    """What the match says: lost, won clear of chance, or neither."""
    if tuned.refused is not None:
        return "worse"
    return "better" if tuned.match.marks.low > 0 else "no_better"


def _share(rate: tuple[float, float, float], lang: Lang) -> str:
    from belote.messages import percent, say

    value, low, high = (percent(lang, part, 2) for part in rate)
    return f"{value} ({say(lang, 'compare.interval', low=low, high=high)})"


def _cells(lead: Lead, lang: Lang) -> list[str]:
    from belote.messages import say, signed

    cells: list[str] = []
    for interval in (lead.marks, lead.points):
        value, low, high = (signed(lang, part, 2) for part in interval)
        cells += [value, say(lang, "compare.interval", low=low, high=high)]
    return cells
