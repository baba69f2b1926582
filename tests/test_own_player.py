"""Players that are Python classes: the deals they get, what they see, and how they are refused."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from belote.cli.app import run
from belote.compiled import kernel
from belote.game.variants import rule_set
from belote.lake.store import open_lake
from belote.players import decide
from belote.players.own import maker_of
from belote.players.spec import (
    OWN,
    PLAYERS,
    Kind,
    Parameter,
    PlayerError,
    kernel_rows,
    parse_player,
    seat_players,
)
from belote.runs.simulate import Simulation, simulate
from belote.simulate.engine import engine_of, open_stream
from belote.simulate.kernel import Layout
from belote.study.league import Question, play_league

HERE = Path(__file__)
EXAMPLE = HERE.parents[1] / "docs" / "own_player.py"
PLAY_RULES = (
    "litige",
    "litige,undertrump=free,packets=2-3",
    "litige,over_partner_ruff=free,all_pass=same_dealer",
    "litige,over_partner_trump_lead=free,dealing=cut",
    "litige,first_lead=taker,dealing=cut,packets=2-3",
    "coinche",
    "coinche,dealing=cut,all_pass=same_dealer",
    "coinche,undertrump=free,over_partner_ruff=free,packets=2-3",
)


@kernel
def _speak(row: Any, offer: Any) -> Any:
    return decide.speak(row, offer)


@kernel
def _bid(row: Any, call: Any) -> Any:
    return decide.bid(row, call)


@kernel
def _play(row: Any, turn: Any) -> Any:
    return decide.play(row, turn)


class Compiled:
    """A player of the kernels, asked through the views: so would a jitted pair of one's own be."""

    def __init__(self, player: str) -> None:
        (self.row,) = kernel_rows([parse_player(player)])

    def bid(self, auction: Any) -> str:
        asked = _bid if auction.rules.auction == "coinche" else _speak
        return auction.word(asked(self.row, auction.masks))

    def play(self, turn: Any) -> str:
        return turn.card(_play(self.row, turn.masks))


def played(players: str, rules: str, deals: int, bidders: str | None = None) -> Any:
    """Columns of so many deals, at tables of 9."""
    named = rule_set(rules)
    columns = engine_of(named).columns(deals)
    stream = open_stream(
        named,
        seat_players(players),
        seed=8,
        layout=Layout(1 << 40, 9, 9),
        bidders=None if bidders is None else seat_players(bidders),
    )
    for start in range(0, deals, 25):
        rows = min(25, deals - start)
        stream.play(rows, type(columns)(*(c[start : start + rows] for c in columns)))
    return columns


def assert_same(ours: Any, theirs: Any) -> None:
    for name, mine, other in zip(ours._fields, ours, theirs, strict=True):
        assert np.array_equal(mine, other), name


@pytest.mark.parametrize("rules", PLAY_RULES)
def test_compiled_players_asked_through_views_play_the_deals_of_the_kernel(rules: str) -> None:
    texts = ["regular", "random:take=0.4", "novice", "random"]
    asked = ",".join(f"{HERE}:Compiled:player={text.split(':')[0]}" for text in texts)
    assert_same(
        played(asked, rules, 60), played(",".join(t.split(":")[0] for t in texts), rules, 60)
    )


def test_a_compiled_player_may_sit_beside_one_that_is_none() -> None:
    mixed = f"regular,{HERE}:Compiled:player=random,novice,random"
    for rules in ("litige", "coinche"):
        assert_same(played(mixed, rules, 60), played("regular,random,novice,random", rules, 60))


def test_another_may_bid_than_plays() -> None:
    asked = played("random", "litige", 60, f"{HERE}:Compiled:player=regular")
    assert_same(asked, played("random", "litige", 60, "regular"))


# What it sees -------------------------------------------------------------------------------------

SEEN: list[tuple[str, Any]] = []


class Watching:
    """Passes, plays the first legal card, and keeps what it was shown."""

    def bid(self, auction: Any) -> str:
        SEEN.append(("bid", auction))
        return auction.may_say[-1] if auction.position == 3 else "pass"

    def play(self, turn: Any) -> str:
        SEEN.append(("play", turn))
        return turn.legal[0]


def watched(rules: str) -> tuple[list[Any], list[Any], Any]:
    """(auction views, turn views, columns) of one deal."""
    # The module that the player's file becomes is another than this one.
    spec = parse_player(f"{HERE}:Watching")
    seen = maker_of(spec)().bid.__globals__["SEEN"]
    seen.clear()
    columns = played(spec.text, rules, 1)
    return [v for k, v in seen if k == "bid"], [v for k, v in seen if k == "play"], columns


def test_views_are_in_the_words_of_the_records() -> None:
    auctions, turns, _ = watched("litige")
    assert [view.said for view in auctions] == [(), ("pass",), ("pass", "pass")]
    assert [view.position for view in auctions] == [1, 2, 3]
    assert auctions[0].may_say == ("pass", "take")
    assert len(auctions[0].hand) == 5
    assert turns[0].said == ("pass", "pass", "take")
    assert turns[0].turned == auctions[0].turned
    assert turns[0].trump == turns[0].turned[1]
    assert turns[0].taker == auctions[2].seat
    assert [len(view.hand) for view in turns[::4]] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert all(set(view.legal) <= set(view.hand) for view in turns)


def test_a_coinche_view_hears_every_word_and_knows_what_may_follow() -> None:
    auctions, turns, _ = watched("coinche")
    assert auctions[2].may_say[-1] == "capot ta"
    assert auctions[3].said == ("pass", "pass", "capot ta")
    assert auctions[3].may_say == ("pass", "coinche")
    assert (turns[0].trump, turns[0].turned) == ("ta", None)


def test_a_turn_tells_every_card_played_with_its_seat() -> None:
    _, turns, _ = watched("litige")
    for number, turn in enumerate(turns):
        assert len(turn.played) == number
        assert turn.table == tuple(card for _, card in turn.played[number - number % 4 :])
        if number:
            before = turns[number - 1]
            assert turn.played[-1] == (before.seat, before.legal[0])
    assert len({card for _, card in turns[-1].played} | set(turns[-1].hand)) == 32


def test_a_view_shows_nothing_of_hidden_cards() -> None:
    _, turns, _ = watched("litige")
    names = {name for name in dir(turns[0]) if not name.startswith("_")}
    assert names == {
        "rules", "seat", "dealer", "said", "taker", "trump_number", "trump", "turned", "plays",
        "played", "masks", "position", "table", "hand", "legal", "winning", "winner", "draw",
        "cards", "card", "mask",
    }  # fmt: skip


# The example, and runs ----------------------------------------------------------------------------


def test_the_example_of_the_documentation_plays_a_run(tmp_path: Path) -> None:
    lake = open_lake(tmp_path / "lake", create=True)
    text = f"{EXAMPLE}:Careful:trumps=3"
    players = seat_players(text)
    runs = [
        simulate(lake, Simulation(40, rule_set("litige"), players, 1, 4, name), workers=workers)
        for name, workers in (("one", 1), ("two", 2))
    ]
    assert runs[0].players == (text,) * 4
    assert len(runs[0].of_kind("deals")) == 4
    digests = [[f.sha256 for f in run.of_kind("deals")] for run in runs]
    assert digests[0] == digests[1]


def test_the_example_plays_its_cards_better_than_at_random() -> None:
    players = parse_player(f"{EXAMPLE}:Careful"), parse_player("random")
    contracts = parse_player("regular")
    found = play_league(Question(players, rule_set("litige"), contracts, deals=200))
    assert found.pairs[0].points.low > 0


def test_a_slow_player_of_the_package_has_a_name_and_parameters_like_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Bound(Compiled):
        def __init__(self, take: float) -> None:
            super().__init__(f"random:take={take}")

    monkeypatch.setattr(importlib.import_module(__name__), "Bound", Bound, raising=False)
    chance = Parameter("take", 0.25, 0, 1, "chance to take")
    monkeypatch.setitem(PLAYERS, "slow", Kind(OWN, (chance,), "slow", f"{__name__}:Bound"))
    assert parse_player("slow:take=0.5").text == "slow:take=0.5"
    with pytest.raises(PlayerError, match="take of slow cannot be '2'"):
        parse_player("slow:take=2")
    assert_same(played("slow:take=0.5", "litige", 20), played("random:take=0.5", "litige", 20))


# Refusals -----------------------------------------------------------------------------------------


class NoPlay:
    def bid(self, auction: Any) -> str:
        return "pass"


class Failing(Watching):
    def bid(self, auction: Any) -> str:
        return str(1 // 0)


class Leaving(Watching):
    def bid(self, auction: Any) -> str:
        raise SystemExit(0)


class Several(Watching):
    """Answers with two cards at once."""

    def bid(self, auction: Any) -> str:
        return "take" if "take" in auction.may_say else "pass"

    def play(self, turn: Any) -> str:
        return turn.card(int(turn.masks.hand))


class Cheating(Watching):
    def bid(self, auction: Any) -> str:
        return "take" if "take" in auction.may_say else "pass"

    def play(self, turn: Any) -> str:
        return "Jh" if "Jh" not in turn.legal else "Js"


class Silent(Watching):
    def bid(self, auction: Any) -> Any:
        return None


class Strict(Watching):
    def __init__(self, boldness: int) -> None:
        assert boldness < 10, "boldness is below 10"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nowhere.py:Careful", "there is no file 'nowhere.py'"),
        (f"{HERE}:Watchin", "has no class 'Watchin' (did you mean 'Watching'?)"),
        (f"{HERE}:NoPlay", "has no method 'play'"),
        (f"{HERE}:Strict", "could not be made: TypeError"),
        (f"{HERE}:Strict:boldness=12", "AssertionError: boldness is below 10"),
        (f"{HERE}:Failing", "at table 1, deal 1, seat 1: bid() raised ZeroDivisionError"),
        (f"{HERE}:Leaving", "at table 1, deal 1, seat 1: bid() raised SystemExit: 0"),
        (f"{HERE}:Several", "ValueError: 0x"),
        (f"{HERE}:Silent", "at table 1, deal 1, seat 1: bid() answered None, which is none of"),
        (f"{HERE}:Cheating", "play() answered 'J"),
    ],
)
def test_a_player_that_cannot_play_is_told_so_and_nothing_is_stored(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lake = open_lake(tmp_path / "lake", create=True)
    arguments = ["simulate", "--deals", "30", "--players", text, "--lake", str(lake.path)]
    assert run([*arguments, "--quiet"]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert lake.run_names() == []


def test_a_file_that_does_not_load_is_told_with_its_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import math\nmath.nothing\n")
    with pytest.raises(PlayerError, match=r"could not be loaded: AttributeError.*line 2"):
        maker_of(parse_player(f"{bad}:Careful"))


@pytest.mark.parametrize("text", ["mine.py", "mine.py:", "mine.py:2", "mine.py:A:1=2"])
def test_a_text_that_names_no_class_is_refused_unread(text: str) -> None:
    with pytest.raises(PlayerError):
        parse_player(text)


def test_the_parameters_of_an_own_player_are_written_one_way() -> None:
    spec = parse_player(" mine.py:Bold : boldness = 3 : share=0.50 : name=x ")
    assert spec.text == "mine.py:Bold:boldness=3:share=0.5:name=x"
    assert spec.keywords == {"boldness": 3, "share": 0.5, "name": "x"}
    assert parse_player(spec.text) == spec


def test_a_comparison_refuses_what_is_too_slow(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "litige", "stricte", "--players", f"{HERE}:Watching"]) == 2
    assert "too slow for a comparison" in capsys.readouterr().err
