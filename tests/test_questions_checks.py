"""Every check of `sql/checks` finds nothing in sound runs, and finds what it is there to find."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from belote.game.variants import changed, preset
from belote.lake.questions import QuestionError, checks, violations
from belote.lake.store import Lake
from belote.lake.warehouse import Warehouse, connect
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from lakes import (
    Row,
    coinche_stream,
    new_lake,
    peculiar_deals,
    random_stream,
    scored_deal,
    stored_row,
    write_run,
)
from solved import add_solved, solved_row, whole_deals

Edit = Callable[[list[Row]], Any]


class Damage(NamedTuple):
    """How a sound run is made wrong: in rows of its deals, games or held points, or its tables.

    A run of coinche where its ``bids`` are edited: the rows of its deals. What is ``solved`` are
    its deals as if played without a mistake.
    """

    deals: Edit | None = None
    bids: Edit | None = None
    games: Edit | None = None
    holds: Edit | None = None
    solved: Edit | None = None
    tables: int = 2


def first(rows: list[Row], **wanted: Any) -> Row:
    """The first row with these values; None stands for NULL."""
    return next(row for row in rows if all(row[name] == value for name, value in wanted.items()))


def taken(rows: list[Row]) -> Row:
    """A deal that was taken in round 1."""
    return first(rows, bid_round=1)


def passed_out(rows: list[Row]) -> Row:
    return first(rows, taker=None)


def belote_at(rows: list[Row], trump: int) -> Row:
    """A deal of coinche with that trump whose taker's side marks no belote."""
    return first(rows, trump=trump, taker_belote=0, belote_said=True)


def coinched(rows: list[Row]) -> Row:
    return first(rows, coinche_level=1)


def passes_only(row: Row) -> bytes:
    """The words of a deal with every bid made a pass."""
    return bytes(0 if word >= 8 else word for word in row["calls"])


def nobody_bids(rows: list[Row]) -> None:
    row = first(rows, coinche_level=0)
    row["calls"] = passes_only(row)


def somebody_bids(rows: list[Row]) -> None:
    passed_out(rows)["calls"] = bytes((8, 0, 0, 0))


def carried(rows: list[Row]) -> Row:
    return next(row for row in rows if row["carried"] > 0)


def litige_game(rows: list[Row]) -> Row:
    """A game under the rule set that sound rows are played under."""
    return first(rows, rules="litige")


def changing(find: Callable[[list[Row]], Row], **values: Any) -> Edit:
    """Set columns of a row to values, or to what a function makes of them."""

    def edit(rows: list[Row]) -> None:
        row = find(rows)
        row |= {
            name: value(row[name]) if callable(value) else value for name, value in values.items()
        }

    return edit


def swap_cards(rows: list[Row]) -> None:
    """Let two seats exchange a card that they play in different tricks."""
    row = taken(rows)
    of_seat = {card: _seat(row, card) for card in range(32)}
    one = next(card for card in of_seat if of_seat[card] == 0)
    other = next(
        card
        for card in of_seat
        if of_seat[card] == 1
        and _trick(row, card) != _trick(row, one)
        and (row["first_mask"] >> card & 1) == (row["first_mask"] >> one & 1)
    )
    row["owner_low"] ^= 1 << one | 1 << other


def _seat(row: Row, card: int) -> int:
    return (row["owner_low"] >> card & 1) + 2 * (row["owner_high"] >> card & 1)


def _trick(row: Row, card: int) -> int:
    return sum((row[f"trick_{plane}"] >> card & 1) << plane for plane in range(3))


def other_side_says_belote(rows: list[Row]) -> None:
    row = first(rows, taker_belote=20)
    row["taker_belote"], row["defence_belote"] = 0, 20


def both_announce(rows: list[Row]) -> None:
    row = next(row for row in rows if row["taker_annonces"])
    row["defence_annonces"] = 20


def twice(rows: list[Row]) -> None:
    rows.insert(1, dict(rows[0]))


def gone(rows: list[Row]) -> None:
    del rows[1]


DAMAGES: dict[str, list[Damage]] = {
    "annonces_are_on_one_side": [
        Damage(deals=both_announce),
        Damage(deals=changing(taken, taker_annonces=13)),
    ],
    "auctions_have_their_words": [
        Damage(deals=changing(taken, bid_round=3)),
        Damage(deals=changing(taken, bid_round=None)),
    ],
    "auctions_name_taker_and_trump": [
        Damage(deals=changing(taken, bid_round=2)),
        Damage(deals=changing(taken, trump=lambda trump: (trump + 1) % 4)),
        Damage(deals=changing(taken, turned=lambda card: card ^ 1)),
        Damage(deals=changing(taken, taker=lambda taker: (taker + 2) % 4)),
        Damage(deals=changing(passed_out, bid_round=2)),
        Damage(deals=changing(passed_out, dealer=5)),
    ],
    "belotes_follow_from_the_hands": [
        Damage(deals=other_side_says_belote),
        Damage(deals=changing(lambda rows: first(rows, taker_belote=20), taker_belote=0)),
        Damage(deals=changing(lambda rows: first(rows, taker_belote=20), belote_said=False)),
        Damage(bids=changing(lambda rows: belote_at(rows, 2), taker_belote=20)),
        Damage(bids=changing(lambda rows: belote_at(rows, 4), taker_belote=20)),
        Damage(bids=changing(lambda rows: belote_at(rows, 5), taker_belote=20)),
        Damage(bids=changing(lambda rows: first(rows, taker_belote=40), taker_belote=20)),
        Damage(
            bids=changing(lambda rows: first(rows, trump=5, defence_belote=20), defence_belote=0)
        ),
    ],
    "bids_end_in_the_contract": [
        Damage(bids=changing(coinched, taker=lambda taker: (taker + 2) % 4)),
        Damage(bids=changing(coinched, trump=lambda trump: (trump + 1) % 6)),
        Damage(bids=changing(coinched, contract=lambda bid: 100 if bid == 90 else 90)),
        Damage(bids=changing(lambda rows: first(rows, contract=250), contract=160)),
        Damage(bids=changing(coinched, coinche_level=0)),
        Damage(bids=changing(coinched, coinche_level=2)),
        Damage(bids=changing(coinched, calls=b"")),
        Damage(bids=changing(coinched, calls=None)),
        Damage(bids=nobody_bids),
        Damage(bids=somebody_bids),
    ],
    "costs_are_of_every_card": [
        Damage(solved=changing(lambda rows: rows[0], costs=lambda costs: costs[1:])),
        Damage(solved=changing(lambda rows: rows[0], costs=lambda costs: [1, *costs[1:]])),
        Damage(solved=changing(lambda rows: rows[0], cards=lambda cards: cards[1:])),
        Damage(solved=changing(lambda rows: rows[0], actions=lambda actions: actions[1:])),
    ],
    "costs_lead_to_the_points_made": [
        Damage(solved=changing(lambda rows: rows[0], taker_points=lambda points: points ^ 1)),
        Damage(solved=changing(lambda rows: rows[0], costs=[1] + 31 * [0], taker_cost=1)),
        Damage(solved=changing(lambda rows: rows[0], costs=[1] + 31 * [0], defence_cost=1)),
    ],
    "deals_have_keys_of_their_own": [Damage(deals=twice)],
    "first_hands_hold_five_cards": [
        Damage(deals=changing(taken, first_mask=lambda mask: mask & mask - 1)),
        Damage(deals=changing(passed_out, owner_low=lambda plane: plane & plane - 1)),
    ],
    "first_leads_follow_the_rules": [
        Damage(deals=changing(taken, leader=lambda seat: (seat + 1) % 4))
    ],
    "games_add_up_their_marks": [
        Damage(games=changing(lambda rows: first(rows, rules="litige"), team0_score=7))
    ],
    "games_cover_every_deal": [
        Damage(games=gone),
        Damage(games=changing(lambda rows: rows[1], first_deal=lambda deal: deal - 1)),
        Damage(games=changing(lambda rows: rows[1], deals=lambda deals: deals + 1)),
        Damage(games=changing(lambda rows: rows[0], winner_team=None)),
    ],
    "games_end_at_the_target": [
        Damage(games=changing(lambda rows: rows[0], target=999)),
        Damage(games=changing(lambda rows: first(rows, rules="litige"), winner_team=None)),
        Damage(games=changing(lambda rows: rows[0], winner_team=lambda team: 1 - team)),
    ],
    "games_tell_their_course": [
        Damage(games=changing(litige_game, lead_changes=lambda changes: changes + 1)),
        Damage(games=changing(litige_game, comeback=lambda marks: marks + 1)),
        Damage(games=changing(litige_game, first_dealer_team=lambda team: 1 - team)),
        Damage(games=changing(litige_game, first_dealer_team=None)),
    ],
    "hands_hold_eight_cards": [
        Damage(deals=changing(taken, owner_low=lambda plane: plane & plane - 1))
    ],
    "held_points_belong_to_one_deal": [
        Damage(holds=twice),
        Damage(holds=changing(lambda rows: rows[0], deal_no=9999)),
        Damage(holds=changing(lambda rows: rows[0], rules="belle")),
    ],
    "held_points_go_to_the_next_winner": [
        Damage(holds=changing(carried, carried=lambda points: points + 1)),
        Damage(holds=changing(carried, held=81)),
    ],
    "passed_out_deals_know_nothing_more": [
        Damage(deals=changing(passed_out, taker_points=0)),
        Damage(deals=changing(taken, taker_points=None)),
    ],
    "points_follow_from_the_tricks": [
        Damage(deals=changing(taken, taker_points=lambda points: points + 1)),
        Damage(deals=changing(taken, taker_tricks=lambda tricks: tricks ^ 1)),
        Damage(deals=changing(taken, winners=lambda winners: winners ^ 1 << 14)),
    ],
    "runs_hold_what_they_say": [
        Damage(tables=4),
    ],
    "tables_add_up_their_marks": [
        Damage(games=changing(lambda rows: first(rows, rules="stricte"), team1_score=7)),
        Damage(holds=changing(carried, carried=lambda points: points + 1)),
    ],
    "tables_have_one_name": [
        Damage(deals=changing(lambda rows: rows[0], table_id="another")),
        Damage(deals=lambda rows: [row.update(table_id="one") for row in rows]),
    ],
    "tricks_go_to_the_best_card": [
        Damage(deals=changing(taken, winners=lambda winners: winners ^ 2)),
        Damage(deals=changing(taken, trump=lambda trump: (trump + 1) % 4)),
    ],
    "tricks_hold_a_card_of_each_seat": [
        Damage(deals=swap_cards),
        Damage(deals=changing(taken, trick_0=lambda plane: plane ^ 1)),
    ],
}
CASES = {
    f"{name}-{number}": (name, damage)
    for name, damages in DAMAGES.items()
    for number, damage in enumerate(damages)
}
CHANGES = {"first_lead": "taker", "dealing": "cut", "all_pass": "same_dealer"}
MARKED_BIDS = [preset("coinche")]
MARKED = [preset(name) for name in ("litige", "stricte", "annonces")]


@cache
def _sound_rows() -> tuple[Row, ...]:
    streams = [random_stream(table, 150, table) for table in (1, 2)]
    return tuple(stored_row(deal) for stream in streams for deal in stream)


def sound_rows() -> list[Row]:
    """The rows of a sound run, to be changed at will."""
    return [dict(row) for row in _sound_rows()]


@cache
def _sound_bids() -> tuple[Row, ...]:
    streams = [coinche_stream(60 + table, 400, table) for table in (1, 2)]
    return tuple(stored_row(deal) for stream in streams for deal in stream)


def sound_bids() -> list[Row]:
    """The rows of a sound run of coinche, to be changed at will."""
    return [dict(row) for row in _sound_bids()]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """Runs of every kind, all sound."""
    lake = new_lake(tmp_path_factory.mktemp("sound") / "lake")
    write_run(lake, "replayed", sound_rows())
    add_solved(lake, "replayed", [solved_row(row) for row in whole_deals(lake, "replayed")])
    write_run(lake, "bid", sound_bids(), rule_sets=MARKED_BIDS)
    write_run(lake, "peculiar", [stored_row(deal) for deal in peculiar_deals()])
    sheets = [stored_row(scored_deal(1, deal_no)) for deal_no in (1, 2, 3)]
    write_run(lake, "sheets", [row | {"taker_tricks": 5} for row in sheets])
    unfinished = sound_rows()
    changing(taken, taker_points=1)(unfinished)
    write_run(lake, "begun", unfinished, status="unfinished")
    for rules in (preset("arrondie"), changed(preset("litige"), CHANGES)):
        players = seat_players("random")
        name = rules.name.split(",")[0]
        simulate(lake, Simulation(1500, rules, players, tables=2, name=name), workers=1)
    return connect(lake)


def test_every_check_has_its_damages():
    assert {check.name for check in checks()} == set(DAMAGES)


@pytest.mark.parametrize("name", DAMAGES)
def test_a_check_finds_nothing_in_sound_runs(sound: Warehouse, name: str):
    found = violations(sound, name)
    assert found.rows() == []
    assert "run_id" in found.columns


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """A sound run, and one for each damage, named like it."""
    lake = new_lake(tmp_path_factory.mktemp("damaged") / "lake")
    write_run(lake, "sound", sound_rows(), rule_sets=MARKED)
    write_run(lake, "sound-bids", sound_bids(), rule_sets=MARKED_BIDS)
    for case, (_, damage) in CASES.items():
        _write_damaged(lake, case, damage)
    return connect(lake)


def _write_damaged(lake: Lake, run: str, damage: Damage) -> None:
    rows, sets = (sound_bids(), MARKED_BIDS) if damage.bids else (sound_rows(), MARKED)
    for spoil in (damage.deals, damage.bids):
        if spoil is not None:
            spoil(rows)
    pending: dict[str, Edit | None] = {"games": damage.games, "holds": damage.holds}

    def edit_once(kind: str, some: list[Row]) -> None:
        edit = pending.pop(kind, None)
        if edit is not None:
            edit(some)

    write_run(lake, run, rows, rule_sets=sets, edit=edit_once, tables=damage.tables)
    if damage.solved is not None:
        solved = [solved_row(row) for row in whole_deals(lake, run)]
        damage.solved(solved)
        add_solved(lake, run, solved)


@pytest.mark.parametrize("case", CASES)
def test_a_check_finds_its_damage_in_the_run_that_has_it(damaged: Warehouse, case: str):
    name, _ = CASES[case]
    assert set(violations(damaged, name, case)["run_id"]) == {case}
    assert violations(damaged, name, "sound").height == 0


@pytest.mark.parametrize("name", DAMAGES)
def test_a_check_of_all_runs_finds_them_all(damaged: Warehouse, name: str):
    found = set(violations(damaged, name)["run_id"])
    assert found >= {case for case, (check, _) in CASES.items() if check == name}
    assert not {"sound", "sound-bids"} & found


def test_a_check_or_run_that_is_not_there_is_said_in_a_sentence(sound: Warehouse):
    with pytest.raises(QuestionError, match=r"did you mean 'tables_have_one_name'"):
        violations(sound, "table_has_one_name")
    with pytest.raises(QuestionError, match=r"no run 'replaid' \(did you mean 'replayed'"):
        violations(sound, "tables_have_one_name", "replaid")
