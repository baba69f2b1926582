"""The dashboard over a run of coinche: what needs a turned card is said, and the rest is shown."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from belote.charts.words import sentence
from belote.game.variants import COINCHE_FIELDS, rule_set
from belote.lake.find import find_deal, find_deals
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, number, say
from belote.players.spec import seat_players
from belote.records.page import contract_words
from belote.records.sheet import new_sheet
from belote.records.sheet_deal import Deal
from belote.records.sheet_text import decode, encode
from belote.records.steps import steps
from belote.runs.simulate import Simulation, simulate
from test_dashboard_sheet import NAMES, enter, press
from test_dashboard_variants import variant_of
from visits import Open, assert_trouble, charts, counted, opener, words

PAGES = (
    *("overview", "taking", "chute", "capot", "contracts"),
    *("rules", "variants", "games", "deal", "sheet"),
)
NO_TURNED_CARD = ("overview", "taking", "chute", "capot")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of coinche, and a newer one of the prise."""
    path = tmp_path_factory.mktemp("coinche") / "lake"
    for name, rules, deals in (("bids", "coinche", 4000), ("club", "litige", 400)):
        simulation = Simulation(
            deals, rule_set(rules), seat_players("regular"), tables=20, name=name
        )
        simulate(open_lake(path, create=True), simulation)
    return path


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def links(visitor: AppTest) -> list[dict[str, str]]:
    """The choices in each link of the list of deals."""
    html = "\n".join(str(element.proto.body) for element in visitor.get("html"))
    return [dict(parse_qsl(unescape(one))) for one in re.findall(r'<a href="\?([^"]*)"', html)]


def keys(visitor: AppTest) -> set[str]:
    """The widgets of the page by their keys."""
    kinds = (visitor.selectbox, visitor.number_input, visitor.toggle, visitor.button_group)
    return {str(one.key) for kind in kinds for one in kind}


# Every page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_drawn_and_says_what_needs_a_turned_card(
    lake: Path, visit: Open, page: str, lang: Lang
):
    visitor = visit(lake, lang=lang, page=page, run="bids")
    assert_trouble(visitor)
    assert not visitor.error
    told = say(lang, "page.no_turned_card", run="`bids`")
    assert (told in words(visitor)) == (page in NO_TURNED_CARD)
    assert not {"chosen_turned", "chosen_round"} & keys(visitor)


def test_what_makes_sense_stays(lake: Path, visit: Open):
    chute = visit(lake, page="chute", run="bids")
    where = "FROM marks WHERE run_id = 'bids' AND outcome <> 'passed_out'"
    failed = counted(lake, f"SELECT '', count(*) FILTER (outcome = 'chute'), count(*) {where}")[""]
    assert_trouble(chute, sentence("fr", "interval.counted", failed))
    assert_trouble(visit(lake, page="overview", run="bids"), sentence("fr", "chute.lead", failed))
    assert len(charts(chute)) == 2
    assert len(charts(visit(lake, page="rules", run="bids"))) == 3
    assert len(charts(visit(lake, page="games", run="bids"))) == 3
    assert len(visit(lake, page="capot", run="bids").metric) == 2
    assert charts(visit(lake, page="taking", run="bids")) == []


@pytest.mark.parametrize("page", NO_TURNED_CARD)
def test_the_page_of_contracts_is_linked(lake: Path, visit: Open, page: str):
    visitor = visit(lake, lang="en", page=page, run="bids")
    link = "?lang=en&page=contracts&run=bids"
    assert f"[{say('en', 'menu.contracts')}]({link})" in words(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_of_the_other_auction_are_not_offered_and_give_way(
    lake: Path, visit: Open, lang: Lang
):
    visitor = visit(lake, lang=lang, page="games", run="bids", rules="litige")
    told = say(lang, "page.other_auction", asked="`litige`", rules="`coinche`")
    assert_trouble(visitor, told, say(lang, "games.no_map"))
    assert not visitor.error
    assert visitor.selectbox(key="chosen_rules").options == ["coinche"]
    prise = visit(lake, lang=lang, page="games", run="club", rules="coinche")
    assert "coinche" not in prise.selectbox(key="chosen_rules").options
    assert_trouble(prise, say(lang, "page.other_auction", asked="`coinche`", rules="`litige`"))


# Une donne


@pytest.mark.parametrize("lang", LANGUAGES)
def test_deals_are_found_by_trump_contract_and_coinche(lake: Path, visit: Open, lang: Lang):
    visitor = visit(
        lake, lang=lang, page="deal", run="bids", trump="sa", contract="100", coinche_level="0"
    )
    where = "auction = 'coinche' AND trump = 'sa' AND contract = 100 AND coinche_level = 0"
    expected = Warehouse(open_lake(lake)).rows(f"SELECT table_id, deal_no FROM deals WHERE {where}")
    found = links(visitor)
    assert 0 < len(found) <= 50
    assert {(one["table"], int(one["deal"])) for one in found} <= set(expected)
    assert {"chosen_trump", "chosen_contract", "chosen_coinche_level"} <= keys(visitor)
    assert say(lang, "outcome.litige") not in visitor.selectbox(key="chosen_outcome").options


@pytest.mark.parametrize(
    ("filters", "where"),
    [
        ({"trump": "ta"}, "trump = 'ta'"),
        ({"contract": "250"}, "contract = 250"),
        ({"coinche_level": "1", "outcome": "chute"}, "coinche_level = 1 AND outcome = 'chute'"),
        ({"coinche_level": "2"}, "coinche_level = 2"),
        ({"capot": "taker", "trump": "h"}, "capot = 'taker' AND trump = 'h'"),
    ],
)
def test_deals_are_found_as_the_views_tell(lake: Path, filters: dict[str, str], where: str):
    warehouse = Warehouse(open_lake(lake))
    found = find_deals(warehouse, "bids", "coinche", filters, limit=5000)
    expected = warehouse.rows(
        f"""
        SELECT deals.table_id, deals.deal_no, contract, coinche_level, outcome
        FROM deals JOIN marks USING (run_id, table_id, deal_no)
        WHERE run_id = 'bids' AND {where} ORDER BY deals.table_id::int, deals.deal_no
        """
    )
    columns = ("table_id", "deal_no", "contract", "coinche_level", "outcome")
    assert found.select(columns).rows() == expected


@pytest.mark.parametrize(
    ("filters", "where"),
    [
        ({"contract": "110", "outcome": "made"}, "contract = 110 AND outcome = 'made'"),
        ({"trump": "h", "outcome": "chute"}, "trump = 'h' AND outcome = 'chute'"),
        ({"contract": "110"}, None),
    ],
)
def test_deals_found_are_counted_where_rollups_tell(
    lake: Path, visit: Open, filters: dict[str, str], where: str | None
):
    visitor = visit(lake, lang="en", page="deal", run="bids", **filters)
    rules = {"rules": "`coinche`", "shown": 50}
    if where is None:
        assert_trouble(visitor, say("en", "deal.found_more", **rules))
        return
    [(count,)] = Warehouse(open_lake(lake)).rows(
        "SELECT count(*) FROM deals JOIN marks USING (run_id, table_id, deal_no)"
        f" WHERE run_id = 'bids' AND {where}"
    )
    assert_trouble(visitor, say("en", "deal.found_some", count=number("en", count), **rules))


def test_deals_of_the_prise_under_a_trump_are_not_counted_wrong(lake: Path, visit: Open):
    visitor = visit(lake, lang="en", page="deal", run="club", trump="h", outcome="made")
    rules = {"rules": "`litige`", "shown": 50}
    assert_trouble(visitor, say("en", "deal.found_more", **rules))


def test_the_filters_of_the_prise_are_as_they_were(lake: Path, visit: Open):
    visitor = visit(lake, lang="en", page="deal", run="club")
    assert {"chosen_turned", "chosen_round", "chosen_trump"} <= keys(visitor)
    assert not {"chosen_contract", "chosen_coinche_level"} & keys(visitor)
    refused = visit(lake, lang="en", page="deal", run="club", trump="sa")
    assert_trouble(refused, "`sa`")
    assert refused.error


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("trump", ["s", "sa", "ta"])
def test_a_deal_is_stepped_through_with_its_contract_in_words(
    lake: Path, visit: Open, lang: Lang, trump: str
):
    warehouse = Warehouse(open_lake(lake))
    row = find_deals(warehouse, "bids", "coinche", {"trump": trump}, limit=1).row(0, named=True)
    key = {"table": str(row["table_id"]), "deal": str(row["deal_no"])}
    deal = find_deal(warehouse, "bids", key["table"], row["deal_no"]).deal
    assert deal.contract is not None
    assert deal.trump is not None
    told = contract_words(deal.contract, deal.trump, deal.level or 0, lang)
    dealt = visit(lake, lang=lang, page="deal", run="bids", **key)
    assert_trouble(dealt, say(lang, "show.hands"))
    assert told not in words(dealt)
    for step in (len(deal.bids()), len(deal.bids()) + 3, len(steps(deal)) - 1):
        visitor = visit(lake, lang=lang, page="deal", run="bids", step=str(step), **key)
        assert_trouble(visitor, told)
        assert not visitor.error


# Feuille de score


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_takes_contracts(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="sheet", run="bids")
    assert len(visitor.selectbox(key="sheet_base").options) == 7
    visitor.selectbox(key="sheet_prise_contract").set_value("more").run()
    visitor.selectbox(key="sheet_base").set_value("coinche").run()
    assert not {"sheet_coinche_tie", "sheet_prise_contract"} & keys(visitor)
    assert {f"sheet_coinche_{name}" for name in COINCHE_FIELDS} <= keys(visitor)
    visitor.selectbox(key="sheet_coinche_surcoinche").set_value(3).run()
    for seat, name in enumerate(NAMES):
        visitor.text_input(key=f"sheet_name_{seat}").set_value(name)
    visitor.button_group(key="sheet_dealer").set_value(3)
    press(visitor, lang, "begin")
    enter(visitor, lang, 0, trump="sa", points=100)
    assert [error.value for error in visitor.error] == [say(lang, "sheet_fault.contract")]
    enter(visitor, lang, 0, contract=100)
    assert [metric.value for metric in visitor.metric] == ["200", "62"]
    enter(visitor, lang, 1, contract=80, level=2, trump="ta", points=50, belotes_1=1)
    # The taker's side has 50 and 20: 3 x (80 + 162) for the others.
    told = [m.value.replace("\u202f", "").replace(",", "") for m in visitor.metric]
    assert told == ["926", "82"]
    said = {"taker": "Bruno", "contract": "80", "trump": say(lang, "card.ta"), "points": 50}
    assert say(lang, "sheet.bid_2", **said) in words(visitor)
    text = visitor.query_params["sheet"]
    sheet = decode(text if isinstance(text, str) else text[0])
    assert sheet.rules == rule_set("coinche,surcoinche=3")
    assert sheet.deals[1] == Deal(1, "ta", 50, (0, 20), contract=80, level=2)
    press(visitor, lang, "undo")
    assert [metric.value for metric in visitor.metric] == ["200", "62"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_is_set_beside_a_run_of_its_auction(lake: Path, visit: Open, lang: Lang):
    sheet = new_sheet(rule_set("coinche"), 0, NAMES).add(Deal(0, "s", 90, contract=80))
    beside = visit(lake, lang=lang, page="sheet", run="bids", sheet=encode(sheet))
    assert_trouble(beside, say(lang, "sheet.compare_under", rules="`coinche`"))
    other = visit(lake, lang=lang, page="sheet", run="club", sheet=encode(sheet))
    assert_trouble(other, say(lang, "sheet.other_auction"))


# Variantes


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_variant_of_coinche_is_made_with_its_own_fields(lake: Path, visit: Open, lang: Lang):
    visitor = visit(lake, lang=lang, page="variants", run="bids")
    assert_trouble(visitor, say(lang, "variants.same"))
    assert visitor.selectbox(key="variant_base").options == ["coinche"]
    assert {f"variant_{name}" for name in COINCHE_FIELDS} <= keys(visitor)
    assert "variant_tie" not in keys(visitor)
    assert len(visitor.selectbox(key="variant_contract").options) == 2
    visitor.selectbox(key="variant_surcoinche").set_value(3).run()
    visitor.selectbox(key="variant_contract").set_value("bid_and_more").run()
    assert_trouble(visitor, say(lang, "variants.at_once_prise"))
    assert not visitor.error
    assert variant_of(visitor) == "coinche,contract=bid_and_more,surcoinche=3"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_variant_of_the_other_auction_is_refused_in_words(lake: Path, visit: Open, lang: Lang):
    for run, base, variant in (("bids", "coinche", "litige"), ("club", "litige", "coinche")):
        visitor = visit(lake, lang=lang, page="variants", run=run, variant=variant)
        told = {"asked": f"`{variant}`", "base": f"`{base}`"}
        assert_trouble(visitor, say(lang, "variants.other_auction", **told))
        offered = {f"variant_{name}" for name in COINCHE_FIELDS} & keys(visitor)
        assert bool(offered) == (run == "bids")
