"""What positions are worth, by playing every legal card of every hand to the end: the judge of the
solver.

It takes the rules from `naive.py` and nothing from the package; no points are pruned. A trick that
begins with the same cards in the same hands is played out once, which changes no value.
"""

from collections.abc import Mapping, Sequence

import naive

LAST_TRICK = 10


class Endings:
    """One deal's endings under one trump and rule set; hands are by seat, cards as text."""

    def __init__(self, trump: str, rules: naive.Rules):
        self.trump = trump
        self.rules = rules
        self._known: dict[object, int] = {}
        self._swept: dict[object, bool] = {}

    def value(self, hands: Sequence[frozenset[str]], trick: naive.Trick, turn: int) -> int:
        """Points team 0 gets from here on, with those of the cards on the table, if all play best.

        ``turn`` is the seat to play next to ``trick``.
        """
        if not trick:
            if not hands[turn]:
                return 0
            key = (tuple(hands), turn)
            if key not in self._known:
                self._known[key] = self._best(hands, trick, turn)
            return self._known[key]
        return self._best(hands, trick, turn)

    def values(
        self, hands: Sequence[frozenset[str]], trick: naive.Trick, turn: int
    ) -> Mapping[str, int]:
        """The same after each card that the seat to play may play."""
        legal = naive.legal_cards(set(hands[turn]), trick, self.trump, self.rules)
        return {card: self._after(hands, trick, turn, card) for card in legal}

    def sweeps(
        self, hands: Sequence[frozenset[str]], trick: naive.Trick, turn: int, team: int
    ) -> bool:
        """Whether a team can take this trick and all that follow."""
        if not trick and not hands[turn]:
            return True
        key = (tuple(hands), tuple(trick), turn, team)
        if key not in self._swept:
            legal = naive.legal_cards(set(hands[turn]), trick, self.trump, self.rules)
            ends = (self._sweeps_after(hands, trick, turn, card, team) for card in legal)
            self._swept[key] = any(ends) if turn % 2 == team else all(ends)
        return self._swept[key]

    def _best(self, hands: Sequence[frozenset[str]], trick: naive.Trick, turn: int) -> int:
        values = self.values(hands, trick, turn).values()
        return max(values) if turn % 2 == 0 else min(values)

    def _after(
        self, hands: Sequence[frozenset[str]], trick: naive.Trick, turn: int, card: str
    ) -> int:
        left, played = _played(hands, trick, turn, card)
        if len(played) < 4:
            return self.value(left, played, (turn + 1) % 4)
        winner = naive.trick_winner(played, self.trump)
        points = sum(naive.card_points(card, self.trump) for _, card in played)
        points += 0 if left[turn] else LAST_TRICK
        return (points if winner % 2 == 0 else 0) + self.value(left, [], winner)

    def _sweeps_after(
        self, hands: Sequence[frozenset[str]], trick: naive.Trick, turn: int, card: str, team: int
    ) -> bool:
        left, played = _played(hands, trick, turn, card)
        if len(played) < 4:
            return self.sweeps(left, played, (turn + 1) % 4, team)
        winner = naive.trick_winner(played, self.trump)
        return winner % 2 == team and self.sweeps(left, [], winner, team)


def _played(
    hands: Sequence[frozenset[str]], trick: naive.Trick, turn: int, card: str
) -> tuple[list[frozenset[str]], naive.Trick]:
    left = [hand - {card} if seat == turn else hand for seat, hand in enumerate(hands)]
    return left, [*trick, (turn, card)]
