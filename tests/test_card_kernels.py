"""Without a card: the kernels for one play the games of the processor, and find what is broken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.compiler.struct import zeros
from burgomaster.core.batch import Batch
from burgomaster.core.playout import Scratch, play_games
from burgomaster.core.table import Game, load_game
from burgomaster.cuda.batch import CardBatch
from tests.campaigns.card import ARRAYS
from tests.card import Card, card_by_hand
from tests.cases import sweep

SEED = 77
KINDS = 8  # of moves: as many as there are lowest bits told apart
BLOCKS, BLOCK = 2, 11  # more threads than kinds
GAMES = 26  # the first block has a second round, with few games; the second has none
PLAYED = ("spyrium", "suburbia", "petersburg")


def by_processor(game: Game) -> tuple[Any, int]:
    """Scores and number of steps of random games."""
    states, scores = zeros(game.rules.state, 2), np.zeros((GAMES, game.n_seats), np.int64)
    states[0] = game.rules.undealt(game.options)[0]
    return scores, play_games(states, zeros(Scratch, 1), scores, 0, 0, GAMES, SEED)


@pytest.mark.parametrize("name", sweep(PLAYED, lambda name: name == PLAYED[0]))
def test_random_games_of_a_card_are_those_of_the_processor(name: str) -> None:
    game = load_game(name, players=2)
    scores, steps = np.full((GAMES, game.n_seats), -1, np.int32), np.zeros(GAMES, np.int32)
    with card_by_hand() as (card, modules):
        modules["kernels"].VERBS = KINDS
        play = modules["kernels"].make_player(lambda state: state)
        states = zeros(game.rules.state, BLOCKS * BLOCK)
        undealt = game.rules.undealt(game.options)
        card.launch(play, BLOCKS, BLOCK, undealt, scores, steps, SEED, states)
    expected, n_steps = by_processor(game)
    np.testing.assert_array_equal(scores, expected)
    assert steps.sum() == n_steps and steps.min() > 0


def test_a_card_finds_what_is_broken() -> None:
    game, n = load_game("spyrium", players=2), 12
    broken, steps = np.full(n, -7, np.int32), np.zeros(n, np.int32)
    undealt = game.rules.undealt(game.options)
    with card_by_hand() as (card, modules):
        kernels = modules["kernels"]
        card.launch_apart(kernels.make_checker(game.rules.state), n, undealt, broken, steps, SEED)
        assert not broken.any() and steps.min() > 50
        kernels.make_checker.cache_clear()
        kernels.broken_step = lambda before, after: 3 if after.round_no == 2 else 0
        card.launch_apart(kernels.make_checker(game.rules.state), n, undealt, broken, steps, SEED)
    assert (broken == 3).all() and 0 < steps.max() < 50


class BatchByHand(CardBatch):
    """A batch whose kernels run on the processor, thread by thread, over arrays that lie there."""

    def __init__(self, card: Card, kernels: Any, game: Game, n: int, **wishes: Any) -> None:
        made = kernels.make_kernels(game.rules.state)
        self.card, self.kernels = card, {**made, "choose_randomly": kernels.choose_randomly}
        Batch.__init__(self, game, n, threads=1, **wishes)

    def _allocate(self, max_legal: int) -> None:
        Batch._allocate(self, max_legal)
        self._records = self.states

    def _launch(self, name: str, *given: Any) -> None:
        self.card.launch_apart(self.kernels[name], self.n, *given)

    def _read_actions(self, actions: Any) -> None:
        self._read[:] = actions


@pytest.mark.slow  # the kernels of a batch are compiled for it alone
@pytest.mark.parametrize("opponents", [None, "random", pytest.param("greedy", marks=pytest.mark.thorough)])
def test_a_batch_of_a_card_plays_the_games_of_the_processor(opponents: str | None) -> None:
    game = load_game("spyrium", players=2)
    how: dict[str, Any] = {"seed": 3, "rewards": "progress", "opponents": opponents, "seat": 1}
    here, n_ended = bm.batch(game, 3, **how), 0
    with card_by_hand() as (card, modules):
        there = BatchByHand(card, modules["batch_kernels"], game, 3, **how)
        while n_ended < 3:
            actions = here.random_actions()
            assert there.random_actions().tolist() == actions.tolist()
            here.step(actions)
            there.step(actions)
            for name in ARRAYS:
                assert getattr(here, name).tobytes() == getattr(there, name).tobytes(), name
            n_ended += int(here.done.sum())
        seen = np.zeros_like(here.observations)
        there._launch("observe_games", there.states.copy(), 0, there.layout.shape, seen)
    np.testing.assert_array_equal(seen, here.observe(0))
