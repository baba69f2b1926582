"""A run reduced to its counts: the same answers, and no deals any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote.game.variants import rule_set
from belote.lake.files import byte_fault
from belote.lake.find import find_deal
from belote.lake.manifest import LakeError
from belote.lake.questions import QuestionError, ask, rollups, violations
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import connect
from belote.players.spec import seat_players
from belote.runs.check import check_run
from belote.runs.mark import mark_run
from belote.runs.simulate import Simulation, simulate
from commands import call


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    lake = open_lake(tmp_path / "lake", create=True)
    players = seat_players("regular")
    for name in ("one", "other"):
        simulate(lake, Simulation(2000, rule_set("litige"), players, len(name), 4, name))
    mark_run(lake, "one", [rule_set("litige,target=501")])
    return lake


def test_its_answers_stay_what_they_were(lake: Lake):
    warehouse = connect(lake)
    names = [one.name for one in rollups()]
    before = {name: ask(warehouse, name, {"run": "one"}) for name in names}
    assert call("drop", "one", "--keep-counts", "--lake", lake.path).status == 0
    for name in names:
        assert ask(warehouse, name, {"run": "one"}).equals(before[name]), name
    status = "SELECT run_id, deals, status FROM runs ORDER BY 1"
    kept = ("one", 2000, "complete (counts only)")
    assert warehouse.rows(status) == [kept, ("other", 2000, "complete")]
    assert warehouse.rows("SELECT DISTINCT run_id FROM deals") == [("other",)]
    assert violations(warehouse, "runs_hold_what_they_say").is_empty()


def test_it_is_sound_and_has_no_files_but_its_rollups(lake: Lake):
    lake.keep_counts("one")
    verdict = check_run(lake, "one")
    assert (verdict.sound, verdict.checksum) == (True, None)
    left = sorted(path.name for path in lake.run_folder("one").glob("*.parquet"))
    assert left == sorted(file.name for file in lake.manifest("one").files)
    assert {file.kind for file in lake.manifest("one").files} == {"counts"}


def test_its_deals_can_not_be_shown_marked_or_reduced_again(lake: Lake):
    lake.keep_counts("one")
    why = "run 'one' keeps only the counts of its deals, which cannot be "
    with pytest.raises(LakeError, match=f"{why}shown"):
        find_deal(connect(lake), "one", "1", 1)
    with pytest.raises(LakeError, match=f"{why}marked"):
        mark_run(lake, "one", [rule_set("stricte,target=501")])
    with pytest.raises(LakeError, match=f"{why}counted"):
        lake.keep_counts("one")


def test_a_run_that_is_not_there_is_refused_with_the_nearest_name(lake: Lake):
    refused = call("drop", "othr", "--keep-counts", "--lake", lake.path)
    assert refused.status == 2
    assert "there is no run 'othr'" in refused.err
    assert "other" in refused.err.partition("lake")[2]
    assert not lake.run_folder("othr").exists()


def test_killed_at_any_moment_it_has_its_rows_or_only_its_counts(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
):
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("belote.lake.store._clear_leftovers", killed)
    with pytest.raises(KeyboardInterrupt):
        lake.keep_counts("one")
    assert lake.manifest("one").keeps == "plays"
    monkeypatch.undo()
    removed = Path.unlink

    def killed_after(path: Path, missing_ok: bool = False) -> None:
        if path.name.startswith("deals-"):
            raise KeyboardInterrupt
        removed(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", killed_after)
    with pytest.raises(KeyboardInterrupt):
        lake.keep_counts("one")
    monkeypatch.undo()
    assert lake.manifest("one").keeps == "counts"
    assert check_run(lake, "one").sound
    assert ask(connect(lake), "capot_rate", {"run": "one"}).height == 2


def test_asked_of_all_runs_it_is_in_the_answer(lake: Lake):
    warehouse = connect(lake)
    before = {one.name: ask(warehouse, one.name) for one in rollups()}
    lake.keep_counts("one")
    for name, frame in before.items():
        assert ask(warehouse, name).equals(frame), name


def test_a_bit_that_changed_in_a_rollup_is_found(lake: Lake):
    lake.keep_counts("one")
    file = lake.manifest("one").files[0]
    path = lake.run_folder("one") / file.name
    held = bytearray(path.read_bytes())
    held[len(held) // 3] ^= 1
    path.write_bytes(held)
    assert str(path) in str(byte_fault(path, file))
    assert not check_run(lake, "one").sound


def test_a_question_that_no_counts_answer_is_asked_of_runs_with_deals(lake: Lake):
    warehouse = connect(lake)
    lake.keep_counts("one")
    refused = "standings is asked deal by deal, and "
    with pytest.raises(QuestionError, match=f"{refused}run 'one' keeps only its counts"):
        ask(warehouse, "standings", {"run": "one"})
    with pytest.raises(QuestionError, match=f"{refused}a run .*: name another with the parameter"):
        ask(warehouse, "standings")
    assert ask(warehouse, "standings", {"run": "other"}).height == 1
