"""Take or pass by class of hand: counted decision by decision, on the screen, as CSV and HTML."""

from __future__ import annotations

import io
import json
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import naive
from belote.charts.advice_table import sheets
from belote.charts.words import STRONGEST_FIRST
from belote.cli.app import run
from belote.game.columns import empty_columns
from belote.game.legality import play_rules
from belote.game.variants import rule_set
from belote.messages import LANGUAGES, Lang, say
from belote.players.seat import PASS
from belote.players.spec import kernel_rows, parse_player
from belote.simulate.kernel import new_scratch
from belote.simulate.worlds import ANY, TURNED_SUIT, Spot, play_worlds
from belote.study import advice_table as counting
from belote.study.advice_table import CLASS, TableQuestion, advice_table
from belote.study.advise import AdviceError
from engine import both, decoded

WORLDS = 1000
QUESTION = TableQuestion(rule_set("litige"), parse_player("regular"), (3,), WORLDS)


def class_of(hand: set[str], turned: str) -> tuple[int | str, ...]:
    """A class, from the words of the rules."""
    trumps = {card[0] for card in {*hand, turned} if card[1] == turned[1]}
    aces = sum(card[0] == "A" and card[1] != turned[1] for card in hand)
    belote = {"K", "Q"} <= trumps
    return len(trumps), int("J" in trumps), int("9" in trumps), int(belote), aces, turned[0]


def test_a_class_holds_the_decisions_that_it_names() -> None:
    by_hand, rules = both()
    columns = empty_columns(2 * WORLDS)
    scratch = new_scratch(1, kernel_rows((QUESTION.player,) * 4))
    play_worlds(
        np.uint64(1), 1, 1_000_000, Spot(np.uint32(0), ANY, 3, 1),
        np.array([TURNED_SUIT, PASS], np.int64), scratch, play_rules(rules), columns,
    )  # fmt: skip
    gaps: dict[tuple[int | str, ...], list[float]] = defaultdict(list)
    for row in range(0, 2 * WORLDS, 2):
        leads: list[int] = []
        deals = [decoded(columns, row + answer) for answer in (0, 1)]
        for deal in deals:
            marks = naive.mark(deal, by_hand)["marks"]
            leads.append(marks[0] - marks[1])
        assert deals[0]["taker"] == 0
        assert deals[0]["first"] == deals[1]["first"]
        assert deals[0]["trump"] == deals[0]["turned"][1]
        gaps[class_of(deals[0]["first"][0], deals[0]["turned"])].append(leads[0] - leads[1])
    frame = advice_table(QUESTION)
    assert frame["n"].sum() == WORLDS
    assert frame.height == len(gaps)
    for row in frame.iter_rows(named=True):
        mine = gaps[tuple(row[name] for name in CLASS)]
        assert row["n"] == len(mine)
        assert row["difference"] == pytest.approx(np.mean(mine))
        assert row["take"] - row["pass"] == pytest.approx(np.mean(mine))
        assert (row["low"] is None) == (len(mine) == 1)
        if len(mine) > 1:
            assert row["low"] <= row["difference"] <= row["high"]


def test_the_table_does_not_depend_on_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    once = advice_table(QUESTION)
    monkeypatch.setattr(counting, "BLOCK", 77)
    assert advice_table(QUESTION).equals(once)


def test_strong_hands_take_and_weak_ones_pass() -> None:
    frame = advice_table(TableQuestion(QUESTION.rules, QUESTION.player, (1,), 60_000))
    strong = frame.filter(pl.col("trumps") >= 4, jack=1, nine=1)
    weak = frame.filter(pl.col("trumps") <= 2, jack=0, nine=0, aces=0, belote=0)
    assert strong.filter(pl.col("n") >= 100)["low"].min() > 0  # pyright: ignore
    assert weak.filter(pl.col("n") >= 100)["high"].max() < 0  # pyright: ignore


def test_who_always_takes_leaves_the_others_no_decision() -> None:
    always = parse_player("random:take=1")
    frame = advice_table(TableQuestion(QUESTION.rules, always, (1, 2), 1000))
    assert frame["position"].unique().to_list() == [1]


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(AdviceError, match="no card is turned"):
        TableQuestion(rule_set("coinche"), QUESTION.player)
    with pytest.raises(AdviceError, match="position cannot be 5"):
        TableQuestion(QUESTION.rules, QUESTION.player, (5,))


COMMAND = ["advise", "--table", "--position", "3", "--deals", "20000", "--quiet"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_printed_and_written(
    lang: Lang, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*COMMAND, "--lang", lang]) == 0
    text = capsys.readouterr().out
    assert say(lang, "advise.class_head") in text
    assert re.search(r"\+\d+ ±\d+\*", text)
    assert run([*COMMAND, "--format", "csv"]) == 0
    frame = pl.read_csv(
        io.StringIO(capsys.readouterr().out), schema_overrides={"turned_rank": pl.String}
    )
    assert frame["n"].sum() == 20_000
    assert run([*COMMAND, "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == frame.to_dicts()
    (sheet,) = sheets(frame, lang)
    assert sheet.position == 3
    assert all(len(cells) == len(STRONGEST_FIRST) for _, cells in sheet.lines)
    page = tmp_path / "take.html"
    assert run([*COMMAND, "--format", "html", "-o", str(page), "--lang", lang]) == 0
    html = page.read_text(encoding="utf-8")
    assert "http" not in html
    for name, cells in sheet.lines:
        assert f'<th scope="row">{name}</th>' in html
        for cell in cells:
            assert f'<td class="{cell.kind}">{cell.text}</td>' in html
    assert {cell.kind for _, cells in sheet.lines for cell in cells} >= {"take", "pass", "thin"}
