"""Rule sets compared: what is counted is what SQL counts, and the report says how sure it is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from belote.charts.effects import change, effects_chart, level
from belote.charts.report import depends_words, report_page
from belote.game.marking import mark_rules
from belote.game.match import DealFacts
from belote.game.variants import RuleError, rule_set
from belote.lake.manifest import LakeError
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, say
from belote.players.spec import seat_players
from belote.runs.mark import mark_run
from belote.runs.simulate import Simulation, simulate
from belote.stats.intervals import holm
from belote.stats.paired import compare as compare_sums
from belote.study.compare import Question, count
from belote.study.lines import report_from
from belote.study.metrics import metrics_of
from belote.study.report import Report, Section, compare, report_of
from belote.study.tables import SUMS, sum_tables
from commands import call

DEALS = 20_000


def question(base: str, *variants: str, players: str = "regular", deals: int = DEALS) -> Question:
    rules = tuple(rule_set(text) for text in variants)
    return Question(rule_set(base), rules, (seat_players(players),), deals, seed=3)


def effects(report: Report, section: int = 0) -> dict[str, tuple[float, float]]:
    found = report.sections[section].effects
    return {e.metric.key: (e.compared.value_a, e.compared.value_b) for e in found}


# What is counted


@pytest.mark.parametrize("variant", ["arrondie", "annonces", "litige,target=501,rounding=half_up"])
def test_what_a_comparison_counts_is_what_sql_counts(tmp_path: Path, variant: str):
    asked = question("litige", variant)
    plan = asked.plan()
    lake = open_lake(tmp_path / "lake", create=True)
    for name, rules in (("base", asked.base), ("variant", asked.variants[0])):
        simulation = Simulation(DEALS, rules, asked.players[0], 3, plan.tables, name)
        simulate(lake, simulation)
        mark_run(lake, name, [rules])
    warehouse = Warehouse(lake)
    found = effects(compare(asked))
    for at, (run, rules) in enumerate((("base", asked.base), ("variant", asked.variants[0]))):
        params = {"run": run, "rules": rules.name}
        deals = warehouse.frame(
            """
            SELECT count(*) AS deals, count(taker) AS taken, avg(CASE WHEN taker IS NOT NULL
                THEN taker_mark END) AS taker_mark, avg(CASE WHEN taker IS NOT NULL
                THEN defence_mark END) AS defence_mark,
                sum(taker_mark)::double / sum(taker_mark + defence_mark) AS taker_share,
                count(*) FILTER (outcome = 'chute') AS chute,
                count(*) FILTER (outcome = 'litige') AS litige,
                count(*) FILTER (capot = 'taker') AS capot,
                count(*) FILTER (turned_rank = 'J' AND taker IS NOT NULL) AS jacks_taken,
                count(*) FILTER (turned_rank = 'J') AS jacks,
                count(*) FILTER (taker_position = 4) AS dealer_took
            FROM deals JOIN marks USING (run_id, table_id, deal_no)
            WHERE run_id = $run AND marks.rules = $rules
            """,
            params,
        ).row(0, named=True)
        games = warehouse.frame(
            "SELECT count(*) AS games, sum(deals)::double AS deals,"
            " sum(lead_changes)::double AS leads,"
            " count(*) FILTER (winner_team = first_dealer_team) AS dealers FROM games"
            " WHERE run_id = $run AND rules = $rules AND finished",
            params,
        ).row(0, named=True)
        expected = {
            "taken": deals["taken"] / DEALS,
            "taken_turned J": deals["jacks_taken"] / deals["jacks"],
            "taken_at 4": deals["dealer_took"] / DEALS,
            "passed_out": 1 - deals["taken"] / DEALS,
            "chute": deals["chute"] / deals["taken"],
            "litige": deals["litige"] / deals["taken"],
            "taker_capot": deals["capot"] / deals["taken"],
            "taker_mark": deals["taker_mark"],
            "defence_mark": deals["defence_mark"],
            "taker_share": deals["taker_share"],
            "deals_per_game": games["deals"] / games["games"],
            "lead_changes": games["leads"] / games["games"],
            "first_dealer_wins": games["dealers"] / games["games"],
        }
        assert {name: found[name][at] for name in expected} == pytest.approx(expected, rel=1e-12)


COINCHES = ("coinche,undertrump=must", "coinche,coinche_mark=contract,target=501")


@pytest.mark.parametrize("variant", COINCHES)
def test_what_a_comparison_of_coinche_counts_is_what_sql_counts(tmp_path: Path, variant: str):
    asked = question("coinche", variant)
    plan = asked.plan()
    lake = open_lake(tmp_path / "lake", create=True)
    for name, rules in (("base", asked.base), ("variant", asked.variants[0])):
        played = rules if not rules.plays_like(asked.base) else asked.base
        simulate(lake, Simulation(DEALS, played, asked.players[0], 3, plan.tables, name))
        mark_run(lake, name, [rules])
    warehouse = Warehouse(lake)
    report = compare(asked)
    found = effects(report)
    for at, (run, rules) in enumerate((("base", asked.base), ("variant", asked.variants[0]))):
        params = {"run": run, "rules": rules.name}
        expected = warehouse.frame(
            """
            SELECT count(*) FILTER (taker IS NULL) / count(*) AS passed_out,
                avg(contract) AS contract, avg((coinche_level > 0)::int) AS coinched,
                avg((coinche_level = 2)::int) AS surcoinched,
                avg((trump = 'sa')::int) AS sans_atout,
                avg((trump = 'ta')::int) AS tout_atout,
                avg((outcome = 'chute')::int) FILTER (taker IS NOT NULL) AS chute,
                avg((outcome = 'chute')::int) FILTER (contract = 80) AS "chute_at 80",
                avg((outcome = 'chute')::int) FILTER (contract = 120) AS "chute_at 120",
                avg(taker_mark) FILTER (taker IS NOT NULL) AS taker_mark,
                avg(defence_mark) FILTER (taker IS NOT NULL) AS defence_mark
            FROM deals JOIN marks USING (run_id, table_id, deal_no)
            WHERE run_id = $run AND marks.rules = $rules
            """,
            params,
        ).row(0, named=True)
        assert {name: found[name][at] for name in expected} == pytest.approx(expected, rel=1e-12)
        games = warehouse.rows(
            "SELECT sum(deals)::double / count(*) FROM games"
            " WHERE run_id = $run AND rules = $rules AND finished", params,
        )  # fmt: skip
        assert found["deals_per_game"][at] == pytest.approx(games[0][0], rel=1e-12)
    told = " ".join(found)
    for name in ("turned", "litige", "by_capot"):
        assert name not in told
    lines = [json.loads(json.dumps(line)) for line in report.lines()]
    assert list(report_from(lines).lines()) == list(report.lines())
    for lang in LANGUAGES:
        assert "tout atout" in report_page(report, lang)


def test_rule_sets_of_two_auctions_are_not_compared():
    with pytest.raises(RuleError, match="one auction"):
        question("litige", "coinche").plan()


def facts(*deals: tuple[int, int, int, int, int, int]) -> DealFacts:
    """Deals at table 1: dealer, taker, taker_points, taker_tricks, the two sides' belotes."""
    columns = np.array(deals, np.int64).T
    rows = len(deals)
    none = np.zeros(rows, np.int64)
    return DealFacts(
        np.ones(rows, np.uint32), np.arange(1, rows + 1, dtype=np.uint32),
        columns[0].astype(np.uint8), columns[1].astype(np.int16), *columns[2:], none, none,
        np.zeros(rows, np.bool_),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("deals", "rules", "decided"),
    [
        # 100 + 20 of belote against 62: without it 100, still ahead.
        (((3, 0, 100, 5, 20, 0),), "litige,target=100", ()),
        # Team 0: 82; then team 1 takes: 82 + 20, and team 0 has 80: 162 to 182, with 20 of belote.
        (((3, 0, 82, 5, 0, 0), (0, 1, 82, 5, 20, 0)), "litige,target=163", ("by_belote",)),
        # Team 0 fails: 162 to 0. Its capot is then worth 262: 262 to 162, without the 100 level.
        (((3, 0, 70, 4, 0, 0), (0, 2, 162, 8, 0, 0)), "classique,target=200", ("by_capot",)),
        # A litige gives the defence 81 and holds 81 for team 0, who then wins 82 + 81 to 80 + 81.
        (((3, 0, 81, 4, 0, 0), (0, 2, 82, 5, 0, 0)), "litige,target=163", ("by_litige",)),
    ],
)
def test_a_game_is_decided_by_what_without_which_the_winner_is_not_ahead(
    deals: tuple[tuple[int, int, int, int, int, int], ...], rules: str, decided: tuple[str, ...]
):
    sums = np.zeros(1, SUMS)
    turned = np.zeros(len(deals), np.uint8)
    sum_tables(facts(*deals), turned, mark_rules(rule_set(rules)), np.int64(1), sums)
    assert sums["games"][0] == 1
    names = ("by_belote", "by_capot", "by_litige")
    assert tuple(name for name in names if sums[name][0]) == decided


@pytest.mark.parametrize(("rules", "behind"), [("stricte", 0), ("stricte,finish_on_belote=no", 1)])
def test_a_game_won_behind_is_decided_by_nothing_else(rules: str, behind: int):
    # Team 0: 90 to 72; then team 1 takes: 167 to 157 + 20, which must not reach 160.
    deals = facts((3, 0, 90, 5, 0, 0), (0, 1, 85, 5, 20, 0))
    sums = np.zeros(1, SUMS)
    marks = mark_rules(rule_set(f"{rules},target=160"))
    sum_tables(deals, np.zeros(2, np.uint8), marks, np.int64(1), sums)
    assert [int(sums[name][0]) for name in ("games", "won_behind")] == [1, behind]


def test_marking_rules_leave_the_cards_as_played_and_play_rules_do_not():
    report = compare(question("litige", "stricte", "litige,undertrump=free"))
    marking, play = report.sections
    assert (marking.kind, play.kind) == ("marking", "play")
    assert marking.played_otherwise == 0 < marking.marked_otherwise
    assert 0 < play.marked_otherwise < play.played_otherwise < DEALS // 2
    litiges = [row[3] for row in marking.outcomes], marking.outcomes[3]
    assert litiges[0] == [0, 0, 0, 0]
    assert litiges[1][2] > 0
    assert sum(litiges[1]) == litiges[1][2]
    assert sum(map(sum, play.outcomes)) == DEALS
    assert {e.metric.name for e in marking.effects if e.metric.name.startswith("taken")}
    assert all(e.unchanged for e in marking.effects if e.metric.name.startswith("taken"))


def test_a_comparison_does_not_depend_on_the_workers():
    asked = question("litige", "litige,undertrump=free", deals=300_000)
    one, three = (count(asked, workers=workers) for workers in (1, 3))
    for left, right in zip(one, three, strict=True):
        sides = (*left.tables, *left.pairs), (*right.tables, *right.pairs)
        assert [a.tobytes() for a in sides[0]] == [b.tobytes() for b in sides[1]]


def test_quantiles_are_those_of_the_marks(tmp_path: Path):
    asked = question("litige", "arrondie")
    lake = open_lake(tmp_path / "lake", create=True)
    simulate(lake, Simulation(DEALS, asked.base, asked.players[0], 3, asked.plan().tables, "run"))
    marks = Warehouse(lake).frame(
        "SELECT marks.rules, taker_mark, defence_mark FROM marks JOIN deals"
        " USING (run_id, table_id, deal_no)"
        " WHERE taker IS NOT NULL AND marks.rules IN ('litige', 'arrondie')"
    )
    for quantile in compare(asked).sections[0].quantiles:
        for rules, value in (("litige", quantile.base), ("arrondie", quantile.variant)):
            column = marks.filter(rules=rules)[f"{quantile.side}_mark"].sort()
            assert value == column[int(np.ceil(quantile.at * len(column))) - 1]


# How sure it is


def gain(section: Section, metric: str) -> float:
    [found] = [e.compared.gain for e in section.effects if e.metric.name == metric]
    assert found is not None
    return found


def test_pairing_gains_most_where_least_changes():
    chute, capot = compare(
        question("stricte", "stricte,chute_mark=160", "stricte,capot_mark=262", deals=100_000)
    ).sections
    played = question("stricte", "stricte,undertrump=free", players="random", deals=100_000)
    [undertrump] = compare(played).sections
    assert gain(chute, "defence_mark") > 500
    assert gain(capot, "taker_mark") > 500
    assert gain(undertrump, "taker_mark") > 30
    assert gain(undertrump, "defence_mark") > 30


def test_p_values_are_corrected_for_all_tests_of_the_report():
    players = (seat_players("random"), seat_players("regular"))
    report = compare(replace(question("litige", "stricte", "arrondie"), players=players))
    assert len(report.sections) == 4
    tested = [e for s in report.sections for e in s.effects if not e.unchanged]
    assert [e.corrected for e in tested] == holm([e.compared.p for e in tested])
    same = [e for s in report.sections for e in s.effects if e.unchanged]
    assert same
    assert {e.compared.error for e in same} == {0}


def test_a_sign_that_depends_on_the_players_is_flagged():
    asked = question("litige", "stricte")
    [counted] = count(asked)
    swapped = counted._replace(tables=counted.tables[::-1])
    twice = replace(asked, players=asked.players * 2)
    report = report_of(twice, [counted, swapped], None)
    assert ("stricte", "chute") in {(r.name, m.name) for r, m in report.disagreements()}
    flagged = {
        metric["metric"] for line in report.lines() for metric in line["metrics"]
        if metric["sign_depends_on_players"]
    }  # fmt: skip
    assert "chute" in flagged
    told = depends_words(report, "stricte", "en")
    assert told is not None
    assert say("en", "metric.chute") in told
    assert not report_of(twice, [counted, counted], None).disagreements()


def test_a_margin_says_what_is_equivalent():
    [section] = compare(question("stricte", "stricte,chute_mark=160"), margin=0.02).sections
    verdicts = {e.metric.name: e.verdict for e in section.effects}
    assert verdicts["defence_mark"] == verdicts["taken"] == "equivalent"
    [section] = compare(question("stricte", "stricte,chute_mark=160"), margin=0.001).sections
    verdicts = {e.metric.name: e.verdict for e in section.effects}
    assert verdicts["defence_mark"] == "different beyond the margin"


@pytest.mark.slow
def test_the_same_rules_under_two_seeds_differ_no_more_often_than_intervals_say():
    """400 comparisons of 20,000 deals: rules against themselves, unpaired."""
    covered = dict.fromkeys((m.key for m in metrics_of("prise")), 0)
    asked = dict.fromkeys(covered, 0)
    alarms = 0
    # One deal in ten thousand: no interval of t can be right; and what these rules never do.
    rare = {"defence_capot", "won_behind"}
    for at in range(400):
        base = question("litige", "stricte")
        sides = [count(replace(base, seed=2 * at + side))[0].tables[0] for side in (1, 2)]
        p_values: list[float] = []
        for metric in metrics_of("prise"):
            found = compare_sums(*metric.sums(sides[0]), *metric.sums(sides[1]))
            if found.error > 0 and metric.key not in rare:
                asked[metric.key] += 1
                covered[metric.key] += found.low <= 0 <= found.high
                p_values.append(found.p)
        alarms += min(holm(p_values)) <= 0.05
    shares = {key: covered[key] / n for key, n in asked.items() if n}
    assert len(shares) == len(metrics_of("prise")) - len(rare)
    assert {key: share for key, share in shares.items() if not 0.92 <= share <= 0.98} == {}
    assert alarms / 400 <= 0.05 + 2 * (0.05 * 0.95 / 400) ** 0.5


def test_games_are_not_measured_where_few_finish():
    far = compare(question("stricte", "stricte,target=20000"))
    near = compare(question("stricte", "stricte,target=501"))
    [left_out], [measured] = far.sections, near.sections
    assert (left_out.games_left_out, measured.games_left_out) == (True, False)
    assert "games" not in {e.metric.of for e in left_out.effects}
    assert "games" in {e.metric.of for e in measured.effects}
    told = say("en", "compare.games_left_out", deals="200", share="90%")
    assert told in report_page(far, "en")
    assert told not in report_page(near, "en")


# What is said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_all_and_needs_nothing_beside_it(lang: Lang):
    players = (seat_players("random"), seat_players("regular"))
    asked = replace(question("litige", "stricte", "litige,undertrump=free"), players=players)
    report = compare(asked, margin=0.01)
    page = report_page(report, lang)
    for text in ("belote compare litige stricte", "random", "regular", "stricte", "<svg"):
        assert text in page
    assert "<script" not in page
    assert "src=" not in page
    assert "@import" not in page
    assert page.count("<h3>") == 4
    for section in report.sections:
        for effect in section.effects:
            if effect.significant:
                told = level(lang, effect, effect.compared.value_b)
                assert told in page
                assert change(lang, effect, effect.compared.difference) in page
    drawn = effects_chart(report.sections[:2], "litige", lang)
    assert say(lang, "metric.chute") in drawn.words
    drawn.chart.to_dict()


def test_json_lines_hold_every_figure():
    report = compare(question("litige", "stricte"))
    [line] = [json.loads(json.dumps(line)) for line in report.lines()]
    assert line["differences"] == {"tie": ["litige", "chute"], "capot_mark": [252, 250]}
    assert (line["deals"], line["seed"], line["players"]) == (DEALS, 3, "regular")
    frame = pl.DataFrame(line["metrics"])
    assert frame.height == len(metrics_of("prise"))
    chute = frame.filter(metric="chute").row(0, named=True)
    assert chute["low"] < chute["difference"] < chute["high"]
    assert chute["difference"] == pytest.approx(chute["variant"] - chute["base"])


def test_json_lines_read_back_are_the_report():
    players = (seat_players("random"), seat_players("regular,random,regular:boldness=6,random"))
    asked = replace(question("litige", "stricte", "litige,undertrump=free"), players=players)
    report = compare(asked, margin=0.01)
    again = report_from([json.loads(json.dumps(line)) for line in report.lines()])
    assert again == report


# Mistakes


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (question("litige", "litige,tie=litige"), RuleError),
        (question("litige", "stricte", deals=999), LakeError),
        (question("litige", "stricte", deals=100_000_001), LakeError),
        (replace(question("litige", "stricte"), seed=-1), LakeError),
    ],
)
def test_what_cannot_be_compared_is_refused(asked: Question, error: type[Exception]):
    with pytest.raises(error):
        compare(asked)


def test_the_command_writes_its_files_whole_and_repeats_itself(tmp_path: Path):
    page, lines = tmp_path / "page.html", tmp_path / "lines.json"
    words = ("compare", "litige", "stricte", "--deals", 5000, "--players", "random")
    done = call(*words, "--report", page, "--json", lines, "--lang", "fr")
    assert done.status == 0
    assert say("fr", "compare.marking") in done.out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    [line] = [json.loads(text) for text in lines.read_text(encoding="utf-8").splitlines()]
    again = call(*line["command"].split()[1:], "--json", "-", "-q")
    assert again.rows() == [line]


@pytest.mark.parametrize(
    "words",
    [
        ("litige", "strict"),
        ("litige", "litige"),
        ("litige", "stricte", "--players", "regulr"),
        ("litige", "stricte", "--margin", "2"),
        ("litige", "stricte", "--margin", "nan"),
        ("litige", "stricte", "--margin", "abc"),
        ("litige", "stricte", "stricte"),
        ("litige", "stricte", "--players", "random", "--players", "random"),
        ("litige", "stricte", "--report", "-"),
        ("litige", "stricte", "--report", "a.x", "--json", "./a.x"),
        ("litige", "stricte", "--deals", "10"),
        ("litige", "stricte", "--report", "no-such-folder/page.html"),
        ("litige", "stricte", "--json", ""),
        ("litige",),
        ("litige", "coinche"),
    ],
)
def test_a_mistake_is_one_sentence(words: tuple[str, ...]):
    done = call("compare", *words)
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert not done.out
