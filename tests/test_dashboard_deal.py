"""The page of one deal: found by what happened in it, played card by card, and what is refused."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from belote.charts.table import step_words
from belote.game.variants import rule_set
from belote.lake.find import DEAL_FILTERS, find_deal, find_deals
from belote.lake.questions import QuestionError
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, number, say
from belote.players.spec import seat_players
from belote.records.steps import steps, trick_after
from belote.runs.simulate import Simulation, simulate
from lakes import new_lake, peculiar_deals, scored_deal, stored_row, write_run
from visits import Open, assert_trouble, commands, counted, opener, run_command, words


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("deal") / "lake"
    simulation = Simulation(
        4000, rule_set("litige"), seat_players("regular"), tables=20, name="club"
    )
    simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def html(visitor: AppTest) -> str:
    return "\n".join(str(element.proto.body) for element in visitor.get("html"))


def links(visitor: AppTest) -> list[dict[str, str]]:
    """The choices in each link of the list of deals."""
    found = re.findall(r'<a href="\?([^"]*)"', html(visitor))
    return [dict(parse_qsl(unescape(one))) for one in found]


# Finding


@pytest.mark.parametrize("lang", LANGUAGES)
def test_capots_with_the_eight_turned_are_found_and_opened(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="deal", turned="8", capot="taker")
    assert_trouble(visitor)
    where = "FROM deals WHERE capot = 'taker' AND turned_rank = '8'"
    expected = Warehouse(open_lake(lake)).rows(f"SELECT table_id, deal_no {where} ORDER BY ALL")
    found = links(visitor)
    assert 0 < len(found) <= 50
    assert sorted((one["table"], int(one["deal"])) for one in found) == expected
    told = say(lang, "deal.found_all", count=len(expected), rules="`litige`")
    assert told in words(visitor)
    opened = visit(lake, **found[0])
    assert_trouble(opened, say(lang, "deal.find_another"))
    key = {"deal": found[0]["deal"], "table": f"`{found[0]['table']}`", "run": "`club`"}
    assert say(lang, "show.title", **key) in words(opened)
    assert links(opened)[0]["turned"] == "8"


@pytest.mark.parametrize(
    ("filters", "where"),
    [
        ({"outcome": "chute"}, "outcome = 'chute'"),
        ({"outcome": "passed_out"}, "outcome = 'passed_out'"),
        ({"turned": "J", "round": "2"}, "turned_rank = 'J' AND bid_round = 2"),
        ({"position": "4", "outcome": "litige"}, "taker_position = 4 AND outcome = 'litige'"),
        ({"capot": "defence"}, "capot = 'defence'"),
        ({"points": "81"}, "taker_points = 81"),
        (
            {"trumps": "5", "honours": "jack"},
            "taker_holds.trumps = 5 AND taker_holds.has_jack AND NOT taker_holds.has_nine",
        ),
        (
            {"honours": "neither", "belote": "yes"},
            "NOT taker_holds.has_jack AND NOT taker_holds.has_nine AND taker_holds.has_belote",
        ),
        ({"belote": "no"}, "NOT taker_holds.has_belote"),
    ],
)
def test_deals_are_found_as_the_views_tell(lake: Path, filters: dict[str, str], where: str):
    warehouse = Warehouse(open_lake(lake))
    found = find_deals(warehouse, "club", "stricte", filters, limit=5000)
    expected = warehouse.rows(
        f"""
        SELECT deals.table_id, deals.deal_no, deals.turned_card, outcome
        FROM deals JOIN marks USING (run_id, table_id, deal_no)
        LEFT JOIN hands AS taker_holds
            ON deals.run_id = taker_holds.run_id AND deals.table_id = taker_holds.table_id
            AND deals.deal_no = taker_holds.deal_no AND deals.taker = taker_holds.seat
        WHERE marks.rules = 'stricte' AND {where} ORDER BY deals.table_id::int, deals.deal_no
        """
    )
    assert found.select("table_id", "deal_no", "turned_card", "outcome").rows() == expected
    few = find_deals(warehouse, "club", "stricte", filters, limit=3)
    assert few.height == min(3, len(expected))


def test_a_filter_of_deals_that_is_none_is_refused(lake: Path):
    for filters in ({"turned": "10"}, {"trumps": "9"}):
        with pytest.raises(QuestionError, match="cannot be looked for"):
            find_deals(Warehouse(open_lake(lake)), "club", "litige", filters)


def test_how_many_match_is_said(lake: Path, visit: Open):
    where = "FROM deals JOIN marks USING (run_id, table_id, deal_no) WHERE marks.rules = 'litige'"
    n = counted(lake, f"SELECT '', count(*), 1 {where} AND outcome = 'chute'")[""].k
    for choices, count in (({"outcome": "chute"}, n), ({}, 4000)):
        visitor = visit(lake, lang="en", page="deal", **choices)
        told = number("en", count)
        sentence = say("en", "deal.found_some", count=told, rules="`litige`", shown=50)
        assert sentence in words(visitor)
        assert len(links(visitor)) == 50
    visitor = visit(lake, lang="en", page="deal", turned="J")
    assert say("en", "deal.found_more", rules="`litige`", shown=50) in words(visitor)


def test_a_filter_is_picked_and_refused_like_others(lake: Path, visit: Open):
    visitor = visit(lake, lang="fr", page="deal", outcome="gagné")
    assert_trouble(visitor, say("fr", "filter.outcome"), "`gagné`", "`passed_out`")
    visitor.selectbox(key="chosen_outcome").set_value(DEAL_FILTERS["outcome"][2]).run()
    assert_trouble(visitor)
    assert not visitor.error
    assert visitor.query_params["outcome"] in ("litige", ["litige"])


# Stepping


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deal_is_stepped_forward_and_back(lake: Path, visit: Open, lang: Lang):
    one = find_deal(Warehouse(open_lake(lake)), "club", "1", 2)
    belote = one.facts["taker_belote"] or one.facts["defence_belote"]
    found = steps(one.deal, belote=bool(belote))
    assert one.deal.tricks

    def at(visitor: AppTest, step: int) -> None:
        assert_trouble(visitor, step_words(found[step], one.deal, lang))
        assert say(lang, "deal.at", step=step, last=len(found) - 1) in words(visitor)

    visitor = visit(lake, lang=lang, page="deal", table="1", deal="2")
    at(visitor, 0)
    assert visitor.button(key="step_back").disabled
    here = 0
    for name, target in (
        ("forward", 1),
        ("forward", 2),
        ("back", 1),
        ("trick_after", trick_after(found, 1)),
        ("trick_after", trick_after(found, trick_after(found, 1))),
        ("trick_before", trick_after(found, 1)),
        ("last", len(found) - 1),
    ):
        visitor.button(key=f"step_{name}").click().run()
        here = target
        at(visitor, here)
        assert visitor.query_params["step"] in (str(here), [str(here)])
    assert visitor.button(key="step_forward").disabled
    for mark in one.marks:
        assert mark["rules"] in html(visitor)
    points = [metric.value for metric in visitor.metric]
    assert points == [str(one.facts["taker_points"]), str(one.facts["defence_points"])]
    visitor.button(key="step_first").click().run()
    at(visitor, 0)


def test_a_link_opens_a_deal_at_its_step_and_its_command_prints_it(lake: Path, visit: Open):
    visitor = visit(lake, lang="en", page="deal", run="club", table="3", deal="7", step="4")
    assert_trouble(visitor, "page=deal&run=club&rules=litige&table=3&deal=7&step=4")
    [told] = commands(visitor)
    assert told[:4] == ["show", "club", "3", "7"]
    run_command(told)


@pytest.mark.parametrize("page", ["overview", "taking", "chute", "capot", "rules"])
def test_every_page_leads_to_deals_with_its_filters(lake: Path, visit: Open, page: str):
    visitor = visit(lake, lang="en", page=page, turned="9", table="1", deal="2")
    found = [
        dict(parse_qsl(one))
        for one in re.findall(r"\[See deals[^\]]*\]\(\?([^)]*)\)", words(visitor))
    ]
    assert any("turned" in choices for choices in found) == (page != "overview")
    for choices in found:
        assert choices["page"] == "deal"
        assert choices.get("turned") in ("9", None)
        assert choices["run"] == "club"
        assert not {"table", "deal"} & choices.keys()
        assert_trouble(visit(lake, **choices), say("en", "deal.find"))
    if page == "chute":
        assert found[0]["outcome"] == "chute"
    if page == "capot":
        assert {choices["capot"] for choices in found} == {"taker", "defence"}


# What is not there


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_address_asks_for_and_is_not_there_is_refused(lake: Path, visit: Open, lang: Lang):
    run = {"run": "`club`"}
    no_table = say(lang, "deal.no_table", asked="`x'|[y](z)`", count=20, name="`1`", **run)
    no_deal = {"table": "`1`", "first": 1, "last": 200, **run}
    last = len(steps(find_deal(Warehouse(open_lake(lake)), "club", "1", 2).deal)) - 1
    for choices, refusal in (
        ({"table": "x`|[y](z)", "deal": "1"}, no_table),
        ({"table": "1", "deal": "999"}, say(lang, "deal.no_deal", asked="`999`", **no_deal)),
        ({"table": "1", "deal": "-x"}, say(lang, "deal.no_deal", asked="`-x`", **no_deal)),
        (
            {"table": "1", "deal": "9" * 30},
            say(lang, "deal.no_deal", asked="`" + "9" * 30 + "`", **no_deal),
        ),
        ({"table": "1"}, say(lang, "deal.half")),
        ({"deal": "1"}, say(lang, "deal.half")),
        (
            {"table": "1", "deal": "2", "step": "99"},
            say(lang, "deal.no_step", asked="`99`", last=last),
        ),
        (
            {"table": "1", "deal": "2", "step": "²"},
            say(lang, "deal.no_step", asked="`²`", last=last),
        ),
    ):
        visitor = visit(lake, lang=lang, page="deal", **choices)
        assert_trouble(visitor)
        assert [error.value for error in visitor.error] == [refusal]
        assert links(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_run_that_keeps_only_its_counts_is_explained(
    lake: Path, tmp_path: Path, visit: Open, lang: Lang
):
    copy = Path(shutil.copytree(lake, tmp_path / "lake"))
    run_command(["drop", "club", "--keep-counts", "--lake", str(copy)])
    visitor = visit(copy, lang=lang, page="deal", table="1", deal="2")
    assert_trouble(visitor, say(lang, "deal.counts_only", run="`club`"))
    assert ["simulate", "--deals", "1000000", "--lake", str(copy)] in commands(visitor)
    other = Simulation(40, rule_set("litige"), seat_players("random"), name="other")
    simulate(open_lake(copy), other)
    visitor = visit(copy, lang=lang, page="deal", run="club")
    assert_trouble(visitor, f"[`other`](?lang={lang}&page=deal&run=other)")
    older = copy / "runs" / "run_id=other" / "manifest.json"
    manifest = json.loads(older.read_text()) | {"created_at": "2001-01-01T00:00:00+00:00"}
    older.write_text(json.dumps(manifest))
    assert len(links(visit(copy, lang=lang, page="deal"))) == 40


@pytest.mark.parametrize("lang", LANGUAGES)
def test_deals_known_in_part_are_shown_as_far_as_known(tmp_path: Path, visit: Open, lang: Lang):
    lake = new_lake(tmp_path / "lake")
    stream = peculiar_deals()
    write_run(lake, "peculiar", [stored_row(deal) for deal in stream])
    write_run(lake, "scored", [stored_row(scored_deal(1, 1))], kind="scored")
    for deal in stream:
        choices = {"run": "peculiar", "table": deal["table_id"], "deal": str(deal["deal_no"])}
        for move in ("first", "last"):
            visitor = visit(lake.path, lang=lang, page="deal", **choices)
            button = visitor.button(key=f"step_{move}")
            visitor = visitor if button.disabled else button.click().run()
            assert_trouble(visitor)
            assert not visitor.error
        if deal["status"] == "abandoned":
            assert say(lang, "deal.end_broken") in words(visitor)
        if deal["first"] is None:
            opened = visit(lake.path, lang=lang, page="deal", **choices)
            assert say(lang, "deal.dealt_unknown") in words(opened)
    visitor = visit(lake.path, lang=lang, page="deal", run="scored", table="sheet 1", deal="1")
    assert_trouble(visitor, say(lang, "deal.no_hands"))
    assert not visitor.error
    assert [one["table"] for one in links(visitor)] == ["sheet 1"]
