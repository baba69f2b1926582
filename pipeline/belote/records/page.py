"""One deal as a page of text in French or English, trick by trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from belote.game.auction import CAPOT
from belote.game.cards import NATURAL_RANKS, RANKS, STRAINS, SUITS, cards_of, reading_order
from belote.game.deal import Deal, Trick
from belote.messages import Lang, say

SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))
"""How a suit is written, by its letter."""
_SAID = {"pass": "pass", "take": "takes", "coinche": "coinches", "surcoinche": "surcoinches"}


def rank_name(card: int, lang: Lang) -> str:
    """The rank of a card as players write it: ``10``, ``V`` or ``J``."""
    return say(lang, "card.ranks").split()[NATURAL_RANKS.index(RANKS[card & 7])]


def card_name(card: int, lang: Lang) -> str:
    """A card as players write it: ``10♦``, ``V♠`` or ``J♠``."""
    return rank_name(card, lang) + SYMBOLS[SUITS[card >> 3]]


def strain_name(trump: str, lang: Lang) -> str:
    """What is trump in words: a suit, sans atout or tout atout."""
    return say(lang, f"card.{trump}")


def strain_mark(trump: str, lang: Lang) -> str:
    """What is trump, short: a suit's symbol, the words of sans and tout atout."""
    return SYMBOLS[trump] if trump in SYMBOLS else strain_name(trump, lang)


def contract_name(contract: int) -> str:
    """A contract as it is bid."""
    return "capot" if contract == CAPOT else str(contract)


def contract_words(contract: int, trump: int, level: int, lang: Lang) -> str:
    """What was bid at coinche, and whether it was coinched."""
    suit = strain_name(STRAINS[trump], lang)
    return say(lang, f"show.contract_{level}", contract=contract_name(contract), suit=suit)


def deal_page(
    deal: Deal,
    facts: Mapping[str, Any],
    players: Sequence[str | None],
    marks: Sequence[Mapping[str, Any]],
    lang: Lang,
) -> str:
    """The page, without a newline at its end.

    ``facts`` is the deal's row of the view ``deals``, ``players`` are those of seats 0-3 (None
    where not known), ``marks`` the deal's rows of ``marks``. What is not known is left out, and
    so are the marks of a passed-out deal, which are zeros.
    """
    key = {"deal": facts["deal_no"], "table": facts["table_id"], "run": facts["run_id"]}
    lines = [say(lang, "show.title", **key), say(lang, "show.played_under", rules=facts["rules"])]
    lines += _players(players, lang)
    if deal.first is not None and deal.turned is not None:
        turned = card_name(deal.turned, lang)
        lines += ["", say(lang, "show.first_cards", turned=turned), *_hands(deal, deal.first, lang)]
    eight_first = deal.first is not None and deal.calls is not None
    if eight_first and deal.first is not None:
        lines += ["", say(lang, "show.hands"), *_hands(deal, deal.first, lang)]
    if deal.first is not None or deal.hands is not None:  # a score sheet tells no auction
        lines += ["", say(lang, "show.auction"), *_auction(deal, lang)]
    elif deal.contract is not None:
        lines += ["", contract_words(deal.contract, deal.trump or 0, deal.level or 0, lang)]
    if deal.passed_out:
        lines += ["", say(lang, "show.passed_out")]
        return "\n".join(lines)
    if deal.hands is not None:
        if not eight_first:
            lines += ["", say(lang, "show.hands"), *_hands(deal, deal.hands, lang)]
        lines += ["", say(lang, "show.tricks"), *_tricks(deal, lang)]
    if facts["taker_points"] is not None:
        lines += ["", *_score(facts, lang)]
    known = [mark for mark in marks if mark["outcome"] is not None]
    if known:
        lines += ["", say(lang, "show.marks"), *_marks(known, lang)]
    return "\n".join(lines)


def _players(players: Sequence[str | None], lang: Lang) -> list[str]:
    known = [player for player in players if player is not None]
    if not known:
        return []
    named = known[:1] if len(set(players)) == 1 else [player or "?" for player in players]
    return [say(lang, "show.players", players=", ".join(named))]


def _seat(deal: Deal, seat: int, lang: Lang) -> str:
    roles = [
        say(lang, f"show.{role}")
        for role, holder in (("dealer", deal.dealer), ("taker", deal.taker))
        if holder == seat
    ]
    suffix = f" ({', '.join(roles)})" if roles else ""
    return say(lang, "show.seat", seat=seat) + suffix


def _hands(deal: Deal, masks: Sequence[int], lang: Lang) -> list[str]:
    """A line a seat, the suits below each other, each high to low."""
    return _columns(
        [
            [_seat(deal, seat, lang), *(_suit(mask, suit, lang) for suit in range(4))]
            for seat, mask in enumerate(masks)
        ]
    )


def _suit(mask: int, suit: int, lang: Lang) -> str:
    cards = [card for card in sorted(cards_of(mask), key=reading_order) if card >> 3 == suit]
    ranks = [rank_name(card, lang) for card in cards]
    return f"{SYMBOLS[SUITS[suit]]} {' '.join(ranks) or '-'}"


def bid_words(word: str, lang: Lang) -> str:
    """A word of `Deal.bids` as it is said."""
    if word in _SAID:
        return say(lang, f"show.{_SAID[word]}")
    first, trump = word.split()
    suit = say(lang, f"card.{trump}")
    if first == "take":
        return say(lang, "show.takes_suit", suit=suit)
    return say(lang, "show.bids", contract=first, suit=suit)


def _auction(deal: Deal, lang: Lang) -> list[str]:
    rows = [[_seat(deal, seat, lang), bid_words(word, lang)] for seat, word in deal.bids()]
    lines = _columns(rows)
    if deal.contract is not None:
        contract = contract_words(deal.contract, deal.trump or 0, deal.level or 0, lang)
        lines.append(f"  {contract}")
    elif deal.trump is not None:
        suit = say(lang, f"card.{SUITS[deal.trump]}")
        lines.append("  " + say(lang, "show.trump", suit=suit, round=deal.bid_round))
    return lines


def _tricks(deal: Deal, lang: Lang) -> list[str]:
    """A line a trick, a column a seat."""
    seats = [say(lang, "show.seat", seat=seat) for seat in range(4)]
    rows = [[say(lang, "show.trick"), *seats, say(lang, "show.points")]]
    for number, trick in enumerate(deal.tricks, start=1):
        points = str(trick.points)
        if number == 8:
            points = say(lang, "show.der", points=points)
        cards = (_card_of_seat(trick, seat, lang) for seat in range(4))
        rows.append([str(number), *cards, points])
    return _columns(rows)


def _card_of_seat(trick: Trick, seat: int, lang: Lang) -> str:
    card = card_name(trick.cards[(seat - trick.leader) % 4], lang)
    leads = "> " if seat == trick.leader else "  "
    return f"{leads}{card}{' *' if seat == trick.winner else ''}"


def _score(facts: Mapping[str, Any], lang: Lang) -> list[str]:
    names = ("taker", "defence")
    numbers = {name: facts[f"{name}_points"] for name in names}
    numbers |= {f"{name}_tricks": facts[f"{name}_tricks"] for name in names}
    key = "show.score_points" if facts["taker_tricks"] is None else "show.score"
    lines = [say(lang, key, **numbers)]
    if facts["capot"] is not None:
        lines.append(say(lang, f"show.capot_{facts['capot']}"))
    for kind in ("belote", "annonces"):
        taker, defence = facts[f"taker_{kind}"], facts[f"defence_{kind}"]
        if taker or defence:
            lines.append(say(lang, f"show.{kind}", taker=taker, defence=defence))
    return lines


def _marks(marks: Sequence[Mapping[str, Any]], lang: Lang) -> list[str]:
    rows = [say(lang, "show.marks_head").split(";")]
    for mark in marks:
        numbers = [str(mark[k]) for k in ("taker_mark", "defence_mark", "carried", "held")]
        rows.append([str(mark["rules"]), say(lang, f"outcome.{mark['outcome']}"), *numbers])
    return _columns(rows, numbers_from=2)


def _columns(rows: Sequence[Sequence[str]], numbers_from: int = 99) -> list[str]:
    """Lines of cells below each other, those from column ``numbers_from`` on to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        cells = [
            cell.rjust(width) if at >= numbers_from else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "   ".join(cells).rstrip())
    return lines
