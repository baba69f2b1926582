"""The command that says whether to take: advise."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from belote.cli.app import app
from belote.cli.options import (
    JsonOption,
    Language,
    LanguageOption,
    Mistake,
    QuietOption,
    whole_number,
)

if TYPE_CHECKING:
    from belote.messages import Lang
    from belote.study.advise import Advice, Question


@app.command(
    epilog='Example: belote advise --hand "Jh 9h Ah Td Ks" --turned 7h --position 2 --score 350:420'
)
def advise(
    hand: Annotated[
        str, typer.Option(metavar='"C C C C C"', help='The five cards, such as "Jh 9h Ah Td Ks".')
    ],
    turned: Annotated[str, typer.Option(metavar="C", help="The card that is turned.")],
    position: Annotated[
        int,
        typer.Option(
            parser=whole_number, metavar="1-4", help="Order of speaking; 4 is the dealer."
        ),
    ],
    bid_round: Annotated[
        int,
        typer.Option(
            "--round", parser=whole_number, metavar="1|2", help="In round 2 all four have passed."
        ),
    ] = 1,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A rule set of the prise, as for simulate.")
    ] = "litige",
    score: Annotated[
        str, typer.Option(metavar="A:B", help="Score of the game, the asker's side first.")
    ] = "0:0",
    players: Annotated[
        str, typer.Option(metavar="P", help="The compiled player at all four seats.")
    ] = "regular",
    deals: Annotated[
        int | None,
        typer.Option(
            parser=whole_number,
            metavar="N",
            help="Worlds to play each answer in.",
            show_default="100,000",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(parser=whole_number, metavar="S", help="Seed.")] = 1,
    as_json: JsonOption = False,
    lang: LanguageOption = Language.en,
    quiet: QuietOption = False,
) -> None:
    """Take or pass: what each answer of a hand leads to, the hidden cards dealt at random."""
    from belote.cli.rows import print_json
    from belote.game.cards import parse_card, parse_mask
    from belote.game.variants import rule_set
    from belote.players.spec import parse_player
    from belote.study.advise import DEFAULT_WORLDS, Question

    question = Question(
        hand=parse_mask(hand),
        turned=parse_card(turned),
        position=position,
        rules=rule_set(rules),
        player=parse_player(players),
        bid_round=bid_round,
        score=_score(score),
        worlds=DEFAULT_WORLDS if deals is None else deals,
        seed=seed,
    )
    found = _answer(question, lang.value, quiet or not sys.stderr.isatty())
    if as_json:
        print_json(found.lines())
    else:
        _print(found, lang.value)


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
