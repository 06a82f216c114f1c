"""Kernels that are compiled for one set of options do what the others do, without looking the options up."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from burgomaster.compiler.jit import bind, jit
from burgomaster.compiler.struct import I8, I16, Ints, record, zeros
from burgomaster.core.table import load_game
from burgomaster.lab.simulate import simulate
from tests.cases import never, sweep

GAMES = 300
VARIANTS = (
    ("petersburg", {"players": 2}),
    ("petersburg", {"players": 5, "expansions": ["new_society", "banquet"]}),
    ("petersburg", {"players": 3, "edition": "2014", "expansions": ["market"]}),
    ("suburbia", {"players": 3}),
    ("suburbia", {"players": 1, "solo": "lone_architect"}),
    ("spyrium", {"players": 4}),
)


@record
class Rules:
    """Options: two numbers, and some that are no number."""

    bonus: I8
    limit: I16
    table: Annotated[Ints, I8, 3]


@record
class State:
    """A position."""

    points: I16
    rules: Annotated[Rules, Rules]


@jit
def add_bonus(states: Any, times: int) -> None:
    """Change a position by its options."""
    state = states[0]
    for time in range(times):
        points = state.points + bonus_of(state.rules) + state.rules.table[time % 3]
        state.points = min(points, state.rules.limit)


@jit
def bonus_of(rules: Any) -> int:
    """Read an option in a kernel that is handed the options alone."""
    return rules.bonus * 2  # type: ignore[no-any-return]


@jit
def change_rules(states: Any, bonus: int) -> None:
    """Do what no kernel does."""
    states[0].rules.bonus = bonus


def a_state(bonus: int, limit: int = 1000) -> Any:
    states: Any = zeros(State, 1)
    states[0].rules.bonus, states[0].rules.limit = bonus, limit
    states[0].rules.table[:] = 1, 2, 3
    return states


def test_the_result_is_the_same() -> None:
    plain, fixed = a_state(3), a_state(3)
    bind(add_bonus, plain)(10)
    bind(add_bonus, fixed, fixed=fixed)(10)
    assert plain[0].points == 10 * 6 + 19
    assert plain.tobytes() == fixed.tobytes()


def test_every_set_of_options_is_compiled_by_itself() -> None:
    for bonus, limit in ((1, 1000), (2, 1000), (2, 15)):
        states = a_state(bonus, limit)
        bind(add_bonus, states, fixed=states)(10)
        assert states[0].points == min(20 * bonus + 19, limit)


def test_numbers_of_the_rules_are_not_read() -> None:
    """Of a kernel for other options the position does not matter: they are in its code."""
    states = a_state(5)
    add = bind(add_bonus, states, fixed=states)
    states[0].rules.bonus, states[0].rules.table[0] = 1, 9
    add(1)
    assert states[0].points == 10 + 9


def test_a_kernel_that_would_change_the_rules_is_refused() -> None:
    states = a_state(1)
    with pytest.raises(TypeError, match="bonus, which belongs to the rules"):
        bind(change_rules, states, fixed=states)
    assert states[0].rules.bonus == 1


@pytest.mark.parametrize(("name", "options"), sweep(VARIANTS, never))
def test_random_games_are_the_same(name: str, options: dict[str, Any]) -> None:
    game = load_game(name, **options)
    plain, fixed = simulate(game, games=GAMES), simulate(game, games=GAMES, fixed=True, threads=2)
    assert plain.steps == fixed.steps
    np.testing.assert_array_equal(plain.scores, fixed.scores)
