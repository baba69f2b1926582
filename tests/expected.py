"""What the SQL views must say of deals (see `lakes`), in plain Python over cards as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import naive
import naive_coinche
from lakes import SUITS, Deal, Row

READING_ORDER = "AKQJT987"


def sorted_text(cards: list[str] | None) -> str | None:
    """Cards by suit s h d c, then from the ace down."""
    if cards is None:
        return None
    order = sorted(cards, key=lambda card: (SUITS.index(card[1]), READING_ORDER.index(card[0])))
    return " ".join(order)


def key(run_id: str, deal: Deal) -> Row:
    return {"run_id": run_id, "table_id": deal["table_id"], "deal_no": deal["deal_no"]}


def position(deal: Deal, seat: int | None) -> int | None:
    if seat is None or deal["dealer"] is None:
        return None
    return (seat - deal["dealer"] - 1) % 4 + 1


def expected_deal(run_id: str, deal: Deal) -> Row:
    taker = deal["taker"]
    row = key(run_id, deal) | {
        name: deal[name]
        for name in ("kind", "rules", "status", "at", "dealer", "bid_round", "trump", "leader")
    }
    turned = deal["turned"]
    row |= {
        "counted": deal["status"] == "complete",
        "auction": "coinche" if "bids" in deal else "prise",
        "passed_out": taker is None,
        "turned_card": turned,
        "turned_rank": turned and turned[0],
        "turned_suit": turned and turned[1],
        "taker": taker,
        "taker_position": position(deal, taker),
        "taker_team": None if taker is None else taker % 2,
        "contract": deal.get("contract"),
        "coinche_level": deal.get("level"),
        "auto_plays": None if taker is None or deal["kind"] == "scored" else len(deal["auto"]),
    }
    facts = ("points", "tricks", "belote", "annonces")
    for fact in facts:
        sides = deal["tricks_won" if fact == "tricks" else fact]
        known = taker is not None and (fact in ("belote", "annonces") or deal["played_out"])
        row[f"taker_{fact}"] = sides[taker % 2] if known else None
        row[f"defence_{fact}"] = sides[1 - taker % 2] if known else None
    row["dix_de_der"] = row["capot"] = None
    if taker is not None and deal["played_out"] and deal["tricks"]:
        last = deal["tricks"][7][2]
        row["dix_de_der"] = "taker" if last % 2 == taker % 2 else "defence"
        row["capot"] = {8: "taker", 0: "defence"}.get(row["taker_tricks"])
    return row


def expected_hands(run_id: str, deal: Deal) -> Iterator[Row]:
    trump = deal["trump"]
    for seat in range(4):
        first = deal["first"][seat] if deal["first"] else None
        cards = deal["hands"][seat] if deal["hands"] else None
        row = key(run_id, deal) | {
            "seat": seat,
            "position": position(deal, seat),
            "player": deal["players"][seat],
            "first_cards": sorted_text(first),
            "cards": sorted_text(cards),
        }
        names = ("trumps", "has_jack", "has_nine", "has_belote", "plain_aces", "longest_suit")
        row |= dict.fromkeys(names)
        if cards is not None:
            row["longest_suit"] = max(sum(card[1] == suit for card in cards) for suit in SUITS)
        if cards is not None and trump in ("sa", "ta"):
            row["plain_aces"] = sum(card[0] == "A" for card in cards) if trump == "sa" else 0
        elif cards is not None and trump is not None:
            row |= {
                "trumps": sum(card[1] == trump for card in cards),
                "has_jack": "J" + trump in cards,
                "has_nine": "9" + trump in cards,
                "has_belote": "K" + trump in cards and "Q" + trump in cards,
                "plain_aces": sum(card[0] == "A" and card[1] != trump for card in cards),
            }
        yield row


def words(deal: Deal) -> list[tuple[int, bool]]:
    """(round, took) of everything said."""
    if deal["taker"] is None:
        return [(1 + n // 4, False) for n in range(8)]
    number = 4 * (deal["bid_round"] - 1) + (deal["taker"] - deal["dealer"] - 1) % 4 + 1
    return [(1 + n // 4, n == number - 1) for n in range(number)]


def expected_bids(run_id: str, deal: Deal) -> Iterator[Row]:
    if deal["kind"] == "scored":
        return
    if "bids" in deal:
        yield from _expected_words(run_id, deal)
        return
    turned = deal["turned"]
    for place, (bid_round, took) in enumerate(words(deal)):
        seat = (deal["dealer"] + 1 + place) % 4
        first = deal["first"][seat] if deal["first"] else None
        suit = deal["trump"] if took else None
        if not took and bid_round == 1 and turned:
            suit = turned[1]
        if not took and bid_round == 2 and turned and first is not None:
            others = [suit for suit in SUITS if suit != turned[1]]
            suit = max(others, key=lambda suit: sum(card[1] == suit for card in first))
        said = "pass"
        if took:
            said = "take" if bid_round == 1 and turned else f"take {deal['trump']}"
        row = key(run_id, deal) | {
            "bid_no": place + 1,
            "round": bid_round,
            "seat": seat,
            "position": place % 4 + 1,
            "player": deal["players"][seat],
            "said": said,
            "took": took,
            "suit": suit,
        }
        row |= dict.fromkeys(("trumps", "has_jack", "has_nine", "plain_aces"))
        if first is not None and turned:
            cards = [*first, turned]
            row |= {
                "trumps": sum(card[1] == suit for card in cards),
                "has_jack": f"J{suit}" in cards,
                "has_nine": f"9{suit}" in cards,
                "plain_aces": sum(card[0] == "A" and card[1] != suit for card in cards),
            }
        yield row


def _expected_words(run_id: str, deal: Deal) -> Iterator[Row]:
    """The words of an auction of coinche."""
    for place, word in enumerate(deal["bids"]):
        seat = (deal["dealer"] + 1 + place) % 4
        took = word in naive_coinche.BIDS
        suit = word.split()[1] if took and word.split()[1] in SUITS else None
        row = key(run_id, deal) | {
            "bid_no": place + 1,
            "round": None,
            "seat": seat,
            "position": place % 4 + 1,
            "player": deal["players"][seat],
            "said": word,
            "took": took,
            "suit": suit,
        }
        row |= dict.fromkeys(("trumps", "has_jack", "has_nine", "plain_aces"))
        if suit and deal["first"]:
            cards = deal["first"][seat]
            row |= {
                "trumps": sum(card[1] == suit for card in cards),
                "has_jack": f"J{suit}" in cards,
                "has_nine": f"9{suit}" in cards,
                "plain_aces": sum(card[0] == "A" and card[1] != suit for card in cards),
            }
        yield row


def expected_plays(run_id: str, deal: Deal) -> Iterator[Row]:
    trump = deal["trump"]
    for trick_no, (leader, cards, winner) in enumerate(deal["tricks"], start=1):
        for place, card in enumerate(cards):
            seat = (leader + place) % 4
            play_no = 4 * trick_no - 3 + place
            yield key(run_id, deal) | {
                "trick_no": trick_no,
                "play_no": play_no,
                "seat": seat,
                "player": deal["players"][seat],
                "card": card,
                "led": place == 0,
                "trumped": card[1] == trump and cards[0][1] != trump,
                "won": None if winner is None else seat == winner,
                "points": naive.card_points(card, trump),
                "auto": play_no in deal["auto"],
            }


def expected_tricks(run_id: str, deal: Deal) -> Iterator[Row]:
    for trick_no, (leader, cards, winner) in enumerate(deal["tricks"], start=1):
        yield key(run_id, deal) | {
            "trick_no": trick_no,
            "leader": leader,
            "winner": winner,
            "winner_team": None if winner is None else winner % 2,
            "cards": " ".join(cards),
            "points": sum(naive.card_points(card, deal["trump"]) for card in cards),
        }


def marked_streams(deals: Iterable[Deal], rules: Any) -> Iterator[tuple[list[Deal], Any, Any]]:
    """By table: its deals that are marked, their marks and its games, by the slow belote.

    What follows a friendly end is a stream of its own, whose games are numbered on.
    """
    values = naive.rules("litige") | rules.values()
    mark = naive_coinche.mark if rules.auction == "coinche" else naive.mark
    ends = 0

    def part(deal: Deal) -> tuple[int, int]:
        nonlocal ends
        key = deal["table_no"], ends
        ends += deal["status"] == "friendly_end"
        return key

    for _, stream in groupby(deals, key=part):
        marked = [deal for deal in stream if deal["status"] != "abandoned"]
        facts = [{**deal, "passed_out": deal["taker"] is None} for deal in marked]
        for fact in facts:
            fact["deal"] = fact["deal_no"]
        yield marked, *naive.match(facts, values, mark)


def expected_marks(run_id: str, deals: list[Deal], rules: Any) -> Iterator[Row]:
    for marked, rows, _ in marked_streams(deals, rules):
        for deal, row in zip(marked, rows, strict=True):
            yield key(run_id, deal) | {
                "rules": rules.name,
                "outcome": row["outcome"],
                "taker_mark": row["taker_mark"],
                "defence_mark": row["defence_mark"],
                "team0_mark": row["team_marks"][0],
                "team1_mark": row["team_marks"][1],
                "carried": row["carried"],
                "held": row["held"],
            }


def expected_games(run_id: str, deals: list[Deal], rules: Any) -> Iterator[Row]:
    """The games of tables without abandoned deals, which the slow belote does not know."""
    last: dict[str, int] = {}
    for marked, _, games in marked_streams(deals, rules):
        table = marked[0]["table_id"]
        for game in games:
            last[table] = game["game_no"] = last.get(table, 0) + 1
            yield {
                "run_id": run_id,
                "table_id": marked[0]["table_id"],
                "rules": rules.name,
                "target": rules.target,
                "team0_score": game["scores"][0],
                "team1_score": game["scores"][1],
                "winner_team": game["winner"],
                **{name: game[name] for name in ("game_no", "first_deal", "last_deal", "deals")},
                **{name: game[name] for name in ("passed_out", "finished", "lead_changes")},
                **{name: game[name] for name in ("comeback", "first_dealer_team")},
            }
