"""Take or pass: the answer in a sentence, as a table, and as dots with intervals."""

from __future__ import annotations

import altair as alt

from belote.charts.cases import Drawn
from belote.charts.effects import signed
from belote.charts.look import FIRST, GREY, dressed
from belote.game.cards import SUITS, cards_of, reading_order
from belote.messages import Lang, number, percent, say
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
        "best": _initial(choice_name(best, lang)),
        "second": choice_name(second, lang),
        "lead": signed(lang, best.lead.value, 1),
        "gap": number(lang, -second.behind.value, 1),
        "interval": _ends(_turned_round(second.behind), lang),
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
        _share(choice.made, lang),
        _share(choice.capot, lang),
        _share(choice.passed_out if choice.suit is None else None, lang),
        number(lang, choice.own.value, 1),
        number(lang, choice.other.value, 1),
        f"{signed(lang, choice.lead.value, 1)} ({_ends(choice.lead, lang)})",
        "–" if not any(choice.behind) else
        f"{signed(lang, choice.behind.value, 1)} ({_ends(choice.behind, lang)})",
        _share(choice.wins, lang),
    ]  # fmt: skip


def advice_chart(advice: Advice, lang: Lang) -> Drawn:
    """A dot an answer, its marks less the other side's, with intervals; the best stands out."""
    best = advice.best
    rows = [
        {
            "name": _initial(choice_name(choice, lang)),
            "value": choice.lead.value,
            "low": choice.lead.low,
            "high": choice.lead.high,
            "best": choice is best,
            "told": f"{signed(lang, choice.lead.value, 1)} ({_ends(choice.lead, lang)})",
            "made": _share(choice.made, lang),
        }
        for choice in advice.choices
    ]
    heads = head_words(lang)
    told = {"name": heads[0], "told": heads[6], "made": heads[1]}
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y(
            "name:N",
            sort=[str(row["name"]) for row in rows],
            axis=alt.Axis(title=None, labelLimit=0, labelFontSize=13),
        ),
        color=alt.condition("datum.best", alt.value(FIRST), alt.value(GREY)),
        tooltip=[alt.Tooltip(f"{name}:N", title=title) for name, title in told.items()],
    )
    axis = alt.Axis(title=say(lang, "advise.axis"), format="+d", titleFontSize=13)
    whisker = base.mark_rule(strokeWidth=3, aria=False).encode(
        x=alt.X("low:Q", axis=axis), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=110, opacity=1).encode(
        x="value:Q", description=alt.Description("told:N")
    )
    zero = (
        alt.Chart(alt.Data(values=[{"zero": 0}]))
        .mark_rule(strokeDash=[4, 4], color=GREY, aria=False)
        .encode(x="zero:Q")
    )
    rates = "; ".join(f"{row['name']} {row['told']}" for row in rows)
    words = say(lang, "advise.alt", rates=rates)
    return Drawn(dressed([zero, whisker, dots], lang, 60 + 45 * len(rows)), words)


def _share(share: Interval | None, lang: Lang) -> str:
    if share is None:
        return "–"
    low, high = (percent(lang, end) for end in share[1:])
    return f"{percent(lang, share.value)} ({say(lang, 'interval.percent', low=low, high=high)})"


def _ends(interval: Interval, lang: Lang) -> str:
    low, high = (signed(lang, end, 1) for end in interval[1:])
    return say(lang, "interval.percent", low=low, high=high)


def _turned_round(interval: Interval) -> Interval:
    """The interval of the difference the other way round."""
    return Interval(-interval.value, -interval.high, -interval.low)


def _initial(text: str) -> str:
    return text[:1].upper() + text[1:]
