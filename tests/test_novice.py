"""The player `novice`: a beginner's habits, one by one. Hearts are trump; it sits at seat 0."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from belote.compiled import kernel
from belote.game.auction import WORDS, word_text
from belote.game.cards import card_text, cards_of, parse_mask
from belote.game.legality import beats, legal_cards, play_rules
from belote.game.order import TRUMPS, from_trump_order, suit_of
from belote.game.variants import rule_set
from belote.players import novice
from belote.players.seat import PASS, SUIT, Call, Offer, Turn
from duplicate import duplicate_match
from engine import faults_in, simulated
from engine_coinche import coinche_faults_in, coinche_simulated
from test_regular import HEARTS, LEFT, PARTNER, PLAY_FIELDS, in_order

RULES = play_rules(rule_set("litige"))


@kernel
def _play(hand: Any, legal: Any, led: Any, best: Any, winner: Any, place: Any, taker: Any,
          trick: Any, gone: Any) -> Any:  # fmt: skip
    none = np.uint32(0)
    return novice.play(
        Turn(hand, legal, led, best, winner, np.int64(0), place, taker, trick, gone, none, none,
             np.int64(0), SUIT, np.uint64(0))
    )  # fmt: skip


@kernel
def _take(hand: Any, turned: Any, bid_round: Any) -> Any:
    return novice.speak(Offer(hand, turned, np.int64(1), bid_round, np.uint64(0)))


@kernel
def _bid(hand: Any, bid: Any, bidder: Any, level: Any) -> Any:
    none = np.int64(0)
    return novice.bid(Call(hand, none, bid, bidder, level, none, none, np.uint64(0)))


def plays(hand: str, table: str = "", taker: int = LEFT, gone: str = "") -> str:
    """The card it plays; the first card of ``table`` was led."""
    cards = [in_order(text) for text in table.split()]
    led, best, winner = np.uint32(0), np.uint32(0), 0
    for place, card in enumerate(cards):
        if place == 0 or beats(card, best, led, TRUMPS):
            best, winner = card, (4 - len(cards) + place) % 4
        led = suit_of(cards[0])
    held = in_order(hand)
    partner_wins = len(cards) > 1 and winner == PARTNER
    legal = np.uint32(legal_cards(held, led, best, partner_wins, TRUMPS, RULES))
    chosen = _play(
        held, legal, led, best, np.int64(winner), np.int64(len(cards)), np.int64(taker),
        np.uint32(sum(int(card) for card in cards)), in_order(gone),
    )  # fmt: skip
    (card,) = cards_of(int(from_trump_order(np.uint32(chosen), HEARTS)))
    return card_text(card)


def takes(hand: str, turned: str, bid_round: int = 1) -> str:
    (card,) = cards_of(parse_mask(turned))
    suit = _take(np.uint32(parse_mask(hand)), card, bid_round)
    return "pass" if suit == PASS else "shdc"[suit]


def says(hand: str, bid: str = "pass", bidder: int = LEFT, level: int = 0) -> str:
    numbers = [np.int64(n) for n in (WORDS[bid], bidder, level)]
    return word_text(int(_bid(np.uint32(parse_mask(hand)), *numbers)))


# The auction --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "turned", "answer"),
    [
        ("Jh 8h 7s 7d 7c", "7h", "h"),  # three trumps, the jack
        ("9h Kh 8h 7s 7d", "7h", "h"),  # four, the nine
        ("9h Kh 7s 7d 7c", "7h", "pass"),  # three, the nine
        ("Kh Qh 8h 7s 7d", "Ah", "pass"),  # four without either
        ("7h 8s 7s 7d 7c", "Jh", "pass"),  # two, the jack
        ("7h 9h 7s 7d 7c", "Jh", "h"),
        ("As Ad Ac 8h Th", "7h", "pass"),  # aces count for nothing
    ],
)
def test_it_counts_trumps_jack_and_nine_when_it_takes(hand: str, turned: str, answer: str) -> None:
    assert takes(hand, turned) == answer


def test_in_round_two_it_names_the_suit_that_counts_most_and_never_the_turned_one() -> None:
    assert takes("Js 9s Kc Qc Jc", "7h", 2) == "c"
    assert takes("Js 9s As Qc Jc", "7h", 2) == "s"
    assert takes("Jh 9h Ah 7s 8s", "7h", 2) == "pass"


def test_at_coinche_it_bids_its_count_and_knows_no_partner() -> None:
    assert says("Js 9s 8s 7d 8d Kc Qc Ac") == "80 s"
    assert says("Js 9s 8s 7s Kd Kc Qc Ac") == "90 s"
    assert says("Js 9s 8s 7s Kd Kc Qc Ac", "90 h", PARTNER) == "pass"
    assert says("Js 9s 8s 7s As Kc Qc Ac", "90 h", PARTNER) == "100 s"


def test_it_coinches_those_who_bid_its_own_suit() -> None:
    hand = "Js 9s 8s 7d 8d Kc Qc Ac"
    assert says(hand, "90 s", LEFT) == "coinche"
    assert says(hand, "90 s", PARTNER) == "pass"
    assert says(hand, "90 s", 0, 1) == "pass"


# The cards ----------------------------------------------------------------------------------------


def test_it_leads_an_ace_then_the_card_worth_most() -> None:
    assert plays("As Ts Kd 8c") == "As"
    assert plays("Ts Kd 8c 7h") == "Ts"


def test_it_leads_trump_only_where_it_took_or_has_nothing_else() -> None:
    assert plays("Jh 9h Kd 8c", taker=0) == "Jh"
    assert plays("Jh 9h Kd 8c", taker=LEFT) == "Kd"
    assert plays("9h 8h", taker=LEFT) == "9h"


def test_it_leads_an_ace_that_will_be_ruffed_for_it_remembers_nothing() -> None:
    assert plays("As Kd 8c", gone="7s 8s 9s Js Qs Ks Ts") == "As"


def test_it_plays_high_to_win_and_low_otherwise() -> None:
    assert plays("Ts Ks 7s 8c", table="9s") == "Ts"
    assert plays("Ts Ks 7s 8c", table="As") == "7s"
    assert plays("Ts Ks 7s 8c", table="9s Js Qs") == "Ts"


def test_it_feeds_no_points_to_a_partner_who_wins() -> None:
    assert plays("Ts Ks 7s 8c", table="As 8s") == "7s"
    assert plays("Ts Ks 7s 8c", table="8s As 9s") == "7s"


def test_it_ruffs_low_whenever_its_partner_is_not_winning() -> None:
    assert plays("Jh 7h 8c 9c", table="8s") == "7h"
    assert plays("Jh 7h 8c 9c", table="8s As 9s")[1] == "c"


# As a whole ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", PLAY_FIELDS)
def test_it_plays_only_legal_cards(rules: str) -> None:
    named = rule_set(rules)
    assert not any(faults_in(simulated(named, 3000, seed=11, players="novice"), named))


def test_at_coinche_it_says_and_plays_only_what_it_may() -> None:
    columns = coinche_simulated(rule_set("coinche"), 2000, seed=3, players="novice")
    assert not any(coinche_faults_in(columns, rule_set("coinche")))


def test_it_beats_random_and_loses_to_regular_at_the_same_contracts() -> None:
    better = duplicate_match("novice", "random", "regular", 20_000, seed=30)
    worse = duplicate_match("regular", "novice", "regular", 20_000, seed=31)
    assert better.lead - 3 * better.error > 10
    assert worse.lead - 3 * worse.error > 8
    assert worse.lead + 3 * worse.error < 22
