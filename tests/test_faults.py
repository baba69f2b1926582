"""Faults that other belote programs had, each shown to be impossible here.

`proves` ties a test to an entry of faults.json by its kind and input; the last test holds that
every entry is proved, here or in test_faults_coinche.py, or named in `LATER` with the reason.
"""

import json
import random

import pyarrow.parquet as pq
import pytest

import belote
import naive
import test_faults_coinche
from belote.game.variants import PRISE_PRESETS, RuleError, rule_set
from belote.lake.files import read_groups
from belote.lake.manifest import LakeError
from belote.lake.store import open_lake
from belote.players.spec import PlayerError, seat_players
from belote.runs.check import check_run
from belote.runs.simulate import Simulation, simulate
from commands import call
from engine import (
    CARDS,
    NOBODY,
    answer,
    both,
    column_row,
    columns_of,
    decoded,
    facts_of,
    faults_in,
    folded,
    game_row,
    golden,
    matched,
    simulated,
)
from proofs import PROVED, proves
from recorded import illegal_play, line, peers, refusal

FAULTS = golden("faults.json")
LATER = {
    ("rates", "2 games shown as 50 % / 50 %"): "rates are shown by the dashboard, tested there",
}
"""Entries that are proved elsewhere."""


def winner_of(trick, trump):
    """Place of the card that wins a trick."""
    return answer([], trick.split(), trump, PRISE_PRESETS["litige"])[1]


def legal(hand, trick, trump, **changes):
    return answer(hand.split(), trick.split(), trump, both("litige", **changes)[1])[0]


def dealt(*hands):
    """The rest of the pack dealt on top of some cards a seat, eight each."""
    hands = [hand.split() for hand in hands]
    given = {card for hand in hands for card in hand}
    rest = (card for card in CARDS if card not in given)
    return [hand + [next(rest) for _ in range(8 - len(hand))] for hand in hands]


def played(hands, trump, taker=0, wanted=()):
    """The slow engine's deal of these hands, dealer 3: a wanted card where legal, else any.

    The stock is what each seat holds beyond five; the turned card is a trump of the taker's.
    """
    turned = next(card for card in reversed(hands[taker]) if card[1] == trump)
    hands = [[card for card in hand if card != turned] for hand in hands]
    return naive.play_deal(
        [hand[:5] for hand in hands],
        turned,
        [card for hand in hands for card in hand[5:]],
        3,
        naive.rules("litige"),
        lambda seat, bid_round, turned: trump if seat == taker else None,
        lambda seat, cards, play_no: next((card for card in cards if card in wanted), cards[0]),
    )


# Tricks, points, legality -------------------------------------------------------------------------


@proves("trick", "trump c; 7h led, then Ad, 8h, 9h")
def test_only_the_suit_led_or_a_trump_can_win():
    assert winner_of("7h Ad 8h 9h", "c") == 3


@proves("trick", "trump s; Jh led, then 7s")
def test_a_plain_jack_does_not_beat_a_trump():
    assert winner_of("Jh 7s", "s") == 1


def test_a_plain_nine_does_not_beat_the_ten():
    assert winner_of("9s Ts", "h") == 1
    assert winner_of("Ts 9s", "h") == 0
    assert winner_of("Ts 9s", "s") == 1


@proves("points", "any suit as trump")
@pytest.mark.parametrize("trump", range(4))
def test_only_one_suit_counts_on_the_trump_scale(trump):
    columns = simulated(PRISE_PRESETS["litige"], 400, seed=2)
    rows = [row for row in range(400) if columns.trump[row] == trump]
    assert len(rows) > 50
    for row in rows:
        deal = decoded(columns, row)
        cards = [(card, won) for _, trick, won in deal["tricks"] for card in trick]
        worth = {card: naive.card_points(card, deal["trump"]) for card, _ in cards}
        suits = {suit: sum(worth[card] for card in worth if card[1] == suit) for suit in "shdc"}
        assert suits == {suit: 62 if suit == deal["trump"] else 30 for suit in "shdc"}
        for team in (0, 1):
            last = 10 if cards[-1][1] % 2 == team else 0
            points = last + sum(worth[card] for card, won in cards if won % 2 == team)
            assert deal["points"][team] == points
        assert sum(deal["points"]) == 152 + 10


@proves("legality", "trump s; partner led Ah, opponent trumped 9s; hand Js 8s Ad 7c")
def test_a_partner_who_led_but_no_longer_wins_frees_nobody():
    for preset in naive.PRESETS:
        slow, fast = both(preset)
        hand = ["Js", "8s", "Ad", "7c"]
        assert answer(hand, ["Ah", "9s"], "s", fast)[0] == {"Js"}
        assert naive.legal_cards(hand, [(0, "Ah"), (1, "9s")], "s", slow) == {"Js"}


@proves("legality", "trump d; 7c led, then 8c, then an opponent's Jd; hand Ad 9d 7d Ts")
def test_higher_means_stronger_and_not_a_greater_card_number():
    hand, trick = "Ad 9d 7d Ts", "7c 8c Jd"
    assert legal(hand, trick, "d", undertrump="must") == {"Ad", "9d", "7d"}
    assert legal(hand, trick, "d", undertrump="free") == {"Ad", "9d", "7d", "Ts"}


# Belote and annonces ------------------------------------------------------------------------------


@proves("belote", "K of trump in one hand, Q in the partner's")
def test_king_and_queen_in_two_hands_of_a_side_are_no_belote():
    hands = dealt("Ks 7s", "Ah", "Qs", "Kh Qh")
    deal = played(hands, "s")
    row = column_row(deal)
    assert (row["taker_belote"], row["defence_belote"]) == (0, 0)
    assert faults_in(columns_of([row]), PRISE_PRESETS["litige"]) == [""]
    assert faults_in(columns_of([row | {"taker_belote": 20}]), PRISE_PRESETS["litige"]) != [""]


@proves("belote", "K and Q of trump captured by the other side")
def test_belote_is_marked_by_the_hand_that_was_dealt_it_and_not_by_the_captor():
    hands = dealt("As Js 9s Ts 8s", "Ks Qs", "Ah", "Kh")
    deal = played(hands, "s", wanted=("Js", "9s", "As", "Ts"))
    won_by = [won for _, cards, won in deal["tricks"] if {"Ks", "Qs"} & set(cards)]
    assert won_by == [0, 0]
    row = column_row(deal)
    assert (row["taker_belote"], row["defence_belote"]) == (0, 20)
    assert faults_in(columns_of([row]), PRISE_PRESETS["litige"]) == [""]
    swapped = row | {"taker_belote": 20, "defence_belote": 0}
    assert faults_in(columns_of([swapped]), PRISE_PRESETS["litige"]) != [""]
    assert matched(facts_of([deal]), PRISE_PRESETS["litige"])[0][0]["defence_mark"] >= 20


def chute(**facts):
    """A chute of seat 0: 60 points against 102, with other facts as given."""
    deal = {"taker": 0, "points": [60, 102], "tricks_won": [3, 5], "belote": [0, 0]}
    return deal | {"annonces": [0, 0]} | facts


def own_marks(deal, rules):
    """(taker's mark, defence's mark) of a deal."""
    row = matched(facts_of([deal]), rules)[0][0]
    return row["taker_mark"], row["defence_mark"]


@proves("annonces", "taker fails, the defence owns a tierce")
def test_the_annonces_of_a_chute_go_to_the_defence():
    assert own_marks(chute(annonces=[0, 20]), PRISE_PRESETS["annonces"]) == (0, 162 + 20)
    assert own_marks(chute(annonces=[20, 0]), PRISE_PRESETS["annonces"]) == (0, 162 + 20)


# Marking and litige -------------------------------------------------------------------------------


@proves("marking", "taker fails and the defence takes all eight tricks")
@pytest.mark.parametrize("preset", naive.PRESETS)
def test_a_capot_of_the_defence_marks_the_capot(preset):
    deal = chute(points=[0, 162], tricks_won=[0, 8])
    capot = {"arrondie": 250, "stricte": 250, "litige": 252}.get(preset, 262)
    assert own_marks(deal, PRISE_PRESETS[preset]) == (0, capot)


@proves("marking", "a failed contract")
@pytest.mark.parametrize("preset", naive.PRESETS)
def test_a_failed_taker_marks_nothing_but_its_belote(preset):
    rules = PRISE_PRESETS[preset]
    mark = 160 if preset == "arrondie" else 162
    assert own_marks(chute(), rules) == (0, mark)
    assert own_marks(chute(belote=[20, 0]), rules) == (20, mark)
    moved = rule_set(f"{preset},belote_on_chute=defence")
    assert own_marks(chute(belote=[20, 0]), moved) == (0, mark + 20)


@pytest.mark.parametrize("rounding", ["none", "half_up", "six_up"])
def test_rounding_never_judges_a_contract(rounding):
    rules = both("litige", rounding=rounding, contract="82")[1]
    made = matched(facts_of([chute(points=[82, 80])]), rules)[0][0]
    more = both("litige", rounding=rounding, contract="more", tie="litige")[1]
    closer = matched(facts_of([chute(points=[84, 78])]), more)[0][0]
    assert (made["outcome"], closer["outcome"]) == ("made", "made")
    assert matched(facts_of([chute(points=[81, 81])]), rules)[0][0]["outcome"] == "litige"
    under = both("litige", rounding=rounding, contract="more", tie="chute")[1]
    assert matched(facts_of([chute(points=[77, 85])]), under)[0][0]["outcome"] == "chute"


LITIGE_OF_0 = chute(points=[81, 81], tricks_won=[4, 4])
LITIGE_OF_1 = LITIGE_OF_0 | {"taker": 1}
PASSED = {"passed_out": True}


@proves("litige", "two litiges in a row, then a deal that is won")
@pytest.mark.parametrize("taker", [0, 1])
@pytest.mark.parametrize("made", [True, False])
def test_held_points_add_up_survive_passed_out_deals_and_go_to_the_winner(taker, made):
    points = 100 if made else 60
    by_team = [points, 162 - points] if taker == 0 else [162 - points, points]
    last = chute(points=by_team, tricks_won=[4, 4]) | {"taker": taker}
    deals = [LITIGE_OF_0, PASSED, LITIGE_OF_1, PASSED, PASSED, last, PASSED, last]
    rows, _ = matched(facts_of(deals), PRISE_PRESETS["litige"])
    assert [row["held"] for row in rows] == [81, 81, 162, 162, 162, 0, 0, 0]
    assert [row["carried"] for row in rows] == [0, 0, 0, 0, 0, 162, 0, 0]
    winner = taker if made else 1 - taker
    own = rows[7]["team_marks"]
    assert rows[5]["team_marks"][winner] == own[winner] + 162
    assert rows[5]["team_marks"][1 - winner] == own[1 - winner]


# Auction ------------------------------------------------------------------------------------------


@proves("auction", "four passes")
@pytest.mark.parametrize(("all_pass", "step"), [("next_dealer", 1), ("same_dealer", 0)])
@pytest.mark.parametrize("dealing", ["shuffled", "cut"])
def test_when_all_pass_twice_the_deal_is_passed_out_and_the_next_is_dealt(all_pass, step, dealing):
    _, fast = both("litige", all_pass=all_pass, dealing=dealing)
    columns = simulated(fast, 40, players="random:take=0", a_table=40)
    assert (columns.taker == NOBODY).all()
    assert columns.dealer.tolist() == [step * n % 4 for n in range(40)]
    rows, games = matched(facts_of([PASSED] * 40), fast)
    assert {tuple(row["team_marks"]) for row in rows} == {(0, 0)}
    assert [(game["deals"], game["passed_out"], game["winner"]) for game in games] == [
        (40, 40, None)
    ]


@pytest.mark.parametrize("word", ["LITIGE", "Litige", "capot", "litige,contract=MORE"])
def test_words_of_rules_are_a_closed_vocabulary(word):
    with pytest.raises(RuleError):
        rule_set(word)


@pytest.mark.parametrize("word", ["Random", "RANDOM:take=0.5", "random:Take=0.5", "capot"])
def test_words_of_players_are_a_closed_vocabulary(word):
    with pytest.raises(PlayerError):
        seat_players(word)


# Statistics ---------------------------------------------------------------------------------------


@proves("statistics", "cards 90-72 for the taker, who had bid 110 and failed")
def test_the_outcome_is_its_own_and_not_who_has_more_card_points():
    deal = chute(points=[90, 72], tricks_won=[5, 3], belote=[0, 20])
    assert matched(facts_of([deal]), PRISE_PRESETS["sans-annonces"])[0][0]["outcome"] == "chute"
    assert matched(facts_of([deal]), PRISE_PRESETS["litige"])[0][0]["outcome"] == "made"
    saved = chute(points=[72, 90], belote=[20, 0])
    assert matched(facts_of([saved]), PRISE_PRESETS["sans-annonces"])[0][0]["outcome"] == "made"
    all_but_one = chute(points=[0, 162], tricks_won=[1, 7])
    assert own_marks(all_but_one, PRISE_PRESETS["litige"]) == (0, 162)


@proves("statistics", "one new game")
def test_every_deal_counts_in_one_game_and_every_game_once():
    facts = facts_of([PASSED, chute(), LITIGE_OF_1, chute(points=[100, 62]), PASSED] * 60)
    for rules in (*PRISE_PRESETS.values(), both(target=163)[1]):
        games = [game_row(game) for game in folded(facts, rules)[0]]
        assert [game["game_no"] for game in games] == list(range(1, len(games) + 1))
        deals = [n for game in games for n in range(game["first_deal"], game["last_deal"] + 1)]
        assert deals == list(range(1, 301))


@proves("statistics", "one new game")
def test_a_run_is_written_once_and_its_games_are_counted_once(tmp_path):
    lake = open_lake(tmp_path / "lake", create=True)
    manifest = small_run(lake)
    with pytest.raises(LakeError, match="is already in"):
        small_run(lake)
    again = simulate(lake, small("run"), workers=1, resume=True)
    assert again == manifest
    keys = [
        key
        for file in manifest.of_kind("games")
        for group in read_groups(
            lake.run_folder("run") / file.name, ["table_no", "rules", "game_no"]
        )
        for key in zip(*(group[name].to_pylist() for name in group.column_names), strict=True)
    ]
    assert len(keys) == len(set(keys)) > 0


# Reproducibility and versions ---------------------------------------------------------------------


def small(name, seed=4):
    return Simulation(
        deals=3000,
        rules=PRISE_PRESETS["litige"],
        players=seat_players("random"),
        seed=seed,
        name=name,
    )


def small_run(lake, name="run", seed=4):
    """The manifest of a run of 3,000 deals."""
    return simulate(lake, small(name, seed), workers=1)


@proves("reproducibility", "the same deal analysed twice")
def test_the_same_deals_played_judged_and_marked_twice_give_the_same_bytes():
    for rules in PRISE_PRESETS.values():
        one, two = (simulated(rules, 500, seed=3) for _ in range(2))
        assert all(a.tobytes() == b.tobytes() for a, b in zip(one, two, strict=True))
        assert faults_in(one, rules) == faults_in(two, rules) == [""] * 500
        deals = [decoded(one, row) for row in range(500)]
        assert matched(facts_of(deals), rules) == matched(facts_of(deals), rules)


@proves("reproducibility", "the same deal analysed twice")
def test_the_same_run_made_twice_has_the_same_content_and_files(tmp_path):
    lakes = [open_lake(tmp_path / name, create=True) for name in ("one", "two")]
    one, two = (small_run(lake) for lake in lakes)
    assert one.files == two.files
    verdicts = [check_run(lake, "run") for lake in lakes]
    assert [verdict.faults for verdict in verdicts] == [[], []]
    assert verdicts[0].checksum == verdicts[1].checksum
    small_run(lakes[0], "other", seed=5)
    assert check_run(lakes[0], "other").checksum != verdicts[0].checksum


@proves("versions", "results written before a change of the rules")
def test_every_run_says_its_rules_and_version_and_every_file_the_rules(tmp_path):
    lake = open_lake(tmp_path / "lake", create=True)
    manifest = small_run(lake)
    assert (manifest.version, manifest.rules) == (belote.__version__, "litige")
    assert manifest.rule_sets["litige"] == PRISE_PRESETS["litige"].values()
    for file in manifest.files:
        names = set()
        for group in read_groups(lake.run_folder("run") / file.name, ["rules"]):
            names |= set(group["rules"].cast("string").unique().to_pylist())
        # Counts of deals and of things said stand under no rule set.
        assert names - {None} <= set(manifest.rule_sets)
        assert names or file.rows == 0
        kept = pq.read_metadata(lake.run_folder("run") / file.name).metadata
        assert kept[b"belote.version"].decode() == belote.__version__


@proves("versions", "results written before a change of the rules")
def test_a_run_begun_by_another_version_or_other_rules_is_not_gone_on_with(tmp_path):
    lake = open_lake(tmp_path / "lake", create=True)
    small_run(lake)
    path = lake.run_folder("run") / "manifest.json"
    written = json.loads(path.read_text(encoding="utf-8"))
    older = written | {"version": "0.0.1", "status": "unfinished"}
    path.write_text(json.dumps(older), encoding="utf-8")
    with pytest.raises(LakeError, match=r"begun by version 0\.0\.1"):
        simulate(lake, small("run"), workers=1, resume=True)
    path.write_text(json.dumps(written | {"rules": "stricte"}), encoding="utf-8")
    with pytest.raises(LakeError, match="begun with rules stricte, not litige"):
        simulate(lake, small("run"), workers=1, resume=True)


# Records ----------------------------------------------------------------------------------------


@proves("auction", "a capot bid written with other capitals, or an unknown word")
@pytest.mark.parametrize("word", ["Capot d", "CAPOT D", "capot d", "Pass", "take  h", "take x", ""])
def test_a_word_of_the_auction_that_is_unknown_is_refused_by_name(word):
    record = next(peer["record"] for peer in peers() if "plays" in peer["record"])
    field, reason = refusal(record | {"bids": [*record["bids"][:-1], word]})
    assert field == "bids"
    assert json.dumps(word) in reason


@proves(
    "records",
    "a record with an illegal card, with 31 cards, cut off, or with something after the end",
)
def test_a_faulty_record_is_refused_at_its_first_fault_and_not_stored(tmp_path):
    rng = random.Random(1)
    peer = next(peer for peer in peers() if "plays" in peer["record"])
    record = peer["record"]
    text = line(record)
    for bad, said in [
        (line(illegal_play(rng, peer)), "must"),
        (line(record | {"plays": record["plays"][:31]}), "31 cards are played, not 32"),
        (line(record | {"plays": [*record["plays"], "7s"]}), "more than 32"),
        (line(record | {"bids": [*record["bids"], "pass"]}), "the auction had ended"),
        (text[:300], "not JSON"),
        (text + "{}", "not JSON"),
    ]:
        assert said in refusal(bad)[1]
        (tmp_path / "bad.jsonl").write_text(f"{text}\n{bad}\n", encoding="utf-8")
        done = call("replay", tmp_path / "bad.jsonl", "--lake", tmp_path / "lake")
        assert (done.status, done.err.count("line 2, field ")) == (2, 1)
        assert call("runs", "--json", "--lake", tmp_path / "lake").out == ""


# All of them --------------------------------------------------------------------------------------


def test_every_fault_of_the_list_is_proved_impossible_or_named_as_later():
    entries = [(fault["kind"], fault["input"]) for fault in FAULTS]
    assert len(entries) == len(set(entries))
    assert not set(PROVED) & set(LATER)
    assert set(PROVED) | set(LATER) == set(entries)
    assert all(LATER.values())
    for test in (test for tests in PROVED.values() for test in tests):
        module = {__name__: globals(), "test_faults_coinche": vars(test_faults_coinche)}
        assert test.__name__.startswith("test_")
        assert module[test.__module__][test.__name__] is test
