"""The analysis of *Une donne*: what the page says of each card is what the solver says."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from belote.game.cards import parse_card
from belote.game.deal import Deal
from belote.lake.find import find_deal
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse, connect
from belote.messages import LANGUAGES, Lang, say
from belote.records.page import card_name
from belote.records.steps import Step, steps
from commands import call
from lakes import new_lake, peculiar_deals, scored_deal, stored_row, write_run
from visits import Open, assert_trouble, opener, words


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Open:
    return opener(monkeypatch)


def tables(visitor: AppTest) -> list[list[list[str]]]:
    """The cells of each table of words, its heads left out."""
    found = [str(element.proto.body) for element in visitor.get("html")]
    return [
        [
            [unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<td.*?</td>", line)]
            for line in re.findall(r"<tr>(.*?)</tr>", one)[1:]
        ]
        for one in found
    ]


def dearest(warehouse: Warehouse, run: str) -> tuple[str, int, int]:
    """Table, number and play number of the card of a run that cost most."""
    [row] = warehouse.rows(
        f"SELECT table_id, deal_no, play_no FROM costs WHERE run_id = '{run}'"
        " ORDER BY cost DESC, table_id, deal_no, play_no LIMIT 1"
    )
    return row


def play_at(all_steps: list[Step], play_no: int) -> int:
    """The step at which a card of the deal is to be played next."""
    plays = [at for at, step in enumerate(all_steps) if step.kind == "play"]
    return plays[play_no - 1] - 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("run", ["club", "bids", "unsolved"])
def test_the_board_says_what_the_command_says(solved_lake: Path, visit: Open, run: str, lang: Lang):
    warehouse = connect(open_lake(solved_lake))
    table, number, play_no = dearest(warehouse, "club" if run == "unsolved" else run)
    if run == "unsolved":
        [(table, number)] = warehouse.rows(
            "SELECT table_id, deal_no FROM deals WHERE run_id = 'unsolved' AND NOT passed_out"
            " ORDER BY ALL LIMIT 1"
        )
    [told] = call("solve", run, table, number, "--json", "--lake", solved_lake).rows()
    deal = find_deal(warehouse, run, table, number).deal
    at = play_at(steps(deal), play_no)
    address = {"run": run, "table": table, "deal": str(number), "step": str(at)}
    visitor = visit(solved_lake, lang=lang, page="deal", analysis="on", **address)
    values = {"taker": told["taker_points"], "defence": told["defence_points"]}
    assert_trouble(visitor, say(lang, "board.value", **values))
    assert_board(visitor, told["cards"][play_no - 1], deal, lang)
    visitor.button("step_forward").click().run()
    assert_trouble(visitor, last_card(told["cards"][play_no - 1], lang))
    assert visitor.query_params["analysis"] in ("on", ["on"])
    visitor.button("step_last").click().run()
    assert_mistakes(visitor, told["cards"], lang)


def assert_board(visitor: AppTest, card: dict[str, Any], deal: Deal, lang: Lang) -> None:
    """The first table tells every card that may be played, the best first."""
    board = tables(visitor)[0]
    found = {row[0].removeprefix("› "): (int(row[1]), row[2]) for row in board}
    of_taker = (card["seat"] - (deal.taker or 0)) % 2 == 0
    best = (max if of_taker else min)(card["outlook"].values())
    wanted = {
        card_name(parse_card(text), lang): (points, f"−{abs(points - best)}".replace("−0", "0"))
        for text, points in card["outlook"].items()
    }
    assert found == wanted
    assert say(lang, "board.best") in board[0][3]
    [played] = [row for row in board if say(lang, "board.played") in row[3]]
    assert played[0] == "› " + card_name(parse_card(card["card"]), lang)


def last_card(card: dict[str, Any], lang: Lang) -> str:
    """What is said of a card that was just played, up to the better ones."""
    name = card_name(parse_card(card["card"]), lang)
    if card["cost"] == 0:
        return say(lang, "board.last_free", card=name)
    return say(lang, "board.last_cost", card=name, cost=card["cost"], better="").rstrip(".")


def assert_mistakes(visitor: AppTest, cards: list[dict[str, Any]], lang: Lang) -> None:
    """The table of tricks has each card that cost something with what it cost."""
    cells = {cell.removeprefix("› ") for row in tables(visitor)[0] for cell in row[1:5]}
    names = [(card_name(parse_card(card["card"]), lang), card["cost"]) for card in cards]
    assert cells == {f"{name} −{cost}" if cost else name for name, cost in names}
    for side in ("taker", "defence"):
        assert say(lang, f"solve.cost_{side}", cost="").split("  ")[0] in words(visitor)
    assert say(lang, "board.costs") in words(visitor)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_switch_writes_to_the_address(solved_lake: Path, visit: Open, lang: Lang):
    table, number, _ = dearest(connect(open_lake(solved_lake)), "club")
    address = {"run": "club", "table": table, "deal": str(number), "page": "deal", "lang": lang}
    visitor = visit(solved_lake, **address)
    switch = visitor.button("analysis")
    assert switch.label == say(lang, "board.on")
    assert say(lang, "board.costs") not in words(visitor)
    switch.click().run()
    assert visitor.query_params["analysis"] in ("on", ["on"])
    assert_trouble(visitor, say(lang, "board.value", taker="", defence="").split("**")[0])
    assert visitor.button("analysis").label == say(lang, "board.off")
    visitor.button("analysis").click().run()
    assert "analysis" not in visitor.query_params
    odd = visit(solved_lake, analysis="maybe", **address)
    assert odd.button("analysis").label == say(lang, "board.on")
    assert_trouble(odd)


@pytest.fixture(scope="module")
def peculiar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals that were broken off or passed out, and a score sheet."""
    lake = new_lake(tmp_path_factory.mktemp("peculiar") / "lake")
    write_run(lake, "peculiar", [stored_row(deal) for deal in peculiar_deals()])
    write_run(lake, "sheet", [stored_row(scored_deal(1, 1))])
    return lake.path


def test_a_deal_that_was_broken_off_is_analysed_as_far_as_it_went(peculiar: Path, visit: Open):
    deals = [deal for deal in peculiar_deals() if deal["status"] == "abandoned"]
    assert len(deals) == 3
    for deal in deals:
        run = {"run": "peculiar", "table": deal["table_id"], "deal": str(deal["deal_no"])}
        place = run["table"], run["deal"]
        [told] = call("solve", "peculiar", *place, "--json", "--lake", peculiar).rows()
        assert len(told["cards"]) == sum(len(cards) for _, cards, _ in deal["tricks"])
        for at in range(0, len(told["cards"]), 5):
            number = deal["deal_no"]
            found = find_deal(connect(open_lake(peculiar)), "peculiar", deal["table_id"], number)
            step = str(play_at(steps(found.deal), at + 1))
            visitor = visit(peculiar, page="deal", lang="fr", analysis="on", step=step, **run)
            assert_trouble(visitor)
            assert_board(visitor, told["cards"][at], found.deal, "fr")
        last = visit(peculiar, page="deal", lang="fr", analysis="on", **run)
        assert_trouble(last, "Si tous jouent au mieux")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_analysed_says_so(peculiar: Path, visit: Open, lang: Lang):
    passed = next(deal for deal in peculiar_deals() if deal["taker"] is None)
    for run, table, number in (
        ("peculiar", passed["table_id"], passed["deal_no"]),
        ("sheet", "sheet 1", 1),
    ):
        address = {"run": run, "table": table, "deal": str(number)}
        visitor = visit(peculiar, page="deal", lang=lang, analysis="on", **address)
        assert_trouble(visitor, say(lang, "board.nothing"))
