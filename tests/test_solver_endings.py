"""The solver against exhaustive search: the value of positions and of every card, at the start of a
trick and in the middle, and who can take every trick, in every strain and under all rules of play.
"""

import itertools
import random

import pytest

import naive
from belote.game.cards import card_text, parse_card
from belote.solver.positions import Position, solve
from engine import STRAINS, both, mask_of
from exhaustive import Endings

FREEDOMS = ("undertrump", "over_partner_ruff", "over_partner_trump_lead")
RULE_SETS = [
    both("litige", **dict(zip(FREEDOMS, values, strict=True)))
    for values in itertools.product(("must", "free"), repeat=3)
]
GAMES = list(itertools.product(STRAINS, RULE_SETS))
"""48 of them: every strain under every rule of play."""


def random_ending(rng, trump, rules, most):
    """(hands, trick, turn): 1 to ``most`` cards each, then 0-3 cards played to a trick.

    In every third the cards are mostly of two suits, so that trumps are many and voids are few.
    """
    size = rng.randint(max(1, most - 2), most)
    pack = rng.sample(naive.PACK, 32)
    if rng.random() < 1 / 3:
        suits = rng.sample("shdc", 2)
        pack.sort(key=lambda card: card[1] not in suits)
        pack = rng.sample(pack[: 4 * size], 4 * size)
    hands = [frozenset(pack[seat * size : (seat + 1) * size]) for seat in range(4)]
    turn, trick = rng.randrange(4), []
    for _ in range(rng.randrange(4)):
        card = rng.choice(sorted(naive.legal_cards(set(hands[turn]), trick, trump, rules)))
        hands[turn] -= {card}
        trick.append((turn, card))
        turn = (turn + 1) % 4
    return hands, trick, turn


def position_of(hands, trick, turn, trump):
    """The same as the solver takes it."""
    leader = trick[0][0] if trick else turn
    table = tuple(parse_card(card) for _, card in trick)
    masks = tuple(mask_of(hand) for hand in hands)
    return Position(masks, STRAINS.index(trump), leader, table)


def found_and_sought(rng, trump, rules, most):
    """What the solver and exhaustive search say of one random ending, beside the ending itself.

    Each: values of the cards, the best of them, and the teams that can take every trick.
    """
    slow, fast = rules
    hands, trick, turn = random_ending(rng, trump, slow, most)
    endings = Endings(trump, slow)
    found = solve(position_of(hands, trick, turn, trump), fast)
    cards = endings.values(hands, trick, turn)
    if turn % 2 == 1:  # of the side to play, as the solver says it
        table = sum(naive.card_points(card, trump) for _, card in trick)
        held = sum(naive.card_points(card, trump) for hand in hands for card in hand)
        cards = {card: table + held + 10 - value for card, value in cards.items()}
    ending = (trump, slow, hands, trick, turn)
    values = {card_text(card): value for card, value in found.cards.items()}
    sweepers = [team for team in (0, 1) if endings.sweeps(hands, trick, turn, team)]
    return (
        (ending, values, found.points, [] if found.sweeper is None else [found.sweeper]),
        (ending, cards, max(cards.values()), sweepers),
    )


@pytest.mark.parametrize("trump", STRAINS)
def test_endings_of_up_to_4_tricks_are_worth_what_exhaustive_search_says(trump):
    rng = random.Random(f"endings {trump}")
    for rules in RULE_SETS * 4:
        found, sought = found_and_sought(rng, trump, rules, most=4)
        assert found == sought


@pytest.mark.slow
@pytest.mark.parametrize("part", range(40))
def test_2000_endings_of_up_to_5_tricks_are_worth_what_exhaustive_search_says(part):
    rng = random.Random(part)
    for number in range(50):
        trump, rules = GAMES[(50 * part + number) % len(GAMES)]
        found, sought = found_and_sought(rng, trump, rules, most=5)
        assert found == sought
