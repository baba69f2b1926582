"""The dashboard in French and English: right numbers, choices in the address, trouble in words."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from belote.charts.frames import Share
from belote.charts.words import (
    interval_words,
    odds_interval_words,
    odds_words,
    rank_name,
    share_words,
)
from belote.game.variants import rule_set
from belote.lake.store import open_lake
from belote.messages import LANGUAGES, Lang, number, say
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from guards.tree import ROOT
from visits import Open, assert_trouble, charts, commands, counted, opener, run_command, words

DEALS = 20_000


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of one run; tests that change a lake take a copy."""
    path = tmp_path_factory.mktemp("dashboard") / "lake"
    simulation = Simulation(DEALS, rule_set("litige"), seat_players("random"), name="first")
    simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def copy(lake: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lake, tmp_path / "lake"))


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


# Numbers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang)
    assert_trouble(visitor)
    text = words(visitor)
    shares = counted(
        lake,
        """
        SELECT 'taken', count(*) FILTER (NOT passed_out), count(*) FROM deals
        UNION ALL SELECT 'passed_out', count(*) FILTER (passed_out), count(*) FROM deals
        UNION ALL SELECT 'chute', count(*) FILTER (outcome = 'chute'), count(*)
            FROM marks WHERE rules = 'litige' AND outcome <> 'passed_out'
        UNION ALL SELECT 'taker', count(*) FILTER (capot = 'taker'), count(*)
            FROM deals WHERE NOT passed_out
        UNION ALL SELECT 'defence', count(*) FILTER (capot = 'defence'), count(*)
            FROM deals WHERE NOT passed_out
        """,
    )
    for key, share in shares.items():
        assert share_words(lang, share) in text, key
        assert interval_words(lang, share) in text, key
        assert number(lang, share.k) in text, key
        assert number(lang, share.n) in text, key
    assert [metric.value for metric in visitor.metric] == [
        odds_words(lang, shares["taker"]),
        odds_words(lang, shares["defence"]),
    ]
    assert odds_interval_words(lang, shares["defence"]) in text
    for told in ("`random`", say(lang, "player.random"), "`litige`", number(lang, DEALS), "`1`"):
        assert told in text, told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_charts_draw_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    taken, chute = charts(visit(lake, lang=lang, rules="arrondie"))
    dealt = counted(lake, "SELECT turned_rank, 0, count(*) FROM deals GROUP BY ALL")
    in_round = counted(
        lake,
        """
        SELECT concat(turned_rank, bid_round), count(*), 0
        FROM deals WHERE bid_round IS NOT NULL GROUP BY ALL
        """,
    )
    failed = counted(
        lake,
        """
        SELECT concat(turned_rank, bid_round), count(*) FILTER (outcome = 'chute'), count(*)
        FROM deals JOIN marks USING (run_id, table_id, deal_no)
        WHERE marks.rules = 'arrondie' AND NOT passed_out GROUP BY ALL
        """,
    )
    assert len(taken) == len(chute) == 16
    rounds = {say(lang, f"turned.round_{round_}"): round_ for round_ in (1, 2)}
    ranks = {rank_name(lang, rank): rank for rank in "789TJQKA"}
    for row in taken:
        rank, round_ = ranks[row["name"]], rounds[row["group"]]
        share = Share(in_round[f"{rank}{round_}"].k, dealt[rank].n)
        so_far = sum(in_round[f"{rank}{r}"].k for r in range(1, round_ + 1))
        assert row["top"] == pytest.approx(so_far / share.n)
        assert row["top"] - row["base"] == pytest.approx(share.rate)
        assert row["value"] == share_words(lang, share)
        assert number(lang, share.k) in row["said"]
        assert number(lang, share.n) in row["said"]
        assert (row["low"], row["high"]) == pytest.approx(Share(so_far, share.n).interval())
    for row in chute:
        share = failed[f"{ranks[row['name']]}{rounds[row['group']]}"]
        assert row["top"] == pytest.approx(share.rate)
        assert (row["low"], row["high"]) == pytest.approx(share.interval())
        assert number(lang, share.k) in row["said"]
        assert number(lang, share.n) in row["said"]


def test_every_chart_is_told_in_words_and_gives_its_csv_and_sql(lake: Path, visit: Open):
    visitor = visit(lake, lang="en")
    alts = [element.proto.alt for element in visitor.get("vega_lite_chart")]
    assert all("jack" in alt and "%" in alt for alt in alts)
    labels = [button.label for button in visitor.get("download_button")]
    assert labels == [say("en", "page.csv")] * 3
    assert [block.language for block in visitor.code] == ["sql", "shell"] * 3
    chute = visitor.code[2].value
    assert "-- $run = 'first'" in chute
    assert "-- $rules = 'litige'" in chute


def test_a_question_asked_again_in_a_terminal_gives_the_same_rows(
    lake: Path, visit: Open, capsys: pytest.CaptureFixture[str]
):
    [_, chute, capot] = commands(visit(lake, rules="stricte"))
    capsys.readouterr()
    run_command([*chute, "--format", "csv"])
    rows = pl.read_csv(capsys.readouterr().out.encode())
    expected = counted(
        lake,
        """
        SELECT '', count(*) FILTER (outcome = 'chute'), count(*)
        FROM marks WHERE rules = 'stricte' AND outcome <> 'passed_out'
        """,
    )
    assert Share(rows["k"].sum(), rows["n"].sum()) == expected[""]
    run_command(capot)
    assert "defence" in capsys.readouterr().out


def test_rules_of_play_that_differ_and_litiges_are_said(lake: Path, visit: Open):
    played = say("en", "chute.replayed", played="`litige`", rules="`annonces`")
    litige = say("en", "chute.litige")
    own, other, plain = (
        words(visit(lake, lang="en", rules=r)) for r in ("litige", "annonces", "stricte")
    )
    assert litige in own
    assert played not in own
    assert litige in other
    assert played in other
    assert litige not in plain
    assert played not in plain


def test_small_samples_are_said(lake: Path, copy: Path, visit: Open):
    tiny = Simulation(200, rule_set("litige"), seat_players("random"), name="tiny")
    simulate(open_lake(copy), tiny)
    small = say("fr", "interval.small", n=100)
    assert small in words(visit(copy, run="tiny"))
    assert small not in words(visit(lake))


def test_a_run_that_nobody_took_in_has_no_chute_and_no_capot(copy: Path, visit: Open):
    never = Simulation(50, rule_set("litige"), seat_players("random:take=0"), name="never")
    simulate(open_lake(copy), never)
    visitor = visit(copy, run="never")
    assert_trouble(visitor, say("fr", "page.nobody"), "`random:take=0`", "100,0\u202f%")


# Choices in the address


def test_french_comes_first_and_the_switch_writes_the_address(lake: Path, visit: Open):
    visitor = visit(lake)
    assert say("fr", "page.subtitle") in words(visitor)
    visitor.button_group(key="chosen_lang").set_value("en").run()
    assert_trouble(visitor, say("en", "page.subtitle"))
    assert visitor.query_params["lang"] == "en"


def test_the_newest_run_is_shown_and_another_can_be_picked(copy: Path, visit: Open):
    players = "regular,random,regular,random"
    rules = rule_set("stricte")
    simulate(open_lake(copy), Simulation(300, rules, seat_players(players), name="second"))
    path = copy / "runs" / "run_id=second" / "manifest.json"
    manifest = json.loads(path.read_text()) | {"created_at": "2999-01-01T00:00:00+00:00"}
    path.write_text(json.dumps(manifest))
    visitor = visit(copy, lang="en")
    regular, random = (f"`{p}` ({say('en', f'player.{p}')})" for p in ("regular", "random"))
    assert say("en", "run.against", first=regular, second=random) in words(visitor)
    picker = visitor.selectbox(key="chosen_run")
    assert (picker.value, picker.options) == ("second", ["second", "first"])
    picker.set_value("first").run()
    assert_trouble(visitor, number("en", DEALS))
    assert visitor.query_params["run"] == "first"
    visitor.selectbox(key="chosen_rules").set_value("arrondie").run()
    assert visitor.query_params["rules"] == "arrondie"
    assert "?lang=en&run=first&rules=arrondie" in words(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_run_is_refused_with_the_runs_there_are(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, run="nobody")
    refusal = say(lang, "trouble.no_such_run", asked="`nobody`", names="`first`")
    assert_trouble(visitor, refusal)
    assert not visitor.metric
    visitor.selectbox(key="chosen_run").set_value("first").run()
    assert_trouble(visitor)
    assert visitor.metric


def test_an_unknown_language_is_refused_with_the_languages_there_are(lake: Path, visit: Open):
    visitor = visit(lake, lang="de")
    assert_trouble(visitor, "`de`", "`fr`, `en`", say("fr", "page.subtitle"))
    assert visitor.metric


def test_unknown_rules_are_refused_with_the_command_that_adds_some(copy: Path, visit: Open):
    visitor = visit(copy, rules="maison")
    assert_trouble(visitor, "`maison`", "`arrondie`")
    assert len(charts(visitor)) == 1
    [add] = [command for command in commands(visitor) if command[0] == "mark"]
    run_command(add)
    assert len(charts(visit(copy, rules=add[add.index("--rules") + 1]))) == 2


def test_nothing_in_an_address_works_as_markdown(lake: Path, visit: Open):
    visitor = visit(lake, run="`![x](//elsewhere)` " + "long " * 100)
    [error] = visitor.error
    assert "`'![x](//elsewhere)'" in error.value
    assert "…`" in error.value


# Trouble


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_missing_and_an_empty_lake_are_explained(tmp_path: Path, visit: Open, lang: Lang):
    path = tmp_path / "lake"
    for message in ("trouble.no_lake", "trouble.no_runs"):
        visitor = visit(path, lang=lang)
        assert_trouble(visitor, say(lang, message, path=f"`{path}`"))
        [told] = commands(visitor)
        assert told == ["simulate", "--deals", "1000000", "--lake", str(path)]
        open_lake(path, create=True)
    told[told.index("1000000")] = "500"
    run_command(told)
    assert visit(path, lang=lang).metric


def interrupt(lake: Path, run: str) -> None:
    """Make a run look as if it had been killed before its first file."""
    path = lake / "runs" / f"run_id={run}" / "manifest.json"
    manifest = json.loads(path.read_text()) | {"status": "unfinished", "files": []}
    path.write_text(json.dumps(manifest))


@pytest.mark.parametrize("tables", [None, 7])
def test_an_unfinished_run_is_explained_and_the_command_finishes_it(
    tmp_path: Path, visit: Open, tables: int | None
):
    rules, players = rule_set("litige,target=501"), seat_players("random:take=0.5")
    simulation = Simulation(2500, rules, players, 3, tables, "stopped")
    simulate(open_lake(tmp_path / "lake", create=True), simulation)
    interrupt(tmp_path / "lake", "stopped")
    visitor = visit(tmp_path / "lake")
    assert_trouble(visitor, "`stopped`", number("fr", 2500))
    assert not visitor.metric
    [told] = commands(visitor)
    run_command(told)
    assert visit(tmp_path / "lake").metric


def test_a_run_being_written_is_said_beside_the_others(copy: Path, visit: Open):
    second = Simulation(300, rule_set("litige"), seat_players("random"), name="second")
    simulate(open_lake(copy), second)
    interrupt(copy, "second")
    for address in ({}, {"run": "second"}):
        visitor = visit(copy, lang="en", **address)
        note = say("en", "run.writing", run="`second`", done="0", deals="300")
        assert_trouble(visitor, note)
        assert bool(visitor.metric) == (not address)
    assert len(commands(visitor)) == 1


def damage_manifest(lake: Path) -> None:
    (lake / "runs" / "run_id=first" / "manifest.json").write_text('{"run_id": "fi')


def cut_off_file(lake: Path) -> None:
    [path] = (lake / "runs" / "run_id=first").glob("deals-*.parquet")
    path.write_bytes(path.read_bytes()[:2000])


def lose_file(lake: Path) -> None:
    [path] = (lake / "runs" / "run_id=first").glob("deals-*.parquet")
    path.unlink()


def be_no_lake(lake: Path) -> None:
    (lake / "belote-lake.json").unlink()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("harm", [damage_manifest, cut_off_file, lose_file, be_no_lake])
def test_a_damaged_lake_is_explained(
    copy: Path, visit: Open, lang: Lang, harm: Callable[[Path], None]
):
    harm(copy)
    visitor = visit(copy, lang=lang)
    assert_trouble(visitor, say(lang, "trouble.damaged", path=f"`{copy}`"))
    assert commands(visitor) == [["check", "--lake", str(copy)]]


def test_a_run_dropped_meanwhile_is_explained(
    copy: Path, visit: Open, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.syspath_prepend(str(ROOT))
    from dashboards import overview

    def dropped(*_: object) -> list[str]:
        open_lake(copy).drop("first")
        return []

    monkeypatch.setattr(overview, "rule_notes", dropped)
    assert_trouble(visit(copy, lang="en"), say("en", "trouble.changed"), "there is no run 'first'")


def test_an_error_of_the_page_itself_is_said_and_logged(
    lake: Path, visit: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.syspath_prepend(str(ROOT))

    def fail(*_: object) -> None:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr("dashboards.overview.taken_chart", fail)
    visitor = visit(lake, lang="en")
    assert_trouble(visitor, say("en", "trouble.unexpected", kind="`ZeroDivisionError`"))
    assert "by design" not in words(visitor)
    assert "by design" in caplog.text
