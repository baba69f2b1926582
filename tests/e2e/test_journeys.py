"""What visitors come for, done with mouse and keyboard; every number is what SQL counts."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from belote.charts.frames import Mean, Share
from belote.charts.players import best_words, lead_cells
from belote.charts.table import step_words
from belote.charts.words import (
    interval_words,
    odds_words,
    position_name,
    rank_name,
    sentence,
    share_words,
    value_words,
)
from belote.game.cards import parse_card
from belote.game.variants import preset
from belote.lake.find import find_deal
from belote.lake.questions import ask
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, number, say
from belote.players.spec import parse_player
from belote.records.page import card_name
from belote.records.steps import steps
from belote.study.league import Question, play_league
from commands import call
from e2e.browsing import Visitor, shown
from e2e.conftest import Visit
from visits import counted


def answer(lake: Path, question: str, run: str, **params: str) -> pl.DataFrame:
    """The answer to a question, counted deal by deal."""
    return ask(Warehouse(open_lake(lake)), question, {"run": run, **params})


def taking(lake: Path, run: str, **where: object) -> dict[int, Share]:
    """How often players take in each round, where the question's columns say so."""
    rows = answer(lake, "taking_rate_by_turned_card", run).filter(**where)
    by_round = rows.group_by("round").agg(pl.col("k", "n").sum())
    return {round_: Share(k, n) for round_, k, n in by_round.iter_rows()}


def taking_words(lang: Lang, shares: dict[int, Share]) -> list[str]:
    """What the page of takes says first of each round."""
    assert shares
    leads = [
        say(lang, f"taking.lead_{round_}", share=share_words(lang, share))
        for round_, share in shares.items()
    ]
    told = [sentence(lang, "interval.counted", share) for share in shares.values()]
    return [shown(text) for text in (*leads, *told)]


def assert_says(visitor: Visitor, *texts: str) -> None:
    """All of it can be read on the page, and there is no traceback."""
    assert visitor.missing(texts) == []
    assert visitor.page.locator(".stException").count() == 0


# Finding a number


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_taking_rate_of_a_nine_turned_for_the_dealer_is_found(
    lake: Path, visit: Visit, lang: Lang
):
    visitor = visit(lang)
    visitor.open(run="club")
    visitor.turn_to("taking")
    assert_says(visitor, *taking_words(lang, taking(lake, "club")))
    visitor.pick("turned", "9", rank_name(lang, "9"))
    visitor.type("position", "4", position_name(lang, 4))
    found = taking(lake, "club", turned_rank="9", position=4)
    assert set(found) == {1, 2}
    assert_says(visitor, *taking_words(lang, found))


def test_two_rule_sets_are_compared(lake: Path, visit: Visit):
    lang = "en"
    visitor = visit(lang)
    visitor.open(run="club")
    visitor.turn_to("rules")
    outcomes = answer(lake, "outcome_rate_by_rules", "club")
    marks = answer(lake, "marks_per_deal", "club")
    for rules in ("litige", "stricte"):
        [(k, n)] = outcomes.filter(rules=rules, outcome="chute").select("k", "n").iter_rows()
        failed = Share(k, n)
        told = sentence(lang, "rules.said_chute", failed)
        assert_pointed_at(visitor, rules, say(lang, "outcome.chute"), failed, told)
        [row] = marks.filter(rules=rules, side="taker").iter_rows(named=True)
        mean = Mean(row["n"], row["mean"], row["low"], row["high"])
        total, n = number(lang, row["total"]), number(lang, row["n"])
        told = say(lang, "rules.marks_said", total=total, n=n)
        assert_pointed_at(visitor, rules, say(lang, "rules.side_taker"), mean, told)
    assert_says(visitor, *rules_words(lang, outcomes))


def assert_pointed_at(
    visitor: Visitor, at: str, group: str, value: Share | Mean, told: str
) -> None:
    """A bar tells its value, interval and counts to who points at it."""
    lang = visitor.lang
    words = value_words(lang, value)
    spoken = say(lang, "chart.spoken", at=at, group=group, value=words, said=told)
    visitor.page.mouse.move(0, 0)
    visitor.page.locator(f'[aria-label="{spoken}"]').hover()
    tip = visitor.page.locator("#vg-tooltip-element.visible")
    tip.get_by_text(told, exact=True).wait_for()
    read = tip.inner_text()
    assert [text for text in (at, words, interval_words(lang, value)) if text not in read] == []


def rules_words(lang: Lang, outcomes: pl.DataFrame) -> list[str]:
    """What the page of rules says first: under which rules takers fail least, and most."""
    failed = outcomes.filter(outcome="chute").sort("rate")[[0, -1]]
    return [
        shown(say(lang, "rules.lead", rules=rules, share=share_words(lang, Share(k, n))))
        for rules, k, n in failed.select("rules", "k", "n").iter_rows()
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deal_is_analysed_card_by_card(lake: Path, visit: Visit, lang: Lang):
    [(table, number_, play_no)] = Warehouse(open_lake(lake)).rows(
        "SELECT table_id, deal_no, play_no FROM costs WHERE run_id = 'solved'"
        " ORDER BY cost DESC, table_id, deal_no, play_no LIMIT 1"
    )
    [told] = call("solve", "solved", table, number_, "--json", "--lake", lake).rows()
    deal = find_deal(Warehouse(open_lake(lake)), "solved", table, number_).deal
    plays = [at for at, step in enumerate(steps(deal)) if step.kind == "play"]
    before = plays[play_no - 1] - 1
    visitor = visit(lang)
    visitor.open(page="deal", run="solved", table=table, deal=str(number_), step=str(before))
    visitor.page.get_by_text(say(lang, "board.on"), exact=True).first.click()
    values = {"taker": told["taker_points"], "defence": told["defence_points"]}
    card = told["cards"][play_no - 1]
    assert_says(visitor, shown(say(lang, "board.value", **values)), f"−{card['cost']}")
    assert visitor.choices()["analysis"] == "on"
    for points in card["outlook"].values():
        assert visitor.page.get_by_role("cell", name=str(points), exact=True).count()
    visitor.picture(f"analysis-{lang}")
    visitor.page.keyboard.press("ArrowRight")
    played = card_name(parse_card(card["card"]), lang)
    cost = say(lang, "board.last_cost", card=played, cost=card["cost"], better="")
    assert_says(visitor, shown(cost).rstrip("."))
    visitor.page.keyboard.press("End")
    assert_says(visitor, f"{played} −{card['cost']}", say(lang, "board.costs"))


# Links, the browser's Back, files


def test_a_link_shows_another_visitor_the_same_and_back_goes_back(lake: Path, visit: Visit):
    lang = "fr"
    sender = visit(lang)
    sender.open(page="taking", run="club")
    sender.pick("turned", "9", rank_name(lang, "9"))
    before = taking_words(lang, taking(lake, "club", turned_rank="9"))
    assert_says(sender, *before)
    sender.type("position", "4", position_name(lang, 4))
    after = taking_words(lang, taking(lake, "club", turned_rank="9", position=4))
    link = sender.page.get_by_role("link", name=say(lang, "page.link")).get_attribute("href")
    assert link is not None

    friend = visit(lang)
    friend.page.goto(f"{friend.server}/{link}")
    friend.settle()
    assert_says(friend, *after)
    filters = {"turned": "9", "position": "4"}
    assert friend.choices() == {"lang": lang, "page": "taking", "run": "club", **filters}
    for visitor in (sender, friend):
        assert visitor.box("turned").input_value() == rank_name(lang, "9")
        assert visitor.box("position").input_value() == position_name(lang, 4)
        assert visitor.box("round").input_value() == ""

    sender.page.go_back()
    sender.wait_for(before[0])
    assert_says(sender, *before)
    assert sender.box("turned").input_value() == rank_name(lang, "9")
    assert sender.box("position").input_value() == ""


def test_a_csv_holds_the_answer_of_its_question(lake: Path, visit: Visit):
    visitor = visit("fr")
    visitor.open(page="taking", run="rounded")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_text(say("fr", "page.csv"), exact=True).first.click()
    assert download.value.suggested_filename == "taking_rate_by_turned_card-rounded.csv"
    expected = answer(lake, "taking_rate_by_turned_card", "rounded")
    saved = pl.read_csv(download.value.path(), schema_overrides=expected.schema)
    assert_frame_equal(saved, expected, check_exact=True)


# From a chart to a deal, and through it


def test_a_bar_opens_the_deals_that_it_counts(lake: Path, visit: Visit):
    lang = "fr"
    visitor = visit(lang)
    visitor.open(page="chute", run="club", rules="stricte")
    counts = answer(lake, "chute_rate_by_position", "club", rules="stricte")
    [(k, n)] = counts.filter(taker_position=4).select("k", "n").iter_rows()
    failed = Share(k, n)
    dealer, group = position_name(lang, 4), say(lang, "chute.group")
    words, told = share_words(lang, failed), sentence(lang, "chute.said", failed)
    spoken = say(lang, "chart.spoken", at=dealer, group=group, value=words, said=told)
    visitor.page.locator(f'[aria-label="{spoken}"]').click()
    visitor.page.wait_for_url("**page=deal**")
    visitor.settle()
    wanted = {"run": "club", "rules": "stricte", "position": "4", "outcome": "chute"}
    assert visitor.choices() == {"lang": lang, "page": "deal", **wanted}
    found = number(lang, k)
    assert_says(
        visitor, shown(say(lang, "deal.found_some", count=found, rules="stricte", shown=50))
    )


def test_a_bar_opens_the_deals_made_at_that_contract(lake: Path, visit: Visit):
    lang = "en"
    visitor = visit(lang)
    visitor.open(run="bids")
    visitor.turn_to("contracts")
    counts = answer(lake, "success_by_contract", "bids").filter(contract=110)
    [(k, n)] = counts.select("k", "n").iter_rows()
    made, group = Share(k, n), say(lang, "contracts.made_group")
    words, told = share_words(lang, made), sentence(lang, "contracts.made_said", made)
    spoken = say(lang, "chart.spoken", at="110", group=group, value=words, said=told)
    visitor.page.locator(f'[aria-label="{spoken}"]').click()
    visitor.page.wait_for_url("**page=deal**")
    visitor.settle()
    wanted = {"run": "bids", "rules": "coinche", "contract": "110", "outcome": "made"}
    assert visitor.choices() == {"lang": lang, "page": "deal", **wanted}
    found = number(lang, k)
    assert_says(
        visitor, shown(say(lang, "deal.found_some", count=found, rules="coinche", shown=50))
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deal_is_stepped_through_with_the_keys(lake: Path, visit: Visit, lang: Lang):
    one = find_deal(Warehouse(open_lake(lake)), "club", "1", 2)
    found = steps(one.deal, belote=bool(one.facts["taker_belote"] or one.facts["defence_belote"]))
    last = len(found) - 1
    visitor = visit(lang)
    visitor.open(page="deal", run="club", table="1", deal="2")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        visitor.page.keyboard.press(key)
        visitor.wait_for(f"{say(lang, 'deal.at', step=step, last=last)} · {say(lang, 'deal.keys')}")
        assert_says(visitor, shown(step_words(found[step], one.deal, lang)))
    assert visitor.choices()["step"] == str(last)


# A real table

SCORES_ARE = """(scores) => scores.join() === Array.from(
  document.querySelectorAll('[data-testid=stMetricValue]'), (e) => e.innerText.trim()
).slice(0, 2).join()"""


def test_a_table_keeps_its_score_through_undo_and_reload(tmp_path: Path, visit: Visit):
    lang, rules = "fr", "litige"
    visitor = visit(lang)
    visitor.open(page="sheet")
    page = visitor.page

    def press(key: str) -> None:
        page.get_by_role("button", name=say(lang, f"sheet.{key}"), exact=True).click()
        visitor.settle()

    def expect_scores(expected: list[str]) -> None:
        page.wait_for_function(SCORES_ARE, arg=expected)

    def enter(taker: str, suit: str, points: int) -> None:
        page.get_by_role("radio", name=taker, exact=True).click()
        page.get_by_role("radio", name=suit).click()
        box = page.get_by_role("textbox", name=say(lang, "sheet.points"), exact=True)
        box.fill(str(points))
        box.press("Tab")
        press("add")

    page.get_by_role("combobox", name=say(lang, "sheet.rules"), exact=True).click()
    page.get_by_role("option", name=rules, exact=True).click()
    visitor.settle()
    for seat, name in enumerate(("Anne", "Bruno", "Chloé", "David"), start=1):
        box = page.get_by_role("textbox", name=say(lang, "sheet.player", seat=seat), exact=True)
        box.fill(name)
        box.press("Tab")
        visitor.settle()
    page.get_by_role("radio", name="David", exact=True).click()
    press("begin")
    for taker, suit, points, after in (
        ("Anne", "s", 90, ["90", "72"]),
        ("Bruno", "h", 81, ["171", "72"]),
        ("Chloé", "d", 70, ["171", "315"]),
    ):
        enter(taker, say(lang, f"card.{suit}"), points)
        expect_scores(after)
    press("undo")
    expect_scores(["171", "72"])
    assert_says(visitor, shown(say(lang, "sheet.held", held=81)))
    page.reload()
    visitor.settle()
    expect_scores(["171", "72"])
    with page.expect_download() as download:
        page.get_by_text(say(lang, "sheet.download"), exact=True).click()
    kept, file = tmp_path / "lake", tmp_path / "table.jsonl"
    download.value.save_as(file)
    assert call("replay", file, "--run", "table", "--lake", kept).status == 0
    marks = "SELECT team0_mark, team1_mark, held FROM marks WHERE rules = $rules ORDER BY deal_no"
    found = Warehouse(open_lake(kept)).rows(marks, {"rules": rules})
    assert found == [(90, 72, 0), (81, 0, 81)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_between_players_is_played_on_demand(visit: Visit, lang: Lang):
    visitor = visit(lang)
    visitor.open(page="players", versus="random,novice", deals="1000")
    page = visitor.page
    page.get_by_role("button", name="regular", exact=True).last.click()
    page.wait_for_url("**versus=random%2Cnovice%2Cregular**")
    visitor.settle()
    page.get_by_role("button", name=say(lang, "players.play"), exact=True).click()
    players = tuple(map(parse_player, ("random", "novice", "regular")))
    found = play_league(Question(players, preset("litige"), None, 1000))
    assert_says(visitor, shown(best_words(found.lines(), "points", lang)))
    visitor.settle()
    assert_says(visitor, *(cell for line in found.lines() for cell in lead_cells(line, lang)))
    visitor.picture(f"match-{lang}")


# Many, and lost ones


def test_five_visitors_at_once_each_get_right_numbers(lake: Path, visit: Visit):
    nine = {"page": "taking", "turned": "9", "position": "4"}
    failed = answer(lake, "chute_rate_by_turned_card", "club", rules="stricte").filter(bid_round=1)
    chute = Share(failed["k"].sum(), failed["n"].sum())
    capots = counted(
        lake,
        "SELECT '', count(*) FILTER (capot = 'taker'), count(*) FROM deals"
        " WHERE run_id = 'rounded' AND turned_rank = 'J' AND NOT passed_out",
    )[""]
    each: list[tuple[Lang, dict[str, str], list[str]]] = [
        *(
            (
                lang,
                {"run": run, **nine},
                taking_words(lang, taking(lake, run, turned_rank="9", position=4)),
            )
            for lang, run in zip(LANGUAGES, ("club", "rounded"), strict=True)
        ),
        (
            "fr",
            {"run": "club", "page": "chute", "rules": "stricte", "round": "1"},
            [shown(sentence("fr", "chute.lead", chute))],
        ),
        (
            "en",
            {"run": "rounded", "page": "capot", "turned": "J"},
            [odds_words("en", capots), sentence("en", "capot.said", capots)],
        ),
        (
            "fr",
            {"run": "rounded", "page": "rules"},
            rules_words("fr", answer(lake, "outcome_rate_by_rules", "rounded")),
        ),
    ]
    visitors = [(visit(lang), choices, words) for lang, choices, words in each]
    for visitor, choices, _ in visitors:
        visitor.set_off(**choices)
    for visitor, choices, words in visitors:
        visitor.settle()
        assert_says(visitor, *words)
        assert visitor.choices() == {"lang": visitor.lang, **choices}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_link_asks_for_and_is_not_there_is_explained(visit: Visit, lake: Path, lang: Lang):
    visitor = visit(lang)
    visitor.open(page="taking", run="nobody")
    newest = sorted(((m.created_at, m.run_id) for m in open_lake(lake).manifests()), reverse=True)
    names = ", ".join(run for _, run in newest)
    told = say(lang, "trouble.no_such_run", asked="nobody", names=names)
    assert_says(visitor, told)
    filter_ = say(lang, "filter.turned")
    visitor.open(page="rules", turned="10")
    told = say(lang, "filter.no_such", filter=filter_, asked="10", names="7, 8, 9, T, J, Q, K, A")
    assert_says(visitor, told)
    visitor.pick("turned", "T", rank_name(lang, "T"))
    assert told not in visitor.text()
    visitor.open(page="marques")
    names = (
        "overview, taking, chute, capot, contracts, play, players, rules, variants, games, advise,"
        " deal, sheet"
    )
    assert_says(visitor, say(lang, "trouble.no_such_page", asked="marques", names=names))
