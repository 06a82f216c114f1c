"""A policy plays at a table as it does in an environment: it is shown the same, and its actions are moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.envs.encoded_table import EnvironmentFault
from burgomaster.envs.policy_bot import PolicyBot
from tests.cases import sweep

pytestmark = pytest.mark.slow  # positions as numbers are compiled for environments alone
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("petersburg", {"players": 3, "expansions": ("banquet",)}),
    ("suburbia", {"players": 2}),
    ("spyrium", {"players": 2}),
]


@pytest.mark.parametrize(("name", "options"), sweep(GAMES, lambda name, _: name == "petersburg"))
def test_a_policy_sees_at_a_table_what_a_batch_shows(name: str, options: dict[str, Any]) -> None:
    game = bm.game(name, **options)
    batch, table, shown = bm.batch(game, 1, seed=7), game.new(seed=7), []

    def policy(observation: Any, mask: Any) -> Any:
        shown.append((observation, mask))
        return np.flatnonzero(mask)[len(shown) % int(mask.sum())]

    bot = PolicyBot(policy, name="mine")
    for _ in range(40):
        move = bot.choose(table)
        observation, mask = shown[-1]
        assert (observation == batch.observations[0]).all() and (mask == batch.mask[0]).all()
        assert move in table.moves()
        batch.step(np.array([batch.space.action_of(move.code)]))
        table.play(move)
    assert bot.name == "mine" and len(shown) == 40


def test_an_action_that_is_not_legal_is_named() -> None:
    table = bm.game("petersburg", players=2).new(seed=7)
    for answer, said in ((804, "is not legal now"), (-1, "from 0 to 804"), ("pass", "from 0 to 804")):
        with pytest.raises(EnvironmentFault, match=said):
            PolicyBot(lambda _observation, _mask, answer=answer: answer).choose(table)
