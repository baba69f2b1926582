"""The file of a tuned player: read as it was written, refused where damaged, taken everywhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from belote.game.variants import PRISE_PRESETS, rule_set
from belote.players.spec import (
    FIRST_NUMBER,
    NUMBERS,
    PlayerError,
    kernel_rows,
    parse_player,
    tuned_player,
)
from belote.players.taking import Match, Taking, read_taking, taking_text
from belote.study.decisions import regular_numbers
from belote.study.tune import file_name
from commands import Done, assert_one_sentence, call, tree

MATCH = Match("regular", 2000, 3, (0.5, -1.25, 2.0), (1.0, 0.0, 2.0))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file ``litige.toml`` in the working folder: it takes a little earlier than `regular`."""
    monkeypatch.chdir(tmp_path)
    path = Path("litige.toml")
    numbers = regular_numbers()
    numbers[:, :7] += 5
    taking = Taking(tuple(numbers.ravel().tolist()), rule_set("litige"), 1, 4000, 2, "0.1.0", MATCH)
    path.write_text(taking_text(taking), encoding="utf-8")
    return path


# The file


@pytest.mark.parametrize("rules", [*PRISE_PRESETS, "annonces,tie=chute,target=501,chute_mark=160"])
def test_a_file_is_read_as_it_was_written(rules: str, tmp_path: Path):
    numbers = tuple(round(0.37 * place - 20, 2) for place in range(2 * NUMBERS))
    taking = Taking(numbers, rule_set(rules), 1, 4000, 2, "0.1.0", MATCH)
    path = tmp_path / file_name(taking.rules)
    path.write_text(taking_text(taking), encoding="utf-8")
    assert read_taking(path) == taking
    player = parse_player(str(path))
    assert player == tuned_player(str(path), numbers)
    assert parse_player(player.text) == player
    assert kernel_rows([player])[0, FIRST_NUMBER:].tolist() == list(numbers)


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "no TOML": (lambda text: text + "\n[", "is not TOML"),
    "empty": (lambda _: "", "format is missing"),
    "of rules": (lambda _: 'base = "litige"\n', "format is missing"),
    "foreign": (lambda text: text.replace("belote-player", "other"), 'format is not "belote-'),
    "newer": (lambda text: text.replace("version = 1", "version = 2"), "version is 2"),
    "plays otherwise": (lambda text: text.replace('"regular"', '"novice"', 1), "plays_as is not"),
    "no rules": (lambda text: text.replace('"litige"', '"litge"'), "did you mean 'litige'?"),
    "unknown": (lambda text: text.replace("void =", "viod ="), "round_1.void is missing"),
    "one more": (lambda text: text.replace("void =", "x = 1\nvoid =", 1), "round_1.x is no field"),
    "above": (lambda text: "speed = 1\n" + text, "speed is no field of it (did you mean 'seed'?)"),
    "too short": (lambda text: text.replace("trumps = [", "trumps = [] # ", 1), "is no list of 7"),
    "no list": (lambda text: text.replace("position = [", "position = 1 # ", 1), "no list of 4"),
    "a list": (
        lambda text: text.replace("jack = ", "jack = [1] # ", 1),
        "round_1.jack is no number",
    ),
    "text": (lambda text: text.replace("nine = ", 'nine = "1" # ', 1), "round_1.nine holds"),
    "truth": (lambda text: text.replace("nine = ", "nine = true # ", 1), "round_1.nine holds"),
    "nan": (lambda text: text.replace("ten = ", "ten = nan # ", 1), "round_1.ten holds what is no"),
    "inf": (lambda text: text.replace("ten = ", "ten = -inf # ", 1), "no finite number"),
    "seed": (lambda text: text.replace("seed = 1", "seed = 1.5", 1), "seed is no whole number"),
    "coinche": (
        lambda text: text.replace('base = "litige"', 'base = "coinche"', 1),
        "rules.base is no rule set of the prise",
    ),
    "no table": (lambda text: text.split("[match]")[0], "match is missing"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_or_foreign_file_is_refused_in_one_sentence(damage: str, file: Path):
    change, says = DAMAGES[damage]
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(PlayerError) as refused:
        parse_player("litige.toml")
    assert says in str(refused.value)
    assert "litige.toml" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_no_file_of_a_player_is_refused(file: Path):
    Path("folder.toml").mkdir()
    Path("large.toml").write_bytes(b"#" * (2 << 20))
    Path("bytes.toml").write_bytes(b"\xff\xfe")
    for text, says in {
        "gone.toml": "there is no player's file 'gone.toml'",
        "folder.toml": "is no file of a player",
        "large.toml": "is too large",
        "bytes.toml": "is not text in UTF-8",
        "litige.toml:boldness=1": "has no parameter 'boldness'",
        "litige.toml:digest=0": "holds other numbers",
    }.items():
        with pytest.raises(PlayerError, match=says.replace("(", r"\(")):
            parse_player(text)


# Commands


def tuned_by(*words: object) -> Done:
    return call("tune", "--deals", 2000, "--rounds", 1, "--quiet", *words)


def test_the_command_writes_the_file_and_tells_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    done = tuned_by("--rules", "litige,target=501", "--json", "-")
    assert done.status == 0, done
    rows = done.rows()
    assert [row["kind"] for row in rows] == ["round", "match", "rates", "rates"]
    taking = read_taking(Path("litige_target-501.toml"))
    assert taking.rules.name == "litige,target=501"
    assert (taking.deals, taking.rounds, taking.seed) == (2000, 1, 1)
    assert rows[1]["player"] == parse_player("litige_target-501.toml").text
    assert rows[1]["marks"] == pytest.approx(taking.match.marks[0], abs=1e-4)
    before = tree(tmp_path)
    refused = tuned_by("--rules", "litige,target=501")
    assert_one_sentence(refused, "litige_target-501.toml is there already", "--force")
    assert tree(tmp_path) == before
    for lang, word in {"fr": "Donnes passées", "en": "Deals passed out"}.items():
        told = tuned_by("--rules", "litige,target=501", "--force", "--lang", lang)
        assert told.status == 0
        assert word in told.out
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rules", "coinche"), "taking is tuned for the prise alone"),
        (("-o", "a.txt"), "the name ends in .toml"),
        (("-o", "a,b.toml"), "has no comma"),
        (("-o", "a.toml.toml"), "twice"),
        (("-o", "gone/a.toml"), "there is no folder 'gone'"),
        (("--workers", "0"), "workers cannot be 0"),
    ],
)
def test_a_mistake_is_one_sentence_and_writes_nothing(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert_one_sentence(tuned_by(*words), says)
    assert not tree(tmp_path)


def test_every_command_that_names_players_takes_the_file(file: Path):
    player = parse_player(str(file)).text
    league = call("league", "litige.toml", "regular", "--deals", 500, "--json", "-", "-q")
    assert league.rows()[0]["first"] == player
    contracts = ("league", "regular", "novice", "--contracts", "litige.toml")
    assert call(*contracts, "--deals", 500, "-q").status == 0
    compared = call(
        "compare", "litige", "stricte", "--players", "litige.toml,regular,litige.toml,random",
        "--deals", 1000, "--json", "-", "-q",
    )  # fmt: skip
    assert compared.rows()[0]["players"] == f"{player},regular,{player},random"
    advised = call(
        "advise", "--hand", "Js 9s As Ah 7d", "--turned", "Ts", "--position", 1, "--players",
        "litige.toml", "--deals", 500, "--json", "-q",
    )  # fmt: skip
    assert advised.rows()[0]["player"] == player


def test_a_run_names_the_numbers_and_goes_on_with_no_others(file: Path):
    words = ("simulate", "--deals", 500, "--players", "litige.toml,regular,litige.toml,regular")
    words = (*words, "--run", "one", "--lake", "lake", "--quiet")
    assert call(*words).status == 0
    player = parse_player(str(file)).text
    (run,) = call("runs", "--lake", "lake", "--json").rows()
    assert run["players"] == [player, "regular"] * 2 or player in json.dumps(run["players"])
    assert call(*words, "--resume").status == 0
    changed = replace(read_taking(file), numbers=tuple(regular_numbers().ravel().tolist()))
    file.write_text(taking_text(changed), encoding="utf-8")
    assert_one_sentence(call(*words, "--resume"), "run 'one' was begun with", player)


def test_a_lake_is_read_without_the_file_of_its_players(file: Path):
    words = ("simulate", "--deals", 500, "--players", "litige.toml", "--run", "one")
    assert call(*words, "--lake", "lake", "--quiet").status == 0
    player = parse_player(str(file)).text
    file.unlink()
    for command in (
        ("runs",),
        ("show", "one", 1, 1),
        ("check", "one"),
        ("mark", "one", "--rules", "stricte,chute_mark=160"),
        ("question", "capot_rate"),
        ("export", "one", "-o", "one.jsonl"),
        ("sql", "SELECT DISTINCT players FROM runs"),
    ):
        done = call(*command, "--lake", "lake")
        assert done.status == 0, (command, done)
    assert player in call("runs", "--lake", "lake").out
