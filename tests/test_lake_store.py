"""The lake's folder: made, found, refused; runs claimed by one process at a time, and dropped."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from belote.game.variants import preset
from belote.lake.manifest import (
    MANIFEST,
    MARKER,
    LakeError,
    Manifest,
    manifest_text,
    parse_manifest,
    write_whole,
)
from belote.lake.store import Lake, open_lake
from belote.lake.stored import SCHEMA_VERSION
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from commands import assert_one_sentence, call, dying, finish, start, tree

COUNT = "SELECT count(*) AS n FROM deals"


@pytest.fixture(autouse=True)
def without_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks without the queries of ``sql/checks``, to be quick."""
    monkeypatch.setattr("belote.runs.check.checks", list)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """A lake with the run ``one``."""
    lake = open_lake(tmp_path / "lake", create=True)
    simulate(lake, Simulation(50, preset("litige"), seat_players("random"), name="one"))
    return lake


# The folder


def test_an_empty_or_missing_folder_becomes_a_lake(tmp_path: Path):
    for folder in (tmp_path, tmp_path / "a" / "b"):
        assert open_lake(folder, create=True).run_names() == []
        assert open_lake(folder).run_names() == []


def test_a_folder_with_other_things_is_no_lake_and_stays_as_it_is(tmp_path: Path):
    (tmp_path / "letter.txt").write_text("hello", encoding="utf-8")
    before = tree(tmp_path)
    for create in (True, False):
        with pytest.raises(LakeError, match="holds other things"):
            open_lake(tmp_path, create=create)
    assert tree(tmp_path) == before


def test_a_lake_that_another_process_is_making_is_one(tmp_path: Path):
    (tmp_path / f".{MARKER}.4711.tmp").write_text("{", encoding="utf-8")
    assert open_lake(tmp_path, create=True).path == tmp_path


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ('{"schema": 99}', "newer than the"),
        ('{"schema": 1}', "older than the 2 this version reads: simulate or replay its runs again"),
        ("", "damaged"),
        ("[]", "damaged"),
        ('{"schema": "2"}', "damaged"),
        ('{"schema": 0}', "damaged"),
        ('{"schema": true}', "damaged"),
        ("\xff", "damaged"),
    ],
)
def test_a_marker_that_cannot_be_read_is_refused(tmp_path: Path, marker: str, words: str):
    (tmp_path / MARKER).write_bytes(marker.encode("latin-1"))
    with pytest.raises(LakeError, match=words):
        open_lake(tmp_path, create=True)


def test_a_lake_that_cannot_be_made_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(LakeError, match="cannot be written: the disk is full"):
        open_lake(tmp_path / "a" / "b" / "lake", create=True)
    assert tree(tmp_path) == {}


# Manifests


def test_a_manifest_is_written_and_read_again(lake: Lake):
    manifest = lake.manifest("one")
    assert parse_manifest(manifest_text(manifest), Path("somewhere")) == manifest
    assert manifest.schema == SCHEMA_VERSION


def test_a_manifest_of_a_later_version_may_say_more(lake: Lake):
    document = json.loads(manifest_text(lake.manifest("one")))
    document["weather"] = "fine"
    assert parse_manifest(json.dumps(document), Path("somewhere")) == lake.manifest("one")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[:200], "damaged"),
        (lambda text: "{}", "damaged"),
        (lambda text: text.replace('"schema": 2', '"schema": 3'), "newer than the 2"),
        (lambda text: text.replace('"schema": 2', '"schema": 1'), "older than the 2"),
        (lambda text: text.replace('"rows"', '"rwos"'), "damaged"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_named(lake: Lake, change: object, words: str):
    path = lake.run_folder("one") / MANIFEST
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")  # pyright: ignore
    for command in (
        ["sql", "SELECT 1"],
        ["show", "one", 1, 1],
        ["question", "capot_rate"],
    ):
        assert_one_sentence(call(*command, "--lake", lake.path), str(path), words)
    assert call("drop", "one", "--lake", lake.path).status == 0


def test_a_text_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "text"
    write_whole(path, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            write_whole(path, "new")
    assert tree(tmp_path).keys() == {"text"}
    assert path.read_text(encoding="utf-8") == "old"


# Claims


def test_a_run_is_held_by_one_at_a_time(lake: Lake):
    with lake.claim("one") as manifest:
        assert manifest == lake.manifest("one")
        with pytest.raises(LakeError, match="written by another process"), lake.claim("one"):
            pass
        with lake.claim("two") as other:
            assert other is None
    with lake.claim("one"):
        pass
    assert lake.run_names() == ["one"]


def test_a_claim_of_a_free_name_leaves_nothing(lake: Lake):
    before = tree(lake.path)
    with lake.claim("two"):
        (lake.run_folder("two") / "deals-00000.parquet").write_text("x", encoding="utf-8")
    assert tree(lake.path) == before


def test_what_a_killed_process_left_in_a_run_is_removed(lake: Lake):
    before = tree(lake.path)
    for name in ("deals-00007.parquet", ".deals-00008.parquet.tmp", ".manifest.json.12.tmp"):
        (lake.run_folder("one") / name).write_text("x", encoding="utf-8")
    with lake.claim("one"):
        pass
    assert tree(lake.path) == before


def test_what_a_body_that_raised_left_is_removed(lake: Lake):
    before = tree(lake.path)

    def work() -> None:
        with lake.claim("one"):
            (lake.run_folder("one") / "games-x.parquet").write_text("x", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert tree(lake.path) == before


def test_a_name_no_run_can_have_is_refused(lake: Lake):
    before = tree(lake.path)
    for name in ("", "..", "../one", "a/b", ".x"):
        with pytest.raises(LakeError, match="cannot name a run"), lake.claim(name):
            pass
        with pytest.raises(LakeError, match="there is no run"):
            lake.manifest(name)
    assert tree(lake.path) == before


def test_a_run_dropped_while_its_name_is_claimed_anew_is_no_harm(lake: Lake):
    """Claims and drops of one name by two processes, again and again: no error but a refusal."""
    code = """
from belote.lake.manifest import LakeError, Manifest
from belote.lake.store import open_lake
lake = open_lake(sys.argv[1])
done = 0
for _ in range(150):
    try:
        with lake.claim("x"):
            folder = lake.run_folder("x")
            lake.save(Manifest("x", "simulated", "", "", "complete", 1, 1, 1, "litige", None))
            assert (folder / "manifest.json").exists()
        lake.drop("x")
        done += 1
    except LakeError as error:
        assert "written by another process" in str(error) or "no run 'x'" in str(error), error
print(done)
sys.exit(0)
"""
    done = [finish(one) for one in [start(lake.path, before=code) for _ in range(2)]]
    assert [(one.status, one.err) for one in done] == [(0, ""), (0, "")]
    assert sum(int(one.out) for one in done) > 0
    with lake.claim("y"):
        pass
    assert [path.name for path in lake.runs_folder.iterdir()] == ["run_id=one"]


# Dropping


def test_a_dropped_run_is_gone(lake: Lake):
    shutil.copytree(lake.run_folder("one"), lake.run_folder("two"))
    lake.save(replace(lake.manifest("one"), run_id="two"))
    before = tree(lake.run_folder("two"))
    assert call("drop", "one", "--lake", lake.path).out == "run one is removed\n"
    assert not lake.run_folder("one").exists()
    assert tree(lake.run_folder("two")) == before
    assert_one_sentence(call("drop", "one", "--lake", lake.path), "there is no run 'one'")


def test_wherever_dropping_dies_the_run_is_whole_or_gone(lake: Lake, tmp_path: Path):
    moments = dying(tmp_path, 1, "drop", "one")
    assert len(moments) > 4
    for moment in moments:
        died = open_lake(tmp_path / str(moment))
        rows = call(
            "sql", "SELECT count(*) AS n FROM deals", "--format", "json", "--lake", died.path
        )
        if died.run_names():
            assert call("check", "--lake", died.path).status == 0
            assert rows.rows() == [{"n": 50}]
        else:
            assert rows.rows() == [{"n": 0}]
        with died.claim("another"):  # whoever writes next removes what is left
            pass
        assert [p.name for p in died.runs_folder.iterdir()] in ([], ["run_id=one"])


def test_what_a_killed_process_left_can_be_dropped(lake: Lake):
    folder = lake.run_folder("killed")
    folder.mkdir()
    (folder / "deals-00000.parquet.part").write_bytes(b"PAR1")
    words = "what was left of run killed, which was never stored, is removed\n"
    assert call("drop", "killed", "--lake", lake.path).out == words
    assert not folder.exists()
    with lake.claim("held"):
        done = call("drop", "held", "--lake", lake.path)
        assert_one_sentence(done, "is being written by another process")
        assert lake.run_folder("held").exists()


# Reading


def test_a_run_that_may_not_be_looked_into_is_said_and_not_left_out(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
):
    shutil.copytree(lake.run_folder("one"), lake.run_folder("two"))
    stat = Path.stat

    def denied(path: Path, **options: bool) -> os.stat_result:
        if path.parent.name == "run_id=two":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, **options)

    monkeypatch.setattr(Path, "stat", denied)
    said = f"{lake.run_folder('two')} cannot be read: permission denied"
    for command in ("runs", "sql SELECT\t1", "check"):
        assert_one_sentence(call(*command.split(" "), "--lake", lake.path), said)
    with lake.claim("three"):  # which does not ask what others hold
        pass


def test_a_damaged_manifest_is_named_with_the_way_out(lake: Lake):
    shutil.copytree(lake.run_folder("one"), lake.run_folder("two"))
    path = lake.run_folder("two") / "manifest.json"
    path.write_text("{")
    said = f"{path} is damaged and cannot be read: 'belote drop two' removes the run"
    listed = call("runs", "--json", "--lake", lake.path)
    rows = [(row["run_id"], row["status"], row["deals"]) for row in listed.rows()]
    assert rows == [("one", "complete", 50), ("two", "unreadable", None)]
    assert (listed.status, listed.err) == (1, f"belote: {said}\n")
    assert_one_sentence(call("sql", COUNT, "--lake", lake.path), said)
    assert call("drop", "two", "--lake", lake.path).status == 0
    assert call("runs", "--lake", lake.path).status == 0


def test_readers_see_committed_runs_only(lake: Lake):
    folder = lake.run_folder("one")
    lake.run_folder("two").mkdir()
    shutil.copy(folder / "deals-00000.parquet", lake.run_folder("two"))
    shutil.copy(folder / "deals-00000.parquet", folder / "deals-00001.parquet")
    assert lake.run_names() == ["one"]
    done = call("sql", COUNT, "--format", "json", "--lake", lake.path)
    assert done.rows() == [{"n": 50}]


def test_a_part_of_a_run_is_read_as_if_it_were_all(lake: Lake):
    part = replace(lake.manifest("one"), files=())
    shown = replace(lake, shown=part)
    assert shown.manifests() == [part]
    assert (shown.run_names(), shown.manifest("one")) == (["one"], part)
    with pytest.raises(LakeError, match="there is no run 'two'"):
        shown.manifest("two")


def test_the_lakes_version_changes_with_every_commit(lake: Lake):
    seen = {lake.version()}
    lake.save(lake.manifest("one"))
    seen.add(lake.version())
    simulate(lake, Simulation(5, preset("litige"), seat_players("random"), name="two"))
    seen.add(lake.version())
    lake.drop("one")
    seen.add(lake.version())
    assert len(seen) == 4


def test_a_rule_set_the_run_does_not_know_is_refused(lake: Lake):
    manifest: Manifest = lake.manifest("one")
    assert manifest.rule_set("litige") == preset("litige")
    with pytest.raises(LakeError, match="does not know the rule set 'litige,target=9'"):
        manifest.rule_set("litige,target=9")


# Read-only disks


@pytest.fixture
def read_only(lake: Lake, tmp_path: Path) -> Iterator[Path]:
    """The lake on a disk that cannot be written, which permissions don't make for root."""
    folder = tmp_path / "read-only"
    shutil.copytree(lake.path, folder)
    mounts = [["--bind", str(folder), str(folder)], ["-o", "remount,ro,bind", str(folder)]]
    for words in mounts:
        done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"a file system cannot be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_lake_on_a_read_only_disk_is_read_and_not_written(read_only: Path):
    assert call("runs", "--lake", read_only).status == 0
    assert call("check", "--lake", read_only).status == 0
    assert call("show", "one", 1, 1, "--lake", read_only).status == 0
    for command in (
        ["simulate", "--deals", 5, "--players", "random"],
        ["drop", "one"],
        ["mark", "one", "--rules", "litige,target=7"],
    ):
        done = call(*command, "--lake", read_only)
        assert_one_sentence(done, str(read_only), "read-only file system")
    assert_one_sentence(
        call("simulate", "--deals", 5, "--players", "random", "--lake", read_only / "new"),
        "read-only file system",
    )
