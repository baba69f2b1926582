"""Coinche in the slow, plain engine: the auction, the deal of eight cards, and what a deal marks.

Written from the rules alone, like `naive.py`, whose tricks, annonces and games it plays by. Trump
is a suit, `sa` (sans atout) or `ta` (tout atout). Facts of a deal are those of `naive.py` and

    "trump": suit, "sa" or "ta"
    "contract": 80, 90 ... 160, or 250 for a capot
    "level": 0, 1 (coinche) or 2 (surcoinche)
    "belote": by team, 20 for each king and queen of trump held, at `ta` of each suit
"""

from collections.abc import Callable
from typing import Any

import naive
from naive import Rules

PRESET: Rules = naive.IN_ALL | {
    "auction": "coinche",
    "undertrump": "free",
    "over_partner_ruff": "free",
    "rotation": "left",
    "annonces": True,
    "contract": "bid",
    "belote_counts": True,
    "tie": "chute",
    "rounding": "none",
    "chute_mark": 162,
    "capot_mark": 262,
    "finish_on_belote": True,
}

TRUMPS = ("s", "h", "d", "c", "sa", "ta")
CONTRACTS = ("80", "90", "100", "110", "120", "130", "140", "150", "160", "capot")
BIDS = [f"{contract} {trump}" for contract in CONTRACTS for trump in TRUMPS]
WORDS = ["pass", "coinche", "surcoinche", *BIDS]


def rules(**changes: Any) -> Rules:
    """The preset with some fields changed, as a full dict field -> value."""
    unknown = set(changes) - set(PRESET)
    if unknown:
        raise ValueError(f"no such field: {sorted(unknown)}")
    return PRESET | changes


# The auction --------------------------------------------------------------------------------------


def is_over(said: list[str]) -> bool:
    """Whether these words, from the first speaker on, are a whole auction."""
    if said == ["pass"] * 4 or "surcoinche" in said:
        return True
    return said[-3:] == ["pass"] * 3 and said[-4:] != ["pass"] * len(said[-4:])


def may_say(said: list[str], word: str) -> bool:
    """Whether the next seat may say a word after these."""
    if word not in WORDS or is_over(said):
        return False
    if word == "pass":
        return True
    bids = [place for place, earlier in enumerate(said) if earlier in BIDS]
    if word in BIDS:
        if "coinche" in said:
            return False
        if not bids:
            return True
        last, new = (CONTRACTS.index(bid.split()[0]) for bid in (said[bids[-1]], word))
        return new > last
    if not bids:
        return False
    same_side = (len(said) - bids[-1]) % 2 == 0
    if word == "coinche":
        return not same_side and "coinche" not in said
    return same_side and "coinche" in said


def result(said: list[str], dealer: int) -> dict[str, Any] | None:
    """What a whole auction settles: taker, contract, trump and level; None when passed out."""
    bids = [place for place, word in enumerate(said) if word in BIDS]
    if not bids:
        return None
    contract, trump = said[bids[-1]].split()
    return {
        "taker": (dealer + 1 + bids[-1]) % 4,
        "contract": 250 if contract == "capot" else int(contract),
        "trump": trump,
        "level": 2 if "surcoinche" in said else 1 if "coinche" in said else 0,
    }


# One deal -----------------------------------------------------------------------------------------


def deal_pack(pack: list[str], dealer: int, rules: Rules) -> list[list[str]]:
    """Deal eight cards each from the top: 3-2-3, or 2-3-3 where `packets` is 2-3."""
    hands: list[list[str]] = [[], [], [], []]
    place = 0
    for size in (3, 2, 3) if rules["packets"] == "3-2" else (2, 3, 3):
        for step in range(1, 5):
            hands[(dealer + step) % 4] += pack[place : place + size]
            place += size
    return hands


def play_deal(
    hands: list[list[str]],
    dealer: int,
    rules: Rules,
    decide_word: Callable[[int, list[str]], str],
    decide_card: Callable[[int, list[str], int], str],
) -> dict[str, Any]:
    """Bid and play one deal, asking the deciders for everything that dealing does not settle.

    `decide_word(seat, said)` returns a word that the auction allows; `decide_card` is that of
    `naive.play_deal`, whose result this has, with contract and level, without first, turned, stock
    and bid_round.
    """
    said: list[str] = []
    while not is_over(said):
        seat = (dealer + 1 + len(said)) % 4
        word = decide_word(seat, list(said))
        if not may_say(said, word):
            raise ValueError(f"seat {seat} may not say {word} after {said}")
        said.append(word)
    bid = result(said, dealer)
    deal: dict[str, Any] = {
        "dealer": dealer,
        "hands": hands,
        "bids": said,
        "passed_out": bid is None,
        "leader": None,
        "plays": [],
        "tricks": [],
        "legal": [],
        "points": [0, 0],
        "tricks_won": [0, 0],
        "belote": [0, 0],
        "annonces": [0, 0],
    }
    if bid is None:
        return deal | {"taker": None, "contract": None, "trump": None, "level": 0}
    deal |= bid
    deal["leader"] = bid["taker"] if rules["first_lead"] == "taker" else (dealer + 1) % 4
    deal["belote"] = naive.belote(hands, bid["trump"])
    deal["annonces"] = naive.annonces(hands, bid["trump"], deal["leader"])
    naive.play_tricks(deal, [set(hand) for hand in hands], decide_card, rules)
    return deal


# Marking ------------------------------------------------------------------------------------------


def is_made(facts: dict[str, Any], totals: list[int], rules: Rules) -> bool:
    """Whether the taker's side keeps its contract, `totals` being by team."""
    taker = facts["taker"] % 2
    if facts["tricks_won"][taker] == 0:
        return False
    if facts["contract"] == 250:
        return facts["tricks_won"][taker] == 8
    reached = totals[taker] >= facts["contract"]
    if rules["contract"] == "bid":
        return reached
    if rules["contract"] == "bid_and_more":
        return reached and totals[taker] > totals[1 - taker]
    raise ValueError(f"contract {rules['contract']} is not of the coinche auction")


def marks_of_made(facts: dict[str, Any], declared: list[int], rules: Rules) -> list[int]:
    """What a made contract marks without belote, by team; `declared` are annonces that count."""
    taker = facts["taker"] % 2
    defence = 1 - taker
    capot = facts["tricks_won"][taker] == 8
    cards = [naive.round_points(points, rules["rounding"]) for points in facts["points"]]
    contract = facts["contract"]
    marks = [0, 0]

    if facts["level"] == 0:
        points = rules["capot_mark"] if capot else cards[taker]
        marks[taker] = contract + declared[taker]
        if rules["coinche_mark"] == "points_and_contract":
            marks[taker] += points
        if capot:
            marks[taker] += declared[defence]
        else:
            marks[defence] = cards[defence] + declared[defence]
        return marks

    times = 2 if facts["level"] == 1 else rules["surcoinche"]
    if rules["coinche_mark"] == "contract":
        marks[taker] = times * contract
    elif rules["multiplier_on"] == "contract":
        marks[taker] = times * contract + rules["capot_mark" if capot else "chute_mark"]
    else:
        marks[taker] = times * (contract + (rules["capot_mark"] if capot else cards[taker]))
    marks[taker] += sum(declared)
    return marks


def marks_of_failed(facts: dict[str, Any], declared: list[int], rules: Rules) -> list[int]:
    """What a failed contract marks without belote, by team."""
    defence = 1 - facts["taker"] % 2
    fixed = rules["capot_mark" if facts["tricks_won"][defence] == 8 else "chute_mark"]
    times = {0: 1, 1: 2, 2: rules["surcoinche"]}[facts["level"]]
    marks = [0, 0]
    if rules["multiplier_on"] == "contract":
        marks[defence] = times * facts["contract"] + fixed + sum(declared)
    else:
        marks[defence] = times * (facts["contract"] + fixed) + sum(declared)
    return marks


def mark(facts: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """Mark one deal alone, as `naive.mark` does; nothing is ever held."""
    if facts.get("passed_out"):
        return {"outcome": "passed_out", "marks": [0, 0], "belote": [0, 0], "held": 0}
    taker = facts["taker"] % 2
    defence = 1 - taker
    belotes = list(facts["belote"])
    if facts["trump"] == "ta" and rules["belote_tout_atout"] == "none":
        belotes = [0, 0]
    declared = list(facts["annonces"]) if rules["annonces"] else [0, 0]
    totals = [facts["points"][team] + declared[team] for team in (0, 1)]
    if rules["belote_counts"]:
        totals = [totals[team] + belotes[team] for team in (0, 1)]

    made = is_made(facts, totals, rules)
    marks = (marks_of_made if made else marks_of_failed)(facts, declared, rules)
    if not made and rules["belote_on_chute"] == "defence":
        belotes[defence] += belotes[taker]
        belotes[taker] = 0
    return {
        "outcome": "made" if made else "chute",
        "marks": [marks[team] + belotes[team] for team in (0, 1)],
        "belote": belotes,
        "held": 0,
    }


def match(
    deals: list[dict[str, Any]], rules: Rules
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """`naive.match` of deals of coinche."""
    return naive.match(deals, rules, mark)
