"""What tests of several files share: a small lake with runs that are solved, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote.game.variants import rule_set
from belote.lake.store import open_lake
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from belote.runs.solve import solve_run
from solved import forget

SOLVED_RUNS = {
    "club": ("litige", "regular", 80),
    "mixed-seats": ("annonces", "regular,random,random,random", 60),
    "bids": ("coinche", "regular", 60),
    "half": ("litige", "regular", 40),
    "unsolved": ("litige", "regular", 20),
}
"""Rules, players and deals of each run."""


@pytest.fixture(scope="session")
def solved_lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake whose runs are solved, `half` in part and `unsolved` not at all. Nobody changes it."""
    lake = open_lake(tmp_path_factory.mktemp("solved") / "lake", create=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belote.runs.solve.BLOCK", 20)
        for name, (rules, players, deals) in SOLVED_RUNS.items():
            seats = seat_players(players)
            simulate(lake, Simulation(deals, rule_set(rules), seats, tables=2, seed=7, name=name))
            if name != "unsolved":
                solve_run(lake, name)
    forget(lake, "half", left=1)
    return lake.path
