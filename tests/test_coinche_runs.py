"""A run of coinche in the lake: simulated, folded, checked, marked and resumed like any other."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import naive_coinche
from belote.game.auction import LONGEST_AUCTION
from belote.game.columns import SILENCE
from belote.game.variants import COINCHE, rule_set
from belote.lake.files import called, words_called
from belote.lake.folds import read_stream
from belote.lake.store import open_lake
from belote.players.spec import seat_players
from belote.runs.check import check_run
from belote.runs.mark import mark_run
from belote.runs.simulate import Simulation, presets_with, simulate
from coinche_records import coinche_records
from engine import both_coinche, coinche_facts_of, folded, game_row
from engine_coinche import coinche_decoded, coinche_simulated
from recorded import replayed, rows, sound

DEALS, TABLES = 1200, 12


def chunked(array):
    return pa.chunked_array([array])


def played(path, *, rules=COINCHE, players="regular", workers=1, name="run"):
    lake = open_lake(path, create=True)
    asked = Simulation(DEALS, rules, seat_players(players), 7, TABLES, name)
    return lake, simulate(lake, asked, workers=workers)


def test_a_run_holds_the_deals_of_the_kernel(tmp_path):
    lake, manifest = played(tmp_path)
    [file] = manifest.of_kind("deals")
    stored = pq.read_table(lake.run_folder("run") / file.name)
    columns = coinche_simulated(COINCHE, DEALS, seed=7, players="regular", a_table=100)
    passed_out = columns.taker == 255
    for name in ("taker", "trump", "contract", "coinche_level", "taker_points", "trick_2"):
        wanted = [
            None if nobody else int(value)
            for value, nobody in zip(getattr(columns, name), passed_out, strict=True)
        ]
        assert stored[name].to_pylist() == wanted, name
    assert stored["owner_low"].to_pylist() == columns.owner_low.tolist()
    for name in ("turned", "bid_round"):
        assert stored[name].null_count == DEALS
    words = [bytes(word for word in row if word != SILENCE) for row in columns.calls]
    assert stored["calls"].to_pylist() == words


@pytest.mark.parametrize("players", ["regular", "random", "random:take=0.05"])
def test_a_run_is_sound_whoever_plays_it_and_with_however_many_workers(tmp_path, players):
    one, manifest = played(tmp_path / "one", players=players)
    _, other = played(tmp_path / "two", players=players, workers=2)
    assert check_run(one, "run").faults == []
    assert [f.sha256 for f in manifest.files] == [f.sha256 for f in other.files]


def test_its_games_are_those_of_the_slow_engine(tmp_path):
    slow, fast = both_coinche(multiplier_on="contract", target=501)
    lake, manifest = played(tmp_path, rules=fast)
    assert manifest.marked == ("coinche", fast.name)
    [file] = manifest.of_kind("games")
    games = pq.read_table(lake.run_folder("run") / file.name).to_pylist()
    columns = coinche_simulated(fast, DEALS, seed=7, players="regular", a_table=100)
    for table in range(TABLES):
        rows = range(100 * table, 100 * table + 100)
        deals = [coinche_decoded(columns, row) for row in rows]
        _, wanted = naive_coinche.match(deals, slow)
        ours = [g for g in games if g["rules"] == fast.name and g["table_no"] == table + 1]
        assert [(g["team0_score"], g["team1_score"]) for g in ours] == [
            tuple(g["scores"]) for g in wanted
        ]
        assert [game_row(g) for g in folded(coinche_facts_of(deals, table + 1), fast)[0]] == wanted


def test_a_run_is_marked_and_counted_under_another_rule_set(tmp_path):
    lake, manifest = played(tmp_path)
    assert manifest.is_counted
    other = rule_set("coinche,coinche_mark=contract,target=501")
    marked = mark_run(lake, "run", [other])
    assert marked.marked == ("coinche", other.name)
    assert marked.is_counted
    assert check_run(lake, "run").faults == []


def test_a_run_is_marked_under_every_preset_of_its_auction_and_no_other():
    changed = rule_set("coinche,target=501")
    assert [rules.name for rules in presets_with(COINCHE)] == ["coinche"]
    assert [rules.name for rules in presets_with(changed)] == ["coinche", changed.name]
    assert COINCHE not in presets_with(rule_set("litige"))


def test_words_go_into_the_lake_and_out_again():
    columns = coinche_simulated(COINCHE, 500, seed=9, players="random:take=0.7")
    assert (words_called(chunked(called(columns.calls)), LONGEST_AUCTION) == columns.calls).all()
    part = chunked(called(columns.calls).slice(100, 50))
    assert (words_called(part, LONGEST_AUCTION) == columns.calls[100:150]).all()


def test_a_stream_of_coinche_holds_what_was_bid(tmp_path):
    lake, manifest = played(tmp_path)
    [file] = manifest.of_kind("deals")
    facts = read_stream(lake.run_folder("run") / file.name).facts
    taken = facts.taker >= 0
    assert set(np.unique(facts.contract[taken])) <= {*range(80, 170, 10), 250}
    assert facts.coinche_level.max() <= 2


def test_a_run_that_was_stopped_goes_on_to_the_same_files(tmp_path):
    _, whole = played(tmp_path / "whole")
    lake = open_lake(tmp_path / "lake", create=True)
    asked = Simulation(DEALS, COINCHE, seat_players("regular"), 7, TABLES, "run")
    simulate(lake, asked, workers=1)
    begun = lake.manifest("run")
    lake.save(replace(begun, status="unfinished", files=()))
    again = simulate(lake, asked, workers=1, resume=True)
    assert [f.sha256 for f in again.files] == [f.sha256 for f in whole.files]


def test_a_run_in_several_files_that_was_stopped_counts_all_of_them(tmp_path, monkeypatch):
    monkeypatch.setattr("belote.runs.plan.FEWEST", DEALS // 4)
    monkeypatch.setattr("belote.runs.plan.MOST", DEALS // 4)
    lake, whole = played(tmp_path)
    kept = {file.first_table for file in whole.of_kind("deals")[:2]}
    files = tuple(f for f in whole.files if f.first_table in kept and f.kind != "counts")
    lake.save(replace(whole, status="unfinished", files=files))
    asked = Simulation(DEALS, COINCHE, seat_players("regular"), 7, TABLES, "run")
    again = simulate(lake, asked, workers=2, resume=True)
    assert {f.sha256 for f in again.files} == {f.sha256 for f in whole.files}
    assert len(again.of_kind("deals")) == 4
    assert check_run(lake, "run").faults == []


def test_records_are_counted_where_all_is_known_of_them(tmp_path):
    records = coinche_records()
    replayed(tmp_path, records)
    sound(tmp_path)
    assert open_lake(tmp_path / "lake").manifest("run").is_counted
    counted = rows(tmp_path, "SELECT sum(n) FROM stored.counts WHERE cube = 'points'")
    assert counted == rows(tmp_path, "SELECT count(*) FROM deals WHERE counted")
    sheet = {"format": "belote-score/1", "table": "s", "deal": 1, "rules": "coinche"}
    sheet |= {"taker": 1, "trump": "h", "contract": 90, "points": [62, 100]}
    replayed(tmp_path, [sheet], run="sheet")
    sound(tmp_path, "sheet")
    assert not open_lake(tmp_path / "lake").manifest("sheet").is_counted
