"""The player `expert`: deals the hidden cards, solves every deal, and does what is best on average.

It sees what its seat sees. At each decision it deals the cards that it doesn't see so that they
agree with every card played and every suit not followed (`worlds`), and so that `regular` would
have spoken as the seats did (`habits`). Each of these worlds it solves with all hands open
(`choice`). Its chance is the draw of the decision, so that a seed gives the same deals again.

========================  ======================================================================
When                      What it does
========================  ======================================================================
one card is legal         plays it
it plays                  the card whose points, for its side, are most on average; of equals the
                          one worth fewest points
it may take               values the suits that `regular` would not be sure about; takes where the
                          mean is high enough (`bidding`), in round 2 the best suit
it speaks at coinche      values its best strains and its partner's; bids the highest contract
                          within the mean, or coinches where the others are too high (`contracts`)
========================  ======================================================================
"""

from __future__ import annotations

from belote.players.expert.bidding import speak
from belote.players.expert.contracts import bid
from belote.players.expert.open_cards import OpenCards
from belote.players.seat import Call
from belote.players.views import AuctionView, TurnView

__all__ = ["Expert"]


class Expert:
    """One seat's `expert`; ``worlds`` is how many deals it solves at each decision, 1 or more."""

    def __init__(self, worlds: float = 20) -> None:
        if worlds != int(worlds):
            raise ValueError(f"worlds is a whole number, not {worlds:g}")
        self._open = OpenCards(int(worlds))

    def bid(self, auction: AuctionView) -> str:
        """What it says."""
        return auction.word(
            (bid if isinstance(auction.masks, Call) else speak)(auction, self._open)
        )

    def play(self, turn: TurnView) -> str:
        """The card it plays."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        return turn.card(self._open.best_card(turn))
