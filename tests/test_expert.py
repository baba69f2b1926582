"""The player `expert`: its worlds agree with all that its seat has seen, and it plays by them."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import naive
from belote.compiled import kernel
from belote.game.cards import FULL_PACK, card_text, cards_of, mask_of
from belote.game.legality import play_rules
from belote.game.order import mask_from_order
from belote.game.variants import rule_set
from belote.players.expert import Expert, habits, open_cards, worlds
from belote.players.own import maker_of
from belote.players.seat import Turn
from belote.players.spec import PlayerError, parse_player, seat_players
from belote.players.views import TurnView
from belote.simulate.engine import engine_of, open_stream
from belote.simulate.kernel import Layout
from belote.solver.memory import new_memory
from belote.study.league import Question, play_league
from engine import both, both_coinche

HERE = Path(__file__)
NO_BITS = np.uint32(0)


def played(players: str, rules: str, deals: int, seed: int = 3, bidders: str | None = None) -> Any:
    """Columns of so many deals."""
    named = rule_set(rules)
    columns = engine_of(named).columns(deals)
    seats = None if bidders is None else seat_players(bidders)
    layout = Layout(1 << 40, 1, 1)
    open_stream(named, seat_players(players), seed=seed, layout=layout, bidders=seats).play(
        deals, columns
    )
    return columns


# Worlds -------------------------------------------------------------------------------------------

SEEN: list[TurnView] = []


class Wandering:
    """Says and plays anything that is allowed, and keeps what it was shown in play."""

    def bid(self, auction: Any) -> str:
        return auction.may_say[auction.draw % min(4, len(auction.may_say))]

    def play(self, turn: Any) -> str:
        SEEN.append(turn)
        return turn.legal[turn.draw % len(turn.legal)]


def turns_of(rules: str, deals: int, bidders: str | None = None) -> list[TurnView]:
    """What the seats see at each card of deals that wanderers play."""
    spec = parse_player(f"{HERE}:Wandering")
    # The module that the player's file becomes is another than this one.
    seen = maker_of(spec)().bid.__globals__["SEEN"]
    seen.clear()
    played(spec.text, rules, deals, bidders=bidders)
    return list(seen)


@kernel
def _deal_worlds(memories: Any, world: Any, heard: Any, rules: Any, turn: Any, plays: Any,
                 leader: Any, hands: Any) -> Any:  # fmt: skip
    """Fill ``hands`` (n x 4) with worlds, and count those that nothing speaks against."""
    worlds.begin_play(world[0], memories[0], heard, rules, turn.hand, turn.turned, plays, leader)
    ways = worlds.count_ways(world[0], heard.seat)
    likely = 0
    for row in range(len(hands)):
        likely += habits.deal_likely(world[0], heard, np.int64(0), ways) == 0
        for seat in range(4):
            hands[row, seat] = world[0].hands[seat]
        hands[row, heard.seat] = turn.hand
    return likely


MEMORY, WORLD = new_memory(), worlds.new_world()


def worlds_of(turn: TurnView, number: int) -> tuple[list[list[int]], int]:
    """Worlds as four masks (bit = card), and how many are not doubted."""
    hands = np.zeros((number, 4), np.uint32)
    heard, plays, leader = open_cards.hear_turn(WORLD, turn)
    rules = play_rules(turn.rules)
    likely = _deal_worlds(MEMORY, WORLD, heard, rules, turn.masks, plays, leader, hands)
    return [
        [int(mask_from_order(mask, np.int64(turn.trump_number))) for mask in row] for row in hands
    ], likely


def assert_agrees(turn: TurnView, world: list[int], rules: naive.Rules) -> None:
    """Whether all that was played could have been, and every card lies where it was seen."""
    held = [{card_text(card) for card in cards_of(mask)} for mask in world]
    assert held[turn.seat] == set(turn.hand)
    for seat, card in turn.played:
        assert card not in held[seat]
        held[seat].add(card)
    assert [len(hand) for hand in held] == [8] * 4
    assert len(set().union(*held)) == 32
    assert turn.turned is None or turn.turned in held[turn.taker]
    trick: Any = []
    for seat, card in turn.played:
        assert card in naive.legal_cards(held[seat], trick, turn.trump, rules), (turn, world)
        held[seat].remove(card)
        trick = [*trick, (seat, card)] if len(trick) < 3 else []


FREEDOMS = ("undertrump", "over_partner_ruff", "over_partner_trump_lead")


@pytest.mark.parametrize("auction", ["litige", "coinche"])
@pytest.mark.parametrize("free", [(), FREEDOMS[:1], FREEDOMS[1:], FREEDOMS])
def test_worlds_agree_with_every_card_played_and_the_turned_one(
    auction: str, free: tuple[str, ...]
) -> None:
    make = both_coinche if auction == "coinche" else both
    slow, _ = make(**dict.fromkeys(free, "free"))
    text = ",".join([auction, *(f"{name}=free" for name in free)])
    for turn in turns_of(text, 4):
        for world in worlds_of(turn, 3)[0]:
            assert_agrees(turn, world, slow)


@pytest.mark.parametrize("rules", ["litige", "coinche"])
def test_worlds_agree_with_what_regular_said(rules: str) -> None:
    turns = [turn for turn in turns_of(rules, 30, "regular") if not turn.plays]
    likely = sum(worlds_of(turn, 20)[1] for turn in turns)
    assert likely / (20 * len(turns)) > (0.9 if rules == "litige" else 0.6)


@kernel
def _count(world: Any, hidden: Any, may_hold: Any, needs: Any, dealt: Any) -> Any:
    """The ways to deal ``hidden`` as seat 0 sees it, and ``dealt`` (n x 4) random ones of them."""
    memory = world[0]
    memory.hidden = hidden
    for seat in range(4):
        memory.may_hold[seat] = may_hold[seat]
        memory.needs[seat] = needs[seat]
    ways = worlds.count_ways(memory, np.int64(0))
    for row in range(len(dealt)):
        worlds.deal_hidden(memory, np.int64(0), hidden, ways)
        for seat in range(4):
            dealt[row, seat] = memory.hands[seat]
    return ways


def test_every_world_that_may_be_is_dealt_alike_often() -> None:
    hidden = [3, 7, 8, 20, 21, 30]
    barred = {1: {3}, 2: {20, 21}, 3: {30}}
    may_hold = [FULL_PACK & ~mask_of(barred.get(seat, ())) for seat in range(4)]
    possible = {
        tuple(mask_of(c for c, owner in zip(hidden, owners, strict=True) if owner == seat)
              for seat in (1, 2, 3))
        for owners in set(itertools.permutations([1, 1, 2, 2, 3, 3]))
        if all(card not in barred[owner] for card, owner in zip(hidden, owners, strict=True))
    }  # fmt: skip
    dealt = np.zeros((1000 * len(possible), 4), np.uint32)
    WORLD["chance"] = 1
    ways = _count(
        WORLD, np.uint32(mask_of(hidden)), np.array(may_hold, np.uint32), np.array([0, 2, 2, 2]),
        dealt,
    )  # fmt: skip
    assert ways == len(possible)
    found, times = np.unique(dealt[:, 1:], axis=0, return_counts=True)
    assert {tuple(map(int, row)) for row in found} == possible
    # Chi square with so many degrees of freedom, five standard deviations up.
    surprise = ((times - 1000) ** 2 / 1000).sum()
    assert surprise < ways - 1 + 5 * (2 * (ways - 1)) ** 0.5


# Cards --------------------------------------------------------------------------------------------


def in_order(cards: str) -> Any:
    """A mask in the order of hearts."""
    return np.uint32(HEARTS.mask(cards))


def last_two(hand: str, table: str) -> TurnView:
    """Seat 0's turn in trick 7: seat 1 took hearts and has led hearts, diamonds and clubs so far.

    The eight spades are left, two each.
    """
    tricks = ["Jh Th Kh 8h", "9h Ah Qh 7h", "Ad 7d 8d 9d", "Td Kd Qd Jd", "Ac 7c 8c 9c",
              "Tc Kc Qc Jc", table]  # fmt: skip
    cards = " ".join(tricks).split()
    plays = tuple((1 + number & 3, int(in_order(card))) for number, card in enumerate(cards))
    legal = in_order(hand)
    best = max(plays[24:], key=lambda play: play[1], default=(0, 0))
    masks: Any = Turn(
        legal, legal, np.uint32(0xFF) if table else NO_BITS, np.uint32(best[1]), best[0], 0,
        len(table.split()), 1, in_order(table), in_order(" ".join(cards[:24])), NO_BITS,
        in_order("Jh"), 6, 0, np.uint64(5),
    )  # fmt: skip
    return TurnView(rule_set("litige"), 0, 0, ("take",), 1, 1, "Jh", plays, masks)


HEARTS = TurnView(rule_set("litige"), 0, 0, (), 1, 1, None, (), None)  # pyright: ignore


def test_it_keeps_the_ten_that_will_take_the_last_trick() -> None:
    assert Expert().play(last_two("8s Ts", "Qs 7s As")) == "8s"


def test_it_gives_its_partner_points_that_it_might_lose() -> None:
    assert Expert().play(last_two("9s Ks", "8s As Qs")) == "Ks"


def test_a_forced_card_is_played_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    def think(*_: Any) -> Any:
        raise AssertionError("there was nothing to think about")

    monkeypatch.setattr(open_cards.OpenCards, "best_card", think)
    turns = [turn for turn in turns_of("litige", 4) if len(turn.legal) == 1]
    assert all(Expert().play(turn) == turn.legal[0] for turn in turns)


def test_of_cards_that_bring_as_much_the_one_worth_less_is_played() -> None:
    turns = [turn for turn in turns_of("litige", 4) if turn.masks.trick_no == 7]
    assert all(Expert().play(turn) == turn.hand[0] for turn in turns)
    assert Expert().play(last_two("Ts As", "Ks 7s Qs")) == "Ts"


# Deals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["litige", "coinche"])
def test_the_same_seed_gives_the_same_deals(rules: str) -> None:
    one, two = (played("expert:worlds=4", rules, 5) for _ in range(2))
    for name, ours, theirs in zip(one._fields, one, two, strict=True):
        assert np.array_equal(ours, theirs), name


@pytest.mark.parametrize("rules", ["litige", "litige,undertrump=free,first_lead=taker", "coinche"])
def test_it_never_does_what_is_not_allowed(rules: str) -> None:
    columns = played("expert:worlds=2,random,novice,expert:worlds=3", rules, 12)
    assert (columns.taker != 255).any()


def test_it_plays_the_same_contracts_better_than_regular_and_random() -> None:
    players = parse_player("expert:worlds=4"), parse_player("random")
    contracts = parse_player("regular")
    found = play_league(Question(players, rule_set("litige"), contracts, deals=100), workers=1)
    assert found.pairs[0].points.low > 20


@pytest.mark.parametrize("text", ["expert:worlds=0", "expert:worlds=many", "expert:world=3"])
def test_parameters_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(PlayerError):
        parse_player(text)


def test_a_part_of_a_world_is_refused() -> None:
    with pytest.raises(PlayerError, match="worlds is a whole number"):
        maker_of(parse_player("expert:worlds=2.5"))
