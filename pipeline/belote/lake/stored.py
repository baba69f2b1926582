"""Every stored column, once: what the Parquet files of a run hold, and how they pack it.

The Parquet writer, the relations that the SQL views read, and the data dictionary all read this
file. How stored columns pack a deal is the project's own affair; the views (`belote.lake.schema`)
are the public contract.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

SCHEMA_VERSION = 2
"""Raised when stored columns change; a lake with another is refused."""


@dataclass(frozen=True)
class Stored:
    """One stored column: its Arrow type, what it packs, and its Parquet encoding."""

    name: str
    type: pa.DataType
    meaning: str
    dictionary: bool = True
    encoding: str | None = None


_WORD = pa.dictionary(pa.int32(), pa.string())

STORED_DEALS: tuple[Stored, ...] = (
    Stored("table_no", pa.uint32(), "number of the table in its run, in order"),
    Stored("table_id", _WORD, "name of the table"),
    Stored("deal_no", pa.uint32(), "number of the deal at its table", False, "DELTA_BINARY_PACKED"),
    Stored("kind", _WORD, "simulated, replayed or scored"),
    Stored("rules", _WORD, "rule set the deal was played under"),
    Stored(
        "status", _WORD, "complete, abandoned, friendly_end, or cancelled: complete, its game not"
    ),
    Stored("at", pa.timestamp("us", tz="UTC"), "when it was played, where the source says so"),
    Stored("player_0", _WORD, "player at seat 0"),
    Stored("player_1", _WORD, "player at seat 1"),
    Stored("player_2", _WORD, "player at seat 2"),
    Stored("player_3", _WORD, "player at seat 3"),
    Stored("dealer", pa.uint8(), "seat of the dealer"),
    Stored("calls", pa.binary(), "coinche: the things said, one byte each; NULL in prise"),
    Stored("turned", pa.uint8(), "the turned card 0-31"),
    Stored("first_mask", pa.uint32(), "cards held before the auction, all seats", False),
    Stored("bid_round", pa.uint8(), "round of the auction in which it was taken"),
    Stored("taker", pa.uint8(), "seat of the taker, 4 or 5 for a team only; NULL when passed out"),
    Stored("trump", pa.uint8(), "suit 0-3 (s h d c), 4 sans atout, 5 tout atout"),
    Stored("contract", pa.uint8(), "coinche: 80-160, or 250 for capot"),
    Stored("coinche_level", pa.uint8(), "0, 1 coinche, 2 surcoinche; NULL in prise"),
    Stored("leader", pa.uint8(), "seat that leads the first trick"),
    Stored("owner_low", pa.uint32(), "bit c: low bit of the seat that holds card c", False),
    Stored("owner_high", pa.uint32(), "bit c: high bit of the seat that holds card c", False),
    Stored("trick_0", pa.uint32(), "bit c: bit 0 of the trick (0-7) card c is played in", False),
    Stored("trick_1", pa.uint32(), "bit c: bit 1 of that trick", False),
    Stored("trick_2", pa.uint32(), "bit c: bit 2 of that trick", False),
    Stored("played_mask", pa.uint32(), "cards played; NULL when all 32 are"),
    Stored("winners", pa.uint16(), "two bits a trick: the seat that won it", False),
    Stored("taker_points", pa.uint8(), "card points of the taker's side, dix de der in"),
    Stored("taker_tricks", pa.uint8(), "tricks of the taker's side"),
    Stored("taker_belote", pa.uint8(), "20 for each K + Q of trump the taker's side held and said"),
    Stored("defence_belote", pa.uint8(), "the same for the defence"),
    Stored("taker_annonces", pa.uint16(), "what the taker's side marks where annonces are played"),
    Stored("defence_annonces", pa.uint16(), "the same for the defence"),
    Stored("belote_said", pa.bool_(), "false: a belote held was not announced"),
    Stored("auto_mask", pa.uint32(), "bit n: play n + 1 was made by a time-out or a robot"),
    Stored("extra", _WORD, "JSON of what a record held beyond the other columns, or NULL"),
)

STORED_GAMES: tuple[Stored, ...] = (
    Stored("table_no", pa.uint32(), "number of the table in its run"),
    Stored("table_id", _WORD, "name of the table"),
    Stored("rules", _WORD, "rule set that cuts the games"),
    Stored("target", pa.uint32(), "its target"),
    Stored("game_no", pa.uint32(), "number of the game at its table, from 1"),
    Stored("first_deal", pa.uint32(), "number of its first deal"),
    Stored("last_deal", pa.uint32(), "number of its last deal"),
    Stored("deals", pa.uint32(), "deals, passed-out ones among them"),
    Stored("passed_out", pa.uint32(), "deals passed out"),
    Stored("team0_score", pa.uint32(), "marks of team 0 at its end"),
    Stored("team1_score", pa.uint32(), "marks of team 1 at its end"),
    Stored("winner_team", pa.uint8(), "NULL while open"),
    Stored("lead_changes", pa.uint32(), "how often another side than before took the lead"),
    Stored("comeback", pa.uint32(), "most marks by which the winner was behind; 0 while open"),
    Stored("first_dealer_team", pa.uint8(), "team that dealt its first deal; NULL: not known"),
)

STORED_HOLDS: tuple[Stored, ...] = (
    Stored("table_no", pa.uint32(), "number of the table in its run"),
    Stored("deal_no", pa.uint32(), "number of the deal at its table"),
    Stored("rules", _WORD, "rule set that holds the points"),
    Stored("carried", pa.uint16(), "points from earlier litiges that this deal's winner marks"),
    Stored("held", pa.uint16(), "points still held after this deal"),
)

STORED_COUNTS: tuple[Stored, ...] = (
    Stored(
        "cube",
        _WORD,
        "what is counted: points, marked, games; of prise said and scored too",
    ),
    Stored("rules", _WORD, "rule set of marked and games; NULL for the others"),
    Stored("turned", pa.uint8(), "rank of the turned card, 0-7 as in a card's number"),
    Stored("round", pa.uint8(), "round of the auction; 0 when passed out"),
    Stored("position", pa.uint8(), "order of speaking of who spoke or took; 0 when passed out"),
    Stored("contract", pa.uint8(), "coinche: 80-160, or 250; means nothing when passed out"),
    Stored("trump", pa.uint8(), "coinche: as in deals; means nothing when passed out"),
    Stored("coinche_level", pa.uint8(), "coinche: as in deals; 0 when passed out"),
    Stored("trumps", pa.uint8(), "said, marked: cards held of the suit weighed, or of trump"),
    Stored("has_jack", pa.uint8(), "its jack among them: 0 or 1"),
    Stored("has_nine", pa.uint8(), "its nine among them: 0 or 1"),
    Stored("has_belote", pa.uint8(), "marked: the taker holds K and Q of trump: 0 or 1"),
    Stored("belote", pa.uint8(), "points, scored: 0 nobody's, 1 the taker's side's, 2 the other's"),
    Stored("capot", pa.uint8(), "points, scored: the same of a capot"),
    Stored("taker_points", pa.uint8(), "points, scored: card points of the taker's side"),
    Stored("annonces", pa.int16(), "scored: points, the taker's side's; negative: the defence's"),
    Stored("deals", pa.uint32(), "games: deals of a finished game"),
    Stored("lead_changes", pa.uint8(), "games: changes of the lead; 15 stands for more too"),
    Stored("comeback", pa.uint8(), "games: the winner's largest deficit in 50s, rounded up, to 40"),
    Stored("first_dealer_won", pa.uint8(), "games: 0 or 1; NULL where the dealer is not known"),
    Stored("n", pa.int64(), "deals, things said, or games"),
    Stored("took", pa.int64(), "said: those that took"),
    Stored("made", pa.int64(), "marked: deals made"),
    Stored("chute", pa.int64(), "marked: chutes"),
    Stored("litige", pa.int64(), "marked: litiges"),
    Stored("taker_capot", pa.int64(), "marked: capots of the taker's side"),
    Stored("defence_capot", pa.int64(), "marked: capots of the defence"),
    Stored("taker_sum", pa.int64(), "marked: sum of the taker's marks"),
    Stored("taker_squares", pa.int64(), "marked: sum of their squares"),
    Stored("defence_sum", pa.int64(), "marked: sum of the defence's marks"),
    Stored("defence_squares", pa.int64(), "marked: sum of their squares"),
    Stored("difference_squares", pa.int64(), "coinche, marked: squares of taker's less defence's"),
    Stored("points_sum", pa.int64(), "coinche, marked: sum of the taker's card points"),
    Stored("points_squares", pa.int64(), "coinche, marked: sum of their squares"),
)

_NUMBERS = pa.list_(pa.uint8())
_OF_EACH_CARD = "of the 32 cards in order of play: "

STORED_SOLVED: tuple[Stored, ...] = (
    Stored("table_no", pa.uint32(), "number of the table in its run"),
    Stored("table_id", _WORD, "name of the table"),
    Stored("deal_no", pa.uint32(), "number of the deal at its table", False, "DELTA_BINARY_PACKED"),
    Stored("taker_points", pa.uint8(), "card points of the taker's side if all had played best"),
    Stored("capot", pa.uint8(), "0 no side can force one, 1 the taker's side can, 2 the defence"),
    Stored("taker_cost", pa.uint16(), "points that the cards of the taker's side cost it"),
    Stored("defence_cost", pa.uint16(), "the same of the defence"),
    Stored("cards", _NUMBERS, _OF_EACH_CARD + "which one, 0-31"),
    Stored("costs", _NUMBERS, _OF_EACH_CARD + "points that it cost its side"),
    Stored("actions", _NUMBERS, _OF_EACH_CARD + "place in lead, follow, ruff, discard"),
)


def arrow_schema(stored: tuple[Stored, ...]) -> pa.Schema:
    """The Arrow schema of a stored file."""
    return pa.schema([pa.field(column.name, column.type) for column in stored])
