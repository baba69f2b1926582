"""Every named question gives what plain Python counts over the same deals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

import naive
from belote.game.variants import PRISE_PRESETS, changed, preset
from belote.lake.questions import QuestionError, ask, parse_question, question, questions
from belote.lake.warehouse import QueryError, Warehouse, connect
from belote.players.spec import seat_players
from belote.runs.simulate import Simulation, simulate
from expected import expected_bids, expected_games, words
from lakes import (
    Deal,
    new_lake,
    peculiar_deals,
    random_stream,
    rows_of_run,
    stored_row,
    unpacked,
    write_run,
)

OWN = changed(preset("litige"), {"target": 501})
RANKS = "789TJQKA"
Z = 1.959963984540054

Groups = dict[tuple[Any, ...], tuple[int, int]]
"""By group: k of n."""


class Content:
    """A warehouse, and the deals that its statistics should count, by run."""

    def __init__(self, warehouse: Warehouse, runs: dict[str, list[Deal]]) -> None:
        self.warehouse = warehouse
        self.streams = runs
        self.counted = {
            run: [deal for deal in deals if deal["status"] == "complete"]
            for run, deals in runs.items()
        }

    def deals(self, run: str | None) -> list[Deal]:
        """The deals counted of one run, or of all."""
        return [
            deal for name, deals in self.counted.items() if run in (None, name) for deal in deals
        ]

    def taken(self, run: str | None) -> list[Deal]:
        """Those of them that were taken."""
        return [deal for deal in self.deals(run) if deal["taker"] is not None]

    def ask(self, name: str, **params: Any) -> list[tuple[Any, ...]]:
        """The rows of an answer."""
        return ask(self.warehouse, name, params).rows()


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    lake = new_lake(tmp_path_factory.mktemp("questions") / "lake")
    runs = {
        "by-chance": [deal for table in (1, 2) for deal in random_stream(20 + table, 200, table)],
        "annonces": random_stream(30, 150, 1, rules="annonces"),
        "peculiar": peculiar_deals(),
    }
    for run, deals in runs.items():
        sets = [*PRISE_PRESETS.values(), OWN] if run == "peculiar" else PRISE_PRESETS.values()
        write_run(lake, run, [stored_row(deal) for deal in deals], rule_sets=sets)
    rows = [stored_row(deal) for deal in random_stream(40, 30, 1)]
    write_run(lake, "begun", rows, status="unfinished")
    swift = Simulation(2500, preset("litige"), seat_players("regular"), tables=3, name="swift")
    simulate(lake, swift, workers=1)
    runs["swift"] = [unpacked(row) for row in rows_of_run(lake, "swift")]
    return Content(connect(lake), runs)


# Counting ----------------------------------------------------------------------------------------


def rates(found: Iterable[tuple[Any, ...]]) -> Groups:
    """The groups of an answer whose last columns are k, n, rate, low, high."""
    groups: Groups = {}
    for *group, k, n, rate, low, high in found:
        assert rate == k / n
        # The ends of a Wilson interval solve (p - k/n)^2 = z^2 p (1 - p) / n.
        for end in (low, high):
            assert (end - rate) ** 2 == pytest.approx(Z * Z * end * (1 - end) / n, abs=1e-12)
        assert 0 <= low <= rate <= high <= 1
        groups[tuple(group)] = (k, n)
    assert len(groups) > 0
    return groups


def counted(items: Iterable[tuple[tuple[Any, ...], bool]]) -> Groups:
    """By group, how often it happened of how many."""
    happened: Counter[tuple[Any, ...]] = Counter()
    times: Counter[tuple[Any, ...]] = Counter()
    for group, happens in items:
        times[group] += 1
        happened[group] += happens
    return {group: (happened[group], n) for group, n in times.items()}


def fails(deal: Deal, rules: str | None) -> bool:
    """Whether a taken deal is a chute, under rules or those it was played under."""
    name = rules or deal["rules"]
    rule_set = OWN if name == OWN.name else preset(name)
    return naive.mark(deal, naive.rules("litige") | rule_set.values())["outcome"] == "chute"


def trump_hand(deal: Deal) -> tuple[int, bool, bool, bool]:
    """The taker's trumps, and whether jack, nine and belote are among them."""
    trumps = [card[0] for card in deal["hands"][deal["taker"]] if card[1] == deal["trump"]]
    return len(trumps), "J" in trumps, "9" in trumps, "K" in trumps and "Q" in trumps


def side_tricks(deal: Deal, side: str) -> int:
    team = deal["taker"] % 2 if side == "taker" else 1 - deal["taker"] % 2
    return deal["tricks_won"][team]


def turned_rank(deal: Deal) -> str | None:
    return deal["turned"] and deal["turned"][0]


def taken_in(deal: Deal, bid_round: int | None) -> bool:
    return deal["taker"] is not None and bid_round in (None, deal["bid_round"])


def position(deal: Deal) -> int:
    return (deal["taker"] - deal["dealer"] - 1) % 4 + 1


SIDES = ("taker", "defence")
RATES: dict[str, Callable[[Content, str | None], Groups]] = {
    "taking_rate_by_turned_card": lambda content, run: counted(
        ((bid_round, place % 4 + 1, turned_rank(deal)), took)
        for deal in content.deals(run)
        for place, (bid_round, took) in enumerate(words(deal))
    ),
    "taking_rate_by_trumps": lambda content, run: counted(
        ((bid["round"], bid["trumps"], bid["has_jack"], bid["has_nine"]), bid["took"])
        for deal in content.deals(run)
        for bid in expected_bids("", deal)
        if bid["trumps"] is not None
    ),
    "taken_rate_by_turned_card": lambda content, run: counted(
        ((turned_rank(deal), bid_round), taken_in(deal, bid_round))
        for deal in content.deals(run)
        if deal["turned"]
        for bid_round in (1, 2, None)
    ),
    "passed_out_rate": lambda content, run: counted(
        ((turned_rank(deal),), deal["taker"] is None) for deal in content.deals(run)
    ),
    "capot_rate": lambda content, run: counted(
        ((side,), side_tricks(deal, side) == 8) for deal in content.taken(run) for side in SIDES
    ),
    "capot_rate_by_trumps": lambda content, run: counted(
        ((side, trump_hand(deal)[0], trump_hand(deal)[3]), side_tricks(deal, side) == 8)
        for deal in content.taken(run)
        for side in SIDES
    ),
    "capot_rate_by_honours": lambda content, run: counted(
        ((side, *trump_hand(deal)[:3]), side_tricks(deal, side) == 8)
        for deal in content.taken(run)
        for side in SIDES
    ),
}
CHUTES: dict[str, Callable[[Deal], tuple[Any, ...]]] = {
    "chute_rate_by_turned_card": lambda deal: (deal["bid_round"], turned_rank(deal)),
    "chute_rate_by_position": lambda deal: (position(deal),),
    "chute_rate_by_round": lambda deal: (deal["bid_round"],),
    "chute_rate_by_trumps": lambda deal: trump_hand(deal)[:3],
}
GAMES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "games_by_length": lambda game: (game["deals"],),
    "games_by_lead_changes": lambda game: (min(game["lead_changes"], 15),),
    "games_by_comeback": lambda game: comeback_step(game["comeback"]),
}
OTHERS = {
    *("outcome_rate_by_rules", "points_of_the_taker", "marks_per_deal", "deals_per_game"),
    *("first_dealer_wins", "standings"),
}
OF_COINCHE = {
    *("contracts_bid", "strains_bid", "success_by_contract", "success_by_trump", "strain_value"),
    *("coinche_rate", "coinche_profit", "capots_bid_and_made", "auctions_compared"),
}
"""Tried in test_questions_coinche.py."""
OF_SOLVED = {
    *("cost_by_player", "cost_by_trick", "cost_by_role", "cost_by_position", "cost_by_action"),
    "cost_of_deals",
    *("double_dummy_by_turned_card", "double_dummy_rates", "points_spread"),
}
"""Tried in test_questions_solved.py."""


def comeback_step(marks: int) -> tuple[int, int | None]:
    if marks == 0:
        return 0, 0
    if marks > 1950:
        return 1951, None
    return next((top - 49, top) for top in range(50, 2000, 50) if marks <= top)


def test_every_question_is_tried_here():
    tried = set(RATES) | set(CHUTES) | set(GAMES) | OTHERS | OF_COINCHE | OF_SOLVED
    assert {asked.name for asked in questions()} == tried


@pytest.mark.parametrize("run", [None, "by-chance", "swift", "peculiar"])
@pytest.mark.parametrize("name", RATES)
def test_rates(content: Content, name: str, run: str | None):
    assert rates(content.ask(name, run=run)) == RATES[name](content, run)


@pytest.mark.parametrize("rules", [None, "arrondie", "annonces"])
@pytest.mark.parametrize("run", [None, "annonces", "swift"])
@pytest.mark.parametrize("name", CHUTES)
def test_chute_rates(content: Content, name: str, run: str | None, rules: str | None):
    wanted = counted((CHUTES[name](deal), fails(deal, rules)) for deal in content.taken(run))
    assert rates(content.ask(name, run=run, rules=rules)) == wanted


@pytest.mark.parametrize("run", [None, "by-chance"])
def test_outcome_rates(content: Content, run: str | None):
    wanted: Groups = {}
    for rules in PRISE_PRESETS.values():
        values = naive.rules("litige") | rules.values()
        outcomes = Counter(naive.mark(deal, values)["outcome"] for deal in content.taken(run))
        for outcome, k in outcomes.items():
            wanted[rules.name, outcome] = (k, outcomes.total())
    if run is None:
        (own,) = [deal for deal in content.taken(None) if deal["rules"] == OWN.name]
        assert own in content.deals("peculiar")
        others = content.taken("peculiar")
        values = naive.rules("litige") | OWN.values()
        outcomes = Counter(naive.mark(deal, values)["outcome"] for deal in others)
        wanted |= {(OWN.name, o): (k, outcomes.total()) for o, k in outcomes.items()}
    assert rates(content.ask("outcome_rate_by_rules", run=run)) == wanted


@pytest.mark.parametrize("run", [None, "swift"])
def test_points_of_the_taker(content: Content, run: str | None):
    points = Counter(deal["points"][deal["taker"] % 2] for deal in content.taken(run))
    wanted = {(value,): (k, points.total()) for value, k in points.items()}
    assert rates(content.ask("points_of_the_taker", run=run)) == wanted


def mean_and_ends(values: list[int]) -> list[float]:
    mean, error = fmean(values), stdev(values) / math.sqrt(len(values))
    return [mean, mean - Z * error, mean + Z * error]


def test_marks_per_deal(content: Content):
    found = content.ask("marks_per_deal", run="swift")
    assert len(found) == 2 * len(PRISE_PRESETS)
    for rules, side, n, total, *interval in found:
        values = naive.rules("litige") | preset(rules).values()
        marks = [
            naive.mark(deal, values)["marks"][(deal["taker"] + (side == "defence")) % 2]
            for deal in content.taken("swift")
        ]
        assert (n, total) == (len(marks), sum(marks))
        assert interval == pytest.approx(mean_and_ends(marks))


def test_deals_per_game(content: Content):
    found = content.ask("deals_per_game", run="swift")
    assert len(found) == len(PRISE_PRESETS)
    for rules, target, n, total, *interval, shortest, median, longest in found:
        games = expected_games("swift", content.streams["swift"], preset(rules))
        lengths = sorted(game["deals"] for game in games if game["finished"])
        assert (target, n, total) == (1000, len(lengths), sum(lengths))
        assert interval == pytest.approx(mean_and_ends(lengths))
        assert (shortest, longest) == (lengths[0], lengths[-1])
        assert median == lengths[(len(lengths) - 1) // 2]


def finished_games(content: Content, run: str) -> list[tuple[str, Any]]:
    """Rule set and game, by the slow belote."""
    return [
        (rules.name, game)
        for rules in PRISE_PRESETS.values()
        for game in expected_games(run, content.streams[run], rules)
        if game["finished"]
    ]


@pytest.mark.parametrize("run", ["by-chance", "annonces", "swift"])
@pytest.mark.parametrize("name", GAMES)
def test_games_by_their_course(content: Content, name: str, run: str):
    games = finished_games(content, run)
    k = Counter((rules, *GAMES[name](game)) for rules, game in games)
    n = Counter(rules for rules, _ in games)
    wanted = {group: (times, n[group[0]]) for group, times in k.items()}
    found = content.ask(name, run=run)
    assert rates(found) == wanted
    keys = [row[:2] for row in found]
    assert keys == sorted(keys)


def test_a_deficit_past_the_last_step_and_many_changes_are_in_the_last_rows(tmp_path: Path):
    lake = new_lake(tmp_path / "lake")
    courses = iter([(40, 1950), (15, 1951), (16, 9000), (14, 1), (0, 0), (1, 50), (1, 51)])

    def edit(kind: str, rows: list[Any]) -> None:
        finished = [row for row in rows if kind == "games" and row["winner_team"] is not None]
        for row, (changes, comeback) in zip(finished, courses, strict=False):
            row |= {"lead_changes": changes, "comeback": comeback}

    rules = changed(preset("litige"), {"target": 1})
    rows = [stored_row(deal) for deal in random_stream(3, 30, 1)]
    rows = [row | {"rules": rules.name} for row in rows if row["taker"] is not None][:7]
    write_run(lake, "edited", rows, rule_sets=[rules], edit=edit)
    warehouse = connect(lake)
    found = ask(warehouse, "games_by_comeback").select("comeback_from", "comeback_to", "k").rows()
    assert found == [(0, 0, 1), (1, 50, 2), (51, 100, 1), (1901, 1950, 1), (1951, None, 2)]
    found = ask(warehouse, "games_by_lead_changes").select("lead_changes", "k").rows()
    assert found == [(0, 1), (1, 2), (14, 1), (15, 3)]


@pytest.mark.parametrize("run", ["by-chance", "swift"])
def test_first_dealer_wins(content: Content, run: str):
    games = finished_games(content, run)
    won = ((rules, game["winner_team"] == game["first_dealer_team"]) for rules, game in games)
    assert rates(content.ask("first_dealer_wins", run=run)) == counted(
        ((rules,), wins) for rules, wins in won
    )


def test_answers_are_in_reading_order(content: Content):
    turned = [row[0] for row in content.ask("passed_out_rate", run="swift")]
    assert turned == list(RANKS)
    found = content.ask("taking_rate_by_turned_card", run="swift")
    groups = [(row[0], row[1], RANKS.index(row[2])) for row in found]
    assert groups == sorted(groups)
    assert [row[0] for row in content.ask("capot_rate")] == ["taker", "defence"]
    points = [row[0] for row in content.ask("points_of_the_taker")]
    assert points == sorted(points)


def test_questions_of_an_empty_lake_have_empty_answers(tmp_path: Path):
    warehouse = connect(new_lake(tmp_path / "lake"))
    for asked in questions():
        frame = ask(warehouse, asked.name)
        assert frame.height == 0
        assert {"n"} <= set(frame.columns)


# How they are asked ------------------------------------------------------------------------------


def test_a_question_says_its_grain_and_parameters():
    asked = question("chute_rate_by_round")
    assert asked.question == "How often does the taker fail, by the round it took in?"
    assert asked.grain.startswith("round")
    assert [(param.name, param.default) for param in asked.params] == [
        ("run", None),
        ("rules", None),
    ]
    assert all(param.meaning for asked in questions() for param in asked.params)


def test_a_rule_set_may_be_written_in_any_order(content: Content):
    same = content.ask("chute_rate_by_round", run="peculiar", rules="litige, target=0501 ")
    assert same == content.ask("chute_rate_by_round", run="peculiar", rules=OWN.name)


@pytest.mark.parametrize(
    ("name", "params", "said"),
    [
        ("chute_rate_by_rond", {}, "(did you mean 'chute_rate_by_round'?)"),
        ("capot_rate", {"runs": "swift"}, "(did you mean 'run'?); it takes run"),
        ("capot_rate", {"rules": "litige"}, "it takes run"),
        ("capot_rate", {"run": "swfit"}, "no run 'swfit' (did you mean 'swift'?)"),
        ("capot_rate", {"run": "begun"}, "'begun' is unfinished"),
        ("chute_rate_by_round", {"rules": "stricter"}, "(did you mean 'stricte'?)"),
        ("chute_rate_by_round", {"rules": OWN.name, "run": "swift"}, "marks not run 'swift'"),
        ("chute_rate_by_round", {"rules": "litige,target=7"}, "'belote mark RUN --rules"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(
    content: Content, name: str, params: dict[str, Any], said: str
):
    with pytest.raises(QuestionError) as caught:
        ask(content.warehouse, name, params)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_value_that_does_not_fit_is_said_in_a_sentence(content: Content):
    with pytest.raises(QueryError, match="Could not convert"):
        content.warehouse.frame("SELECT $n::INTEGER", {"n": "many"})


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1",
        "-- How many?\nSELECT 1",
        "-- How many?\n-- grain: one\nSELECT $run",
        "-- How many?\n-- grain: one\n-- param run (default NULL): a run\nSELECT 1",
    ],
)
def test_a_file_without_its_head_is_refused(text: str):
    with pytest.raises(QuestionError):
        parse_question("some", text)


def test_defaults_of_parameters_are_read():
    head = "-- How many?\n-- grain: one\n-- param least (default 10): fewest of them\n"
    (param,) = parse_question("some", head + "SELECT $least").params
    assert (param.name, param.default, param.meaning) == ("least", "10", "fewest of them")
