"""What `regular` bids at coinche and how it plays it, and how it does against `random`."""

from pathlib import Path

import numpy as np
import pytest

from belote.compiled import kernel
from belote.game.auction import COINCHE as SAYS_COINCHE
from belote.game.auction import PASS, WORDS, word_text
from belote.game.variants import COINCHE
from belote.players.regular import contracts
from belote.players.seat import Call
from engine import marks_of, mask_of
from engine_coinche import coinche_facts, coinche_simulated

GOOD = "Js 9s As Ts Ah Th Ad 7c"
POOR = "7s 8s 7h 8h Qd 7d 8c Jc"


@kernel
def _bid(hand, bid, bidder, level, own_bid, partner_bid):
    call = Call(hand, np.int64(0), bid, bidder, level, own_bid, partner_bid, np.uint64(0))
    return contracts.bid(call, 0.0)


def says(cards, *, bid="pass", bidder=3, level=0, own="pass", partner="pass"):
    """The word of `regular` at seat 0 with these cards."""
    numbers = [np.int64(n) for n in (WORDS[bid], bidder, level, WORDS[own], WORDS[partner])]
    return word_text(int(_bid(np.uint32(mask_of(cards.split())), *numbers)))


def test_it_opens_a_good_hand_in_its_suit_and_passes_a_poor_one():
    assert says(GOOD).endswith(" s")
    assert int(says(GOOD).split()[0]) >= 110
    assert says(POOR) == "pass"


def test_it_bids_sans_atout_on_aces_and_tout_atout_on_jacks():
    assert says("As Ts Ah Th Ad Td Ac 8c").endswith(" sa")
    assert says("Js 9s Jh 9h Jd 9d Jc 8c").endswith(" ta")


def test_it_raises_a_partner_whom_its_hand_fits_and_no_other():
    fitting = "9h Ah 8h 7h As Ad Kc 7c"
    assert says(fitting, bid="90 h", bidder=2, partner="90 h").endswith(" h")
    assert says(POOR, bid="90 c", bidder=2, partner="90 c") == "pass"


def test_it_coinches_what_its_hand_beats_and_answers_a_coinche_with_much_more():
    assert says(GOOD, bid="110 s", bidder=1) == "coinche"
    assert says(POOR, bid="110 s", bidder=1) == "pass"
    assert says(GOOD, bid="80 s", bidder=0, level=1, own="80 s") == "surcoinche"
    assert says(POOR, bid="80 s", bidder=0, level=1, own="80 s") == "pass"
    assert (WORDS["pass"], WORDS["coinche"]) == (PASS, SAYS_COINCHE)


def leads(players, deals):
    """Marks and card points a deal that team 0 makes more than team 1."""
    columns = coinche_simulated(COINCHE, deals, seed=5, players=players, a_table=1000)
    facts = coinche_facts(columns)
    marks = marks_of(facts, COINCHE)
    side = np.where(facts.taker & 1, -1, 1) * (facts.taker >= 0)
    return (marks[:, 1] - marks[:, 2]) * side, (2 * columns.taker_points.astype(int) - 162) * side


def test_it_beats_random_by_far_on_the_same_deals():
    deals = 20_000
    one = leads("regular,random,regular,random", deals)
    two = leads("random,regular,random,regular", deals)
    for better, worse, least in zip(one, two, (300, 60), strict=True):
        lead = (better - worse) / 2
        assert lead.mean() > least
        assert lead.mean() > 20 * lead.std() / np.sqrt(deals)


def test_its_contracts_are_made_about_as_often_as_is_documented():
    deals = 40_000
    columns = coinche_simulated(COINCHE, deals, seed=6, players="regular", a_table=1000)
    facts = coinche_facts(columns)
    taken = facts.taker >= 0
    assert taken.mean() > 0.85
    assert (marks_of(facts, COINCHE)[taken, 0] == 1).mean() == pytest.approx(0.766, abs=0.01)
    assert columns.contract[taken].astype(int).mean() == pytest.approx(119.3, abs=0.6)
    strains = np.bincount(columns.trump[taken], minlength=6) / taken.sum()
    assert strains[:4].min() > 0.15
    assert strains[4] > 0.01
    assert 0.05 < strains[5] < 0.25


def test_the_worth_of_cards_in_the_documentation_is_that_of_the_player():
    document = Path(__file__).parents[1] / "docs" / "players.md"
    assert contracts.as_markdown() in document.read_text(encoding="utf-8")
