"""Every legal way to play some hands to the end, counted with the engine's own rules of play."""

import numpy as np

from belote.compiled import kernel
from belote.game.legality import beats, legal_cards, play_rules, trick_trumps
from belote.game.order import suit_of, to_strain_order
from engine import STRAINS, mask_of


@kernel
def _walk(held, leader, trump, rules, counts):
    """Count every legal sequence by its length, going deeper and back without recursion."""
    end = len(counts)
    leaders = np.zeros(end + 1, np.int64)
    winners = np.zeros(end + 1, np.int64)
    led, best, untried, played = np.zeros((4, end + 1), np.uint32)
    leaders[0] = leader
    untried[0] = held[leader]
    depth = 0
    while depth >= 0:
        place = depth & 3
        seat = (leaders[depth] + place) & 3
        held[seat] = np.uint32(held[seat] | played[depth])
        played[depth] = 0
        if untried[depth] == 0:
            depth -= 1
            continue
        card = np.uint32(untried[depth] & np.uint32(~untried[depth] + np.uint32(1)))
        untried[depth] = np.uint32(untried[depth] ^ card)
        counts[depth] += 1
        if depth + 1 == end:
            continue
        held[seat] = np.uint32(held[seat] ^ card)
        played[depth] = card
        trumps = trick_trumps(trump, led[depth])
        wins = place == 0 or beats(card, best[depth], led[depth], trumps)
        winner = seat if wins else winners[depth]
        deeper = depth + 1
        leaders[deeper] = winner if place == 3 else leaders[depth]
        winners[deeper] = winner
        led[deeper] = suit_of(card) if place == 0 else led[depth]
        best[deeper] = card if wins else best[depth]
        if place == 3:
            led[deeper] = 0
            best[deeper] = 0
        turn = (leaders[deeper] + (deeper & 3)) & 3
        partner_wins = deeper & 3 > 1 and winner == turn ^ 2
        trumps = trick_trumps(trump, led[deeper])
        untried[deeper] = legal_cards(
            held[turn], led[deeper], best[deeper], partner_wins, trumps, rules
        )
        depth = deeper


def perft(hands, leader, trump, rules):
    """How many legal sequences of 1, 2, ... cards the engine sees, ``leader`` starting a trick."""
    strain = STRAINS.index(trump)
    masks = [np.uint32(mask_of(hand)) for hand in hands]
    held = np.array([to_strain_order(mask, strain) for mask in masks], np.uint32)
    counts = np.zeros(4 * len(hands[0]), np.int64)
    _walk(held, leader, strain, play_rules(rules), counts)
    return counts.tolist()
