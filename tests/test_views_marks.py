"""The view `marks` restates `mark_deal`: the two and the slow belote agree, whatever the rules."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import naive
from belote.game.marking import OUTCOMES, Facts, mark_deal, mark_rules
from belote.game.variants import FIELDS, PRISE_PRESETS, Rules, changed, preset
from belote.lake.warehouse import Warehouse, connect
from engine import MARKING_VALUES, mixed_rule_sets
from lakes import SCHEMAS, Row, new_lake, write_run

COINCHE_ONLY = {"coinche_mark", "multiplier_on", "surcoinche", "belote_tout_atout"}

POINTS = (0, 2, 61, 70, 71, 74, 75, 76, 80, 81, 82, 85, 86, 91, 101, 110, 152, 160, 162)
BELOTES = ((0, 0), (20, 0), (0, 20))
ANNONCES = ((0, 0), (20, 0), (0, 20), (100, 0), (0, 250))


def every_fact() -> list[Facts]:
    """Facts around every place where a mark changes, capots and ties among them."""
    facts = [
        Facts(points, tricks, *belotes, *annonces)
        for points, tricks, belotes, annonces in product(POINTS, (1, 7), BELOTES, ANNONCES)
    ]
    capots = ((162, 8), (152, 8), (0, 0), (10, 0))
    for (points, tricks), belotes, annonces in product(capots, BELOTES, ANNONCES):
        facts.append(Facts(points, tricks, *belotes, *annonces))
    return facts


def every_rule_set() -> list[Rules]:
    """The presets; each with every value of one field; and sets with all fields drawn anew."""
    changes: list[tuple[str, dict[str, Any]]] = [
        (base, {field: value})
        for base in PRISE_PRESETS
        for field, values in MARKING_VALUES.items()
        for value in values
    ]
    changes += mixed_rule_sets(60, seed=4)
    sets = [changed(preset(base), change) for base, change in changes]
    return list({rules.name: rules for rules in [*PRISE_PRESETS.values(), *sets]}.values())


def row_of(deal_no: int, facts: Facts) -> Row:
    row: Row = dict.fromkeys(SCHEMAS["deals"].names)
    row |= {"table_no": deal_no, "table_id": str(deal_no), "deal_no": 1, "dealer": 0, "trump": 2}
    row |= {"kind": "replayed", "rules": "litige", "status": "complete", "taker": deal_no % 4}
    return row | facts._asdict()


@pytest.fixture(scope="module")
def facts() -> list[Facts]:
    return every_fact()


@pytest.fixture(scope="module")
def rule_sets() -> list[Rules]:
    return every_rule_set()


@pytest.fixture(scope="module")
def warehouse(
    tmp_path_factory: pytest.TempPathFactory, facts: list[Facts], rule_sets: list[Rules]
) -> Warehouse:
    """Each of the facts as the only deal of its table, marked under all the rule sets."""
    lake = new_lake(tmp_path_factory.mktemp("marks") / "lake")
    rows = [row_of(deal_no, fact) for deal_no, fact in enumerate(facts, start=1)]
    write_run(lake, "facts", rows, rule_sets=rule_sets)
    return connect(lake)


def test_every_marking_field_is_tried():
    marking = {field.name for field in FIELDS if field.group == "marking"}
    assert set(MARKING_VALUES) == marking - COINCHE_ONLY


def test_marks_are_those_of_mark_deal(
    warehouse: Warehouse, facts: list[Facts], rule_sets: list[Rules]
):
    found = warehouse.rows(
        "SELECT rules, table_id::INTEGER, outcome, taker_mark, defence_mark, held FROM marks"
    )
    marks = {row[:2]: row[2:] for row in found}
    assert len(marks) == len(found) == len(facts) * len(rule_sets)
    for rules in rule_sets:
        numbers = mark_rules(rules)
        for deal_no, fact in enumerate(facts, start=1):
            mark = mark_deal(fact, numbers)
            outcome, taker, defence, held = marks[rules.name, deal_no]
            assert (outcome, taker, defence) == (OUTCOMES[mark.outcome], mark.taker, mark.defence)
            # A litige may end the game, and then nothing is held.
            assert held in (mark.held, 0)


def test_marks_are_those_of_the_slow_belote(warehouse: Warehouse, facts: list[Facts]):
    """By team, for the presets: with nothing carried a team marks what its side marks."""
    found = warehouse.rows(
        "SELECT rules, table_id::INTEGER, outcome, team0_mark, team1_mark FROM marks"
    )
    marks = {row[:2]: row[2:] for row in found}
    for rules in PRISE_PRESETS.values():
        values = naive.rules("litige") | rules.values()
        for deal_no, fact in enumerate(facts, start=1):
            by_side = [
                (fact.taker_points, 162 - fact.taker_points),
                (fact.taker_tricks, 8 - fact.taker_tricks),
                (fact.taker_belote, fact.defence_belote),
                (fact.taker_annonces, fact.defence_annonces),
            ]
            taker = deal_no % 4
            by_team = [list(sides) if taker % 2 == 0 else list(sides[::-1]) for sides in by_side]
            names = ("points", "tricks_won", "belote", "annonces")
            mark = naive.mark({"taker": taker, **dict(zip(names, by_team, strict=True))}, values)
            assert marks[rules.name, deal_no] == (mark["outcome"], *mark["marks"])


def test_only_the_rule_sets_a_run_is_marked_under_have_rows(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    row = row_of(1, Facts(100, 5, 0, 0, 0, 0))
    write_run(lake, "one", [row], rule_sets=[preset("litige")])
    write_run(lake, "two", [row], rule_sets=[preset("stricte"), preset("arrondie")])
    found = connect(lake).rows("SELECT run_id, rules FROM marks ORDER BY ALL")
    assert found == [("one", "litige"), ("two", "arrondie"), ("two", "stricte")]


def test_a_deal_whose_points_are_not_known_has_no_outcome(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    row = row_of(1, Facts(100, 5, 0, 0, 0, 0)) | {"taker_points": None, "taker_tricks": None}
    write_run(lake, "one", [row], rule_sets=[preset("litige")])
    marks = connect(lake).rows("SELECT outcome, taker_mark, team0_mark, team1_mark FROM marks")
    assert marks == [(None, None, None, None)]
