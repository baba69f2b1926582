"""Every fault of a stored deal of coinche is found when it is played again."""

import numpy as np
import pytest

from belote.game.auction import WORDS
from belote.game.columns import SILENCE, CoincheColumns
from belote.game.replay import FAULTS
from belote.game.variants import COINCHE
from engine import both_coinche
from engine_coinche import coinche_faults_in, coinche_simulated, rows_from

DEALS = 400
SIMULATED = coinche_simulated(COINCHE, DEALS, seed=31, players="random:take=0.4")
NOT_JUDGED = {"table_no", "deal_no", "turned", "bid_round"}
"""Keys, and what coinche does not have."""


def spoilt(row, **changes):
    """The fault of one deal with other numbers."""
    part = CoincheColumns(*(column[row : row + 1].copy() for column in SIMULATED))
    for name, value in changes.items():
        getattr(part, name)[0] = value
    return coinche_faults_in(part, COINCHE)[0]


def a_row(wanted):
    """The first deal of which something is true."""
    return int(np.flatnonzero(wanted)[0])


TAKEN = SIMULATED.taker != 255
COINCHED = a_row(SIMULATED.coinche_level == 1)
PASSED_OUT = a_row(~TAKEN)
PLAIN = a_row(TAKEN & (SIMULATED.coinche_level == 0))


def test_simulated_deals_are_in_order():
    assert coinche_faults_in(SIMULATED, COINCHE) == [""] * DEALS
    for players in ("regular", "random:take=0.9"):
        for changes in ({}, {"first_lead": "taker"}, {"undertrump": "must"}):
            _, fast = both_coinche(**changes)
            columns = coinche_simulated(fast, DEALS, seed=3, players=players)
            assert coinche_faults_in(columns, fast) == [""] * DEALS


@pytest.mark.parametrize("name", [f for f in CoincheColumns._fields if f not in NOT_JUDGED])
def test_one_flipped_bit_in_a_column_is_found(name):
    found = []
    # Who dealt a deal that all passed is in nothing else.
    rows = np.flatnonzero(TAKEN if name == "dealer" else TAKEN | ~TAKEN)[:60]
    for row in rows:
        column = getattr(SIMULATED, name)
        bits = 8 * column.dtype.itemsize
        if name == "calls":
            value = SIMULATED.calls[row].copy()
            value[row % 3] ^= 1 << 6
        else:
            value = column[row] ^ column.dtype.type(1 << (7 * row % bits))
        found.append(spoilt(row, **{name: value}))
    assert "" not in found


def test_words_that_are_no_auction():
    said = SIMULATED.calls[PLAIN].copy()
    length = int((said != SILENCE).sum())
    assert said[length - 1] == WORDS["pass"]
    said[length - 1] = SILENCE
    assert spoilt(PLAIN, calls=said) == "the words said are no auction"
    said[length - 1 : length + 1] = WORDS["pass"]
    assert spoilt(PLAIN, calls=said) == "the words said are no auction"
    said = SIMULATED.calls[PLAIN].copy()
    said[0] = WORDS["surcoinche"]
    assert spoilt(PLAIN, calls=said) == "the words said are no auction"


def test_a_contract_that_nobody_bid():
    said = "the contract is not that of the words said"
    contract = SIMULATED.contract[PLAIN]
    assert spoilt(PLAIN, contract=90 if contract == 80 else 80) == said
    assert spoilt(PLAIN, trump=(SIMULATED.trump[PLAIN] + 1) % 6) == said
    assert spoilt(PLAIN, taker=(SIMULATED.taker[PLAIN] + 1) % 4) == said
    assert spoilt(COINCHED, coinche_level=0) == said
    assert spoilt(PASSED_OUT, taker=1) == said


def test_passed_out_deals_know_nothing_more():
    said = "passed out, yet it knows more than the first cards"
    for name in ("contract", "coinche_level", "trick_1", "winners", "taker_points", "leader"):
        assert spoilt(PASSED_OUT, **{name: 1}) == said, name


def test_nine_cards_in_a_hand():
    low = int(SIMULATED.owner_low[PLAIN])
    assert spoilt(PLAIN, owner_low=low ^ 1) == "a hand does not hold eight cards"


def test_deals_are_judged_under_the_rules_given():
    _, other = both_coinche(undertrump="must")
    assert set(coinche_faults_in(SIMULATED, other)) == {"", "a card is not legal"}
    first = np.flatnonzero(TAKEN & (SIMULATED.taker != (SIMULATED.dealer + 1) % 4))[:50]
    _, leads = both_coinche(first_lead="taker")
    part = rows_from(SIMULATED, first)
    assert set(coinche_faults_in(part, leads)) == {"the wrong seat leads the first trick"}


def test_every_fault_of_the_words_is_named():
    assert FAULTS[-2:] == (
        "the words said are no auction",
        "the contract is not that of the words said",
    )
