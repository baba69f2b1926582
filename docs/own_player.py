"""A player of your own, to begin from: `belote simulate --deals 1000 --players own_player.py:Careful`.

docs/players.md tells what `auction` and `turn` show.
"""

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


class Careful:
    """Takes with long trumps and an ace, wins when it plays last, and throws low otherwise."""

    def __init__(self, trumps=4):
        self.trumps = trumps

    def bid(self, auction):
        """One of `auction.may_say`: texts such as 'pass', 'take', 'take h' or '90 s'."""
        aces = sum(card[0] == "A" for card in auction.hand)
        for word in auction.may_say:
            suit = auction.turned[1] if word == "take" else word[-1]
            is_bid = word.startswith(("take", "80"))
            held = [*auction.hand, auction.turned or ""]
            if is_bid and aces and sum(card.endswith(suit) for card in held) >= self.trumps:
                return word
        return "pass"

    def play(self, turn):
        """One of `turn.legal`: texts such as 'Jh'."""
        plain = [card for card in turn.legal if card[1] != turn.trump]
        if not turn.table:
            return next((card for card in plain if card[0] == "A"), turn.legal[-1])
        if turn.winner == turn.seat ^ 2:  # the partner wins: give points
            return max(turn.legal, key=lambda card: POINTS[card[0]])
        return min(plain or turn.legal, key=lambda card: POINTS[card[0]])
