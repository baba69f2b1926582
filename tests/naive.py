"""A slow, plain engine of belote: the oracle that the fast engine is held against.

Here is the prise, and all that it shares with coinche, whose own rules are in `naive_coinche.py`.

Written from the rules alone, with the standard library alone, and sharing no code with the package.
A card is text, rank then suit (`"Td"`, `"Js"`); a seat is 0-3 in order of play, its team is
`seat % 2`, its partner `(seat + 2) % 4`. Pairs "by team" are lists `[team 0, team 1]`, in points.

Facts of a deal, the input of `mark` and `match` (`play_deal` returns them among other keys):

    {"passed_out": True}                     nobody took; nothing else is read
    {"passed_out": False,                    may be left out
     "taker": seat,
     "points": by team,                      cards with dix de der, 162 together
     "tricks_won": by team,                  8 together; 8 for one side is a capot
     "belote": by team,                      20 for the side that held it (and said it), else 0
     "annonces": by team,                    as marked where annonces are played, whatever the rules
     "deal": number}                         may be left out: then its place at the table, from 1
"""

from collections.abc import Callable
from functools import cache
from itertools import groupby, pairwise
from typing import Any

Rules = dict[str, Any]
Marking = Callable[[dict[str, Any], Rules], dict[str, Any]]  # marks one deal alone, like `mark`
Trick = list[tuple[int, str]]  # (seat, card) in order of play

SUITS = "shdc"
NATURAL_ORDER = "789TJQKA"  # sequences; the two others are weak to strong as well
PLAIN_ORDER = "789JQKTA"
TRUMP_ORDER = "78QKTA9J"
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
SANS_POINTS = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TOUT_POINTS = {"J": 13, "9": 9, "A": 7, "T": 5, "K": 3, "Q": 1, "8": 0, "7": 0}
PACK = [rank + suit for suit in SUITS for rank in NATURAL_ORDER]

CARRE_ORDER = "QKTA9J"  # weak to strong
CARRE_VALUES = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
SEQUENCE_VALUES = {3: 20, 4: 50, 5: 100}

# Rule sets ----------------------------------------------------------------------------------------

IN_ALL: Rules = {
    "first_lead": "first_to_speak",
    "over_partner_trump_lead": "must",
    "dealing": "shuffled",
    "packets": "3-2",
    "all_pass": "next_dealer",
    "belote_on_chute": "kept",
    "coinche_mark": "points_and_contract",
    "multiplier_on": "all",
    "surcoinche": 4,
    "belote_tout_atout": "every",
    "target": 1000,
}

PRESETS: dict[str, Rules] = {
    "arrondie": IN_ALL
    | {
        "auction": "prise",
        "undertrump": "must",
        "over_partner_ruff": "must",
        "rotation": "right",
        "annonces": False,
        "contract": "more",
        "belote_counts": True,
        "tie": "chute",
        "rounding": "half_up",
        "chute_mark": 160,
        "capot_mark": 250,
        "finish_on_belote": False,
    },
    "classique": IN_ALL
    | {
        "auction": "prise",
        "undertrump": "must",
        "over_partner_ruff": "must",
        "rotation": "right",
        "annonces": False,
        "contract": "82",
        "belote_counts": False,
        "tie": "chute",
        "rounding": "none",
        "chute_mark": 162,
        "capot_mark": 262,
        "finish_on_belote": True,
    },
    "annonces": IN_ALL
    | {
        "auction": "prise",
        "undertrump": "free",
        "over_partner_ruff": "free",
        "rotation": "left",
        "annonces": True,
        "contract": "more",
        "belote_counts": True,
        "tie": "litige",
        "rounding": "none",
        "chute_mark": 162,
        "capot_mark": 262,
        "finish_on_belote": True,
    },
    "sans-annonces": IN_ALL
    | {
        "auction": "prise",
        "undertrump": "free",
        "over_partner_ruff": "free",
        "rotation": "left",
        "annonces": False,
        "contract": "more",
        "belote_counts": True,
        "tie": "litige",
        "rounding": "none",
        "chute_mark": 162,
        "capot_mark": 262,
        "finish_on_belote": True,
    },
    "stricte": IN_ALL
    | {
        "auction": "prise",
        "undertrump": "must",
        "over_partner_ruff": "must",
        "rotation": "right",
        "annonces": False,
        "contract": "82",
        "belote_counts": False,
        "tie": "chute",
        "rounding": "none",
        "chute_mark": 162,
        "capot_mark": 250,
        "finish_on_belote": True,
    },
    "litige": IN_ALL
    | {
        "auction": "prise",
        "undertrump": "must",
        "over_partner_ruff": "must",
        "rotation": "right",
        "annonces": False,
        "contract": "82",
        "belote_counts": False,
        "tie": "litige",
        "rounding": "none",
        "chute_mark": 162,
        "capot_mark": 252,
        "finish_on_belote": True,
    },
}


def rules(base: str, **changes: Any) -> Rules:
    """The preset `base` with some fields changed, as a full dict field -> value."""
    unknown = set(changes) - set(PRESETS[base])
    if unknown:
        raise ValueError(f"no such field: {sorted(unknown)}")
    return PRESETS[base] | changes


# Cards and tricks ---------------------------------------------------------------------------------


def card_points(card: str, trump: str) -> int:
    """What one card is worth in points, without dix de der."""
    rank, suit = card
    if trump in ("sa", "ta"):
        return (SANS_POINTS if trump == "sa" else TOUT_POINTS)[rank]
    return TRUMP_POINTS[rank] if suit == trump else PLAIN_POINTS[rank]


def strength(card: str, trump: str) -> int:
    """Rank of a card within its own suit, 0 the weakest. Says nothing across suits."""
    rank, suit = card
    return (TRUMP_ORDER if trump in (suit, "ta") else PLAIN_ORDER).index(rank)


def trick_winner(trick: Trick, trump: str) -> int:
    """The seat that wins the trick so far: the best trump, else the best card of the suit led.

    With no suit as trump, `sa` or `ta`, it is the best card of the suit led.
    """
    led = trick[0][1][1]
    trumps = [(seat, card) for seat, card in trick if card[1] == trump]
    followers = [(seat, card) for seat, card in trick if card[1] == led]
    return max(trumps or followers, key=lambda play: strength(play[1], trump))[0]


def legal_cards(hand: list[str] | set[str], trick: Trick, trump: str, rules: Rules) -> set[str]:
    """The cards of `hand` that the next seat may play to `trick` (empty: it leads)."""
    hand = set(hand)
    if not trick:
        return hand
    seat = (trick[-1][0] + 1) % 4
    partner_wins = trick_winner(trick, trump) == (seat + 2) % 4
    led = trick[0][1][1]
    if trump == "ta":
        trump = led  # the suit led is the trick's trump
    same = {card for card in hand if card[1] == led}
    trumps = {card for card in hand if card[1] == trump}
    trumps_played = [card for _, card in trick if card[1] == trump]
    higher = {  # all the trumps of the hand, while nobody has trumped
        card
        for card in trumps
        if all(strength(card, trump) > strength(played, trump) for played in trumps_played)
    }

    if led == trump:
        if not trumps:
            return hand
        if partner_wins and rules["over_partner_trump_lead"] == "free":
            return trumps
        return higher or trumps
    if same:
        return same
    if partner_wins:
        if rules["over_partner_ruff"] == "free":
            return hand
        return (hand - trumps) | (higher or trumps)
    if not trumps:
        return hand
    if not higher and rules["undertrump"] == "free":
        return hand
    return higher or trumps


# Dealing ------------------------------------------------------------------------------------------


def deal_pack(pack: list[str], dealer: int, rules: Rules) -> tuple[list[list[str]], str, list[str]]:
    """Deal five cards each from the top: (hands by seat, turned card, stock of 11 in order)."""
    first: list[list[str]] = [[], [], [], []]
    place = 0
    for size in map(int, rules["packets"].split("-")):
        for step in range(1, 5):
            first[(dealer + step) % 4] += pack[place : place + size]
            place += size
    return first, pack[20], pack[21:]


def complete(
    first: list[list[str]], turned: str, stock: list[str], dealer: int, taker: int
) -> list[list[str]]:
    """The four hands of eight: three more each from dealer + 1 on, the taker the turned and two."""
    hands = [list(hand) for hand in first]
    stock = list(stock)
    for step in range(1, 5):
        seat = (dealer + step) % 4
        if seat == taker:
            hands[seat].append(turned)
        while len(hands[seat]) < 8:
            hands[seat].append(stock.pop(0))
    return hands


def next_pack(result: dict[str, Any], cut: int) -> list[str]:
    """The pack of the next deal under `dealing = cut`: the pile of a `play_deal` result, cut once.

    The pile, top first, is the tricks in order; of a passed-out deal the hands in seat order, the
    turned card and the stock. `cut` cards (1-31) go from the top to the bottom.
    """
    if not 1 <= cut <= 31:
        raise ValueError(f"cut {cut} is not 1-31")
    if result["passed_out"]:
        hands = [card for hand in result["first"] for card in hand]
        pile = [*hands, result["turned"], *result["stock"]]
    else:
        pile = [card for _, cards, _ in result["tricks"] for card in cards]
    return pile[cut:] + pile[:cut]


def next_dealer(dealer: int, passed_out: bool, rules: Rules) -> int:
    """The seat that deals the next deal."""
    if passed_out and rules["all_pass"] == "same_dealer":
        return dealer
    return (dealer + 1) % 4


# One deal -----------------------------------------------------------------------------------------


def auction(
    turned: str, dealer: int, decide_bid: Callable[[int, int, str], str | None]
) -> tuple[list[str], int | None, str | None, int | None]:
    """The prise auction: (bids as in a deal record, taker, trump, round); None when passed out."""
    bids: list[str] = []
    for bid_round in (1, 2):
        for step in range(1, 5):
            seat = (dealer + step) % 4
            suit = decide_bid(seat, bid_round, turned)
            if suit is None:
                bids.append("pass")
                continue
            if suit not in list(SUITS) or (suit == turned[1]) != (bid_round == 1):
                raise ValueError(f"seat {seat} cannot take {suit} in round {bid_round}")
            bids.append("take" if bid_round == 1 else f"take {suit}")
            return bids, seat, suit, bid_round
    return bids, None, None, None


def play_deal(
    first: list[list[str]],
    turned: str,
    stock: list[str],
    dealer: int,
    rules: Rules,
    decide_bid: Callable[[int, int, str], str | None],
    decide_card: Callable[[int, list[str], int], str],
) -> dict[str, Any]:
    """Play one deal, asking the deciders for everything that dealing does not settle.

    `decide_bid(seat, round, turned)` returns None to pass, or the suit taken. `decide_card(seat,
    legal, play_no)` returns one of `legal` (sorted as text); play_no is 1-32, and it is asked even
    when there is a single card. The result has the keys dealer, first, turned, stock (as given),
    bids (as in a deal record), passed_out, taker, trump, bid_round, leader (of the first trick),
    hands (of eight, by seat), plays (32 cards), tricks (8 of (leader, cards in order, winner)),
    legal (32 sorted lists), capot (team or None), and by team points, tricks_won, belote, annonces.
    Of a passed-out deal taker to hands and capot are None, lists empty and the pairs [0, 0].
    """
    bids, taker, trump, bid_round = auction(turned, dealer, decide_bid)
    result: dict[str, Any] = {
        "dealer": dealer,
        "first": first,
        "turned": turned,
        "stock": stock,
        "bids": bids,
        "passed_out": taker is None,
        "taker": taker,
        "trump": trump,
        "bid_round": bid_round,
        "leader": None,
        "hands": None,
        "plays": [],
        "tricks": [],
        "legal": [],
        "capot": None,
        "points": [0, 0],
        "tricks_won": [0, 0],
        "belote": [0, 0],
        "annonces": [0, 0],
    }
    if taker is None or trump is None:
        return result

    hands = complete(first, turned, stock, dealer, taker)
    leader = taker if rules["first_lead"] == "taker" else (dealer + 1) % 4
    result["hands"] = hands
    result["leader"] = leader
    result["belote"] = belote(hands, trump)
    result["annonces"] = annonces(hands, trump, leader)

    play_tricks(result, [set(hand) for hand in hands], decide_card, rules)
    if 8 in result["tricks_won"]:
        result["capot"] = result["tricks_won"].index(8)
    return result


def play_tricks(
    result: dict[str, Any],
    hands: list[set[str]],
    decide_card: Callable[[int, list[str], int], str],
    rules: Rules,
) -> None:
    """Play the eight tricks: fills legal, plays, tricks, tricks_won and points of a result."""
    leader, trump = result["leader"], result["trump"]
    for trick_no in range(1, 9):
        trick: Trick = []
        for step in range(4):
            seat = (leader + step) % 4
            legal = sorted(legal_cards(hands[seat], trick, trump, rules))
            card = decide_card(seat, list(legal), len(result["plays"]) + 1)
            if card not in legal:
                raise ValueError(f"seat {seat} may not play {card}: {legal}")
            hands[seat].remove(card)
            trick.append((seat, card))
            result["legal"].append(legal)
            result["plays"].append(card)
        winner = trick_winner(trick, trump)
        cards = [card for _, card in trick]
        result["tricks"].append((leader, cards, winner))
        result["tricks_won"][winner % 2] += 1
        result["points"][winner % 2] += sum(card_points(card, trump) for card in cards)
        if trick_no == 8:
            result["points"][winner % 2] += 10  # dix de der
        leader = winner


def belote(hands: list[list[str]], trump: str) -> list[int]:
    """20 to the team of a hand of eight that holds king and queen of trump, by team.

    At tout atout every suit is trump, at sans atout none.
    """
    marked = [0, 0]
    for seat, hand in enumerate(hands):
        for suit in SUITS if trump == "ta" else [trump]:
            if "K" + suit in hand and "Q" + suit in hand:
                marked[seat % 2] += 20
    return marked


# Annonces -----------------------------------------------------------------------------------------


def carres(hand: list[str]) -> list[str]:
    """The ranks of which the hand holds all four and which count, strong to weak."""
    return [rank for rank in reversed(CARRE_ORDER) if all(rank + suit in hand for suit in SUITS)]


def sequences(hand: list[str]) -> list[tuple[int, str]]:
    """The maximal runs of three or more in one suit: (length, 5 for more; top card)."""
    found = []
    for suit in SUITS:
        for held, run in groupby(NATURAL_ORDER, key=lambda rank: rank + suit in hand):
            cards = [rank + suit for rank in run]
            if held and len(cards) >= 3:
                found.append((min(len(cards), 5), cards[-1]))
    return found


def annonces(hands: list[list[str]], trump: str, leader: int) -> list[int]:
    """What each team marks for carres and sequences, from the hands of eight, by team.

    The team with the single best one marks all of its own, the other nothing.
    """
    values = [0, 0]
    best, best_team = None, 0
    for seat, hand in enumerate(hands):
        ranks = carres(hand)
        rest = [card for card in hand if card[0] not in ranks]
        claims = [((2, CARRE_ORDER.index(rank)), CARRE_VALUES[rank]) for rank in ranks]
        for length, top in sequences(rest):
            turn = (seat - leader) % 4
            key = (1, length, NATURAL_ORDER.index(top[0]), top[1] == trump, -turn)
            claims.append((key, SEQUENCE_VALUES[length]))
        for key, value in claims:
            values[seat % 2] += value
            if best is None or key > best:
                best, best_team = key, seat % 2
    values[1 - best_team] = 0
    return values


# Marking ------------------------------------------------------------------------------------------


def round_points(points: int, rounding: str) -> int:
    """Card points as they are marked or held."""
    if rounding == "none":
        return points
    tens, rest = divmod(points, 10)
    up = rest >= (5 if rounding == "half_up" else 6)
    return 10 * (tens + up)


def contract_met(taker_total: int, defence_total: int, rules: Rules) -> bool:
    """Whether the taker's side made its contract, totals being unequal."""
    if rules["contract"] == "82":
        return taker_total >= 82
    if rules["contract"] == "more":
        return taker_total > defence_total
    raise ValueError(f"contract {rules['contract']} is not of the prise auction")


def mark(facts: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """Mark one deal alone: outcome, marks (by team, with belote), belote (marked), held (new)."""
    if facts.get("passed_out"):
        return {"outcome": "passed_out", "marks": [0, 0], "belote": [0, 0], "held": 0}
    taker = facts["taker"] % 2
    defence = 1 - taker
    declared = facts["annonces"] if rules["annonces"] else [0, 0]
    totals = [
        facts["points"][team]
        + declared[team]
        + (facts["belote"][team] if rules["belote_counts"] else 0)
        for team in (0, 1)
    ]
    own = [
        round_points(facts["points"][team], rules["rounding"]) + declared[team] for team in (0, 1)
    ]

    marks, held = [0, 0], 0
    if facts["tricks_won"][taker] == 8:
        outcome = "made"
        marks[taker] = rules["capot_mark"] + sum(declared)
    elif facts["tricks_won"][defence] == 8:
        outcome = "chute"
        marks[defence] = rules["capot_mark"] + sum(declared)
    elif totals[taker] == totals[defence] and rules["tie"] == "litige":
        outcome = "litige"
        marks[defence] = own[defence]
        held = own[taker]
    elif totals[taker] != totals[defence] and contract_met(totals[taker], totals[defence], rules):
        outcome = "made"
        marks = own
    else:
        outcome = "chute"
        marks[defence] = rules["chute_mark"] + sum(declared)

    belotes = list(facts["belote"])
    if outcome == "chute" and rules["belote_on_chute"] == "defence":
        belotes[defence] += belotes[taker]
        belotes[taker] = 0
    return {
        "outcome": outcome,
        "marks": [marks[team] + belotes[team] for team in (0, 1)],
        "belote": belotes,
        "held": held,
    }


def game_winner(scores: list[int], belotes: list[int], rules: Rules) -> int | None:
    """The team that wins after a marked deal, or None: play on.

    `scores` are the game's, `belotes` what was marked for belote in this deal, both by team.
    """
    counted = [
        scores[team] - (0 if rules["finish_on_belote"] else belotes[team]) for team in (0, 1)
    ]
    able = [team for team in (0, 1) if counted[team] >= rules["target"]]
    if len(able) == 2:
        if scores[0] == scores[1]:
            return None
        return 0 if scores[0] > scores[1] else 1
    return able[0] if able else None


def lead_changes(scores: list[list[int]]) -> int:
    """How often another side than the last one is ahead, in the `scores` after each deal."""
    ahead = [0 if first > second else 1 for first, second in scores if first != second]
    return sum(one != other for one, other in pairwise(ahead))


def comeback(scores: list[list[int]], winner: int | None) -> int:
    """The most marks by which the winner was ever behind after a deal."""
    if winner is None:
        return 0
    return max(0, *(score[1 - winner] - score[winner] for score in scores))


def tell_course(game: dict[str, Any], course: list[list[int]]) -> None:
    """Add the game's scores to those after its deals so far, and tell what they tell."""
    course.append(list(game["scores"]))
    game["lead_changes"] = lead_changes(course)
    game["comeback"] = comeback(course, game["winner"])


def new_game(game_no: int, first_deal: int, dealer: int | None) -> dict[str, Any]:
    """A game's row before its first deal is counted."""
    return {
        "game_no": game_no,
        "first_deal": first_deal,
        "last_deal": first_deal,
        "deals": 0,
        "passed_out": 0,
        "scores": [0, 0],
        "winner": None,
        "finished": False,
        "lead_changes": 0,
        "comeback": 0,
        "first_dealer_team": None if dealer is None else dealer % 2,
    }


def match(
    deals: list[dict[str, Any]], rules: Rules, mark_one: Marking = mark
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Mark the deals of one table in order and cut them into games: (rows of deals, of games).

    A deal's row: deal, outcome, taker_mark and defence_mark (its own), team_marks (by team, with
    carried), carried (received here from earlier litiges), held (what waits after this deal; 0 if
    it ends a game). A game's row: game_no (from 1), first_deal, last_deal, deals, passed_out (among
    them), scores (by team), winner (team or None), finished (false only for a last, open game),
    lead_changes, comeback, first_dealer_team (None where the first deal names no dealer).
    """
    rows: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    game: dict[str, Any] | None = None
    course: list[list[int]] = []
    held = 0
    for place, facts in enumerate(deals, start=1):
        number = facts.get("deal", place)
        if game is None:
            game = new_game(len(games) + 1, number, facts.get("dealer"))
            games.append(game)
            course = []
        game["last_deal"] = number
        game["deals"] += 1

        marked = mark_one(facts, rules)
        row = {
            "deal": number,
            "outcome": marked["outcome"],
            "taker_mark": 0,
            "defence_mark": 0,
            "team_marks": list(marked["marks"]),
            "carried": 0,
            "held": held,
        }
        rows.append(row)
        if marked["outcome"] == "passed_out":
            game["passed_out"] += 1
            continue

        taker = facts["taker"] % 2
        row["taker_mark"] = marked["marks"][taker]
        row["defence_mark"] = marked["marks"][1 - taker]
        if marked["outcome"] == "litige":
            held += marked["held"]
        else:
            winner = taker if marked["outcome"] == "made" else 1 - taker
            row["carried"] = held
            row["team_marks"][winner] += held
            held = 0
        for team in (0, 1):
            game["scores"][team] += row["team_marks"][team]
        game["winner"] = game_winner(game["scores"], marked["belote"], rules)
        tell_course(game, course)
        if game["winner"] is not None:
            game["finished"] = True
            game = None
            held = 0
        row["held"] = held
    return rows, games


# Counting continuations ---------------------------------------------------------------------------


def continuations_by_depth(
    hands: list[list[str]], leader: int, trump: str, rules: Rules
) -> list[int]:
    """How many legal sequences of 1, 2, ... cards there are, `leader` starting a trick.

    The hands are by seat and equally long. The last number counts the ways to the end.
    """

    @cache  # the same cards left, trick and turn have the same future, however they came about
    def count(left: tuple[frozenset[str], ...], trick: tuple[tuple[int, str], ...], seat: int):
        depths = [1]
        for card in legal_cards(set(left[seat]), list(trick), trump, rules):
            hands_after = tuple(
                hand - {card} if place == seat else hand for place, hand in enumerate(left)
            )
            trick_after = (*trick, (seat, card))
            if len(trick_after) == 4:
                below = count(hands_after, (), trick_winner(list(trick_after), trump))
            else:
                below = count(hands_after, trick_after, (seat + 1) % 4)
            depths += [0] * (1 + len(below) - len(depths))
            for depth, number in enumerate(below, start=1):
                depths[depth] += number
        return depths

    return count(tuple(frozenset(hand) for hand in hands), (), leader)[1:]


def count_continuations(hands: list[list[str]], leader: int, trump: str, rules: Rules) -> int:
    """How many legal card sequences there are to the end, `leader` starting a trick."""
    return continuations_by_depth(hands, leader, trump, rules)[-1]
