"""The score sheet at coinche: marks worked out by hand, its records, and what is refused."""

from __future__ import annotations

import json

import pytest

from belote.game.variants import COINCHE, changed
from belote.messages import LANGUAGES
from belote.records.sheet import deals_mark_alike, new_sheet
from belote.records.sheet_deal import Deal, SheetFault
from belote.records.sheet_text import decode, encode

NAMES = ("Anne", "Bruno", "Chloé", "David")
SURCOINCHE_3 = {"surcoinche": 3}


def deal(contract: int, trump: str, points: int, level: int = 0, **more: object) -> Deal:
    """A deal that seat 0 took."""
    return Deal(0, trump, points, contract=contract, level=level, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "said", "outcome", "marks"),
    [
        # made: 110 + 100 and the belote, which also makes the contract; the others their 62
        ({}, deal(110, "s", 100, belote=(20, 0)), "made", (230, 62)),
        # made: the contract alone, and the belote
        ({"coinche_mark": "contract"}, deal(110, "s", 100, belote=(20, 0)), "made", (130, 62)),
        # failed: 110 + 162
        ({}, deal(110, "sa", 109), "chute", (0, 272)),
        # 82 for the defence is more than 80
        ({"contract": "bid_and_more"}, deal(80, "d", 80), "chute", (0, 242)),
        # coinched, made: 2 x (100 + 105)
        ({}, deal(100, "h", 105, 1), "made", (410, 0)),
        # coinched, failed: 2 x (100 + 162), and where only the contract is multiplied 2 x 100 + 162
        ({}, deal(100, "h", 95, 1), "chute", (0, 524)),
        ({"multiplier_on": "contract"}, deal(100, "h", 95, 1), "chute", (0, 362)),
        # surcoinched, made: 4 or 3 x (90 + 95)
        ({}, deal(90, "c", 95, 2), "made", (740, 0)),
        (SURCOINCHE_3, deal(90, "c", 95, 2), "made", (555, 0)),
        # surcoinched, failed: 4 or 3 x (80 + 162); a belote is never multiplied, and stays
        ({}, deal(80, "s", 50, 2, belote=(20, 0)), "chute", (20, 968)),
        (SURCOINCHE_3, deal(80, "s", 50, 2, belote=(20, 0)), "chute", (20, 726)),
        # a capot bid: 250 + 262 made, 250 + 162 failed by a trick
        ({}, deal(250, "ta", 162, capot=0), "made", (512, 0)),
        ({}, deal(250, "ta", 152), "chute", (0, 412)),
        # a capot that nobody bid: 90 + 262, and the annonces of both sides
        ({}, deal(90, "d", 162, capot=0, annonces=(0, 50)), "made", (402, 0)),
        # a taker without a trick never makes it, whatever it announced
        ({}, deal(80, "d", 0, capot=1, annonces=(200, 0)), "chute", (0, 542)),
        # tout atout: two belotes make 90 of 50, and the others mark theirs
        ({}, deal(80, "ta", 50, belote=(40, 20)), "made", (170, 132)),
        ({"belote_tout_atout": "none"}, deal(80, "ta", 50), "chute", (0, 242)),
    ],
)
def test_a_deal_marks_what_it_does_by_hand(
    changes: dict[str, str | int | bool], said: Deal, outcome: str, marks: tuple[int, int]
):
    sheet = new_sheet(changed(COINCHE, changes), 0, NAMES).add(said)
    [line] = sheet.lines()
    assert (line.outcome, line.marks, line.scores) == (outcome, marks, marks)
    assert decode(encode(sheet)) == sheet


def test_a_game_is_won_and_undone():
    sheet = new_sheet(changed(COINCHE, {"target": 501}), 3, NAMES)
    sheet = sheet.add(deal(110, "sa", 109)).add(Deal()).add(deal(250, "s", 162, capot=0))
    [game] = sheet.games()
    assert (game.scores, game.winner, game.end) == ((512, 272), 0, "won")
    assert sheet.undo().games()[0].end == "open"
    assert sheet.tally() == {"passed_out": 1, "made": 1, "chute": 1, "litige": 0, "capot": 1}


def test_its_record_tells_the_contract_and_how_it_was_doubled():
    said = deal(90, "ta", 80, 2, belote=(20, 20), annonces=(0, 50))
    sheet = new_sheet(COINCHE, 1, NAMES, table="club").add(said)
    assert json.loads(sheet.to_records()) == {
        "format": "belote-score/1",
        "table": "club",
        "deal": 1,
        "rules": "coinche",
        "dealer": 1,
        "taker": 0,
        "trump": "ta",
        "contract": 90,
        "coinche_level": 2,
        "points": [80, 82],
        "belote": [20, 20],
        "annonces": [0, 50],
        "marks": [750, 20],  # 4 x (90 + 80), all annonces and a belote
        "players": list(NAMES),
    }


@pytest.mark.parametrize(
    ("changes", "said", "message"),
    [
        ({}, Deal(0, "s", 90), "contract"),
        ({}, deal(170, "s", 90), "contract"),
        ({}, deal(80, "s", 90, 3), "damaged"),
        ({}, deal(80, "x", 90), "trump"),
        ({}, deal(80, "sa", 90, belote=(20, 0)), "belotes_0"),
        ({}, deal(80, "s", 90, belote=(40, 0)), "belotes_1"),
        ({}, deal(80, "ta", 90, belote=(60, 40)), "belotes_4"),
        ({}, deal(80, "ta", 90, belote=(30, 0)), "damaged"),
        ({"belote_tout_atout": "none"}, deal(80, "ta", 90, belote=(20, 0)), "belotes_0"),
    ],
)
def test_what_cannot_be_is_refused_in_words(changes: dict[str, str], said: Deal, message: str):
    sheet = new_sheet(changed(COINCHE, dict(changes)), 0, NAMES)
    with pytest.raises(SheetFault) as refused:
        sheet.add(said)
    assert refused.value.message == message
    assert all(refused.value.reason(lang) for lang in LANGUAGES)


def test_a_sheet_of_coinche_marks_unlike_one_of_the_prise():
    assert deals_mark_alike(COINCHE, changed(COINCHE, {"target": 501}))
    assert not deals_mark_alike(COINCHE, changed(COINCHE, SURCOINCHE_3))
