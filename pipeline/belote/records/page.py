"""One deal as a page of text in French or English, trick by trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from belote.game.cards import NATURAL_RANKS, RANKS, SUITS, cards_of, reading_order
from belote.game.deal import Deal
from belote.messages import Lang, say

_SYMBOLS = "♠♥♦♣"


def card_name(card: int, lang: Lang) -> str:
    """A card as players write it: ``10♦``, ``V♠`` or ``J♠``."""
    ranks = say(lang, "card.ranks").split()
    return ranks[NATURAL_RANKS.index(RANKS[card & 7])] + _SYMBOLS[card >> 3]


def suit_name(suit: int, lang: Lang) -> str:
    """The name of a suit 0-3."""
    return say(lang, f"card.{SUITS[suit]}")


def hand_line(mask: int, lang: Lang) -> str:
    """The cards of a hand by suit, high to low."""
    by_suit = [
        [card for card in sorted(cards_of(mask), key=reading_order) if card >> 3 == suit]
        for suit in range(4)
    ]
    return "   ".join(" ".join(card_name(c, lang) for c in cards) for cards in by_suit if cards)


def deal_page(
    deal: Deal, facts: Mapping[str, Any], marks: Sequence[Mapping[str, Any]], lang: Lang
) -> str:
    """The page: ``facts`` a row of the view ``deals``, ``marks`` rows of ``marks`` of this deal."""
    title = say(
        lang, "show.title", deal=facts["deal_no"], table=facts["table_id"], run=facts["run_id"]
    )
    lines = [title, say(lang, "show.played_under", rules=facts["rules"]), ""]
    if deal.first is not None and deal.turned is not None:
        lines += [say(lang, "show.first_cards", turned=card_name(deal.turned, lang))]
        lines += [*_hands(deal, deal.first, lang), ""]
    lines += [say(lang, "show.auction"), *_auction(deal, lang), ""]
    if deal.taker is None or deal.hands is None or deal.trump is None:
        lines += [say(lang, "show.passed_out")]
    else:
        lines += [say(lang, "show.hands"), *_hands(deal, deal.hands, lang), ""]
        lines += [say(lang, "show.tricks"), *_tricks(deal, lang), ""]
        lines += _facts(facts, lang)
    if marks:
        lines += ["", say(lang, "show.marks"), *_marks(marks, lang)]
    return "\n".join(lines)


def _seat(deal: Deal, seat: int, lang: Lang) -> str:
    roles = [
        say(lang, f"show.{role}")
        for role, holder in (("dealer", deal.dealer), ("taker", deal.taker))
        if holder == seat
    ]
    suffix = f" ({', '.join(roles)})" if roles else ""
    return say(lang, "show.seat", seat=seat) + suffix


def _hands(deal: Deal, masks: Sequence[int], lang: Lang) -> list[str]:
    return [f"  {_seat(deal, seat, lang):<28} {hand_line(masks[seat], lang)}" for seat in range(4)]


def _auction(deal: Deal, lang: Lang) -> list[str]:
    lines: list[str] = []
    for seat, word in deal.bids():
        if word == "pass":
            said = say(lang, "show.pass")
        elif word == "take":
            said = say(lang, "show.takes")
        else:
            said = say(lang, "show.takes_suit", suit=suit_name(SUITS.index(word[-1]), lang))
        lines.append(f"  {_seat(deal, seat, lang):<28} {said}")
    if deal.taker is not None and deal.trump is not None:
        lines.append(
            "  "
            + say(
                lang,
                "show.trump",
                suit=suit_name(deal.trump, lang),
                round=deal.bid_round,
                seat=deal.taker,
            )
        )
    return lines


def _tricks(deal: Deal, lang: Lang) -> list[str]:
    lines: list[str] = []
    for number, trick in enumerate(deal.tricks, start=1):
        cards = "  ".join(
            f"{trick.seat(place)}:{card_name(card, lang)}" for place, card in enumerate(trick.cards)
        )
        points: object = trick.points
        if number == 8:
            points = say(lang, "show.der", points=trick.points)
        lines.append(
            "  "
            + say(
                lang, "show.trick", number=number, cards=cards, winner=trick.winner, points=points
            )
        )
    return lines


def _facts(facts: Mapping[str, Any], lang: Lang) -> list[str]:
    score = say(
        lang,
        "show.score",
        taker=facts["taker_points"],
        defence=facts["defence_points"],
        taker_tricks=facts["taker_tricks"],
        defence_tricks=facts["defence_tricks"],
    )
    lines = [score]
    for kind in ("belote", "annonces"):
        taker, defence = facts[f"taker_{kind}"], facts[f"defence_{kind}"]
        if taker or defence:
            lines.append(say(lang, f"show.{kind}", taker=taker, defence=defence))
    return lines


def _marks(marks: Sequence[Mapping[str, Any]], lang: Lang) -> list[str]:
    rows = [say(lang, "show.marks_head").split(";")]
    for mark in marks:
        rows.append(
            [
                str(mark["rules"]),
                say(lang, f"outcome.{mark['outcome']}"),
                *(str(mark[k]) for k in ("taker_mark", "defence_mark", "carried", "held")),
            ]
        )
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  "
        + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
