"""A disk that is full while a run is written, really: a small file system of its own."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import (
    SMALL_FILES,
    assert_one_sentence,
    call,
    committed,
    content,
    finish,
    start,
    tree,
    unnamed_files,
)

SMALL = SMALL_FILES.format(deals=1000)
RUN = ("simulate", "--deals", 20_000, "--players", "random", "--run", "one", "--quiet")


def mount(options: str, folder: Path) -> None:
    words = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"a file system cannot be mounted here: {done.stderr.strip()}")


@pytest.fixture(autouse=True)
def without_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks without the queries of ``sql/checks``, to be quick."""
    monkeypatch.setattr("belote.runs.check.checks", list)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 600 kB: room for a few files of the run."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("size=600k", folder)
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of a thousand deals in this process too."""
    monkeypatch.setattr("belote.runs.plan.FEWEST", 1000)
    monkeypatch.setattr("belote.runs.plan.MOST", 1000)


def test_what_is_committed_stays_and_the_run_goes_on_when_there_is_space(
    small_disk: Path, tmp_path: Path, small_files: None
):
    lake = small_disk / "lake"
    full = finish(start(*RUN, "--lake", lake, before=SMALL))
    assert_one_sentence(full, "run 'one' stopped with", "of 20,000 deals committed", "disk is full")
    before = committed(lake, "one")
    assert 0 < before < 20
    assert unnamed_files(lake, "one") == set()
    assert call("check", "--lake", lake).status == 0
    again = call(*RUN, "--lake", lake, "--resume")
    assert_one_sentence(again, "the disk is full; --resume goes on")
    assert committed(lake, "one") >= before
    assert unnamed_files(lake, "one") == set()
    subprocess.run(["mount", "-o", "remount,size=20m", str(small_disk)], check=True)
    assert call(*RUN, "--lake", lake, "--resume") == (0, "", "")
    call(*RUN, "--lake", tmp_path / "other")
    assert content(lake, "one") == content(tmp_path / "other", "one")


def test_a_run_with_nothing_committed_leaves_no_trace(small_disk: Path, small_files: None):
    lake = small_disk / "lake"
    call("simulate", "--deals", 1, "--players", "random", "--run", "first", "--lake", lake, "-q")
    ballast = small_disk / "ballast"
    before = tree(lake)
    for kilobytes in (0, 4, 12, 24, 48):
        fill(ballast, small_disk, kilobytes)
        assert_one_sentence(call(*RUN, "--lake", lake), "the disk is full")
        assert tree(lake) == before
    fill(ballast, small_disk, 0)
    assert_one_sentence(call(*RUN, "--lake", small_disk / "new"), "the disk is full")
    assert not (small_disk / "new").exists()
    marked = call("mark", "first", "--rules", "litige,target=9", "--lake", lake)
    assert_one_sentence(marked, "run 'first' could not be marked: the disk is full")
    assert tree(lake) == before


def fill(ballast: Path, disk: Path, kilobytes_left: int) -> None:
    """Fill the disk but for so many kB."""
    ballast.unlink(missing_ok=True)
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            file.truncate(max(0, file.tell() - 1024 * kilobytes_left))


def test_rows_that_do_not_fit_leave_the_old_output(small_disk: Path):
    lake = small_disk / "lake"
    call("simulate", "--deals", 1, "--players", "random", "--run", "first", "--lake", lake, "-q")
    output = small_disk / "rows.csv"
    output.write_text("old\n", encoding="utf-8")
    before = tree(small_disk)
    for form in ("csv", "json", "table", "parquet"):
        query = "SELECT random() AS a FROM range(100000)"
        done = call("sql", query, "--lake", lake, "--format", form, "-o", output)
        assert_one_sentence(done, f"{output} cannot be written: the disk is full")
        assert tree(small_disk) == before


@pytest.mark.parametrize(("limit", "committed_files"), [(10_000, 0), (28_000, 5)])
def test_a_file_that_may_not_grow_is_as_a_full_disk(
    tmp_path: Path, limit: int, committed_files: int
):
    """Where nothing can be mounted, a limit on the size of files stands in: data, then manifest."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    words = [*RUN, "--deals", 50_000, "--tables", 100]
    before = SMALL_FILES.format(deals=500)
    done = finish(start(*words, "--lake", tmp_path / "lake", before=before, preexec_fn=limited))
    assert_one_sentence(done, "run 'one'", "file too large")
    assert committed(tmp_path / "lake", "one") >= committed_files
    if committed_files:
        assert unnamed_files(tmp_path / "lake", "one") == set()
        assert call("check", "one", "--lake", tmp_path / "lake").status == 0
    else:
        assert list((tmp_path / "lake" / "runs").iterdir()) == []
