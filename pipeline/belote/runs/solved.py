"""Deals of records solved, and a deal's analysis as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from belote.game.cards import card_text
from belote.game.deal import Deal, unpack_deal
from belote.lake.manifest import LakeError
from belote.lake.recorded import recorded_table
from belote.lake.streams import STANDARD, LineFile, open_lines
from belote.messages import Lang, say
from belote.records.batch import LONGEST_LINE, read_batch
from belote.records.page import card_name
from belote.solver.deals import Analysis, Choice, analyse


class Solved(NamedTuple):
    """A deal and its analysis; None where hands, taker or trump are not known."""

    table: str
    deal_no: int
    deal: Deal
    analysis: Analysis | None

    def as_dict(self) -> dict[str, Any]:
        """For JSON: points under best play, who can force a capot, and the cost of each card."""
        found = self.analysis
        points = None if found is None else found.taker_points
        return {
            "table": self.table,
            "deal": self.deal_no,
            "taker_points": points,
            "defence_points": None if points is None else 162 - points,
            "capot": None if found is None else found.capot,
            "cards": [] if found is None else [_card(choice) for choice in found.choices],
        }


def _card(choice: Choice) -> dict[str, Any]:
    outlook = {card_text(card): points for card, points in choice.outlook.items()}
    played = card_text(choice.card)
    return {"seat": choice.seat, "card": played, "cost": choice.cost, "outlook": outlook}


def solve_records(
    name: str, standard_input: Callable[[], BinaryIO], lang: Lang = "en"
) -> Iterator[Solved]:
    """The deals of a file of records (`STANDARD` for standard input), each analysed.

    Deals of score sheets are passed over. Raises `LakeError`, in ``lang``, at the first line that
    is no record or breaks a rule.
    """
    if name == STANDARD:
        yield from _solved(LineFile(standard_input(), name), lang)
        return
    with open_lines(Path(name)) as file:
        yield from _solved(file, lang)


def _solved(file: LineFile, lang: Lang) -> Iterator[Solved]:
    for lines in file.lines(LONGEST_LINE):
        batch = read_batch(lines.text, lines.ends, lines.first_line)
        rows = recorded_table(batch.numbers, batch.nulls, batch.words, batch.calls)
        refused = batch.refusals[0] if batch.refusals else None
        for line, row in zip(batch.lines.tolist(), rows.to_pylist(), strict=True):
            if refused is not None and refused.line < line:
                break
            if row["kind"] != "scored":
                deal = unpack_deal(row)
                found = analyse(deal, batch.rule_sets[row["rules"]])
                yield Solved(row["table_id"], row["deal_no"], deal, found)
        if refused is not None:
            place = {"file": file.name, "line": refused.line, "field": refused.fault.field}
            raise LakeError(say(lang, "replay.refused", reason=refused.fault.reason(lang), **place))


# As text -----------------------------------------------------------------------------------------


def solved_page(found: Solved, lang: Lang) -> str:
    """What the deal is worth, and trick by trick what each card cost; no newline at its end."""
    key = {"table": found.table, "deal": found.deal_no}
    analysis = found.analysis
    if analysis is None:
        return say(lang, "solve.nothing", **key)
    points = analysis.taker_points
    lines = [say(lang, "solve.value", taker=points, defence=162 - points, **key)]
    if analysis.capot is not None:
        lines.append(say(lang, f"solve.capot_{analysis.capot}"))
    for at, choice in enumerate(analysis.choices):
        if at % 4 == 0:
            lines += ["", say(lang, "solve.trick", trick=at // 4 + 1)]
        lines.append(f"  {_choice_line(choice, lang)}")
    for side, cost in costs_by_side(found.deal, analysis).items():
        lines += ["", say(lang, f"solve.cost_{side}", cost=cost)][side == "defence" :]
    return "\n".join(lines)


def _choice_line(choice: Choice, lang: Lang) -> str:
    card = card_name(choice.card, lang)
    if choice.cost == 0:
        return say(lang, "solve.best", seat=choice.seat, card=card)
    better = best_cards(choice)
    names = ", ".join(card_name(one, lang) for one in better)
    return say(lang, "solve.cost", seat=choice.seat, card=card, cost=choice.cost, better=names)


def best_cards(choice: Choice) -> list[int]:
    """The cards that would have cost nothing."""
    own = choice.outlook[choice.card]
    gains = {card: abs(points - own) for card, points in choice.outlook.items()}
    return [card for card, gain in gains.items() if gain == choice.cost and card != choice.card]


def costs_by_side(deal: Deal, analysis: Analysis) -> Mapping[str, int]:
    """What the cards of the taker's side and of the defence cost them."""
    taker = deal.taker or 0
    sums = {"taker": 0, "defence": 0}
    for choice in analysis.choices:
        sums["defence" if (choice.seat - taker) % 2 else "taker"] += choice.cost
    return sums
