"""Draws by counter: in range, each value alike, and different for everything they decide."""

import numpy as np
import pytest

from belote.compiled import kernel, nth_bit
from belote.players import random as random_player
from belote.players.seat import PASS, Offer, Turn
from belote.simulate import dealing
from belote.simulate.draws import BID, CUT, PACK, PLAY, below, deal_key, draw, mix

MANY = 200_000


@kernel
def _keys(seed, tables, deals, out):
    for i in range(len(out)):
        out[i] = deal_key(seed, tables[i], deals[i])


def keys(seed, tables, deals):
    """The keys of some deals."""
    out = np.zeros(len(tables), np.uint64)
    _keys(np.uint64(seed), np.asarray(tables, np.int64), np.asarray(deals, np.int64), out)
    return out


def many_keys(seed=1, count=MANY):
    """Keys of the first deals of a run with tables of 1,000."""
    return keys(seed, 1 + np.arange(count) // 1000, 1 + np.arange(count) % 1000)


@kernel
def _draws(deal_keys, number, out):
    for i in range(len(out)):
        out[i] = draw(deal_keys[i], number)


def draws(number, deal_keys):
    """One draw of each deal."""
    out = np.zeros(len(deal_keys), np.uint64)
    _draws(deal_keys, number, out)
    return out


@kernel
def _below_all(bits, count, out):
    for i in range(len(out)):
        out[i] = below(bits[i] & np.uint64(0xFFFFFFFF), count)


def below_all(bits, count):
    """A whole number below a count from the lower 32 bits of each."""
    out = np.zeros(len(bits), np.int64)
    _below_all(np.asarray(bits, np.uint64), count, out)
    return out


def surprise(seen, shares=None):
    """By how many standard deviations chi-square is above what it should be; counts by cell."""
    seen = np.asarray(seen, float)
    shares = np.full(seen.shape, 1 / seen.size) if shares is None else np.asarray(shares)
    expected = shares * seen.sum()
    assert expected.min() > 5
    free = seen.size - 1
    return (((seen - expected) ** 2 / expected).sum() - free) / np.sqrt(2 * free)


def test_surprise_is_small_for_a_fair_die_and_large_for_a_loaded_one():
    assert abs(surprise([1000, 1010, 985, 1003, 991, 1011])) < 2
    assert surprise([1000, 1010, 985, 1003, 791, 1211]) > 20


# Draws --------------------------------------------------------------------------------------------


def test_mixing_takes_different_numbers_to_different_numbers():
    words = np.arange(5000, dtype=np.uint64)
    mixed = {int(mix(word)) for word in words}
    assert len(mixed) == 5000


def test_one_input_bit_changes_about_half_of_the_output_bits():
    flips = [
        int(mix(np.uint64(word)) ^ mix(np.uint64(word ^ 1 << bit))).bit_count()
        for word in (3, 12345678901234567, 2**63 + 5)
        for bit in range(64)
    ]
    assert 30 < np.mean(flips) < 34
    assert min(flips) > 12


def test_every_deal_has_its_own_key():
    tables, deals = np.divmod(np.arange(MANY), 500)
    mine = keys(1, tables + 1, deals + 1)
    assert len(np.unique(mine)) == MANY
    for seed in (0, 2, 2**63 - 1):
        assert not np.isin(keys(seed, tables + 1, deals + 1), mine).any()


def test_key_of_a_deal_is_told_from_the_key_with_table_and_deal_exchanged():
    ones = np.arange(1, 1000)
    assert not np.isin(keys(1, ones, ones + 1), keys(1, ones + 1, ones)).any()


def test_every_choice_of_a_deal_has_its_own_number():
    ranges = [range(PACK, PACK + 16), [CUT], range(BID, BID + 8), range(PLAY, PLAY + 16)]
    numbers = [number for numbers in ranges for number in numbers]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("number", [PACK, PACK + 15, CUT, BID, BID + 7, PLAY, PLAY + 15])
def test_draws_are_uniform_in_every_byte(number):
    bits = draws(number, many_keys())
    for byte in range(8):
        seen = np.bincount(
            (bits >> np.uint64(8 * byte) & np.uint64(0xFF)).astype(int), minlength=256
        )
        assert abs(surprise(seen)) < 4.5


def test_draws_of_one_deal_and_of_neighbouring_deals_are_independent():
    deal_keys = many_keys()
    one, next_number = draws(PLAY, deal_keys), draws(PLAY + 1, deal_keys)
    top = np.uint64(60)
    for other in (next_number, np.roll(one, 1), one << np.uint64(32), draws(BID, deal_keys)):
        pair = (one >> top) * np.uint64(16) + (other >> top)
        assert abs(surprise(np.bincount(pair.astype(int), minlength=256))) < 4.5


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 31, 32])
def test_numbers_below_a_count_are_all_of_them_alike(count):
    values = below_all(draws(PACK, many_keys()), count)
    seen = np.bincount(values, minlength=count)
    assert len(seen) == count
    assert seen.min() > 0
    if count > 1:
        assert abs(surprise(seen)) < 4.5


@pytest.mark.parametrize("count", [1, 2, 3, 31, 32])
def test_the_ends_of_the_32_bits_give_the_ends_of_the_range(count):
    assert below_all([0, 2**32 - 1], count).tolist() == [0, count - 1]
    starts = [-(-value * 2**32 // count) for value in range(count)]
    assert below_all(starts, count).tolist() == list(range(count))
    assert below_all([start - 1 for start in starts[1:]], count).tolist() == list(range(count - 1))


# Packs --------------------------------------------------------------------------------------------


@kernel
def _shuffled(deal_keys, packs):
    for i in range(len(deal_keys)):
        dealing.shuffle(packs[i], deal_keys[i])


@kernel
def _cuts(deal_keys, pile, packs):
    for i in range(len(deal_keys)):
        dealing.cut(packs[i], pile, deal_keys[i])


def shuffled(deal_keys):
    packs = np.zeros((len(deal_keys), 32), np.uint8)
    _shuffled(deal_keys, packs)
    return packs


def test_every_card_comes_as_often_at_every_place():
    packs = shuffled(many_keys())
    assert (np.sort(packs, axis=1) == np.arange(32)).all()
    places = np.broadcast_to(np.arange(32), packs.shape)
    seen = np.bincount((places * 32 + packs).ravel(), minlength=1024).reshape(32, 32)
    expected = MANY / 32
    # Every row and column has the same sum whatever the shuffle, so 31 x 31 counts are free; each
    # free direction has 32/31 of the variance of a count that nothing ties.
    square = ((seen - expected) ** 2 / expected).sum() * 31 / 32
    assert abs(square - 31 * 31) / np.sqrt(2 * 31 * 31) < 4.5


def test_every_pair_of_cards_comes_as_often_at_two_places():
    packs = shuffled(many_keys()).astype(int)
    for one, other in ((0, 1), (30, 31), (0, 31), (15, 16)):
        seen = np.bincount(packs[:, one] * 32 + packs[:, other], minlength=1024)
        same = np.arange(32) * 33
        assert not seen[same].any()
        assert abs(surprise(np.delete(seen, same))) < 4.5


def test_a_pack_is_cut_after_1_to_31_cards_each_alike():
    pile = np.random.default_rng(1).permutation(32).astype(np.uint8)
    packs = np.zeros((MANY, 32), np.uint8)
    _cuts(many_keys(), pile, packs)
    at = np.argmax(packs == pile[0], axis=1)
    for row in range(0, MANY, 1000):
        assert (np.roll(packs[row], -at[row]) == pile).all()
    seen = np.bincount(32 - at, minlength=33)
    assert seen[0] == seen[32] == 0
    assert abs(surprise(seen[1:32])) < 4.5


# The player random --------------------------------------------------------------------------------


@kernel
def _nth(mask, out):
    for i in range(len(out)):
        out[i] = nth_bit(np.uint32(mask), i)


@pytest.mark.parametrize("mask", [1, 0x80000000, 0xFFFFFFFF, 0b1011 << 7, 0x80000001])
def test_nth_bit_is_each_bit_of_the_mask_in_order(mask):
    out = np.zeros(mask.bit_count(), np.uint32)
    _nth(mask, out)
    assert out.tolist() == [1 << bit for bit in range(32) if mask >> bit & 1]


@kernel
def _plays(legal, bits, out):
    none = np.uint32(0)
    for i in range(len(out)):
        turn = Turn(
            legal, legal, none, none, 0, 0, 0, 0, none, none, none, none, 0, 0,
            bits[i] & np.uint64(0xFFFFFFFF),
        )  # fmt: skip
        out[i] = random_player.play(turn)


@pytest.mark.parametrize(
    "legal", [0x80000001, 0b111, 0xFF, 0x01010101, 0x10F00000, 0b1011010100101]
)
@pytest.mark.parametrize("number", [PLAY, PLAY + 9])
def test_random_plays_each_legal_card_alike(legal, number):
    bits = draws(number, many_keys())
    cards = [1 << bit for bit in range(32) if legal >> bit & 1]
    for half in (bits, bits >> np.uint64(32)):
        out = np.zeros(MANY, np.uint32)
        _plays(np.uint32(legal), half, out)
        assert set(out.tolist()) == set(cards)
        assert abs(surprise([(out == card).sum() for card in cards])) < 4.5


@kernel
def _answers(bits, turned, bid_round, take, out):
    for i in range(len(out)):
        out[i] = random_player.speak(Offer(np.uint32(31), turned, 1, bid_round, bits[i]), take)


def answers(take, bid_round, turned=12, number=BID):
    out = np.zeros(MANY, np.int64)
    _answers(draws(number, many_keys()), turned, bid_round, take, out)
    return out


@pytest.mark.parametrize("take", [0.0, 0.03, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("bid_round", [1, 2])
def test_random_takes_with_the_chance_stated(take, bid_round):
    taken = (answers(take, bid_round) != PASS).mean()
    assert abs(taken - take) <= 4.5 * np.sqrt(take * (1 - take) / MANY)


@pytest.mark.parametrize("turned", [0, 12, 23, 31])
def test_random_takes_the_turned_suit_or_each_of_the_others_alike(turned):
    suit = turned >> 3
    assert set(answers(0.3, 1, turned)) == {PASS, suit}
    named = answers(0.3, 2, turned)
    seen = np.bincount(named[named != PASS], minlength=4)
    assert seen[suit] == 0
    assert abs(surprise(np.delete(seen, suit))) < 4.5
