"""Players by name: how they are written, checked and handed to kernels."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from belote.players import decide
from belote.players.spec import (
    OWN,
    PARAMETERS,
    PLAYERS,
    PlayerError,
    kernel_rows,
    parse_player,
    seat_players,
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("random", "random"),
        ("regular", "regular"),
        (" regular : boldness = 1 ", "regular:boldness=1"),
        ("regular:boldness=0", "regular"),
        ("regular:boldness=-0", "regular"),
        ("regular:boldness=-2.50", "regular:boldness=-2.5"),
        ("random:take=0.25", "random"),
        ("random:take=0.1", "random:take=0.1"),
        ("random:take=1e-1", "random:take=0.1"),
    ],
)
def test_a_player_is_written_one_way(text: str, canonical: str) -> None:
    assert parse_player(text).text == canonical
    assert parse_player(canonical) == parse_player(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("regulr", "did you mean 'regular'?"),
        ("", "players: random, regular, novice, expert"),
        ("regular:bold=1", "did you mean 'boldness'?"),
        ("random:boldness=1", "it has: take"),
        ("regular:boldness", "a number from -100 to 100"),
        ("regular:boldness=", "a number from -100 to 100"),
        ("regular:boldness=high", "a number from -100 to 100"),
        ("regular:boldness=nan", "a number from -100 to 100"),
        ("regular:boldness=inf", "a number from -100 to 100"),
        ("regular:boldness=100.1", "a number from -100 to 100"),
        ("random:take=1.01", "a number from 0 to 1"),
        ("random:take=-0.01", "a number from 0 to 1"),
        ("regular:boldness=1:boldness=2", "given twice"),
    ],
)
def test_a_wrong_player_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(PlayerError) as refused:
        parse_player(text)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_one_player_sits_at_all_four_seats() -> None:
    assert [player.text for player in seat_players("random:take=0.5")] == ["random:take=0.5"] * 4


def test_four_players_sit_in_seat_order() -> None:
    players = seat_players("regular, random, regular:boldness=3,random")
    assert [player.text for player in players] == [
        "regular", "random", "regular:boldness=3", "random",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["random,random", "random,random,random", "random,,random,random"])
def test_two_or_three_players_or_a_gap_are_refused(text: str) -> None:
    with pytest.raises(PlayerError):
        seat_players(text)


def test_kernel_rows_hold_number_and_parameters() -> None:
    rows = kernel_rows(seat_players("regular:boldness=-4,random,random:take=0.5,regular"))
    assert rows.dtype == np.float64
    assert rows.shape == (4, PARAMETERS)
    assert rows[:, :2].tolist() == [
        [decide.REGULAR, -4], [decide.RANDOM, 0.25], [decide.RANDOM, 0.5], [decide.REGULAR, 0],
    ]  # fmt: skip
    assert not rows[:, 2:].any()


def test_numbers_are_those_of_the_kernels() -> None:
    assert {name: kind.number for name, kind in PLAYERS.items()} == {
        "random": decide.RANDOM,
        "regular": decide.REGULAR,
        "novice": decide.NOVICE,
        "expert": OWN,
    }


def test_naming_players_does_not_load_the_compiler() -> None:
    code = "import sys, belote.players.spec; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
