"""What the commands print and write, on a terminal and elsewhere, and how soon."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

import belote
from belote.cli.ask import parse_params
from belote.cli.options import Mistake
from belote.cli.progress import progress_bar
from belote.game.variants import FIELDS, PRESETS
from belote.lake.questions import questions
from belote.lake.schema import MACROS, VIEWS
from belote.runs.progress import Progress
from commands import PATIENCE, SMALL_FILES, call, finish, start, tree

CONTRACT = {
    "demo": (),
    "simulate": ["deals", "tables", "seed", "rules", "players", "run", "workers", "resume"],
    "show": ("lang", "json"),
    "runs": (),
    "check": ("json",),
    "drop": (),
    "rules": ("diff",),
    "mark": ("rules",),
    "sql": ("param", "format", "output"),
    "question": ("param",),
    "schema": (),
    "dashboard": ("port", "host", "lang"),
    "bench": ("json",),
}
"""Commands and options of the contract; more may be there."""
LONG_WORK = ("simulate", "demo", "check", "mark", "bench")
OF_A_LAKE = [name for name in CONTRACT if name not in ("rules", "schema", "bench")]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with the run ``one``, made on the command line."""
    path = tmp_path_factory.mktemp("output") / "lake"
    words = ("simulate", "--deals", 3000, "--players", "random", "--run", "one", "--lake", path)
    done = call(*words)
    assert (done.status, without_remark(done.err)) == (0, "")
    assert re.fullmatch(r"run one: 3,000 deals at 3 tables in \d+\.\d s\n", done.out)
    return path


def without_remark(err: str) -> str:
    """An error stream without the remark that kernels are compiled, on their first use."""
    return re.sub(r"^compiling the kernels.*\n", "", err)


# Help


@pytest.mark.parametrize("name", CONTRACT)
def test_every_command_has_its_options_and_an_example(name: str):
    done = call(name, "--help")
    assert (done.status, done.err) == (0, "")
    options = list(CONTRACT[name])
    options += ["quiet"] if name in LONG_WORK else []
    options += ["lake"] if name in OF_A_LAKE else []
    for option in options:
        assert f"--{option}" in done.out, option
    assert f"Example: belote {name}" in done.out


def test_help_lists_every_command_with_a_whole_sentence():
    done = call("--help")
    assert call() == done
    assert call("-h") == done
    for name in CONTRACT:
        line = re.search(rf"^  {name}  +(.+)$", done.out, re.MULTILINE)
        assert line, name
        assert line[1].endswith("."), line[1]
        assert not line[1].endswith("..."), line[1]


def test_the_version():
    assert call("--version") == (0, f"belote {belote.__version__}\n", "")


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["simulate", "--help"], ["simulat"]])
def test_help_imports_nothing_that_takes_long(words: list[str]):
    slow = ["numba", "polars", "duckdb", "streamlit", "pyarrow", "numpy", "altair", "rich.console"]
    code = f"""
import sys
from belote.cli.app import run
run({words!r})
print(*(name for name in {slow!r} if name in sys.modules), file=sys.stderr)
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stderr.splitlines()[-1] == ""


def test_a_run_is_written_without_what_takes_long_to_import(tmp_path: Path):
    """pyarrow imports pandas for its own conversions; streamlit brings pandas with it."""
    slow = ["pandas", "polars", "duckdb", "streamlit", "altair", "rich.console"]
    code = f"""
import sys
from belote.cli.app import run
words = ["--lake", {str(tmp_path / "lake")!r}, "--quiet"]
run(["simulate", "--deals", "1500", "--players", "random", "--run", "x", *words])
run(["mark", "x", "--rules", "litige,target=9", *words])
print(*(name for name in {slow!r} if name in sys.modules))
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("\n", "")


# Queries


QUERY = """
SELECT 1 AS whole, 1.5::DOUBLE AS broken, 2.50::DECIMAL(9, 2) AS money, 'é,"x"' AS text,
    NULL AS none, true AS yes, [1, 2] AS list, 'ab'::BLOB AS bytes, sum(9) AS big,
    DATE '2026-01-31' AS day
"""


def test_a_table(lake: Path):
    done = call("sql", QUERY, "--lake", lake)
    names, values = done.out.splitlines()
    assert " ".join(names.split()) == "whole broken money text none yes list bytes big day"
    assert " ".join(values.split()) == '1 1.5 2.50 é,"x" true 1, 2 6162 9 2026-01-31'


def test_csv(lake: Path, tmp_path: Path):
    done = call("sql", QUERY, "--format", "csv", "--lake", lake)
    (row,) = csv.DictReader(io.StringIO(done.out))
    assert list(row.values()) == [
        *("1", "1.5", "2.50", 'é,"x"', "", "true", "1, 2", "6162", "9", "2026-01-31"),
    ]
    call("sql", QUERY, "--format", "csv", "-o", tmp_path / "rows.csv", "--lake", lake)
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == done.out


def test_json_is_one_object_a_line(lake: Path, tmp_path: Path):
    done = call("sql", QUERY, "--format", "json", "--lake", lake)
    assert done.rows() == [
        {
            "whole": 1,
            "broken": 1.5,
            "money": 2.5,
            "text": 'é,"x"',
            "none": None,
            "yes": True,
            "list": [1, 2],
            "bytes": "6162",
            "big": 9,
            "day": "2026-01-31",
        }
    ]
    call("sql", QUERY, "--format", "json", "-o", tmp_path / "rows.json", "--lake", lake)
    assert (tmp_path / "rows.json").read_text(encoding="utf-8") == done.out


def test_parquet(lake: Path, tmp_path: Path):
    path = tmp_path / "rows.parquet"
    query = "SELECT * FROM deals ORDER BY table_id, deal_no"
    done = call("sql", query, "--format", "parquet", "-o", path, "--lake", lake)
    assert done == (0, "", "")
    frame = pl.read_parquet(path)
    assert frame.height == 3000
    assert frame.columns == [column.name for column in VIEWS["deals"].columns]
    assert tree(tmp_path).keys() == {"rows.parquet"}


def test_a_file_keeps_a_table_as_cells_between_tabs(lake: Path, tmp_path: Path):
    path = tmp_path / "rows.txt"
    call("sql", "SELECT 1 AS a, NULL AS b, 'x' AS c", "-o", path, "--lake", lake)
    assert path.read_text(encoding="utf-8") == "a\tb\tc\n1\t\tx\n"


def test_an_output_that_is_a_link_is_written_through(lake: Path, tmp_path: Path):
    (tmp_path / "link.csv").symlink_to(tmp_path / "rows.csv")
    call("sql", "SELECT 1 AS a", "--format", "csv", "-o", tmp_path / "link.csv", "--lake", lake)
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == "a\n1\n"


def test_a_query_from_a_file_with_parameters(lake: Path, tmp_path: Path):
    path = tmp_path / "points.sql"
    path.write_text("SELECT count(*) AS n FROM deals WHERE taker = $taker;\n", encoding="utf-8")
    done = call("sql", path, "--param", "taker=2", "--format", "json", "--lake", lake)
    direct = "SELECT count(*) AS n FROM deals WHERE taker = 2"
    assert done == call("sql", direct, "--format", "json", "--lake", lake)
    assert 0 < done.rows()[0]["n"] < 3000


def test_parameters_are_numbers_words_or_text():
    texts = ["a=1", "b=-2.5", "c=true", "d=null", "e=x=y", "f=007", "g=1e3", "h= s ", "i=", "j=nan"]
    assert parse_params(texts) == {
        "a": 1,
        "b": -2.5,
        "c": True,
        "d": None,
        "e": "x=y",
        "f": "007",
        "g": "1e3",
        "h": "s",
        "i": "",
        "j": "nan",
    }
    assert parse_params(None) == {}
    for wrong in ("a", "=1", "a b=1", "1=2"):
        with pytest.raises(Mistake, match="write it as k=v"):
            parse_params([wrong])


def test_a_prompt_reads_statements_from_standard_input(lake: Path):
    statements = "SELECT 1 AS a;\nSELECT count(*) AS n\nFROM deals;\n\nSELECT $p AS p"
    words = ("sql", "--format", "json", "--lake", lake)
    done = call("sql", "--lake", lake, stdin="SELECT 1 AS a;\nSELECT 2\nAS b")
    assert (done.status, done.out, done.err) == (0, "a\n1\nb\n2\n", "")
    assert call(*words, stdin="").out == ""
    done = call(*words, stdin=statements.replace("SELECT $p AS p", "SELECT 3 AS p;"))
    assert done.rows() == [{"a": 1}, {"n": 3000}, {"p": 3}]
    done = call(*words, stdin="SELECT 1 AS a;\nSELEC;\nSELECT 3")
    assert (done.status, done.rows()) == (2, [{"a": 1}])
    assert "syntax error" in done.err


def test_an_empty_query_prints_nothing(lake: Path):
    assert call("sql", "", "--lake", lake) == (0, "", "")


def test_a_query_cannot_change_the_lake(lake: Path):
    before = tree(lake)
    for statement in ("DROP VIEW deals", "DELETE FROM stored.deals", "CREATE TABLE t AS SELECT 1"):
        call("sql", statement, "--lake", lake)
    assert tree(lake) == before
    assert call("sql", "FROM deals LIMIT 1", "--lake", lake).status == 0


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.name)
def test_every_question_is_answered(question: object, lake: Path, solved_lake: Path):
    name = question.name  # pyright: ignore
    rows: list[object] = []
    for place, run in ((lake, "one"), (solved_lake, "club"), (solved_lake, "bids")):
        words = ("--param", f"run={run}", "--format", "json", "--lake", place)
        done = call("question", name, *words)
        assert (done.status, done.err) == (0, "")
        rows += done.rows()
    assert rows


def test_questions_are_listed():
    done = call("question")
    assert done.status == 0
    for question in questions():
        assert question.name in done.out
        assert question.question in done.out


def test_ctrl_c_ends_a_long_query(lake: Path):
    query = "SELECT count(*) FROM range(1000000) a, range(100000) b WHERE a.range * b.range % 7 = 3"
    # Python is told so late that the query has begun for sure.
    before = "import belote.lake.warehouse as w; frame = w.Warehouse.frame; "
    before += "w.Warehouse.frame = lambda *a: (print('begun', flush=True), frame(*a))[1]"
    process = start("sql", query, "--lake", lake, before=before)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    done = finish(process)
    assert done.status in (-signal.SIGINT, 130)
    assert done.err == ""


# Lists


def test_runs(lake: Path):
    (run,) = call("runs", "--json", "--lake", lake).rows()
    size = sum(p.stat().st_size for p in (lake / "runs" / "run_id=one").glob("*.parquet"))
    assert run | {"created_at": ""} == {
        "run_id": "one",
        "status": "complete",
        "kind": "simulated",
        "deals": 3000,
        "tables": 3,
        "rules": "litige",
        "players": "random",
        "seed": 1,
        "bytes": size,
        "version": belote.__version__,
        "created_at": "",
    }
    done = call("runs", "--lake", lake)
    assert [line.split()[0] for line in done.out.splitlines()] == ["run_id", "one"]


def test_an_empty_lake_says_how_to_fill_it(tmp_path: Path):
    call("simulate", "--deals", 5, "--players", "random", "--run", "x", "--lake", tmp_path, "-q")
    call("drop", "x", "--lake", tmp_path, "--quiet")
    for command in ("runs", "check"):
        done = call(command, "--lake", tmp_path)
        assert (done.status, done.out) == (0, "")
        assert "belote simulate" in done.err
    assert call("runs", "--json", "--lake", tmp_path) == (0, "", "")


def test_the_lake_of_the_environment(lake: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BELOTE_LAKE", str(lake))
    assert call("runs", "--json").rows()[0]["run_id"] == "one"


def test_rules_are_listed_shown_and_compared():
    listed = call("rules")
    assert all(name in listed.out for name in PRESETS)
    assert all(field.name in listed.out for field in FIELDS)
    assert len(call("rules", "--json").rows()) == len(PRESETS)
    shown = call("rules", "litige,target=501", "--json").rows()
    assert shown[0]["rules"] == "litige,target=501"
    assert shown[0]["target"] == 501
    assert "targets named by its source: 501, 1000, 2000" in call("rules", "litige").out
    compared = call("rules", "litige", "--diff", "stricte", "--json").rows()
    assert compared[0] == {"field": "tie", "litige": "litige", "stricte": "chute"}
    assert (
        call("rules", "litige", "--diff", "litige").out == "litige and litige are the same rules\n"
    )


def test_the_schema_names_every_view_column_and_macro():
    done = call("schema")
    rows = call("schema", "--json").rows()
    assert {row["view"] for row in rows} == set(VIEWS)
    assert len(rows) == sum(len(view.columns) for view in VIEWS.values())
    assert all(f"{name}: one row per" in done.out for name in VIEWS)
    assert all(macro in done.out for macro in MACROS)
    assert {row["view"] for row in call("schema", "deals", "--json").rows()} == {"deals"}


# Progress and quiet


def on_a_terminal(*words: object, before: str = "") -> tuple[int, str]:
    """Run a command whose error stream is a terminal: its exit status and what that showed."""
    shown, terminal = pty.openpty()
    code = f"import sys; {before}\nfrom belote.cli import main\nmain(sys.argv[1:])"
    command = [sys.executable, "-c", code, *map(str, words)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    text = b""
    while True:
        try:
            part = os.read(shown, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        text += part
    os.close(shown)
    return process.wait(timeout=PATIENCE), text.decode()


def test_a_bar_with_rate_and_time_left_shows_on_a_terminal_only(tmp_path: Path):
    words = ["simulate", "--deals", 30_000, "--players", "random", "--lake", tmp_path]
    before = SMALL_FILES.format(deals=1000)
    status, text = on_a_terminal(*words, "--run", "one", before=before)
    assert status == 0
    assert "playing" in text
    assert "30000/30000" in text
    assert "deals/s" in text
    assert re.search(r"\d:\d\d:\d\d", text)
    done = call(*words, "--run", "two")
    assert without_remark(done.err) == ""


def test_no_bar_with_quiet(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    with progress_bar("playing", quiet=True) as progress:
        assert type(progress) is Progress
    with progress_bar("playing", quiet=False) as progress:
        assert type(progress) is not Progress


class Terminal(io.StringIO):
    """An error stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_quiet_commands_say_nothing(tmp_path: Path):
    lake = ("--lake", tmp_path / "lake", "--quiet")
    done = call("simulate", "--deals", 9, "--players", "random", "--run", "x", *lake)
    assert done == (0, "", "")
    assert call("mark", "x", "--rules", "litige,target=9", *lake) == (0, "", "")
    assert call("check", "x", *lake).out.startswith("x: 9 deals, sound\n  content ")
    assert call("drop", "x", *lake) == (0, "", "")


def test_a_demo_plays_into_an_empty_lake_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from belote.players.spec import seat_players

    monkeypatch.setattr("belote.players.spec.seat_players", lambda _: seat_players("random"))
    words = ("demo", "--no-serve", "--deals", 1500, "--lake", tmp_path / "lake")
    first = call(*words)
    assert first.status == 0
    assert first.out.startswith("run litige-random-1500-s1: 1,500 deals at 2 tables")
    before = tree(tmp_path)
    assert call(*words).out == "the lake already holds 1 run(s): litige-random-1500-s1\n"
    assert tree(tmp_path) == before


def test_the_dashboard_is_started_where_it_is_told(lake: Path, monkeypatch: pytest.MonkeyPatch):
    started: list[tuple[list[str], dict[str, str]]] = []

    class Ended:
        returncode = 0

    def started_process(command: list[str], env: dict[str, str], check: bool) -> Ended:
        started.append((command, env))
        return Ended()

    monkeypatch.setattr("belote.cli.serve.subprocess.run", started_process)
    done = call("dashboard", "--lake", lake, "--port", 18_599, "--lang", "en")
    assert done.status == 0
    assert done.out == "dashboard: http://127.0.0.1:18599/?lang=en (Ctrl-C stops it)\n"
    ((command, environment),) = started
    assert command[command.index("--server.port") + 1] == "18599"
    assert command[command.index("--server.address") + 1] == "127.0.0.1"
    assert environment["BELOTE_LAKE"] == str(lake)
    assert "lang" not in call("dashboard", "--lake", lake, "--port", 18_599).out


def test_a_figure_of_the_bench_is_a_row():
    from belote.runs.bench import Figure

    row = Figure("what", 1234.5678, "s", 3).as_dict()
    assert json.dumps(row) == '{"what": "what", "value": 1235.0, "unit": "s", "runs": 3}'
