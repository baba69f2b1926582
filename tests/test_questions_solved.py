"""Questions over solved runs give what Polars counts in the views `costs`, `solved` and `deals`."""

from __future__ import annotations

import math
from pathlib import Path

import polars as pl
import pytest

from belote.game.variants import Rules, preset
from belote.lake.questions import QuestionError, ask, violations
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse, connect

KEY = ["run_id", "table_id", "deal_no"]
Z = 1.959963984540054
COSTS = {"player": 8, "trick": 4, "role": 8, "position": 8, "action": 1}
"""Cards that each question gives the mean cost of."""
RUNS = [None, "club", "mixed-seats", "bids", "half"]


@pytest.fixture(scope="module")
def warehouse(solved_lake: Path) -> Warehouse:
    return connect(open_lake(solved_lake))


def of_run(warehouse: Warehouse, view: str, run: str | None) -> pl.DataFrame:
    frame = warehouse.frame(f"SELECT * FROM {view}")
    return frame if run is None else frame.filter(run_id=run)


def ratio_and_ends(above: list[float], below: list[float]) -> list[float]:
    """A ratio of sums over deals, and its interval by how deals stray from it."""
    n, ratio = len(above), sum(above) / sum(below)
    strays = sum((a - ratio * b) ** 2 for a, b in zip(above, below, strict=True))
    margin = Z * math.sqrt(strays * n / (n - 1)) / sum(below)
    return [ratio, ratio - margin, ratio + margin]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("part", COSTS)
def test_what_cards_cost(warehouse: Warehouse, part: str, run: str | None):
    column = "trick_no" if part == "trick" else part
    found = ask(warehouse, f"cost_by_{part}", {"run": run})
    cards = of_run(warehouse, "costs", run)
    assert found[column].sort().to_list() == cards[column].unique().sort().to_list()
    for row in found.iter_rows(named=True):
        lots = (
            cards.filter(pl.col(column) == row[column])
            .group_by(KEY)
            .agg(cards=pl.len(), free=(pl.col("cost") == 0).sum(), cost=pl.col("cost").sum())
        )
        counts = (lots.height, lots["cards"].sum(), lots["cost"].sum(), lots["free"].sum())
        assert (row["n"], row["cards"], row["cost"], row["k"]) == counts
        of, costs, free = (lots[name].to_list() for name in ("cards", "cost", "free"))
        size = COSTS[part]
        assert [row["cost_mean"], row["cost_low"], row["cost_high"]] == pytest.approx(
            [size * max(0, end) for end in ratio_and_ends(costs, of)]
        )
        rate, low, high = ratio_and_ends(free, of)
        told = [row["rate"], row["low"], row["high"]]
        assert told == pytest.approx([rate, max(0, low), min(1, high)])


def test_costs_are_in_reading_order_and_the_costliest_action_first(warehouse: Warehouse):
    assert ask(warehouse, "cost_by_trick")["trick_no"].to_list() == list(range(1, 9))
    assert ask(warehouse, "cost_by_position")["position"].to_list() == [1, 2, 3, 4]
    assert ask(warehouse, "cost_by_role")["role"].to_list() == ["taker", "partner", "defence"]
    actions = ask(warehouse, "cost_by_action")
    assert actions["cost"].to_list() == sorted(actions["cost"], reverse=True)
    assert actions["cost_share"].sum() == pytest.approx(1)
    assert actions["all_cost"].unique().to_list() == [actions["cost"].sum()]


def test_players_are_told_apart_however_many_seats_they_have(warehouse: Warehouse):
    found = ask(warehouse, "cost_by_player", {"run": "mixed-seats"})
    cards = dict(found.select("player", "cards").iter_rows())
    assert cards["random"] == 3 * cards["regular"]
    cost = dict(found.select("player", "cost_mean").iter_rows())
    assert cost["random"] > cost["regular"]


# Under best play ---------------------------------------------------------------------------------


def falls_short(taker: int, defence: int, judge: Rules) -> bool:
    """Whether totals of the two sides are a chute."""
    if taker == defence:
        return judge.tie != "litige"
    return taker < defence if judge.contract == "more" else taker < 82


def judged(warehouse: Warehouse, run: str | None, rules: str | None) -> pl.DataFrame:
    """Deals of prise that were solved, with whether they fail, as played and under best play."""
    points = warehouse.frame(
        """
        SELECT deals.run_id, turned_rank, deals.rules AS played_rules, deals.taker_points AS played,
            deals.taker_tricks, solved.taker_points AS best, solved.capot, taker_belote,
            defence_belote, taker_annonces, defence_annonces
        FROM deals JOIN solved USING (run_id, table_id, deal_no)
        WHERE auction = 'prise'
        """
    )
    rows = [row for row in points.iter_rows(named=True) if run in (None, row["run_id"])]
    told: list[dict[str, object]] = []
    for row in rows:
        judge = preset(rules or row["played_rules"])
        for play in ("played", "best"):
            tricks = {"taker": 8, "defence": 0, None: 4}[row["capot"]]
            tricks = row["taker_tricks"] if play == "played" else tricks
            taker, defence = row[play], 162 - row[play]
            if judge.annonces:
                taker += row["taker_annonces"]
                defence += row["defence_annonces"]
            if judge.belote_counts:
                taker += row["taker_belote"]
                defence += row["defence_belote"]
            fails = tricks == 0 or (tricks != 8 and falls_short(taker, defence, judge))
            told.append(
                {"turned_rank": row["turned_rank"], "play": play, "chute": fails}
                | {"capot": tricks == 8}
            )
    return pl.DataFrame(told)


@pytest.mark.parametrize("rules", [None, "litige", "annonces", "stricte", "arrondie"])
@pytest.mark.parametrize("run", [None, "club", "mixed-seats"])
def test_double_dummy_by_turned_card(warehouse: Warehouse, run: str | None, rules: str | None):
    found = ask(warehouse, "double_dummy_by_turned_card", {"run": run, "rules": rules})
    deals = judged(warehouse, run, rules)
    wanted = {
        (rank, event, play): (some[event].sum(), some.height)
        for (rank, play), some in deals.group_by("turned_rank", "play")
        for event in ("chute", "capot")
    }
    keys = found.select("turned_rank", "event", "play").rows()
    assert dict(zip(keys, found.select("k", "n").rows(), strict=True)) == wanted
    ranks = [rank for rank, event, play in keys if (event, play) == ("chute", "best")]
    assert ranks == sorted(ranks, key="789TJQKA".index)
    assert keys[:4] == [(keys[0][0], e, p) for e in ("chute", "capot") for p in ("played", "best")]


def test_double_dummy_rates(warehouse: Warehouse):
    found = ask(warehouse, "double_dummy_rates")
    for rules in ("litige", "stricte", "annonces"):
        deals = judged(warehouse, None, rules)
        for play in ("played", "best"):
            some = deals.filter(play=play)
            for event in ("chute", "capot"):
                [(k, n)] = found.filter(rules=rules, event=event, play=play).select("k", "n").rows()
                assert (k, n) == (some[event].sum(), some.height)
    bids = found.filter(auction="coinche")
    outcomes = warehouse.rows(
        "SELECT count(*) FILTER (outcome = 'chute'), count(*) FROM marks WHERE rules = 'coinche'"
        " AND run_id = 'bids' AND outcome <> 'passed_out'"
    )
    assert bids.filter(event="chute", play="played").select("k", "n").rows() == outcomes
    forced = warehouse.rows("SELECT count(*) FROM solved WHERE run_id = 'bids' AND capot = 'taker'")
    assert bids.filter(event="capot", play="best").select("k").rows() == forced


def test_where_a_side_can_force_a_capot_best_play_makes_one(warehouse: Warehouse):
    ends = warehouse.rows(
        "SELECT DISTINCT capot, taker_points FROM solved WHERE capot IS NOT NULL ORDER BY ALL"
    )
    assert ends in ([("taker", 162)], [("defence", 0), ("taker", 162)])


@pytest.mark.parametrize("run", RUNS)
def test_the_spread_of_points_is_of_the_deal_and_of_the_play(warehouse: Warehouse, run: str | None):
    found = ask(warehouse, "points_spread", {"run": run})
    both = of_run(
        warehouse,
        "(SELECT deals.run_id, solved.taker_points AS best, deals.taker_points AS played"
        " FROM deals JOIN solved USING (run_id, table_id, deal_no))",
        run,
    )
    played = both["played"] - both["best"]
    covariance = both.select(pl.cov(pl.col("best"), pl.col("played") - pl.col("best"))).item()
    wanted = [both["best"].var(), played.var(), 2 * covariance]
    assert found["part"].to_list() == ["deal", "play", "both"]
    assert found["variance"].to_list() == pytest.approx(wanted)
    assert sum(wanted) == pytest.approx(both["played"].var())
    assert found["share"].sum() == pytest.approx(1)
    assert found["n"].unique().to_list() == [both.height]


# Nothing solved ----------------------------------------------------------------------------------


def test_a_run_that_is_not_solved_has_empty_views_and_answers(warehouse: Warehouse):
    for view in ("solved", "costs"):
        assert warehouse.rows(f"SELECT count(*) FROM {view} WHERE run_id = 'unsolved'") == [(0,)]
    names = [f"cost_by_{part}" for part in COSTS]
    for name in (*names, "double_dummy_by_turned_card", "double_dummy_rates", "points_spread"):
        assert ask(warehouse, name, {"run": "unsolved"}).height == 0


def test_a_rule_set_that_marks_nothing_is_refused(warehouse: Warehouse):
    with pytest.raises(QuestionError, match="marks not run 'club'"):
        ask(warehouse, "double_dummy_by_turned_card", {"run": "club", "rules": "coinche"})


@pytest.mark.parametrize("name", ["costs_are_of_every_card", "costs_lead_to_the_points_made"])
def test_what_the_solver_writes_passes_the_checks(warehouse: Warehouse, name: str):
    assert violations(warehouse, name).height == 0
