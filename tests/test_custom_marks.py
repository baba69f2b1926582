"""Any rule set's own marks from a run's cells: those of its rows, whatever the rule set."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from belote.compiled import kernel
from belote.game.annonces import MOST_ANNONCES, hand_annonces
from belote.game.tally import TENS
from belote.game.variants import PRISE_PRESETS, RuleError, rule_set
from belote.lake.custom import PASSED_OUT, custom_marks, marks_of_cells, scored_cells
from belote.lake.manifest import DataFile, LakeError
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import connect
from belote.players.spec import seat_players
from belote.runs.mark import mark_run
from belote.runs.simulate import Simulation, simulate
from lakes import new_lake, scored_deal, stored_row, write_run
from recorded import replayed, table

OWN = [
    "litige,annonces=true",
    "litige,annonces=true,belote_counts=true,contract=more",
    "annonces,annonces=false,rounding=half_up",
    "annonces,rounding=six_up,belote_on_chute=defence",
    "arrondie,belote_on_chute=defence,annonces=true,chute_mark=137,capot_mark=411",
    "stricte,rounding=six_up,tie=litige,chute_mark=0",
    "classique,belote_counts=true,rounding=half_up,capot_mark=0",
]
SETS = [*PRISE_PRESETS, *OWN]
_RAW = """
    SELECT coalesce(taker_position, 0)::bigint AS position, count(*) AS n,
        count(*) FILTER (outcome = 'made') AS made,
        count(*) FILTER (outcome = 'chute') AS chute,
        count(*) FILTER (outcome = 'litige') AS litige,
        count(*) FILTER (outcome = 'passed_out') AS passed_out,
        count(*) FILTER (capot = 'taker') AS taker_capot,
        count(*) FILTER (capot = 'defence') AS defence_capot,
        sum(taker_mark)::bigint AS taker_sum, sum(taker_mark::bigint ** 2)::bigint AS taker_squares,
        sum(defence_mark)::bigint AS defence_sum,
        sum(defence_mark::bigint ** 2)::bigint AS defence_squares
    FROM deals JOIN marks USING (run_id, table_id, deal_no)
    WHERE run_id = $run AND marks.rules = $rules AND counted
    GROUP BY position ORDER BY position
"""


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A run of good play, one by chance with many capots and annonces, and records."""
    folder = tmp_path_factory.mktemp("custom")
    lake = open_lake(folder / "lake", create=True)
    for name, players in (("regular", "regular"), ("chance", "random:take=0.4")):
        simulate(lake, Simulation(8000, rule_set("litige"), seat_players(players), 5, 4, name))
    stream = table("t", 60)
    stream[29] |= {"status": "friendly_end"}
    assert replayed(folder, stream, run="records").status == 0
    return lake


@pytest.mark.parametrize("run", ["regular", "chance", "records"])
def test_marks_are_those_of_the_rows(lake: Lake, run: str):
    found = {name: custom_marks(lake, run, rule_set(name)) for name in SETS}
    mark_run(lake, run, [rule_set(name) for name in OWN])
    warehouse = connect(lake)
    for name, frame in found.items():
        raw = warehouse.frame(_RAW, {"run": run, "rules": rule_set(name).name})
        assert raw.height > 1
        assert frame.schema == raw.schema
        assert frame.equals(raw), name
        assert custom_marks(lake, run, rule_set(name)).equals(frame)


def test_what_is_marked_has_annonces_capots_belotes_and_litiges_of_both_sides(lake: Lake):
    cells = scored_cells(lake, "chance")
    taken = cells.position != PASSED_OUT
    assert (cells.n > 0).all()
    assert cells.annonces.min() < -100
    assert cells.annonces.max() > 100
    assert (cells.annonces % 10 == 0).all()
    for column in (cells.belote, cells.capot):
        assert set(column[taken]) == {0, 1, 2}
    assert set(cells.position) == {0, 1, 2, 3, 4}
    assert np.count_nonzero(~taken) == 1
    found = marks_of_cells(cells, rule_set("litige"))
    assert set(found.outcome) == {0, 1, 2, 3}
    assert (found.held[found.outcome == 3] == 81).all()


@kernel
def _best_hands(most):
    """Over all hands of eight: the largest value, and that with every carré worth 100."""
    hand = np.uint64(0xFF)
    while hand < np.uint64(1) << np.uint64(32):
        cards = np.uint32(hand)
        value, _ = hand_annonces(cards, 0)
        suits = cards & (cards >> np.uint32(16))
        carres = suits & (suits >> np.uint32(8))
        # Ranks 7 8 9 J from bit 0 up: a carré of nines is worth 50 more, one of jacks 100.
        plain = value - 50 * np.int64((carres >> 2) & 1) - 100 * np.int64((carres >> 3) & 1)
        most[0] = max(most[0], value)
        most[1] = max(most[1], plain)
        low = hand & (~hand + np.uint64(1))
        ripple = hand + low
        hand = ((hand ^ ripple) >> np.uint64(2)) // low | ripple


def test_no_side_marks_more_annonces_than_there_are_places():
    most = np.zeros(2, np.int64)
    _best_hands(most)
    # A side has one carré of jacks and one of nines at most, in either of its two hands.
    assert most.tolist() == [350, 200]
    assert MOST_ANNONCES == 2 * 200 + 100 + 50
    assert TENS == MOST_ANNONCES // 10


def test_a_rule_set_of_no_sense_is_refused(lake: Lake):
    for changes in ({"contract": "bid"}, {"auction": "coinche"}, {"surcoinche": 3}):
        with pytest.raises(RuleError):
            custom_marks(lake, "regular", dataclasses.replace(rule_set("litige"), **changes))


def test_a_run_without_these_counts_is_refused_in_a_sentence(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    rows = [stored_row(scored_deal(1, n)) for n in (1, 2)]
    write_run(lake, "sheets", rows)
    write_run(lake, "begun", rows, status="unfinished")
    old = write_run(lake, "old", rows)
    path = lake.run_folder("old") / "counts-presets.parquet"
    pq.write_table(pq.read_table(path.with_name("games-presets-00000.parquet")), path)
    counts = DataFile(path.name, "counts", 1, 1, "", 1, 1, old.marked)
    bids = Simulation(200, rule_set("coinche"), seat_players("random"), 1, 1, "bids")
    simulate(lake, bids, workers=1)
    lake.save(dataclasses.replace(old, files=(*old.files, counts)))
    for run, words in {
        "sheets": "run 'sheets' has no rollup",
        "begun": "run 'begun' is unfinished",
        "bids": "run 'bids' is of coinche, whose rollup does not tell all",
        "old": "run 'old' has a rollup of an older kind, which lacks annonces",
        "shets": r"no run 'shets'.*'sheets'",
    }.items():
        with pytest.raises(LakeError, match=words):
            custom_marks(lake, run, rule_set("litige"))


def test_it_takes_the_time_of_its_cells_not_of_its_deals():
    from belote.resources import sample_lake

    lake = open_lake(sample_lake())
    rules = rule_set("annonces,rounding=six_up")
    custom_marks(lake, "sample", rules)
    begun = time.perf_counter()
    frame = custom_marks(lake, "ten-million", rules)
    assert time.perf_counter() - begun < 2  # 0.05 on a machine with nothing else to do
    assert frame["n"].sum() == 10_000_000
