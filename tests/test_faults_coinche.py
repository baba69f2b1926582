"""Faults that other programs had with coinche, each shown to be impossible in the game's functions.

The last test of test_faults.py holds that, with those there, they are all of faults.json.
"""

import random

import pytest

import naive
import naive_coinche
from belote.game.auction import WORDS, AuctionError, hear, parse_word
from engine import answer, both_coinche, coinche_facts_of, matched
from engine_coinche import played_out, random_deal
from proofs import proves

PRESETS = [
    both_coinche(**changes)
    for changes in (
        {},
        {"rounding": "half_up"},
        {"rounding": "six_up"},
        {"multiplier_on": "contract"},
    )
]


def bid_deal(points, **facts):
    """A deal of seat 0 that bid 90 hearts, with other facts as given."""
    deal = {"taker": 0, "trump": "h", "contract": 90, "level": 0, "points": [points, 162 - points]}
    return deal | {"tricks_won": [4, 4], "belote": [0, 0], "annonces": [0, 0]} | facts


def marked(deal, rules):
    return matched(coinche_facts_of([deal]), rules)[0][0]


# Tricks and points --------------------------------------------------------------------------------


@proves("trick", "sans atout: 9s against Ts")
def test_at_sans_atout_the_ten_beats_the_nine_and_the_jack():
    for _, fast in PRESETS:
        for low in "9J":
            assert answer([], [f"{low}s", "Ts"], "sa", fast)[1] == 1
            assert answer([], ["Ts", f"{low}s"], "sa", fast)[1] == 0
            assert answer([], ["Ts", f"{low}s"], "ta", fast)[1] == 1


@proves("trick", "trump c; 7h led, then Ad, 8h, 9h")
@pytest.mark.parametrize("trump", ["sa", "ta"])
def test_only_the_suit_led_wins_where_no_suit_is_trump(trump):
    assert answer([], ["7h", "Ad", "8h", "Js"], trump, PRESETS[0][1])[1] == 2


@proves("points", "any suit as trump")
def test_every_strain_counts_on_its_own_scale_and_162_in_all():
    rng = random.Random(4)
    slow, fast = both_coinche()
    for trump in naive_coinche.TRUMPS:
        for _ in range(40):
            deal = random_deal(rng, slow, plan=[f"80 {trump}", "pass", "pass", "pass"])
            worth = {card: naive.card_points(card, trump) for card in naive.PACK}
            suits = {suit: sum(worth[c] for c in worth if c[1] == suit) for suit in "shdc"}
            even = trump in ("sa", "ta")
            assert suits == {s: 38 if even else 62 if s == trump else 30 for s in "shdc"}
            points = [0, 0]
            for number, (_, cards, winner) in enumerate(deal["tricks"]):
                points[winner % 2] += sum(worth[card] for card in cards) + 10 * (number == 7)
            assert played_out(deal, fast)["points"] == points
            assert sum(points) == 162


# Marking ------------------------------------------------------------------------------------------


@proves("marking", "coinche, bid 90, taker has 85")
@pytest.mark.parametrize("rounding", ["none", "half_up", "six_up"])
@pytest.mark.parametrize("contract", ["bid", "bid_and_more"])
def test_rounding_never_judges_a_bid(rounding, contract):
    _, fast = both_coinche(rounding=rounding, contract=contract)
    for points in (85, 86, 89):
        row = marked(bid_deal(points), fast)
        assert (row["outcome"], row["team_marks"]) == ("chute", [0, 90 + 162])
    assert marked(bid_deal(90), fast)["outcome"] == "made"


@proves("marking", "a failed contract")
@pytest.mark.parametrize("level", range(3))
def test_a_failed_taker_marks_nothing_but_its_belote(level):
    for _, fast in PRESETS:
        assert marked(bid_deal(60, level=level), fast)["taker_mark"] == 0
        assert marked(bid_deal(60, level=level, belote=[20, 0]), fast)["taker_mark"] == 20


@proves("marking", "taker fails and the defence takes all eight tricks")
def test_a_capot_of_the_defence_marks_the_capot():
    deal = bid_deal(0, tricks_won=[0, 8])
    for _, fast in PRESETS:
        assert marked(deal, fast)["team_marks"] == [0, 90 + 262]


@proves("annonces", "taker fails, the defence owns a tierce")
def test_the_annonces_of_a_chute_go_to_the_defence():
    for annonces in ([0, 20], [20, 0]):
        row = marked(bid_deal(60, annonces=annonces), PRESETS[0][1])
        assert row["team_marks"] == [0, 90 + 162 + 20]


@proves("statistics", "cards 90-72 for the taker, who had bid 110 and failed")
def test_the_outcome_is_its_own_and_not_who_has_more_card_points():
    for slow, fast in PRESETS:
        deal = bid_deal(90, contract=110)
        assert marked(deal, fast)["outcome"] == naive_coinche.mark(deal, slow)["outcome"] == "chute"


# Belote -------------------------------------------------------------------------------------------


@proves("belote", "K of trump in one hand, Q in the partner's")
@proves("belote", "K and Q of trump captured by the other side")
def test_at_tout_atout_a_belote_is_that_of_one_hand_as_dealt():
    hands = [hand.split() for hand in (
        "Ks Kh Ad Ac Jd Jc 9d 9c",
        "Kd Qd Js 9s As 7h 8h 7c",
        "Qs Qh 7s 8s 7d 8d Td Tc",
        "Jh 9h Ah Ts Th Kc Qc 8c",
    )]  # fmt: skip
    slow, fast = both_coinche()
    said = ["80 ta", "pass", "pass", "pass"]
    wanted = ("Jd", "9d", "Ad", "Jc", "9c", "Ac")
    deal = naive_coinche.play_deal(
        hands,
        3,
        slow,
        lambda seat, words: said[len(words)],
        lambda seat, legal, no: next((card for card in wanted if card in legal), legal[0]),
    )
    taken = {card: winner for _, cards, winner in deal["tricks"] for card in cards}
    assert {taken[card] % 2 for card in ("Kd", "Qd")} == {0}
    assert deal["belote"] == played_out(deal, fast)["belote"] == [0, 40]


# The auction --------------------------------------------------------------------------------------


@proves("auction", "a capot bid written with other capitals, or an unknown word")
@pytest.mark.parametrize(
    "word",
    [
        *("Capot d", "CAPOT D", "capot D", "capot", "capot  d", "capot x", "250 d"),
        *("170 s", "85 s", "90 SA", "90", "90 s ", "Coinche", "contre", ""),
    ],
)
def test_a_word_that_is_unknown_is_refused_by_name(word):
    with pytest.raises(AuctionError) as caught:
        parse_word(word)
    assert repr(word) in str(caught.value)
    assert not naive_coinche.may_say([], word)


@proves("auction", "four passes")
def test_four_passes_pass_the_deal_out():
    for dealer in range(4):
        heard = hear(dealer, [WORDS["pass"]] * 5)
        assert (heard.words, heard.over, heard.taker) == (4, True, None)
        assert heard.refusal == "the auction had ended"
    rows, games = matched(coinche_facts_of([{"passed_out": True}] * 40), PRESETS[0][1])
    assert {tuple(row["team_marks"]) for row in rows} == {(0, 0)}
    assert [(g["deals"], g["passed_out"], g["winner"]) for g in games] == [(40, 40, None)]
