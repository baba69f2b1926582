"""The pages of the dashboard, each in both languages: SQL's numbers, filters, trouble in words."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from belote.charts.frames import Share
from belote.charts.words import (
    interval_words,
    position_name,
    rank_name,
    share_words,
)
from belote.game.variants import rule_set
from belote.lake.questions import ask, ask_rollup, rollups
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, number, say
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from visits import Open, assert_trouble, charts, commands, counted, opener, run_command, words

PAGES = ("overview", "taking", "chute", "capot", "rules", "games")
FILTERED = ("taking", "chute", "capot", "rules")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of one run; tests that change a lake take a copy."""
    path = tmp_path_factory.mktemp("pages") / "lake"
    simulation = Simulation(
        8000, rule_set("litige"), seat_players("regular"), tables=40, name="club"
    )
    simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def copy(lake: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lake, tmp_path / "lake"))


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def forget_rollup(lake: Path) -> None:
    """Make the run one from before rollups."""
    path = lake / "runs" / "run_id=club" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["files"] = [file for file in manifest["files"] if file["kind"] != "counts"]
    path.write_text(json.dumps(manifest))


def assert_drawn(lang: Lang, rows: list[dict[str, Any]], expected: dict[Any, Share]) -> None:
    """Every case of a chart, by its name and group, is what SQL counts; none is missing."""
    drawn = {f"{row['name']}|{row['group']}": row for row in rows}
    assert len(drawn) == len(rows)
    assert set(drawn) == set(expected)
    for key, share in expected.items():
        row = drawn[key]
        assert row["top"] == pytest.approx(share.rate)
        assert (row["low"], row["high"]) == pytest.approx(share.interval())
        assert (row["value"], row["interval"]) == (
            share_words(lang, share),
            interval_words(lang, share),
        )
        assert number(lang, share.k) in row["said"]
        assert number(lang, share.n) in row["said"]
        assert row["small"] == share.small


def held(lang: Lang, trumps: int, jack: bool, nine: bool) -> str:
    name = {(1, 1): "both", (1, 0): "jack", (0, 1): "nine", (0, 0): "neither"}[jack, nine]
    return f"{say(lang, 'held.trumps', count=trumps)}|{say(lang, f'held.{name}')}"


# Numbers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_taking_is_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="taking")
    assert_trouble(visitor)
    drawn = charts(visitor)
    assert len(drawn) == 4
    for round_ in (1, 2):
        by_card = counted(
            lake,
            f"""
            SELECT turned_rank || position, count(*) FILTER (took), count(*)
            FROM bids JOIN deals USING (run_id, table_id, deal_no)
            WHERE round = {round_} GROUP BY ALL
            """,
        )
        assert_drawn(
            lang,
            drawn[round_ - 1],
            {
                f"{rank_name(lang, key[0])}|{position_name(lang, int(key[1]))}": share
                for key, share in by_card.items()
            },
        )
        by_hand = Warehouse(open_lake(lake)).rows(
            f"""
            SELECT trumps, has_jack, has_nine, count(*) FILTER (took), count(*)
            FROM bids WHERE round = {round_} GROUP BY ALL
            """
        )
        hands = {held(lang, *hand): Share(k, n) for *hand, k, n in by_hand}
        assert_drawn(lang, drawn[round_ + 1], hands)
        whole = Share(sum(s.k for s in by_card.values()), sum(s.n for s in by_card.values()))
        assert say(lang, f"taking.lead_{round_}", share=share_words(lang, whole)) in words(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chute_is_what_sql_counts_with_a_filter(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="chute", rules="stricte", round="1")
    assert_trouble(visitor)
    cards, places, hands, rounds, points = charts(visitor)
    source = """
        FROM deals JOIN marks USING (run_id, table_id, deal_no)
        JOIN hands USING (run_id, table_id, deal_no)
        WHERE marks.rules = 'stricte' AND bid_round = 1 AND hands.seat = deals.taker
    """
    failed = "count(*) FILTER (outcome = 'chute'), count(*)"
    first, group = say(lang, "turned.round_1"), say(lang, "chute.group")
    by_card = counted(lake, f"SELECT turned_rank, {failed} {source} GROUP BY ALL")
    assert_drawn(lang, cards, {f"{rank_name(lang, r)}|{first}": s for r, s in by_card.items()})
    by_place = counted(lake, f"SELECT taker_position, {failed} {source} GROUP BY ALL")
    expected = {f"{position_name(lang, p)}|{group}": s for p, s in by_place.items()}
    assert_drawn(lang, places, expected)
    whole = counted(lake, f"SELECT '', {failed} {source}")[""]
    assert_drawn(lang, rounds, {f"{first}|{group}": whole})
    assert say(lang, "chute.lead", share=share_words(lang, whole)) in words(visitor)
    rows = Warehouse(open_lake(lake)).rows(
        f"SELECT trumps, has_jack, has_nine, {failed} {source} GROUP BY ALL"
    )
    assert_drawn(lang, hands, {held(lang, *hand): Share(k, n) for *hand, k, n in rows})
    scored = counted(
        lake,
        "SELECT taker_points, count(*), sum(count(*)) OVER () FROM deals"
        " WHERE bid_round = 1 GROUP BY taker_points",
    )
    assert {row["points"]: row["k"] for row in points} == {p: s.k for p, s in scored.items()}
    passed = Share(sum(s.k for p, s in scored.items() if p >= 82), whole.n)
    assert say(lang, "points.lead", share=share_words(lang, passed)) in words(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_capots_are_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="capot", turned="J")
    assert_trouble(visitor)
    drawn = charts(visitor)
    assert len(visitor.metric) == 2
    assert_capots(lake, lang, drawn[:2], "has_belote", lambda belote: belote_words(lang, belote))
    honours = {say(lang, f"held.{key}"): held for key, held in HELD.items()}
    names = {held: name for name, held in honours.items()}
    assert_capots(
        lake, lang, drawn[2:], "has_jack AS jack, has_nine AS nine", lambda *held: names[held]
    )


HELD = {
    "both": (True, True),
    "jack": (True, False),
    "nine": (False, True),
    "neither": (False, False),
}


def belote_words(lang: Lang, belote: bool) -> str:
    return say(lang, "capot.with_belote" if belote else "capot.without_belote")


def assert_capots(
    lake: Path, lang: Lang, drawn: list[Any], by: str, group_of: Callable[..., str]
) -> None:
    """Both sides' dots are what SQL counts of the deals with a jack turned."""
    for side, rows in zip(("taker", "defence"), drawn, strict=True):
        counts = Warehouse(open_lake(lake)).rows(
            f"""
            SELECT trumps, count(*) FILTER (capot = '{side}'), count(*), {by}
            FROM deals JOIN hands USING (run_id, table_id, deal_no)
            WHERE turned_rank = 'J' AND seat = taker GROUP BY ALL
            """
        )
        found = {(row["name"], row["group"]): row for row in rows}
        assert len(found) == len(counts)
        for trumps, k, n, *held in counts:
            row = found[say(lang, "held.trumps", count=trumps), group_of(*held)]
            assert row["top"] == pytest.approx(k / n)
            assert row["high"] == pytest.approx(Share(k, n).interval()[1])
            assert row["value"] == share_words(lang, Share(k, n))
            assert number(lang, n) in row["said"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rule_sets_are_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="rules", position="4")
    assert_trouble(visitor)
    outcomes, marks, games = charts(visitor)
    warehouse = Warehouse(open_lake(lake))
    counts = warehouse.rows(
        """
        SELECT marks.rules, outcome, count(*), sum(count(*)) OVER (PARTITION BY marks.rules)
        FROM marks JOIN deals USING (run_id, table_id, deal_no)
        WHERE taker_position = 4 AND NOT passed_out GROUP BY marks.rules, outcome
        """
    )
    expected = {f"{r}|{say(lang, f'outcome.{what}')}": Share(k, int(n)) for r, what, k, n in counts}
    assert_drawn(lang, outcomes, expected)
    means = warehouse.rows(
        """
        SELECT marks.rules, avg(taker_mark), avg(defence_mark)
        FROM marks JOIN deals USING (run_id, table_id, deal_no)
        WHERE taker_position = 4 AND NOT passed_out GROUP BY ALL
        """
    )
    found = {(row["name"], row["group"]): row for row in marks}
    assert len(found) == 2 * len(means)
    for rules, *both in means:
        for side, mean in zip(("taker", "defence"), both, strict=True):
            row = found[rules, say(lang, f"rules.side_{side}")]
            assert row["top"] == pytest.approx(mean)
            assert row["low"] < mean < row["high"]
    lengths = dict(
        warehouse.rows("SELECT rules, avg(deals) FROM games WHERE finished GROUP BY ALL")
    )
    assert {row["at"]: row["top"] for row in games} == pytest.approx(lengths)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_overview_lists_the_runs_of_the_lake(copy: Path, visit: Open, lang: Lang):
    simulate(
        open_lake(copy), Simulation(300, rule_set("stricte"), seat_players("random"), name="x")
    )
    text = words(visit(copy, lang=lang))
    assert say(lang, "lake.lead", runs="2", deals=number(lang, 8300)) in text
    for run in ("club", "x"):
        assert f"[`{run}`](?lang={lang}&run={run})" in text


def test_five_visitors_at_once_get_right_numbers(lake: Path):
    warehouse = Warehouse(open_lake(lake))
    names = [one.name for one in rollups()]
    expected = {name: ask(warehouse, name, {"run": "club"}) for name in names}
    with ThreadPoolExecutor(5) as visitors:
        asked = [
            (name, visitors.submit(ask_rollup, warehouse, name, {"run": "club"}))
            for _ in range(5)
            for name in names
        ]
        for name, answer in asked:
            assert answer.result().equals(expected[name]), name


# What every page has


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_names_its_players_and_tells_its_charts(
    lake: Path, visit: Open, page: str, lang: Lang
):
    visitor = visit(lake, lang=lang, page=page)
    text = words(visitor)
    assert_trouble(visitor, f"`regular` ({say(lang, 'player.regular')})", number(lang, 8000))
    alts = [element.proto.alt for element in visitor.get("vega_lite_chart")]
    assert len(alts) > 0
    assert all("%" in alt or "," in alt for alt in alts)
    labels = [button.label for button in visitor.get("download_button")]
    assert set(labels) == {say(lang, "page.csv")}
    assert sum(block.language == "sql" for block in visitor.code) == len(labels)
    assert f"page={page}" in text or page == "overview"


@pytest.mark.parametrize("page", PAGES)
def test_what_was_asked_is_asked_again_in_a_terminal(lake: Path, visit: Open, page: str):
    visitor = visit(lake, page=page)
    asked = commands(visitor)
    assert len(asked) == len(visitor.get("download_button"))
    for arguments in asked:
        run_command(arguments)


def test_a_filtered_answer_shows_its_sql_and_no_command_that_would_differ(lake: Path, visit: Open):
    visitor = visit(lake, page="capot", turned="9")
    assert commands(visitor) == []
    assert "-- $turned = '9'" in visitor.code[0].value


def test_choices_are_kept_from_page_to_page(lake: Path, visit: Open):
    visitor = visit(lake, lang="en", page="taking")
    visitor.selectbox(key="chosen_turned").set_value("9").run()
    visitor.selectbox(key="chosen_position").set_value("4").run()
    assert (visitor.query_params["turned"], visitor.query_params["position"]) == ("9", "4")
    for page in ("chute", "overview", "capot"):
        visitor.button_group(key="chosen_page").set_value(page).run()
        assert_trouble(visitor)
        assert "turned=9&position=4" in words(visitor)
    assert visitor.selectbox(key="chosen_turned").value == "9"
    visitor.selectbox(key="chosen_turned").set_value(None).run()
    assert "turned" not in visitor.query_params


# Trouble


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", FILTERED)
@pytest.mark.parametrize(("name", "asked"), [("turned", "10"), ("round", "3"), ("position", "x`")])
def test_a_filter_that_does_not_exist_is_refused(
    lake: Path, visit: Open, page: str, lang: Lang, name: str, asked: str
):
    visitor = visit(lake, lang=lang, page=page, **{name: asked})
    assert_trouble(visitor, say(lang, f"filter.{name}"), f"`{asked}`".replace("x`", "x'"))
    assert len(visitor.error) == 1
    assert charts(visitor) == []
    visitor.selectbox(key=f"chosen_{name}").set_value("1" if name != "turned" else "J").run()
    assert not visitor.error
    assert charts(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_that_does_not_exist_is_refused(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="marques")
    assert_trouble(visitor, "`marques`", "`taking`")
    visitor.button_group(key="chosen_page").set_value("rules").run()
    assert_trouble(visitor)
    assert charts(visitor)


@pytest.mark.parametrize("page", FILTERED)
def test_unknown_runs_are_refused_on_every_page(lake: Path, visit: Open, page: str):
    visitor = visit(lake, lang="en", page=page, run="nobody")
    refusal = say("en", "trouble.no_such_run", asked="`nobody`", names="`club`")
    assert_trouble(visitor, refusal)
    assert charts(visitor) == []


def test_filters_that_leave_nothing_are_said(copy: Path, visit: Open):
    never = Simulation(60, rule_set("litige"), seat_players("random:take=0"), name="never")
    simulate(open_lake(copy), never)
    for page in ("chute", "capot", "rules"):
        assert_trouble(visit(copy, page=page, run="never"), say("fr", "page.nobody"))
        visitor = visit(copy, page=page, run="never", round="1")
        assert_trouble(visitor, say("fr", "filter.nothing"))
    assert_trouble(visit(copy, page="taking", run="never", turned="7"))


@pytest.mark.parametrize("page", ["overview", *FILTERED])
def test_a_run_from_before_rollups_is_counted_deal_by_deal(copy: Path, visit: Open, page: str):
    quick = visit(copy, page=page)
    forget_rollup(copy)
    slow = visit(copy, page=page)
    assert_trouble(slow)
    assert charts(slow) == charts(quick)
    assert say("fr", "filter.no_rollup") not in words(slow)
    if page != "overview":
        filtered = visit(copy, page=page, turned="J")
        assert_trouble(filtered, say("fr", "filter.no_rollup"))
        assert charts(filtered) == charts(slow)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_damaged_rollup_is_explained(copy: Path, visit: Open, page: str, lang: Lang):
    [path] = (copy / "runs" / "run_id=club").glob("counts-*.parquet")
    path.write_bytes(path.read_bytes()[:500])
    visitor = visit(copy, lang=lang, page=page)
    assert_trouble(visitor, say(lang, "trouble.damaged", path=f"`{copy}`"), path.name)
    assert ["check", "--lake", str(copy)] in commands(visitor)
