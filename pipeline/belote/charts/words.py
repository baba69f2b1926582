"""Rates, intervals and odds in the words of a language."""

from __future__ import annotations

import math

from belote.charts.frames import SMALL_SAMPLE, Mean, Share
from belote.game.cards import NATURAL_RANKS, TRUMP_ORDER
from belote.game.variants import Value, value_text
from belote.messages import Lang, number, percent, say

STRONGEST_FIRST = TRUMP_ORDER[::-1]
"""Ranks as they rank at trump, the order in which turned cards stand on an axis."""


def rank_label(lang: Lang, rank: str) -> str:
    """The rank as it is printed on the card: ``V`` or ``J``, ``10`` for ``T``."""
    return say(lang, "card.ranks").split()[NATURAL_RANKS.index(rank)]


def rank_name(lang: Lang, rank: str) -> str:
    """The rank as it is said: ``valet`` or ``jack``."""
    return say(lang, "turned.names").split()[NATURAL_RANKS.index(rank)]


def position_label(lang: Lang, position: int) -> str:
    """An order of speaking as it stands on an axis."""
    return say(lang, f"position.label_{position}")


def position_name(lang: Lang, position: int) -> str:
    """An order of speaking as it is said: ``the dealer`` speaks last."""
    return say(lang, f"position.name_{position}")


def rule_name(lang: Lang, field: str) -> str:
    """A rule field as it is said."""
    return say(lang, f"rule.{field}")


def rule_value(lang: Lang, field: str, value: Value) -> str:
    """A rule field's value as it is said."""
    if isinstance(value, bool):
        return say(lang, f"rule.{value_text(value)}")
    if isinstance(value, int):
        return number(lang, value)
    return say(lang, f"rule.{field}_{value.replace('-', '_')}")


def value_words(lang: Lang, value: Share | Mean) -> str:
    """A share as a percentage, a mean as a number."""
    if isinstance(value, Share):
        return share_words(lang, value)
    return _signed(lang, value.mean, _mean_places(value))


def share_words(lang: Lang, share: Share) -> str:
    """The share as a percentage; a dash where nothing could have happened."""
    return percent(lang, share.rate, _places(share)) if share.n else "–"


def interval_words(lang: Lang, share: Share | Mean) -> str:
    """The ends of the 95 % interval, of a share as percentages."""
    if isinstance(share, Mean):
        low, high = (_signed(lang, end, _mean_places(share)) for end in share.interval())
        return say(lang, "interval.percent", low=low, high=high)
    low, high = (percent(lang, end, _places(share)) for end in share.interval())
    return say(lang, "interval.percent", low=low, high=high)


def sentence(lang: Lang, key: str, share: Share, **more: object) -> str:
    """A message about a share: its ``{share}``, ``{k}``, ``{n}``, ``{interval}`` and ``{odds}``.

    The last is the interval once more, as ``1 in N``. ``more`` fills in what else it names.
    """
    return say(
        lang,
        key,
        share=share_words(lang, share),
        k=number(lang, share.k),
        n=number(lang, share.n),
        interval=interval_words(lang, share),
        odds=odds_interval_words(lang, share),
        **more,
    )


def odds_words(lang: Lang, share: Share) -> str:
    """The share as ``1 in N``; in so many words where it never happened."""
    if share.k == 0:
        return say(lang, "interval.never")
    return say(lang, "interval.one_in", n=_one_in(lang, share.rate, _digits(share)))


def odds_interval_words(lang: Lang, share: Share) -> str:
    """The ends of the 95 % interval as ``1 in N``; of what never happened, the likeliest alone."""
    low, high = (_one_in(lang, end, _digits(share)) for end in share.interval())
    if share.k == 0:
        return say(lang, "interval.at_most", n=high)
    return say(lang, "interval.odds", low=low, high=high)


def small_words(lang: Lang) -> str:
    """Why some of a chart is grey."""
    return say(lang, "interval.small", n=number(lang, SMALL_SAMPLE))


def _places(share: Share) -> int:
    """Decimals of its percentages: enough to tell the interval's ends apart, and from nothing."""
    low, high = share.interval()
    finest = min(high - low, low or 1.0)
    return min(max(1, math.ceil(-math.log10(100 * finest))), 6)


def _mean_places(value: Mean) -> int:
    """Decimals of a mean: enough to tell the interval's ends apart."""
    low, high = value.interval()
    return 1 if high <= low else min(max(1, math.ceil(-math.log10(high - low))), 4)


def _signed(lang: Lang, value: float, places: int) -> str:
    """A number that may be below 0, with a minus as wide as the digits."""
    return number(lang, value, places).replace("-", "\u2212")


def _one_in(lang: Lang, rate: float, digits: int) -> str:
    """The N of ``1 in N``, to so many significant digits."""
    if rate <= 0:
        return "∞"
    turns = 1 / rate
    places = digits - 1 - math.floor(math.log10(turns))
    return number(lang, round(turns, places), max(0, places))


def _digits(share: Share) -> int:
    """Significant digits that its interval leaves a meaning, two at least."""
    low, high = share.interval()
    return max(2, 2 - math.ceil(math.log10((high - low) / high)))
