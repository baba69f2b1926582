"""Every mistake a user can make: one sentence, exit 2, no traceback, and nothing has changed."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

import pytest

from belote.cli.app import usage_sentence
from belote.game.variants import preset
from belote.lake.manifest import MARKER
from belote.lake.store import open_lake
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from commands import assert_one_sentence, call, finish, start, tree


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with the complete run ``my-run``, which no test here may change."""
    path = tmp_path_factory.mktemp("mistakes") / "lake"
    simulation = Simulation(2500, preset("litige"), seat_players("random"), name="my-run")
    simulate(open_lake(path, create=True), simulation)
    return path


SIMULATE = "simulate --deals 100 --players random"
MISTAKES = {
    # names
    "simulate --deals 10 --rules litge": "there is no rule set 'litge' (did you mean 'litige'?)",
    "simulate --deals 10 --rules litige,targt=5": "no rule field (did you mean 'target'?)",
    "simulate --deals 10 --rules litige,tie=x": "tie cannot be 'x'; it is one of chute, litige",
    "simulate --deals 10 --rules litige,target=0": "target cannot be '0'",
    "simulate --deals 10 --rules litige,target": "'target' is no change",
    "simulate --deals 10 --rules gone.toml": "there is no rules file 'gone.toml'",
    "simulate --deals 10 --players regulr": "there is no player 'regulr' (did you mean 'regular'?)",
    "simulate --deals 10 --players random:tke=1": "no parameter 'tke' (did you mean 'take'?)",
    "simulate --deals 10 --players random:take=2": "take of random cannot be '2'",
    "simulate --deals 10 --players random:take=x": "take of random cannot be 'x'",
    "simulate --deals 10 --players random,random": "2 players are named",
    "show my-rn 1 1": "there is no run 'my-rn'",
    "check my-rn": "did you mean 'my-run'?",
    "drop my-rn": "did you mean 'my-run'?",
    "mark my-rn --rules stricte": "did you mean 'my-run'?",
    "mark my-run --rules strict": "there is no rule set 'strict' (did you mean 'stricte'?)",
    "mark my-run --rules litige,contract=bid": "contract = bid goes with auction = coinche",
    "rules litge": "there is no rule set 'litge' (did you mean 'litige'?)",
    "rules litige --diff stricto": "there is no rule set 'stricto' (did you mean 'stricte'?)",
    "rules --diff stricte": "--diff compares two rule sets",
    "schema deal": "there is no view 'deal' (did you mean 'deals'?)",
    "question capot_rat": "there is no question 'capot_rat' (did you mean 'capot_rate'?)",
    "question capot_rate --param rn=my-run": "no parameter 'rn' (did you mean 'run'?)",
    "question capot_rate --param run=my-rn": "there is no run 'my-rn' (did you mean 'my-run'?)",
    "question capot_rate --param run": "'run' is no parameter: write it as k=v",
    "question --param run=x": "these options go with a question",
    # a run's name
    f"{SIMULATE} --run my-run": "run 'my-run' is already in",
    f"{SIMULATE} --run a/b": "'a/b' cannot name a run",
    f"{SIMULATE} --run ..": "'..' cannot name a run",
    f"{SIMULATE} --run ../up": "'../up' cannot name a run",
    f"{SIMULATE} --run .x": "'.x' cannot name a run",
    f"{SIMULATE} --run {'x' * 101}": "cannot name a run",
    "drop ../my-run": "there is no run '../my-run'",
    "drop ..": "there is no run '..'",
    "check ../../lake": "there is no run '../../lake'",
    # numbers
    "simulate": "say how many deals to play",
    **{
        f"{SIMULATE} {option} {value}": words
        for option, name in [("--tables", "tables"), ("--workers", "workers")]
        for value, words in [
            ("0", f"{name} cannot be 0"),
            ("-1", f"{name} cannot be -1"),
            ("1.5", f"invalid value for '{option}'"),
            ("many", "'many' is no whole number"),
            ("101000000000000000000", f"{name} cannot be 101000000000000000000"),
        ]
    },
    "simulate --deals 0": "deals cannot be 0: a run has 1 to 10,000,000,000 deals",
    "simulate --deals -5": "deals cannot be -5",
    "simulate --deals 2.5": "invalid value for '--deals': '2.5' is no whole number",
    "simulate --deals 1e6": "'1e6' is no whole number",
    "simulate --deals nan": "'nan' is no whole number",
    "simulate --deals 10000000001": "deals cannot be 10000000001",
    "simulate --deals 100000000 --tables 1": "a table holds at most 10,000,000 deals",
    f"{SIMULATE} --tables 101": "tables cannot be 101: 100 deals lie over 1 to 100 tables",
    f"{SIMULATE} --seed -1": "seed cannot be -1",
    f"{SIMULATE} --seed 0.5": "invalid value for '--seed'",
    f"{SIMULATE} --seed 9223372036854775808": "seed cannot be 9223372036854775808",
    f"simulate --deals {'9' * 5000}": "is no whole number",
    "mark my-run --rules stricte --workers 0": "workers cannot be 0",
    "bench --deals 0": "deals cannot be 0",
    "bench --deals 10 --workers 0": "workers cannot be 0",
    "demo --deals 0 --no-serve": "deals cannot be 0",
    "demo --port 0": "port cannot be 0",
    "dashboard --port 65536": "port cannot be 65536",
    "dashboard --port http": "'http' is no whole number",
    "dashboard --host 300.300.300.300": "cannot listen on 300.300.300.300",
    "show my-run 1 x": "'x' is no whole number",
    "show my-run 1 0": "has no deal 0; its deals are 1 to 1000",
    "show my-run 3 501": "has no deal 501; its deals are 1 to 500",
    "show my-run 44 1": "has no table '44'; it has 3 tables",
    "show my-run 22 1": "has no table '22' (did you mean '2'?); it has 3 tables",
    f"show my-run {'x' * 60} 1": f"has no table '{'x' * 40}...'; it has",
    f"show {'x' * 60} 1 1": f"there is no run '{'x' * 40}...' in",
    "export my-run -o e.parquet": "e.parquet is a name of another format than jsonl",
    "export my-run -o e.csv.gz": "e.csv.gz is a name of another format than jsonl",
    "export my-run --format csv -o e.jsonl": "e.jsonl is a name of another format than csv",
    "show my-run 1 99999999999999999999999999999999999999999999": "",
    # queries
    "sql SELEC": "syntax error",
    "sql TABLE\tdeels": "there is no view 'deels' (did you mean 'deals'?)",
    "sql SELECT\ttaker_pont\tFROM\tdeals": "did you mean 'taker_points'?",
    "sql SELECT\twilson_lo(1,2)": "there is no function 'wilson_lo'",
    "sql SELECT\t$a": "parameters: a",
    "sql SELECT\t$a --param a": "'a' is no parameter",
    "sql SELECT\t$a --param =1": "'=1' is no parameter",
    "sql SELECT\t$a --param a=1 --param a=2": "the parameter a is given twice",
    "sql SELECT\t$a --param a=1 --param b=2": "b",
    "sql gone.sql": "the query file 'gone.sql' cannot be read: No such file",
    "sql SELECT\t1 --format xml": "'xml' is not one of",
    "sql SELECT\t1 --format parquet": "name a file with -o",
    "sql -o rows.csv": "-o takes the rows of one query",
    # the command line itself
    "simulat": "no such command 'simulat' (did you mean 'simulate'?)",
    "simulate --deels 5": "no such option: --deels (did you mean '--deals'?)",
    "simulate --deals": "option '--deals' requires an argument",
    "show my-run 1": "missing argument 'DEAL'",
    "show my-run 1 1 --lang de": "'de' is not one of 'fr', 'en'",
    "runs my-run": "unexpected extra argument",
    "mark my-run": "missing option '--rules'",
    "--lake": "no such option: --lake",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake(line: str, lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BELOTE_LAKE", str(lake))
    before = tree(lake)
    words = [word.replace("\t", " ") for word in line.split(" ") if word]
    assert_one_sentence(call(*words), MISTAKES[line])
    assert tree(lake) == before
    assert tree(tmp_path) == {}


WITHOUT_LAKE = [
    line for line in MISTAKES if line.startswith("simulate") and "--run my-run" not in line
]


@pytest.mark.parametrize("line", WITHOUT_LAKE)
def test_a_mistake_makes_no_lake(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert_one_sentence(call(*line.split(), "--lake", tmp_path / "new"))
    assert tree(tmp_path) == {}


def test_a_mistake_in_a_process_of_its_own(lake: Path):
    before = tree(lake)
    for words in (["simulate", "--deals", "0"], ["simulat"], ["sql", "SELECT x", "--lake", lake]):
        assert_one_sentence(finish(start(*words)))
    assert tree(lake) == before


# Lakes


@pytest.mark.parametrize(
    "command",
    [
        SIMULATE.split(),
        ["demo", "--no-serve"],
        ["runs"],
        ["check"],
        ["drop", "x"],
        ["mark", "x", "--rules", "litige"],
        ["sql", "SELECT 1"],
        ["question", "capot_rate"],
        ["show", "x", "1", "1"],
        ["dashboard"],
    ],
    ids=lambda command: command[0],
)
def test_a_lake_that_cannot_be_used(command: list[str], tmp_path: Path):
    (tmp_path / "a-file").write_text("hello", encoding="utf-8")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one.txt").write_text("hello", encoding="utf-8")
    (tmp_path / "newer").mkdir()
    (tmp_path / "newer" / MARKER).write_text('{"schema": 3}', encoding="utf-8")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / MARKER).write_text('{"sche', encoding="utf-8")
    before = tree(tmp_path)
    for place, words in {
        tmp_path / "a-file": "is a file, not a lake",
        tmp_path / "a-file" / "below": "a-file",
        tmp_path / "letters": "holds other things and is no lake",
        tmp_path / "newer": "has schema 3, newer than the 2 this version reads: update belote",
        tmp_path / "damaged": "is damaged",
        Path("/proc/nowhere/lake"): "/proc/nowhere/lake",
        "s3://bucket/lake": "s3://bucket/lake: a lake is a local folder",
    }.items():
        assert_one_sentence(call(*command, "--lake", place), words)
    if command[0] not in ("simulate", "demo"):
        done = call(*command, "--lake", tmp_path / "missing")
        assert_one_sentence(done, "there is no lake at", "belote simulate")
    assert tree(tmp_path) == before


# Files


def damage(lake: Path, how: str, folder: Path) -> tuple[Path, Path]:
    """A copy of the lake with a damaged file of deals, and that file."""
    copy = Path(shutil.copytree(lake, folder / how))
    path = copy / "runs" / "run_id=my-run" / "deals-00000.parquet"
    data = path.read_bytes()
    if how == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif how == "zeroed":
        path.write_bytes(bytes(len(data)))
    elif how == "garbled":
        path.write_bytes(data[:1000] + bytes(len(data) - 2000) + data[-1000:])
    else:
        path.unlink()
    return copy, path


@pytest.mark.parametrize("how", ["cut", "zeroed", "garbled", "missing"])
def test_a_damaged_file_is_named(how: str, lake: Path, tmp_path: Path):
    copy, path = damage(lake, how, tmp_path)
    before = tree(copy)
    for command in (
        ["sql", "SELECT sum(taker_points) FROM deals"],
        ["question", "capot_rate"],
        ["show", "my-run", "1", "1"],
        ["mark", "my-run", "--rules", "litige,target=9"],
    ):
        assert_one_sentence(call(*command, "--lake", copy), str(path))
    found = call("check", "--lake", copy)
    assert (found.status, found.err) == (1, "")
    assert str(path) in found.out
    assert tree(copy) == before


def test_a_query_file_that_is_no_text_or_no_file(lake: Path, tmp_path: Path):
    (tmp_path / "bytes.sql").write_bytes(b"SELECT '\xff'")
    (tmp_path / "folder.sql").mkdir()
    for name, words in [("bytes.sql", "is not text in UTF-8"), ("folder.sql", "cannot be read")]:
        assert_one_sentence(call("sql", tmp_path / name, "--lake", lake), name, words)


def test_rules_of_a_file_that_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for number, (text, words) in enumerate(
        [
            ('base = "litige"\ntargt = 5', "'targt' is no rule field"),
            ("target = 5", "needs a line such as base"),
            ('base = "litige', "is not TOML"),
            ('base = "litige"\ntarget = 1.5', "target cannot be"),
        ]
    ):
        path = tmp_path / f"{number}.toml"
        path.write_text(text, encoding="utf-8")
        before = tree(tmp_path)
        done = call("simulate", "--deals", 5, "--rules", path, "--lake", tmp_path / "lake")
        assert_one_sentence(done, f"{number}.toml", words)
        assert tree(tmp_path) == before


@pytest.mark.parametrize("form", ["table", "csv", "json", "parquet"])
def test_an_output_that_cannot_be_written(form: str, lake: Path, tmp_path: Path):
    (tmp_path / "folder").mkdir()
    before = tree(tmp_path)
    for output in ("folder", "gone/rows.csv", "folder/a/b"):
        place = tmp_path / output
        done = call("sql", "SELECT 1", "--format", form, "-o", place, "--lake", lake)
        assert_one_sentence(done, f"{place} cannot be written")
    assert_one_sentence(call("sql", "SELECT 1", "-o", "/dev/full", "--lake", lake), "disk is full")
    assert tree(tmp_path) == before


def test_an_output_that_is_full_or_gone(lake: Path):
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = start("sql", "FROM range(9)", "--lake", lake, stdout=full)
        done = finish(process)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "the output cannot be read or written: the disk is full" in done.err
    process = start("sql", "FROM range(100000)", "--format", "csv", "--lake", lake)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait() == 1


# Addresses


def test_a_port_in_use(lake: Path, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        for command in (["dashboard", "--lake", lake], ["demo", "--lake", tmp_path / "new"]):
            done = call(*command, "--port", port)
            assert_one_sentence(done, f"cannot listen on 127.0.0.1 port {port}", "in use", "--port")
    assert tree(tmp_path) == {}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("No such command 'x'.", "no such command 'x'"),
        ("No such option: -x", "no such option: -x"),
        ("No such option: --dels (Possible options: --deals, --help)", "(did you mean '--deals'?)"),
        ("Something new,\n  over two lines.", "something new, over two lines"),
    ],
)
def test_what_typer_says_is_one_sentence(said: str, sentence: str):
    assert sentence in usage_sentence(said)
    assert "\n" not in usage_sentence(said)
