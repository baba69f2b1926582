"""Views turned into questions to the kernels that deal worlds and solve them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from belote.game.auction import WORDS
from belote.game.cards import SANS_ATOUT, SUITS, parse_card
from belote.game.legality import play_rules
from belote.players.expert import choice
from belote.players.expert.worlds import NO_TURNED, Heard, new_world
from belote.players.seat import PASS, Offer
from belote.players.views import AuctionView, TurnView
from belote.solver.memory import new_memory

MORE_WORLDS = (1, 2, 4, 8, 16, 32, 32, 1)
"""How many times as many worlds are dealt at each trick: later ones take less to solve."""


class OpenCards:
    """The memory of one seat's worlds, and what it asks of them."""

    def __init__(self, worlds: int) -> None:
        self._worlds = worlds
        self._memory, self._world = new_memory(), new_world()

    def best_card(self, turn: TurnView) -> int:
        """The card that brings its side most on average, a bit of ``turn.masks.legal``."""
        heard, plays, leader = hear_turn(self._world, turn)
        return choice.best_card(
            self._memory, self._world, heard, play_rules(turn.rules), turn.masks, plays, leader,
            self._worlds * MORE_WORLDS[turn.masks.trick_no],
        )  # fmt: skip

    def points(
        self, auction: AuctionView, strains: Sequence[int], taker: int
    ) -> dict[int, tuple[float, float]]:
        """Mean (card points, belote) of the taker's side in each strain, over the worlds."""
        masks = auction.masks
        hand, own_needs, turned = np.uint32(masks.hand), 0, NO_TURNED
        if isinstance(masks, Offer):
            turned, own_needs = masks.turned, 2
            hand = np.uint32(hand | np.uint32(1 << turned))
        heard = Heard(auction.seat, auction.dealer, len(auction.said), turned, taker, SANS_ATOUT)
        _hear(self._world, auction.said, turned, masks.draw)
        rules = play_rules(auction.rules)
        found: npt.NDArray[np.float64] = np.zeros((self._worlds, 2, 6))
        choice.weigh_strains(
            self._memory, self._world, heard, rules, hand, own_needs,
            taker if rules.taker_leads else (auction.dealer + 1) & 3,
            sum(1 << strain for strain in strains), found,
        )  # fmt: skip
        means = found.mean(axis=0)
        return {strain: (float(means[0, strain]), float(means[1, strain])) for strain in strains}


def hear_turn(world: np.ndarray, turn: TurnView) -> tuple[Heard, npt.NDArray[np.uint32], int]:
    """(what was heard, the cards played as bits, who led first); sets the words and the chance."""
    turned = NO_TURNED if turn.turned is None else parse_card(turn.turned)
    _hear(world, turn.said, turned, turn.masks.draw)
    heard = Heard(turn.seat, turn.dealer, len(turn.said), turned, turn.taker, turn.trump_number)
    leader = turn.plays[0][0] if turn.plays else turn.seat
    return heard, np.array([bit for _, bit in turn.plays], np.uint32), leader


def _hear(world: np.ndarray, said: Sequence[str], turned: int, draw: int) -> None:
    """Set what was said, and the chance of this decision."""
    world["chance"] = draw
    for number, text in enumerate(said):
        world["words"][0, number] = _word_number(text, turned)


def _word_number(text: str, turned: int) -> int:
    """A word as kernels hear it: an answer to an `Offer`, at coinche its number."""
    if turned == NO_TURNED:
        return WORDS[text]
    if text == "pass":
        return PASS
    return turned >> 3 if text == "take" else SUITS.index(text[-1])
