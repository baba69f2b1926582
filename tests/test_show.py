"""One deal as a page of text, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from belote.game.deal import unpack_deal
from belote.game.variants import preset
from belote.lake.find import find_deal
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang
from belote.players.spec import seat_players
from belote.records.page import deal_page
from belote.runs.simulate import Simulation, simulate
from commands import call

GOLDEN = Path(__file__).parent / "golden"
DEALS: list[dict[str, Any]] = [
    json.loads(line) for line in (GOLDEN / "show.jsonl").read_text(encoding="utf-8").splitlines()
]
NAMES = ("round-1", "round-2-capot", "passed-out", "litige", "after-the-litige")


def page(golden: dict[str, Any], lang: Lang, **changes: Any) -> str:
    parts = golden | changes
    deal = unpack_deal(parts["stored"])
    return deal_page(deal, parts["facts"], parts["players"], parts["marks"], lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", range(len(DEALS)), ids=NAMES)
def test_a_page_is_as_it_was_read_by_eye(number: int, lang: Lang):
    text = (GOLDEN / f"show.{lang}.txt").read_text(encoding="utf-8")
    expected = text.removesuffix("\n").split("\n\n\n")[number]
    assert page(DEALS[number], lang) == expected


def test_what_is_not_known_is_left_out():
    whole = page(DEALS[0], "en")
    stored = DEALS[0]["stored"] | {"first_mask": None, "turned": None}
    bare = page(DEALS[0], "en", stored=stored, players=[None] * 4, marks=[])
    assert "Players" in whole
    for words in ("Players", "Before the auction", "Marks"):
        assert words in whole
        assert words not in bare
    some = page(DEALS[0], "en", players=["ann", None, "bob", "ann"])
    assert "Players: ann, ?, bob, ann" in some


def test_a_deal_that_was_broken_off_shows_the_tricks_that_were_played():
    stored = DEALS[0]["stored"]
    first_two = ~(stored["trick_1"] | stored["trick_2"]) & 0xFFFFFFFF
    text = page(DEALS[0], "en", stored=stored | {"played_mask": first_two})
    assert text.count(" *\n") + text.count(" * ") >= 2
    assert "dix de der" not in text


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("show") / "lake"
    players = seat_players("random,random:take=0.5,random,random")
    simulate(open_lake(path, create=True), Simulation(200, preset("litige"), players, name="one"))
    return path


def test_show_prints_the_page_in_french_unless_told(lake: Path):
    words = ("show", "one", 1, 3, "--lake", lake)
    french, english = (call(*words, "--lang", lang) for lang in LANGUAGES)
    assert (french.status, french.err) == (0, "")
    assert call(*words) == french
    assert french.out.startswith("Donne 3, table 1 (one)\n")
    assert english.out.startswith("Deal 3, table 1 (one)\n")
    assert "Players: random, random:take=0.5, random, random" in english.out
    found = find_deal(Warehouse(open_lake(lake)), "one", "1", 3)
    assert french.out == deal_page(found.deal, found.facts, found.players, found.marks, "fr") + "\n"


def test_show_prints_the_views_as_json(lake: Path):
    (deal,) = call("show", "one", 1, 3, "--json", "--lake", lake).rows()
    query = "SELECT * FROM {} WHERE table_id = '1' AND deal_no = 3"
    for view, rows in [("hands", 4), ("tricks", 8), ("marks", 6)]:
        done = call("sql", query.format(view), "--format", "json", "--lake", lake)
        key = {"run_id": "one", "table_id": "1", "deal_no": 3}
        said = [key | row for row in deal[view]]
        assert len(said) in (rows, 0)
        assert sorted(map(str, said)) == sorted(map(str, done.rows()))
    assert deal["bids"][0]["bid_no"] == 1
    assert deal["bids"][-1]["took"] is (not deal["passed_out"])


def test_every_deal_of_a_table_has_a_page_that_agrees_with_its_facts(lake: Path):
    warehouse = Warehouse(open_lake(lake))
    for deal_no in range(1, 13):
        found = find_deal(warehouse, "one", "1", deal_no)
        text = deal_page(found.deal, found.facts, found.players, found.marks, "en")
        facts = found.facts
        if facts["passed_out"]:
            assert "Nobody takes" in text
            continue
        assert f"Taker {facts['taker_points']} points in {facts['taker_tricks']} tricks" in text
        assert [t.winner for t in found.deal.tricks] == [t["winner"] for t in found.tricks]
        assert [t.points for t in found.deal.tricks] == [t["points"] for t in found.tricks]
        assert [word for _, word in found.deal.bids()] == [bid["said"] for bid in found.bids]
