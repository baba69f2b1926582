"""The probability of winning agrees with simulated games; its deals are marked as the game does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from belote.compiled import kernel
from belote.game import match
from belote.game.columns import NOBODY, Columns, empty_columns
from belote.game.legality import play_rules
from belote.game.marking import mark_deal, mark_rules
from belote.game.variants import PRISE_PRESETS, Rules, changed
from belote.players.spec import kernel_rows, seat_players
from belote.simulate.kernel import Layout, new_scratch, simulate_block
from belote.stats.winning import DEALER, FIRST, LITIGE, PASSED_OUT
from belote.study.tables import facts_of
from belote.study.winning import LABELS, deal_distribution, scored_deals, table_for, together
from engine import marks_of, simulated

BLOCK = 500_000
SCORES = [
    (0, 0), (0, 200), (300, 100), (400, 400), (150, 600), (500, 700), (650, 350), (700, 720),
    (800, 200), (320, 810), (780, 800), (850, 600), (550, 880), (900, 500), (900, 900), (940, 850),
    (700, 950), (960, 960), (990, 800), (890, 990),
]  # fmt: skip


class _Stream:
    """The deals of one endless table of `regular` players, block by block."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.seed = play_rules(rules), np.uint64(seed)
        self.scratch = new_scratch(1, kernel_rows(seat_players("regular")))
        self.columns = empty_columns(BLOCK)

    def next(self) -> Columns:
        layout = Layout(1, 10**9, 1)
        simulate_block(self.seed, layout, BLOCK, self.scratch, self.rules, self.columns)
        return self.columns


@kernel
def _play_games(deals: Any, dealers: Any, rules: Any, starts: Any, state: Any, counts: Any) -> None:
    """Fold deals into games that begin at each of the starts in turn, and count them.

    ``state`` (start's number, team that dealt first, score 0, score 1, held) goes on from block to
    block; ``counts`` (starts, first dealer's team, 3): games, those won by team 0, deals.
    """
    for i in range(len(deals.taker)):
        if state[1] < 0:
            state[1] = np.int64(dealers[i]) & 1
            state[2], state[3], state[4] = starts[state[0], 0], starts[state[0], 1], 0
        counts[state[0], state[1], 2] += 1
        if deals.taker[i] < 0:
            continue
        game = match.Game(1, 0, 0, state[2], state[3], state[4], -1, 0, 0, 0)
        team = np.int64(deals.taker[i]) & 1
        mark = mark_deal(match.facts_at(deals, i), rules)
        game, _ = match.after_mark(game, mark, team)
        winner = match.winner_of(game, team, mark, rules)
        state[2], state[3], state[4] = game.score0, game.score1, game.held
        if winner != match.NOBODY:
            counts[state[0], state[1], 0] += 1
            counts[state[0], state[1], 1] += winner == 0
            state[0] = (state[0] + 1) % len(starts)
            state[1] = -1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["litige", "arrondie"])
def test_win_probability_agrees_with_a_million_simulated_games_at_twenty_scores(name: str):
    rules = PRISE_PRESETS[name]
    # From different seeds: ten million deals for the distribution, about four for the games.
    stream = _Stream(rules, seed=101)
    table = table_for(together([scored_deals(stream.next()) for _ in range(20)]), rules)
    counts = np.zeros((len(SCORES), 2, 3), np.int64)
    starts, state = np.array(SCORES, np.int64), np.array([0, -1, 0, 0, 0], np.int64)
    stream = _Stream(rules, seed=202)
    while counts[:, :, 0].sum() < 1_000_000:
        deals = stream.next()
        _play_games(
            facts_of(deals, len(deals.taker)),
            deals.dealer,
            mark_rules(rules),
            starts,
            state,
            counts,
        )
    z, lengths = [], []
    for (score0, score1), by_dealer in zip(SCORES, counts, strict=True):
        expected, variance, deals_to_go = 0.0, 0.0, 0.0
        for dealer, (games, _, _) in enumerate(by_dealer.tolist()):
            chance = table.probability(score0, score1, dealer)
            expected += games * chance
            variance += games * chance * (1 - chance)
            deals_to_go += games * table.deals_to_go(score0, score1, dealer)
        won, dealt = by_dealer[:, 1].sum(), by_dealer[:, 2].sum()
        z.append((won - expected) / np.sqrt(variance))
        lengths.append(dealt / deals_to_go - 1)
        games = by_dealer[:, 0].sum()
        print(f"{score0:4} {score1:4} {games} games {won / games:.4f} {expected / games:.4f}"
              f" z {z[-1]:+.2f} deals {dealt / games:.3f} {deals_to_go / games:.3f}")  # fmt: skip
    chi_square = float(np.square(z).sum())
    print(f"{name}: {counts[:, :, 0].sum()} games, {counts[:, :, 2].sum()} deals,"
          f" chi-square {chi_square:.1f} of {len(z)}")  # fmt: skip
    assert np.abs(z).max() < 4
    assert 5.9 < chi_square < 45.3  # 0.1 % on either side, 20 degrees of freedom
    assert np.abs(lengths).max() < 0.01


def test_the_distribution_of_a_deal_marks_what_the_game_marks():
    for name in ("litige", "arrondie", "annonces"):
        rules = PRISE_PRESETS[name]
        deals = simulated(rules, 20_000, players="regular")
        rows = deal_distribution(scored_deals(deals), rules)
        columns = {key: np.asarray(column) for key, column in rows._asdict().items()}
        weight = columns["weight"]
        assert weight.sum() == 20_000
        taken = deals.taker != NOBODY
        marks = marks_of(facts_of(deals, len(deals.taker)), rules)[taken]
        dealers = ((deals.taker - deals.dealer) & 1 == 0)[taken]
        dealer_mark = np.where(dealers, marks[:, 1], marks[:, 2])
        first_mark = np.where(dealers, marks[:, 2], marks[:, 1])
        for key, expected in (("dealer_mark", dealer_mark), ("first_mark", first_mark)):
            assert columns[key] @ weight == expected.sum()
            assert np.square(columns[key]) @ weight == np.square(expected).sum()
        assert (columns["dealer_belote"] + columns["first_belote"]) @ weight == marks[:, 3:5].sum()
        assert columns["held"] @ weight == marks[:, 5].sum()
        assert weight[columns["goes_to"] == PASSED_OUT].sum() == (~taken).sum()
        assert weight[columns["goes_to"] == LITIGE].sum() == (marks[:, 0] == 3).sum()
        assert weight[columns["taker"] == DEALER].sum() == dealers.sum()
        made = np.isin(columns["label"], (LABELS.index("made"), LABELS.index("taker_capot")))
        assert weight[made].sum() == (marks[:, 0] == 1).sum()
        to_taker = (columns["goes_to"] == columns["taker"]) & (columns["label"] >= 0)
        assert (to_taker == made).all()
        assert set(columns["goes_to"]) <= {FIRST, DEALER, LITIGE, PASSED_OUT}


def test_lots_of_deals_together_are_all_the_deals():
    rules = PRISE_PRESETS["annonces"]
    deals = simulated(rules, 5000, players="regular")
    halves = [Columns(*(c[part] for c in deals)) for part in (slice(2000), slice(2000, None))]
    got, whole = together([scored_deals(half) for half in halves]), scored_deals(deals)
    assert all((a == b).all() for a, b in zip(got, whole, strict=True))


def test_a_table_knows_the_rules_it_is_made_for():
    deals = scored_deals(simulated(PRISE_PRESETS["arrondie"], 20_000, players="regular"))
    table = table_for(deals, changed(PRISE_PRESETS["arrondie"], {"target": 500}))
    assert (table.target, table.unit) == (500, 10)
    assert 0.45 < table.probability(0, 0, 0) < 0.5
    # A belote alone does not finish: at 510 one still waits for a deal that is marked.
    assert table.probability(510, 0, 0) == pytest.approx(1)
    assert 0.5 < table.probability(510, 480, 0) < 0.9
    assert 1.01 < table.deals_to_go(510, 480, 0) < 1.1
    with pytest.raises(ValueError, match="marks something"):
        table_for(deals, changed(PRISE_PRESETS["litige"], {"chute_mark": 0}))
