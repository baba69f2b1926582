"""The command that says whether to take: advise."""

from __future__ import annotations

import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belote.cli.app import app
from belote.cli.options import (
    JsonOption,
    Language,
    LanguageOption,
    Mistake,
    QuietOption,
    check_output,
    named_file,
    whole_number,
)

if TYPE_CHECKING:
    import polars as pl

    from belote.messages import Lang
    from belote.study.advice_table import TableQuestion
    from belote.study.advise import Advice, Question


class TableFormat(StrEnum):
    """How the table by class of hand is written."""

    table = "table"
    csv = "csv"
    html = "html"
    json = "json"


HandOption = Annotated[
    str | None,
    typer.Option(metavar='"C C C C C"', help='The five cards, such as "Jh 9h Ah Td Ks".'),
]
TurnedOption = Annotated[str | None, typer.Option(metavar="C", help="The card that is turned.")]
PositionOption = Annotated[
    int | None,
    typer.Option(parser=whole_number, metavar="1-4", help="Order of speaking; 4 is the dealer."),
]
RoundOption = Annotated[
    int | None,
    typer.Option(
        "--round",
        parser=whole_number,
        metavar="1|2",
        help="In round 2 all four have passed.",
        show_default="1",
    ),
]
RulesOption = Annotated[
    str, typer.Option(metavar="RULES", help="A rule set of the prise, as for simulate.")
]
ScoreOption = Annotated[
    str | None,
    typer.Option(
        metavar="A:B", help="Score of the game, the asker's side first.", show_default="0:0"
    ),
]
PlayerOption = Annotated[
    str, typer.Option(metavar="P", help="The compiled player at all four seats.")
]
DealsOption = Annotated[
    int | None,
    typer.Option(
        parser=whole_number,
        metavar="N",
        help="Worlds to play each answer in; of the table, decisions a position.",
        show_default="100,000; of the table 400,000",
    ),
]
SeedOption = Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Seed.")]
TableOption = Annotated[
    bool, typer.Option("--table", help="Round 1 by class of hand instead, at one position or all.")
]
FormatOption = Annotated[
    TableFormat | None,
    typer.Option("--format", metavar="table|csv|html|json", help="Of the table."),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("-o", parser=named_file, metavar="FILE", help="Write the table to a file."),
]


@app.command(
    epilog='Examples: belote advise --hand "Jh 9h Ah Td Ks" --turned 7h --position 2 --score'
    " 350:420; belote advise --table --position 1 --format html -o take.html"
)
def advise(
    hand: HandOption = None,
    turned: TurnedOption = None,
    position: PositionOption = None,
    bid_round: RoundOption = None,
    rules: RulesOption = "litige",
    score: ScoreOption = None,
    players: PlayerOption = "regular",
    deals: DealsOption = None,
    seed: SeedOption = 1,
    table: TableOption = False,
    form: FormatOption = None,
    output: OutputOption = None,
    as_json: JsonOption = False,
    lang: LanguageOption = Language.en,
    quiet: QuietOption = False,
) -> None:
    """Take or pass: what each answer of a hand leads to, the hidden cards dealt at random."""
    if table:
        if any(option is not None for option in (hand, turned, bid_round, score)):
            raise Mistake(
                "--table is of all hands: it goes with --position, --rules, --players, --deals,"
                " --seed, --format, --json and -o"
            )
        if as_json and form is not None:
            raise Mistake("--json and --format are two ways to write the table: choose one")
        asked_for = _table_question(position, rules, players, deals, seed)
        _write_table(asked_for, TableFormat.json if as_json else form, output, lang.value, quiet)
        return
    if form is not None or output is not None:
        raise Mistake("--format and -o go with --table")
    if hand is None or turned is None or position is None:
        raise Mistake("name --hand, --turned and --position, or --table for all hands")
    asked = _question(hand, turned, position, bid_round, rules, score, players, deals, seed)
    found = _answer(asked, lang.value, quiet or not sys.stderr.isatty())
    if as_json:
        from belote.charts.advice import answer_words
        from belote.cli.rows import print_json

        if not found.choices:
            raise Mistake(answer_words(found, lang.value))
        print_json(found.lines())
    else:
        _print(found, lang.value)


# One hand -----------------------------------------------------------------------------------------


def _question(
    hand: str, turned: str, position: int, bid_round: int | None, rules: str, score: str | None,
    players: str, deals: int | None, seed: int,
) -> Question:  # fmt: skip
    from belote.game.cards import parse_card, parse_mask
    from belote.game.variants import rule_set
    from belote.players.spec import parse_player
    from belote.study.advise import DEFAULT_WORLDS, Question

    return Question(
        hand=parse_mask(hand),
        turned=parse_card(turned),
        position=position,
        rules=rule_set(rules),
        player=parse_player(players),
        bid_round=1 if bid_round is None else bid_round,
        score=(0, 0) if score is None else _score(score),
        worlds=DEFAULT_WORLDS if deals is None else deals,
        seed=seed,
    )


def _score(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6}):(\d{1,6})", text.strip(), re.ASCII)
    if found is None:
        raise Mistake(f"{text!r} is no score: write it as 350:420, the asker's side first")
    return int(found[1]), int(found[2])


def _answer(question: Question, lang: Lang, quiet: bool) -> Advice:
    """The whole answer; on a terminal the first one is said while the rest is played."""
    from belote.charts.advice import answer_words
    from belote.study.advise import answers

    growing = answers(question)
    found = next(growing)
    if not quiet:
        typer.echo(f"({answer_words(found, lang)})\n", err=True)
    for later in growing:
        found = later
    return found


def _print(found: Advice, lang: Lang) -> None:
    from belote.charts.advice import (
        answer_words,
        choice_cells,
        head_words,
        question_words,
        worlds_words,
    )
    from belote.cli.rows import print_table

    typer.echo(question_words(found.question, lang))
    typer.echo(answer_words(found, lang))
    if found.choices:
        typer.echo()
        print_table(head_words(lang), [choice_cells(choice, lang) for choice in found.choices])
        typer.echo(f"\n{worlds_words(found, lang)}")


# All hands ----------------------------------------------------------------------------------------


def _table_question(
    position: int | None, rules: str, players: str, deals: int | None, seed: int
) -> TableQuestion:
    from belote.game.variants import rule_set
    from belote.players.spec import parse_player
    from belote.study.advice_table import DEFAULT_WORLDS, TableQuestion

    return TableQuestion(
        rule_set(rules),
        parse_player(players),
        (1, 2, 3, 4) if position is None else (position,),
        DEFAULT_WORLDS if deals is None else deals,
        seed,
    )


def _write_table(
    question: TableQuestion, form: TableFormat | None, output: Path | None, lang: Lang, quiet: bool
) -> None:
    from belote.charts.advice_table import table_page
    from belote.cli.progress import progress_bar
    from belote.lake.streams import whole_output
    from belote.study.advice_table import advice_table

    if form in (None, TableFormat.table) and output is not None:
        raise Mistake("-o takes a table as CSV, HTML or JSON: add --format csv, html or json")
    check_output(output)
    with progress_bar("playing", quiet) as progress:
        frame = advice_table(question, progress)
    if form in (None, TableFormat.table):
        _print_table(question, frame, lang)
        return
    if form is TableFormat.html:
        text = table_page(question, frame, lang)
    else:
        text = frame.write_csv() if form is TableFormat.csv else frame.write_ndjson()
    if output is None:
        sys.stdout.write(text)
        return
    with whole_output(output) as path:
        path.write_text(text, encoding="utf-8")


def _print_table(question: TableQuestion, frame: pl.DataFrame, lang: Lang) -> None:
    from belote.charts.advice_table import (
        sheet_heads,
        sheet_rows,
        sheet_title,
        sheets,
        table_words,
    )
    from belote.charts.frames import SMALL_SAMPLE
    from belote.cli.rows import print_table
    from belote.messages import say

    typer.echo(table_words(question, lang))
    typer.echo(say(lang, "advise.table_under", least=SMALL_SAMPLE))
    for sheet in sheets(frame, lang):
        typer.echo(f"\n{sheet_title(sheet, lang)}")
        print_table(sheet_heads(lang), sheet_rows(sheet))
