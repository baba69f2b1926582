"""`belote solve`: results beside a run are what `analyse` says, however it came to its end."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from belote.game.deal import unpack_deal
from belote.game.variants import PRISE_PRESETS, changed, preset
from belote.lake.find import find_deal
from belote.lake.manifest import LakeError
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import connect
from belote.runs.check import check_run
from belote.runs.progress import Progress
from belote.runs.solve import solve_run
from belote.solver.deals import analyse
from commands import assert_one_sentence, call
from lakes import (
    new_lake,
    peculiar_deals,
    random_stream,
    rows_of_run,
    scored_deal,
    stored_row,
    write_run,
)
from solved import forget


@pytest.fixture
def copy(solved_lake: Path, tmp_path: Path) -> Lake:
    """A copy of the lake of solved runs, to be changed at will."""
    shutil.copytree(solved_lake, tmp_path / "lake")
    return open_lake(tmp_path / "lake")


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file for some twenty deals, so that small runs have several."""
    monkeypatch.setattr("belote.runs.solve.BLOCK", 20)


def views(lake: Lake, run: str) -> tuple[list[Any], list[Any]]:
    """What the views of solved deals say of a run."""
    warehouse = connect(lake)
    where = f"WHERE run_id = '{run}' ORDER BY ALL"
    return (
        warehouse.rows(f"SELECT * EXCLUDE (run_id) FROM solved {where}"),
        warehouse.rows(f"SELECT * EXCLUDE (run_id) FROM costs {where}"),
    )


# What is stored ----------------------------------------------------------------------------------


@pytest.mark.parametrize("run", ["club", "mixed-seats", "bids"])
def test_the_views_say_what_the_analysis_says(solved_lake: Path, run: str):
    lake = open_lake(solved_lake)
    warehouse = connect(lake)
    taken = [row for row in rows_of_run(lake, run) if row["taker"] is not None]
    solved, costs = views(lake, run)
    assert len(solved) == len(taken)
    by_deal = {row[:2]: row[2:] for row in solved}
    for row in taken[::5]:
        key = row["table_id"], row["deal_no"]
        deal = find_deal(warehouse, run, *key).deal
        found = analyse(deal, lake.manifest(run).rule_set(row["rules"]))
        assert found is not None
        sides = [0, 0]
        for choice in found.choices:
            sides[(choice.seat - row["taker"]) % 2] += choice.cost
        points = found.taker_points
        assert by_deal[key] == (points, 162 - points, found.capot, *sides)
        told = [one for one in costs if one[:2] == key]
        assert [one[4] for one in told] == [choice.seat for choice in found.choices]
        assert [one[-1] for one in told] == [choice.cost for choice in found.choices]


def test_an_action_is_what_the_card_does(solved_lake: Path):
    plays = connect(open_lake(solved_lake)).rows(
        """
        SELECT play_no, costs.card[2] AS suit, action, trump,
            first_value(costs.card[2]) OVER (
                PARTITION BY run_id, table_id, deal_no, trick_no ORDER BY play_no
            ) AS led
        FROM costs JOIN deals USING (run_id, table_id, deal_no)
        """
    )
    for play_no, suit, action, trump, led in plays:
        is_lead, follows, ruffs = play_no % 4 == 1, suit == led, suit == trump
        assert action == (
            "lead" if is_lead else "follow" if follows else "ruff" if ruffs else "discard"
        )
    assert {row[2] for row in plays} == {"lead", "follow", "ruff", "discard"}


def test_deals_with_no_32_known_cards_are_passed_over(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    deals = peculiar_deals()
    rows = [stored_row(deal) for deal in deals]
    sheets = [stored_row(scored_deal(2, deal_no)) for deal_no in (1, 2)]
    sets = [*PRISE_PRESETS.values(), changed(preset("litige"), {"target": 501})]
    write_run(lake, "peculiar", [*rows, *sheets], rule_sets=sets)
    solve_run(lake, "peculiar", workers=1)
    whole = [d for d in deals if d["taker"] is not None and d["status"] != "abandoned"]
    assert 0 < len(whole) < len(deals)
    solved, _ = views(lake, "peculiar")
    assert [row[1] for row in solved] == sorted(deal["deal_no"] for deal in whole)


def test_each_deal_is_solved_under_the_rules_it_was_played_under(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    streams = [random_stream(3, 12, 1, rules="litige"), random_stream(4, 12, 2, rules="stricte")]
    streams[0][5:8] = [
        deal | {"deal_no": at}
        for at, deal in enumerate(random_stream(5, 3, 1, rules="annonces"), start=6)
    ]
    rows = [stored_row(deal) for stream in streams for deal in stream]
    assert len({row["rules"] for row in rows}) == 3
    write_run(lake, "mixed", rows)
    solve_run(lake, "mixed")
    solved = {row[:2]: row[2] for row in views(lake, "mixed")[0]}
    taken = [row for row in rows if row["taker"] is not None]
    assert len(solved) == len(taken)
    for row in taken:
        found = analyse(unpack_deal(row), preset(row["rules"]))
        assert found is not None
        assert solved[row["table_id"], row["deal_no"]] == found.taker_points


# However it comes about --------------------------------------------------------------------------


class Interrupting(Progress):
    """Stops the work after so many deals."""

    def __init__(self, after: int) -> None:
        self.left = after

    def advance(self, deals: int) -> None:
        self.left -= deals
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.mark.usefixtures("small_blocks")
def test_solving_cut_short_goes_on_to_what_it_would_have_been(solved_lake: Path, copy: Lake):
    wanted = views(open_lake(solved_lake), "club")
    forget(copy, "club", left=0)
    with pytest.raises(KeyboardInterrupt):
        solve_run(copy, "club", workers=1, progress=Interrupting(50))
    part = copy.manifest("club").of_kind("solved")
    assert 0 < len(part) < 4
    assert not list(copy.run_folder("club").glob("*.tmp"))
    solve_run(copy, "club", workers=1)
    assert views(copy, "club") == wanted
    assert copy.manifest("club").of_kind("solved")[: len(part)] == part


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_gives_the_same(solved_lake: Path, copy: Lake, workers: int):
    forget(copy, "club", left=1)
    solve_run(copy, "club", workers=workers)
    assert views(copy, "club") == views(open_lake(solved_lake), "club")
    files = {(file.name, file.sha256) for file in copy.manifest("club").of_kind("solved")}
    same = open_lake(solved_lake).manifest("club").of_kind("solved")
    assert files == {(file.name, file.sha256) for file in same}


def test_a_solved_run_is_left_as_it_is(copy: Lake):
    before = copy.manifest("club")
    assert solve_run(copy, "club") == before


# Beside a run ------------------------------------------------------------------------------------


def test_a_solved_run_is_sound_and_a_damaged_result_is_found(copy: Lake):
    for run in ("club", "bids", "half"):
        assert call("check", run, "--lake", copy.path).status == 0
    file = copy.manifest("club").of_kind("solved")[0]
    path = copy.run_folder("club") / file.name
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    done = call("check", "club", "--lake", copy.path)
    assert done.status == 1
    assert file.name in done.out


@pytest.mark.usefixtures("small_blocks")
def test_a_damaged_or_lost_result_is_solved_again(copy: Lake):
    sound = views(copy, "club")
    first, second, *_ = copy.manifest("club").of_kind("solved")
    folder = copy.run_folder("club")
    (folder / first.name).unlink()
    (folder / second.name).write_bytes(b"nothing")
    solve_run(copy, "club")
    assert views(copy, "club") == sound
    assert check_run(copy, "club").faults == []


def test_dropping_the_deals_of_a_run_drops_what_was_solved(copy: Lake):
    assert call("drop", "club", "--keep-counts", "--lake", copy.path).status == 0
    assert copy.manifest("club").of_kind("solved") == []
    assert not list(copy.run_folder("club").glob("solved-*"))
    assert views(copy, "club") == ([], [])
    done = call("solve", "club", "--lake", copy.path)
    assert_one_sentence(done, "club", "counts")


# The command -------------------------------------------------------------------------------------


def test_the_command_says_how_many_are_solved(copy: Lake):
    done = call("solve", "unsolved", "--lake", copy.path)
    solved, _ = views(copy, "unsolved")
    assert done.out == f"run unsolved: {len(solved)} of 20 deals are solved\n"
    assert call("solve", "unsolved", "--quiet", "--lake", copy.path) == (0, "", "")


@pytest.mark.parametrize("run", ["club", "bids"])
def test_a_deal_as_json_is_its_analysis(solved_lake: Path, run: str):
    lake = open_lake(solved_lake)
    taken = next(row for row in rows_of_run(lake, run) if row["taker"] is not None)
    key = taken["table_id"], taken["deal_no"]
    [told] = call("solve", run, *key, "--json", "--lake", solved_lake).rows()
    views_say = {row[:2]: row[2:] for row in views(lake, run)[0]}[key]
    assert (told["taker_points"], told["defence_points"], told["capot"]) == views_say[:3]
    cards = [row for row in views(lake, run)[1] if row[:2] == key]
    assert [(c["seat"], c["card"], c["cost"]) for c in told["cards"]] == [
        (row[4], row[8], row[-1]) for row in cards
    ]
    for card in told["cards"]:
        best = (max if (card["seat"] - taken["taker"]) % 2 == 0 else min)(card["outlook"].values())
        assert abs(best - card["outlook"][card["card"]]) == card["cost"]


def test_records_are_solved_line_by_line(solved_lake: Path, tmp_path: Path):
    records = tmp_path / "club.jsonl"
    call("export", "club", "--lake", solved_lake, "--output", records)
    lines = records.read_text("utf-8").splitlines()[:3]
    records.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = call("solve", records, "--json")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [one["deal"] for one in told] == [json.loads(line)["deal"] for line in lines]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("clbu",), "did you mean 'club'"),
        (("club", "1"), "RUN TABLE DEAL"),
        (("club", "1", "x"), "whole number"),
        (("club", "1", "9999"), "9999"),
        (("club", "--json"), "view solved"),
        (("missing.jsonl",), "missing.jsonl"),
        (("club", "--workers", "0"), "workers"),
    ],
)
def test_a_mistake_is_one_sentence(solved_lake: Path, words: tuple[str, ...], said: str):
    assert_one_sentence(call("solve", *words, "--lake", solved_lake), said)


def test_an_unfinished_run_is_not_solved(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    rows = [stored_row(deal) for deal in random_stream(3, 12, 1)]
    write_run(lake, "begun", rows, status="unfinished")
    with pytest.raises(LakeError, match="begun"):
        solve_run(lake, "begun")
