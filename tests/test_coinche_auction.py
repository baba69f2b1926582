"""The auction of coinche: the automaton equals the slow engine, which reads the whole history, on
every sequence of a few words and on random sequences of all."""

import random

import numpy as np
import pytest

import naive_coinche
from belote.compiled import kernel
from belote.game.auction import (
    CAPOT,
    LONGEST_AUCTION,
    NO_WORD,
    REFUSALS,
    WORDS,
    Auction,
    AuctionError,
    bid_word,
    contract_of,
    hear,
    hear_words,
    parse_word,
    refusals,
    trump_of,
    word_text,
)
from engine_coinche import random_word

FEW = ("pass", "coinche", "surcoinche", "80 s", "80 ta", "90 s", "90 sa", "capot h")
TEXTS = {number: text for text, number in WORDS.items()}


def refused(said, dealer=0):
    """(what `refusals` says of every byte after some words, the auction)."""
    words = np.array([WORDS[word] for word in said], np.uint8)
    auction, over, heard, code = hear_words(dealer, words)
    assert (heard, code) == (len(said), 0)
    codes = np.zeros(256, np.uint8)
    refusals(auction, codes)
    return codes, auction, over


def assert_like_the_slow_engine(said, words=naive_coinche.WORDS):
    """Who may say what after some words, and what comes of them."""
    codes, auction, over = refused(said)
    assert over == naive_coinche.is_over(said)
    may = {word for word in words if codes[WORDS[word]] == 0}
    assert may == {word for word in words if naive_coinche.may_say(said, word)}, said
    assert auction.seat == (1 + len(said)) % 4
    expected = naive_coinche.result(said, 0)
    if expected is None:
        assert auction.bid == 0
        return may
    assert auction.bidder == expected["taker"]
    assert auction.level == expected["level"]
    contract, trump = bid_of(auction.bid)
    assert (contract, naive_coinche.TRUMPS[trump]) == (expected["contract"], expected["trump"])
    return may


@kernel
def _bid_of(bid):
    return contract_of(bid), trump_of(bid)


def bid_of(bid):
    """(contract, trump) of a bid."""
    return _bid_of(np.int64(bid))


def all_sequences(longest):
    """How many sequences of the few words there are by length, each checked at every step."""
    counts = [0] * (longest + 1)
    stack = [[]]
    while stack:
        said = stack.pop()
        counts[len(said)] += 1
        may = assert_like_the_slow_engine(said, FEW)
        if len(said) < longest:
            stack += [[*said, word] for word in may]
    return counts


def test_every_sequence_of_a_few_words_is_judged_as_by_the_slow_engine():
    counts = all_sequences(17)
    # A pass or five bids; then the same after the pass; pass, coinche and three bids after 80,
    # twice; pass, coinche and capot after 90, twice; pass and coinche after capot.
    assert counts[:3] == [1, 6, 6 + 2 * 5 + 2 * 3 + 2]
    assert counts[16] > 0  # three passes, three bids with two passes after each, coinche, three
    assert counts[17] == 0


@pytest.mark.parametrize("seed", range(3))
def test_random_auctions_of_all_words_are_those_of_the_slow_engine(seed):
    rng = random.Random(seed)
    seen = set()
    for _ in range(60):
        said = []
        while not naive_coinche.is_over(said):
            assert_like_the_slow_engine(said)
            said.append(random_word(rng, said))
        assert assert_like_the_slow_engine(said) == set()
        dealer = rng.randrange(4)
        expected = naive_coinche.result(said, dealer)
        heard = hear(dealer, [WORDS[word] for word in said])
        assert heard.over
        if expected is None:
            assert (heard.taker, heard.contract, heard.trump) == (None, None, None)
        else:
            assert (heard.taker, heard.contract, heard.level) == (
                expected["taker"],
                expected["contract"],
                expected["level"],
            )
            assert naive_coinche.TRUMPS[heard.trump] == expected["trump"]
        seen.add(heard.level)
    assert seen == {0, 1, 2}


def test_a_byte_that_is_no_word_is_refused_as_such():
    codes, *_ = refused([])
    unknown = set(range(256)) - set(TEXTS)
    assert {int(codes[number]) for number in unknown} == {NO_WORD}
    assert len(TEXTS) == 3 + 60
    assert all(codes[number] != NO_WORD for number in TEXTS)


@pytest.mark.parametrize(
    ("said", "word", "why"),
    [
        ("pass pass pass pass", "pass", "the auction had ended"),
        ("80_s pass pass pass", "90_s", "the auction had ended"),
        ("80_s coinche surcoinche", "pass", "the auction had ended"),
        ("80_s", "80_h", "a bid must be higher than the last"),
        ("100_s", "90_ta", "a bid must be higher than the last"),
        ("capot_s", "capot_ta", "nobody bids after a capot"),
        ("capot_s", "160_s", "nobody bids after a capot"),
        ("80_s coinche", "90_s", "nobody bids after coinche"),
        ("pass", "coinche", "there is no bid to coinche"),
        ("80_s pass", "coinche", "nobody coinches a bid of their own side"),
        ("80_s coinche pass", "coinche", "coinche was said already"),
        ("80_s", "surcoinche", "surcoinche answers a coinche"),
        ("80_s coinche pass", "surcoinche", "only the side that bid says surcoinche"),
        ("80_s pass pass coinche pass pass", "surcoinche", ""),
        ("80_s coinche", "surcoinche", ""),
        ("80_s coinche pass pass", "surcoinche", ""),
        ("80_s pass pass", "coinche", ""),
        ("80_s pass pass", "90_s", ""),
        ("capot_s", "coinche", ""),
        ("pass pass pass", "80_s", ""),
    ],
)
def test_a_refusal_says_why(said, word, why):
    texts = [text.replace("_", " ") for text in said.split()]
    words = [WORDS[text] for text in (*texts, word.replace("_", " "))]
    heard = hear(3, words)
    assert heard.refusal == why
    assert heard.words == len(words) - bool(why)
    assert why in REFUSALS


def test_the_longest_auction_is_as_long_as_it_is_said_to_be():
    bids = [f"{contract} s" for contract in naive_coinche.CONTRACTS]
    said = ["pass"] * 3
    for bid in bids:
        said += [bid, "pass", "pass"]
    said += ["coinche", "pass", "pass", "pass"]
    assert_like_the_slow_engine(said)
    assert naive_coinche.is_over(said)
    assert len(said) == LONGEST_AUCTION


def test_a_word_is_written_and_read_and_an_unknown_one_refused_by_name():
    for word in naive_coinche.WORDS:
        assert word_text(parse_word(word)) == word
    assert list(WORDS) == naive_coinche.WORDS
    assert word_text(bid_word(CAPOT, 3)) == "capot c"
    assert hear(0, [parse_word("capot c")])[4:] == (1, CAPOT, 3, 0)
    with pytest.raises(AuctionError, match=r"'capto d' is no word of the auction.*'capot d'"):
        parse_word("capto d")


def test_the_auction_is_values_and_nothing_else():
    _, auction, _ = refused(["pass", "90 s"])
    assert Auction(*auction) == auction == (3, bid_word(90, 0), 2, 0, 0)
