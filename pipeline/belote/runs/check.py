"""Is a run what its manifest says? Files, counts, every deal played again, games, and checks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from belote.game.auction import LONGEST_AUCTION
from belote.game.columns import NOBODY, CoincheColumns, Columns
from belote.game.legality import play_rules
from belote.game.replay import (
    FAULTS,
    FULL_PACK,
    Known,
    everything_known,
    first_coinche_faults,
    first_faults,
)
from belote.lake.content import ContentHash
from belote.lake.files import (
    Array,
    Table,
    as_numbers,
    as_texts,
    byte_fault,
    is_one_of,
    numbers,
    read_groups,
    words_called,
)
from belote.lake.folds import FOLDED_KINDS, fold_fault, read_stream
from belote.lake.manifest import DataFile, LakeError, Manifest
from belote.lake.questions import checks, violations
from belote.lake.recorded import cancelled_fault
from belote.lake.rollups import Rollup, roll_up, rollup_fault
from belote.lake.store import Lake
from belote.lake.stored import STORED_DEALS
from belote.lake.warehouse import QueryError, Warehouse
from belote.messages import count
from belote.runs.progress import Progress

MOST_NAMED = 10
"""Faulty deals named one by one in each file; the rest are counted."""

PART = 400_000
"""Deals that the queries of ``sql/checks`` are asked of at a time, in whole files."""

_NULL = {"taker": NOBODY, "trump": NOBODY, "turned": NOBODY}


@dataclass
class Verdict:
    """What a check found in one run."""

    run_id: str
    complete: bool = False
    """False for an unfinished run, or one whose manifest cannot be read."""
    deals: int = 0
    """Deals read."""
    rows: bool = True
    """False for a run that keeps only its counts."""
    checksum: str | None = None
    """Over the content; None where something is wrong, or there are not all rows."""
    faults: list[str] = field(default_factory=list[str])

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def lines(self) -> list[str]:
        """For people: the verdict, then the checksum and every fault."""
        unfinished = "" if self.complete else " (unfinished)"
        sound = "sound" if self.sound else "NOT SOUND"
        content = [] if self.checksum is None else [f"content {self.checksum}"]
        deals = count("en", self.deals, "deal") if self.rows else "counts only"
        return [f"{self.run_id}: {deals}{unfinished}, {sound}", *content, *self.faults]

    def as_dict(self) -> dict[str, object]:
        """For JSON: run, complete, deals, sound, checksum, faults."""
        return {
            "run": self.run_id,
            "complete": self.complete,
            "deals": self.deals,
            "sound": self.sound,
            "checksum": self.checksum,
            "faults": self.faults,
        }


def check_run(lake: Lake, run_id: str, progress: Progress | None = None) -> Verdict:
    """Verify a run: its files' sizes and checksums, its counts, every deal by replay, its games
    by folding again, and where nothing is wrong so far, the queries of ``sql/checks``.

    An unfinished run is checked as far as it is committed, without the queries; of one that keeps
    only its counts, nothing but the file is left to be checked. Faults are
    returned as sentences, not raised, those of a manifest that cannot be read among them; raises
    `LakeError` only where the run is unknown. Holds a part of the run in memory, never all.
    """
    if run_id not in lake.run_names():
        raise lake.no_such_run(run_id)
    try:
        manifest = lake.manifest(run_id)
    except LakeError as error:
        return Verdict(run_id, faults=[str(error)])
    return _Check(lake, manifest, progress or Progress()).verdict()


def is_not_scored(deals: Table) -> Array:
    """The deals (a column of truths) that are more than a line of a score sheet."""
    return numbers(~is_one_of(deals["kind"], ["scored"]))


def known_of(deals: Table, *, everything: bool) -> Known:
    """What is known of stored deals; with ``everything`` a card that is not is no excuse."""
    if everything:
        return everything_known(deals.num_rows)
    return Known(
        as_numbers(deals["turned"], NOBODY) != NOBODY,
        as_numbers(deals["first_mask"], 0) != 0,
        as_numbers(deals["played_mask"], int(FULL_PACK)),
        as_numbers(deals["belote_said"], 1) != 0,
    )


def _columns_of(deals: Table, rows: np.ndarray, *, coinche: bool) -> Columns | CoincheColumns:
    """Some rows of stored deals of one auction, as they are replayed."""
    kind = CoincheColumns if coinche else Columns
    found = {
        name: as_numbers(deals[name], _NULL.get(name, 0))[rows]
        for name in kind._fields
        if name != "calls"
    }
    if coinche:
        return CoincheColumns(**found, calls=words_called(deals["calls"], LONGEST_AUCTION)[rows])
    return Columns(**found)


class _Check:
    """One check of one run."""

    def __init__(self, lake: Lake, manifest: Manifest, progress: Progress) -> None:
        self.lake = lake
        self.folder = lake.run_folder(manifest.run_id)
        self.manifest = manifest
        self.progress = progress
        self.content = ContentHash()
        self.complete = manifest.status == "complete"
        rows = manifest.keeps != "counts"
        self.found = Verdict(manifest.run_id, self.complete, rows=rows)

    def verdict(self) -> Verdict:
        """Everything, file after file."""
        self.progress.start(self.manifest.committed_deals, 0)
        intact = {file.name for file in self.manifest.files if self._is_intact(file)}
        for deals in self.manifest.of_kind("deals"):
            if deals.name in intact:
                self._check_deals(deals)
        for deals in self.manifest.of_kind("deals"):
            if deals.name in intact:
                self._check_folds(deals, intact)
        self._check_layout()
        self._check_counts(intact)
        if self.complete and self.found.sound:
            for part in self._parts():
                self._ask_checks(part)
        if self.complete and self.found.sound and self.manifest.keeps != "counts":
            self.found.checksum = self.content.hexdigest()
        return self.found

    def _fault(self, sentence: str) -> None:
        self.found.faults.append(sentence)

    def _is_intact(self, file: DataFile) -> bool:
        fault = byte_fault(self.folder / file.name, file)
        if fault is not None:
            self._fault(fault)
        return fault is None

    def _check_deals(self, file: DataFile) -> None:
        """The rows of a deals file: how many, in order, and each by replay."""
        path = self.folder / file.name
        rows = faulty = 0
        last = file.first_table, 0
        try:
            for group in read_groups(path, [column.name for column in STORED_DEALS]):
                self.content.add(group)
                rows += group.num_rows
                self.found.deals += group.num_rows
                if (fault := self._order_fault(group, last)) is not None:
                    self._fault(f"{path}: {fault}")
                last = group["table_no"][-1].as_py(), group["deal_no"][-1].as_py()
                for table_no, deal_no, fault in self._faulty_deals(group):
                    faulty += 1
                    if faulty <= MOST_NAMED:
                        self._fault(f"{path}: table {table_no}, deal {deal_no}: {fault}")
                self.progress.advance(group.num_rows)
        except LakeError as error:
            self._fault(str(error))
            return
        if faulty > MOST_NAMED:
            self._fault(f"{path}: {faulty - MOST_NAMED} more deals are faulty")
        if rows != file.rows:
            self._fault(f"{path} has {rows} deals; the manifest says {file.rows}")
        if last[0] != file.last_table:
            self._fault(f"{path} ends with table {last[0]}; the manifest says {file.last_table}")

    def _order_fault(self, group: Table, last: tuple[int, int]) -> str | None:
        """Whether tables and deals follow each other after the last key seen.

        At simulated tables both are numbered without a gap, elsewhere they only ascend.
        """
        table_no = as_numbers(group["table_no"], 0).astype(np.int64)
        deal_no = as_numbers(group["deal_no"], 0).astype(np.int64)
        new_table = np.diff(table_no, prepend=last[0])
        next_deal = np.diff(deal_no, prepend=last[1])
        if self.manifest.kind == "simulated":
            same, next_table = next_deal == 1, (new_table == 1) & (deal_no == 1)
        else:
            same, next_table = next_deal > 0, new_table > 0
        wrong = np.flatnonzero(~(((new_table == 0) & same) | next_table))
        if not len(wrong):
            return None
        key = f"table {table_no[wrong[0]]}, deal {deal_no[wrong[0]]}"
        return f"{key} does not follow the deal before it"

    def _faulty_deals(self, group: Table) -> Iterator[tuple[int, int, str]]:
        """Table, deal and fault of every deal that does not replay, each under its own rules."""
        group = group.filter(is_not_scored(group))  # a score sheet has no cards to play
        known = known_of(group, everything=self.manifest.kind == "simulated")
        rules_column = as_texts(group["rules"])
        for name in rules_column.unique().to_pylist():
            rows = np.flatnonzero(is_one_of(rules_column, [name]))
            rules = self.manifest.rule_set(name)
            part = _columns_of(group, rows, coinche=rules.auction == "coinche")
            part_known = Known(*(column[rows] for column in known))
            faults = np.empty(len(rows), np.uint8)
            judge = first_coinche_faults if isinstance(part, CoincheColumns) else first_faults
            judge(part, part_known, play_rules(rules), faults)
            for row in np.flatnonzero(faults):
                yield int(part.table_no[row]), int(part.deal_no[row]), FAULTS[faults[row]]

    def _check_folds(self, deals: DataFile, intact: Iterable[str]) -> None:
        """The games and held points beside a deals file, folded again."""
        files = [
            file
            for kind in FOLDED_KINDS
            for file in self.manifest.of_kind(kind)
            if file.first_table == deals.first_table and file.name in intact
        ]
        try:
            path = self.folder / deals.name
            rules = {name: self.manifest.rule_set(name) for name in self.manifest.rule_sets}
            if (fault := cancelled_fault(path, rules)) is not None:
                self._fault(fault)
            stream = read_stream(path)
            for file in files:
                rule_sets = [self.manifest.rule_set(name) for name in file.rules]
                fault = fold_fault(stream, rule_sets, file, self.folder / file.name)
                if fault is not None:
                    self._fault(fault)
        except LakeError as error:
            self._fault(str(error))

    def _check_counts(self, intact: Collection[str]) -> None:
        """The rollup of a complete run, counted again from all of its deals, if it keeps them."""
        files = [f for f in self.manifest.of_kind("counts") if f.name in intact]
        deals, games = self.manifest.of_kind("deals"), self.manifest.of_kind("games")
        rows = {f.name for f in (*deals, *games)}
        if not files or not rows <= set(intact) or self.manifest.keeps == "counts":
            return
        rule_sets = [self.manifest.rule_set(name) for name in self.manifest.marked]
        rollup = Rollup(rule_sets)
        try:
            for file in deals:
                rollup.merge(roll_up(self.folder / file.name, rule_sets))
            rollup.add_games(self.folder, self.manifest.files)
            for file in files:
                fault = rollup_fault(rollup, file, self.folder / file.name)
                if fault is not None:
                    self._fault(fault)
        except LakeError as error:
            self._fault(str(error))

    def _check_layout(self) -> None:
        """That a complete run holds every table once, and its games under every rule set."""
        if not self.complete or self.manifest.keeps == "counts":
            return
        run = f"run {self.manifest.run_id!r}"
        deals = self.manifest.of_kind("deals")
        next_table = 1
        for first, last in [(f.first_table, f.last_table) for f in deals]:
            if first != next_table:
                self._fault(f"{run} has a file of tables {first} to {last}, not from {next_table}")
            next_table = last + 1
        if next_table != self.manifest.tables + 1:
            self._fault(f"{run} ends with table {next_table - 1}, not {self.manifest.tables}")
        if self.manifest.committed_deals != self.manifest.deals:
            self._fault(
                f"{run} says {self.manifest.deals} deals; its files have"
                f" {self.manifest.committed_deals}"
            )
        wanted = {(rules, f.first_table) for rules in self.manifest.marked for f in deals}
        for kind in FOLDED_KINDS:
            files = self.manifest.of_kind(kind)
            missing = wanted - {(rules, f.first_table) for f in files for rules in f.rules}
            if missing:
                rules, table = min(missing)
                self._fault(f"{run} has no {kind} under {rules} from table {table} on")

    def _parts(self) -> Iterator[Manifest]:
        """The run in parts of whole files, so that queries over one fit in memory."""
        part: list[DataFile] = []
        for deals in self.manifest.of_kind("deals"):
            part.append(deals)
            if sum(file.rows for file in part) >= PART:
                yield self._part(part)
                part = []
        if part:
            yield self._part(part)

    def _part(self, deals: list[DataFile]) -> Manifest:
        tables = range(deals[0].first_table, deals[-1].last_table + 1)
        return replace(
            self.manifest,
            deals=sum(file.rows for file in deals),
            tables=len(tables),
            files=tuple(f for f in self.manifest.files if f.first_table in tables),
        )

    def _ask_checks(self, part: Manifest) -> None:
        """The queries of ``sql/checks``, over a part of the run."""
        warehouse = Warehouse(replace(self.lake, shown=part))
        try:
            for check in checks():
                found = violations(warehouse, check.name, part.run_id)
                if len(found):
                    first = ", ".join(f"{k} {v}" for k, v in found.row(0, named=True).items())
                    self._fault(f"{check.name}: {check.question} {len(found)}, the first: {first}")
        except QueryError as error:
            self._fault(str(error))
        finally:
            warehouse.close()
