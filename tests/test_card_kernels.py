"""Without a card: the kernels for one play the games of the processor, and find what is broken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from burgomaster.core.playout import Scratch, play_games
from burgomaster.core.struct import zeros
from burgomaster.core.table import Game, load_game
from tests.card import card_by_hand
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
