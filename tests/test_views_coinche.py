"""The SQL views of coinche: each against plain Python and the slow engine on the same deals."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import expected
import naive_coinche
from belote.game.variants import COINCHE, Rules, changed
from belote.lake.schema import VIEWS
from belote.lake.warehouse import Warehouse, connect
from engine import COINCHE_MARKING, PLAY_VALUES, STRAINS, random_changes
from engine_coinche import random_deal
from lakes import (
    SCHEMAS,
    Deal,
    Row,
    abandon,
    coinche_deal,
    new_lake,
    random_stream,
    stored_row,
    write_run,
)
from test_coinche_marking import made_facts
from test_views import BY_DEAL, assert_same

DEALS = 1500


def one_field_each() -> list[Rules]:
    """Coinche, and with every value of one field."""
    sets = [COINCHE, *(changed(COINCHE, {f: v}) for f, vs in COINCHE_MARKING.items() for v in vs)]
    return list({rules.name: rules for rules in sets}.values())


def mixed(count: int, seed: int, *tables: dict[str, Any]) -> list[Rules]:
    """Coinche with every field of some tables drawn anew."""
    rng = random.Random(seed)
    return [changed(COINCHE, random_changes(rng, *tables)) for _ in range(count)]


def row_of(deal_no: int, deal: Deal) -> Row:
    """Facts alone, as the only deal of its table."""
    row: Row = dict.fromkeys(SCHEMAS["deals"].names)
    row |= {"table_no": deal_no, "table_id": str(deal_no), "deal_no": 1, "dealer": 0}
    row |= {"kind": "replayed", "rules": "coinche", "status": "complete", "taker": deal["taker"]}
    side = deal["taker"] % 2
    row |= {"taker_points": deal["points"][side], "taker_tricks": deal["tricks_won"][side]}
    for name in ("belote", "annonces"):
        row[f"taker_{name}"], row[f"defence_{name}"] = deal[name][side], deal[name][1 - side]
    row |= {"trump": STRAINS.index(deal["trump"]), "contract": deal["contract"]}
    return row | {"coinche_level": deal["level"]}


def test_marks_are_those_of_the_slow_engine_over_every_field(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    deals = made_facts(DEALS, seed=8)
    sets = [*one_field_each(), *mixed(60, 4, COINCHE_MARKING)]
    sets = list({rules.name: rules for rules in sets}.values())
    rows = [row_of(deal_no, deal) for deal_no, deal in enumerate(deals, start=1)]
    write_run(lake, "facts", rows, rule_sets=sets)
    found = connect(lake).rows(
        "SELECT rules, table_id::INTEGER, outcome, team0_mark, team1_mark, carried, held,"
        " taker_mark + defence_mark FROM marks"
    )
    marks = {row[:2]: row[2:] for row in found}
    assert len(marks) == len(found) == DEALS * len(sets)
    for rules in sets:
        values = naive_coinche.PRESET | rules.values()
        for deal_no, deal in enumerate(deals, start=1):
            mark = naive_coinche.mark(deal, values)
            wanted = (mark["outcome"], *mark["marks"], 0, 0, sum(mark["marks"]))
            assert marks[rules.name, deal_no] == wanted, (deal, rules.name)


class Content:
    """A warehouse over a run of coinche, its deals and its rule sets."""

    def __init__(self, warehouse: Warehouse, deals: list[Deal], sets: list[Rules]) -> None:
        self.warehouse, self.deals, self.sets = warehouse, deals, sets

    def rows(self, view: str) -> list[Row]:
        names = [column.name for column in VIEWS[view].columns]
        found = self.warehouse.rows(f"SELECT * FROM {view} WHERE run_id = 'bid'")
        return [dict(zip(names, row, strict=True)) for row in found]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    """Random deals at three tables, a rule set of its own at each, beside a run of prise."""
    rng = random.Random(12)
    sets = [COINCHE, *mixed(2, 9, PLAY_VALUES, COINCHE_MARKING)]
    deals: list[Deal] = []
    for table_no, rules in enumerate(sets, start=1):
        values = naive_coinche.PRESET | rules.values()
        for deal_no in range(1, 81):
            deals.append(coinche_deal(random_deal(rng, values), rules, table_no, deal_no))
    taken = [deal for deal in deals if deal["taker"] is not None]
    taken[0]["first"] = None  # what was held when bidding is unknown
    taken[1]["auto"] = [2, 32]
    taken[2] |= {"belote_said": False, "belote": [0, 0]}
    lake = new_lake(tmp_path_factory.mktemp("views") / "lake")
    write_run(lake, "bid", [stored_row(deal) for deal in deals], rule_sets=sets)
    return Content(connect(lake), deals, sets)


def test_the_deals_show_every_strain_level_and_word(content: Content):
    taken = [deal for deal in content.deals if deal["taker"] is not None]
    assert {deal["trump"] for deal in taken} == set(STRAINS)
    assert {deal["level"] for deal in taken} == {0, 1, 2}
    assert {250} < {deal["contract"] for deal in taken}
    assert len(taken) < len(content.deals)
    said = {word for deal in content.deals for word in deal["bids"]}
    assert {word.split()[0] for word in said} == {word.split()[0] for word in naive_coinche.WORDS}


def test_deals(content: Content):
    assert_same(
        content.rows("deals"), [expected.expected_deal("bid", deal) for deal in content.deals]
    )


@pytest.mark.parametrize("view", BY_DEAL)
def test_rows_within_deals(content: Content, view: str):
    wanted = [row for deal in content.deals for row in BY_DEAL[view]("bid", deal)]
    assert_same(content.rows(view), wanted)


def test_marks_and_games(content: Content):
    for view, rows_of in (
        ("marks", expected.expected_marks),
        ("games", expected.expected_games),
    ):
        wanted = [row for rules in content.sets for row in rows_of("bid", content.deals, rules)]
        assert_same(content.rows(view), wanted)


def test_an_abandoned_deal_has_words_and_cards_and_no_marks(tmp_path: Path):
    rng = random.Random(3)
    deals: list[Deal] = []
    while len(deals) < 3:
        deal = coinche_deal(random_deal(rng, naive_coinche.PRESET), COINCHE, 1, len(deals) + 1)
        deals += [deal] if deal["taker"] is not None else []
    abandon(deals[0], 13)
    abandon(deals[1], 0)
    lake = new_lake(tmp_path / "lake")
    write_run(lake, "bid", [stored_row(deal) for deal in deals], rule_sets=[COINCHE])
    content = Content(connect(lake), deals, [COINCHE])
    assert_same(content.rows("deals"), [expected.expected_deal("bid", deal) for deal in deals])
    for view, rows_of in BY_DEAL.items():
        assert_same(content.rows(view), [row for deal in deals for row in rows_of("bid", deal)])
    assert {row["deal_no"] for row in content.rows("marks")} == {3}


def test_a_run_of_prise_and_one_of_coinche_are_marked_by_their_own_rules(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    deal = coinche_deal(random_deal(random.Random(1), naive_coinche.PRESET), COINCHE, 1, 1)
    write_run(lake, "bid", [stored_row(deal)], rule_sets=[COINCHE])
    write_run(lake, "taken", [stored_row(deal) for deal in random_stream(1, 3, 1)])
    warehouse = connect(lake)
    found = warehouse.rows("SELECT DISTINCT run_id, rules = 'coinche' FROM marks ORDER BY ALL")
    assert found == [("bid", True), ("taken", False)]
    counted = warehouse.rows(
        "SELECT run_id, count(DISTINCT rules), sum(deals) FROM stored.marked_counts"
        " GROUP BY run_id ORDER BY ALL"
    )
    assert counted == [("bid", 1, 1), ("taken", 6, 18)]
