"""What a deal of coinche marks: the engine equals the slow engine over every field, and the
examples worked out by hand."""

import itertools
import random

import pytest
from numba.core.errors import TypingError

import naive_coinche
from belote.game.variants import COINCHE, PRESETS, RuleError, changed, preset
from engine import (
    COINCHE_MARKING,
    COINCHE_VALUES,
    PLAY_VALUES,
    STRAINS,
    both_coinche,
    both_of,
    coinche_facts_of,
    facts_of,
    folded,
    golden,
    joined,
    marks_of,
    matched,
    random_changes,
)
from test_marking import facts, slow_marks

GOLDEN_DEALS = golden("coinche.json")
CONTRACTS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 250)
BELOTES = [(0, 0), (20, 0), (0, 20)]
ANNONCES = [(0, 0), (20, 0), (0, 20), (120, 0), (0, 300), (200, 0)]
NO_NUMBERS = {
    field: values
    for field, values in COINCHE_MARKING.items()
    if field not in ("chute_mark", "capot_mark", "target", "finish_on_belote")
}


def random_deal_facts(rng):
    """A deal in which capots, contracts just reached and belotes of every suit are common."""
    trump = rng.choice(STRAINS)
    belote = rng.choice(BELOTES) if trump in "shdc" else (0, 0)
    if trump == "ta":
        belote = rng.choice([(20 * a, 20 * b) for a in range(5) for b in range(5 - a)])
    annonces, contract = rng.choice(ANNONCES), rng.choice(CONTRACTS)
    points, tricks = rng.randrange(163), rng.randrange(1, 8)
    kind = rng.random()
    if kind < 0.3:
        points, tricks = rng.choice(((162, 8), (0, 0), (152, 7), (10, 1)))
    elif kind < 0.7:  # near the contract, or near as much as the defence
        own, other = annonces[0] + belote[0], annonces[1] + belote[1]
        at = rng.choice((contract - own, contract - annonces[0], (162 + other - own) // 2))
        points = min(max(at + rng.choice((-1, 0, 0, 1)), 0), 162)
    taker, level = rng.randrange(4), rng.randrange(3)
    bid = {"trump": trump, "contract": contract, "level": level}
    return facts(taker, points, tricks, belote, annonces) | bid


def made_facts(count, seed):
    rng = random.Random(seed)
    return [random_deal_facts(rng) for _ in range(count)]


def slow_coinche_marks(deals, rules):
    return list(slow_marks(deals, rules, naive_coinche.mark))


def test_every_combination_of_fields_marks_what_the_slow_engine_marks():
    combinations = list(itertools.product(*NO_NUMBERS.values()))
    deals = made_facts(4000, seed=1)
    columns = coinche_facts_of(deals)
    rng = random.Random(2)
    for values in combinations:
        slow, fast = both_coinche(**dict(zip(NO_NUMBERS, values, strict=True)))
        at = rng.randrange(3980)
        some = slice(at, at + 20)
        part = type(columns)(*(column[some] for column in columns))
        assert marks_of(part, fast).tolist() == slow_coinche_marks(deals[some], slow), slow
    assert len(combinations) == 2**8 * 3


@pytest.mark.parametrize("field", COINCHE_MARKING)
def test_every_value_of_a_field_alone_marks_what_the_slow_engine_marks(field):
    deals = made_facts(1500, seed=3)
    columns = coinche_facts_of(deals)
    seen = set()
    for value in COINCHE_MARKING[field]:
        slow, fast = both_coinche(**{field: value})
        marks = marks_of(columns, fast).tolist()
        assert marks == slow_coinche_marks(deals, slow)
        seen.add(str(marks))
    ends_games = field in ("target", "finish_on_belote")
    assert len(seen) == (1 if ends_games else len(COINCHE_MARKING[field]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_many_deals_under_random_rules_mark_what_the_slow_engine_marks(seed):
    rng = random.Random(seed)
    deals = made_facts(100_000, seed)
    for at in range(0, len(deals), 1000):
        slow, fast = both_coinche(**random_changes(rng, COINCHE_MARKING))
        part = deals[at : at + 1000]
        assert marks_of(coinche_facts_of(part), fast).tolist() == slow_coinche_marks(part, slow)


def test_the_deals_show_every_outcome_at_every_level_and_strain():
    slow, _ = both_coinche()
    deals = made_facts(12_000, seed=1)
    seen = {
        (deal["trump"], deal["level"], deal["contract"] == 250, 8 in deal["tricks_won"], mark[0])
        for deal, mark in zip(deals, slow_coinche_marks(deals, slow), strict=True)
    }
    # All but a capot bid that is made without all tricks.
    assert len(seen) == 6 * 3 * (2 * 2 * 2 - 1)


def test_fields_of_play_do_not_change_a_mark():
    columns = coinche_facts_of(made_facts(2000, seed=5))
    _, fast = both_coinche()
    _, other = both_coinche(**{field: values[1] for field, values in PLAY_VALUES.items()})
    assert (marks_of(columns, fast) == marks_of(columns, other)).all()


@pytest.mark.parametrize("seed", range(6))
def test_games_of_a_table_are_those_of_the_slow_engine(seed):
    rng = random.Random(seed)
    for _ in range(15):
        table = [
            {"passed_out": True} if rng.random() < 0.1 else random_deal_facts(rng)
            for _ in range(rng.choice((1, 2, 7, 60)))
        ]
        table = [deal | {"dealer": rng.randrange(4)} for deal in table]
        slow, fast = both_coinche(**random_changes(rng, COINCHE_MARKING))
        assert matched(coinche_facts_of(table), fast) == naive_coinche.match(table, slow)


def test_games_of_many_tables_are_those_of_each_alone():
    _, fast = both_coinche(target=501)
    tables = [coinche_facts_of(made_facts(size, size), size) for size in (3, 40, 90)]
    games, game_tables, _ = folded(joined(*tables), fast)
    alone = [folded(table, fast)[0] for table in tables]
    assert games == [game for some in alone for game in some]
    assert game_tables == [n for n, some in zip((3, 40, 90), alone, strict=True) for _ in some]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param(case, expected, id=f"{case['name']} - {expected['rules']}")
        for case in GOLDEN_DEALS["cases"]
        for expected in case["expected"]
    ],
)
def test_marks_and_games_are_those_worked_out_by_hand(case, expected):
    slow, fast = both_of(expected["rules"])
    fields = GOLDEN_DEALS["row_fields"]
    for rows, games in (
        naive_coinche.match(case["deals"], slow),
        matched(coinche_facts_of(case["deals"]), fast),
    ):
        assert [[row[field] for field in fields] for row in rows] == expected["rows"]
        if "games" in expected:
            shown = [{name: game[name] for name in expected["games"][0]} for game in games]
            assert shown == expected["games"]


def test_golden_deals_can_happen():
    for case in GOLDEN_DEALS["cases"]:
        for deal in case["deals"]:
            if not deal.get("passed_out"):
                assert sum(deal["points"]) == 162, case["name"]
                assert sum(deal["tricks_won"]) == 8, case["name"]
                assert min(deal["annonces"]) == 0, case["name"]
                most = {"ta": 80, "sa": 0}.get(deal["trump"], 20)
                assert sum(deal["belote"]) <= most, case["name"]


# Rule sets ----------------------------------------------------------------------------------------


def test_the_rule_set_is_that_of_the_slow_engines_own_table():
    assert COINCHE.values() == naive_coinche.PRESET
    assert changed(COINCHE, {"surcoinche": "3"}).name == "coinche,surcoinche=3"


def test_a_rule_set_of_the_prise_becomes_one_of_coinche_with_a_contract_to_bid():
    assert preset("coinche") is COINCHE
    bid = changed(PRESETS["stricte"], {"auction": "coinche", "contract": "bid"})
    assert bid.name == "stricte,auction=coinche,contract=bid"
    with pytest.raises(RuleError, match="contract = 82 goes with auction = prise"):
        changed(PRESETS["stricte"], {"auction": "coinche"})


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"contract": "82"}, "contract = 82 goes with auction = prise"),
        ({"contract": "more"}, "contract = more goes with auction = prise"),
        ({"tie": "litige"}, "tie goes with auction = prise"),
        ({"auction": "prise"}, "contract = bid goes with auction = coinche"),
        ({"surcoinche": 2}, "it is one of 4, 3"),
    ],
)
def test_fields_that_do_not_go_with_coinche_are_refused(changes, says):
    with pytest.raises(RuleError, match=says):
        changed(COINCHE, changes)


def test_every_coinche_field_is_tried():
    values = {**COINCHE_VALUES}
    for field in ("coinche_mark", "multiplier_on", "surcoinche", "belote_tout_atout"):
        assert len(values.pop(field)) == 2
    assert values == {"contract": ("bid", "bid_and_more")}


def test_facts_and_rules_of_different_auctions_are_not_marked():
    deal = facts()
    _, fast = both_coinche()
    with pytest.raises(TypingError):
        marks_of(facts_of([deal]), fast)
    bid = {"trump": "s", "contract": 80, "level": 0}
    with pytest.raises(TypingError):
        marks_of(coinche_facts_of([deal | bid]), PRESETS["litige"])
