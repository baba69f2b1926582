"""Records of coinche: what is read of them, what is refused and in which words, and out again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from belote.game.auction import LONGEST_AUCTION, WORDS
from belote.records.draft import Scanned, of_auction
from belote.records.line import parse_json, read_deal
from belote.records.scan import scan_lines
from coinche_records import coinche_peers, coinche_records
from commands import assert_one_sentence, call
from lakes import word_byte
from recorded import (
    Record,
    exported,
    line,
    lines,
    read,
    records,
    refusal,
    replayed,
    rows,
)
from test_records import row

SCORE = {"format": "belote-score/1", "table": "s", "deal": 1, "rules": "coinche"}


def taken(word: str = "") -> Record:
    """A deal that was taken, in whose auction a word was said."""
    return next(r for r in coinche_records() if "plays" in r and (not word or word in r["bids"]))


def with_marks() -> list[Record]:
    """The peer's records with the marks it gives."""
    return [peer["record"] | {"marks": peer["expected"]["marks"]} for peer in coinche_peers()]


# What is read -------------------------------------------------------------------------------------


def test_the_peers_deals_score_what_the_peer_says():
    batch = read(lines(with_marks()))
    assert (batch.rows, batch.refusals) == (100, [])
    for number, peer in enumerate(coinche_peers()):
        found, wanted, record = row(batch, number), peer["expected"], peer["record"]
        assert batch.calls is not None
        assert batch.calls[number] == bytes(word_byte(word) for word in record["bids"])
        team = found["taker"] % 2
        assert found["taker_points"] == wanted["points"][team]
        assert (found["taker_belote"], found["defence_belote"]) == (
            wanted["belote"][team],
            wanted["belote"][1 - team],
        )
        last = [word.split() for word in record["bids"] if " " in word][-1]
        assert found["contract"] == (250 if last[0] == "capot" else int(last[0]))
        assert found["coinche_level"] == sum(w.endswith("coinche") for w in record["bids"])
        assert (found["turned"], found["bid_round"], found["first_mask"]) == (None, None, 2**32 - 1)


def test_other_marks_than_the_peers_are_refused():
    for record in with_marks():
        one, other = record["marks"]
        field, reason = refusal(record | {"marks": [one + 1, other]})
        assert field == "marks"
        assert f"{one}-{other}" in reason


def test_without_what_was_dealt_the_hands_come_from_the_plays():
    for record in coinche_records():
        whole = row(read(line(record)))
        del record["dealt"], whole["first_mask"]
        found = row(read(line(record)))
        assert found.pop("first_mask") is None
        assert found == whole


def test_an_abandoned_deal_is_known_as_far_as_it_was_played():
    for plays in (0, 1, 13, 31, 32):
        record = taken() | {"status": "abandoned"}
        record["plays"] = record["plays"][:plays]
        found = row(read(line(record)))
        assert (found["taker_points"] is None) == (plays < 32)
        played = 32 if found["played_mask"] is None else found["played_mask"].bit_count()
        assert played == plays
    assert refusal(record | {"marks": [0, 0]})[0] == "marks"


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "reason"),
    [
        (["90 s", "90 h"], "bid 2: a bid must be higher than the last"),
        (["capot s", "capot ta"], "bid 2: nobody bids after a capot"),
        (["90 s", "coinche", "100 s"], "bid 3: nobody bids after coinche"),
        (["coinche"], "bid 1: there is no bid to coinche"),
        (["90 s", "pass", "coinche"], "bid 3: nobody coinches a bid of their own side"),
        (["90 s", "coinche", "pass", "coinche"], "bid 4: coinche was said already"),
        (["90 s", "surcoinche"], "bid 2: surcoinche answers a coinche"),
        (["90 s", "coinche", "pass", "surcoinche"], "bid 4: only the side that bid says"),
        (["90 s", "pass", "pass", "pass", "pass"], "bid 5: the auction had ended"),
        (["pass"] * 5, "bid 5: the auction had ended"),
        (["90 s", "pass", "pass"], "the auction is not over after 3 bids"),
        (["90 s"], "the auction is not over after 1 bids"),
        (["pass"] * 60, "bid 5: the auction had ended"),
        (["95 s"], 'bid 1: "95 s" is no word of the auction'),
        (["pass", "take"], 'bid 2: "take" is no word of the auction'),
        (["pass", 7], "bid 2: 7 is no word of the auction"),
        ([], "nothing is said"),
    ],
)
def test_an_auction_that_cannot_be_is_refused_in_words(bids: list[Any], reason: str):
    field, found = refusal(taken() | {"bids": bids})
    assert field == "bids"
    assert reason in found
    french = read(line(taken() | {"bids": bids})).refusals[0].fault.reason("fr")
    assert french != found


def test_faults_of_the_deal_name_their_field():
    record = taken()
    dealt = record["dealt"]
    passed = {"bids": ["pass"] * 4}
    for change, field in [
        ({"turned": "7s"}, "turned"),
        ({"completed": dealt}, "completed"),
        ({"dealt": [dealt[1], *dealt[1:]]}, "dealt"),
        ({"dealt": [dealt[0][:14], *dealt[1:]]}, "dealt"),
        ({"plays": record["plays"][:31]}, "plays"),
        ({"plays": record["plays"][:30] + record["plays"][:2]}, "plays"),
        (passed, "plays"),
        ({"auto": [0]}, "auto"),
        ({"dealer": 4}, "dealer"),
        ({"rules": {"base": "coinche", "contract": "82"}}, "rules"),
        ({"rules": {"base": "coinche", "tie": "litige"}}, "rules"),
        ({"rules": "litige"}, "dealt"),
    ]:
        assert refusal(json.dumps(record | change))[0] == field, change
    for missing in ("dealer", "bids", "plays"):
        less = {name: value for name, value in record.items() if name != missing}
        assert refusal(less)[0] == missing
    without = {name: value for name, value in record.items() if name not in ("dealt", "plays")}
    assert refusal(without | passed)[0] == "dealt"
    assert refusal(without)[0] == "dealt"


def test_a_card_that_may_not_be_played_is_refused_with_the_rule():
    reasons: set[str] = set()
    for peer in coinche_peers():
        for place in range(31):
            plays = list(peer["record"]["plays"])
            seat = next(s for s, hand in enumerate(peer["record"]["dealt"]) if plays[place] in hand)
            mine = [n for n in range(place + 1, 32) if plays[n] in peer["record"]["dealt"][seat]]
            other = [n for n in mine if plays[n] not in peer["expected"]["legal"][place]]
            if other:
                plays[place], plays[other[0]] = plays[other[0]], plays[place]
                field, reason = refusal(peer["record"] | {"plays": plays})
                assert field == "plays"
                assert f", card {place + 1}: seat {seat} " in reason
                reasons.add(reason.partition("seat")[2][3:])
                break
    for words in ("and must follow", "and must trump", "must go higher in trumps"):
        assert any(words in reason for reason in reasons), words


# Two readers ------------------------------------------------------------------------------------


def scanned(text: bytes) -> Scanned:
    ends = np.flatnonzero(np.frombuffer(text, np.uint8) == 10)
    return scan_lines(np.frombuffer(text, np.uint8), ends, True)


def strictly(record: Record) -> Any:
    return read_deal(parse_json(line(record).encode()))[0][0]


def test_the_quick_and_the_strict_reader_read_the_same():
    record = taken()
    some = coinche_records() + [record | {"bids": [word, "pass"]} for word in WORDS]
    some += [record | {"bids": ["pass"] * n} for n in (1, LONGEST_AUCTION, LONGEST_AUCTION + 1)]
    found = scanned(lines(some))
    assert found.plain.all()
    assert of_auction(found.drafts, "coinche").all()
    for number, one in enumerate(some):
        assert found.drafts[number] == strictly(one)


@pytest.mark.parametrize(
    "word",
    ["080 s", "80s", "80  s", "85 s", "170 s", "70 s", "-80 s", "80 as", "80 ca", "80 a", "80 t",
     "80 taa", "capot", "capot x", "Capot s", "coinche ", "sur", "pas", "take x", "\u00e9"],
)  # fmt: skip
def test_the_quick_reader_leaves_other_words_to_the_strict_one(word: str):
    text = lines([taken() | {"bids": [word]}])
    assert not scanned(text).plain.any()
    assert refusal(taken() | {"bids": [word]})[0] == "bids"


def test_a_deal_of_the_other_auction_is_left_to_the_strict_reader():
    odd = [
        taken() | {"bids": ["take"]},
        taken() | {"turned": "7s"},
        records()[0] | {"rules": "coinche"},
    ]
    odd.append(taken() | {"rules": "litige"})
    for record in odd:
        found = scanned(lines([record]))
        coinche = record["rules"] != "litige"
        assert found.plain.all()
        assert not of_auction(found.drafts, "coinche" if coinche else "prise").any()
        assert refusal(record)[0] in ("bids", "turned", "dealt")


# In and out ---------------------------------------------------------------------------------------


def peculiar() -> list[Record]:
    """The peer's records at two tables that alternate, with all that a record may add or lack."""
    some = coinche_records()
    for place, record in enumerate(some):
        record |= {"table": "ab"[place % 2], "deal": place + 1}
    some[0] |= {"auto": [1, 32], "players": ["a", "b", "é", "bot:x"], "at": "2026-11-30T12:00:00Z"}
    some[1] |= {"status": "abandoned", "plays": some[1]["plays"][:13]}
    some[2] |= {"status": "abandoned", "plays": []}
    some[3] |= {"belote_said": False, "odd": [1, {"a": None}]}
    some[4] |= {"status": "friendly_end"}
    del some[5]["dealt"]
    some[6] |= {"marks": coinche_peers()[6]["expected"]["marks"]}
    del some[7]["plays"]
    some[7]["bids"] = ["pass"] * 4
    order = ("plays", "auto", "belote_said", "status", "players", "at", "marks", "odd")
    return [
        {name: r[name] for name in (*(n for n in r if n not in order), *order) if name in r}
        for r in some
    ]


def test_the_peers_records_go_in_with_their_marks_and_come_out_as_they_were(tmp_path: Path):
    some = with_marks()
    done = replayed(tmp_path, some)
    assert (done.status, done.err) == (0, "")
    assert exported(tmp_path) == lines(some)
    found = rows(
        tmp_path,
        "SELECT team0_mark, team1_mark, outcome FROM marks JOIN deals USING (run_id, table_id,"
        " deal_no) WHERE marks.rules = deals.rules",
    )
    wanted = [(*p["expected"]["marks"], p["expected"]["outcome"]) for p in coinche_peers()]
    assert sorted(found) == sorted(wanted)
    assert rows(tmp_path, "SELECT count(*) FROM games WHERE deals = 1")[0][0] > 0


def test_whatever_a_record_may_hold_goes_in_and_out(tmp_path: Path):
    some = peculiar()
    done = replayed(tmp_path, some)
    assert (done.status, done.err) == (0, "")
    by_table = sorted(some, key=lambda record: record["table"])
    assert exported(tmp_path) == lines(by_table)
    (tmp_path / "out.jsonl").write_bytes(lines(by_table))
    words = ["--lake", tmp_path / "lake", "--run", "again", "-q"]
    assert call("replay", tmp_path / "out.jsonl", *words).status == 0
    assert exported(tmp_path, "again") == lines(by_table)
    said = rows(
        tmp_path, "SELECT said FROM bids WHERE run_id = 'run' ORDER BY table_id, deal_no, bid_no"
    )
    assert [word for (word,) in said] == [word for r in by_table for word in r["bids"]]


def test_a_run_has_one_auction(tmp_path: Path):
    some = [*coinche_records()[:3], records()[0], *coinche_records()[3:5]]
    done = replayed(tmp_path, some)
    assert_one_sentence(done, "line 4, field rules", "a run has one auction")
    assert replayed(tmp_path, some, "--on-error", "skip").status == 1
    assert exported(tmp_path) == lines(coinche_records()[:5])


# Score sheets -------------------------------------------------------------------------------------


def scored(**fields: Any) -> Record:
    return SCORE | fields


@pytest.mark.parametrize(
    "fields",
    [
        {"taker": 1, "trump": "h", "contract": 90, "points": [62, 100], "marks": [62, 190]},
        {"taker_team": 1, "trump": "sa", "contract": 90, "points": [100, 62], "marks": [252, 0]},
        {"taker": 0, "trump": "h", "contract": 80, "coinche_level": 1, "points": [100, 62],
         "marks": [360, 0]},
        {"taker": 0, "trump": "h", "contract": 80, "coinche_level": 2, "points": [60, 102],
         "marks": [0, 968]},
        {"taker": 0, "trump": "h", "contract": 250, "capot": 0, "marks": [512, 0]},
        {"taker": 0, "trump": "h", "contract": 100, "points": [162, 0], "capot": 0,
         "marks": [362, 0]},
        {"taker": 0, "trump": "ta", "contract": 130, "points": [100, 62], "belote": [40, 20],
         "marks": [270, 82]},
        {"taker": 0, "trump": "h", "contract": 80, "marks": [100, 62]},
        {"marks": [0, 0]},
        {},
    ],
)  # fmt: skip
def test_marks_of_a_score_sheet_that_follow_are_taken_and_come_out(tmp_path: Path, fields: Record):
    record = scored(**fields)
    batch = read(line(record))
    assert (batch.rows, batch.refusals) == (1, [])
    assert replayed(tmp_path, [record]).status == 0
    assert exported(tmp_path) == lines([record])
    if "marks" in fields and ("points" in fields or "capot" in fields):
        found = rows(tmp_path, "SELECT team0_mark, team1_mark FROM marks")
        assert found == [tuple(fields["marks"])]
    assert rows(tmp_path, "FROM bids") == []


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("contract", {"taker": 1, "trump": "h", "points": [100, 62]}),
        ("contract", {"taker": 1, "trump": "h", "contract": 95, "points": [100, 62]}),
        ("contract", {"taker": 1, "trump": "h", "contract": True, "points": [100, 62]}),
        ("contract", {"contract": 90}),
        ("coinche_level", {"coinche_level": 1}),
        ("coinche_level",
         {"taker": 1, "trump": "h", "contract": 90, "coinche_level": 3, "points": [100, 62]}),
        ("trump", {"taker": 1, "trump": "x", "contract": 90, "points": [100, 62]}),
        ("bid_round", {"taker": 1, "trump": "h", "contract": 90, "bid_round": 1}),
        ("turned", {"turned": "7s"}),
        ("belote",
         {"taker": 1, "trump": "h", "contract": 90, "points": [100, 62], "belote": [40, 0]}),
        ("belote",
         {"taker": 1, "trump": "sa", "contract": 90, "points": [100, 62], "belote": [20, 0]}),
        ("belote",
         {"taker": 1, "trump": "ta", "contract": 90, "points": [100, 62], "belote": [80, 20]}),
        ("marks",
         {"taker": 1, "trump": "h", "contract": 90, "points": [62, 100], "marks": [62, 100]}),
    ],
)  # fmt: skip
def test_a_score_sheet_with_a_fault_is_refused(field: str, fields: Record):
    assert refusal(scored(**fields))[0] == field


# The JSON Schema ----------------------------------------------------------------------------------


def test_the_schema_takes_the_records_and_every_word():
    schema = json.loads(call("schema", "--records").out)
    for record in [*with_marks(), *peculiar(), *records()]:
        jsonschema.validate(record, schema)
    words = schema["$defs"]["deal"]["properties"]["bids"]
    assert words["maxItems"] == LONGEST_AUCTION
    for word in WORDS:
        jsonschema.validate([word], words)
    for word in ("170 s", "95 s", "105 h", "80", "80 x", "capot", "take sa", "sursurcoinche", ""):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([word], words)
