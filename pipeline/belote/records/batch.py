"""Lines in bulk: read, judged, and given as the columns that the lake stores."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from belote.game.columns import NOBODY
from belote.game.variants import Rules
from belote.records.broken import fault_of
from belote.records.draft import (
    AT,
    EXTRA,
    MISSING,
    PLAYERS,
    RULES,
    STATUSES,
    TABLE,
    Scanned,
    new_drafts,
    of_auction,
    same_as_before,
)
from belote.records.fault import RECORD, RecordFault, shown
from belote.records.judge import Judged, judge, new_judged
from belote.records.judge_coinche import judge_coinche
from belote.records.line import (
    DEAL_FIELDS,
    DEAL_FORMAT,
    NOT_IN_NAMES,
    SCORE_FORMAT,
    Texts,
    extra_of,
    parse_json,
    read_deal,
    required,
    rules_of,
    time_of,
)
from belote.records.plays import FULL, UNKNOWN, UNKNOWN_ANNONCES
from belote.records.scan import scan_lines
from belote.records.score import Score, read_score

LONGEST_LINE = 1 << 20
"""Bytes of a line; a longer one is refused."""

WORDS = (
    "table_id", "kind", "rules", "status", "player_0", "player_1", "player_2", "player_3", "extra",
)  # fmt: skip


class Coded(NamedTuple):
    """A column of texts: places in a list, -1 where there is none."""

    places: np.ndarray
    values: list[str]


class Refusal(NamedTuple):
    """A line that is refused."""

    line: int
    """Its number in its file, from 1."""
    fault: RecordFault
    text: bytes


class Batch(NamedTuple):
    """The good deals of some consecutive lines, and what was refused of them."""

    rows: int
    lines: np.ndarray
    """int64: number of each deal's line in its file."""
    numbers: dict[str, np.ndarray]
    """Stored columns of numbers by name; ``at`` is microseconds since 1970, UTC."""
    nulls: dict[str, np.ndarray]
    """By the same names, where a number is not known."""
    words: dict[str, Coded]
    """Stored columns of texts by name."""
    rule_sets: dict[str, Rules]
    """Every rule set of its deals by name."""
    refusals: list[Refusal]
    text_of: Callable[[int], bytes]
    """The line with that number, as it is."""
    calls: list[bytes | None] | None = None
    """What was said at coinche, a byte a word; None where no deal is of coinche."""

    def only(self, rows: np.ndarray) -> Batch:
        """Some of the deals, in order; what was refused stays."""
        words = {name: Coded(c.places[rows], c.values) for name, c in self.words.items()}
        found: list[int] = np.unique(words["rules"].places).tolist()
        used = {words["rules"].values[place] for place in found}
        return self._replace(
            rows=len(rows),
            lines=self.lines[rows],
            numbers={name: column[rows] for name, column in self.numbers.items()},
            nulls={name: column[rows] for name, column in self.nulls.items()},
            words=words,
            rule_sets={name: rules for name, rules in self.rule_sets.items() if name in used},
            calls=None if self.calls is None else [self.calls[row] for row in rows.tolist()],
        )


class _Column:
    """A column of texts while it is filled."""

    def __init__(self, rows: int) -> None:
        self.places = np.full(rows, -1, np.int32)
        self.numbers: dict[str, int] = {}
        self.values: list[str] = []

    def number(self, value: str | None) -> int:
        """The place of a text, a new one where it is new."""
        if value is None:
            return -1
        place = self.numbers.setdefault(value, len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return place


def at_text(microseconds: int) -> str:
    """A time as it is written: UTC, whole seconds where it has no part of one."""
    text = str(np.datetime64(microseconds, "us"))
    return f"{text.removesuffix('.000000')}Z"


def extra_text(extra: dict[str, Any]) -> str:
    """What a record holds beyond the other columns, as it is stored."""
    return json.dumps(extra, ensure_ascii=False, separators=(",", ":"))


class _Reader:
    """Reads one buffer of lines."""

    def __init__(self, text: bytes, ends: np.ndarray, first_line: int) -> None:
        rows = len(ends)
        self.text, self.ends, self.first_line, self.rows = text, ends, first_line, rows
        self.bytes = np.frombuffer(text, np.uint8)
        self.words = {name: _Column(rows) for name in WORDS}
        self.at = np.zeros(rows, np.int64)
        self.has_at = np.zeros(rows, np.bool_)
        self.good = np.ones(rows, np.bool_)
        self.faults: dict[int, RecordFault] = {}
        self.rule_sets: dict[str, Rules] = {}
        self.scores: dict[int, Score] = {}
        self.scanned: Scanned

    def line(self, row: int) -> bytes:
        """The bytes of a line."""
        begin = 0 if row == 0 else int(self.ends[row - 1]) + 1
        return self.text[begin : int(self.ends[row])]

    def numbered_line(self, number: int) -> bytes:
        """The line with a number of its file."""
        return self.line(number - self.first_line)

    def read(self) -> Batch:
        """Everything."""
        try:
            self.text.decode()
            is_utf8 = True
        except UnicodeDecodeError:
            is_utf8 = False
        self.scanned = scan_lines(self.bytes, self.ends, is_utf8)
        self.scanned.plain[np.diff(self.ends, prepend=-1) > LONGEST_LINE + 1] = False
        self._read_plain()
        for row in np.flatnonzero(~self.scanned.plain).tolist():
            self._read_strictly(row)
        judged = self._judge()
        return self._batch(judged)

    # Texts of plain lines

    def _runs(self, field: int) -> Iterable[tuple[np.ndarray, bytes]]:
        """Plain lines by the text they give for a field: (rows with it one after another, text)."""
        spans = self.scanned.spans[:, field]
        rows = np.flatnonzero(self.scanned.plain & (spans[:, 1] > 0))
        if not len(rows):
            return
        same = np.empty(len(rows), np.bool_)
        same_as_before(self.bytes, spans, rows, same)
        starts = np.flatnonzero(~same)
        for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(rows)], strict=True):
            begin, stop = spans[rows[start]].tolist()
            yield rows[start:end], self.text[begin:stop]

    def _read_plain(self) -> None:
        """The texts of plain lines; where one is wrong, its lines are plain no more."""
        for rows, text in self._runs(RULES):
            try:
                rules = rules_of(json.loads(text, object_pairs_hook=_pairs_once))
            except (RecordFault, ValueError):
                self.scanned.plain[rows] = False
                continue
            self.scanned.plain[rows] = of_auction(self.scanned.drafts[rows], rules.auction)
            self._set_rules(rows, rules)
        for rows, text in self._runs(AT):
            try:
                self._set_at(rows, json.loads(text))
            except (ValueError, OverflowError):
                self.scanned.plain[rows] = False
        for rows, text in self._runs(TABLE):
            column, name = self.words["table_id"], json.loads(text)
            column.places[rows] = column.number(name)
            self.scanned.plain[rows] &= not NOT_IN_NAMES.search(name)
        for rows, text in self._runs(PLAYERS):
            names = json.loads(text)
            self._set_players(rows, names)
            self.scanned.plain[rows] &= not NOT_IN_NAMES.search("".join(names))
        drafts = self.scanned.drafts
        for row in np.flatnonzero(self.scanned.plain & (drafts["has_marks"] == 1)).tolist():
            self._set_extra(row, drafts["marks"][row].tolist(), None)
        for rows, text in self._runs(EXTRA):
            self._add_unknown(rows, b"{%s}" % text)

    def _add_unknown(self, rows: np.ndarray, text: bytes) -> None:
        """Fields that the format does not know, the same of all these lines."""
        try:
            unknown = extra_of(parse_json(text), DEAL_FIELDS) or {}
        except (RecordFault, RecursionError):
            self.scanned.plain[rows] = False
            return
        column = self.words["extra"]
        places = column.places[rows]
        found: list[int] = np.unique(places).tolist()
        for place in found:
            known: dict[str, Any] = json.loads(column.values[place]) if place >= 0 else {}
            column.places[rows[places == place]] = column.number(extra_text(known | unknown))

    def _set_rules(self, rows: Any, rules: Rules) -> None:
        self.rule_sets[rules.name] = rules
        column = self.words["rules"]
        column.places[rows] = column.number(rules.name)

    def _set_at(self, rows: Any, text: str) -> None:
        """The time, and among what is extra its text where writing it would give another."""
        time = np.datetime64(time_of(text).replace(tzinfo=None), "us").astype(np.int64)
        self.at[rows] = time
        self.has_at[rows] = True
        column = self.words["extra"]
        odd = at_text(int(time)) != text
        column.places[rows] = column.number(extra_text({"at": text})) if odd else -1

    def _set_players(self, rows: Any, players: Iterable[str]) -> None:
        for seat, player in enumerate(players):
            column = self.words[f"player_{seat}"]
            column.places[rows] = column.number(player)

    def _set_extra(self, row: int, marks: Any, unknown: dict[str, Any] | None) -> None:
        """What is kept as JSON: a time that is there already, marks, fields that are unknown."""
        column = self.words["extra"]
        extra: dict[str, Any] = {}
        place = int(column.places[row])
        if place >= 0:
            extra = json.loads(column.values[place])
        if marks is not None:
            extra["marks"] = marks
        extra |= unknown or {}
        column.places[row] = column.number(extra_text(extra) if extra else None)

    # Other lines

    def _read_strictly(self, row: int) -> None:
        line = self.line(row)
        if not line.strip():
            self.good[row] = False  # an empty line says nothing
            return
        for column in self.words.values():
            column.places[row] = -1
        self.has_at[row] = False
        try:
            self._read_document(row, line)
        except RecordFault as fault:
            self._refuse(row, fault)
        except RecursionError:
            self._refuse(row, RecordFault(RECORD, "nested"))

    def _read_document(self, row: int, line: bytes) -> None:
        if len(line) > LONGEST_LINE:
            raise RecordFault(RECORD, "too_long", most=LONGEST_LINE)
        document = parse_json(line)
        kind = required(document, "format")
        marks = None
        if kind == DEAL_FORMAT:
            drafts, texts = read_deal(document)
            self.scanned.drafts[row] = drafts[0]
            marks = drafts["marks"][0].tolist() if drafts["has_marks"][0] else None
        elif kind == SCORE_FORMAT:
            self.scanned.drafts[row] = new_drafts(1)[0]
            self.scores[row] = score = read_score(document)
            texts, marks = score.texts, score.marks
        else:
            options = f"{DEAL_FORMAT}, {SCORE_FORMAT}"
            raise RecordFault("format", "format", value=shown(kind), options=options)
        self._set_texts(row, texts, marks)

    def _set_texts(self, row: int, texts: Texts, marks: Any) -> None:
        self.words["table_id"].places[row] = self.words["table_id"].number(texts.table)
        self._set_rules(row, texts.rules)
        if texts.players is not None:
            self._set_players(row, texts.players)
        if texts.at is not None:
            self._set_at(row, texts.at)
        self._set_extra(row, marks, texts.extra)

    def _refuse(self, row: int, fault: RecordFault) -> None:
        self.faults[row] = fault
        self.good[row] = False

    # Judging

    def _judge(self) -> Judged:
        """Play every deal under its rules."""
        judged = new_judged(self.rows)
        deals = self.good.copy()
        deals[list(self.scores)] = False
        column = self.words["rules"]
        for name, place in column.numbers.items():
            rows = np.flatnonzero(deals & (column.places == place))
            if not len(rows):
                continue
            rules = self.rule_sets[name]
            play = judge_coinche if rules.auction == "coinche" else judge
            play(self.scanned.drafts, rows, rules, judged)
        for row in np.flatnonzero(deals & (judged.faults[:, 0] != 0)).tolist():
            deal = int(self.scanned.drafts["deal"][row])
            self._refuse(row, fault_of(judged.faults[row], deal))
        drafts = self.scanned.drafts
        found = deals & (drafts["turned"] == MISSING) & (judged.deals.turned != UNKNOWN)
        for row in np.flatnonzero(found & self.good).tolist():
            self._set_extra(row, None, {"turned": None})  # it was not said, only worked out
        judged.deals.deal_no[:] = self.scanned.drafts["deal"]
        for row, score in self.scores.items():
            for name, value in score.values.items():
                bid = name in ("contract", "coinche_level")
                getattr(judged if bid else judged.deals, name)[row] = value
        return judged

    # What is stored

    def _batch(self, judged: Judged) -> Batch:
        rows = np.flatnonzero(self.good)
        numbers = {name: column[rows] for name, column in judged.deals._asdict().items()}
        del numbers["table_no"]  # for whoever knows the run's tables
        if (judged.contract[rows] != UNKNOWN).any():
            numbers["contract"] = judged.contract[rows]
            numbers["coinche_level"] = judged.coinche_level[rows]
        drafts = self.scanned.drafts[rows]
        scored = np.zeros(self.rows, np.bool_)
        scored[list(self.scores)] = True
        scored = scored[rows]
        numbers |= {"at": self.at[rows], "played_mask": judged.played[rows]}
        numbers |= {"auto_mask": drafts["auto"], "belote_said": drafts["belote_said"] == 1}
        nulls = _nulls(numbers, scored, drafts["n_dealt"] > 0)
        nulls["at"] = ~self.has_at[rows]
        for name, values in (("kind", ("replayed", "scored")), ("status", STATUSES)):
            self.words[name].values = list(values)
        self.words["kind"].places[rows] = scored
        self.words["status"].places[rows] = drafts["status"]
        words = {n: Coded(c.places[rows], c.values) for n, c in self.words.items()}
        refusals = [
            Refusal(self.first_line + row, fault, self.line(row))
            for row, fault in sorted(self.faults.items())
        ]
        used = set(np.unique(words["rules"].places).tolist())
        names = [name for n, name in enumerate(words["rules"].values) if n in used]
        return Batch(
            len(rows),
            rows + self.first_line,
            numbers,
            nulls,
            words,
            {name: self.rule_sets[name] for name in names},
            refusals,
            self.numbered_line,
            self._calls(drafts, words["rules"]),
        )

    def _calls(self, drafts: np.ndarray, rules: Coded) -> list[bytes | None] | None:
        """What was said in each deal of coinche whose auction is told; None where no deal is."""
        coinche = [self.rule_sets[name].auction == "coinche" for name in rules.values]
        told = np.array(coinche, np.bool_)[rules.places] & (drafts["n_bids"] > 0)
        if not told.any():
            return None
        said = drafts["bids"].tobytes()
        width = drafts["bids"].shape[1]
        ends = np.where(told, drafts["n_bids"], 0).tolist()
        return [
            said[width * row : width * row + end] if end else None for row, end in enumerate(ends)
        ]


def _pairs_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def _nulls(
    numbers: dict[str, np.ndarray], scored: np.ndarray, has_dealt: np.ndarray
) -> dict[str, np.ndarray]:
    """Where each number is not known."""
    passed_out = numbers["taker"] == NOBODY
    nulls = {
        name: values == UNKNOWN for name, values in numbers.items() if values.dtype == np.uint8
    }
    for name in ("taker_points", "taker_tricks", "taker_belote", "defence_belote"):
        nulls[name] = nulls[name] | passed_out
    for name in ("taker_annonces", "defence_annonces"):
        nulls[name] = (numbers[name] == UNKNOWN_ANNONCES) | passed_out
    nulls |= dict.fromkeys(("owner_low", "owner_high"), scored)
    nulls |= dict.fromkeys(("trick_0", "trick_1", "trick_2", "winners"), scored | passed_out)
    nulls["first_mask"] = scored | ~has_dealt
    nulls["played_mask"] = scored | passed_out | (numbers["played_mask"] == FULL)
    nulls["auto_mask"] = numbers["auto_mask"] == 0
    nulls["belote_said"] = scored
    return nulls


def read_batch(text: bytes, ends: np.ndarray, first_line: int) -> Batch:
    """Read and judge the lines of a buffer that end at ``ends`` (int64; the newlines themselves).

    ``first_line`` is the number of its first line in its file. Empty lines are passed over.
    """
    return _Reader(text, ends, first_line).read()
