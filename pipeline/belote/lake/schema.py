"""Every column, once: the stored Parquet columns and the public SQL views.

The Parquet writer, `belote schema`, the data dictionary and the tests of the views all read
this file. A view's columns are a public contract; how the stored columns pack them is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from belote.game.variants import FIELDS

SCHEMA_VERSION = 2
"""Raised when stored columns change; a lake with another is refused."""


@dataclass(frozen=True)
class Column:
    """One column of a view: its DuckDB type, unit and meaning."""

    name: str
    type: str
    unit: str
    meaning: str


@dataclass(frozen=True)
class View:
    """One public view: what a row is, and its columns in order."""

    name: str
    grain: str
    columns: tuple[Column, ...]


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


_RUN = Column("run_id", "VARCHAR", "", "name of the run")
_TABLE = Column(
    "table_id", "VARCHAR", "", "name of the table; simulated tables are numbered from 1"
)
_DEAL = Column("deal_no", "BIGINT", "", "number of the deal at its table, from 1")
_KEY = (_RUN, _TABLE, _DEAL)
_SEAT = Column("seat", "TINYINT", "seat 0-3", "seats are numbered in order of play")
_POSITION = Column("position", "TINYINT", "1-4", "order of speaking; 4 is the dealer")
_PLAYER = Column("player", "VARCHAR", "", "who decides at this seat")


def _held_columns(when: str) -> tuple[Column, ...]:
    return (
        Column("trumps", "TINYINT", "cards", f"trumps held{when}"),
        Column("has_jack", "BOOLEAN", "", f"the jack of trump is held{when}"),
        Column("has_nine", "BOOLEAN", "", f"the nine of trump is held{when}"),
    )


RUNS = View(
    "runs",
    "run",
    (
        _RUN,
        Column("kind", "VARCHAR", "", "simulated, replayed or scored"),
        Column("created_at", "TIMESTAMP WITH TIME ZONE", "", "when the run was started"),
        Column("seed", "BIGINT", "", "seed of every random choice; NULL unless simulated"),
        Column("deals", "BIGINT", "deals", "deals committed, passed-out ones among them"),
        Column("tables", "BIGINT", "tables", "tables of the run"),
        Column("rules", "VARCHAR", "", "rule set played under, or mixed"),
        Column("players", "VARCHAR[]", "", "the four players, seat 0 first, or NULL"),
        Column("version", "VARCHAR", "", "engine version that wrote it"),
        Column(
            "status",
            "VARCHAR",
            "",
            "complete, complete (facts only), complete (counts only): then its rollup is all"
            " there is, or unfinished: then in no view but this one",
        ),
    ),
)

DEALS = View(
    "deals",
    "deal",
    (
        *_KEY,
        Column("kind", "VARCHAR", "", "simulated, replayed or scored"),
        Column("rules", "VARCHAR", "", "rule set it was played under"),
        Column("status", "VARCHAR", "", "complete, abandoned or friendly_end"),
        Column(
            "counted", "BOOLEAN", "", "statistics count it: complete, and its game not cancelled"
        ),
        Column(
            "at",
            "TIMESTAMP WITH TIME ZONE",
            "",
            'when it was played, where known; quote it in SQL: "at"',
        ),
        Column("dealer", "TINYINT", "seat 0-3", "who dealt"),
        Column("auction", "VARCHAR", "", "prise or coinche"),
        Column("passed_out", "BOOLEAN", "", "nobody took"),
        Column("turned_card", "VARCHAR", "card", "the turned card"),
        Column("turned_rank", "VARCHAR", "rank", "its rank, one of 7 8 9 T J Q K A"),
        Column("turned_suit", "VARCHAR", "suit", "its suit, one of s h d c"),
        Column("bid_round", "TINYINT", "1-2", "round in which it was taken"),
        Column("taker", "TINYINT", "seat 0-3", "who took"),
        Column(
            "taker_position", "TINYINT", "1-4", "the taker's order of speaking; 4 is the dealer"
        ),
        Column("taker_team", "TINYINT", "team 0-1", "the taker's side"),
        Column("trump", "VARCHAR", "suit", "s h d c, sa or ta"),
        Column("contract", "SMALLINT", "points", "coinche: 80-160, 250 for capot; NULL in prise"),
        Column("coinche_level", "TINYINT", "0-2", "coinche: 1 coinched, 2 surcoinched"),
        Column("leader", "TINYINT", "seat 0-3", "who leads the first trick"),
        Column("taker_points", "SMALLINT", "card points", "the taker's side, dix de der in"),
        Column("defence_points", "SMALLINT", "card points", "the defence; the two make 162"),
        Column("taker_tricks", "TINYINT", "tricks", "tricks of the taker's side"),
        Column("defence_tricks", "TINYINT", "tricks", "tricks of the defence"),
        Column("dix_de_der", "VARCHAR", "", "taker or defence: the side that won the last trick"),
        Column("taker_belote", "SMALLINT", "points", "20 for each K + Q of trump held and said"),
        Column("defence_belote", "SMALLINT", "points", "the same for the defence"),
        Column("taker_annonces", "SMALLINT", "points", "what it marks where annonces are played"),
        Column("defence_annonces", "SMALLINT", "points", "the same for the defence"),
        Column("capot", "VARCHAR", "", "taker or defence: the side with all eight tricks, or NULL"),
        Column("auto_plays", "TINYINT", "cards", "plays made by a time-out or a robot"),
    ),
)

HANDS = View(
    "hands",
    "deal and seat",
    (
        *_KEY,
        _SEAT,
        _POSITION,
        _PLAYER,
        Column("first_cards", "VARCHAR", "cards", "cards held before the auction"),
        Column("cards", "VARCHAR", "cards", "the eight cards; NULL when passed out (prise)"),
        *_held_columns(" in the eight"),
        Column("has_belote", "BOOLEAN", "", "K and Q of trump are held in the eight"),
        Column("plain_aces", "TINYINT", "cards", "aces outside trump in the eight"),
        Column("longest_suit", "TINYINT", "cards", "cards of the longest suit in the eight"),
    ),
)

BIDS = View(
    "bids",
    "thing said",
    (
        *_KEY,
        Column("bid_no", "TINYINT", "", "number of the thing said in its deal, from 1"),
        Column("round", "TINYINT", "1-2", "round of the auction"),
        _SEAT,
        _POSITION,
        _PLAYER,
        Column("said", "VARCHAR", "", "pass, take, take h; coinche: 90 s, capot d, coinche ..."),
        Column("took", "BOOLEAN", "", "this word took (coinche: was a bid)"),
        Column("suit", "VARCHAR", "suit", "suit weighed: turned, named, or for a pass the longest"),
        *_held_columns(", as if that suit were trump and the turned card taken"),
        Column("plain_aces", "TINYINT", "cards", "aces outside that suit"),
    ),
)

PLAYS = View(
    "plays",
    "card played",
    (
        *_KEY,
        Column("trick_no", "TINYINT", "1-8", "number of the trick"),
        Column("play_no", "TINYINT", "1-32", "number of the card in the deal"),
        _SEAT,
        _PLAYER,
        Column("card", "VARCHAR", "card", "the card played"),
        Column("led", "BOOLEAN", "", "it leads the trick"),
        Column("trumped", "BOOLEAN", "", "a trump on a plain lead"),
        Column("won", "BOOLEAN", "", "it wins the trick"),
        Column("points", "TINYINT", "card points", "points of the card"),
        Column("auto", "BOOLEAN", "", "played by a time-out or a robot"),
    ),
)

TRICKS = View(
    "tricks",
    "trick",
    (
        *_KEY,
        Column("trick_no", "TINYINT", "1-8", "number of the trick"),
        Column("leader", "TINYINT", "seat 0-3", "who led"),
        Column("winner", "TINYINT", "seat 0-3", "who won"),
        Column("winner_team", "TINYINT", "team 0-1", "the winner's side"),
        Column("cards", "VARCHAR", "cards", "the four cards in the order played"),
        Column("points", "SMALLINT", "card points", "points in the trick, without dix de der"),
    ),
)

SOLVED = View(
    "solved",
    "deal that was solved",
    (
        *_KEY,
        Column("taker_points", "SMALLINT", "card points", "the taker's side, had all played best"),
        Column("defence_points", "SMALLINT", "card points", "the defence; the two make 162"),
        Column("capot", "VARCHAR", "", "taker or defence: the side that can force one, or NULL"),
        Column("taker_cost", "SMALLINT", "card points", "what the taker's side's cards cost it"),
        Column("defence_cost", "SMALLINT", "card points", "what the defence's cards cost it"),
    ),
)

COSTS = View(
    "costs",
    "card played in a deal that was solved",
    (
        *_KEY,
        Column("trick_no", "TINYINT", "1-8", "number of the trick"),
        Column("play_no", "TINYINT", "1-32", "number of the card in the deal"),
        _SEAT,
        _POSITION,
        _PLAYER,
        Column("role", "VARCHAR", "", "taker, partner (the taker's) or defence"),
        Column("card", "VARCHAR", "card", "the card played"),
        Column("action", "VARCHAR", "", "lead, follow (the suit led), ruff or discard"),
        Column("cost", "SMALLINT", "card points", "what its side loses by it under best play"),
    ),
)

MARKS = View(
    "marks",
    "deal and rule set",
    (
        *_KEY,
        Column("rules", "VARCHAR", "", "rule set it is marked under"),
        Column("outcome", "VARCHAR", "", "made, chute, litige or passed_out"),
        Column("taker_mark", "INTEGER", "marks", "the deal's own, after rounding"),
        Column("defence_mark", "INTEGER", "marks", "the deal's own, after rounding"),
        Column("team0_mark", "INTEGER", "marks", "with what an earlier litige gave"),
        Column("team1_mark", "INTEGER", "marks", "with what an earlier litige gave"),
        Column("carried", "INTEGER", "marks", "points of an earlier litige in it"),
        Column("held", "INTEGER", "marks", "points still held after this deal"),
    ),
)

GAMES = View(
    "games",
    "game and rule set",
    (
        _RUN,
        _TABLE,
        Column("rules", "VARCHAR", "", "rule set that cuts the games"),
        Column("target", "INTEGER", "marks", "the game ends at or above it"),
        Column("game_no", "BIGINT", "", "number of the game at its table, from 1"),
        Column("first_deal", "BIGINT", "", "deal_no of its first deal"),
        Column("last_deal", "BIGINT", "", "deal_no of its last deal"),
        Column("deals", "BIGINT", "deals", "its deals, passed-out ones among them"),
        Column("passed_out", "BIGINT", "deals", "passed-out deals among them"),
        Column("team0_score", "INTEGER", "marks", "score of team 0 at its end"),
        Column("team1_score", "INTEGER", "marks", "score of team 1 at its end"),
        Column("winner_team", "TINYINT", "team 0-1", "who won; NULL while open"),
        Column("finished", "BOOLEAN", "", "false for the last, still open, game of a table"),
        Column(
            "lead_changes",
            "INTEGER",
            "",
            "how often another side than before was ahead after a deal; ties change nothing",
        ),
        Column(
            "comeback",
            "INTEGER",
            "marks",
            "most marks by which the winner was behind after a deal; 0 if never, or nobody won",
        ),
        Column(
            "first_dealer_team",
            "TINYINT",
            "team 0-1",
            "team of who dealt its first deal; NULL where not known",
        ),
    ),
)


def _rule_column_type(values: object) -> str:
    if values is int or values == (4, 3):
        return "INTEGER"
    return "BOOLEAN" if values == (False, True) else "VARCHAR"


RULES = View(
    "rules",
    "rule set known to the lake",
    (
        Column("rules", "VARCHAR", "", "name: a preset, with its changed fields in table order"),
        *(Column(f.name, _rule_column_type(f.values), "", f.meaning) for f in FIELDS),
    ),
)

VIEWS: dict[str, View] = {
    view.name: view
    for view in (RUNS, DEALS, HANDS, BIDS, PLAYS, TRICKS, MARKS, GAMES, SOLVED, COSTS, RULES)
}

MACROS: dict[str, str] = {
    "wilson_low(k, n)": "lower end of the 95 % Wilson interval of k out of n; NULL when n is 0",
    "wilson_high(k, n)": "upper end of the 95 % Wilson interval of k out of n; NULL when n is 0",
    "card_name(card, lang)": "name of a card in 'fr' or 'en', such as 'valet de pique'",
    "suit_name(suit, lang)": "name of a suit, sa or ta in 'fr' or 'en'",
}
