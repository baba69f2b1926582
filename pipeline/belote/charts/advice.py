"""Take or pass: the answer in a sentence, and as lines of a table."""

from __future__ import annotations

from belote.game.cards import SUITS, cards_of, reading_order
from belote.messages import Lang, number, percent, say, signed
from belote.records.page import card_name, strain_name
from belote.stats.intervals import Interval
from belote.study.advise import Advice, Choice, Question

_RARE = 20
"""Worlds dealt for each that is played, from which on they are called rare."""


def question_words(question: Question, lang: Lang) -> str:
    """The hand, the card that is turned, and who speaks when."""
    hand = sorted(cards_of(question.hand), key=reading_order)
    own, other = question.score
    return say(
        lang,
        "advise.asked",
        hand=" ".join(card_name(card, lang) for card in hand),
        turned=card_name(question.turned, lang),
        position=say(lang, f"position.name_{question.position}"),
        round=question.bid_round,
        rules=question.rules.name,
        player=question.player.text,
        own=number(lang, own),
        other=number(lang, other),
    )


def choice_name(choice: Choice, lang: Lang) -> str:
    """An answer in words: to take in a suit, or to pass."""
    if choice.suit is None:
        return say(lang, "advise.pass")
    return say(lang, "advise.take", suit=strain_name(SUITS[choice.suit], lang))


def answer_words(advice: Advice, lang: Lang) -> str:
    """Which answer is better, by how much, or that nobody can tell yet."""
    best = advice.best
    if best is None:
        return say(lang, "advise.none", tried=number(lang, advice.tried))
    second = max(
        (choice for choice in advice.choices if choice is not best),
        key=lambda choice: choice.lead.value,
    )
    told = {
        "best": as_begun(choice_name(best, lang)),
        "second": choice_name(second, lang),
        "lead": signed(lang, best.lead.value, 1),
        "gap": number(lang, -second.behind.value, 1),
        "interval": ends_words(_turned_round(second.behind), lang),
    }
    key = "advise.better" if second.behind.high < 0 else "advise.close"
    return f"{say(lang, key, **told)} {_win_words(advice, best, lang)}".rstrip()


def _win_words(advice: Advice, best: Choice, lang: Lang) -> str:
    """What the chance to win says, where it is known; it may prefer another answer."""
    if best.wins is None:
        return ""
    winner = max(advice.choices, key=lambda c: c.wins.value if c.wins is not None else 0.0)
    if winner.wins is None or winner.wins_behind is None or winner.wins_behind.low <= 0:
        return say(lang, "advise.wins", wins=percent(lang, best.wins.value))
    told = {"other": choice_name(winner, lang), "wins": percent(lang, winner.wins.value)}
    return say(lang, "advise.wins_other", best_wins=percent(lang, best.wins.value), **told)


def worlds_words(advice: Advice, lang: Lang) -> str:
    """From how many worlds the answer is, and whether they are rare."""
    told = {"n": number(lang, advice.n), "tried": number(lang, advice.tried)}
    if advice.n == advice.tried:
        return say(lang, "advise.worlds_all", **told)
    key = "advise.worlds_rare" if advice.n * _RARE < advice.tried else "advise.worlds_some"
    return say(lang, key, **told)


def head_words(lang: Lang) -> list[str]:
    """The heads over `choice_cells`."""
    return say(lang, "advise.head").split(";")


def choice_cells(choice: Choice, lang: Lang) -> list[str]:
    """An answer's line of the table, each figure with the ends of its interval."""
    return [
        choice_name(choice, lang),
        share_cell(choice.made, lang),
        share_cell(choice.capot, lang),
        share_cell(choice.passed_out if choice.suit is None else None, lang),
        number(lang, choice.own.value, 1),
        number(lang, choice.other.value, 1),
        f"{signed(lang, choice.lead.value, 1)} ({ends_words(choice.lead, lang)})",
        "–" if not any(choice.behind) else
        f"{signed(lang, choice.behind.value, 1)} ({ends_words(choice.behind, lang)})",
        share_cell(choice.wins, lang),
    ]  # fmt: skip


def share_cell(share: Interval | None, lang: Lang) -> str:
    """A chance with the ends of its interval; a dash for none."""
    if share is None:
        return "–"
    low, high = (percent(lang, end) for end in share[1:])
    return f"{percent(lang, share.value)} ({say(lang, 'interval.percent', low=low, high=high)})"


def ends_words(interval: Interval, lang: Lang) -> str:
    """The ends of an interval of marks, with their signs."""
    low, high = (signed(lang, end, 1) for end in interval[1:])
    return say(lang, "interval.percent", low=low, high=high)


def _turned_round(interval: Interval) -> Interval:
    """The interval of the difference the other way round."""
    return Interval(-interval.value, -interval.high, -interval.low)


def as_begun(text: str) -> str:
    """The words as a sentence begins with them."""
    return text[:1].upper() + text[1:]
