"""How strong `expert` is: the measures in the documentation, and what cards cost."""

from __future__ import annotations

from itertools import pairwise

import strength
from belote.game.variants import rule_set
from belote.players.spec import parse_player
from belote.study.costs import cost_of_player
from belote.study.kept import kept
from league import PAGE


def test_the_section_of_the_documentation_is_what_its_lines_give() -> None:
    text = strength.BEGIN + strength.section(kept("strength")) + strength.END
    assert PAGE.read_text(encoding="utf-8").count(text) == 1


def test_expert_beats_regular_at_the_prise_clear_of_chance() -> None:
    lines = [
        x for x in kept("strength") if x["rules"] == "litige" and x["part"] in strength.MATCHES
    ]
    assert len(lines) == 2
    for line in lines:
        assert line["deals"] >= 2000
        assert line["points"] >= 3
        assert line["points_low"] > 0


def test_expert_beats_regular_at_coinche_with_its_own_auction() -> None:
    (line,) = (line for line in kept("strength") if line["part"] == "coinche")
    assert line["contracts"] is None
    assert line["points_low"] > 0
    assert line["marks_low"] > 0


def test_the_better_a_player_the_less_its_cards_cost() -> None:
    costs = {x["player"]: x for x in kept("strength") if x["part"] == "costs"}
    order = ["expert", "regular", "novice", "random"]
    for better, worse in pairwise(order):
        assert costs[better]["cost_high"] < costs[worse]["cost_low"]


def test_regular_and_expert_are_as_near_to_perfect_play_as_they_are_meant_to_be() -> None:
    costs = {x["player"]: x for x in kept("strength") if x["part"] == "costs"}
    assert costs["regular"]["cost_high"] <= 40
    assert costs["expert"]["cost"] <= 32


def test_what_cards_cost_does_not_depend_on_the_workers() -> None:
    regular, rules = parse_player("regular"), rule_set("litige")
    one, two = (cost_of_player(regular, regular, rules, 120, workers=w) for w in (1, 2))
    assert one == two
    assert 0 < one.taken <= 120
    assert one.points.low < 38.6 < one.points.high
