"""Lines of records: what is read of them, what is refused and in which words."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from belote.records.batch import Batch
from belote.records.line import DEAL_FIELDS, parse_json, read_deal
from belote.records.scan import scan_lines
from belote.records.score import SCORE_FIELDS
from commands import call
from engine import golden
from guards.tree import ROOT
from recorded import Record, illegal_play, line, lines, peers, read, records, refusal

TAKEN = [number for number, peer in enumerate(peers()) if "plays" in peer["record"]]


def taken() -> Record:
    """A deal that was taken in round 1."""
    return next(r for r in records() if r["bids"][-1] == "take")


def row(batch: Batch, number: int = 0) -> dict[str, Any]:
    """A good deal by stored column, None where not known."""
    values = {name: column[number].item() for name, column in batch.numbers.items()}
    for name, null in batch.nulls.items():
        if null[number]:
            values[name] = None
    for name, (places, texts) in batch.words.items():
        values[name] = texts[places[number]] if places[number] >= 0 else None
    return values


# What is read -------------------------------------------------------------------------------------


def test_the_peers_deals_score_what_the_peer_says():
    batch = read(lines(records()))
    assert (batch.rows, batch.refusals) == (100, [])
    for number, peer in enumerate(peers()):
        found, expected = row(batch, number), peer["expected"]
        if found["taker"] is None:
            assert "plays" not in peer["record"]
            continue
        team = found["taker"] % 2
        assert found["taker_points"] == expected["points"][team]
        for name in ("belote", "annonces"):
            assert found[f"taker_{name}"] == expected[name][team]
            assert found[f"defence_{name}"] == expected[name][1 - team]


def test_the_peers_marks_are_agreed_with_and_others_are_not():
    for number in TAKEN:
        record = records()[number] | {"marks": peers()[number]["expected"]["marks"]}
        assert json.loads(row(read(line(record)))["extra"]) == {"marks": record["marks"]}
        one, other = record["marks"]
        field, reason = refusal(record | {"marks": [one + 1, other]})
        assert field == "marks"
        assert f"{one + 1}-{other}" in reason
        assert f"{one}-{other}" in reason


def test_the_quick_and_the_strict_reader_read_the_same():
    some = [*records(), *(record | {"players": ["a", "é", "c", "bot:x"]} for record in records())]
    data = lines(some)
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
    scanned = scan_lines(np.frombuffer(data, np.uint8), ends, True)
    assert scanned.plain.all()
    for number, record in enumerate(some):
        draft, _ = read_deal(parse_json(line(record).encode()))
        assert draft[0] == scanned.drafts[number]


def test_space_order_and_escapes_make_no_difference():
    canonical = read(lines(records()))
    spaced = "".join(json.dumps(record) + "\r\n" for record in records())
    turned = "".join(line(dict(reversed(record.items()))) + "\n" for record in records())
    escaped = lines(records()).decode().replace('"table":"o', '"table":"\\u006f')
    for text in (spaced, turned, escaped):
        batch = read(text)
        assert [row(batch, n) for n in range(100)] == [row(canonical, n) for n in range(100)]


def test_unknown_fields_are_kept():
    unknown = {"site": 'Ca"fé,}', "ratings": [1, {"a": "]"}, 2.5, None], "x": True}
    record = (
        taken() | {"at": "2026-11-30T12:00:00", "marks": [0, 0], "status": "complete"} | unknown
    )
    del record["marks"]
    other = unknown | record  # the unknown come first
    for text in (line(record), line(other), json.dumps(record)):
        found = json.loads(row(read(text))["extra"])
        assert found == {"at": "2026-11-30T12:00:00"} | unknown
    for bad in ('"x":}', '"x":NaN', '"x":1,"x":2', '"x":01', '"\\ud800":1', '"x":[1,]', '"x" 1'):
        assert refusal(f"{line(taken())[:-1]},{bad}}}")[0]


def test_without_what_was_dealt_the_hands_come_from_the_plays():
    for number in TAKEN:
        record = records()[number]
        whole = row(read(line(record)))
        del record["dealt"], record["completed"]
        found = row(read(line(record)))
        assert found.pop("first_mask") is None
        del whole["first_mask"]
        assert found == whole
        trump = record["turned"][1] if record["bids"][-1] == "take" else record["bids"][-1][-1]
        record["bids"][-1] = f"take {trump}"
        del record["turned"]
        found = row(read(line(record)))
        assert (found.pop("turned"), found.pop("first_mask")) == (None, None)
        del whole["turned"]
        assert found == whole


def test_an_abandoned_deal_is_known_as_far_as_it_was_played():
    for plays in (0, 1, 4, 13, 31, 32):
        record = taken() | {"status": "abandoned"}
        record["plays"] = record["plays"][:plays]
        found = row(read(line(record)))
        assert found["status"] == "abandoned"
        assert (found["taker_points"] is None) == (plays < 32)
        played = 32 if found["played_mask"] is None else found["played_mask"].bit_count()
        assert played == plays
    assert refusal(record | {"marks": [0, 0]})[0] == "marks"


def test_a_belote_that_was_not_said_does_not_count():
    found = [
        record
        for record, peer in zip(records(), peers(), strict=True)
        if any(peer["expected"].get("belote", []))
    ]
    silent = row(read(line(found[0] | {"belote_said": False})))
    assert (silent["taker_belote"], silent["defence_belote"]) == (0, 0)
    assert silent["belote_said"] is False


# What is refused ----------------------------------------------------------------------------------


def test_a_seat_that_must_follow_trump_or_go_higher_is_named():
    reasons: set[str] = set()
    rng = random.Random(5)
    for number in TAKEN * 6:
        field, reason = refusal(illegal_play(rng, peers()[number]))
        assert field == "plays"
        assert reason.startswith(f"deal {peers()[number]['record']['deal']}, card ")
        reasons.add(reason)
    for words in ("hearts and must follow", "and must trump", "must go higher"):
        assert any(words in reason for reason in reasons)


def test_a_card_that_the_seat_does_not_hold_is_named():
    record = taken()
    record["plays"][0], record["plays"][1] = record["plays"][1], record["plays"][0]
    assert "does not hold" in refusal(record)[1]


def test_a_card_played_twice_is_named():
    record = taken()
    record["plays"][9] = record["plays"][8]
    assert refusal(record)[1].endswith(f"{record['plays'][8]} has been played already")
    del record["dealt"], record["completed"]
    assert refusal(record)[1].endswith(f"{record['plays'][8]} has been played already")


def test_faults_of_the_deal_name_their_field():
    record = taken()
    for change, field in [
        ({"turned": record["dealt"][0][:2]}, "turned"),
        ({"dealt": [record["dealt"][1], *record["dealt"][1:]]}, "dealt"),
        ({"dealt": ["7s", *record["dealt"][1:]]}, "dealt"),
        ({"completed": record["completed"][::-1]}, "completed"),
        ({"bids": [*record["bids"], "pass"]}, "bids"),
        ({"bids": ["pass"] * 9}, "bids"),
        ({"bids": []}, "bids"),
        ({"bids": ["take h"]}, "bids"),
        ({"bids": ["Take"]}, "bids"),
        ({"bids": ["capot d"]}, "bids"),
        ({"bids": ["90 s"]}, "bids"),
        ({"plays": record["plays"][:31]}, "plays"),
        ({"plays": [*record["plays"], record["plays"][0]]}, "plays"),
        ({"rules": "litig"}, "rules"),
        ({"rules": {"base": "litige", "auction": "coinche"}}, "rules"),
        ({"rules": {"base": "litige", "target": "501"}}, "rules"),
        ({"rules": {"base": "litige", "annonces": 1}}, "rules"),
        ({"rules": {"target": 501}}, "rules"),
        ({"table": ""}, "table"),
        ({"table": "x" * 65}, "table"),
        ({"table": "\ud800"}, "table"),
        ({"deal": 0}, "deal"),
        ({"deal": True}, "deal"),
        ({"deal": 2**31}, "deal"),
    ]:
        data = json.dumps(record | change)
        assert refusal(data)[0] == field, change


def test_the_reason_is_said_in_french_too():
    batch = read(line(taken() | {"plays": taken()["plays"][:30]}))
    assert batch.refusals[0].fault.reason("fr") == "donne 1 : 30 cartes sont jouées, et non 32"


def test_a_passed_out_deal_has_nothing_after_the_bids():
    passed = next(r for r in records() if "plays" not in r)
    assert refusal(passed | {"plays": []})[0] == "plays"
    assert refusal(passed | {"completed": taken()["completed"]})[0] == "completed"
    assert refusal(passed | {"marks": [0, 162]})[0] == "marks"
    assert read(line(passed | {"marks": [0, 0]})).rows == 1
    without = {name: value for name, value in passed.items() if name != "dealt"}
    assert refusal(without)[0] == "dealt"


def test_empty_lines_are_passed_over():
    batch = read(b"\n  \n" + lines(records()[:2]) + b"\r\n")
    assert (batch.lines.tolist(), batch.refusals) == ([3, 4], [])


def test_golden_peer_records_are_the_ones_given():
    assert len(golden("peer_prise.jsonl")) == 100


# Score sheets -------------------------------------------------------------------------------------

SCORE = {"format": "belote-score/1", "table": "s", "deal": 1, "rules": "litige"}


def scored(**fields: Any) -> Record:
    return SCORE | fields


def test_a_score_sheet_is_known_as_far_as_it_goes():
    found = row(read(line(scored(taker=3, trump="h", points=[62, 100], belote=[0, 20]))))
    known = {name: value for name, value in found.items() if value is not None}
    assert known == {
        "table_id": "s", "deal_no": 1, "kind": "scored",
        "rules": "litige", "status": "complete", "taker": 3, "trump": 1, "taker_points": 100,
        "taker_belote": 20, "defence_belote": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "fields",
    [
        {"taker": 1, "trump": "h", "points": [100, 62], "marks": [162, 0]},
        {"taker_team": 1, "trump": "h", "points": [100, 62], "marks": [162, 0]},
        {"taker": 0, "trump": "h", "points": [100, 62], "belote": [20, 0], "marks": [120, 62]},
        {"taker": 0, "trump": "h", "points": [162, 0], "capot": 0, "marks": [252, 0]},
        {"taker": 0, "trump": "h", "capot": 1, "marks": [0, 252]},
        {"taker": 0, "trump": "h", "points": [81, 81], "marks": [0, 81]},
        {"taker": 0, "trump": "h", "marks": [100, 62]},
        {"marks": [0, 0]},
        {},
    ],
)
def test_marks_of_a_score_sheet_that_follow_are_taken(fields: Record):
    batch = read(line(scored(**fields)))
    assert (batch.rows, batch.refusals) == (1, [])


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("marks", {"taker": 1, "trump": "h", "points": [100, 62], "marks": [100, 62]}),
        ("points", {"taker": 1, "trump": "h", "points": [100, 61]}),
        ("points", {"taker": 1, "trump": "h"}),
        ("points", {"taker": 1, "trump": "h", "points": [True, 161]}),
        ("trump", {"taker": 1, "points": [100, 62]}),
        ("trump", {"taker": 1, "trump": "x", "points": [100, 62]}),
        ("trump", {"taker": 1, "trump": "h", "bid_round": 1, "turned": "7s", "points": [100, 62]}),
        ("points", {"points": [100, 62]}),
        ("taker_team", {"taker": 1, "taker_team": 0, "trump": "h", "points": [100, 62]}),
        ("capot", {"taker": 1, "trump": "h", "capot": 1, "points": [100, 62]}),
        ("belote", {"taker": 1, "trump": "h", "points": [100, 62], "belote": [20, 20]}),
        ("annonces", {"taker": 1, "trump": "h", "points": [100, 62], "annonces": [20, 50]}),
        ("contract", {"taker": 1, "trump": "h", "points": [100, 62], "contract": 90}),
        ("marks", {"marks": [0, 10]}),
    ],
)
def test_a_score_sheet_with_a_fault_is_refused(field: str, fields: Record):
    assert refusal(scored(**fields))[0] == field


# The JSON Schema ----------------------------------------------------------------------------------


def test_the_schema_names_the_fields_that_are_read():
    schema = json.loads(call("schema", "--records").out)
    for kind, fields in (("deal", DEAL_FIELDS), ("score", SCORE_FIELDS)):
        part = schema["$defs"][kind]
        assert tuple(part["properties"]) == fields
        for name in part["required"]:
            record = taken() if kind == "deal" else scored(taker=1, trump="h", points=[100, 62])
            del record[name]
            assert refusal(record)[0] == name


def test_the_page_of_the_format_names_the_fields():
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    for name in {*DEAL_FIELDS, *SCORE_FIELDS}:
        assert f"`{name}`" in page
