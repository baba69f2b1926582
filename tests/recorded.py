"""Deal records for tests: those of the peer, of simulated deals, and faults put into them."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.records.batch import Batch, read_batch
from commands import Done, call
from engine import golden

Record = dict[str, Any]

ORDER = (
    "format", "table", "deal", "rules", "dealer", "dealt", "turned", "bids", "completed", "plays",
    "auto", "belote_said", "status", "players", "at", "marks",
)  # fmt: skip
READING = "AKQJT987"


@cache
def peers() -> list[dict[str, Any]]:
    """The peer's deals, records in canonical form: none may be changed in place."""
    return [peer | {"record": canonical(peer["record"])} for peer in golden("peer_prise.jsonl")]


def records() -> list[Record]:
    """Copies of the peer's records."""
    return json.loads(json.dumps([peer["record"] for peer in peers()]))


def canonical(record: Record) -> Record:
    """The record with its fields and the cards of its hands in canonical order."""
    record = dict(record)
    for name in ("dealt", "completed"):
        if name in record:
            record[name] = [in_order(hand) for hand in record[name]]
    if isinstance(record["rules"], dict):
        fields = json.loads(call("rules", "litige", "--json").out)
        names = ["base", *(name for name in fields if name in record["rules"])]
        record["rules"] = {name: record["rules"][name] for name in names}
    unknown = [name for name in record if name not in ORDER]
    return {name: record[name] for name in (*ORDER, *unknown) if name in record}


def in_order(hand: str) -> str:
    """Cards by suit s h d c, high to low."""
    return " ".join(sorted(hand.split(), key=lambda c: ("shdc".index(c[1]), READING.index(c[0]))))


def line(record: Record) -> str:
    """A record as a canonical line, without its newline."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def lines(some: Iterable[Record]) -> bytes:
    """Records as the bytes of a file."""
    return "".join(line(record) + "\n" for record in some).encode()


def read(data: bytes | str) -> Batch:
    """What the package makes of some lines."""
    data = data.encode() if isinstance(data, str) else data
    data = data if data.endswith(b"\n") else data + b"\n"
    return read_batch(data, np.flatnonzero(np.frombuffer(data, np.uint8) == 10), 1)


def refusal(data: bytes | str | Record) -> tuple[str, str]:
    """(field, reason in English) of a line that must be refused."""
    batch = read(line(data) if isinstance(data, dict) else data)
    assert batch.rows == 0
    (found,) = batch.refusals
    return found.fault.field, found.fault.reason("en")


def replayed(folder: Path, some: Iterable[Record], *options: object, run: str = "run") -> Done:
    """Replay records from a file into the lake of a folder."""
    (folder / "in.jsonl").write_bytes(lines(some))
    return call(
        "replay", folder / "in.jsonl", "--lake", folder / "lake", "--run", run, "-q", *options
    )


def exported(folder: Path, run: str = "run", *options: object) -> bytes:
    """What a run of a folder's lake exports."""
    out = folder / "out"
    done = call("export", run, "--lake", folder / "lake", "-o", out, "-q", *options)
    assert done.status == 0, done
    return out.read_bytes()


def table(name: str, deals: int, first: int = 1) -> list[Record]:
    """The peer's deals as those of one table."""
    some = itertools.cycle(records())
    return [next(some) | {"table": name, "deal": first + n} for n in range(deals)]


def sound(folder: Path, run: str = "run") -> dict[str, Any]:
    """The verdict on a run, which must be sound."""
    done = call("check", run, "--json", "--lake", folder / "lake")
    (verdict,) = done.rows()
    assert verdict["sound"], verdict
    return verdict


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    return Warehouse(open_lake(folder / "lake")).rows(query)


# Faults put into records -------------------------------------------------------------------------


def illegal_play(rng: random.Random, peer: dict[str, Any]) -> Record:
    """A card swapped for one that the seat holds and may not play."""
    record = json.loads(json.dumps(peer["record"]))
    legal = [cards.split() for cards in peer["expected"]["legal"]]
    places = [n for n in range(31) if len(legal[n]) < 8 - n // 4]
    rng.shuffle(places)
    plays = record["plays"]
    for place in places:
        later = [n for n in range(place + 1, 32) if plays[n] not in legal[place]]
        mine = _cards_of_seat_at(peer, place)
        later = [n for n in later if plays[n] in mine]
        if later:
            other = rng.choice(later)
            plays[place], plays[other] = plays[other], plays[place]
            return record
    return dropped_play(rng, peer)


def _cards_of_seat_at(peer: dict[str, Any], place: int) -> set[str]:
    """The hand of the seat that plays at a place, as far as it is not played."""
    record = peer["record"]
    card = record["plays"][place]
    bids = record["bids"]
    taker = (record["dealer"] + len(bids)) % 4
    for seat in range(4):
        hand = set(record["dealt"][seat].split()) | set(record["completed"][seat].split())
        if seat == taker:
            hand.add(record["turned"])
        if card in hand:
            return hand - set(record["plays"][:place])
    raise AssertionError(card)


def dropped_play(rng: random.Random, peer: dict[str, Any]) -> Record:
    record = json.loads(json.dumps(peer["record"]))
    del record["plays"][rng.randrange(32)]
    return record


def _changed(change: Callable[[random.Random, Record], None]):
    def mutation(rng: random.Random, peer: dict[str, Any]) -> Record:
        record = json.loads(json.dumps(peer["record"]))
        change(rng, record)
        return record

    return mutation


def _twice(rng: random.Random, record: Record) -> None:
    one, two = rng.sample(range(32), 2)
    record["plays"][one] = record["plays"][two]


def _dealt_twice(rng: random.Random, record: Record) -> None:
    one, two = rng.sample(range(4), 2)
    cards = record["dealt"][one].split()
    cards[rng.randrange(5)] = rng.choice(record["dealt"][two].split())
    record["dealt"][one] = " ".join(cards)


def _bid_too_many(rng: random.Random, record: Record) -> None:
    record["bids"].append(rng.choice(["pass", "take", "take h"]))


def _bid_too_few(rng: random.Random, record: Record) -> None:
    record["bids"].pop()


def _wrong_turned(rng: random.Random, record: Record) -> None:
    record["turned"] = rng.choice(" ".join(record["dealt"]).split())


def _unknown_card(rng: random.Random, record: Record) -> None:
    bad = rng.choice(["1s", "Tz", "10s", "", "ts", "T", "JS", "é♠", None, 7, ["Ts"]])
    record["plays"][rng.randrange(32)] = bad


def _wrong_type(rng: random.Random, record: Record) -> None:
    field = rng.choice([name for name in ORDER if name in record and name != "auto"])
    bad = [None, True, False, 1.5, -1, 10**30, {}, [], "", [[]], "zzz", {"a": 1}, 0.0]
    record[field] = rng.choice([value for value in bad if not _could_be(field, value)])


def _could_be(field: str, value: Any) -> bool:
    texts = field == "table" and isinstance(value, str) and bool(value)
    return texts or (field == "belote_said" and isinstance(value, bool))


def _missing(rng: random.Random, record: Record) -> None:
    del record[rng.choice(["format", "table", "deal", "rules", "dealer", "bids", "completed"])]


def _wrong_marks(rng: random.Random, record: Record) -> None:
    record["marks"] = [rng.choice([1, 999, True, -3, 2.0]), rng.randrange(300)]


def _wrong_dealer(rng: random.Random, record: Record) -> None:
    record["dealer"] = rng.choice([4, -1, True, "0", None])


def _wrong_remark(rng: random.Random, record: Record) -> None:
    field, value = rng.choice(
        [
            ("auto", [0]), ("auto", [33]), ("auto", [True]), ("auto", [1, 1]), ("auto", "1"),
            ("belote_said", 1), ("belote_said", "true"), ("status", "done"), ("status", 0),
            ("players", ["a", "b", "c"]), ("players", ["a", "b", "c", 4]), ("players", "abcd"),
            ("at", "yesterday"), ("at", 1764500000), ("at", "2026-13-01T00:00:00Z"),
        ]
    )  # fmt: skip
    record[field] = value


RECORD_MUTATIONS = {
    "illegal_play": illegal_play,
    "dropped_play": dropped_play,
    **{
        change.__name__.lstrip("_"): _changed(change)
        for change in (
            _twice, _dealt_twice, _bid_too_many, _bid_too_few, _wrong_turned, _unknown_card,
            _wrong_type, _missing, _wrong_marks, _wrong_dealer, _wrong_remark,
        )
    },
}  # fmt: skip


def _truncated(rng: random.Random, text: str) -> bytes:
    return text.encode()[: rng.randrange(1, len(text))]


def _invalid_utf8(rng: random.Random, text: str) -> bytes:
    at = rng.randrange(len(text))
    return text.encode()[:at] + rng.choice([b"\xff", b"\xc3", b"\xed\xa0\x80"]) + text.encode()[at:]


def _duplicate_key(rng: random.Random, text: str) -> bytes:
    record = json.loads(text)
    name = rng.choice(list(record))
    return f"{text[:-1]},{json.dumps(name)}:{json.dumps(record[name])}}}".encode()


def _odd_number(rng: random.Random, text: str) -> bytes:
    bad = rng.choice(
        ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "1e5", "-0", "1.0", "01"]
    )
    return text.replace('"deal":1,', f'"deal":{bad},', 1).encode()


def _nested(rng: random.Random, text: str) -> bytes:
    depth = rng.choice([2000, 50_000, 200_000])
    opened = rng.choice(["[", '{"a":'])
    return (f'{text[:-1]},"deep":' + opened * depth).encode()


def _garbage(rng: random.Random, text: str) -> bytes:
    return rng.choice([b"[]", b"null", b"1", b'"x"', b"{}", b"{", b"\x00", b"{}{}", b"true false"])


def _something_after(rng: random.Random, text: str) -> bytes:
    return text.encode() + rng.choice([b",", b"}", b" {}", b"x", b"\x00"])


def _very_long(rng: random.Random, text: str) -> bytes:
    return text.encode() + b" " * (1 << 20)


LINE_MUTATIONS = {
    change.__name__.lstrip("_"): change
    for change in (
        _truncated, _invalid_utf8, _duplicate_key, _odd_number, _nested, _garbage,
        _something_after, _very_long,
    )
}  # fmt: skip


def mutated(kind: str, rng: random.Random) -> bytes:
    """A line with a fault of a kind."""
    taken = [peer for peer in peers() if "plays" in peer["record"]]
    peer = rng.choice(taken)
    if kind in RECORD_MUTATIONS:
        return line(RECORD_MUTATIONS[kind](rng, peer)).encode()
    return LINE_MUTATIONS[kind](rng, line(peer["record"]))
