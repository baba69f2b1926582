"""Records into a run of the lake: read, played again through the rules, and stored whole."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import BinaryIO

import numpy as np

import belote
from belote.compiled import kernels_are_cached
from belote.game.variants import PRESETS, Rules
from belote.lake.manifest import LONGEST_NAME, DataFile, LakeError, Manifest, check_run_name
from belote.lake.recorded import RecordedFiles, recorded_table
from belote.lake.rollups import can_be_rolled_up, rollup_rows, write_rollup
from belote.lake.store import Lake, reason
from belote.lake.streams import STANDARD, LineFile, Lines, open_lines, open_output
from belote.messages import Lang, say
from belote.records.batch import LONGEST_LINE, Batch, Refusal, read_batch
from belote.records.fault import RecordFault
from belote.runs.mark import mark_files
from belote.runs.plan import FEWEST, MOST_TABLES
from belote.runs.progress import Progress
from belote.runs.workers import Stopped, run_tasks, workers_asked

_KEPT = 1000
"""Bytes kept in the rejects of a line that is too long."""


@dataclass(frozen=True)
class Replay:
    """Which files to replay, and what to do with lines that are refused."""

    files: tuple[str, ...]
    """Paths; `STANDARD` for standard input."""
    name: str | None = None
    skip: bool = False
    """Leave refused lines out; without, the first one refuses everything."""
    rejects: Path | None = None
    """File of the refused lines, with ``skip``; `STANDARD` for standard output."""
    lang: Lang = "en"
    """Language of the reasons."""

    @property
    def run_id(self) -> str:
        """The run's name: the one given, or that of the first file."""
        return self.name if self.name is not None else run_name(self.files)


@dataclass
class Replayed:
    """What a replay did."""

    manifest: Manifest
    refused: int = 0
    """Lines."""
    unchanged: bool = False
    """The run was made of these files before."""
    fields: dict[str, int] = field(default_factory=dict[str, int])
    """Refused lines by the field at fault."""


def run_name(files: Sequence[str]) -> str:
    """The name of a run that was not given one."""
    name = Path(files[0]).name if files[0] != STANDARD else "stdin"
    stem = re.sub(r"(\.jsonl?|\.ndjson)?(\.gz|\.zst)?$", "", name)
    more = f"-and-{len(files) - 1}-more" if len(files) > 1 else ""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "_", stem).lstrip("._-") or "records"
    return stem[: LONGEST_NAME - len(more)] + more


def replay(
    lake: Lake,
    asked: Replay,
    *,
    standard_input: Callable[[], BinaryIO],
    workers: int | None = None,
    progress: Progress | None = None,
) -> Replayed:
    """Replay files of records into a run, which is there whole or not at all.

    A run made of the same files is left as it is. Raises `LakeError`, leaving the lake as it was:
    a line that is refused (unless ``skip``), a file that cannot be read, no deal at all, a run of
    that name made of other files, a full disk. The file of rejects is then as it was too, unless
    every line was read.
    """
    workers = workers_asked(workers)
    check_run_name(asked.run_id)
    _check_rejects(asked, standard_input)
    with lake.claim(asked.run_id) as found:
        if found is not None:
            return _again(lake, found, asked, standard_input)
        with _written(asked.run_id):
            return _Replayer(lake, asked, standard_input, progress or Progress()).run(workers)


def _check_rejects(asked: Replay, standard_input: Callable[[], BinaryIO]) -> None:
    """Raise `LakeError` where the rejects would take the place of what is read."""
    if asked.rejects is None or not asked.rejects.is_file():
        return
    there = asked.rejects.stat()
    for name in asked.files:
        try:
            found = os.stat(standard_input().fileno() if name == STANDARD else name)
        except OSError:  # nothing there, or no file of the system's
            continue
        if os.path.samestat(there, found):
            raise LakeError(f"{asked.rejects} is read: name another file for the rejects")


def _again(
    lake: Lake, found: Manifest, asked: Replay, standard_input: Callable[[], BinaryIO]
) -> Replayed:
    """A run of that name is there: nothing to do, or a mistake."""
    if found.sources:
        hashes = tuple(_sha256(name, standard_input) for name in asked.files)
        if hashes == found.sources:
            return Replayed(found, unchanged=True)
    raise LakeError(
        f"run {found.run_id!r} is already in {lake.path} and was not made of"
        f" {'this file' if len(asked.files) == 1 else 'these files'}: name another with --run"
    )


def _sha256(name: str, standard_input: Callable[[], BinaryIO]) -> str:
    try:
        if name == STANDARD:
            return _digest(standard_input())
        with Path(name).open("rb") as file:
            return _digest(file)
    except OSError as error:
        raise LakeError(f"{name} cannot be read: {reason(error)}") from None


def _digest(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while data := file.read(1 << 20):
        digest.update(data)
    return digest.hexdigest()


@dataclass
class _Task:
    """Some lines of a file, numbered in the order of all files."""

    number: int
    file: str
    lines: Lines


class _Tables:
    """The tables so far: their numbers, and the last deal of each."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._last_deal: list[int] = []
        self._open = 0
        """The table that the last deal was of."""

    def __len__(self) -> int:
        return len(self._numbers)

    def place(self, name: str, deals: np.ndarray) -> tuple[int, np.ndarray, np.ndarray, bool]:
        """Put consecutive deals at a table: (its number, which are refused, the deal each was
        compared with, whether the table had ended before)."""
        number = self._numbers.setdefault(name, len(self._numbers) + 1)
        if number > len(self._last_deal):
            self._last_deal.append(0)
        before = np.empty(len(deals), np.int64)
        highest = np.maximum.accumulate(deals)
        before[0] = self._last_deal[number - 1]
        before[1:] = np.maximum(highest[:-1], before[0])
        refused = deals <= before
        self._last_deal[number - 1] = int(max(before[0], highest[-1]))
        # A number further on is a new table, which may follow any other.
        comes_back = number < self._open
        self._open = max(self._open, number)
        return number, refused, before, comes_back


class _Replayer:
    """One replay into a run that is not there yet."""

    def __init__(
        self,
        lake: Lake,
        asked: Replay,
        standard_input: Callable[[], BinaryIO],
        progress: Progress,
    ) -> None:
        self.lake = lake
        self.asked = asked
        self.standard_input = standard_input
        self.progress = progress
        self.folder = lake.run_folder(asked.run_id)
        self.tables = _Tables()
        self.rule_sets: dict[str, Rules] = {}
        self.auction: str | None = None
        self.kinds: set[str] = set()
        self.files = RecordedFiles(self.folder, self.rule_sets, FEWEST)
        self.sources: list[str] = []
        self.rows = 0
        self.refused: dict[str, int] = {}
        self._next = 0
        self._early: dict[int, tuple[_Task, Batch]] = {}
        self._failed = False
        self._rejects: BinaryIO | None = None

    def run(self, workers: int) -> Replayed:
        """Everything; raises `LakeError` or OSError with nothing committed."""
        if not kernels_are_cached("_judge"):
            self.progress.say("compiling the kernels, once on this machine (10 to 20 seconds)")
        manifest = None
        with _rejects_file(self.asked.rejects) as self._rejects, _written(self.asked.run_id):
            run_tasks(self._tasks(), _read, self._done, workers)
            if self.rows:
                deals = self.files.finish()
                manifest = self._manifest(deals, self._with_marks(deals, workers))
        if manifest is None:  # the rejects tell why
            raise LakeError(f"{' and '.join(self.asked.files)}: there is no good deal in it")
        self.lake.save(manifest)
        return Replayed(manifest, sum(self.refused.values()), fields=self.refused)

    # Reading

    def _tasks(self) -> Iterator[_Task]:
        number = 0
        for name in self.asked.files:
            with ExitStack() as stack:
                if name == STANDARD:
                    file = LineFile(self.standard_input(), name)
                else:
                    file = stack.enter_context(open_lines(Path(name)))
                for lines in file.lines(LONGEST_LINE):
                    yield _Task(number, name, lines)
                    number += 1
                self.sources.append(file.sha256)

    def _done(self, result: tuple[_Task, Batch]) -> None:
        """Take batches in the order of their lines, whichever is read first."""
        if self._failed:
            return
        self._early[result[0].number] = result
        while self._next in self._early:
            task, batch = self._early.pop(self._next)
            self._next += 1
            try:
                self._take(task.file, batch)
            except BaseException:
                self._failed = True
                raise

    def _take(self, file: str, batch: Batch) -> None:
        """Store the good deals of a batch, refuse the others."""
        batch, others = self._of_one_auction(batch)
        table_no, late, comes_back = self._place(batch)
        refusals = sorted([*batch.refusals, *others, *late], key=lambda refusal: refusal.line)
        for refusal in refusals:
            self._refuse(file, refusal)
        self.rule_sets.update(batch.rule_sets)
        values = batch.numbers | {"table_no": table_no}
        deals = recorded_table(values, batch.nulls, batch.words, batch.calls)
        if late:
            kept = np.ones(batch.rows, np.bool_)
            kept[np.searchsorted(batch.lines, [refusal.line for refusal in late])] = False
            deals = deals.take(np.flatnonzero(kept))
        if deals.num_rows:
            kinds = batch.words["kind"]
            self.kinds |= {kinds.values[place] for place in np.unique(kinds.places).tolist()}
            self.files.add(deals, comes_back)
            self.rows += deals.num_rows
        self.progress.advance(batch.rows)

    def _of_one_auction(self, batch: Batch) -> tuple[Batch, list[Refusal]]:
        """The deals of the run's auction, which is that of its first deal; the others, refused."""
        places, names = batch.words["rules"]
        auctions = {name: rules.auction for name, rules in batch.rule_sets.items()}
        if batch.rows and self.auction is None:
            self.auction = auctions[names[int(places[0])]]
        if all(auction == self.auction for auction in auctions.values()):
            return batch, []
        fits = [auctions.get(name) == self.auction for name in names]
        keep = np.array(fits, np.bool_)[places]
        refusals: list[Refusal] = []
        for row in np.flatnonzero(~keep).tolist():
            other, line = auctions[names[int(places[row])]], int(batch.lines[row])
            fault = RecordFault("rules", "other_auction", auction=other, first=self.auction)
            refusals.append(Refusal(line, fault, batch.text_of(line)))
        return batch.only(np.flatnonzero(keep)), refusals

    def _place(self, batch: Batch) -> tuple[np.ndarray, list[Refusal], bool]:
        """(numbers of the tables, deals that come twice or too late, whether a table came back)."""
        places, names = batch.words["table_id"]
        deal_no = batch.numbers["deal_no"].astype(np.int64)
        table_no = np.zeros(batch.rows, np.uint32)
        late: list[Refusal] = []
        any_back = False
        if not batch.rows:
            return table_no, late, any_back
        starts = np.flatnonzero(np.diff(places, prepend=-1))
        for start, end in zip(starts.tolist(), [*starts[1:].tolist(), batch.rows], strict=True):
            name = names[int(places[start])]
            number, refused, before, back = self.tables.place(name, deal_no[start:end])
            table_no[start:end] = number
            any_back = any_back or back
            for row in np.flatnonzero(refused).tolist():
                late.append(_late(batch, start + row, name, int(before[row])))
        if len(self.tables) > MOST_TABLES:
            raise LakeError(f"there are more than {MOST_TABLES:,} tables")
        return table_no, late, any_back

    def _refuse(self, file: str, refusal: Refusal) -> None:
        fault = refusal.fault
        why = fault.reason(self.asked.lang)
        if not self.asked.skip:
            place = {"file": file, "line": refusal.line, "field": fault.field, "reason": why}
            raise LakeError(say(self.asked.lang, "replay.refused", **place))
        self.refused[fault.field] = self.refused.get(fault.field, 0) + 1
        if self._rejects is None:
            return
        text = refusal.text[:_KEPT] if fault.message == "too_long" else refusal.text
        row = {"file": file, "line": refusal.line, "field": fault.field, "reason": why}
        row["text"] = text.decode("utf-8", "surrogateescape")
        line = json.dumps(row, ensure_ascii=not _is_utf8(text)) + "\n"
        try:
            self._rejects.write(line.encode())
        except OSError as error:
            raise _unwritable(self.asked.rejects, error) from None

    # Completing

    def _with_marks(self, deals: list[DataFile], workers: int) -> list[DataFile]:
        """The games, held points and, where it can be made, the rollup of the run's files."""
        sets = self._marked()
        auction = sets[0].auction
        counted = all(can_be_rolled_up(self.folder / file.name, auction) for file in deals)
        files, rollup = mark_files(
            self.folder, deals, sets, "presets", counted, workers, Progress()
        )
        if rollup is not None:
            rows = rollup_rows(rollup, marks_only=False)
            path = self.folder / "counts-presets.parquet"
            files.append(write_rollup(rows, [r.name for r in sets], path, len(self.tables)))
        return files

    def _marked(self) -> list[Rules]:
        """The rule sets a run is marked under: its auction's presets, and those of its deals."""
        own = [rules for name, rules in sorted(self.rule_sets.items()) if name not in PRESETS]
        return [*(r for r in PRESETS.values() if r.auction == self.auction), *own]

    def _manifest(self, deals: list[DataFile], files: list[DataFile]) -> Manifest:
        sets = self._marked()
        return Manifest(
            run_id=self.asked.run_id,
            kind="scored" if self.kinds == {"scored"} else "replayed",
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            version=belote.__version__,
            status="complete",
            seed=None,
            deals=self.rows,
            tables=len(self.tables),
            rules=next(iter(self.rule_sets)) if len(self.rule_sets) == 1 else "mixed",
            players=None,
            rule_sets={rules.name: rules.values() for rules in sets},
            marked=tuple(rules.name for rules in sets),
            files=(*deals, *files),
            sources=tuple(self.sources),
        )


def _read(task: _Task, stop: Event) -> tuple[_Task, Batch]:
    if stop.is_set():
        raise Stopped
    return task, read_batch(task.lines.text, task.lines.ends, task.lines.first_line)


def _late(batch: Batch, row: int, table: str, last: int) -> Refusal:
    """The refusal of a deal whose number is not above the one before at its table."""
    line, deal = int(batch.lines[row]), int(batch.numbers["deal_no"][row])
    message = "deal_twice" if deal == last else "out_of_order"
    fault = RecordFault("deal", message, deal=deal, table=table, last=last)
    return Refusal(line, fault, batch.text_of(line))


@contextmanager
def _written(run_id: str) -> Generator[None]:
    """A run is being written: an OSError is of its files."""
    try:
        yield
    except OSError as error:
        raise LakeError(f"run {run_id!r} could not be written: {reason(error)}") from None


@contextmanager
def _rejects_file(path: Path | None) -> Generator[BinaryIO | None]:
    """Where rejects are written, if anywhere; raises `LakeError`."""
    try:
        with open_output(path) if path is not None else nullcontext() as out:
            yield out
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(rejects: Path | None, error: OSError) -> LakeError:
    name = "standard output" if str(rejects) == STANDARD else rejects
    return LakeError(f"{name} cannot be written: {reason(error)}")


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
