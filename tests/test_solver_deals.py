"""Whole deals: against plain alpha-beta, turned about, card by card, and what is no deal at all."""

import random

import numpy as np
import pytest

import naive
from belote.game.cards import card_text, parse_card
from belote.game.columns import NOBODY, empty_columns, hands_of, plays_of
from belote.game.legality import play_rules
from belote.game.variants import preset
from belote.players.spec import kernel_rows, seat_players
from belote.simulate.kernel import Layout, new_scratch, simulate_block
from belote.solver import kernels
from belote.solver.memory import EPOCHS, new_memory
from belote.solver.positions import (
    Position,
    PositionError,
    cost_of_plays,
    solve,
    solve_deals,
    values_along,
)
from belote.solver.table import _scrambled  # pyright: ignore[reportPrivateUsage]
from engine import STRAINS, both, mask_of
from plain_search import team_points
from test_solver_endings import GAMES

RULES = preset("litige")


def random_hands(rng, size=8):
    """Four hands of text cards."""
    pack = rng.sample(naive.PACK, 32)
    return [pack[seat * size : (seat + 1) * size] for seat in range(4)]


def masks_of(hands):
    return [mask_of(hand) for hand in hands]


def random_deals(rng, count):
    """Columns of so many whole deals: (hands, leaders, takers, trumps)."""
    hands = np.array([masks_of(random_hands(rng)) for _ in range(count)], np.uint32)
    leaders = np.array([rng.randrange(4) for _ in range(count)], np.uint8)
    takers = np.array([rng.randrange(4) for _ in range(count)], np.uint8)
    return hands, leaders, takers, np.arange(count, dtype=np.uint8) % 6


def random_plays(rng, hands, leader, trump, rules):
    """((seat, card) of 32 plays, points by team) of a deal played by random legal cards."""
    hands = [set(hand) for hand in hands]
    plays, points, turn = [], [0, 0], leader
    for trick_no in range(8):
        trick = []
        for _ in range(4):
            card = rng.choice(sorted(naive.legal_cards(hands[turn], trick, trump, rules)))
            hands[turn].remove(card)
            trick.append((turn, card))
            turn = (turn + 1) % 4
        turn = naive.trick_winner(trick, trump)
        points[turn % 2] += sum(naive.card_points(card, trump) for _, card in trick)
        points[turn % 2] += 10 if trick_no == 7 else 0
        plays += trick
    return plays, points


def unlike_alpha_beta(seed, count, size):
    """The deals, or endings of ``size`` tricks, that plain alpha-beta values otherwise."""
    rng = random.Random(seed)
    unlike = []
    for _ in range(count):
        trump, (_, fast) = rng.choice(GAMES)
        hands, leader = random_hands(rng, size), rng.randrange(4)
        solved = solve_deals([masks_of(hands)], [leader], [0], [STRAINS.index(trump)], fast)
        if solved.taker_points[0] != team_points(hands, trump, leader, fast):
            unlike.append((trump, leader, hands))
    return unlike


def test_six_tricks_are_worth_what_plain_alpha_beta_says():
    assert unlike_alpha_beta("six", count=60, size=6) == []


def test_whole_deals_are_worth_what_plain_alpha_beta_says():
    # It takes about a second a deal: 200 are tried in the slow tests.
    assert unlike_alpha_beta("few", count=50, size=8) == []


@pytest.mark.slow
def test_200_whole_deals_are_worth_what_plain_alpha_beta_says():
    assert unlike_alpha_beta("many", count=200, size=8) == []


# Turned about -------------------------------------------------------------------------------------


def test_relabelling_the_suits_changes_no_value():
    rng = random.Random("suits")
    hands, leaders, takers, trumps = random_deals(rng, 60)
    suits = np.array([rng.sample(range(4), 4) for _ in hands], np.uint32)
    rows = np.arange(len(hands))
    relabelled = np.zeros_like(hands)
    for suit in range(4):
        relabelled |= (hands >> 8 * suit & 0xFF) << 8 * suits[:, suit : suit + 1]
    new_trumps = np.where(trumps < 4, suits[rows, trumps & 3], trumps)
    before = solve_deals(hands, leaders, takers, trumps, RULES)
    after = solve_deals(relabelled, leaders, takers, new_trumps, RULES)
    assert (before.taker_points == after.taker_points).all()
    assert (before.capot == after.capot).all()


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_rotating_the_seats_changes_no_value(turn):
    hands, leaders, takers, trumps = random_deals(random.Random("seats"), 60)
    before = solve_deals(hands, leaders, takers, trumps, RULES)
    after = solve_deals(
        np.roll(hands, turn, axis=1), leaders + turn & 3, takers + turn & 3, trumps, RULES
    )
    assert (before.taker_points == after.taker_points).all()
    assert (before.capot == after.capot).all()


def test_the_two_sides_share_162_points_and_a_capot_is_all_of_them():
    hands, leaders, takers, trumps = random_deals(random.Random("sides"), 300)
    one = solve_deals(hands, leaders, takers, trumps, RULES)
    other = solve_deals(hands, leaders, takers + 1 & 3, trumps, RULES)
    assert (one.taker_points + other.taker_points == 162).all()
    assert (one.taker_points[one.capot == 1] == 162).all()
    assert (one.taker_points[one.capot == 2] == 0).all()
    assert {1, 2} <= set(one.capot.tolist())


def test_what_was_learnt_of_one_deal_is_not_taken_for_another():
    hands, leaders, takers, trumps = random_deals(random.Random("memory"), 40)
    together = solve_deals(hands, leaders, takers, trumps, RULES).taker_points
    alone = [
        solve_deals(
            hands[i : i + 1], leaders[i : i + 1], takers[i : i + 1], trumps[i : i + 1], RULES
        )
        for i in range(len(hands))
    ]
    assert together.tolist() == [one.taker_points[0] for one in alone]
    worn = new_memory()
    worn["epoch"] = EPOCHS - 20  # deals are told apart by a number that begins again
    points, capots = np.empty(40, np.int16), np.empty(40, np.uint8)
    kernels.solve_block(worn, hands, leaders, takers, trumps, play_rules(RULES), points, capots)
    assert worn["epoch"][0] < 100
    assert (points == together).all()


def test_no_two_positions_share_an_entry_of_the_table():
    # Each step of the scrambling is undone, so that it is one to one.
    size = 1 << 34
    inverse_1, inverse_2 = pow(0x2545F491D, -1, size), pow(0x19E3779B1, -1, size)
    for key in random.Random(1).sample(range(size), 200):
        mixed = int(_scrambled(np.uint64(key)))
        mixed ^= mixed >> 17
        mixed = mixed * inverse_2 % size
        mixed ^= mixed >> 15 ^ mixed >> 30
        mixed = mixed * inverse_1 % size
        assert mixed ^ mixed >> 17 == key


# Card by card -------------------------------------------------------------------------------------


def test_every_card_is_worth_what_the_position_after_it_is():
    rng = random.Random("children")
    for trump, (slow, fast) in rng.sample(GAMES, 12):
        hands, leader = random_hands(rng), rng.randrange(4)
        plays, _ = random_plays(rng, hands, leader, trump, slow)
        strain = STRAINS.index(trump)
        for played in rng.sample(range(28), 4):
            start = played - played % 4
            gone = {card for _, card in plays[:played]}
            left = [[card for card in hand if card not in gone] for hand in hands]
            table = [parse_card(card) for _, card in plays[start:played]]
            position = Position(tuple(masks_of(left)), strain, plays[start][0], tuple(table))
            solution = solve(position, fast)
            assert solution.points == max(solution.cards.values())
            for card, points in solution.cards.items():
                assert points == worth_after(position, card, trump, fast)


def worth_after(position, card, trump, rules):
    """What the side to play gets after a card, by solving what it becomes."""
    side = position.turn & 1
    held = list(position.hands)
    held[position.turn] &= ~(1 << card)
    table = [*position.table, card]
    rest = sum(naive.card_points(card_text(c), trump) for c in table) + 10
    rest += sum(
        naive.card_points(card, trump)
        for card in naive.PACK
        if any(hand >> parse_card(card) & 1 for hand in held)
    )
    won = 0
    after = position._replace(hands=tuple(held), table=tuple(table))
    if len(table) == 4:
        trick = [((position.leader + i) % 4, card_text(c)) for i, c in enumerate(table)]
        winner = naive.trick_winner(trick, trump)
        points = sum(naive.card_points(card, trump) for _, card in trick)
        rest -= points
        won = points if winner & 1 == side else 0
        after = Position(tuple(held), position.trump, winner)
    value = solve(after, rules).points
    return won + (value if after.turn & 1 == side else rest - value)


def test_costs_lead_from_the_best_points_to_those_made():
    rng = random.Random("costs")
    for trump, (slow, fast) in rng.sample(GAMES, 16):
        hands, leader, taker = random_hands(rng), rng.randrange(4), rng.randrange(4)
        plays, made = random_plays(rng, hands, leader, trump, slow)
        cards = [parse_card(card) for _, card in plays]
        strain = STRAINS.index(trump)
        found = cost_of_plays([masks_of(hands)], [cards], [leader], [taker], [strain], fast)
        assert (found.costs >= 0).all()
        best = solve_deals([masks_of(hands)], [leader], [taker], [strain], fast)
        assert found.taker_points[0] == best.taker_points[0]
        lost = [0, 0]
        for (seat, _), cost in zip(plays, found.costs[0].tolist(), strict=True):
            lost[seat % 2] += cost
        side = taker % 2
        assert found.taker_points[0] - lost[side] + lost[1 - side] == made[side]
        along = values_along(masks_of(hands), cards, leader, strain, fast)
        assert found.costs[0].tolist() == [
            max(values.values()) - values[card] for values, card in zip(along, cards, strict=True)
        ]


def test_simulated_deals_are_taken_from_their_columns_with_all_their_cards():
    columns = empty_columns(400)
    scratch = new_scratch(1, kernel_rows(seat_players("regular")))
    simulate_block(np.uint64(1), Layout(1, 400, 0), 400, scratch, play_rules(RULES), columns)
    taken = columns.taker != NOBODY
    deals = type(columns)(*(column[taken] for column in columns))
    costs = cost_of_plays(
        hands_of(deals), plays_of(deals), deals.leader, deals.taker, deals.trump, RULES
    )
    # Of each trick the seats that play, hence whose side each cost is.
    leaders = [deals.leader] + [deals.winners >> 2 * trick & 3 for trick in range(7)]
    seats = np.stack([leaders[ply // 4] + ply & 3 for ply in range(32)], axis=1)
    takers = (seats ^ deals.taker[:, np.newaxis]) & 1 == 0
    lost = np.where(takers, costs.costs, 0).sum(axis=1)
    given = np.where(takers, 0, costs.costs).sum(axis=1)
    assert (costs.taker_points - lost + given == deals.taker_points).all()
    five_each = hands_of(columns)[~taken]
    assert (np.bitwise_count(five_each) == 5).all()


# What is no position ------------------------------------------------------------------------------

HAND = (1, 1 << 8, 1 << 16, 1 << 24)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (Position((1, 1, 1 << 16, 1 << 24), 0, 0), "comes twice"),
        (Position(HAND, 0, 0, (0,)), "comes twice"),
        (Position((3, 1 << 8, 1 << 16, 1 << 24), 0, 0), "as many cards"),
        (Position((0, 0, 0, 0), 0, 0), "as many cards"),
        (Position(HAND, 6, 0), "a trump 0-5"),
        (Position(HAND, 0, 4), "a leader is 0-3"),
        (Position(HAND, 0, 0, (32,)), "cards are 0-31"),
        (Position(HAND, 1.5, 0), "of whole numbers"),
        (Position(HAND[:3], 0, 0), "of four hands"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, reason):
    with pytest.raises(PositionError, match=reason):
        solve(position, RULES)


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        (([HAND, (1, 1, 1, 1)], [0, 0], [0, 0], [0, 0]), "row 1: a card is in two hands"),
        (([(3, 256, 1 << 16, 1 << 24)], [0], [0], [0]), "row 0: hands are not equally long"),
        (([HAND], [4], [0], [0]), "row 0: seats are 0-3"),
        (([HAND], [0], [0], [6]), "row 0: trumps are 0-5"),
        (([HAND], [0, 0], [0], [0]), "all columns are as long"),
        (([HAND], [-255], [0], [0]), "whole numbers from 0 to 255"),
        (([HAND], [0], [0], [256]), "whole numbers from 0 to 255"),
        (([HAND], [0], [0], [1.5]), "whole numbers from 0 to 255"),
        (([[card + (1 << 32) for card in HAND]], [0], [0], [0]), "whole numbers from 0 to"),
    ],
)
def test_deals_that_cannot_be_are_refused(columns, reason):
    with pytest.raises(PositionError, match=reason):
        solve_deals(*columns, RULES)


def test_a_card_that_may_not_be_played_is_refused_with_its_place():
    rng = random.Random("refused")
    slow, fast = both("litige")
    hands = random_hands(rng)
    plays, _ = random_plays(rng, hands, 0, "s", slow)
    cards = [parse_card(card) for _, card in plays]
    cards[4], cards[8] = cards[8], cards[4]
    with pytest.raises(PositionError, match=r"row 0, card \d+: .. may not be played"):
        cost_of_plays([masks_of(hands)], [cards], [0], [0], [0], fast)
    with pytest.raises(PositionError, match="of eight cards"):
        cost_of_plays([HAND], [list(range(32))], [0], [0], [0], fast)
