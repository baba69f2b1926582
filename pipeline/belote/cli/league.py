"""Commands that set players against each other: league."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belote.cli.app import app
from belote.cli.options import (
    STANDARD_OUTPUT,
    Language,
    LanguageOption,
    LinesOption,
    QuietOption,
    WorkersOption,
    check_output,
    whole_number,
)

if TYPE_CHECKING:
    from belote.messages import Lang
    from belote.stats.intervals import Interval
    from belote.study.league import League


@app.command(epilog="Example: belote league random novice regular --contracts regular")
def league(
    players: Annotated[
        list[str], typer.Argument(metavar="P...", help="Two players or more, as for simulate.")
    ],
    deals: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="N",
            help="Deals that every pair plays, twice.",
            show_default="200,000; 2,000 with a player that is no compiled one",
        ),
    ] = None,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A rule set as for simulate.")
    ] = "litige",
    contracts: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="Whose auction is held at all seats, so that only the play of the cards differs.",
            show_default="each player's own",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Seed.")] = 1,
    as_json: LinesOption = None,
    workers: WorkersOption = None,
    lang: LanguageOption = Language.en,
    quiet: QuietOption = False,
) -> None:
    """Players against each other on duplicate deals, and their ratings."""
    from belote.cli.progress import progress_bar
    from belote.cli.rows import write_lines
    from belote.game.variants import rule_set
    from belote.players.spec import parse_player
    from belote.study.league import Question, play_league

    question = Question(
        tuple(parse_player(text) for text in players),
        rule_set(rules),
        None if contracts is None else parse_player(contracts),
        deals,
        seed,
    )
    check_output(as_json)
    with progress_bar("playing", quiet) as progress:
        found = play_league(question, workers=workers, progress=progress)
    if as_json is not None:
        write_lines(found.lines(), as_json)
    if as_json != STANDARD_OUTPUT:
        _print(found, lang.value)


def _print(found: League, lang: Lang) -> None:
    from belote.cli.rows import print_table
    from belote.messages import number, say

    asked = found.question
    typer.echo(say(lang, "league.played", deals=number(lang, asked.each), rules=asked.rules.name))
    if asked.contracts is None:
        typer.echo(say(lang, "league.own_auction") + "\n")
    else:
        typer.echo(say(lang, "league.contracts", player=asked.contracts.text) + "\n")
    pairs = [
        [pair.first.text, pair.second.text, *_cells(pair.points, pair.marks, lang)]
        for pair in found.pairs
    ]
    print_table(say(lang, "league.pairs_head").split(";"), pairs)
    typer.echo()
    ratings = [
        [rating.player.text, *_cells(rating.points, rating.marks, lang)] for rating in found.ratings
    ]
    print_table(say(lang, "league.ratings_head").split(";"), ratings)


def _cells(points: Interval, marks: Interval, lang: Lang) -> list[str]:
    from belote.messages import number, say

    cells: list[str] = []
    for interval in (points, marks):
        value, low, high = (number(lang, part, 2).replace("-", "−") for part in interval)
        cells += [value, say(lang, "compare.interval", low=low, high=high)]
    return cells
