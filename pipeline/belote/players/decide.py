"""The choice of a player by its number: the one place where kernels meet players."""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

from belote.compiled import inline
from belote.players import novice, random, regular, tuned
from belote.players.spec import TUNED

RANDOM, REGULAR, NOVICE = 0, 1, 2
"""Numbers of the players, column 0 of the kernel's player table."""


@inline
def speak(player, offer):
    """The suit taken, or `PASS`; ``player`` is a row of the player table (number, parameters)."""
    if player[0] == REGULAR:
        return regular.speak(offer, player[1])
    if player[0] == NOVICE:
        return novice.speak(offer)
    if player[0] == TUNED:
        return tuned.speak(offer, player)
    return random.speak(offer, player[1])


@inline
def bid(player, call):
    """The word of coinche said, one that the auction allows."""
    if player[0] == REGULAR or player[0] == TUNED:
        return regular.bid(call, player[1])
    if player[0] == NOVICE:
        return novice.bid(call)
    return random.bid(call, player[1])


@inline
def play(player, turn):
    """The card played, as a bit of ``turn.legal``."""
    if player[0] == REGULAR or player[0] == TUNED:
        return regular.play(turn)
    if player[0] == NOVICE:
        return novice.play(turn)
    return random.play(turn)
