"""A deal of coinche as a page of text, step by step and as a picture."""

from __future__ import annotations

import random
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from belote.charts.table import step_words, table_picture
from belote.game.cards import FULL_PACK, SANS_ATOUT, TOUT_ATOUT, card_text
from belote.game.variants import COINCHE
from belote.lake.find import FoundDeal, find_deal
from belote.lake.warehouse import Warehouse
from belote.messages import LANGUAGES
from belote.records.page import deal_page
from belote.records.steps import steps
from engine import STRAINS
from engine_coinche import peer_deal, random_deal
from lakes import abandon, coinche_deal, new_lake, stored_row, write_run
from naive_coinche import PRESET
from test_coinche_play import PEERS


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[FoundDeal]:
    """Some of the peer's deals and some at tout atout, one passed out, one abandoned."""
    deals = [peer_deal(peer["record"])[0] for peer in PEERS[::4]]
    nothing = dict.fromkeys(("taker", "contract", "trump", "leader"))
    passed = deals[0] | nothing | {"passed_out": True, "bids": ["pass"] * 4, "tricks": []}
    rng, plan = random.Random(6), ["80 ta", *["pass"] * 3]
    deals += [random_deal(rng, PRESET, plan) for _ in range(20)]
    made = [coinche_deal(d, COINCHE, 1, n) for n, d in enumerate([*deals, passed, deals[3]], 1)]
    abandon(made[-1], 13)
    lake = new_lake(tmp_path_factory.mktemp("show") / "lake")
    write_run(lake, "bid", [stored_row(deal) for deal in made], rule_sets=[COINCHE])
    warehouse = Warehouse(lake)
    return [find_deal(warehouse, "bid", "1", deal["deal_no"]) for deal in made]


def test_steps_are_what_the_views_tell(found: list[FoundDeal]):
    for one in found:
        some = steps(one.deal)
        words = [(bid["seat"], bid["said"]) for bid in one.bids]
        assert list(some[-1].bids) == words
        assert some[0].kind == "dealt"
        assert "completed" not in {step.kind for step in some}
        facts = (one.facts["contract"], one.facts["taker"], one.facts["coinche_level"] or 0)
        assert (some[-1].contract, some[-1].taker, some[-1].level) == facts
        by_number = {step.trick_no: step for step in some if step.kind == "play"}
        assert len(by_number) == len(one.tricks)
        for trick in one.tricks:
            step = by_number[trick["trick_no"]]
            assert " ".join(card_text(card) for _, card in step.trick) == trick["cards"]
            assert step.winner == trick["winner"]
        if one.facts["taker_points"] is not None:
            assert some[-1].points == (one.facts["taker_points"], one.facts["defence_points"])


def test_the_bid_so_far_is_known_word_by_word(found: list[FoundDeal]):
    for one in found:
        bids = [step for step in steps(one.deal) if step.kind == "bid"]
        assert len(bids) == len(one.bids)
        said = [bid["said"] for bid in one.bids]
        for number, step in enumerate(bids, start=1):
            higher = [word for word in said[:number] if " " in word]
            assert (step.trump is None) == (not higher)
            if step.trump is not None:
                assert STRAINS[step.trump] == higher[-1].split()[1]
            assert step.level == sum(word.endswith("coinche") for word in said[:number])


def test_every_belote_is_said_and_said_again(found: list[FoundDeal]):
    seen: set[int] = set()
    for one in found:
        if one.facts["taker_points"] is None:
            continue
        says = [step.says for step in steps(one.deal) if step.says and step.kind == "play"]
        belotes = (one.facts["taker_belote"] + one.facts["defence_belote"]) // 20
        assert (says.count("belote"), says.count("rebelote")) == (belotes, belotes)
        assert not any(step.says for step in steps(one.deal, belote=False))
        seen.add(belotes)
    assert seen >= {0, 1, 2}


def test_pages_and_pictures_are_made_in_both_languages(found: list[FoundDeal]):
    for one in [*found[::6], *found[-2:]]:
        for lang in LANGUAGES:
            page = deal_page(one.deal, one.facts, one.players, one.marks, lang)
            assert "None" not in page
            for step in steps(one.deal):
                assert step_words(step, one.deal, lang)
                ElementTree.fromstring(table_picture(step, one.deal, one.players, lang))


def test_the_picture_names_sans_and_tout_atout_above_the_hands(found: list[FoundDeal]):
    one = found[0]
    for trump, words in ((SANS_ATOUT, "sans atout"), (TOUT_ATOUT, "tout atout")):
        step = replace(steps(one.deal)[-1], trump=trump)
        picture = table_picture(step, one.deal, one.players, "fr")
        texts = ElementTree.fromstring(picture).iter("text")
        assert [text.get("y") for text in texts if text.text == words] == ["22"]
        assert "<circle" not in picture.partition("<g ")[0]


def test_a_page_tells_the_auction_and_the_contract(found: list[FoundDeal]):
    one = next(one for one in found if one.facts["coinche_level"] == 1)
    page = deal_page(one.deal, one.facts, one.players, one.marks, "en").splitlines()
    at = page.index("Auction")
    assert page[at - 6] == "The eight cards"
    assert page.count("The eight cards") == 1
    said = [line.split("   ")[-1].strip() for line in page[at + 1 : at + 1 + len(one.bids)]]
    names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    names |= {"sa": "no trumps", "ta": "all trumps"}
    wanted = {"pass": "passes", "coinche": "coinches", "surcoinche": "surcoinches"}
    for bid, found_words in zip(one.bids, said, strict=True):
        contract, _, trump = bid["said"].partition(" ")
        assert found_words == wanted.get(contract, f"bids {contract} {names.get(trump)}")
    contract, trump = one.facts["contract"], names[one.facts["trump"]]
    contract = "capot" if contract == 250 else contract
    assert page[at + 1 + len(one.bids)] == f"  Contract: {contract} {trump}, coinched"


def test_every_card_is_dealt_before_the_auction(found: list[FoundDeal]):
    for one in found:
        first = steps(one.deal)[0].hands
        assert first is not None
        assert sum(first) == FULL_PACK
