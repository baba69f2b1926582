"""The player `regular`: a club player's habits, from what its seat can see.

It forgets nothing: every card played, every suit a seat has shown to be void of, and that the
taker holds the turned card until it falls. It draws no lots: the same turn gives the same card.

========================================  ======================================================
When                                      What it does
========================================  ======================================================
it may take                               adds up what its side can expect to score with the
                                          five cards and the turned one, and takes from 100.5 card
                                          points on, less its boldness (`bidding`); in round 2 it
                                          names the best of the other three suits
it speaks at coinche                      adds up what its side can expect in each strain with its
                                          eight cards and its partner's bid, and bids the highest
                                          contract within that (`contracts`)
one card is legal                         plays it
it leads                                  gives every card a score and plays the highest
                                          (`leading`): the chance that no opponent beats it,
                                          times its points; its habits as weights
it follows                                gives every legal card a score and plays the highest
                                          (`following`): the chance that its side wins, times
                                          the points at stake; less what the card is worth kept
two cards score alike                     plays the first in the order plain suits before trump,
                                          weak before strong
========================================  ======================================================

The score in 256ths of a card point, where ``chance`` is in 256ths and weights in quarter points:

- following: ``(2 chance - 256) * (points on the table + the card's) + 64 * (chance * trick / 256
  - keep)``, with ``keep`` the worth of the card in hand;
- leading: ``(2 chance - 256) * the card's points + 64 * (chance * lead_trick / 256 + habits)``.

`weights.TABLE` says when each weight counts. From them follow the habits: points go to a trick
the partner is sure of, low cards to a trick that is lost; tens stay covered and masters stay in
hand; the cheapest trump ruffs; its own side draws trumps and stops when the opponents are out.
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline
from belote.players.regular.bidding import speak
from belote.players.regular.contracts import bid
from belote.players.regular.following import follow
from belote.players.regular.leading import lead
from belote.players.regular.weights import WEIGHTS

__all__ = ["bid", "play", "speak"]


@inline
def play(turn):
    """The card played, as a bit of ``turn.legal``."""
    if np.uint32(turn.legal & np.uint32(turn.legal - np.uint32(1))) == 0:
        return turn.legal
    if turn.led == 0:
        return lead(turn, WEIGHTS)
    return follow(turn, WEIGHTS)
