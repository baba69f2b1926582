"""Cards and their text: every card there and back, the canonical order, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from belote.game.cards import (
    FULL_PACK,
    NATURAL_RANKS,
    PLAIN_POINTS,
    RANKS,
    SUITS,
    TRUMP_ORDER,
    TRUMP_POINTS,
    CardError,
    card_text,
    cards_of,
    mask_of,
    mask_text,
    parse_card,
    parse_mask,
    reading_order,
)

masks = st.integers(0, FULL_PACK)


def test_every_card_there_and_back():
    texts = [card_text(card) for card in range(32)]
    assert sorted(texts) == sorted(naive.PACK)
    assert [parse_card(text) for text in texts] == list(range(32))


def test_suit_and_rank_are_in_the_number_and_ranks_in_order_of_strength():
    for card in range(32):
        rank, suit = card_text(card)
        assert (SUITS[card >> 3], RANKS[card & 7]) == (suit, rank)
    assert (RANKS, TRUMP_ORDER) == (naive.PLAIN_ORDER, naive.TRUMP_ORDER)
    assert NATURAL_RANKS == naive.NATURAL_ORDER


def test_points_by_rank_are_those_of_the_slow_engine():
    assert dict(zip(RANKS, PLAIN_POINTS, strict=True)) == naive.PLAIN_POINTS
    assert dict(zip(RANKS, TRUMP_POINTS, strict=True)) == naive.TRUMP_POINTS


@given(masks)
def test_any_cards_there_and_back(mask):
    assert parse_mask(mask_text(mask)) == mask
    assert mask_of(cards_of(mask)) == mask
    assert list(cards_of(mask)) == [card for card in range(32) if mask >> card & 1]


@given(masks)
def test_text_is_in_canonical_order_whatever_the_order_given(mask):
    text = mask_text(mask)
    order = [rank + suit for suit in "shdc" for rank in "AKQJT987"]
    assert text.split() == [card for card in order if parse_mask(card) & mask]
    assert mask_text(parse_mask(" ".join(reversed(text.split())))) == text


def test_canonical_order_is_suits_then_ranks_from_high_to_low():
    ordered = [card_text(card) for card in sorted(range(32), key=reading_order)]
    assert " ".join(ordered[:9]) == "As Ks Qs Js Ts 9s 8s 7s Ah"
    assert ordered[-1] == "7c"


def test_no_cards_are_no_text():
    assert mask_text(0) == ""
    assert parse_mask("") == 0


@pytest.mark.parametrize("text", ["", "T", "10s", "Tx", "sT", "td", "TD", "1s", "Ts ", " s", "Tsh"])
def test_a_text_that_is_no_card_is_refused_with_what_a_card_looks_like(text):
    with pytest.raises(CardError, match="write a rank of 7 8 9 T J Q K A") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


def test_a_card_that_comes_twice_is_refused_by_name():
    with pytest.raises(CardError, match="Td comes twice"):
        parse_mask("Td As Td")
    with pytest.raises(CardError, match="As comes twice"):
        mask_of([7, 3, 7])
