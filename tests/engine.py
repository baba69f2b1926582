"""Shared by the tests of the fast engine: the golden cases, rule sets for oracle and engine alike,
streams decoded to text in plain Python, and small kernels that put the engine's own functions to
trial. The decoding takes nothing from the package but the shape of its columns.
"""

import json
import random
from pathlib import Path

import numpy as np

import naive
import naive_coinche
from belote.compiled import kernel
from belote.game.columns import Columns, empty_columns
from belote.game.legality import beats, legal_cards, play_rules, trick_trumps
from belote.game.marking import OUTCOMES, mark_rules, rounded
from belote.game.match import (
    GAME_COLUMNS,
    NO_DEALER,
    CoincheFacts,
    DealFacts,
    fold_games,
    mark_at,
    marking_of,
)
from belote.game.order import from_strain_order, suit_of, to_strain_order
from belote.game.replay import FAULTS, everything_known, first_faults
from belote.game.variants import COINCHE, changed, preset
from belote.players.spec import kernel_rows, seat_players
from belote.simulate.kernel import Layout, new_scratch, simulate_block

GOLDEN = Path(__file__).parent / "golden"
CARDS = [rank + suit for suit in "shdc" for rank in "789JQKTA"]
STRAINS = ["s", "h", "d", "c", "sa", "ta"]
NOBODY = 255

# Every prise field and the values that are tried; whole numbers have no end of values.
PLAY_VALUES = {
    "first_lead": ("first_to_speak", "taker"),
    "undertrump": ("must", "free"),
    "over_partner_ruff": ("must", "free"),
    "over_partner_trump_lead": ("must", "free"),
    "dealing": ("shuffled", "cut"),
    "packets": ("3-2", "2-3"),
    "all_pass": ("next_dealer", "same_dealer"),
}
MARKING_VALUES = {
    "annonces": (False, True),
    "contract": ("82", "more"),
    "belote_counts": (False, True),
    "tie": ("chute", "litige"),
    "rounding": ("none", "half_up", "six_up"),
    "chute_mark": (162, 160, 0, 137),
    "capot_mark": (250, 252, 262, 0, 411),
    "belote_on_chute": ("kept", "defence"),
    "target": (1000, 501, 301, 2000, 163, 1),
    "finish_on_belote": (False, True),
}
COINCHE_VALUES = {
    "contract": ("bid", "bid_and_more"),
    "coinche_mark": ("points_and_contract", "contract"),
    "multiplier_on": ("all", "contract"),
    "surcoinche": (4, 3),
    "belote_tout_atout": ("every", "none"),
}
COINCHE_MARKING = {f: v for f, v in MARKING_VALUES.items() if f != "tie"} | COINCHE_VALUES


def golden(name):
    """A golden file: JSON, or a list of JSON lines."""
    text = (GOLDEN / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    return json.loads(text)


# Rule sets ----------------------------------------------------------------------------------------


def both(base="litige", **changes):
    """One rule set twice: as the oracle takes it, and as the engine does."""
    return naive.rules(base, **changes), changed(preset(base), changes)


def both_of(spec):
    """The same from the text of a golden case: a preset or ``{"base": preset, field: value}``."""
    if isinstance(spec, str):
        return both(spec)
    if spec["base"] == "coinche":
        return both_coinche(**{field: spec[field] for field in spec if field != "base"})
    return both(**spec)


def both_coinche(**changes):
    """The same of the preset `coinche` with changes."""
    return naive_coinche.rules(**changes), changed(COINCHE, changes)


def random_changes(rng, *tables):
    """A value drawn for every field of some tables of values."""
    return {field: rng.choice(values) for table in tables for field, values in table.items()}


def mixed_rule_sets(count, seed):
    """(base, changes): the six presets as they are, then presets with every field drawn anew."""
    rng = random.Random(seed)
    presets = list(naive.PRESETS)
    drawn = [
        (rng.choice(presets), random_changes(rng, PLAY_VALUES, MARKING_VALUES))
        for _ in range(count - len(presets))
    ]
    return [(name, {}) for name in presets] + drawn


# Streams ------------------------------------------------------------------------------------------


def even_layout(a_table):
    """Tables without end, each of so many deals."""
    return Layout(1 << 40, a_table, a_table)


def begun(players="random", table=1):
    """Scratch memory at the first deal of a table, with players as on the command line."""
    return new_scratch(table, kernel_rows(seat_players(players)))


def play_block(scratch, rules, columns, rows, *, seed, layout):
    """Play the next deals into the first rows of columns."""
    simulate_block(np.uint64(seed), layout, rows, scratch, play_rules(rules), columns)


def simulated(rules, deals, *, seed=1, players="random", a_table=1000, table=1, block=None):
    """The columns of so many deals from a table on, played in blocks of a size."""
    scratch, layout = begun(players, table), even_layout(a_table)
    parts = []
    while deals:
        rows = min(deals, block or deals)
        part = empty_columns(rows)
        play_block(scratch, rules, part, rows, seed=seed, layout=layout)
        parts.append(part)
        deals -= rows
    return Columns(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def dealt_one_by_one(rules, deals, *, seed=1, players="random", a_table=1000):
    """(columns, packs): every deal in a block of its own, and the pack it was dealt from."""
    scratch, layout = begun(players), even_layout(a_table)
    columns = empty_columns(deals)
    packs = []
    for row in range(deals):
        part = Columns(*(column[row : row + 1] for column in columns))
        play_block(scratch, rules, part, 1, seed=seed, layout=layout)
        packs.append([CARDS[card] for card in scratch["pack"][0]])
    return columns, packs


def cards_in(mask):
    """The set of cards of a mask."""
    return {card for number, card in enumerate(CARDS) if int(mask) >> number & 1}


def mask_of(cards):
    """The mask of cards given as text."""
    return sum(1 << CARDS.index(card) for card in cards)


def decoded(columns, row):
    """A stored deal in the words of `naive.play_deal` (hands as sets; no stock, no bids)."""
    raw = rows_of(column[row : row + 1] for column in columns)[0]
    first = cards_in(raw["first_mask"])
    owner = {
        card: (raw["owner_low"] >> n & 1) + 2 * (raw["owner_high"] >> n & 1)
        for n, card in enumerate(CARDS)
    }
    hands = [{card for card in CARDS if owner[card] == seat} for seat in range(4)]
    deal = {
        "dealer": raw["dealer"],
        "turned": CARDS[raw["turned"]],
        "first": [hand & first for hand in hands],
        "passed_out": raw["taker"] == NOBODY,
    }
    if deal["passed_out"]:
        assert raw["trump"] == NOBODY
        after = Columns._fields[Columns._fields.index("trick_0") :]
        assert not any(raw[name] for name in ("leader", "bid_round", *after))
        assert {card for card in CARDS if owner[card]} <= first
        return deal
    team = raw["taker"] % 2
    return deal | {
        "taker": raw["taker"],
        "trump": "shdc"[raw["trump"]],
        "bid_round": raw["bid_round"],
        "leader": raw["leader"],
        "hands": hands,
        "tricks": decoded_tricks(raw, owner),
        "points": by_team(team, raw["taker_points"], 162 - raw["taker_points"]),
        "tricks_won": by_team(team, raw["taker_tricks"], 8 - raw["taker_tricks"]),
        "belote": by_team(team, raw["taker_belote"], raw["defence_belote"]),
        "annonces": by_team(team, raw["taker_annonces"], raw["defence_annonces"]),
    }


def by_team(team, taker, defence):
    return [defence, taker] if team else [taker, defence]


def decoded_tricks(raw, owner):
    played_in = {
        card: sum((raw[f"trick_{bit}"] >> n & 1) << bit for bit in range(3))
        for n, card in enumerate(CARDS)
    }
    leader, tricks = raw["leader"], []
    for trick_no in range(8):
        of_seat = {owner[card]: card for card in CARDS if played_in[card] == trick_no}
        cards = [of_seat[(leader + place) % 4] for place in range(4)]
        winner = raw["winners"] >> 2 * trick_no & 3
        tricks.append((leader, cards, winner))
        leader = winner
    return tricks


def replayed(deal, first, stock, rules):
    """What the oracle makes of a decoded deal's decisions; raises where one is not legal."""
    plays = [card for _, cards, _ in deal.get("tricks", ()) for card in cards]

    def decide_bid(seat, bid_round, turned):
        takes = not deal["passed_out"] and (seat, bid_round) == (deal["taker"], deal["bid_round"])
        return deal["trump"] if takes else None

    return naive.play_deal(
        first,
        deal["turned"],
        stock,
        deal["dealer"],
        rules,
        decide_bid,
        lambda seat, legal, play_no: plays[play_no - 1],
    )


def column_row(deal, deal_no=1):
    """A deal in the words of `naive.play_deal` as a row of columns, by column name."""
    owners = deal["first"] if deal["passed_out"] else deal["hands"]
    row = dict.fromkeys(Columns._fields, 0) | {
        "table_no": 1,
        "deal_no": deal_no,
        "dealer": deal["dealer"],
        "turned": CARDS.index(deal["turned"]),
        "first_mask": mask_of(card for hand in deal["first"] for card in hand),
        "owner_low": mask_of([*owners[1], *owners[3]]),
        "owner_high": mask_of([*owners[2], *owners[3]]),
        "taker": NOBODY,
        "trump": NOBODY,
    }
    if deal["passed_out"]:
        return row
    row |= {"taker": deal["taker"], "trump": "shdc".index(deal["trump"])}
    row |= {name: deal[name] for name in ("bid_round", "leader")}
    for number, (_, cards, winner) in enumerate(deal["tricks"]):
        row["winners"] |= winner << 2 * number
        for bit in range(3):
            row[f"trick_{bit}"] |= mask_of(cards) * (number >> bit & 1)
    side = deal["taker"] % 2
    for name in ("points", "belote", "annonces"):
        row[f"taker_{name}"] = deal[name][side]
        if name != "points":
            row[f"defence_{name}"] = deal[name][1 - side]
    return row | {"taker_tricks": deal["tricks_won"][side]}


def rows_of(columns):
    """Rows by column name from columns."""
    values = zip(*columns, strict=True)
    return [dict(zip(Columns._fields, map(int, row), strict=True)) for row in values]


def columns_of(rows):
    """Columns from rows by column name."""
    columns = empty_columns(len(rows))
    for name, column in zip(Columns._fields, columns, strict=True):
        column[:] = [row[name] for row in rows]
    return columns


def faults_in(columns, rules):
    """What the engine's replay finds in each deal, in words; empty where nothing is wrong."""
    codes = np.full(len(columns.taker), NOBODY, np.uint8)
    first_faults(columns, everything_known(len(codes)), play_rules(rules), codes)
    return [FAULTS[code] for code in codes]


# Marks and games ----------------------------------------------------------------------------------


def facts_of(deals, table_no=1):
    """Facts in the oracle's form as the engine's columns, the deals of one table."""
    rows = []
    for place, deal in enumerate(deals, start=1):
        number, ended = deal.get("deal", place), deal.get("status") == "friendly_end"
        dealer = deal.get("dealer", NO_DEALER)
        if deal.get("passed_out"):
            rows.append((table_no, number, dealer, -1, 0, 0, 0, 0, 0, 0, ended))
            continue
        side = deal["taker"] % 2
        pairs = [(deal[name][side], deal[name][1 - side]) for name in ("belote", "annonces")]
        own = (deal["points"][side], deal["tricks_won"][side])
        rows.append((table_no, number, dealer, deal["taker"], *own, *pairs[0], *pairs[1], ended))
    table = np.array(rows, np.int64).reshape(-1, 11).T
    return DealFacts(*(np.ascontiguousarray(column) for column in table))


def coinche_facts_of(deals, table_no=1):
    """The same of deals of coinche."""
    bids = [
        (STRAINS.index(deal["trump"]), deal["contract"], deal["level"])
        if not deal.get("passed_out")
        else (NOBODY, 0, 0)
        for deal in deals
    ]
    table = np.array(bids, np.int64).reshape(-1, 3).T
    return CoincheFacts(*facts_of(deals, table_no), *(np.ascontiguousarray(c) for c in table))


def joined(*parts):
    """The facts of several tables one after another."""
    return type(parts[0])(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


@kernel
def _mark_all(deals, rules, out):
    for i in range(len(deals.taker)):
        mark = mark_at(deals, i, rules)
        out[i, 0] = mark.outcome
        out[i, 1] = mark.taker
        out[i, 2] = mark.defence
        out[i, 3] = mark.taker_belote
        out[i, 4] = mark.defence_belote
        out[i, 5] = mark.held


def marks_of(facts, rules):
    """An array (deals, 6) of what `mark_deal` says, in the order of `Mark`."""
    out = np.zeros((len(facts.taker), 6), np.int64)
    _mark_all(facts, marking_of(rules), out)
    return out


def folded(facts, rules):
    """(games, tables of the games, {deal's index: (carried, held)}) of the engine's fold."""
    deals = len(facts.taker)
    games = np.empty((deals, len(GAME_COLUMNS)), np.int32)
    game_tables = np.empty(deals, np.uint32)
    holds, hold_rows = np.empty((deals, 2), np.int32), np.empty(deals, np.int64)
    n, m = fold_games(facts, marking_of(rules), games, game_tables, holds, hold_rows)
    held = {int(at): (int(c), int(h)) for at, (c, h) in zip(hold_rows[:m], holds[:m], strict=True)}
    return games[:n].tolist(), game_tables[:n].tolist(), held


def game_row(game):
    """A game of the engine in the oracle's words."""
    named = dict(zip(GAME_COLUMNS, game, strict=True))
    for name in ("winner_team", "first_dealer_team"):
        named[name] = None if named[name] < 0 else named[name]
    scores = [named.pop("team0_score"), named.pop("team1_score")]
    winner = named.pop("winner_team")
    return named | {"scores": scores, "winner": winner, "finished": winner is not None}


def matched(facts, rules):
    """(rows of deals, of games) in the words of `naive.match`, from the engine's functions."""
    games, _, holds = folded(facts, rules)
    rows = []
    for i, mark in enumerate(marks_of(facts, rules).tolist()):
        taker = int(facts.taker[i])
        carried, held = holds.get(i, (0, 0))
        row = {"deal": int(facts.deal_no[i]), "outcome": "passed_out", "taker_mark": 0}
        row |= {"defence_mark": 0, "team_marks": [0, 0], "carried": carried, "held": held}
        if taker >= 0:
            row |= {"outcome": OUTCOMES[mark[0]], "taker_mark": mark[1], "defence_mark": mark[2]}
            row["team_marks"] = by_team(taker % 2, mark[1], mark[2])
            winner = taker % 2 if row["outcome"] == "made" else 1 - taker % 2
            row["team_marks"][winner] += carried
        rows.append(row)
    return rows, [game_row(game) for game in games]


@kernel
def _round_all(points, rules, out):
    for i in range(len(points)):
        out[i] = rounded(points[i], rules)


def rounded_all(points, rules):
    """Card points as a rule set marks them."""
    out = np.zeros(len(points), np.int64)
    _round_all(np.asarray(points, np.int64), mark_rules(rules), out)
    return out


# The engine's rules of play on trial --------------------------------------------------------------


@kernel
def _answer(hand, cards, trump, rules):
    """(legal cards as a mask, place of the winner so far) when ``cards`` are on the table."""
    led = np.uint32(0)
    best = np.uint32(0)
    winner = 0
    trumps = trick_trumps(trump, led)
    for place in range(len(cards)):
        card = to_strain_order(np.uint32(1) << np.uint32(cards[place]), trump)
        if place == 0:
            led = suit_of(card)
            best = card
            trumps = trick_trumps(trump, led)
        elif beats(card, best, led, trumps):
            best = card
            winner = place
    place = len(cards)
    partner_wins = place > 1 and winner == place - 2
    legal = legal_cards(to_strain_order(hand, trump), led, best, partner_wins, trumps, rules)
    return from_strain_order(legal, trump), winner


def answer(hand, trick, trump, rules):
    """(legal cards, place of the winner so far) of the engine, for cards as text."""
    cards = np.array([CARDS.index(card) for card in trick], np.uint8)
    strain = STRAINS.index(trump)
    legal, winner = _answer(np.uint32(mask_of(hand)), cards, strain, play_rules(rules))
    return cards_in(legal), winner
