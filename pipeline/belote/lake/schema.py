"""Every column of the public SQL views, once: name, type, unit and meaning.

`belote schema`, the data dictionary and the tests of the views all read this file. A view's columns
are a public contract; what is stored, and how, is in `belote.lake.stored`.
"""

from __future__ import annotations

from dataclasses import dataclass

from belote.game.variants import FIELDS


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
