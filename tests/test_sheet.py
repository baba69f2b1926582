"""The score sheet: marks of the lake, games of the fold, and a text that is never trusted."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import naive
import naive_coinche
from belote.game.auction import CONTRACTS
from belote.game.variants import PRESETS, PRISE_PRESETS, Rules, changed, preset
from belote.lake.store import open_lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES
from belote.records.sheet import Sheet, new_sheet
from belote.records.sheet_deal import Deal, SheetFault, belotes_at, by_team, trumps
from belote.records.sheet_text import decode, encode
from commands import call
from engine import COINCHE_MARKING, MARKING_VALUES, both_of, random_changes

NAMES = ("Anne", "Bruno", "Chloé", "D'Artagnan")


def random_deal(rng: random.Random, rules: Rules) -> Deal:
    """A deal in which rare things are common."""
    if rng.random() < 0.15:
        return Deal()
    taker, points, capot, annonces = rng.randrange(4), rng.randrange(163), None, (0, 0)
    trump = rng.choice(trumps(rules))
    belotes = rng.randint(0, belotes_at(trump, rules))
    own = rng.randint(0, belotes)
    belote = by_team(rng.randrange(2), 20 * own, 20 * (belotes - own))
    if rules.annonces and rng.random() < 0.4:
        annonces = rng.choice(((20, 0), (0, 50), (150, 0), (0, 100)))
    if rng.random() < 0.3:
        points = rng.choice((81, 71, 91, 56, 106))
    elif rng.random() < 0.15:
        capot = rng.randrange(2)
        points = 162 * (capot == taker % 2)
    bid = (rng.choice(CONTRACTS), rng.randrange(3)) if rules.auction == "coinche" else (None, 0)
    return Deal(taker, trump, points, belote, annonces, capot, *bid)


def random_sheet(rng: random.Random, base: str, changes: dict[str, object], deals: int) -> Sheet:
    rules = changed(preset(base), changes)  # pyright: ignore[reportArgumentType]
    sheet = new_sheet(rules, rng.randrange(4), NAMES, rng.choice((("", ""), ("Nous", "Eux"))))
    for _ in range(deals):
        sheet = sheet.add(random_deal(rng, rules))
    return sheet


def random_rules(rng: random.Random) -> tuple[str, dict[str, object]]:
    base = rng.choice(list(PRESETS))
    marking = COINCHE_MARKING if base == "coinche" else MARKING_VALUES
    changes = random_changes(rng, marking, {"all_pass": ("next_dealer", "same_dealer")})
    return base, changes | {"target": rng.choice((1, 163, 301, 1000))}


def slow_table(sheet: Sheet) -> list[dict[str, object]]:
    """The sheet's deals as the slow belote takes them."""
    table: list[dict[str, object]] = []
    for deal in sheet.deals:
        if deal.taker is None:
            table.append({"passed_out": True})
            continue
        team = deal.taker % 2
        by_team = [deal.points, 162 - deal.points]
        tricks = [4, 4] if deal.capot is None else [8 * (deal.capot == t) for t in (0, 1)]
        table.append(
            {
                "taker": deal.taker,
                "points": by_team[::-1] if team else by_team,
                "tricks_won": tricks,
                "belote": list(deal.belote),
                "annonces": list(deal.annonces),
                "trump": deal.trump,
                "contract": deal.contract,
                "level": deal.level,
            }
        )
    return table


@pytest.mark.parametrize("seed", range(8))
def test_marks_scores_and_games_are_those_of_the_slow_belote(seed: int):
    rng = random.Random(seed)
    for _ in range(12):
        base, changes = random_rules(rng)
        sheet = random_sheet(rng, base, changes, rng.choice((1, 4, 60)))
        match = naive_coinche.match if base == "coinche" else naive.match
        rows, games = match(slow_table(sheet), both_of({"base": base, **changes})[0])
        lines = sheet.lines()
        assert [line.outcome for line in lines] == [row["outcome"] for row in rows]
        assert [(line.carried, line.held) for line in lines] == [
            (row["carried"], row["held"]) for row in rows
        ]
        assert [(list(game.scores), game.winner) for game in sheet.games()] == [
            (game["scores"], game["winner"]) for game in games
        ]
        for game in sheet.games():
            assert lines[game.last_deal - 1].scores == game.scores
            assert (game.winner is None) == (game.end != "won")
            assert game.end != "open" or max(game.scores) < sheet.rules.target


@pytest.mark.parametrize(
    "base",
    [*PRESETS, "litige,target=163", "annonces,finish_on_belote=false", "coinche,surcoinche=3"],
)
def test_a_replay_of_its_records_marks_the_same_and_goes_out_the_same(base: str, tmp_path: Path):
    name, *changes = base.split(",")
    pairs = dict(change.split("=") for change in changes)
    sheet = random_sheet(random.Random(base), name, pairs, 40)  # pyright: ignore
    file, lake = tmp_path / "sheet.jsonl", tmp_path / "lake"
    file.write_text(sheet.to_records(), encoding="utf-8")
    assert call("replay", str(file), "--lake", str(lake)).status == 0
    warehouse = Warehouse(open_lake(lake))
    rows = warehouse.rows(
        """
        SELECT outcome, team0_mark, team1_mark, carried, held
        FROM deals JOIN marks USING (run_id, table_id, deal_no, rules) ORDER BY deal_no
        """
    )
    lines = sheet.lines()
    assert rows == [(one.outcome, *one.marks, one.carried, one.held) for one in lines]
    games = warehouse.rows(
        f"""
        SELECT game_no, deals, team0_score, team1_score, winner_team
        FROM games WHERE rules = '{sheet.rules.name}' ORDER BY game_no
        """
    )
    assert games == [(g.number, g.deals, *g.scores, g.winner) for g in sheet.games()]
    dealers = [row[0] for row in warehouse.rows("SELECT dealer FROM deals ORDER BY deal_no")]
    assert dealers == sheet.dealers()[:-1]
    out = tmp_path / "out.jsonl"
    assert call("export", "sheet", "-o", str(out), "--lake", str(lake)).status == 0
    assert out.read_bytes() == file.read_bytes()


def test_undo_takes_back_one_deal_and_no_more_than_there_are():
    sheet = random_sheet(random.Random(1), "litige", {}, 12)
    assert sheet.undo().add(sheet.deals[-1]) == sheet
    for _ in range(20):
        sheet = sheet.undo()
    assert sheet.deals == ()
    assert sheet.games() == sheet.lines() == []
    assert sheet.to_records() == ""


def test_a_litige_is_held_and_goes_to_the_winner_of_the_next_decided_deal():
    sheet = new_sheet(PRISE_PRESETS["litige"], 3, NAMES)
    for deal in (Deal(0, "s", 81), Deal(), Deal(1, "h", 70)):
        sheet = sheet.add(deal)
    lines = sheet.lines()
    assert [line.outcome for line in lines] == ["litige", "passed_out", "chute"]
    assert [(line.held, line.carried) for line in lines] == [(81, 0), (81, 0), (0, 81)]
    assert [line.scores for line in lines] == [(0, 81), (0, 81), (243, 81)]
    assert sheet.dealers() == [3, 0, 1, 2]
    assert sheet.tally() == {"passed_out": 1, "made": 0, "chute": 1, "litige": 1, "capot": 0}


def test_a_belote_alone_does_not_end_the_game_where_the_rules_say_so():
    rules = changed(preset("arrondie"), {"target": 163})
    sheet = new_sheet(rules, 0, NAMES).add(Deal(0, "s", 152, belote=(20, 0)))
    assert sheet.games()[-1][3:] == ((170, 10), None, "belote")
    sheet = sheet.add(Deal())
    assert sheet.games()[-1].end == "belote"
    assert sheet.add(Deal(1, "h", 82)).games()[-1][4:] == (0, "won")
    may = replace(
        sheet, rules=changed(preset("arrondie"), {"target": 163} | {"finish_on_belote": True})
    )
    assert may.games()[0].winner == 0


def test_level_past_the_target_the_game_goes_on():
    rules = changed(preset("litige"), {"target": 162})
    sheet = new_sheet(rules, 0, NAMES).add(Deal(0, "s", 90)).add(Deal(1, "s", 90))
    assert sheet.games()[-1][3:] == ((162, 162), None, "level")


def test_the_dealer_stays_after_a_passed_out_deal_where_the_rules_say_so():
    sheet = new_sheet(changed(preset("litige"), {"all_pass": "same_dealer"}), 2, NAMES)
    assert sheet.add(Deal()).add(Deal(0, "s", 90)).dealers() == [2, 2, 3]


# As a text


@pytest.mark.parametrize("seed", range(6))
def test_a_sheet_is_read_back_from_its_text(seed: int):
    rng = random.Random(seed)
    base, changes = random_rules(rng)
    sheet = random_sheet(rng, base, changes, rng.choice((0, 1, 30, 200)))
    text = encode(sheet)
    assert decode(text) == sheet
    assert len(text) < 300 + 12 * len(sheet.deals)


def test_a_damaged_text_is_refused_and_never_read_as_another_sheet():
    rng = random.Random(2)
    text = encode(random_sheet(rng, "annonces", {"target": 501}, 10))
    letters = "ABCabc019-_ .é/"
    for _ in range(1500):
        at = rng.randrange(len(text))
        cut = rng.choice((text[:at], text[:at] + rng.choice(letters) + text[at + 1 :], text + "A"))
        if cut == text:
            continue
        with pytest.raises(SheetFault) as refused:
            decode(cut)
        assert refused.value.message == "damaged"


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("\nlitige", "\nhouse.toml"),
        ("\nlitige", "\nlitige,target=0501"),
        ("\nlitige", "\nlitige,target=1000"),
        ("\nlitige", "\nlitige,target"),
        ("\nlitige", "\ncoinche"),
        ("\n3\n", "\n4\n"),
        ("\n3\n", "\n-1\n"),
        ("\n3\n", "\n٣\n"),
        ("Anne", "![x](y)"),
        ("Anne", "Bruno"),
        ("Anne", "  Anne"),
        ("0s81", "0s163"),
        ("0s81", "0s081"),
        ("0s81", "0s81a020"),
        ("0s81", "0s81c0"),
        ("0s81", "0s81b01"),
        ("0s81", "0s81n80"),
        ("0s81", "0sa81"),
        ("0s81", "0s8١"),
        ("0s81", "0x81"),
        ("0s81", "0s81 "),
        ("0s81", " ".join(["x"] * 201)),
        ("0s81", "0s81\n"),
        ("1\n", "2\n"),
    ],
)
def test_a_text_that_no_sheet_writes_is_refused_though_its_sum_is_right(part: str, other: str):
    import base64
    import zlib

    plain = "1\nlitige\n3\ntable\nAnne\nBruno\nChloé\nD'Artagnan\n\n\n0s81"

    def packed(text: str) -> str:
        return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")

    assert decode(packed(plain)).deals == (Deal(0, "s", 81),)
    with pytest.raises(SheetFault):
        decode(packed(plain.replace(part, other, 1)))


def test_a_text_that_unpacks_to_very_much_is_refused():
    import base64
    import zlib

    bomb = base64.urlsafe_b64encode(zlib.compress(b"1\n" * 5_000_000, 9)).decode().rstrip("=")
    with pytest.raises(SheetFault):
        decode(bomb)
    assert len(bomb) < 16_000


# What is refused


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        (Deal(0, "", 90), "trump"),
        (Deal(0, "sh", 90), "trump"),
        (Deal(0, "s", 163), "points"),
        (Deal(0, "s", -1), "points"),
        (Deal(None, "s"), "passed_out"),
        (Deal(0, "s", 90, capot=0), "capot"),
        (Deal(0, "s", 162, capot=1), "capot"),
        (Deal(0, "s", 90, belote=(20, 20)), "belotes_1"),
        (Deal(0, "s", 90, contract=80), "damaged"),
        (Deal(0, "sa", 90), "trump"),
        (Deal(0, "s", 90, annonces=(20, 0)), "no_annonces"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_in_words(deal: Deal, message: str):
    sheet = new_sheet(PRISE_PRESETS["litige"], 0, NAMES)
    with pytest.raises(SheetFault) as refused:
        sheet.add(deal)
    assert refused.value.message == message
    assert all(refused.value.reason(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("annonces", [(20, 20), (30, 0), (10, 0), (0, 25), (0, 560), (-20, 0)])
def test_annonces_that_cannot_be_are_refused(annonces: tuple[int, int]):
    with pytest.raises(SheetFault):
        new_sheet(PRISE_PRESETS["annonces"], 0, NAMES).add(Deal(0, "s", 90, annonces=annonces))


@pytest.mark.parametrize(
    ("names", "teams", "table", "message"),
    [
        (("Anne", "Anne", "Chloé", "David"), ("", ""), "club", "same_names"),
        (("Anne", " ", "Chloé", "David"), ("", ""), "club", "players"),
        (("Anne", "B" * 25, "Chloé", "David"), ("", ""), "club", "long_name"),
        (("Anne", "[x](y)", "Chloé", "David"), ("", ""), "club", "name"),
        (NAMES, ("Nous", "Nous"), "club", "same_names"),
        (NAMES, ("", ""), " ", "no_table"),
    ],
)
def test_names_that_cannot_be_are_refused(
    names: tuple[str, ...], teams: tuple[str, str], table: str, message: str
):
    with pytest.raises(SheetFault) as refused:
        new_sheet(PRISE_PRESETS["litige"], 0, names, teams, table)
    assert refused.value.message == message


def test_a_sheet_is_full_at_some_number_of_deals_and_says_so():
    sheet = new_sheet(PRISE_PRESETS["litige"], 0, NAMES)
    for _ in range(200):
        sheet = sheet.add(Deal())
    with pytest.raises(SheetFault) as refused:
        sheet.add(Deal())
    assert "200" in refused.value.reason("fr")


def test_records_name_their_players_and_table():
    sheet = new_sheet(PRISE_PRESETS["litige"], 1, NAMES, table="club").add(
        Deal(2, "h", 100, belote=(0, 20))
    )
    assert json.loads(sheet.to_records()) == {
        "format": "belote-score/1",
        "table": "club",
        "deal": 1,
        "rules": "litige",
        "dealer": 1,
        "taker": 2,
        "trump": "h",
        "points": [100, 62],
        "belote": [0, 20],
        "marks": [100, 82],
        "players": list(NAMES),
    }
