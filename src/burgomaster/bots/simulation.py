"""Simulations of a search: each draws the hidden things anew, selects, expands, evaluates and backpropagates.

Written once for all games against `core/kernels.py`. Leaves are evaluated by `evaluate`, and every seat's
result is added to the edges that this seat chose.
"""

from __future__ import annotations

import math
from typing import Any

from burgomaster.bots.tree import (
    MAX_DEPTH,
    NONE,
    ParamsRecord,
    Tree,
    add_edge,
    child_of,
    find_edge,
    has_room,
    is_known,
    mark_known,
    select_edge,
)
from burgomaster.core.bits import wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.kernels import apply, determinize, evaluate, is_over, legal, rank

# The places of the array of states that a search works in.
ROOT, CURRENT, TRIAL = 0, 1, 2
N_STATES = 3


@jit
def run_simulations(states: Any, trees: Any, index: int, params_array: Any, n_simulations: int) -> None:
    """Run simulations of a tree from its root position, as long as there is room."""
    tree, params, base = trees[index], params_array[0], index * N_STATES
    tree.root_evaluation = evaluate(states[base + ROOT], wide(params.seat))
    for _ in range(n_simulations):
        if not has_room(tree):
            return
        run_simulation(states, base, tree, params)


@jit
def run_simulation(states: Any, base: int, tree: Tree, params: ParamsRecord) -> None:
    """Run one simulation: determinize, walk down the tree, evaluate the leaf, backpropagate."""
    states[base + CURRENT] = states[base + ROOT]
    state = states[base + CURRENT]
    determinize(state, wide(params.seat), tree.rng)
    node, depth = wide(tree.root), 0
    while depth < MAX_DEPTH and not is_over(state):
        legal(state, tree.moves)
        if tree.visits[node] < params.expand_after and node != tree.root:
            break
        edge = select(states, base, tree, params, node, depth == 0)
        if edge == NONE:
            break
        tree.path[depth] = edge
        tree.nodes[depth] = node
        tree.movers[depth] = state.to_move
        depth += 1
        apply(state, wide(tree.move[edge]), tree.log)
        node = child_of(tree, edge)
    play_greedy_steps(states, base, tree, params)
    evaluate_all(states[base + CURRENT], tree, params)
    backpropagate(tree, params, node, depth)


@jit
def select(states: Any, base: int, tree: Tree, params: ParamsRecord, node: int, is_root: bool) -> int:
    """Select the edge to go on with, after adding edges for legal moves that have none; NONE to stop."""
    take_codes(tree)
    if mark_known(tree, node) < tree.moves.n_moves:
        expand(states, base, tree, params, node)
    if is_root and params.only != NONE:
        return find_edge(tree, node, wide(params.only))
    return select_edge(tree, params, node)


@jit
def take_codes(tree: Tree) -> None:
    """Take the codes of the legal moves as their keys, without regard to what they take."""
    for place in range(tree.moves.n_moves):
        tree.keys[place] = tree.moves.codes[place]


# Expansion


@jit
def expand(states: Any, base: int, tree: Tree, params: ParamsRecord, node: int) -> None:
    """Add edges for the legal moves that have none, with priors by what they gain one move ahead."""
    mover = wide(states[base + CURRENT].to_move)
    before = relative_value(states[base + CURRENT], mover, params)
    for place in range(tree.moves.n_moves):
        if not is_known(tree, place):
            gain = value_after(states, base, tree, params, mover, wide(tree.moves.codes[place])) - before
            add_edge(tree, params, node, place, gain)


@inline
def value_after(states: Any, base: int, tree: Tree, params: ParamsRecord, mover: int, move: int) -> float:
    """Evaluate the current position after a move, for the seat that makes it."""
    states[base + TRIAL] = states[base + CURRENT]
    apply(states[base + TRIAL], move, tree.log)
    return relative_value(states[base + TRIAL], mover, params)


@jit
def relative_value(state: Any, mover: int, params: ParamsRecord) -> float:
    """Evaluate a position for a seat against the best of the others."""
    mine = evaluate(state, mover)
    if params.n_seats == 1 or params.opponent_weight == 0.0:
        return mine
    best = -1e18
    for other in range(params.n_seats):
        if other != mover:
            best = max(best, evaluate(state, other))
    return mine - params.opponent_weight * best


@jit
def play_greedy_steps(states: Any, base: int, tree: Tree, params: ParamsRecord) -> None:
    """Play a few greedy moves, so that no position is evaluated in the middle of an exchange."""
    state = states[base + CURRENT]
    for _ in range(params.greedy_steps):
        if is_over(state):
            break
        legal(state, tree.moves)
        apply(state, greedy_move(states, base, tree, params), tree.log)


@jit
def greedy_move(states: Any, base: int, tree: Tree, params: ParamsRecord) -> int:
    """Find the move after which the relative value is highest for the seat to move."""
    mover = wide(states[base + CURRENT].to_move)
    found, best = wide(tree.moves.codes[0]), -1e18
    if tree.moves.n_moves == 1:
        return found
    for index in range(tree.moves.n_moves):
        move = wide(tree.moves.codes[index])
        value = value_after(states, base, tree, params, mover, move)
        if value > best:
            found, best = move, value
    return found


# Evaluation


@jit
def evaluate_all(state: Any, tree: Tree, params: ParamsRecord) -> None:
    """Evaluate a position for all seats: points, chance to win, and both as a result between 0 and 1."""
    n_seats = wide(params.n_seats)
    for seat in range(n_seats):
        tree.evaluations[seat] = evaluate(state, seat)
    for seat in range(n_seats):
        tree.leads[seat] = lead_of(tree, n_seats, seat)
        tree.chances[seat] = chance_of(tree, params, seat)
    if is_over(state):
        share_victory(state, tree, n_seats)
    share = params.win_share if n_seats > 1 else 0.0
    for seat in range(n_seats):
        margin = 1.0 / (1.0 + math.exp(-tree.leads[seat] / params.margin_scale))
        tree.results[seat] = share * tree.chances[seat] + (1.0 - share) * margin


@inline
def lead_of(tree: Tree, n_seats: int, seat: int) -> float:
    """Return the lead over the best of the others; of a single seat, over the root of the search."""
    best = -1e18
    for other in range(n_seats):
        if other != seat:
            best = max(best, tree.evaluations[other])
    lead: float = tree.evaluations[seat] - (tree.root_evaluation if n_seats == 1 else best)
    return lead


@inline
def chance_of(tree: Tree, params: ParamsRecord, seat: int) -> float:
    """Estimate the chance to win by a softmax over the evaluations of all seats."""
    total = 0.0
    for other in range(params.n_seats):
        total += math.exp(min(50.0, (tree.evaluations[other] - tree.evaluations[seat]) / params.spread))
    return 1.0 / total


@inline
def share_victory(state: Any, tree: Tree, n_seats: int) -> None:
    """Give the winners of a finished game equal shares of the victory."""
    n_winners = 0
    for seat in range(n_seats):
        n_winners += wide(rank(state, seat) == 0)
    for seat in range(n_seats):
        tree.chances[seat] = 1.0 / n_winners if rank(state, seat) == 0 else 0.0


@jit
def backpropagate(tree: Tree, params: ParamsRecord, node: int, depth: int) -> None:
    """Add the results to the edges of the path, to each that of the seat which chose it."""
    tree.visits[node] += 1
    tree.n_simulations += 1
    for step in range(depth):
        edge, mover = wide(tree.path[step]), wide(tree.movers[step])
        tree.n_tried[edge] += 1
        tree.result[edge] += tree.results[mover]
        tree.lead[edge] += tree.leads[mover]
        tree.visits[tree.nodes[step]] += 1
        tree.total[tree.nodes[step]] += tree.results[mover]
    for seat in range(params.n_seats):
        tree.sum_evaluations[seat] += tree.evaluations[seat]
        tree.sum_chances[seat] += tree.chances[seat]
