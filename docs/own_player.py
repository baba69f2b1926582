"""A player of your own, to begin from; docs/players.md tells what `auction` and `turn` show.

belote simulate --deals 1000 --players own_player.py:Careful:trumps=4
"""

from belote.players.views import AuctionView, TurnView

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def points(card: str) -> int:
    """What a plain card is worth."""
    return POINTS[card[0]]


class Careful:
    """Takes with long trumps and an ace, feeds its partner, and throws low otherwise."""

    def __init__(self, trumps: int = 3) -> None:
        self.trumps = trumps

    def bid(self, auction: AuctionView) -> str:
        """One of `auction.may_say`: texts such as "pass", "take", "take h" or "80 s"."""
        held = [*auction.hand, *([auction.turned] if auction.turned else [])]
        if any(card[0] == "A" for card in auction.hand):
            for word in auction.may_say:
                suit = held[-1][1] if word == "take" else word[-1]
                long = sum(card[1] == suit for card in held) >= self.trumps
                if long and word.startswith(("take", "80")) and not word.endswith("a"):
                    return word
        return "pass"

    def play(self, turn: TurnView) -> str:
        """One of `turn.legal`: texts such as "Jh"."""
        plain = [card for card in turn.legal if card[1] != turn.trump]
        if not turn.table:
            aces = [card for card in plain if card[0] == "A"]
            return aces[0] if aces else turn.legal[-1]
        if turn.winner == turn.seat ^ 2:  # the partner's trick: give it points
            return max(turn.legal, key=points)
        return min(plain or turn.legal, key=points)
