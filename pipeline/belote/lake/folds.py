"""Games and held points: folded from a deals file, and stored beside it.

Games depend on every deal before, which SQL cannot fold; so they are computed once a run and
rule set by the compiled fold, and stored with the few deals that receive or leave held points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from belote.game.match import (
    GAME_COLUMNS,
    NO_DEALER,
    NOBODY,
    PASSED_OUT,
    UNMARKED,
    CoincheFacts,
    DealFacts,
    fold_games,
    marking_of,
)
from belote.game.variants import Rules
from belote.lake.files import (
    Array,
    as_numbers,
    as_texts,
    is_one_of,
    numbers,
    plain,
    read_groups,
    whole_file,
    word,
    words,
)
from belote.lake.manifest import DataFile, FileKind
from belote.lake.stored import STORED_GAMES, STORED_HOLDS, Stored, arrow_schema

_NULL = {"dealer": NO_DEALER, "taker": 255, "taker_points": 255, "taker_tricks": 255}
"""What stands for a number that is not known; where it would be 0, 0 tricks were a capot."""
FACT_COLUMNS = (*(name for name in CoincheFacts._fields if name != "ended"), "status")
"""Stored columns that `facts_of` needs."""


class Folded(NamedTuple):
    """Games of whole tables under one rule set, and the deals that receive or leave points."""

    games: np.ndarray
    """int32, a row a game: `GAME_COLUMNS`."""
    game_tables: np.ndarray
    holds: np.ndarray
    """int32, a row a deal: carried, held."""
    hold_rows: np.ndarray
    """Index of that deal among the deals folded."""


class Stream(NamedTuple):
    """The deals of one file, ready to be marked."""

    facts: CoincheFacts
    tables: np.ndarray
    """Numbers of the tables, ascending."""
    names: Array
    """Their names, as many."""


def read_stream(path: Path) -> Stream:
    """What marking needs of a deals file; raises `LakeError` when it is damaged."""
    table = pa.concat_tables(read_groups(path, [*FACT_COLUMNS, "table_id"]))
    facts = facts_of(table)
    first_rows = np.flatnonzero(np.diff(facts.table_no, prepend=np.uint32(0)))
    names_of_tables = as_texts(table["table_id"]).take(numbers(first_rows)).combine_chunks()
    return Stream(facts, facts.table_no[first_rows], names_of_tables)


def facts_of(deals: pa.Table) -> CoincheFacts:
    """What marking needs of stored deals, from a table with `FACT_COLUMNS`.

    Of deals of prise, what was bid means nothing.
    """
    columns = {
        name: as_numbers(deals[name], _NULL.get(name, 0))
        for name in CoincheFacts._fields
        if name != "ended"
    }
    taker = columns["taker"].astype(np.int16)
    passed_out = taker == _NULL["taker"]
    taker[columns["taker_points"] == _NULL["taker_points"]] = UNMARKED
    taker[passed_out] = PASSED_OUT
    taker[is_one_of(deals["status"], ["abandoned"])] = UNMARKED
    ended = is_one_of(deals["status"], ["friendly_end"])
    return CoincheFacts(**{**columns, "taker": taker, "ended": ended})


def cancelled_deals(facts: CoincheFacts, rules: Rules, chosen: np.ndarray) -> np.ndarray:
    """Which deals (bool) are of a game that one of the ``chosen`` deals ended by agreement.

    This is what "a friendly end cancels its game" means: the game is the one under way when the
    deal is played, as ``rules``, under which it is played, cut the deals of its table.
    """
    found = np.zeros(len(facts.taker), np.bool_)
    ends = np.flatnonzero(facts.ended & chosen)
    if not len(ends):
        return found
    sizes = fold(facts, rules).games[:, GAME_COLUMNS.index("deals")]
    last = np.cumsum(sizes) - 1
    for end in ends:
        size = sizes[np.searchsorted(last, end)]
        found[end - size + 1 : end + 1] = True
    return found


def fold(facts: CoincheFacts, rules: Rules) -> Folded:
    """The games of some whole tables under a rule set of their auction."""
    rows = len(facts.taker)
    games = np.empty((rows, len(GAME_COLUMNS)), np.int32)
    game_tables = np.empty(rows, np.uint32)
    holds = np.empty((rows, 2), np.int32)
    hold_rows = np.empty(rows, np.int64)
    marked = facts if rules.auction == "coinche" else DealFacts(*facts[: len(DealFacts._fields)])
    n_games, n_holds = fold_games(marked, marking_of(rules), games, game_tables, holds, hold_rows)
    return Folded(games[:n_games], game_tables[:n_games], holds[:n_holds], hold_rows[:n_holds])


def _games_table(folded: Folded, stream: Stream, rules: Rules) -> pa.Table:
    rows = len(folded.games)
    columns: dict[str, Array] = {}
    for name, values in zip(GAME_COLUMNS, folded.games.T, strict=True):
        if name.endswith("_team"):
            columns[name] = numbers(values.astype(np.uint8), values == NOBODY)
        else:
            columns[name] = numbers(values.astype(np.uint32))
    columns["table_no"] = numbers(folded.game_tables)
    place = np.searchsorted(stream.tables, folded.game_tables).astype(np.int32)
    columns["table_id"] = words(place, stream.names)
    columns["rules"] = word(rules.name, rows)
    columns["target"] = numbers(np.full(rows, rules.target, np.uint32))
    return _as_stored(columns, STORED_GAMES)


def _holds_table(folded: Folded, stream: Stream, rules: Rules) -> pa.Table:
    rows = len(folded.holds)
    columns: dict[str, Array] = {
        "table_no": numbers(stream.facts.table_no[folded.hold_rows]),
        "deal_no": numbers(stream.facts.deal_no[folded.hold_rows]),
        "rules": word(rules.name, rows),
        "carried": numbers(folded.holds[:, 0].astype(np.uint32)),
        "held": numbers(folded.holds[:, 1].astype(np.uint32)),
    }
    return _as_stored(columns, STORED_HOLDS)


def _as_stored(columns: dict[str, Array], stored: tuple[Stored, ...]) -> pa.Table:
    return pa.Table.from_arrays([columns[c.name] for c in stored], schema=arrow_schema(stored))


_TABLES: dict[FileKind, tuple[tuple[Stored, ...], Callable[[Folded, Stream, Rules], pa.Table]]] = {
    "games": (STORED_GAMES, _games_table),
    "holds": (STORED_HOLDS, _holds_table),
}
FOLDED_KINDS = tuple(_TABLES)


def write_folds(deals: Path, rule_sets: Sequence[Rules], batch: str) -> Iterator[DataFile]:
    """Fold a deals file under rule sets and commit its games and holds files beside it.

    ``batch`` tells the files of one set of rule sets from those of another. Nothing is visible
    until a manifest names the files yielded. Raises `LakeError` for a damaged deals file, OSError
    where a file cannot be written; what was committed before stays.
    """
    stream = read_stream(deals)
    stem = deals.name.removeprefix("deals-").removesuffix(".parquet")
    folded = [fold(stream.facts, rules) for rules in rule_sets]
    for kind, (stored, table) in _TABLES.items():
        with whole_file(deals.with_name(f"{kind}-{batch}-{stem}.parquet"), stored) as writer:
            for part, rules in zip(folded, rule_sets, strict=True):
                writer.write(table(part, stream, rules))
            size, digest = writer.commit()
        yield DataFile(
            name=writer.path.name,
            kind=kind,
            rows=writer.rows,
            size=size,
            sha256=digest,
            first_table=int(stream.tables[0]),
            last_table=int(stream.tables[-1]),
            rules=tuple(rules.name for rules in rule_sets),
        )


def fold_fault(
    stream: Stream, rule_sets: Sequence[Rules], file: DataFile, path: Path
) -> str | None:
    """What is wrong with a stored games or holds file, or None: the deals are folded again.

    Raises `LakeError` when the file is damaged.
    """
    stored, table = _TABLES[file.kind]
    names = [column.name for column in stored]
    parts = [table(fold(stream.facts, rules), stream, rules) for rules in rule_sets]
    expected = plain(pa.concat_tables(parts))
    found = pa.concat_tables([expected.slice(0, 0), *map(plain, read_groups(path, names))])
    if found.num_rows != file.rows:
        return f"{path} has {found.num_rows} {file.kind}; the manifest says {file.rows}"
    if found.equals(expected):
        return None
    return f"{path}: the {file.kind} are not those that follow from the deals"
