"""What a search believes of goals that only their owners know: those that fit what they have built."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.bots.beliefs import draw_secrets
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import SearchParams
from burgomaster.bots.net import LEAD, LEAD_POINTS, evaluate_by_net
from burgomaster.bots.search_bot import judge_of, make_params, new_trees
from burgomaster.bots.simulation import run_simulations
from burgomaster.bots.tree import N_STATES, ROOT, SECRETS, clear_tree
from burgomaster.compiler.struct import zeros
from burgomaster.core.rng import seed_rng
from burgomaster.core.table import Table

SCALE = 5.0


def root_of(table: Table, scale: float = SCALE, seed: int = 1) -> tuple[Any, Any, Any]:
    """The tree, the position and the parameters of a search that has just looked at its root."""
    information = InformationSet(table)
    params = make_params(information, SearchParams(belief_scale=scale), -1)
    trees, states = new_trees(1), zeros(information.game.rules.state, N_STATES)
    clear_tree(trees, 0)
    seed_rng(trees[0].rng, seed, 0)
    states[ROOT] = information.determinize(trees[0].rng)[0]
    judge = judge_of(table.game)
    run_simulations(states, trees, 0, params, 1, judge.weights, judge.space)
    return trees[0], states, params[0]


def beliefs_of(tree: Any, seat: int) -> Any:
    weights = tree.beliefs[seat * SECRETS : (seat + 1) * SECRETS]
    return weights / max(1e-300, weights.sum())


def middles(players: int, n_games: int, n_moves: int = 24) -> list[Table]:
    found = []
    for seed in range(n_games):
        table, bot = bm.game("suburbia", players=players).new(seed=seed), bm.bot("net", seed=seed)
        for _ in range(n_moves):
            table.play(bot.choose(table))
        found.append(table)
    return found


def test_goals_that_fit_a_borough_are_believed_and_the_lead_with_them_is_the_true_one() -> None:
    surprise, chance, missed, missed_by_chance = [], [], [], []
    judge: Any = judge_of(bm.game("suburbia", players=2))
    for table in middles(2, 12):
        tree, states, _params = root_of(table)
        other = 1 - int(table.to_move or 0)
        believed, true = beliefs_of(tree, other), int(table.state.players[other].goals[0])
        leads = np.zeros(SECRETS)
        for goal in np.flatnonzero(believed):
            states[ROOT].players[other].goals[0] = goal
            evaluate_by_net(states[ROOT], other, 2, judge.weights, judge.space, 0)
            leads[goal] = LEAD_POINTS * judge.space.evaluations[0].outputs[LEAD]
        possible = believed > 0.0
        surprise.append(-math.log(believed[true]))
        chance.append(math.log(possible.sum()))
        missed.append(believed @ leads - leads[true])
        missed_by_chance.append(leads[possible].mean() - leads[true])
    assert np.mean(surprise) < np.mean(chance) - 0.3
    assert abs(np.mean(missed)) < 0.5 * abs(np.mean(missed_by_chance))


def test_secrets_are_drawn_as_often_as_they_are_believed_and_no_two_seats_have_the_same() -> None:
    table = middles(3, 1, 36)[0]
    tree, states, params = root_of(table)
    others = [seat for seat in range(3) if seat != table.to_move]
    drawn, n = np.zeros((3, SECRETS)), 4000
    for _ in range(n):
        states[1] = states[ROOT]
        draw_secrets(states[1], tree, params)
        goals = [int(states[1].players[seat].goals[0]) for seat in others]
        assert len(set(goals)) == len(goals)
        for seat, goal in zip(others, goals, strict=True):
            drawn[seat, goal] += 1 / n
    first = others[0]  # of the second one, what the first has is left out
    assert np.abs(drawn[first] - beliefs_of(tree, first)).max() < 0.03
    assert drawn[first].max() > 0.1 and states[1].tobytes() != states[ROOT].tobytes()


@pytest.mark.parametrize(
    ("name", "options", "scale"),
    [
        ("suburbia", {"players": 2}, 0.0),
        ("suburbia", {"players": 1, "solo": "dale", "dale_private_goal": True}, SCALE),
        ("suburbia", {"players": 1, "solo": "lone_architect"}, SCALE),
        ("spyrium", {"players": 2}, SCALE),
        ("petersburg", {"players": 2}, SCALE),
    ],
)
def test_nothing_is_believed_where_nobody_else_has_a_secret(
    name: str, options: dict[str, Any], scale: float
) -> None:
    table = bm.game(name, **options).new(seed=3)
    for _ in range(4):
        table.play(table.moves()[0])
    tree, _states, _params = root_of(table, scale)
    assert tree.has_beliefs == 0 and not tree.beliefs.any()


def test_what_is_believed_depends_on_nothing_hidden() -> None:
    table = middles(2, 1)[0]
    tree, _states, _params = root_of(table, seed=1)
    twin, _states, _params = root_of(table, seed=2)  # all that is hidden was drawn in another way
    assert tree.beliefs.tolist() == twin.beliefs.tolist() and tree.has_beliefs == 1
