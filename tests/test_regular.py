"""The player `regular`: the habits of a club player, and what they are worth.

A situation is written from one seat: its hand, the cards on the table in order, the cards gone.
Hearts are trump throughout; the seat is 0, the seats to its left, across and right are 1, 2, 3.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from belote.compiled import kernel
from belote.game.cards import RANKS, card_text, cards_of, parse_mask
from belote.game.columns import NOBODY, Columns, empty_columns
from belote.game.legality import beats, legal_cards, play_rules
from belote.game.order import TRUMPS, from_trump_order, suit_of, to_trump_order
from belote.game.replay import everything_known, first_faults
from belote.game.variants import rule_set
from belote.players.regular import play, speak
from belote.players.regular.bidding import plain_value, trump_value
from belote.players.regular.weights import as_markdown
from belote.players.seat import PASS, SUIT, Offer, Turn
from belote.players.spec import kernel_rows, parse_player
from belote.simulate.kernel import Layout, new_scratch, simulate_block
from duplicate import duplicate_match, play_deal
from engine import simulated

HEARTS = 1
LEFT, PARTNER, RIGHT = 1, 2, 3
RULES = play_rules(rule_set("litige"))


@kernel
def _choice(hand: Any, led: Any, best: Any, winner: Any, place: Any, taker: Any, trick: Any,
            gone: Any, voids: Any, turned: Any, legal: Any) -> Any:  # fmt: skip
    return play(
        Turn(hand, legal, led, best, winner, 0, place, taker, trick, gone, voids, turned,
             np.int64(0), SUIT, np.uint64(0))
    )  # fmt: skip


@kernel
def _take(hand: Any, turned: Any, position: Any, bid_round: Any, boldness: Any) -> Any:
    return speak(Offer(hand, turned, position, bid_round, np.uint64(0)), boldness)


def in_order(text: str) -> np.uint32:
    """The cards of a text as a mask with hearts in trump order."""
    return np.uint32(to_trump_order(np.uint32(parse_mask(text)), HEARTS))


def void_bits(voids: dict[int, str]) -> np.uint32:
    """``{seat: suits}`` as `Turn.voids`."""
    places = {"d": 0, "c": 1, "s": 2, "h": 3}
    return np.uint32(sum(1 << (8 * seat + places[s]) for seat in voids for s in voids[seat]))


def plays(
    hand: str,
    *,
    table: str = "",
    taker: int = 0,
    gone: str = "",
    voids: dict[int, str] | None = None,
    turned: str = "7h",
) -> str:
    """The card that `regular` plays at seat 0; the first card of ``table`` was led."""
    cards = [in_order(text) for text in table.split()]
    led, best, winner = np.uint32(0), np.uint32(0), 0
    for place, card in enumerate(cards):
        if place == 0 or beats(card, best, led, TRUMPS):
            best, winner = card, (4 - len(cards) + place) % 4
        led = suit_of(cards[0])
    held = in_order(hand)
    partner_wins = len(cards) > 1 and winner == PARTNER
    legal = np.uint32(legal_cards(held, led, best, partner_wins, TRUMPS, RULES))
    chosen = _choice(
        held, led, best, np.int64(winner), np.int64(len(cards)), np.int64(taker),
        np.uint32(sum(int(card) for card in cards)), in_order(gone), void_bits(voids or {}),
        in_order(turned), legal,
    )  # fmt: skip
    (card,) = cards_of(int(from_trump_order(np.uint32(chosen), HEARTS)))
    return card_text(card)


def takes(
    hand: str, turned: str, bid_round: int = 1, boldness: float = 0, position: int = 1
) -> str:
    """The suit `regular` takes, or ``pass``."""
    (card,) = cards_of(parse_mask(turned))
    answer = _take(np.uint32(parse_mask(hand)), card, position, bid_round, boldness)
    return "pass" if answer == PASS else "shdc"[answer]


# Following ----------------------------------------------------------------------------------------


def test_feeds_the_ten_to_a_partner_who_holds_the_trick() -> None:
    assert plays("7s Ts 8d 9c", table="8s Jh 9s", taker=PARTNER) == "Ts"


def test_keeps_a_ten_that_has_become_a_master_in_hand() -> None:
    assert plays("7s Ts 8d 9c", table="8s As 9s", taker=PARTNER) == "7s"


def test_throws_low_under_an_opponent_who_has_won() -> None:
    assert plays("7s Ts Ks 8d 9c", table="8s 9s As", taker=PARTNER) == "7s"


def test_discards_points_on_a_partner_who_has_won() -> None:
    assert plays("Kc Tc 7d 8d", table="8s As 9s", taker=RIGHT, gone="7h 8h 9h Jh Qh Kh Ah Th") in (
        "Tc", "Kc",
    )  # fmt: skip


def test_does_not_ruff_the_trick_a_partner_has_won() -> None:
    assert plays("Jh 9h 7c 8c", table="8s As 9s", taker=0)[1] != "h"


def test_ruffs_at_the_last_place_with_the_cheapest_trump() -> None:
    assert plays("Jh 7h 9h 8c", table="8s 9s As", taker=0, turned="7h") == "7h"


def test_takes_a_rich_trick_at_the_last_place() -> None:
    assert plays("As 7s 8d 9c", table="Ts 9s 8s", taker=0) == "As"


def test_keeps_a_ten_covered_when_it_throws_away() -> None:
    assert plays("Tc 8c 8d 7d", table="Kh Ah Jh", taker=RIGHT, voids={0: "h"}) in ("8d", "7d")


def test_throws_low_cards_rather_than_masters() -> None:
    assert plays("Ac 8c 9d 7d", table="Kh Ah Jh", taker=RIGHT) in ("8c", "9d", "7d")


def test_keeps_the_jack_of_trump_when_a_lower_one_is_enough() -> None:
    assert plays("Jh Th 8h 7c", table="Kh 7h Qh", taker=0, turned="8h") == "Th"


# Leading ------------------------------------------------------------------------------------------


def test_draws_trumps_while_the_opponents_may_hold_some() -> None:
    assert plays("Jh 9h Ah 7h Ac 8d 7d 9s", taker=0) == "Jh"


def test_stops_drawing_trumps_when_the_opponents_are_out() -> None:
    card = plays("Ah 8h Ac 8c", gone="7h Kh Jh Qh 7s 8s As 9s", voids={LEFT: "h", RIGHT: "h"})
    assert card == "Ac"


def test_cashes_a_master_in_defence_once_it_cannot_be_ruffed() -> None:
    gone = "7s 9s Ks Js 7h 8h 9h Jh Qh Kh Ah Th 8d 9d Jd Kd"
    assert plays("As 8s 7d 8c", taker=LEFT, turned="Qh", gone=gone) == "As"


def test_does_not_lead_trump_to_a_taker_on_the_other_side() -> None:
    for taker in (LEFT, RIGHT):
        assert plays("9h 8h 7h Qs 8s 9d Qd 8c", taker=taker, turned="Jh")[1] != "h"


def test_does_not_lead_the_nine_of_trump_under_an_unseen_jack() -> None:
    assert plays("9h 7h Qs 8s 9d 8d Qd 8c", taker=PARTNER, turned="Ah") != "9h"


def test_leads_trump_to_a_partner_who_took() -> None:
    assert plays("7h Qs 8s 9d 8d Qd Kc 9c", taker=PARTNER, turned="Jh") == "7h"


def test_does_not_lead_a_bare_ten_into_an_unseen_ace() -> None:
    assert plays("Tc 8s 7s Qd", taker=LEFT, gone="") != "Tc"


# Bidding ------------------------------------------------------------------------------------------


def test_takes_on_jack_and_nine_with_an_ace() -> None:
    assert takes("Jh 9h 8h As 7d", "7h") == "h"


def test_passes_a_hand_without_trumps() -> None:
    assert takes("As 7s 8d 9d Qc", "7h") == "pass"


def test_takes_a_turned_jack_on_less() -> None:
    hand = "9h 8h As 7s 8d"
    assert takes(hand, "Jh") == "h"
    assert takes(hand.replace("9h", "Qh"), "7h") == "pass"


def test_takes_the_best_of_the_other_three_suits_in_round_two() -> None:
    assert takes("Js 9s As 8c Kc", "7h", bid_round=2) == "s"
    assert takes("Jc 9c Ac 8s Ks", "7h", bid_round=2) == "c"


def test_never_takes_the_turned_suit_in_round_two() -> None:
    assert takes("Jh 9h Ah Th 7s", "Kh", bid_round=2) != "h"


@pytest.mark.parametrize("bid_round", [1, 2])
def test_boldness_is_points_off_the_threshold(bid_round: int) -> None:
    deal = random.Random(5)
    for _ in range(300):
        cards = deal.sample(range(32), 6)
        hand, turned = sum(1 << card for card in cards[:5]), cards[5]
        took = [
            _take(np.uint32(hand), turned, 1, bid_round, b) for b in (-100.0, -9.0, 0.0, 9.0, 100.0)
        ]
        bold = [suit != PASS for suit in took]
        assert bold == sorted(bold)
        assert took[0] == PASS
        assert took[-1] != PASS


def test_trump_honours_and_length_raise_the_value() -> None:
    jack, nine, ace, seven = 1 << 3, 1 << 2, 1 << 7, 1 << 0
    assert trump_value(jack) > trump_value(nine) > trump_value(ace) > trump_value(seven)
    assert trump_value(jack | seven) > trump_value(jack)
    assert plain_value(ace) > plain_value(seven)


# As a whole ---------------------------------------------------------------------------------------

PLAY_FIELDS = (
    "litige",
    "litige,undertrump=free",
    "litige,over_partner_ruff=free",
    "litige,over_partner_trump_lead=free",
    "litige,first_lead=taker",
)


@pytest.mark.parametrize("rules", PLAY_FIELDS)
def test_plays_only_legal_cards_under_every_play_field(rules: str) -> None:
    deals = simulated(rule_set(rules), 3000, seed=11, players="regular,random,regular,regular")
    faults = np.empty(len(deals.taker), np.uint8)
    first_faults(deals, everything_known(len(faults)), play_rules(rule_set(rules)), faults)
    assert not faults.any()


def test_beats_random_by_far_at_the_same_contracts() -> None:
    match = duplicate_match("regular", "random", "regular", 20_000, seed=20)
    assert match.lead - 3 * match.error > 30


def test_bids_better_than_bolder_and_more_timid_players() -> None:
    for boldness in (12, -12):
        other = f"regular:boldness={boldness}"
        match = duplicate_match("regular", other, None, 40_000, seed=21, marks=True)
        assert match.lead - 2 * match.error > 0, other


@pytest.fixture(scope="module")
def deals() -> Columns:
    """200,000 deals with `regular` at all four seats."""
    out = empty_columns(200_000)
    scratch = new_scratch(1, kernel_rows([parse_player("regular")] * 4))
    simulate_block(np.uint64(4), Layout(1000, 1000, 1000), len(out.taker), scratch, RULES, out)
    return out


def test_passes_out_and_fails_as_often_as_club_players(deals: Columns) -> None:
    taken = deals.taker != NOBODY
    assert 0.04 < 1 - taken.mean() < 0.12
    assert 0.14 < (deals.taker_points[taken] < 82).mean() < 0.22
    assert 0.04 < (deals.taker_tricks[taken] == 8).mean() < 0.09
    assert 108 < deals.taker_points[taken].mean() < 116


def test_takes_more_the_better_the_turned_card(deals: Columns) -> None:
    rank = deals.turned & 7
    took = [(deals.bid_round[rank == RANKS.index(r)] == 1).mean() for r in "7QTA9J"]
    assert took == sorted(took)
    assert 0.60 < took[0] < 0.72
    assert took[-1] > 0.93


def _play_out(
    hands: list[int], leader: int, taker: int, turned: int, given: list[int]
) -> list[int]:
    """All 32 cards, as bits in trump order; those given are played first."""
    cards = np.zeros(32, np.uint32)
    cards[: len(given)] = given
    play_deal(
        np.uint64(1), np.int64(leader), np.int64(taker), np.uint32(turned),
        np.array(hands, np.uint32), RULES, kernel_rows([parse_player("regular")] * 4), cards,
        len(given),
    )  # fmt: skip
    return [int(card) for card in cards]


def _dealt_anew(deal: random.Random, hands: list[int], seat: int, known: int) -> list[int]:
    """The hands with all cards but those ``known`` dealt anew among the other three seats."""
    others = [other for other in range(4) if other != seat]
    hidden = [1 << card for other in others for card in cards_of(hands[other] & ~known)]
    deal.shuffle(hidden)
    anew = list(hands)
    for other in others:
        number = (hands[other] & ~known).bit_count()
        anew[other] = (hands[other] & known) | sum(hidden[:number])
        hidden = hidden[number:]
    return anew


def test_does_not_see_hidden_cards() -> None:
    deal = random.Random(3)
    for _ in range(300):
        cards = [1 << card for card in deal.sample(range(32), 32)]
        hands = [sum(cards[8 * seat : 8 * seat + 8]) for seat in range(4)]
        leader, taker = deal.randrange(4), deal.randrange(4)
        turned = cards[8 * taker]
        played = _play_out(hands, leader, taker, turned, [])
        number = deal.randrange(30)
        (seat,) = (seat for seat in range(4) if hands[seat] & played[number])
        anew = _dealt_anew(deal, hands, seat, sum(played[:number]) | turned)
        again = _play_out(anew, leader, taker, turned, played[:number])
        assert again[number] == played[number]


def test_the_documentation_holds_every_weight() -> None:
    document = Path(__file__).parents[1] / "docs" / "players.md"
    if not document.exists():
        pytest.skip("an installed copy has no docs")
    assert as_markdown() in document.read_text(encoding="utf-8")
