"""The lake that comes with belote: small, sound, and what its seeds give."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from belote.game.variants import rule_set
from belote.lake.manifest import Manifest
from belote.lake.questions import ask, questions
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import connect
from belote.players.spec import seat_players
from belote.resources import sample_lake
from belote.runs.check import check_run
from belote.runs.simulate import Simulation, simulate
from commands import call

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
def test_the_counts_of_ten_million_deals_are_what_their_seed_gives(sample: Lake, tmp_path: Path):
    found = sample.manifest("ten-million")
    assert found.deals == 10_000_000
    again = play_again(found, tmp_path / "lake")
    [file] = found.files
    played = pq.read_table(again.run_folder("ten-million") / file.name)
    kept = pq.read_table(sample.run_folder("ten-million") / file.name)
    assert kept.equals(played), PLAY_AGAIN


def test_every_question_is_answered_of_both_runs_with_numbers_alike(sample: Lake):
    warehouse = connect(sample)
    for one in questions():
        rows, counts = (ask(warehouse, one.name, {"run": r}) for r in ("sample", "ten-million"))
        assert rows.schema == counts.schema
        assert counts.height >= rows.height > 0
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
    assert done.out.split() == ["run_id", "sample", "ten-million"]
    assert "this is the sample that comes with belote" in done.err
    assert "sample" in call("runs").out
    for writing in (["drop", "sample"], ["mark", "sample", "--rules", "litige"], ["check"]):
        refused = call(*writing)
        assert refused.status == 2
        assert f"there is no lake at {nowhere}" in refused.err
    assert not nowhere.exists()
    assert call("runs", "--lake", str(nowhere)).status == 2
