"""Drawing a legal move is drawing from the list of legal moves, with one number of the generator."""

from __future__ import annotations

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.compiler.bits import wide
from burgomaster.compiler.struct import zeros
from burgomaster.core import kernels
from burgomaster.core.move_list import Moves
from burgomaster.core.options import Variant
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.rng import WORDS, draw_below, seed_rng
from burgomaster.core.table import Table

DRAWS = 12
VARIANTS = [
    (game, variant, players)
    for game in game_names()
    for variant in game_info(game).variants
    for players in sorted({variant.players[0], variant.players[-1]})
]


def check_draws(table: Table, seed: int) -> None:
    """Draw some moves of a position in both ways."""
    room, moves = zeros(Moves, 2)
    own, listed = np.zeros(WORDS, np.uint32), np.zeros(WORDS, np.uint32)
    seed_rng(own, seed, 0)
    seed_rng(listed, seed, 0)
    state = table.redacted(table.to_move)[0]
    kernels.legal(state, moves)
    before = state.tobytes()
    for _ in range(DRAWS):
        expected = wide(moves.codes[draw_below(listed, wide(moves.n_moves))])
        assert kernels.draw_legal(state, room, own) == expected
        assert (own == listed).all()
    assert state.tobytes() == before


@pytest.mark.parametrize(
    ("game", "variant", "players"), VARIANTS, ids=lambda given: getattr(given, "name", str(given))
)
def test_a_move_is_drawn_as_from_the_list(game: str, variant: Variant, players: int) -> None:
    bot, table = bm.bot("random", seed=3), bm.game(game, players=players, **variant.options).new(seed=3)
    while not table.over:
        check_draws(table, len(table.history))
        table.play(bot.choose(table))
