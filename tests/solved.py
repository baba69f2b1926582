"""Solved files of tests: rows of a run's, written without a solver, edited or forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from belote.lake.files import file_sha256
from belote.lake.manifest import DataFile
from belote.lake.store import Lake
from belote.lake.stored import STORED_SOLVED, arrow_schema
from lakes import Row, rows_of_run


def forget(lake: Lake, run_id: str, *, left: int) -> None:
    """Leave a solved run as if its solving had been cut short after ``left`` files."""
    manifest = lake.manifest(run_id)
    gone = manifest.of_kind("solved")[left:]
    assert gone
    lake.save(replace(manifest, files=tuple(f for f in manifest.files if f not in gone)))
    for file in gone:
        (lake.run_folder(run_id) / file.name).unlink()


def solved_row(row: Row) -> Row:
    """A stored deal as if it had been played without a mistake, which no solver has looked at."""
    return {
        "table_no": row["table_no"],
        "table_id": row["table_id"],
        "deal_no": row["deal_no"],
        "taker_points": row["taker_points"],
        "capot": 0,
        "taker_cost": 0,
        "defence_cost": 0,
        "cards": list(range(32)),
        "costs": [0] * 32,
        "actions": [0] * 32,
    }


def add_solved(lake: Lake, run_id: str, rows: list[Row]) -> None:
    """Put rows of solved deals beside a run, as its only file of them."""
    manifest = lake.manifest(run_id)
    first, last = rows[0]["table_no"], rows[-1]["table_no"]
    path = lake.run_folder(run_id) / f"solved-{first:08d}.parquet"
    pq.write_table(pa.Table.from_pylist(rows, arrow_schema(STORED_SOLVED)), path)
    size, digest = path.stat().st_size, file_sha256(path)
    file = DataFile(path.name, "solved", len(rows), size, digest, first, last)
    files = (*(f for f in manifest.files if f.kind != "solved"), file)
    lake.save(replace(manifest, files=files))


def whole_deals(lake: Lake, run_id: str) -> list[dict[str, Any]]:
    """The stored deals of a run that were taken and played."""
    return [row for row in rows_of_run(lake, run_id) if row["taker_points"] is not None]
