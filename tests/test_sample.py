"""What comes with belote: a lake, small, sound, and what its seeds give; and deals to replay."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from belote.game.variants import rule_set
from belote.lake.manifest import Manifest
from belote.lake.questions import ask, rollups
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import connect
from belote.players.spec import seat_players
from belote.resources import sample_lake
from belote.runs.check import check_run
from belote.runs.simulate import Simulation, simulate
from commands import call

RECORDS = sample_lake() / "records"
TELLS = {
    "annonces": [("made", 0, 0)],
    "capot": [("made", 0, 0)],
    "chute-with-belote": [("chute", 0, 0)],
    "litige": [("litige", 0, 81), ("chute", 81, 0)],
    "passed-out": [("passed_out", 0, 0)],
    "second-round": [("made", 0, 0)],
}
"""Each file of deals: outcome, points carried and held of its deals under their own rules."""
SHOWS = {
    "annonces": "taker_points < 82 AND taker_annonces > 0 AND rules = 'annonces'",
    "capot": "capot = 'taker' AND taker_tricks = 8",
    "chute-with-belote": "taker_belote = 20",
    "litige": "taker_points = 81 OR deal_no = 2",
    "passed-out": "passed_out",
    "second-round": "bid_round = 2",
}
"""What the view `deals` says of every deal of a file."""

PLAY_AGAIN = "'make sample' plays the sample again"


@pytest.fixture(scope="module")
def sample() -> Lake:
    return open_lake(sample_lake())


def play_again(found: Manifest, lake: Path) -> Lake:
    """A lake with the same run, played now."""
    again = open_lake(lake, create=True)
    players = seat_players(",".join(found.players or ()))
    assert found.seed is not None
    asked = (found.deals, rule_set(found.rules), players, found.seed, found.tables, found.run_id)
    simulate(again, Simulation(*asked))
    return again


def test_the_sample_is_small_and_every_run_in_it_is_sound(sample: Lake):
    size = sum(path.stat().st_size for path in sample.path.rglob("*") if path.is_file())
    assert size < 3_000_000
    for name in sample.run_names():
        assert check_run(sample, name).faults == []


def test_the_sample_is_what_its_seed_gives(sample: Lake, tmp_path: Path):
    again = play_again(sample.manifest("sample"), tmp_path / "lake")
    checksum = check_run(sample, "sample").checksum
    assert checksum is not None
    assert check_run(again, "sample").checksum == checksum, PLAY_AGAIN


@pytest.mark.slow
@pytest.mark.parametrize(("run", "deals"), [("coinche", 1_000_000), ("ten-million", 10_000_000)])
def test_the_counts_that_are_kept_are_what_their_seed_gives(
    sample: Lake, tmp_path: Path, run: str, deals: int
):
    found = sample.manifest(run)
    assert found.deals == deals
    again = play_again(found, tmp_path / "lake")
    [file] = found.files
    played = pq.read_table(again.run_folder(run) / file.name)
    kept = pq.read_table(sample.run_folder(run) / file.name)
    assert kept.equals(played), PLAY_AGAIN


def test_every_question_of_counts_is_answered_of_both_runs_with_numbers_alike(sample: Lake):
    warehouse = connect(sample)
    for one in rollups():
        rows, counts, bids = (
            ask(warehouse, one.name, {"run": r}) for r in ("sample", "ten-million", "coinche")
        )
        assert rows.schema == counts.schema == bids.schema
        assert counts.height >= rows.height
        assert max(rows.height, bids.height) > 0
    few, many = (ask(warehouse, "passed_out_rate", {"run": r}) for r in ("sample", "ten-million"))
    assert (few["n"].sum(), many["n"].sum()) == (30_000, 10_000_000)
    assert ((few["low"] < many["rate"]) & (many["rate"] < few["high"])).sum() >= 6
    assert (many["high"] - many["low"] < few["high"] - few["low"]).all()


def test_reading_commands_take_the_sample_while_there_is_no_lake_and_say_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    nowhere = tmp_path / "none"
    monkeypatch.setattr("belote.lake.store.default_lake", lambda: nowhere)
    done = call("sql", "SELECT run_id FROM runs ORDER BY 1", "--format", "csv")
    assert done.status == 0
    assert done.out.split() == ["run_id", "coinche", "sample", "ten-million"]
    assert "this is the sample that comes with belote" in done.err
    assert "sample" in call("runs").out
    for writing in (["drop", "sample"], ["mark", "sample", "--rules", "litige"], ["check"]):
        refused = call(*writing)
        assert refused.status == 2
        assert f"there is no lake at {nowhere}" in refused.err
    assert not nowhere.exists()
    assert call("runs", "--lake", str(nowhere)).status == 2


def test_every_file_of_deals_is_among_those_told_of():
    assert sorted(path.stem for path in RECORDS.iterdir()) == sorted(TELLS) == sorted(SHOWS)
    assert all(path.suffix == ".jsonl" for path in RECORDS.iterdir())


@pytest.mark.parametrize("name", TELLS)
def test_a_file_of_deals_replays_to_what_its_name_says_and_goes_out_the_same(
    name: str, tmp_path: Path
):
    file, lake = RECORDS / f"{name}.jsonl", tmp_path / "lake"
    assert call("replay", str(file), "--lake", str(lake)).status == 0
    warehouse = connect(open_lake(lake))
    told = warehouse.rows(
        """
        SELECT outcome, carried, held
        FROM deals JOIN marks USING (run_id, table_id, deal_no, rules) ORDER BY deal_no
        """
    )
    assert told == TELLS[name]
    assert warehouse.rows(f"SELECT bool_and({SHOWS[name]}) FROM deals") == [(True,)]
    out = tmp_path / "out.jsonl"
    assert call("export", name, "-o", str(out), "--lake", str(lake)).status == 0
    assert out.read_bytes() == file.read_bytes()
    assert check_run(open_lake(lake), name).faults == []


def test_a_litige_goes_to_the_next_dealer_and_deal_and_a_table_has_one_file():
    found = [
        (path.stem, json.loads(line))
        for path in RECORDS.iterdir()
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len({(name, record["table"]) for name, record in found}) == len(TELLS)
    first, second = [record for name, record in found if name == "litige"]
    assert (first["deal"], second["deal"]) == (1, 2)
    assert second["dealer"] == (first["dealer"] + 1) % 4
