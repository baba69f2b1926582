"""A deal step by step says what the views say, and its picture shows it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from belote.charts.table import step_words, table_picture
from belote.game.cards import FULL_PACK, card_text
from belote.lake.find import FoundDeal, find_deal
from belote.lake.store import Lake
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES, Lang, say
from belote.records.steps import Step, steps, trick_after, trick_before
from lakes import new_lake, peculiar_deals, random_stream, scored_deal, stored_row, write_run


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = new_lake(tmp_path_factory.mktemp("steps") / "lake")
    write_run(lake, "plain", [stored_row(deal) for deal in random_stream(5, 40, 1)])
    write_run(lake, "peculiar", [stored_row(deal) for deal in peculiar_deals()])
    write_run(lake, "scored", [stored_row(scored_deal(1, 1))], kind="scored")
    return lake


def every_deal(lake: Lake, run: str) -> list[FoundDeal]:
    warehouse = Warehouse(lake)
    keys = warehouse.rows("SELECT table_id, deal_no FROM deals WHERE run_id = $run", {"run": run})
    assert keys
    return [find_deal(warehouse, run, *key) for key in keys]


def played(found: list[Step]) -> list[Step]:
    return [step for step in found if step.kind == "play"]


@pytest.mark.parametrize("run", ["plain", "peculiar"])
def test_steps_are_what_the_views_tell(lake: Lake, run: str):
    for one in every_deal(lake, run):
        found = steps(one.deal)
        said = [(seat, word.split()[0]) for seat, word in found[-1].bids]
        assert said == [(bid["seat"], bid["said"].split()[0]) for bid in one.bids]
        tricks = {trick["trick_no"]: trick for trick in one.tricks}
        by_number = {step.trick_no: step for step in played(found)}
        assert by_number.keys() == tricks.keys()
        for number, step in by_number.items():
            assert step.trick[0][0] == tricks[number]["leader"]
            cards = " ".join(card_text(card) for _, card in step.trick)
            assert cards == tricks[number]["cards"]
            assert step.winner == tricks[number]["winner"]
        if one.facts["taker_points"] is not None and not one.facts["passed_out"]:
            assert found[-1].points == (one.facts["taker_points"], one.facts["defence_points"])
            assert found[-1].tricks == (one.facts["taker_tricks"], one.facts["defence_tricks"])


def test_cards_leave_the_hands_one_by_one_and_none_is_lost(lake: Lake):
    for one in every_deal(lake, "plain"):
        found = steps(one.deal)
        if one.deal.hands is None:
            assert [step.kind for step in found] == ["dealt", *["bid"] * 8, "end"]
            continue
        gone = 0
        for step in played(found):
            seat, card = step.trick[-1]
            gone |= 1 << card
            assert step.hands is not None
            assert sum(step.hands) == FULL_PACK & ~gone
            assert one.deal.hands[seat] >> card & 1
        assert gone == FULL_PACK
        assert found[-1].hands == one.deal.hands


def test_belote_is_said_with_the_first_of_the_two_cards_where_the_facts_tell_of_it(lake: Lake):
    told = 0
    for one in every_deal(lake, "plain"):
        says = [step.says for step in steps(one.deal) if step.says]
        belote = one.facts["taker_belote"] or one.facts["defence_belote"]
        assert says == (["belote", "rebelote"] if belote else [])
        told += bool(belote)
        assert not any(step.says for step in steps(one.deal, belote=False))
    assert told


def test_what_was_broken_off_or_is_not_known_ends_where_knowledge_ends(lake: Lake):
    by_plays = {len(played(steps(one.deal))): one for one in every_deal(lake, "peculiar")}
    assert {0, 13, 32} <= by_plays.keys()
    stopped = steps(by_plays[13].deal)
    assert (stopped[-1].kind, stopped[-2].trick_no, len(stopped[-2].trick)) == ("end", 4, 1)
    unknown = [one for one in every_deal(lake, "peculiar") if one.deal.first is None]
    assert unknown
    for one in unknown:
        assert steps(one.deal)[0].hands is None
        assert len(played(steps(one.deal))) == 32
    [sheet] = every_deal(lake, "scored")
    assert [step.kind for step in steps(sheet.deal)] == ["end"]


def test_tricks_are_leapt_over_both_ways(lake: Lake):
    one = next(one for one in every_deal(lake, "plain") if one.deal.tricks)
    found = steps(one.deal)
    at, seen = 0, [0]
    while at < len(found) - 1:
        at = trick_after(found, at)
        seen.append(at)
    assert [found[n].winner for n in seen[1:-1]] == [trick.winner for trick in one.deal.tricks]
    back = [at]
    while at > 0:
        at = trick_before(found, at)
        back.append(at)
    assert back == seen[::-1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("run", ["plain", "peculiar", "scored"])
def test_every_step_has_a_sound_picture_and_words(lake: Lake, run: str, lang: Lang):
    for one in every_deal(lake, run)[:8]:
        for step in steps(one.deal):
            picture = table_picture(step, one.deal, ["<b>", None, "x" * 40, "Zoë & co"], lang)
            assert ElementTree.fromstring(picture).tag == "svg"
            held = sum(hand.bit_count() for hand in step.hands or ())
            cards = held + len(step.trick) + (step.turned is not None)
            assert picture.count('rx="6"') == cards
            assert (step.winner is not None) == ("stroke-width" in picture)
            assert "&lt;b&gt;" in picture
            assert "x" * 40 not in picture
            words = step_words(step, one.deal, lang)
            assert words
            assert not re.search(r"[{}]", words)


def test_the_words_of_a_play_name_seat_card_and_winner(lake: Lake):
    one = next(one for one in every_deal(lake, "plain") if one.deal.tricks)
    found = steps(one.deal)
    step = found[trick_after(found, 0)]
    words = step_words(step, one.deal, "en")
    assert words.startswith(f"Trick 1: seat {step.trick[-1][0]} plays ")
    assert words.endswith(say("en", "deal.wins", seat=step.winner))
