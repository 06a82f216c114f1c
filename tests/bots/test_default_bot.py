"""A game that brings nothing for bots: it is evaluated by its score, and `greedy` and `search` play it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Annotated, Any

import pytest

from burgomaster.bots.levels import DEFAULT_LEVELS, DEFAULT_NET_PARAMS, DEFAULT_PARAMS, levels_of, params_of
from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import I32, Ints, record, zeros
from burgomaster.core import kernels
from burgomaster.core.kernels import Kernels, evaluate, register


@record
class Plain:
    """A state of a game whose rules say nothing of what a seat can expect."""

    own_points: Annotated[Ints, I32, 3]


@record
class Clever:
    """A state of a game whose rules do."""

    own_points: Annotated[Ints, I32, 5]


@jit
def count_points(state: Any, seat: int) -> int:
    return wide(state.own_points[seat])


@jit
def expect_more(state: Any, seat: int) -> float:
    return wide(state.own_points[seat]) + 0.5


def nothing(*_: Any) -> Any:
    return 0


NOTHING = {name: nothing for name in Kernels.__dataclass_fields__ if name != "evaluate"}
register(Plain, Kernels(**{**NOTHING, "score": count_points}))
register(Clever, Kernels(**{**NOTHING, "score": count_points, "evaluate": expect_more}))


@jit
def evaluate_first(states: Any, seat: int) -> float:
    return evaluate(states[0], seat)


@pytest.mark.parametrize(("state", "wanted"), [(Plain, 7.0), (Clever, 7.5)])
def test_a_position_is_evaluated_by_its_rules_or_else_by_its_score(state: type, wanted: float) -> None:
    states: Any = zeros(state, 1)
    states[0].own_points[1] = 7
    found = evaluate_first(states, 1), kernels.evaluate(states[0], 1)
    assert found == (wanted, wanted) and all(isinstance(value, float) for value in found)


def test_a_game_without_a_bot_has_levels_and_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgomaster.bots.levels.game_part", lambda _name, _part: None)
    assert levels_of("petersburg") is DEFAULT_LEVELS and len(DEFAULT_LEVELS) == 6
    assert params_of("petersburg", by_net=False) is DEFAULT_PARAMS
    assert params_of("petersburg", by_net=True) is DEFAULT_NET_PARAMS


WITHOUT_A_BOT = """
import burgomaster as bm
from burgomaster.bots import levels, net_file, search_bot
levels.game_part = net_file.game_part = lambda name, part: None
search_bot.has_net = lambda name: False
game = bm.game("petersburg", players=2)
for name in ("greedy", "search:4"):
    bot, colon, level = name.partition(":")
    settings = {"level": int(level), "simulations": 4, "seconds": 600.0} if colon else {}
    table, player, other = game.new(seed=1), bm.bot(bot, seed=1, **settings), bm.bot("random", seed=1)
    while table.to_move is not None and len(table.steps) < 6:
        chosen = (player if table.to_move == 0 else other).choose(table)
        assert chosen in table.moves()
        table.play(chosen)
    print(name, len(table.steps))
"""


@pytest.mark.slow
def test_greedy_and_search_play_a_game_without_a_bot() -> None:
    """Interpreted, because the kernels of a game that has inputs for a net are compiled with them."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_A_BOT],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == (["greedy", "6", "search:4", "6"], "")
