"""The page of contracts: SQL's numbers in both languages, filters, links, and runs without any."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from dashboards.contracts import profit_words
from streamlit.testing.v1 import AppTest

from belote.charts.contracts import bid_by, coinched_by_contract, made_by, points_by_strain
from belote.charts.frames import ChartError, Mean, Share, mean_of
from belote.charts.words import interval_words, odds_words, sentence, share_words, value_words
from belote.game.variants import rule_set
from belote.lake.find import DEAL_FILTERS
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, number, say
from belote.players.spec import seat_players
from belote.records.page import contract_name, strain_name
from belote.runs.simulate import Simulation, simulate
from test_dashboard_pages import assert_drawn
from visits import Open, assert_trouble, charts, commands, counted, opener, run_command, words

TAKEN = (
    "FROM deals JOIN marks USING (run_id, table_id, deal_no) WHERE run_id = 'bids' AND taker >= 0"
)
"""Deals taken at coinche, as the run's own rules judge them."""


def play(lake: Path, name: str, rules: str, deals: int, seats: str = "regular") -> None:
    simulation = Simulation(deals, rule_set(rules), seat_players(seats), tables=20, name=name)
    simulate(open_lake(lake, create=True), simulation)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of coinche, and newer ones of the prise, one of them by other players."""
    path = tmp_path_factory.mktemp("contracts") / "lake"
    play(path, "bids", "coinche", 6000)
    play(path, "club", "litige", 600)
    play(path, "chance", "stricte", 200, "random")
    return path


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def grids(visitor: AppTest) -> str:
    """The tables of the page, as they go to the browser."""
    return "\n".join(str(element.proto.body) for element in visitor.get("html"))


def by(lake: Path, column: str, k: str, where: str = "TRUE") -> dict[Any, Share]:
    """What SQL counts of the deals taken, by a column."""
    return counted(lake, f"SELECT {column}, {k}, count(*) {TAKEN} AND {where} GROUP BY ALL")


def parts(shares: dict[Any, Share]) -> dict[Any, Share]:
    """Each as a share of all."""
    whole = sum(share.n for share in shares.values())
    return {key: Share(share.n, whole) for key, share in shares.items()}


def named(lang: Lang, shares: dict[Any, Share], group: str) -> dict[str, Share]:
    """By the name of a contract or trump and the group, as a chart has them."""
    names = {
        key: contract_name(key) if isinstance(key, int) else strain_name(key, lang)
        for key in shares
    }
    return {f"{names[key]}|{group}": share for key, share in shares.items()}


# Numbers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_contracts_are_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="contracts", run="bids")
    made = "count(*) FILTER (outcome = 'made')"
    contracts, trumps = by(lake, "contract", made), by(lake, "deals.trump", made)
    whole = Share(sum(s.k for s in contracts.values()), sum(s.n for s in contracts.values()))
    mean = mean_of(list(contracts), [share.n for share in contracts.values()])
    assert_trouble(
        visitor,
        say(lang, "contracts.lead", share=share_words(lang, whole)),
        sentence(lang, "interval.counted", whole),
        say(
            lang,
            "contracts.mean",
            mean=value_words(lang, mean),
            interval=interval_words(lang, mean),
        ),
    )
    assert not visitor.error
    bid, success, trump_bid, trump_success, points, coinched = charts(visitor)
    of_bid, of_made = (say(lang, f"contracts.{what}_group") for what in ("bid", "made"))
    assert_drawn(lang, bid, named(lang, parts(contracts), of_bid))
    assert_drawn(lang, success, named(lang, contracts, of_made))
    assert_drawn(lang, trump_bid, named(lang, parts(trumps), of_bid))
    assert_drawn(lang, trump_success, named(lang, trumps, of_made))
    means = Warehouse(open_lake(lake)).rows(
        "SELECT if(length(deals.trump) = 1, 'suit', deals.trump), avg(taker_points)"
        f" {TAKEN} GROUP BY 1"
    )
    assert sorted(row["top"] for row in points) == pytest.approx(sorted(m for _, m in means))
    levels: dict[str, Share] = {}
    for level in (1, 2):
        times = by(lake, "contract", f"count(*) FILTER (coinche_level = {level})")
        levels |= named(lang, times, say(lang, f"filter.coinche_level_{level}"))
    assert_drawn(lang, coinched, levels)
    suits = parts(by(lake, "length(deals.trump)", made))[1]
    assert sentence(lang, "contracts.trump_lead", suits) in words(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_profits_and_capots_are_what_sql_counts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="contracts", run="bids")
    text, tables = words(visitor), grids(visitor)
    rows = Warehouse(open_lake(lake)).rows(
        "SELECT coinche_level, count(*), avg(taker_mark - defence_mark),"
        " 1.959963984540054 * stddev_samp(taker_mark - defence_mark) / sqrt(count(*)),"
        f" avg(taker_mark), avg(defence_mark) {TAKEN} GROUP BY coinche_level"
    )
    assert len(rows) >= 2
    for level, n, mean, half, *marks in rows:
        if half is not None:
            more = Mean(n, mean, mean - half, mean + half)
            told = profit_words(lang, say(lang, f"filter.coinche_level_{level}"), more)
            assert told in text
        assert all(number(lang, mark, 1) in tables for mark in marks)
    capots = by(lake, "contract = 250", "count(*) FILTER (capot = 'taker')")
    assert {metric.value for metric in visitor.metric} == {
        odds_words(lang, share) for share in capots.values()
    }
    assert sentence(lang, "contracts.capot_unbid_said", capots[False]) in text
    told = "contracts.capot_bid_said" if True in capots else "contracts.capot_never_bid"
    assert sentence(lang, told, capots.get(True, Share(0, 0))) in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_filters_narrow_what_is_counted_and_say_where_they_do_not(
    lake: Path, visit: Open, lang: Lang
):
    chosen = {"trump": "h", "contract": "110", "coinche_level": "0", "position": "1"}
    visitor = visit(lake, lang=lang, page="contracts", run="bids", **chosen)
    made = "count(*) FILTER (outcome = 'made')"
    where = "deals.trump = 'h' AND coinche_level = 0 AND taker_position = 1"
    contracts = by(lake, "contract", made, where)
    assert_trouble(
        visitor,
        sentence(lang, "interval.counted", contracts[110]),
        say(lang, "filter.not_here", filters=say(lang, "filter.contract")),
    )
    bid, success, trump_bid, *_ = charts(visitor)
    of_bid, of_made = (say(lang, f"contracts.{what}_group") for what in ("bid", "made"))
    assert_drawn(lang, bid, named(lang, parts(contracts), of_bid))
    assert_drawn(lang, success, named(lang, contracts, of_made))
    where = "contract = 110 AND coinche_level = 0 AND taker_position = 1"
    trumps = by(lake, "deals.trump", made, where)
    assert_drawn(lang, trump_bid, named(lang, parts(trumps), of_bid))
    if any(share.n < 100 for share in contracts.values()):
        assert say(lang, "interval.small", n="100") in words(visitor)


def test_choices_lead_to_the_deals_they_count(lake: Path, visit: Open):
    visitor = visit(lake, lang="en", page="contracts", run="bids", coinche_level="1", position="4")
    link = "?lang=en&page=deal&run=bids&rules=coinche&position=4&coinche_level=1&outcome=made"
    assert f"[See deals – made]({link})" in words(visitor)
    for rows in charts(visitor):
        for row in rows:
            cell = row["cell"] or {}
            assert all(value in DEAL_FILTERS[name] for name, value in cell.items() if value)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_deal_under_the_filters_is_said(lake: Path, visit: Open, lang: Lang):
    visitor = visit(
        lake, lang=lang, page="contracts", run="bids", contract="160", coinche_level="2"
    )
    assert_trouble(visitor, say(lang, "filter.nothing"))
    assert charts(visitor) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_overview_of_a_run_of_coinche_has_its_contracts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, run="bids")
    whole = by(lake, "''", "count(*) FILTER (outcome = 'made')")[""]
    assert_trouble(visitor, sentence(lang, "contracts.lead", whole))
    assert len(charts(visitor)) == 2


# Both auctions


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_auctions_stand_side_by_side_for_the_same_players(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="contracts", run="bids")
    tables = grids(visitor)
    for run, rules in (("bids", "coinche"), ("club", "litige")):
        where = f"WHERE run_id = '{run}' AND marks.rules = '{rules}'"
        source = f"FROM deals JOIN marks USING (run_id, table_id, deal_no) {where}"
        made = counted(
            lake,
            f"SELECT '', count(*) FILTER (outcome = 'made'), count(taker) {source}",
        )[""]
        [(swing, points)] = Warehouse(open_lake(lake)).rows(
            "SELECT stddev_samp(taker_mark - defence_mark) FILTER (NOT passed_out),"
            f" avg(taker_points) {source}"
        )
        for told in (rules, share_words(lang, made), interval_words(lang, made)):
            assert told in tables
        assert number(lang, swing, 1) in tables
        assert number(lang, points, 1) in tables
    assert "stricte" not in tables
    assert commands(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_auction_alone_says_what_plays_the_other(tmp_path: Path, visit: Open, lang: Lang):
    lake = tmp_path / "lake"
    play(lake, "bids", "coinche", 300, "random")
    visitor = visit(lake, lang=lang, page="contracts")
    assert_trouble(visitor, say(lang, "contracts.no_prise"))
    assert_plays(visitor, lake, "litige")
    alone = tmp_path / "prise"
    play(alone, "club", "litige", 100, "random")
    visitor = visit(alone, lang=lang, page="contracts")
    assert_trouble(
        visitor, say(lang, "contracts.none", run="`club`"), say(lang, "contracts.no_other")
    )
    assert charts(visitor) == []
    assert_plays(visitor, alone, "coinche")


def assert_plays(visitor: AppTest, lake: Path, rules: str) -> None:
    """The page tells a command that plays a run under these rules; it works."""
    [told] = [one for one in commands(visitor) if one[0] == "simulate"]
    options = dict(zip(told[1::2], told[2::2], strict=True))
    assert (options["--rules"], options["--players"]) == (rules, "random")
    options["--deals"] = "50"
    run_command(["simulate", *(text for pair in options.items() for text in pair)])
    assert rules in [manifest.rules for manifest in open_lake(lake).manifests()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_run_of_the_prise_leads_to_those_of_coinche(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="contracts", run="club")
    link = f"[`bids`](?lang={lang}&page=contracts&run=bids)"
    assert_trouble(
        visitor,
        say(lang, "contracts.none", run="`club`"),
        say(lang, "contracts.other_runs", runs=link),
    )
    assert charts(visitor) == []


# Charts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_charts_are_valid_and_told_in_words(lang: Lang):
    contracts = pl.DataFrame({"contract": [80, 250], "k": [30, 2], "n": [100, 5]})
    trumps = pl.DataFrame({"trump": ["s", "sa"], "k": [30, 2], "n": [100, 5]})
    strains = pl.DataFrame(
        {"strain": ["suit", "ta"], "n": [100, 1], "points_mean": [90.5, 80.0]}
        | {"points_low": [88.0, None], "points_high": [93.0, None]}
    )
    for drawn, places in (
        (bid_by(contracts, "contract", lang), ["80", "capot"]),
        (made_by(trumps, "trump", lang), ["♠", say(lang, "contracts.short_sa")]),
        (points_by_strain(strains, lang), [say(lang, "contracts.suit"), strain_name("ta", lang)]),
        (
            coinched_by_contract(contracts.with_columns(surcoinched=pl.Series([10, 0])), lang),
            ["80", "80", "capot", "capot"],
        ),
    ):
        rows = drawn.chart.to_dict()["data"]["values"]
        assert [row["at"] for row in rows] == places
        assert [row["small"] for row in rows] == [place != places[0] for place in places]
        assert all(row["name"] in drawn.words for row in rows)


def test_a_contract_that_is_surcoinched_is_counted_once():
    frame = pl.DataFrame({"contract": [90], "k": [50], "n": [200], "surcoinched": [20]})
    rows = coinched_by_contract(frame, "en").chart.to_dict()["data"]["values"]
    assert [row["top"] for row in rows] == [30 / 200, 20 / 200]
    assert [row["cell"]["coinche_level"] for row in rows] == ["1", "2"]
    with pytest.raises(ChartError, match="'surcoinched'"):
        coinched_by_contract(frame.drop("surcoinched"), "fr")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (Mean(500, 20.0, 10.0, 30.0), "the taker's side marks **20.0** more"),
        (Mean(500, -20.0, -30.0, -10.0), "the defence marks **20.0** more"),
        (Mean(500, 2.0, -10.0, 14.0), "who gains cannot be told"),
        (Mean(1, 2.0, None, None), "who gains cannot be told"),
        (Mean(50, 20.0, 10.0, 30.0), "too few cases"),
    ],
)
def test_who_profits_is_said_where_the_interval_tells(more: Mean, says: str):
    assert says in profit_words("en", "coinched", more)


def test_a_mean_of_counts_has_the_interval_of_its_cases():
    assert mean_of([80, 100], [1, 1]) == pytest.approx((2, 90, 90 - 19.6, 90 + 19.6), rel=1e-4)
    assert mean_of([80], [1]) == (1, 80, None, None)
