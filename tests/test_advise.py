"""Take or pass: worlds in which a hand is held, and what each answer is found to lead to."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import naive
from belote.cli.app import run
from belote.compiled import kernel
from belote.game.cards import card_text, mask_text, parse_card, parse_mask
from belote.game.columns import Columns, empty_columns, hands_of
from belote.game.legality import play_rules
from belote.game.variants import rule_set
from belote.messages import LANGUAGES
from belote.players.seat import PASS, Offer
from belote.players.spec import kernel_rows, parse_player
from belote.simulate import choices
from belote.simulate.kernel import new_scratch
from belote.simulate.worlds import Spot, play_worlds
from belote.study import advise as advising
from belote.study.advise import Advice, AdviceError, Question, advise, answers
from commands import assert_one_sentence, call
from engine import both, decoded, faults_in, replayed

HAND, TURNED = "Jh 9h Ah Td Ks", "7d"
WORLDS = 300


def asked(hand: str = HAND, turned: str = TURNED, position: int = 3, **changes: object) -> Question:
    question = Question(
        parse_mask(hand), parse_card(turned), position, rule_set("litige"), parse_player("regular"),
        worlds=WORLDS,
    )  # fmt: skip
    return replace(question, **changes)  # pyright: ignore[reportArgumentType]


def played(question: Question) -> Columns:
    """The worlds of a question, as many as it asks for: an answer a row."""
    answer_to = np.array([*question.suits, PASS], np.int64)
    columns = empty_columns(question.worlds * len(answer_to))
    spot = Spot(np.uint32(question.hand), question.turned, question.position, question.bid_round)
    scratch = new_scratch(1, kernel_rows((question.player,) * 4))
    found, _ = play_worlds(
        np.uint64(question.seed), 1, 1_000_000, spot, answer_to, scratch,
        play_rules(question.rules), columns,
    )  # fmt: skip
    assert found == question.worlds
    return columns


@kernel
def _word(scratch, hand, turned, position, bid_round):  # pyright: ignore
    offer = Offer(hand, turned, position, bid_round, np.uint64(0))
    return choices.speak(scratch[0], 0, offer)


def takes(question: Question, hand: int, position: int, bid_round: int) -> bool:
    """Whether the question's player, who draws no lots, would take."""
    scratch = new_scratch(1, kernel_rows((question.player,) * 4))
    return _word(scratch, np.uint32(hand), question.turned, position, bid_round) != PASS


# Worlds


@pytest.mark.parametrize("rules", ["litige", "litige,packets=2-3,dealing=cut"])
@pytest.mark.parametrize(("position", "bid_round"), [(1, 1), (3, 1), (4, 1), (2, 2), (4, 2)])
def test_a_world_holds_the_hand_and_those_before_would_pass(
    position: int, bid_round: int, rules: str
) -> None:
    question = asked(position=position, bid_round=bid_round, rules=rule_set(rules))
    columns = played(question)
    dealer = (4 - position) % 4
    assert set(columns.dealer) == {dealer}
    assert set(columns.turned) == {question.turned}
    first = hands_of(columns) & columns.first_mask[:, np.newaxis]
    assert set(first[:, 0]) == {question.hand}
    for hands in first[:: len(question.suits) + 1][:100].tolist():
        for number in range(4 * (bid_round - 1) + position - 1):
            seat = (dealer + 1 + number) % 4
            if seat != 0:
                assert not takes(question, hands[seat], number % 4 + 1, 1 + number // 4)


def test_hidden_cards_are_dealt_alike() -> None:
    question = asked(position=1, worlds=8000)
    first = hands_of(played(question))[::2] & played(question).first_mask[::2, np.newaxis]
    hidden = [c for c in range(32) if not (question.hand | 1 << question.turned) >> c & 1]
    for seat in (1, 2, 3):
        shares = np.array([(first[:, seat] >> card & 1).mean() for card in hidden])
        expected = 5 / 26
        error = math.sqrt(expected * (1 - expected) / 8000)
        assert np.abs(shares - expected).max() < 4.5 * error


@pytest.mark.parametrize("bid_round", [1, 2])
@pytest.mark.parametrize("rules", [{}, {"base": "annonces"}, {"first_lead": "taker"}])
def test_every_world_is_a_deal_by_the_rules_and_the_answer_adds_up_their_marks(
    rules: dict[str, str], bid_round: int
) -> None:
    by_hand, fast = both(**rules)
    question = asked(rules=fast, bid_round=bid_round)
    columns, suits = played(question), [*question.suits, None]
    assert not any(faults_in(columns, fast))
    leads: list[list[int]] = [[] for _ in suits]
    made = [0 for _ in suits]
    for row in range(len(columns.taker)):
        at, deal = row % len(suits), decoded(columns, row)
        suit = suits[at]
        if suit is not None:
            assert (deal["taker"], deal["trump"]) == (0, "shdc"[suit])
            assert deal["bid_round"] == bid_round
        if deal["passed_out"]:
            leads[at].append(0)
            continue
        stock = stock_of(deal)
        again = replayed(deal, [sorted(hand) for hand in deal["first"]], stock, by_hand)
        assert {name: again[name] for name in ("points", "tricks_won", "belote", "annonces")} == {
            name: deal[name] for name in ("points", "tricks_won", "belote", "annonces")
        }
        marked = naive.mark(again, by_hand)
        leads[at].append(marked["marks"][0] - marked["marks"][1])
        made[at] += marked["outcome"] == "made"
    found = advise(question)
    for at, choice in enumerate(found.choices):
        assert choice.lead.value == pytest.approx(np.mean(leads[at]))
        best = found.choices.index(found.best)
        gaps = np.array(leads[at]) - np.array(leads[best])
        assert choice.behind.value == pytest.approx(gaps.mean())
        half = 1.968 * gaps.std(ddof=1) / math.sqrt(WORLDS)
        assert choice.behind.high - choice.behind.value == pytest.approx(half, rel=1e-3)
        if choice.made is not None:
            assert choice.made.value == pytest.approx(made[at] / WORLDS)


def stock_of(deal: dict[str, object]) -> list[str]:
    """A stock that deals the hands of a decoded deal."""
    hands, first = deal["hands"], deal["first"]
    assert isinstance(hands, list)
    assert isinstance(first, list)
    dealer = deal["dealer"]
    assert isinstance(dealer, int)
    seats = [(dealer + step) % 4 for step in range(1, 5)]
    return [c for s in seats for c in sorted(hands[s] - first[s]) if c != deal["turned"]]


# Answers


@cache
def whole(hand: str, turned: str, position: int = 1, bid_round: int = 1) -> Advice:
    return advise(asked(hand, turned, position, bid_round=bid_round, worlds=4000))


def test_the_answer_is_the_same_again_and_in_blocks_of_any_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = asked(worlds=1500)
    once = advise(question)
    assert once == advise(question)
    for name, size in (("FIRST_BLOCK", 70), ("BLOCK", 331), ("TRIES_AT_ONCE", 500)):
        monkeypatch.setattr(advising, name, size)
    growing = list(answers(question))
    assert growing[-1] == once
    assert [one.n for one in growing] == sorted(one.n for one in growing)
    assert growing[0].choices[0].wins is None
    assert growing[1].choices[0].wins is not None
    assert advise(replace(question, seed=2)) != once


def test_intervals_narrow_and_hold_what_more_worlds_find() -> None:
    few, many = whole(HAND, TURNED), advise(asked(position=1, worlds=30_000))
    for short, long in zip(few.choices, many.choices, strict=True):
        assert long.lead.high - long.lead.low < 0.5 * (short.lead.high - short.lead.low)
        assert short.lead.low - 3 < long.lead.value < short.lead.high + 3


def test_a_hand_that_cannot_fail_takes_and_one_without_trumps_passes() -> None:
    sure = whole("Jh 9h Ah Th Kh", "Qh")
    assert sure.best is sure.choices[0]
    assert sure.choices[0].made is not None
    assert sure.choices[0].made.low > 0.99
    bad = whole("7s 8s 7c 8c 9d", "7h")
    assert bad.best is bad.choices[1]
    assert bad.choices[0].made is not None
    assert bad.choices[0].made.high < 0.3
    for found in (sure, bad):
        best = found.best
        assert best is not None
        assert tuple(best.behind) == (0, 0, 0)
        assert all(choice.behind.high < 0 for choice in found.choices if choice is not best)
        assert all(choice.wins_behind.value < 0 for choice in found.choices
                   if choice is not best and choice.wins_behind is not None)  # fmt: skip


def test_suits_by_another_name_give_the_same_answer_within_its_error() -> None:
    there = whole("Jh 9h Ad 7s 8c", "Kh")
    back = whole("Jc 9c As 7h 8d", "Kc")
    for one, other in zip(there.choices, back.choices, strict=True):
        error = math.hypot(one.lead.high - one.lead.value, other.lead.high - other.lead.value)
        assert abs(one.lead.value - other.lead.value) < 1.5 * error


def test_a_close_game_is_won_by_what_brings_it_home() -> None:
    question = asked("Jh 9h Ah Th 7s", "8h", 1, worlds=2000, score=(990, 0))
    found = advise(question).choices[0]
    assert found.wins is not None
    assert found.wins.value > 0.999
    lost = advise(replace(question, hand=parse_mask("7s 8s 7c 8c 9d"), score=(0, 990)))
    assert lost.choices[0].wins is not None
    assert lost.choices[0].wins.value < 0.01


def test_a_deal_passed_out_hands_the_game_to_the_next_dealer() -> None:
    never = parse_player("random:take=0")
    found = advise(asked(player=never)).choices[-1]
    assert (found.passed_out.value, found.own.value, found.other.value) == (1, 0, 0)
    assert found.wins is None  # nobody ever takes: no game is won
    out = asked(position=1, bid_round=2)
    assert out.dealer_next == (0, 0)
    same = asked(position=1, rules=rule_set("litige,all_pass=same_dealer"))
    assert same.dealer_next == (0, 1)


def test_worlds_that_are_rare_are_said_to_be() -> None:
    always = parse_player("random:take=1")
    found = advise(asked(player=always))
    assert (found.n, found.choices, found.best) == (0, (), None)
    assert found.tried >= 1_000_000
    assert not found.complete


# What cannot be asked


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"position": 5}, "position cannot be 5"),
        ({"bid_round": 3}, "round cannot be 3"),
        ({"score": (1000, 0)}, "score cannot be 1,000"),
        ({"worlds": 10}, "deals cannot be 10"),
        ({"hand": 15}, "five cards, not 4"),
        ({"turned": parse_card("Jh")}, "Jh is turned"),
        ({"rules": rule_set("coinche")}, "no card is turned"),
        ({"player": parse_player("mine.py:Own")}, "no compiled player"),
    ],
)
def test_a_question_that_cannot_be_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(AdviceError, match=says):
        replace(asked(), **changes)  # pyright: ignore[reportArgumentType]


COMMAND = ("advise", "--hand", HAND, "--turned", TURNED, "--position", "3")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("advise",), "name --hand, --turned and --position"),
        (("advise", "--hand", "Jh Jh 9h 8h 7h", *COMMAND[3:]), "Jh comes twice"),
        (("advise", "--hand", "Jh 9h 8h 1h 7h", *COMMAND[3:]), "'1h' is no card"),
        ((*COMMAND, "--score", "12-5"), "'12-5' is no score"),
        ((*COMMAND, "--format", "csv"), "go with --table"),
        (("advise", "--table", *COMMAND[1:]), "--table is of all hands"),
        (("advise", "--table", "-o", "x.txt"), "add --format csv"),
        (("advise", "--table", "--rules", "coinche"), "no card is turned"),
        (("advise", "--table", "--json", "--format", "csv"), "choose one"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(
    arguments: tuple[str, ...], says: str
) -> None:
    assert_one_sentence(call(*arguments), says)


def test_a_question_without_an_answer_is_a_mistake_where_lines_are_asked_for() -> None:
    nobody = (*COMMAND, "--round", "2", "--players", "random:take=1", "--deals", "100")
    assert call(*nobody).status == 0
    assert_one_sentence(call(*nobody, "--json"), "No answer")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_tells_the_answer(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*COMMAND, "--deals", "300", "--lang", lang]) == 0
    text = capsys.readouterr().out
    assert "300" in text
    assert ("prendre à carreau" if lang == "fr" else "taking in diamonds") in text
    assert run([*COMMAND, "--deals", "300", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["choice"] for line in lines] == ["take d", "pass"]
    expected = advise(asked())
    assert lines == json.loads(json.dumps(expected.lines()))
    assert lines[0]["hand"] == mask_text(expected.question.hand)
    assert lines[0]["turned"] == card_text(expected.question.turned)


def test_level_at_the_target_a_game_goes_on_and_one_deal_decides_it() -> None:
    """Whoever marks more wins: being far beyond the target changes nothing."""
    near, far = (
        advise(asked("Jh 9h Ah Th 7s", "8h", 1, worlds=2000, score=score))
        for score in ((1000, 1000), (1810, 1810))
    )
    assert [choice.wins for choice in near.choices] == [choice.wins for choice in far.choices]
    take = near.choices[0]
    assert take.wins is not None
    assert take.made is not None
    assert take.wins.value > 0.5
    assert abs(take.wins.value - take.made.value) < 0.1
