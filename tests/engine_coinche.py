"""Deals of coinche for the tests: bid and played at random by the slow engine, and played out by
the engine's own functions; and simulated streams decoded to text."""

import numpy as np

import naive
import naive_coinche
from belote.compiled import kernel
from belote.game.annonces import side_annonces
from belote.game.auction import WORDS, hear, word_text
from belote.game.columns import SILENCE, CoincheColumns, empty_coinche_columns
from belote.game.legality import beats, legal_cards, play_rules, trick_trumps
from belote.game.match import CoincheFacts
from belote.game.order import (
    from_strain_order,
    strain_belotes,
    strain_points,
    suit_of,
    to_strain_order,
)
from belote.game.replay import FAULTS, everything_known, first_coinche_faults
from belote.simulate.coinche import simulate_coinche_block
from engine import (
    CARDS,
    NOBODY,
    STRAINS,
    begun,
    by_team,
    cards_in,
    decoded_tricks,
    even_layout,
    mask_of,
)


@kernel
def _play_out(hands, leader, taker, trump, plays, rules, legal, winners):
    """(points and tricks of team 0, belotes, annonces by team) of 32 cards in order."""
    held = np.zeros(4, np.uint32)
    for seat in range(4):
        held[seat] = to_strain_order(hands[seat], trump)
    belotes = strain_belotes(held, taker, trump)
    annonces = side_annonces(hands, trump, leader)
    points0 = np.int64(0)
    tricks0 = 0
    led = best = np.uint32(0)
    winner = leader
    taken = np.uint32(0)
    for n in range(32):
        place = n & 3
        if place == 0:
            leader = winner
            led = best = taken = np.uint32(0)
        seat = (leader + place) & 3
        trumps = trick_trumps(trump, led)
        partner_wins = place > 1 and winner == seat ^ 2
        may = legal_cards(held[seat], led, best, partner_wins, trumps, rules)
        legal[n] = from_strain_order(may, trump)
        card = to_strain_order(np.uint32(1) << np.uint32(plays[n]), trump)
        held[seat] = np.uint32(held[seat] ^ card)
        taken = np.uint32(taken | card)
        if place == 0:
            led = suit_of(card)
        if place == 0 or beats(card, best, led, trick_trumps(trump, led)):
            best = card
            winner = seat
        if place == 3:
            winners[n >> 2] = winner
            if winner & 1 == 0:
                points0 += strain_points(taken, trump) + (10 if n == 31 else 0)
                tricks0 += 1
    return points0, tricks0, belotes, annonces


def played_out(deal, rules):
    """What the engine makes of the bids, hands and plays of a deal, in the oracle's words."""
    heard = hear(deal["dealer"], [WORDS[word] for word in deal["bids"]])
    assert (heard.refusal, heard.over, heard.words) == ("", True, len(deal["bids"]))
    passed_out = {"passed_out": True}
    if heard.taker is None:
        return passed_out
    first = heard.taker if rules.first_lead == "taker" else (deal["dealer"] + 1) % 4
    hands = np.array([mask_of(hand) for hand in deal["hands"]], np.uint32)
    plays = np.array([CARDS.index(card) for card in deal["plays"]], np.uint8)
    legal, winners = np.zeros(32, np.uint32), np.zeros(8, np.uint8)
    args = (hands, first, heard.taker, heard.trump, plays, play_rules(rules), legal, winners)
    points0, tricks0, belotes, annonces = _play_out(*args)
    return {
        "passed_out": False,
        "taker": heard.taker,
        "contract": heard.contract,
        "trump": STRAINS[heard.trump],
        "level": heard.level,
        "leader": first,
        "legal": [cards_in(mask) for mask in legal],
        "winners": winners.tolist(),
        "points": [points0, 162 - points0],
        "tricks_won": [tricks0, 8 - tricks0],
        "belote": list(belotes[:: -1 if heard.taker % 2 else 1]),
        "annonces": list(annonces),
    }


def same_words(deal):
    """A deal of `naive_coinche.play_deal` in the words of `played_out`."""
    if deal["passed_out"]:
        return {"passed_out": True}
    names = ("taker", "contract", "trump", "level", "leader", "points", "tricks_won", "belote")
    return {
        "passed_out": False,
        **{name: deal[name] for name in (*names, "annonces")},
        "legal": [set(cards) for cards in deal["legal"]],
        "winners": [winner for _, _, winner in deal["tricks"]],
    }


def random_word(rng, said):
    """A word that may be said: often a pass, a low bid rather than a high one, any trump."""
    while True:
        kind = rng.random()
        word = "pass"
        if kind < 0.3:
            level = min(rng.randrange(12), rng.randrange(12), 9)
            word = f"{naive_coinche.CONTRACTS[level]} {rng.choice(naive_coinche.TRUMPS)}"
        elif kind < 0.5:
            word = rng.choice(("coinche", "surcoinche"))
        if naive_coinche.may_say(said, word):
            return word


def random_deal(rng, rules, plan=None):
    """A deal dealt, bid and played at random; ``plan`` is an auction to say instead."""
    dealer = rng.randrange(4)
    hands = naive_coinche.deal_pack(rng.sample(naive.PACK, 32), dealer, rules)

    def decide_word(seat, said):
        return plan[len(said)] if plan else random_word(rng, said)

    # Masters first half of the time, so that a side takes all eight tricks now and then.
    eager = rng.random() < 0.5

    def decide_card(seat, legal, play_no):
        if eager:
            return max(legal, key=lambda card: ("789QKTJA".index(card[0]), rng.random()))
        return rng.choice(legal)

    return naive_coinche.play_deal(hands, dealer, rules, decide_word, decide_card)


def peer_deal(record):
    """A record of coinche played by the slow engine, and its rules."""
    rules = naive_coinche.rules(**{k: v for k, v in record["rules"].items() if k != "base"})
    deal = naive_coinche.play_deal(
        [hand.split() for hand in record["dealt"]],
        record["dealer"],
        rules,
        lambda seat, said: record["bids"][len(said)],
        lambda seat, legal, play_no: record["plays"][play_no - 1],
    )
    return deal, rules


# Streams ------------------------------------------------------------------------------------------


def coinche_block(scratch, rules, columns, rows, *, seed, a_table=60):
    """Play the next deals of coinche into the first rows of columns."""
    layout = even_layout(a_table)
    simulate_coinche_block(np.uint64(seed), layout, rows, scratch, play_rules(rules), columns)


def coinche_simulated(rules, deals, *, seed=1, players="random", a_table=60, table=1, block=None):
    """The columns of so many deals of coinche from a table on, played in blocks of a size."""
    scratch = begun(players, table)
    parts = []
    while deals:
        rows = min(deals, block or deals)
        part = empty_coinche_columns(rows)
        coinche_block(scratch, rules, part, rows, seed=seed, a_table=a_table)
        parts.append(part)
        deals -= rows
    return CoincheColumns(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def coinche_one_by_one(rules, deals, *, seed=1, players="random", a_table=60):
    """(columns, packs): every deal in a block of its own, and the pack it was dealt from."""
    scratch = begun(players)
    columns = empty_coinche_columns(deals)
    packs = []
    for row in range(deals):
        part = rows_from(columns, slice(row, row + 1))
        coinche_block(scratch, rules, part, 1, seed=seed, a_table=a_table)
        packs.append([CARDS[card] for card in scratch["pack"][0]])
    return columns, packs


def rows_from(columns, rows):
    """Some rows of columns, which share their memory."""
    return CoincheColumns(*(column[rows] for column in columns))


def coinche_decoded(columns, row):
    """A stored deal in the words of `naive_coinche.play_deal` (hands as sets; no legal cards)."""
    raw = {name: int(getattr(columns, name)[row]) for name in CoincheColumns._fields[:-1]}
    owner = {
        card: (raw["owner_low"] >> n & 1) + 2 * (raw["owner_high"] >> n & 1)
        for n, card in enumerate(CARDS)
    }
    words = columns.calls[row].tolist()
    said = words.index(SILENCE) if SILENCE in words else len(words)
    assert set(words[said:]) <= {SILENCE}
    assert (raw["turned"], raw["bid_round"], raw["first_mask"]) == (NOBODY, 0, 0xFFFFFFFF)
    deal = {
        "dealer": raw["dealer"],
        "hands": [{card for card in CARDS if owner[card] == seat} for seat in range(4)],
        "bids": [word_text(word) for word in words[:said]],
        "passed_out": raw["taker"] == NOBODY,
    }
    if deal["passed_out"]:
        assert raw["trump"] == NOBODY
        names = CoincheColumns._fields[CoincheColumns._fields.index("trick_0") : -1]
        assert not any(raw[name] for name in ("leader", *names))
        return deal
    team = raw["taker"] % 2
    return deal | {
        "taker": raw["taker"],
        "trump": STRAINS[raw["trump"]],
        "contract": raw["contract"],
        "level": raw["coinche_level"],
        "leader": raw["leader"],
        "tricks": decoded_tricks(raw, owner),
        "points": by_team(team, raw["taker_points"], 162 - raw["taker_points"]),
        "tricks_won": by_team(team, raw["taker_tricks"], 8 - raw["taker_tricks"]),
        "belote": by_team(team, raw["taker_belote"], raw["defence_belote"]),
        "annonces": by_team(team, raw["taker_annonces"], raw["defence_annonces"]),
    }


def coinche_replayed(deal, hands, rules):
    """What the slow engine makes of a decoded deal's decisions; raises where one is not legal."""
    plays = [card for _, cards, _ in deal.get("tricks", ()) for card in cards]
    return naive_coinche.play_deal(
        hands,
        deal["dealer"],
        rules,
        lambda seat, said: deal["bids"][len(said)],
        lambda seat, legal, play_no: plays[play_no - 1],
    )


def coinche_faults_in(columns, rules):
    """What the engine's replay finds in each deal of coinche, in words."""
    codes = np.full(len(columns.taker), NOBODY, np.uint8)
    first_coinche_faults(columns, everything_known(len(codes)), play_rules(rules), codes)
    return [FAULTS[code] for code in codes]


def coinche_facts(columns):
    """Simulated deals of coinche as the facts that marking takes."""
    taker = columns.taker.astype(np.int16)
    taker[taker == NOBODY] = -1
    values = columns._asdict() | {"taker": taker, "ended": np.zeros(len(taker), np.bool_)}
    return CoincheFacts(*(values[name] for name in CoincheFacts._fields))
