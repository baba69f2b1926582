"""Small lakes for tests: deals of the slow belote packed as the lake stores them, and unpacked.

A *deal* here is a dict of plain values, cards as text: run_id, table_no, table_id, deal_no, kind,
rules, status, at, players (by seat), dealer, first (five cards by seat), turned, bid_round, taker,
trump, leader, hands (eight by seat), tricks (leader, cards in order, winner), points, tricks_won,
belote and annonces (by team), belote_said, auto (play numbers), played_out. None: not known.
One of coinche has bids (the words), contract and level too, and its eight cards as the first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import engine_coinche
import naive
import naive_coinche
from belote.game.variants import COINCHE, PRISE_PRESETS, Rules, changed, preset
from belote.lake.files import file_sha256
from belote.lake.folds import write_folds
from belote.lake.manifest import DataFile, FileKind, Manifest
from belote.lake.store import Lake, open_lake
from belote.lake.stored import STORED_DEALS, STORED_GAMES, STORED_HOLDS, arrow_schema

Deal = dict[str, Any]
Row = dict[str, Any]

RANKS = "789JQKTA"
SUITS = "shdc"
STRAINS = (*SUITS, "sa", "ta")
FULL = 0xFFFFFFFF
SCHEMAS = {
    kind: arrow_schema(stored)
    for kind, stored in (("deals", STORED_DEALS), ("games", STORED_GAMES), ("holds", STORED_HOLDS))
}


def number(card: str) -> int:
    """A card's number in the lake."""
    return SUITS.index(card[1]) * 8 + RANKS.index(card[0])


def mask(cards: Iterable[str]) -> int:
    """Cards as bits."""
    return sum(1 << number(card) for card in cards)


# Deals played by the slow belote -----------------------------------------------------------------


def random_deal(rng: random.Random, dealer: int, rules: Rules, take: float = 0.22) -> Deal:
    """A deal of random legal bids and plays."""
    pack = list(naive.PACK)
    rng.shuffle(pack)
    values = naive.rules("litige") | rules.values()
    first, turned, stock = naive.deal_pack(pack, dealer, values)

    def bid(seat: int, bid_round: int, turned: str) -> str | None:
        if rng.random() > take:
            return None
        others = [suit for suit in SUITS if suit != turned[1]]
        return turned[1] if bid_round == 1 else rng.choice(others)

    played = naive.play_deal(
        first, turned, stock, dealer, values, bid, lambda seat, legal, play_no: rng.choice(legal)
    )
    return {
        "kind": "replayed",
        "rules": rules.name,
        "status": "complete",
        "at": None,
        "players": ["north", "east", "south", "west"],
        "belote_said": True,
        "auto": [],
        "played_out": True,
        **{name: played[name] for name in ("dealer", "turned", "bid_round", "taker", "trump")},
        **{name: played[name] for name in ("first", "leader", "hands", "tricks")},
        **{name: played[name] for name in ("points", "tricks_won", "belote", "annonces")},
    }


def random_stream(
    seed: int, deals: int, table_no: int, table_id: str | None = None, rules: str = "litige"
) -> list[Deal]:
    """A table of random deals, the dealer going round."""
    rng = random.Random(seed)
    stream = [random_deal(rng, (table_no + n) % 4, preset(rules)) for n in range(deals)]
    for deal_no, deal in enumerate(stream, start=1):
        deal |= {"table_no": table_no, "table_id": table_id or str(table_no), "deal_no": deal_no}
    return stream


def coinche_deal(played: dict[str, Any], rules: Rules, table_no: int, deal_no: int) -> Deal:
    """A deal of `naive_coinche.play_deal` at a table."""
    names = ("dealer", "bids", "taker", "trump", "contract", "level", "leader", "hands", "tricks")
    passed_out = played["passed_out"]
    return {
        "table_no": table_no,
        "table_id": str(table_no),
        "deal_no": deal_no,
        "kind": "replayed",
        "rules": rules.name,
        "status": "complete",
        "at": None,
        "players": ["north", "east", "south", "west"],
        "belote_said": True,
        "auto": [],
        "played_out": True,
        "first": played["hands"],
        "turned": None,
        "bid_round": None,
        **{name: played[name] for name in names},
        **{name: played[name] for name in ("points", "tricks_won", "belote", "annonces")},
        "level": None if passed_out else played["level"],
    }


def coinche_stream(seed: int, deals: int, table_no: int, rules: Rules = COINCHE) -> list[Deal]:
    """A table of random deals of coinche, each dealt by some seat."""
    rng = random.Random(seed)
    values = naive_coinche.PRESET | rules.values()
    played = [engine_coinche.random_deal(rng, values) for _ in range(deals)]
    return [coinche_deal(deal, rules, table_no, no) for no, deal in enumerate(played, start=1)]


# Packed as the lake stores them ------------------------------------------------------------------


def _planes(masks: list[int]) -> list[int]:
    """Bit planes of the number of the mask each card is in."""
    planes = (len(masks) - 1).bit_length()
    return [
        sum(cards for at, cards in enumerate(masks) if at >> plane & 1) for plane in range(planes)
    ]


def word_byte(word: str) -> int:
    """A word of the auction of coinche as it is stored."""
    if word in ("pass", "coinche", "surcoinche"):
        return ("pass", "coinche", "surcoinche").index(word)
    contract, trump = word.split()
    return 8 * (naive_coinche.CONTRACTS.index(contract) + 1) + STRAINS.index(trump)


def stored_row(deal: Deal) -> Row:
    """A deal as a row of the deals file."""
    row: Row = dict.fromkeys(SCHEMAS["deals"].names)
    for name in ("table_no", "table_id", "deal_no", "kind", "rules", "status", "at", "dealer"):
        row[name] = deal[name]
    for name in ("bid_round", "taker", "leader", "belote_said"):
        row[name] = deal[name]
    row |= {f"player_{seat}": player for seat, player in enumerate(deal["players"])}
    row["turned"] = None if deal["turned"] is None else number(deal["turned"])
    hands = deal["hands"] or deal["first"]
    if deal["first"]:
        row["first_mask"] = sum(mask(hand) for hand in deal["first"])
    if hands:
        row["owner_low"], row["owner_high"] = _planes([mask(hand) for hand in hands])
    if deal["auto"]:
        row["auto_mask"] = sum(1 << (play - 1) for play in deal["auto"])
    if "bids" in deal:
        row["calls"] = bytes(word_byte(word) for word in deal["bids"])
        row |= {"contract": deal["contract"], "coinche_level": deal["level"]}
    if deal["taker"] is None:
        return row
    row["trump"] = STRAINS.index(deal["trump"])
    team = deal["taker"] % 2
    for name, facts in (("belote", deal["belote"]), ("annonces", deal["annonces"])):
        row[f"taker_{name}"], row[f"defence_{name}"] = facts[team], facts[1 - team]
    if deal["played_out"]:
        row |= {"taker_points": deal["points"][team], "taker_tricks": deal["tricks_won"][team]}
    if deal["tricks"]:
        row |= _stored_play(deal)
    return row


def _stored_play(deal: Deal) -> Row:
    tricks = [mask(cards) for _, cards, _ in deal["tricks"]]
    planes = _planes(tricks + [0] * (8 - len(tricks)))
    winners = sum((w or 0) << 2 * at for at, (_, _, w) in enumerate(deal["tricks"]))
    played = sum(tricks)
    return {
        **{f"trick_{plane}": bits for plane, bits in enumerate(planes)},
        "winners": winners,
        "played_mask": None if played == FULL else played,
    }


def unpacked(row: Row) -> Deal:
    """A stored row as a deal: the planes read bit by bit, the facts as they are stored."""
    deal: Deal = {name: row[name] for name in ("table_no", "table_id", "deal_no", "kind", "rules")}
    deal |= {name: row[name] for name in ("status", "at", "dealer", "bid_round", "taker")}
    deal["players"] = [row[f"player_{seat}"] for seat in range(4)]
    cards = [rank + suit for suit in SUITS for rank in RANKS]
    owners = [(row["owner_low"] >> c & 1) + 2 * (row["owner_high"] >> c & 1) for c in range(32)]
    held = [[cards[c] for c in range(32) if owners[c] == seat] for seat in range(4)]
    dealt = row["first_mask"]
    deal["first"] = [[card for card in hand if dealt >> number(card) & 1] for hand in held]
    deal["turned"] = cards[row["turned"]]
    taken = row["taker"] is not None
    deal |= {"hands": held if taken else None, "tricks": [], "belote_said": row["belote_said"]}
    deal |= {"trump": SUITS[row["trump"]] if taken else None, "played_out": True, "auto": []}
    deal["leader"] = row["leader"] if taken else None
    for name in ("points", "tricks", "belote", "annonces"):
        total = {"points": 162, "tricks": 8}.get(name)
        taker = row[f"taker_{name}"] if taken else 0
        other = 0 if not taken else total - taker if total else row[f"defence_{name}"]
        sides = [taker, other] if not taken or row["taker"] % 2 == 0 else [other, taker]
        deal["tricks_won" if name == "tricks" else name] = sides
    if taken:
        in_trick = [sum((row[f"trick_{p}"] >> c & 1) << p for p in range(3)) for c in range(32)]
        leader = row["leader"]
        for trick in range(8):
            by_seat = {owners[c]: cards[c] for c in range(32) if in_trick[c] == trick}
            order = [by_seat[(leader + place) % 4] for place in range(4)]
            winner = row["winners"] >> 2 * trick & 3
            deal["tricks"].append((leader, order, winner))
            leader = winner
    return deal


# Written as runs ---------------------------------------------------------------------------------


def new_lake(path: Path) -> Lake:
    """An empty lake."""
    return open_lake(path, create=True)


def _data_file(path: Path, kind: FileKind, rows: list[Row], rules: tuple[str, ...]) -> DataFile:
    """Write rows as a file of a run."""
    pq.write_table(pa.Table.from_pylist(rows, SCHEMAS[kind]), path, row_group_size=500)
    tables = [row["table_no"] for row in rows] or [0]
    size, digest = path.stat().st_size, file_sha256(path)
    return DataFile(path.name, kind, len(rows), size, digest, min(tables), max(tables), rules)


def write_run(
    lake: Lake,
    run_id: str,
    rows: list[Row],
    *,
    rule_sets: Iterable[Rules] = tuple(PRISE_PRESETS.values()),
    edit: Callable[[FileKind, list[Row]], None] | None = None,
    **manifest: Any,
) -> Manifest:
    """Write rows (in order of table and deal) as a run, with its games and held points.

    ``edit`` may change the rows of games and holds on their way to their files. What else is given
    goes into the manifest as it is.
    """
    folder = lake.run_folder(run_id)
    folder.mkdir(parents=True)
    files: list[DataFile] = []
    rule_sets = tuple(rule_sets)
    tables = sorted({row["table_no"] for row in rows})
    halves = [tables[: len(tables) // 2], tables[len(tables) // 2 :]]
    for part, some in enumerate(half for half in halves if half):
        path = folder / f"deals-{part:05}.parquet"
        chosen = [row for row in rows if row["table_no"] in some]
        files.append(_data_file(path, "deals", chosen, ()))
        for file in write_folds(path, rule_sets, "presets"):
            edited = pq.read_table(folder / file.name).to_pylist()
            if edit is not None:
                edit(file.kind, edited)
            files.append(_data_file(folder / file.name, file.kind, edited, file.rules))
    played = {row["rules"] for row in rows}
    made = Manifest(
        run_id=run_id,
        kind="replayed",
        created_at="2026-11-30T12:00:00+00:00",
        version="0.0.test",
        status="complete",
        seed=None,
        deals=len(rows),
        tables=len(tables),
        rules=played.pop() if len(played) == 1 else "mixed",
        players=None,
        rule_sets={rules.name: rules.values() for rules in rule_sets},
        marked=tuple(rules.name for rules in rule_sets),
        files=tuple(files),
    )
    made = replace(made, **manifest)
    lake.save(made)
    return made


def rows_of_run(lake: Lake, run_id: str) -> list[Row]:
    """The stored deals of a run, in order."""
    folder = lake.run_folder(run_id)
    names = [file.name for file in lake.manifest(run_id).of_kind("deals")]
    return [row for name in names for row in pq.read_table(folder / name).to_pylist()]


# A lake with one of everything -------------------------------------------------------------------


def peculiar_deals() -> list[Deal]:
    """Replayed deals at named tables, with all that a record may leave out or add."""
    stream = random_stream(11, 14, 1, "Café d'Arles")
    taken = [deal for deal in stream if deal["taker"] is not None]
    passed = [deal for deal in stream if deal["taker"] is None]
    assert len(taken) >= 8
    assert passed
    for place, deal in enumerate(stream):
        deal["deal_no"] = 3 * place + 2  # numbers may skip
        deal["at"] = datetime(2026, 11, 30, 12, place, tzinfo=UTC)
    passed[0]["players"] = [None, "bot:random", None, "Zoë"]
    taken[0]["auto"] = [1, 5, 32]
    taken[1] |= {"first": None, "turned": None}  # what was held when bidding is unknown
    for deal, plays in ((taken[2], 13), (taken[3], 0), (taken[4], 32)):
        abandon(deal, plays)
    taken[5]["status"] = "friendly_end"
    taken[6] |= {"rules": changed(preset("litige"), {"target": 501}).name}
    holder = next(deal for deal in taken[7:] if any(deal["belote"]))
    holder |= {"belote_said": False, "belote": [0, 0]}
    return stream


def abandon(deal: Deal, plays: int) -> None:
    """Break a deal off after some plays."""
    deal |= {"status": "abandoned", "played_out": plays == 32}
    whole, rest = divmod(plays, 4)
    leader, cards, _ = deal["tricks"][min(whole, 7)]
    deal["tricks"] = deal["tricks"][:whole] + ([(leader, cards[:rest], None)] if rest else [])


def scored_deal(table_no: int, deal_no: int) -> Deal:
    """A deal of a score sheet: little is known of it."""
    unknown = dict.fromkeys(("at", "dealer", "turned", "first", "hands", "leader", "bid_round"))
    return unknown | {
        "table_no": table_no,
        "table_id": f"sheet {table_no}",
        "deal_no": deal_no,
        "kind": "scored",
        "rules": "litige",
        "status": "complete",
        "players": [None] * 4,
        "taker": deal_no % 4,
        "trump": "h",
        "tricks": [],
        "points": [100, 62],
        "tricks_won": [None, None],
        "belote": [0, 20],
        "annonces": [0, 0],
        "belote_said": None,
        "auto": [],
        "played_out": True,
    }
