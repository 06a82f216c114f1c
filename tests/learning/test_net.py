"""The kernels of nets compute what a plain computation does, and games that are over are counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from burgomaster.bots.net import (
    LEAD,
    LEAD_POINTS,
    LOGITS,
    POINTS,
    evaluate_after,
    evaluate_by_net,
    new_space,
    set_base,
)
from burgomaster.core.table import load_game
from tests.cases import first_quick, sweep
from tests.learning.nets import GAMES, any_net, dense_inputs, layout, outputs_of, random_tables

NEAR = {"rtol": 1e-4, "atol": 1e-4}
MOVES = 4  # of a position that are tried


def shares(outputs: Any, n_seats: int) -> Any:
    logits = outputs[LOGITS : LOGITS + n_seats]
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()


@pytest.mark.slow
@pytest.mark.parametrize("name", sweep(GAMES, lambda name: name == "suburbia"))
def test_kernels_compute_what_plain_numpy_does(name: str) -> None:
    """From nothing, and by what a move has changed: over random games, from the side of every seat.

    Suburbia is tried first: it leaves inputs of the last position as they are where they are the same.
    """
    weights, chance, n_changed = any_net(name), np.random.default_rng(4), 0
    state = load_game(name).rules.state
    space, other_space = (new_space(state, layout(name).size) for _ in range(2))
    evaluation, other = space.evaluations[0], other_space.evaluations[0]
    for table in random_tables(name, 3, 13)[:-1]:
        n_seats = table.game.n_seats
        for seat in range(n_seats):
            set_base(table.state, seat, weights, space, 0)
            codes = table.legal_codes()
            first = int(chance.integers(len(codes)))
            for code in [*codes[first : first + MOVES], *chance.permutation(codes)[:MOVES]]:
                after = table.copy()
                after.step(int(code))
                if after.over:
                    continue
                expected = outputs_of(weights, dense_inputs(name, after.state, seat))
                evaluate_after(after.state, seat, n_seats, weights, space, 0)
                np.testing.assert_allclose(evaluation.outputs, expected, **NEAR)
                np.testing.assert_allclose(evaluation.chances[:n_seats], shares(expected, n_seats), **NEAR)
                n_changed += int(evaluation.changed.n)
                evaluate_by_net(after.state, seat, n_seats, weights, other_space, 0)
                np.testing.assert_allclose(other.outputs, expected, **NEAR)
    assert n_changed > 100


@pytest.mark.parametrize("name", first_quick(GAMES))
def test_a_game_that_is_over_is_counted(name: str) -> None:
    table, weights = random_tables(name, 5, 1000)[-1], any_net(name)
    space = new_space(table.game.rules.state, layout(name).size)
    n_seats = table.game.n_seats
    for seat in range(n_seats):
        evaluate_by_net(table.state, seat, n_seats, weights, space, 0)
        order = [(seat + ahead) % n_seats for ahead in range(n_seats)]
        scores = [table.scores[other] for other in order]
        found = space.evaluations[0]
        np.testing.assert_allclose(found.outputs[:n_seats] * POINTS, scores, rtol=1e-5)
        won = [(other in table.winners) / len(table.winners) for other in order]
        np.testing.assert_allclose(found.chances[:n_seats], won)
        assert found.outputs[LEAD] * LEAD_POINTS == pytest.approx(scores[0] - max(scores[1:]), abs=1e-3)
