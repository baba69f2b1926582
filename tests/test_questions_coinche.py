"""The questions of coinche give what Polars counts of the same deals, from rows and from counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest

import naive_coinche
from belote.game.variants import COINCHE, preset, rule_set
from belote.lake.questions import QuestionError, ask, ask_rollup, rollups
from belote.lake.store import Lake, open_lake
from belote.lake.warehouse import Warehouse, connect
from belote.players.spec import seat_players
from belote.runs.check import check_run
from belote.runs.mark import mark_run
from belote.runs.simulate import Simulation, simulate
from lakes import Deal, coinche_stream, new_lake, random_stream, stored_row, write_run
from test_questions import OF_COINCHE, RATES, Content, Groups, Z, position, rates

OWN = rule_set("coinche,coinche_mark=contract,surcoinche=3")
MADE = pl.col("made")
STRAIN = pl.col("trump").replace(dict.fromkeys("shdc", "suit")).alias("strain")
FILTERS = [
    {},
    {"contract": "90"},
    {"trump": "sa"},
    {"coinche_level": "1"},
    {"position": "4"},
    {"contract": "80", "trump": "h", "coinche_level": "0", "position": "1"},
]


class Wanted(NamedTuple):
    """What a question counts of deals: by what, how often what, and means of what."""

    by: pl.Expr
    k: pl.Expr | None
    """None: how many of all."""
    judged: bool = False
    means: tuple[str, ...] = ()


MARKS = ("taker", "defence")
WANTED = {
    "contracts_bid": Wanted(pl.col("contract"), None),
    "strains_bid": Wanted(pl.col("trump"), None),
    "success_by_contract": Wanted(pl.col("contract"), MADE, True),
    "success_by_trump": Wanted(pl.col("trump"), MADE, True, ("points", *MARKS)),
    "coinche_rate": Wanted(pl.col("contract"), pl.col("coinche_level") > 0),
    "coinche_profit": Wanted(pl.col("coinche_level"), MADE, True, (*MARKS, "difference")),
    "strain_value": Wanted(STRAIN, MADE, True, ("points", *MARKS)),
    "capots_bid_and_made": Wanted(
        (pl.col("contract") == 250).alias("capot_bid"), pl.col("tricks") == 8
    ),
}


def assert_answers(found: pl.DataFrame, asked: Wanted, deals: pl.DataFrame) -> None:
    """An answer is what Polars counts of the deals taken, a row each as `judged_deals` tells."""
    key = found.columns[0]
    k = pl.lit(True) if asked.k is None else asked.k
    groups = deals.with_columns(asked.by, k.alias("k")).group_by(key)
    counted = groups.agg(
        pl.col("k").sum().cast(pl.Int64),
        (pl.len() if asked.k is not None else pl.lit(deals.height)).cast(pl.Int64).alias("n"),
        surcoinched=(pl.col("coinche_level") == 2).sum().cast(pl.Int64),
        size=pl.len(),
        **{name: pl.col(name).mean() for name in asked.means},
        **{f"{name}_std": pl.col(name).std() for name in asked.means},
    )
    wanted = {row[key]: row for row in counted.iter_rows(named=True)}
    assert found[key].to_list() == sorted(wanted, key=found[key].to_list().index)
    if found.height:
        rates(found.select(key, "k", "n", "rate", "low", "high").rows())
    for row in found.iter_rows(named=True):
        group = wanted[row[key]]
        assert (row["k"], row["n"]) == (group["k"], group["n"])
        for name in asked.means:
            assert row[f"{name}_mean"] == pytest.approx(group[name])
            if f"{name}_low" in row and group["size"] > 1:
                half = Z * group[f"{name}_std"] / math.sqrt(group["size"])
                ends = [group[name] - half, group[name] + half]
                assert [row[f"{name}_low"], row[f"{name}_high"]] == pytest.approx(ends)
        if "surcoinched" in row:
            assert row["surcoinched"] == group["surcoinched"]
            assert (row["surcoinched_rate"] is None) == (row["k"] == 0)
    coinched = [name for name in found.columns if name.startswith("surcoinched")]
    if coinched and found.filter(pl.col("k") > 0).height:
        rates(found.filter(pl.col("k") > 0).select(key, coinched[0], "k", *coinched[1:]).rows())


def taken_deals(deals: list[Deal]) -> list[Deal]:
    return [deal for deal in deals if deal["taker"] is not None]


def slow_mark(deal: Deal, rules: str) -> dict[str, Any]:
    """The outcome and marks of a deal taken, by the slow engine."""
    sets = {OWN.name: OWN, "coinche": COINCHE}
    return naive_coinche.mark(deal, naive_coinche.PRESET | sets[rules].values())


def judged_deals(deals: list[Deal], rules: str) -> pl.DataFrame:
    """The deals taken: what was bid, by whom, and what it brought under a rule set."""
    rows: list[dict[str, Any]] = []
    for deal in taken_deals(deals):
        mark, side = slow_mark(deal, rules), deal["taker"] % 2
        taker, defence = mark["marks"][side], mark["marks"][1 - side]
        rows.append(
            {name: deal[name] for name in ("contract", "trump")}
            | {"coinche_level": deal["level"], "position": position(deal)}
            | {"points": deal["points"][side], "tricks": deal["tricks_won"][side]}
            | {"made": mark["outcome"] == "made", "difference": taker - defence}
            | {"taker": taker, "defence": defence}
        )
    return pl.DataFrame(rows)


# From rows ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    """A run of coinche beside one of prise."""
    lake = new_lake(tmp_path_factory.mktemp("coinche") / "lake")
    runs = {
        "bid": [deal for table in (1, 2) for deal in coinche_stream(70 + table, 300, table)],
        "turned": random_stream(50, 150, 1),
    }
    bid = [stored_row(deal) for deal in runs["bid"]]
    write_run(lake, "bid", bid, rule_sets=[COINCHE, OWN])
    write_run(lake, "turned", [stored_row(deal) for deal in runs["turned"]])
    return Content(connect(lake), runs)


def test_every_question_of_coinche_is_tried_here():
    assert set(WANTED) | {"auctions_compared"} == OF_COINCHE


@pytest.mark.parametrize("run", [None, "bid"])
@pytest.mark.parametrize("name", WANTED)
def test_answers_are_those_of_the_deals(content: Content, name: str, run: str | None):
    for rules in (None, OWN.name) if WANTED[name].judged else (None,):
        params = {"run": run} | ({"rules": rules} if rules else {})
        found = ask(content.warehouse, name, params)
        deals = judged_deals(content.streams["bid"], rules or "coinche")
        assert found.height > 1
        assert_answers(found, WANTED[name], deals)


@pytest.mark.parametrize("name", WANTED)
def test_deals_of_prise_are_in_no_answer(content: Content, name: str):
    assert ask(content.warehouse, name, {"run": "turned"}).height == 0


OF_BOTH = ("capot_rate", "passed_out_rate")
"""Questions of any auction."""


@pytest.mark.parametrize("name", RATES)
def test_the_other_questions_count_coinche_where_it_makes_sense(content: Content, name: str):
    runs = content.streams if name in OF_BOTH else {"turned": content.streams["turned"]}
    wanted = RATES[name](Content(content.warehouse, runs), None)
    assert rates(content.ask(name)) == wanted


def test_failures_are_told_by_position_and_by_nothing_that_coinche_lacks(content: Content):
    deals = taken_deals(content.streams["bid"])
    wanted: Groups = {}
    for place in (1, 2, 3, 4):
        some = [deal for deal in deals if position(deal) == place]
        outcomes = [slow_mark(deal, "coinche")["outcome"] for deal in some]
        wanted[(place,)] = (outcomes.count("chute"), len(some))
    assert rates(content.ask("chute_rate_by_position", run="bid")) == wanted
    for name in ("chute_rate_by_round", "chute_rate_by_trumps", "chute_rate_by_turned_card"):
        assert content.ask(name, run="bid") == []
        assert content.ask(name) == content.ask(name, run="turned")


def test_auctions_stand_beside_each_other(content: Content):
    found = ask(content.warehouse, "auctions_compared")
    keys = [("litige", "prise"), ("coinche", "coinche")]
    assert found.select("rules", "auction").rows() == keys
    for row, (run, deals) in zip(
        found.iter_rows(named=True), [("turned", 150), ("bid", 600)], strict=True
    ):
        taken = len(taken_deals(content.streams[run]))
        assert (row["deals"], row["passed_out"], row["n"]) == (deals, deals - taken, taken)
        marks = content.warehouse.frame(
            "SELECT outcome, taker_mark - defence_mark AS difference, taker_points"
            " FROM marks JOIN deals USING (run_id, table_id, deal_no, rules)"
            " WHERE run_id = $run AND NOT passed_out",
            {"run": run},
        )
        assert row["k"] == marks.filter(pl.col("outcome") == "made").height
        assert row["points_mean"] == pytest.approx(marks["taker_points"].mean())
        assert row["swing"] == pytest.approx(marks["difference"].cast(pl.Float64).std())
        games = content.warehouse.rows(
            "SELECT count(*), avg(deals) FROM games"
            " WHERE finished AND run_id = $run AND rules = $r",
            {"run": run, "r": row["rules"]},
        )
        assert [(row["games"], row["deals_per_game"])] == [pytest.approx(game) for game in games]
    blocks = (("passed_out", "deals", "passed_out_"), ("k", "n", ""))
    for k, n, name in blocks:
        block = found.select("rules", k, n, f"{name}rate", f"{name}low", f"{name}high")
        rates(block.rows())


def test_auctions_are_set_beside_each_other_for_the_same_players(tmp_path: Path):
    lake = open_lake(tmp_path / "lake", create=True)
    mixed = "random,regular,random,regular"
    runs = (("a", "coinche", "random"), ("b", "litige", "random"), ("c", "litige", mixed))
    for name, rules, seats in runs:
        simulate(lake, Simulation(300, preset(rules), seat_players(seats), 5, 4, name), workers=1)
    warehouse = connect(lake)
    for asking in (ask, ask_rollup):
        for seats, names in ((",".join(["random"] * 4), ["b", "a"]), (mixed, ["c"]), ("x", [])):
            found = asking(warehouse, "auctions_compared", {"players": seats})
            each = [asking(warehouse, "auctions_compared", {"run": name}) for name in names]
            assert found.rows() == [row for one in each for row in one.rows()]


# From counts -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A run of coinche with its counts, marked under one more rule set."""
    lake = open_lake(tmp_path_factory.mktemp("counts") / "lake", create=True)
    players = seat_players("random:take=0.5,regular,random:take=0.5,regular")
    simulate(lake, Simulation(4000, COINCHE, players, 5, 4, "bid"), workers=1)
    mark_run(lake, "bid", [OWN])
    return lake


@pytest.fixture(scope="module")
def warehouse(lake: Lake) -> Iterator[Warehouse]:
    warehouse = connect(lake)
    yield warehouse
    warehouse.close()


@pytest.fixture(scope="module")
def viewed(warehouse: Warehouse) -> pl.DataFrame:
    """What the views tell of the deals taken, as `judged_deals`, with the rules that judge."""
    return warehouse.frame(
        "SELECT marks.rules, contract, trump, coinche_level, taker_position AS position,"
        " taker_points AS points, taker_tricks AS tricks, outcome = 'made' AS made,"
        " taker_mark AS taker, defence_mark AS defence, taker_mark - defence_mark AS difference"
        " FROM deals JOIN marks USING (run_id, table_id, deal_no) WHERE NOT passed_out"
    )


@pytest.mark.parametrize("filters", FILTERS, ids=str)
@pytest.mark.parametrize("name", WANTED)
def test_filters_keep_what_the_views_count(
    warehouse: Warehouse, viewed: pl.DataFrame, name: str, filters: dict[str, str]
):
    takes = {param.name for rollup in rollups() if rollup.name == name for param in rollup.params}
    filters = {name: value for name, value in filters.items() if name in takes}
    for rules in ("coinche", OWN.name) if WANTED[name].judged else ("coinche",):
        params = filters | ({"rules": rules} if WANTED[name].judged else {})
        rows = viewed.filter(pl.col("rules") == rules)
        for column, value in filters.items():
            rows = rows.filter(pl.col(column).cast(pl.String) == value)
        assert_answers(ask_rollup(warehouse, name, params), WANTED[name], rows)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"contract": "85"}, "contract cannot be '85': it takes 80, 90, .*160, 250"),
        ({"trump": "st"}, "trump cannot be 'st': it takes s, h, d, c, sa, ta"),
        ({"coinche_level": "3"}, "coinche_level cannot be '3'"),
    ],
)
def test_a_filter_that_is_none_is_refused(warehouse: Warehouse, params: dict[str, str], words: str):
    name = "strains_bid" if "contract" in params else "contracts_bid"
    with pytest.raises(QuestionError, match=words):
        ask_rollup(warehouse, name, params)


def test_a_run_of_which_only_counts_are_kept_answers_as_before(tmp_path: Path):
    lake = open_lake(tmp_path / "lake", create=True)
    for name, rules in (("bid", "coinche"), ("turned", "litige")):
        simulate(lake, Simulation(1500, preset(rules), seat_players("random"), 5, 4, name))
    warehouse = connect(lake)
    before = {asked.name: ask(warehouse, asked.name) for asked in rollups()}
    for name in ("bid", "turned"):
        lake.keep_counts(name)
        assert check_run(lake, name).faults == []
        for question, frame in before.items():
            assert ask(warehouse, question).equals(frame), question
