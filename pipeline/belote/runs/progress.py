"""What long work tells whoever waits for it."""

from __future__ import annotations

COMPILING_PLAYERS = "compiling the players, once on this machine (20 to 30 seconds)"
"""What is said where `belote.players.own.must_compile`."""


class Progress:
    """Where long work reports to; every method may be left as it is."""

    def start(self, total: int, done: int) -> None:
        """Work begins on ``total`` deals, of which ``done`` were done before."""

    def advance(self, deals: int) -> None:
        """So many more deals are done. Called from any thread."""

    def say(self, message: str) -> None:
        """A sentence for the user."""
