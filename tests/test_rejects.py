"""The file of refused lines: never in place of an input, whole or as it was, and never lost."""

from __future__ import annotations

import errno
import gzip
import json
import os
from pathlib import Path

import pytest

from belote.lake.manifest import Manifest
from belote.lake.store import Lake
from commands import Done, assert_one_sentence, call, finish, start
from recorded import lines, records, table

BAD = b'{"format":"no"}\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two good lines and a bad one between them."""
    path = tmp_path / "in.jsonl"
    good = [lines([record]) for record in records()[:2]]
    path.write_bytes(good[0] + BAD + good[1])
    return path


def skipping(file: Path, rejects: object, *more: object) -> Done:
    lake = file.parent / "lake"
    words = ["--on-error", "skip", "--rejects", rejects, "--lake", lake, "-q"]
    return call("replay", file, *more, *words)


def test_the_rejects_never_take_the_place_of_an_input(file: Path):
    before = file.read_bytes()
    folder = file.parent
    (folder / "x").mkdir()
    (folder / "symbolic").symlink_to(file)
    (folder / "hard").hardlink_to(file)
    for name in ("in.jsonl", "symbolic", "hard", "x/../in.jsonl"):
        assert_one_sentence(skipping(file, folder / name), name, "name another file")
        assert file.read_bytes() == before
    other = folder / "other.jsonl"
    other.write_bytes(lines(table("other", 2)))
    assert_one_sentence(skipping(other, file, file), "in.jsonl is read")
    words = ["replay", "-", "--on-error", "skip", "--rejects", file, "--lake", folder / "lake"]
    with file.open() as standard_input:
        assert_one_sentence(finish(start(*words, stdin=standard_input)), "in.jsonl is read")
    assert file.read_bytes() == before
    assert not (folder / "lake" / "runs").exists()


def test_a_replay_that_fails_leaves_the_rejects_that_were_there(file: Path):
    rejects = file.parent / "rejects.jsonl"
    rejects.write_text("before")
    done = skipping(file, rejects, file.parent / "missing.jsonl")
    assert_one_sentence(done, "missing.jsonl cannot be read")
    assert rejects.read_text() == "before"
    assert not list(file.parent.glob(".rejects*"))


def test_where_every_line_is_refused_the_rejects_tell_why(tmp_path: Path):
    bad, rejects = tmp_path / "bad.jsonl", tmp_path / "rejects.jsonl"
    bad.write_bytes(BAD)
    assert_one_sentence(skipping(bad, rejects), "no good deal")
    assert json.loads(rejects.read_text())["text"].encode() == BAD[:-1]


def test_rejects_are_compressed_as_their_name_says(file: Path):
    assert skipping(file, file.parent / "rejects.jsonl.gz").status == 1
    data = gzip.decompress((file.parent / "rejects.jsonl.gz").read_bytes())
    assert json.loads(data)["line"] == 2


def test_rejects_go_to_standard_output_and_the_summary_then_does_not(file: Path):
    words = ["--on-error", "skip", "--rejects", "-", "--lake", file.parent / "lake"]
    done = call("replay", file, *words)
    assert json.loads(done.out)["line"] == 2
    assert "1 line refused" in done.err
    assert not Path("-").exists()


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_rejects_that_nobody_reads_store_nothing(file: Path, name: str):
    reader, writer = os.pipe()
    os.close(reader)
    lake = file.parent / "lake"
    words = ["replay", file, "--on-error", "skip", "--rejects", name, "--lake", lake, "-q"]
    process = start(*words, stdout=writer)
    os.close(writer)
    done = finish(process)
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert "cannot be written: broken pipe" in done.err
    assert not list((lake / "runs").iterdir())


def test_a_fault_of_the_rejects_names_them_and_not_the_run(file: Path):
    folder = file.parent
    assert_one_sentence(skipping(file, folder / "none" / "r.jsonl"), "r.jsonl cannot be written")
    assert_one_sentence(skipping(file, folder), f"{folder} cannot be written")
    if Path("/dev/full").exists():
        assert_one_sentence(skipping(file, "/dev/full"), "/dev/full cannot be written", "full")
    assert not list((folder / "lake" / "runs").iterdir())


def test_a_fault_of_the_run_names_the_run_and_not_the_rejects(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(lake: Lake, manifest: Manifest) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(Lake, "save", full)
    done = skipping(file, file.parent / "r.jsonl")
    assert_one_sentence(done, "run 'in' could not be written: the disk is full")
