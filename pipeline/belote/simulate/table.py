"""Deals with players outside the kernels: the same packs, draws, rules and columns.

Python plays nothing here. The kernel plays a deal with the answers that such players have given so
far, and keeps the first question that has none; the player whose it is answers; and the kernel
plays the deal again from its start, until nothing is left to ask. A deal is played some forty times
over, which takes a kernel less time than one player takes to think.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from belote.game.auction import WORDS, word_text
from belote.game.cards import SUITS, card_text
from belote.game.columns import NOBODY, SILENCE, CoincheColumns, Columns
from belote.game.legality import play_rules
from belote.game.variants import Rules
from belote.players.own import Player, fault_text, maker_of
from belote.players.seat import PASS, Call, Offer, Turn
from belote.players.spec import PlayerError, PlayerSpec, kernel_rows
from belote.players.views import AuctionView, TurnView
from belote.simulate.choices import NOTHING, SCRIPT_FIELDS, TURN
from belote.simulate.kernel import SCRATCH, Layout, new_scratch

SCRIPTED = np.dtype([*SCRIPT_FIELDS, *SCRATCH.descr])
"""Scratch memory of a kernel that reads the answers of some seats off a script.

The script comes first, or numba would take it for a kind of `SCRATCH`, and warn."""


class OwnStream:
    """Deals in which a Python class sits at a seat, or bids there."""

    def __init__(
        self,
        block: Any,
        rules: Rules,
        players: Sequence[PlayerSpec],
        bidders: Sequence[PlayerSpec],
        seed: int,
        layout: Layout,
        first_table: int,
    ) -> None:
        self._block, self._rules = block, rules
        self._seed, self._layout = np.uint64(seed), layout
        self._play_rules = play_rules(rules)
        self._players, self._bidders = players, bidders
        self._makers = {spec: maker_of(spec) for spec in (*players, *bidders) if spec.slow}
        rows = kernel_rows(players), kernel_rows(bidders)
        self._scratch = new_scratch(first_table, *rows, SCRIPTED)

    def play(self, rows: int, columns: Columns | CoincheColumns) -> None:
        """Play the next deals into the first rows of columns; raises `PlayerError`."""
        for row in range(rows):
            self._play_deal(type(columns)(*(column[row : row + 1] for column in columns)))

    def _play_deal(self, deal: Columns | CoincheColumns) -> None:
        before = self._scratch.copy()
        script: list[int] = []
        seated: dict[tuple[int, PlayerSpec], Player] = {}
        while True:
            self._scratch[:] = before
            now = self._scratch[0]
            now["answers"] = len(script)
            now["script"][: len(script)] = script
            self._block(self._seed, self._layout, 1, self._scratch, self._play_rules, deal)
            if now["asked_for"] == NOTHING:
                break
            script.append(self._answer(now, deal, seated))
        now["asked"] = now["said"] = 0

    def _answer(
        self, now: Any, deal: Columns | CoincheColumns, seated: dict[tuple[int, PlayerSpec], Player]
    ) -> int:
        """What the player who was asked says, as kernels take it; raises `PlayerError`."""
        seat, plays = int(now["asked_seat"]), now["asked_for"] == TURN
        spec = (self._players if plays else self._bidders)[seat]
        view = self._turn(now, deal) if plays else self._auction(now, deal)
        method = "play" if plays else "bid"
        where = f"at table {deal.table_no[0]}, deal {deal.deal_no[0]}, seat {seat}: {method}()"
        try:
            if (seat, spec) not in seated:
                seated[seat, spec] = self._makers[spec]()
            answer = getattr(seated[seat, spec], method)(view)
        except (Exception, SystemExit) as error:
            raise PlayerError(f"{spec.text} {where} raised {fault_text(error)}") from None
        allowed = view.legal if isinstance(view, TurnView) else view.may_say
        if not isinstance(answer, str) or answer not in allowed:
            raise PlayerError(
                f"{spec.text} {where} answered {_cut(repr(answer))}, which is none of:"
                f" {', '.join(allowed)}"
            )
        return view.mask(answer) if isinstance(view, TurnView) else _word_number(view, answer)

    def _auction(self, now: Any, deal: Columns | CoincheColumns) -> AuctionView:
        question = now["question"]
        if isinstance(deal, CoincheColumns):
            said = tuple(word_text(int(word)) for word in now["words"][: now["said"]])
            numbers = [np.int64(value) for value in question[1:7]]
            masks = Call(np.uint32(question[0]), *numbers, np.uint64(question[7]))  # pyright: ignore
        else:
            turned, position, bid_round = (int(value) for value in question[1:4])
            said = ("pass",) * (position - 1 + 4 * (bid_round - 1))
            hand, draw = np.uint32(question[0]), np.uint64(question[4])
            masks = Offer(hand, turned, position, bid_round, draw)  # pyright: ignore
        return AuctionView(self._rules, int(now["asked_seat"]), int(deal.dealer[0]), said, masks)

    def _turn(self, now: Any, deal: Columns | CoincheColumns) -> TurnView:
        fields = zip(Turn._fields, now["question"], strict=False)
        masks = Turn(**{name: _TURN_TYPES.get(name, int)(value) for name, value in fields})
        number = 4 * masks.trick_no + masks.place
        return TurnView(
            rules=self._rules,
            seat=masks.seat,
            dealer=int(deal.dealer[0]),
            said=_said(deal),
            taker=masks.taker,
            trump_number=int(deal.trump[0]),
            turned=None if deal.turned[0] == NOBODY else card_text(int(deal.turned[0])),
            plays=tuple(zip(_seats(deal), now["cards"][:number].tolist(), strict=False)),
            masks=masks,
        )


_TURN_MASKS = ("hand", "legal", "led", "best", "trick", "gone", "voids", "turned")
_TURN_TYPES: dict[str, Any] = {**dict.fromkeys(_TURN_MASKS, np.uint32), "draw": np.uint64}
"""Of the fields of a `Turn` that are no plain number: their types in kernels."""


def _seats(deal: Columns | CoincheColumns) -> list[int]:
    """Whose turn it is, card by card: right as far as tricks are over, and in the one after."""
    winners = int(deal.winners[0])
    leaders = [int(deal.leader[0]), *(winners >> 2 * trick & 3 for trick in range(7))]
    return [(leader + place) & 3 for leader in leaders for place in range(4)]


def _said(deal: Columns | CoincheColumns) -> tuple[str, ...]:
    """The auction of a deal that somebody took, in words."""
    if isinstance(deal, CoincheColumns):
        return tuple(word_text(int(word)) for word in deal.calls[0] if word != SILENCE)
    bid_round, speakers = int(deal.bid_round[0]), (int(deal.taker[0]) - int(deal.dealer[0]) - 1) & 3
    took = "take" if bid_round == 1 else f"take {SUITS[int(deal.trump[0])]}"
    return (*("pass",) * (speakers + 4 * (bid_round - 1)), took)


def _word_number(view: AuctionView, word: str) -> int:
    """A word as kernels take it: of coinche its number, else a suit or `PASS`."""
    if isinstance(view.masks, Call):
        return WORDS[word]
    if word == "pass":
        return PASS
    return view.masks.turned >> 3 if word == "take" else SUITS.index(word[-1])


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
