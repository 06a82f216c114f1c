"""Simulations of a search that evaluates positions by a net; the tree is that of bots/tree.py.

As in bots/simulation.py each draws the hidden things anew, selects, expands and backpropagates. A new node
gets its priors from the net's evaluation of its moves, and a leaf is evaluated as whoever moved last sees it.
At the root all moves are looked at, below it those that the game calls likely (`keep_likely`). A move that
takes another tile in another determinization is another move.
"""

from __future__ import annotations

import math
from typing import Any

from burgomaster.bots.beliefs import draw_secrets, weigh_secrets
from burgomaster.bots.net import (
    LEAD,
    LEAD_POINTS,
    POINTS,
    SCORES,
    NetSpace,
    Weights,
    evaluate_after,
    evaluate_by_net,
    set_base,
    weighted_value,
)
from burgomaster.bots.simulation import CURRENT, N_STATES, ROOT, TRIAL, backpropagate
from burgomaster.bots.tree import (
    MAX_DEPTH,
    NONE,
    THING_BIT,
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
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, determinize, is_over, keep_likely, legal, thing_of


@jit
def run_simulations(
    states: Any,
    trees: Any,
    index: int,
    params_array: Any,
    n_simulations: int,
    weights: Weights,
    space: NetSpace,
) -> None:
    """Run simulations of a tree from its root position, as long as there is room."""
    tree, params, base = trees[index], params_array[0], index * N_STATES
    if tree.n_simulations == 0:
        look_at_root(states, base, tree, params, weights, space, index)
    for _ in range(n_simulations):
        if not has_room(tree):
            return
        run_simulation(states, base, tree, params, weights, space, index)


@jit
def look_at_root(
    states: Any, base: int, tree: Tree, params: ParamsRecord, weights: Weights, space: NetSpace, index: int
) -> None:
    """Evaluate the root for the seat that searches, and weigh what the others may hide there."""
    evaluate_by_net(states[base + ROOT], wide(params.seat), wide(params.n_seats), weights, space, index)
    tree.root_evaluation = LEAD_POINTS * space.evaluations[index].outputs[LEAD]
    weigh_secrets(states, base, tree, params, weights, space, index)


@jit
def run_simulation(
    states: Any, base: int, tree: Tree, params: ParamsRecord, weights: Weights, space: NetSpace, index: int
) -> None:
    """Run one simulation: determinize, walk down the tree, evaluate the leaf, backpropagate."""
    states[base + CURRENT] = states[base + ROOT]
    state = states[base + CURRENT]
    determinize(state, wide(params.seat), tree.rng)
    draw_secrets(state, tree, params)
    node, depth, viewer = wide(tree.root), 0, wide(params.seat)
    while depth < MAX_DEPTH and not is_over(state):
        if tree.visits[node] < params.expand_after and node != tree.root:
            break
        legal(state, tree.moves)
        if node != tree.root:
            keep_likely(state, tree.moves, space.evaluations[index].inputs)
        write_keys(state, tree)
        edge = select(states, base, tree, params, node, depth == 0, weights, space, index)
        if edge == NONE:
            break
        viewer = wide(state.to_move)
        tree.path[depth] = edge
        tree.nodes[depth] = node
        tree.movers[depth] = viewer
        depth += 1
        apply(state, wide(tree.move[edge]), tree.log)
        node = child_of(tree, edge)
    evaluate_by_net(state, viewer, wide(params.n_seats), weights, space, index)
    take_evaluation(space.evaluations[index], viewer, tree, params)
    backpropagate(tree, params, node, depth)


@jit
def write_keys(state: Any, tree: Tree) -> None:
    """Write the keys of the listed moves: their codes, and what they take."""
    for place in range(tree.moves.n_moves):
        move = wide(tree.moves.codes[place])
        tree.keys[place] = move | thing_of(state, move) << THING_BIT


@jit
def select(
    states: Any,
    base: int,
    tree: Tree,
    params: ParamsRecord,
    node: int,
    is_root: bool,
    weights: Weights,
    space: NetSpace,
    index: int,
) -> int:
    """Select the edge to go on with, after adding edges for legal moves that have none; NONE to stop."""
    if mark_known(tree, node) < tree.moves.n_moves:
        expand(states, base, tree, params, node, weights, space, index)
    if is_root and params.only != NONE:
        return find_edge(tree, node, wide(params.only))
    return select_edge(tree, params, node)


@jit
def expand(
    states: Any,
    base: int,
    tree: Tree,
    params: ParamsRecord,
    node: int,
    weights: Weights,
    space: NetSpace,
    index: int,
) -> None:
    """Add edges for the legal moves that have none, with priors by how the net evaluates them."""
    mover, n_seats = wide(states[base + CURRENT].to_move), wide(params.n_seats)
    if tree.moves.n_moves == 1:
        add_edge(tree, params, node, 0, 0.0)
        return
    set_base(states[base + CURRENT], mover, weights, space, index)
    evaluate_after(states[base + CURRENT], mover, n_seats, weights, space, index)
    before = weighted_value(space.evaluations[index], params.win_share)
    for place in range(tree.moves.n_moves):
        if not is_known(tree, place):
            states[base + TRIAL] = states[base + CURRENT]
            apply(states[base + TRIAL], wide(tree.moves.codes[place]), tree.log)
            evaluate_after(states[base + TRIAL], mover, n_seats, weights, space, index)
            gain = weighted_value(space.evaluations[index], params.win_share) - before
            add_edge(tree, params, node, place, LEAD_POINTS * gain)


@jit
def take_evaluation(evaluation: Any, viewer: int, tree: Tree, params: ParamsRecord) -> None:
    """Hand over what every seat can expect: points, chance to win, lead, and a result between 0 and 1."""
    n_seats = wide(params.n_seats)
    for ahead in range(n_seats):
        seat = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
        tree.evaluations[seat] = POINTS * evaluation.outputs[SCORES + ahead]
        tree.chances[seat] = evaluation.chances[ahead]
    for seat in range(n_seats):
        tree.leads[seat] = lead_of(evaluation, viewer, tree, n_seats, seat)
        margin = 1.0 / (1.0 + math.exp(-tree.leads[seat] / params.margin_scale))
        share = params.win_share if n_seats > 1 else 0.0
        tree.results[seat] = share * tree.chances[seat] + (1.0 - share) * margin


@jit
def lead_of(evaluation: Any, viewer: int, tree: Tree, n_seats: int, seat: int) -> float:
    """Return the lead of a seat over the best of the others; of a single seat, over the search's root."""
    own: float = LEAD_POINTS * evaluation.outputs[LEAD]
    if n_seats == 1:
        return own - tree.root_evaluation
    if seat == viewer:
        return own
    if n_seats == 2:
        return -own
    best = -1e18
    for other in range(n_seats):
        if other != seat:
            best = max(best, tree.evaluations[other])
    lead: float = tree.evaluations[seat] - best
    return lead
