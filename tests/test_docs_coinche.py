"""The page on coinche says what the engine does: card values, and every example of marks."""

import re

import pytest

from belote.game.cards import RANKS, STRAINS
from belote.game.deal import card_points
from belote.game.marking import OUTCOMES
from belote.game.variants import COINCHE, changed
from engine import coinche_facts_of, marks_of
from guards.tree import ROOT
from test_marking import facts

PAGE = (ROOT / "docs" / "coinche.md").read_text(encoding="utf-8")
EXAMPLES = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.partition("## Examples")[2].splitlines()[6:]
    if line.startswith("|")
]
LEVELS = ("", "coinche", "surcoinche")


def test_card_values_are_those_of_the_engine():
    rows = re.findall(r"^\| ([^|]+) \|((?: \d+ \|){7})$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    hearts, spades = STRAINS.index("h"), STRAINS.index("s")
    asked = [
        (hearts, hearts),
        (hearts, spades),
        *((STRAINS.index(n), hearts) for n in ("sa", "ta")),
    ]
    for (_, cells), (trump, suit) in zip(rows, asked, strict=True):
        values = [int(cell) for cell in cells.strip(" |").split("|")]
        for rank, value in zip("ATKQJ987", [*values, values[-1]], strict=True):
            assert card_points(8 * suit + RANKS.index(rank), trump) == value


def test_there_are_examples_of_every_coinche_field():
    told = " ".join(example[0] for example in EXAMPLES)
    for field in ("belote_tout_atout", "surcoinche", "multiplier_on", "coinche_mark", "contract"):
        assert f"{field}=" in told


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: " ".join(example[:3]))
def test_an_example_marks_what_it_says(example: list[str]):
    changes, said, points, tricks, belote, annonces, outcome, taker, defence = example
    contract, trump, *level = said.split()
    bid = {
        "contract": 250 if contract == "capot" else int(contract),
        "trump": trump,
        "level": LEVELS.index(level[0] if level else ""),
    }
    pairs = [tuple(int(n) for n in text.split()) for text in (belote, annonces)]
    deal = facts(0, int(points), int(tricks), *pairs) | bid
    rules = changed(COINCHE, dict([changes.split("=")] if changes else []))
    [mark] = marks_of(coinche_facts_of([deal]), rules)
    assert (OUTCOMES[mark[0]], mark[1], mark[2]) == (outcome, int(taker), int(defence))
