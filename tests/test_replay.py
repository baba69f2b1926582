"""`belote replay` and `belote export`: records into a run, whole or not at all, and out again."""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote.game.variants import PRISE_PRESETS, changed
from belote.lake.store import open_lake
from belote.players.spec import seat_players
from belote.runs.replay import run_name
from belote.runs.simulate import Simulation, simulate
from commands import (
    assert_one_sentence,
    call,
    checksum,
    content,
    dying,
    finish,
    start,
    tree,
    unnamed_files,
)
from lakes import rows_of_run
from recorded import canonical, exported, lines, peers, records, replayed, rows, sound, table

# Round trips --------------------------------------------------------------------------------------


def test_canonical_lines_come_out_as_they_went_in(tmp_path: Path):
    some = records()
    taken = [record for record in some if "plays" in record]
    taken[0] |= {"auto": [1, 5, 32], "players": ["a", 'q"', "Zoë", "bot:random"]}
    taken[1] |= {"belote_said": False, "at": "2026-11-30T12:00:00Z"}
    taken[2] |= {"status": "friendly_end", "at": "2026-11-30T13:00:00.5+01:00"}
    taken[3] |= {"status": "abandoned", "plays": taken[3]["plays"][:13]}
    taken[4] |= {"status": "abandoned", "plays": []}
    taken[5] |= {"extra": {"a": [1, "x", None]}, "turned_by": "é\n"}
    del taken[6]["dealt"], taken[6]["completed"]
    trump = taken[7]["bids"][-1].partition(" ")[2] or taken[7]["turned"][1]
    taken[7]["bids"][-1] = f"take {trump}"
    del taken[7]["turned"]
    taken[8] |= {
        "at": "2026-11-30T13:00:00",
        "marks": peers()[some.index(taken[8])]["expected"]["marks"],
    }
    order = [*taken[0], "auto", "belote_said", "status", "players", "at", "marks"]
    some = [{name: r[name] for name in (*order, *r) if name in r} for r in some]
    some = [canonical(record) for record in some]
    assert replayed(tmp_path, some).status == 0
    assert exported(tmp_path) == lines(some)
    sound(tmp_path)


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_files_may_be_compressed(tmp_path: Path, suffix: str):
    assert replayed(tmp_path, records()).status == 0
    file = tmp_path / f"all.jsonl{suffix}"
    assert call("export", "run", "--lake", tmp_path / "lake", "-o", file, "-q").status == 0
    done = call("replay", file, "--lake", tmp_path / "lake", "-q")
    assert (done.status, done.err) == (0, "")
    assert exported(tmp_path, "all") == lines(records())


def test_a_compressed_file_may_have_several_members_and_one_cut_off_is_refused(tmp_path: Path):
    file = tmp_path / "two.jsonl.gz"
    members = [gzip.compress(lines(records()[:50])), gzip.compress(lines(records()[50:]))]
    file.write_bytes(b"".join(members))
    assert call("replay", file, "--lake", tmp_path / "lake", "-q").status == 0
    assert exported(tmp_path, "two") == lines(records())
    for name, data in [("cut.jsonl.gz", members[0][:-20]), ("no.jsonl.zst", b"{}\n" * 9)]:
        (tmp_path / name).write_bytes(data)
        done = call("replay", tmp_path / name, "--lake", tmp_path / "lake")
        assert_one_sentence(done, name, "damaged, cut off")


def test_standard_input_and_output(tmp_path: Path):
    text = lines(records()).decode()
    done = call("replay", "-", "--lake", tmp_path / "lake", "-q", stdin=text)
    assert (done.status, done.err) == (0, "")
    assert call("export", "stdin", "--lake", tmp_path / "lake", "-q").out == text
    process = start("export", "stdin", "--lake", tmp_path / "lake", "-q", "-o", "-")
    assert finish(process).out == text


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**40),
    base=st.sampled_from(sorted(PRISE_PRESETS)),
    changes=st.fixed_dictionaries(
        {},
        optional={
            "first_lead": st.sampled_from(["taker", "first_to_speak"]),
            "undertrump": st.sampled_from(["must", "free"]),
            "over_partner_ruff": st.sampled_from(["must", "free"]),
            "over_partner_trump_lead": st.sampled_from(["must", "free"]),
            "target": st.integers(1, 3000),
            "annonces": st.booleans(),
        },
    ),
)
def test_any_simulated_deal_goes_out_and_comes_in_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, seed: int, base: str, changes: dict[str, Any]
):
    folder = tmp_path_factory.mktemp("property")
    lake = open_lake(folder / "lake", create=True)
    rules = changed(PRISE_PRESETS[base], changes)
    simulation = Simulation(300, rules, seat_players("random"), seed, tables=3, name="sim")
    simulate(lake, simulation, workers=1)
    text = exported(folder, "sim")
    (folder / "in.jsonl").write_bytes(text)
    done = call("replay", folder / "in.jsonl", "--run", "back", "--lake", lake.path, "-q")
    assert (done.status, done.err) == (0, "")
    assert exported(folder, "back") == text
    for one, other in zip(rows_of_run(lake, "sim"), rows_of_run(lake, "back"), strict=True):
        players = {f"player_{seat}": "bot:random" for seat in range(4)}
        assert one | {"kind": "replayed"} | players == other
    shapes = [lake.manifest(run) for run in ("sim", "back")]
    assert shapes[0].marked == shapes[1].marked
    counts = [
        pq.read_table(lake.run_folder(run) / "counts-presets.parquet").to_pylist()
        for run in ("sim", "back")
    ]
    assert counts[0] == counts[1]


def test_some_tables_and_a_table_of_deals(tmp_path: Path):
    some = [*table("a", 3), *table("b", 4), *table("c", 5)]
    replayed(tmp_path, some)
    for wanted, part in [("2:2", some[3:7]), ("2", some[3:7]), (":2", some[:7]), ("2:", some[3:])]:
        assert exported(tmp_path, "run", "--tables", wanted) == lines(part)
    assert_one_sentence(
        call("export", "run", "--tables", "4:", "--lake", tmp_path / "lake"), "tables 1 to 3"
    )
    assert_one_sentence(call("export", "run", "--tables", "x", "--lake", tmp_path / "lake"), "'x'")
    csv = exported(tmp_path, "run", "--format", "csv", "--tables", "2:3").decode().splitlines()
    assert csv[0].startswith("run_id,table_id,deal_no,kind,rules,status,counted,")
    assert [row.split(",")[1:3] for row in csv[1:]] == [
        [r["table"], str(r["deal"])] for r in some[3:]
    ]


# Refused lines ------------------------------------------------------------------------------------


def faulty() -> list[bytes]:
    """The peer's lines, the third and the last of them with a fault."""
    data = lines(records()).splitlines(keepends=True)
    data[2] = data[2].replace(b'"dealer":', b'"dealer":9', 1)
    data[99] = data[99][:200] + b"\xff\n"
    return data


def test_stop_leaves_the_lake_as_it_was(tmp_path: Path):
    replayed(tmp_path, records())
    before = tree(tmp_path / "lake")
    (tmp_path / "bad.jsonl").write_bytes(b"".join(faulty()))
    words = ["replay", tmp_path / "bad.jsonl", "--lake", tmp_path / "lake"]
    assert_one_sentence(call(*words), "bad.jsonl, line 3, field dealer:")
    french = call(*words, "--lang", "fr")
    assert french.status == 2
    assert "ligne 3, champ dealer :" in french.err
    assert tree(tmp_path / "lake") == before


def test_skip_stores_the_good_deals_and_writes_the_others(tmp_path: Path):
    data = faulty()
    (tmp_path / "bad.jsonl").write_bytes(b"".join(data))
    rejects = tmp_path / "rejects.jsonl"
    words = ["--lake", tmp_path / "lake", "--on-error", "skip", "--rejects", rejects]
    done = call("replay", tmp_path / "bad.jsonl", *words)
    assert done.status == 1
    assert "98 deals" in done.out
    assert "2 lines refused" in done.out
    refused = [json.loads(text) for text in rejects.read_text("utf-8").splitlines()]
    assert [list(row) for row in refused] == [["file", "line", "field", "reason", "text"]] * 2
    assert [(row["line"], row["field"]) for row in refused] == [(3, "dealer"), (100, "record")]
    texts = [row["text"].encode("utf-8", "surrogateescape") for row in refused]
    assert texts == [data[2][:-1], data[99][:-1]]
    assert exported(tmp_path, "bad") == b"".join(data[:2] + data[3:99])
    sound(tmp_path, "bad")


def test_a_very_long_line_is_refused_and_not_held(tmp_path: Path):
    file = tmp_path / "long.jsonl"
    good = lines(records()[:1])
    with file.open("wb") as out:
        out.write(good)
        for _ in range(40):
            out.write(b"x" * (1 << 20))
        out.write(b"\n" + lines(records()[1:2]))
        out.write(b'{"format":"' + b"y" * (3 << 20))
    rejects = tmp_path / "rejects.jsonl"
    words = ["--lake", tmp_path / "lake", "--on-error", "skip", "--rejects", rejects, "-q"]
    assert call("replay", file, *words).status == 1
    refused = [json.loads(text) for text in rejects.read_text("utf-8").splitlines()]
    assert [(row["line"], len(row["text"])) for row in refused] == [(2, 1000), (4, 1000)]
    assert exported(tmp_path, "long") == lines(records()[:2])


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        ((1, 2, 2), "deal 2 of table t comes twice"),
        ((1, 3, 2), "deal 2 of table t comes twice, or out of order: the last one read is 3"),
    ],
)
def test_deals_of_a_table_come_in_order_and_once(
    tmp_path: Path, deals: tuple[int, ...], words: str
):
    some = [record | {"table": "t", "deal": n} for record, n in zip(records(), deals, strict=False)]
    assert_one_sentence(replayed(tmp_path, some), "line 3, field deal", words)
    between = [*some[:2], *table("other", 3), some[2]]
    assert_one_sentence(replayed(tmp_path, between), "line 6, field deal", words)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(lines(some[:2]))
    two.write_bytes(lines(some[2:]))
    done = call("replay", one, two, "--lake", tmp_path / "lake")
    assert_one_sentence(done, "two.jsonl, line 1, field deal", words)
    assert replayed(tmp_path, some, "--on-error", "skip").status == 1
    assert exported(tmp_path) == lines(some[:2])


def test_mistakes_are_one_sentence(tmp_path: Path):
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    lake = ["--lake", tmp_path / "lake"]
    for words, said in [
        (["none.jsonl"], "none.jsonl cannot be read"),
        ([tmp_path], "cannot be read"),
        ([tmp_path / "empty.jsonl"], "no good deal"),
        (["-", "-"], "once only"),
        (["-", "--rejects", "x"], "--on-error skip"),
        (["-", "--run", "a/b"], "cannot name a run"),
        ([""], "the name of a file is empty"),
        (["-", "--rejects", ""], "'--rejects': the name of a file is empty"),
    ]:
        assert_one_sentence(call("replay", *words, *lake), said)
    assert_one_sentence(call("export", "nothing", *lake), "there is no run 'nothing'")
    done = call("export", "nothing", "-o", "", *lake)
    assert_one_sentence(done, "the name of a file is empty")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path):
    for suffix, pack in (("", bytes), (".gz", gzip.compress)):
        file = tmp_path / f"marked.jsonl{suffix}"
        file.write_bytes(pack(b"\xef\xbb\xbf" + lines(records()[:3])))
        run = f"marked{suffix}"
        done = call("replay", file, "--run", run, "--lake", tmp_path / "lake", "-q")
        assert (done.status, done.err) == (0, "")
        assert exported(tmp_path, run) == lines(records()[:3])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (lines(records()[:1]).decode().encode("utf-16"), "is text in UTF-16"),
        (gzip.compress(lines(records()[:1])), "must then end in .gz"),
    ],
)
def test_what_is_no_text_in_utf_8_is_called_by_its_name(tmp_path: Path, data: bytes, words: str):
    (tmp_path / "odd.jsonl").write_bytes(data)
    done = call("replay", tmp_path / "odd.jsonl", "--lake", tmp_path / "lake", "-q")
    assert_one_sentence(done, "odd.jsonl", words)


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x07", "\x7f", "\u009b", "\u202e", "\u2066"])
def test_a_name_with_control_characters_is_refused(tmp_path: Path, sign: str):
    one = records()[0]
    names = ["a", "b", "c", sign]
    for record in (one | {"table": f"t{sign}"}, canonical(one | {"players": names})):
        field = "players" if "players" in record else "table"
        words = f"line 1, field {field}: a name has no control characters"
        assert_one_sentence(replayed(tmp_path, [record]), words)


def test_reasons_show_values_as_json_has_them(tmp_path: Path):
    one = records()[0]
    for value, words in [
        (True, "true is no whole number"),
        (None, "null is no whole number"),
        ("a\u202e'", '"a\\u202e\'" is no whole number'),
        ([{"a": False}], '[{"a": false}] is no whole number'),
    ]:
        assert_one_sentence(replayed(tmp_path, [one | {"dealer": value}]), words)


def test_the_summary_is_in_the_language_asked_for(tmp_path: Path):
    file = tmp_path / "one.jsonl"
    file.write_bytes(lines(records()[:1]) + b"{}\n")
    words = ["replay", file, "--on-error", "skip", "--lake", tmp_path / "lake", "--lang"]
    french = call(*words, "fr", "--run", "fr").out
    assert re.fullmatch(
        r"série fr : 1 donne à 1 table en \d+,\d s ; 1 ligne refusée\n  format : 1\n", french
    )
    english = call(*words, "en", "--run", "en").out
    assert re.fullmatch(
        r"run en: 1 deal at 1 table in \d+\.\d s; 1 line refused\n  format: 1\n", english
    )
    again = call(*words, "fr", "--run", "fr").out
    assert again == "la série fr vient déjà de ces données : rien n'est changé\n"


# Runs ---------------------------------------------------------------------------------------------


def test_the_same_files_again_change_nothing_and_others_are_refused(tmp_path: Path):
    replayed(tmp_path, records())
    before = tree(tmp_path / "lake")
    again = call("replay", tmp_path / "in.jsonl", "--run", "run", "--lake", tmp_path / "lake")
    assert (again.status, again.out) == (0, "run run was made of the same: nothing is changed\n")
    assert_one_sentence(replayed(tmp_path, records()[:9]), "'run'", "not made of this file")
    assert tree(tmp_path / "lake") == before


def test_the_run_is_named_for_its_file():
    assert run_name(["games/my games.jsonl.gz"]) == "my_games"
    assert run_name(["a.jsonl", "b.jsonl", "c.jsonl"]) == "a-and-2-more"
    assert run_name(["-"]) == "stdin"
    assert run_name(["....jsonl"]) == "records"
    assert len(run_name(["x" * 300, "y"])) <= 100


def test_tables_may_lie_between_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("belote.runs.replay.FEWEST", 40)
    monkeypatch.setattr("belote.lake.recorded._SPOOL", 60)
    monkeypatch.setattr("belote.lake.streams.CHUNK", 10_000)
    parts = [table(name, 90) for name in ("a", "b", "c")]
    parts[0][50] |= {"status": "friendly_end"} if "plays" in parts[0][50] else {}
    in_order = [record for part in parts for record in part]
    mixed = [*in_order[:60]]
    rng = random.Random(3)
    rest = [parts[0][60:], parts[1][:], parts[2][:]]
    while any(rest):
        part = rng.choice([part for part in rest if part])
        mixed.append(part.pop(0))
    first_seen = list(dict.fromkeys(record["table"] for record in mixed))
    wanted = sorted(mixed, key=lambda r: (first_seen.index(r["table"]), r["deal"]))
    assert replayed(tmp_path, in_order, run="whole").status == 0
    assert replayed(tmp_path, mixed).status == 0
    assert exported(tmp_path) == lines(wanted)
    assert exported(tmp_path, "whole") == lines(in_order)
    assert unnamed_files(tmp_path / "lake", "run") == set()
    sound(tmp_path)
    sound(tmp_path, "whole")


def test_rules_players_and_tables_may_be_mixed(tmp_path: Path):
    some = records()
    some[0] = next(r for r in some if "plays" not in r) | {"table": "x", "rules": "stricte"}
    replayed(tmp_path, some)
    sound(tmp_path)
    (run,) = call("runs", "--json", "--lake", tmp_path / "lake").rows()
    assert (run["kind"], run["rules"], run["players"]) == ("replayed", "mixed", None)
    keys = rows(tmp_path, "SELECT table_id, deal_no FROM deals")
    assert sorted(keys) == sorted((r["table"], r["deal"]) for r in some)
    assert exported(tmp_path) == lines(some)


def test_a_replayed_run_can_be_marked_and_shown(tmp_path: Path):
    replayed(tmp_path, records())
    lake = ["--lake", tmp_path / "lake"]
    assert call("mark", "run", "--rules", "litige,target=77", *lake, "-q").status == 0
    sound(tmp_path)
    first = records()[0]
    assert call("show", "run", first["table"], first["deal"], *lake).status == 0


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_wherever_a_replay_dies_the_run_is_whole_or_absent(tmp_path: Path, step: int):
    some = [record for name in "abcdefgh" for record in table(name, 600)]
    (tmp_path / "in.jsonl").write_bytes(lines(some))
    words = ("replay", tmp_path / "in.jsonl", "--run", "one", "--workers", 1)
    moments = dying(tmp_path, step, *words)
    assert len(moments) > 9 / step
    whole = content(tmp_path / str(moments[-1]), "one")
    for moment in moments:
        lake = tmp_path / str(moment)
        if (lake / "belote-lake.json").exists():
            assert call("runs", "--lake", lake).status == 0
        assert call(*words, "--lake", lake, "-q").status == 0
        assert content(lake, "one") == whole
        assert unnamed_files(lake, "one") == set()


def test_the_content_of_a_run_does_not_depend_on_the_workers(tmp_path: Path):
    replayed(tmp_path, [*table("a", 400), *table("b", 400)], "--workers", 1, run="one")
    replayed(tmp_path, [*table("a", 400), *table("b", 400)], "--workers", 3, run="three")
    assert checksum(tmp_path / "lake", "one") == checksum(tmp_path / "lake", "three")
