"""Marking a run under more rule sets: all of them become visible together, or none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from belote.game.variants import preset, rule_set
from belote.lake.manifest import LakeError
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.players.spec import seat_players
from belote.runs.mark import mark_run
from belote.runs.simulate import Simulation, simulate
from commands import assert_one_sentence, call, dying, tree, unnamed_files

HOUSE = "litige,target=501"
OTHER = "classique,chute_mark=160"


@pytest.fixture(scope="module")
def marked_by_presets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with a run in three files."""
    path = tmp_path_factory.mktemp("mark") / "lake"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belote.runs.plan.FEWEST", 1000)
        patch.setattr("belote.runs.plan.MOST", 1000)
        simulation = Simulation(3000, preset("litige"), seat_players("random"), name="one")
        simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def lake(marked_by_presets: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(marked_by_presets, tmp_path / "lake"))


def rule_sets(lake: Path, view: str) -> set[str]:
    rows = Warehouse(open_lake(lake)).rows(f"SELECT DISTINCT rules FROM {view}")
    return {name for (name,) in rows}


def test_marks_and_games_appear_under_the_new_rule_sets(lake: Path):
    before = rule_sets(lake, "games")
    done = call("mark", "one", "--rules", HOUSE, "--rules", OTHER, "--lake", lake)
    assert (done.status, done.err) == (0, "")
    assert HOUSE in done.out
    assert rule_sets(lake, "games") == before | {HOUSE, OTHER} == rule_sets(lake, "marks")
    assert call("check", "--lake", lake).status == 0


def test_what_is_marked_already_is_left_alone(lake: Path):
    call("mark", "one", "--rules", HOUSE, "--lake", lake)
    before = tree(lake)
    assert call("mark", "one", "--rules", HOUSE, "--rules", "litige", "--lake", lake).status == 0
    assert tree(lake) == before
    call("mark", "one", "--rules", OTHER, "--rules", HOUSE, "--rules", HOUSE, "--lake", lake)
    assert call("check", "--lake", lake).status == 0
    assert rule_sets(lake, "games") >= {HOUSE, OTHER}


def test_a_run_marked_later_is_as_one_marked_at_once(lake: Path, tmp_path: Path):
    call("mark", "one", "--rules", HOUSE, "--lake", lake)
    at_once = open_lake(tmp_path / "at_once", create=True)
    simulate(at_once, Simulation(3000, rule_set(HOUSE), seat_players("random"), name="one"))
    columns = "* EXCLUDE (run_id)"
    for view, order in [("games", "table_id, game_no"), ("marks", "table_id, deal_no")]:
        query = f"SELECT {columns} FROM {view} WHERE rules = '{HOUSE}' ORDER BY {order}"
        assert Warehouse(open_lake(lake)).rows(query) == Warehouse(at_once).rows(query)


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_wherever_marking_dies_nothing_or_all_is_marked(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
):
    monkeypatch.setattr("belote.runs.check.checks", list)
    before = set(open_lake(lake).manifest("one").marked)
    marking = ("mark", "one", "--rules", HOUSE, "--rules", OTHER)
    moments = dying(tmp_path, step, *marking, "--workers", 1)
    for moment in moments:
        found = set(open_lake(tmp_path / str(moment)).manifest("one").marked)
        assert found in (before, before | {HOUSE, OTHER})
    for moment in (moments[0], moments[len(moments) // 2], moments[-2]):
        died = tmp_path / str(moment)
        assert call("check", "--lake", died).status == 0
        assert call(*marking, "--lake", died).status == 0
        assert unnamed_files(died, "one") == set()
        assert call("check", "--lake", died).status == 0


def test_marking_that_fails_changes_nothing(lake: Path, monkeypatch: pytest.MonkeyPatch):
    before = tree(lake)
    real, calls = shutil.os.replace, iter([False] * 4 + [True] * 99)

    def no_space(source: object, target: object) -> None:
        if next(calls):
            raise OSError(28, "No space left on device", str(target))
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", no_space)
        done = call("mark", "one", "--rules", HOUSE, "--lake", lake)
    assert_one_sentence(done, "run 'one' could not be marked: the disk is full")
    assert tree(lake) == before


def test_marking_that_is_interrupted_changes_nothing(lake: Path, monkeypatch: pytest.MonkeyPatch):
    before = tree(lake)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("belote.lake.store.Lake.save", interrupted)
    assert call("mark", "one", "--rules", HOUSE, "--lake", lake).status == 130
    assert tree(lake) == before


def test_an_unfinished_run_cannot_be_marked(lake: Path):
    text = (lake / "runs/run_id=one/manifest.json").read_text(encoding="utf-8")
    text = text.replace('"status": "complete"', '"status": "unfinished"')
    (lake / "runs/run_id=one/manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(LakeError, match="unfinished: --resume finishes it"):
        mark_run(open_lake(lake), "one", [rule_set(HOUSE)])
