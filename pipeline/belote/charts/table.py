"""The table at one step of a deal: the four hands around it, as a picture and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from belote.charts.faces import HEIGHT as CARD_HEIGHT
from belote.charts.faces import WIDTH as CARD_WIDTH
from belote.charts.faces import card_face, suit_mark
from belote.game.cards import RANKS, SANS_ATOUT, STRAINS, SUITS, cards_of, reading_order
from belote.game.deal import Deal
from belote.messages import Lang, say
from belote.records.page import bid_words, card_name
from belote.records.steps import Step

WIDTH, HEIGHT = 400, 520
_FELT, _INK, _SOFT, _GOLD = "#1D5A40", "#FFFFFF", "#CDE3D7", "#FFD54A"
_HELD, _PLAYED = 0.72, 0.92
"""Sizes of a card in a hand and in the middle."""
_BESIDE, _BELOW = 36, 26
"""From card to card in a hand that lies, and in one that stands."""
_LONGEST = 18
"""Letters of a player's name at most."""
_CENTRE = HEIGHT // 2
# Seats play to the right: 0 sits below, 1 at the right, 2 above, 3 at the left.
_MIDDLE = {0: (0, 50), 1: (62, 0), 2: (0, -50), 3: (-62, 0)}
"""Where a card played lies, from the centre to its centre."""
_SAID = {
    0: (WIDTH // 2, HEIGHT - 108, "middle"),
    1: (WIDTH - 64, _CENTRE, "end"),
    2: (WIDTH // 2, 118, "middle"),
    3: (64, _CENTRE, "start"),
}
"""Where what a seat says stands."""


def table_picture(step: Step, deal: Deal, players: Sequence[str | None], lang: Lang) -> str:
    """The table as an SVG, 400 by 520.

    ``players`` are those of seats 0-3, None where not known. It brings its own background, so that
    it reads the same on a light page and on a dark one. A hand that is not known is left out.
    """
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="{_FELT}"/>']
    parts += [_corner(step, lang)]
    for seat in range(4):
        parts += [_name(seat, step, deal, players[seat], lang), *_hand(seat, step, lang)]
    parts += [*_middle(step, lang), *_words(step, lang)]
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' font-family="sans-serif">{"".join(parts)}</svg>'
    )


def step_words(step: Step, deal: Deal, lang: Lang) -> str:
    """What was just done, in a sentence."""
    if step.kind == "dealt":
        if deal.contract is not None or deal.calls is not None:
            return say(lang, "show.hands")
        if step.turned is None:
            return say(lang, "deal.dealt_unknown")
        return say(lang, "deal.dealt", turned=card_name(step.turned, lang))
    if step.kind == "bid":
        seat, word = step.bids[-1]
        return say(lang, "deal.said", seat=seat, said=bid_words(word, lang))
    if step.kind == "completed":
        return say(lang, "deal.completed")
    if step.kind == "end":
        return say(lang, "show.passed_out" if deal.passed_out else "deal.end")
    seat, card = step.trick[-1]
    told = say(lang, "deal.played", trick=step.trick_no, seat=seat, card=card_name(card, lang))
    if step.says is not None:
        told += " " + say(lang, "deal.and_says", says=say(lang, f"deal.{step.says}"))
    if step.winner is not None:
        told += " " + say(lang, "deal.wins", seat=step.winner)
    return told


def _card(card: int, x: float, y: float, size: float, lang: Lang, *, ring: bool = False) -> str:
    """A card with its upper left corner there."""
    face = card_face(RANKS[card & 7], SUITS[card >> 3], lang)
    if ring:
        face += (
            f'<rect x="-2" y="-2" width="{CARD_WIDTH + 4}" height="{CARD_HEIGHT + 4}" rx="8"'
            f' fill="none" stroke="{_GOLD}" stroke-width="5"/>'
        )
    return f'<g transform="translate({x:g} {y:g}) scale({size})">{face}</g>'


def _text(x: float, y: float, text: str, anchor: str, size: int, colour: str = _INK) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}"'
        f' fill="{colour}">{escape(text)}</text>'
    )


def _corner(step: Step, lang: Lang) -> str:
    """The trump, above at the left, and the trick's number, above at the right.

    The words of sans and tout atout stand on one line: below it a whole hand would cover them.
    """
    parts: list[str] = []
    if step.trump is not None:
        is_suit = step.trump < SANS_ATOUT
        told = say(lang, "deal.trump" if is_suit else f"card.{STRAINS[step.trump]}")
        parts.append(_text(12, 22, told, "start", 13, _SOFT if is_suit else _INK))
        if is_suit:
            parts.append('<circle cx="27" cy="45" r="16" fill="#FFFFFF"/>')
            parts.append(f'<g transform="translate(17 35)">{suit_mark(SUITS[step.trump])}</g>')
    if step.trick_no and step.kind == "play":
        number = say(lang, "deal.trick_no", number=step.trick_no)
        parts.append(_text(WIDTH - 12, 22, number, "end", 13, _SOFT))
    return "".join(parts)


def _name(seat: int, step: Step, deal: Deal, player: str | None, lang: Lang) -> str:
    """Who sits there: its number, what it is in this deal, and its player."""
    name = say(lang, "show.seat", seat=seat)
    roles = [say(lang, "show.dealer")] if deal.dealer == seat else []
    roles += [say(lang, "show.taker")] if step.taker == seat else []
    short = "" if player is None else player
    short = short if len(short) <= _LONGEST else short[: _LONGEST - 1] + "…"
    colour = _GOLD if step.taker == seat else _INK
    if seat % 2 == 0:
        told = " · ".join([part for part in (name, short, *roles) if part])
        return _text(WIDTH / 2, 22 if seat == 2 else HEIGHT - 12, told, "middle", 14, colour)
    x, anchor = (WIDTH - 12, "end") if seat == 1 else (12, "start")
    first, *more = [part for part in (name, short, ", ".join(roles)) if part]
    lines = [_text(x, 122, first, anchor, 14, colour)]
    lines += [_text(x, 138 + 16 * n, line, anchor, 13, colour) for n, line in enumerate(more)]
    return "".join(lines)


def _hand(seat: int, step: Step, lang: Lang) -> Iterator[str]:
    if step.hands is None:
        return
    cards = sorted(cards_of(step.hands[seat]), key=reading_order)
    left = len(cards) - 1
    wide, high = CARD_WIDTH * _HELD, CARD_HEIGHT * _HELD
    for place, card in enumerate(cards):
        if seat % 2 == 0:
            x = (WIDTH - left * _BESIDE - wide) / 2 + place * _BESIDE
            y = 32 if seat == 2 else HEIGHT - 32 - high
        else:
            x = WIDTH - 12 - wide if seat == 1 else 12
            y = _CENTRE + 30 - (left * _BELOW + high) / 2 + place * _BELOW
        yield _card(card, x, y, _HELD, lang)


def _middle(step: Step, lang: Lang) -> Iterator[str]:
    """The turned card, or the cards of the trick."""
    wide, high = CARD_WIDTH * _PLAYED, CARD_HEIGHT * _PLAYED
    if step.turned is not None:
        yield _card(step.turned, (WIDTH - wide) / 2, _CENTRE - high / 2, _PLAYED, lang)
    for seat, card in step.trick:
        x, y = _MIDDLE[seat]
        corner = (WIDTH / 2 + x - wide / 2, _CENTRE + y - high / 2)
        yield _card(card, *corner, _PLAYED, lang, ring=seat == step.winner)


def _words(step: Step, lang: Lang) -> Iterator[str]:
    """What was said, before who said it."""
    said: dict[int, list[str]] = {}
    if step.kind == "bid" or (step.kind == "end" and step.taker is None):
        for seat, word in step.bids:
            said.setdefault(seat, []).append(bid_words(word, lang))
    if step.says is not None:
        said[step.trick[-1][0]] = [say(lang, f"deal.{step.says}")]
    for seat, words in said.items():
        x, y, anchor = _SAID[seat]
        for line, word in enumerate(words):
            colour = _INK if word == say(lang, "show.pass") else _GOLD
            yield _text(x, y + 17 * line, word, anchor, 15, colour)
