"""Simulations of a search: each draws the hidden things anew, selects, expands, evaluates and backpropagates.

Written once for all games against `core/kernels.py`; the tree is that of bots/tree.py. Positions are
evaluated by a net; where there is none, its weights have no numbers, and by what the rules expect of a seat.

A new node gets its priors from the evaluations of its moves, and a net evaluates a leaf as the seat that
moved last sees it. At the root all moves are looked at, below it those that the game calls likely
(`keep_likely`). A move that takes another tile in another determinization is another move.
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
from burgomaster.bots.tree import (
    CURRENT,
    MAX_DEPTH,
    N_STATES,
    NONE,
    ROOT,
    THING_BIT,
    TRIAL,
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
from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.kernels import apply, determinize, evaluate, is_over, keep_likely, legal, rank, thing_of

OPPONENT_WEIGHT = 0.5  # how much the points of the best opponent count against one's own in a prior


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
    if is_net(weights):
        evaluate_by_net(states[base + ROOT], wide(params.seat), wide(params.n_seats), weights, space, index)
        tree.root_evaluation = LEAD_POINTS * space.evaluations[index].outputs[LEAD]
        weigh_secrets(states, base, tree, params, weights, space, index)
    else:
        tree.root_evaluation = evaluate(states[base + ROOT], wide(params.seat))
        tree.has_beliefs = 0


@inline
def is_net(weights: Weights) -> bool:
    """Tell whether weights are those of a net."""
    return bool(weights.tail.shape[0] > 0)


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
    evaluate_leaf(state, viewer, tree, params, weights, space, index)
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


# Expansion


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
    """Add edges for the legal moves that have none, with priors by what they gain one move ahead."""
    mover = wide(states[base + CURRENT].to_move)
    if tree.moves.n_moves == 1:
        add_edge(tree, params, node, 0, 0.0)
        return
    if is_net(weights):
        set_base(states[base + CURRENT], mover, weights, space, index)
    before = look_ahead(states[base + CURRENT], mover, params, weights, space, index)
    for place in range(tree.moves.n_moves):
        if not is_known(tree, place):
            states[base + TRIAL] = states[base + CURRENT]
            apply(states[base + TRIAL], wide(tree.moves.codes[place]), tree.log)
            gain = look_ahead(states[base + TRIAL], mover, params, weights, space, index) - before
            add_edge(tree, params, node, place, LEAD_POINTS * gain)


@inline
def look_ahead(
    state: Any, mover: int, params: ParamsRecord, weights: Weights, space: NetSpace, index: int
) -> float:
    """Value a position after a move for the seat that made it, in units of LEAD_POINTS."""
    if is_net(weights):
        evaluate_after(state, mover, wide(params.n_seats), weights, space, index)
        return weighted_value(space.evaluations[index], params.win_share)
    return relative_points(state, mover, wide(params.n_seats)) / LEAD_POINTS


@jit
def relative_points(state: Any, mover: int, n_seats: int) -> float:
    """Expect the points of a seat, less a part of those of the best of the others."""
    mine, best = evaluate(state, mover), -1e18
    for other in range(n_seats):
        if other != mover:
            best = max(best, evaluate(state, other))
    return mine - OPPONENT_WEIGHT * best if n_seats > 1 else mine


# Evaluation


@jit
def evaluate_leaf(
    state: Any,
    viewer: int,
    tree: Tree,
    params: ParamsRecord,
    weights: Weights,
    space: NetSpace,
    index: int,
) -> None:
    """Tell what every seat can expect: points, chance to win, lead, and a result between 0 and 1."""
    n_seats = wide(params.n_seats)
    if is_net(weights):
        evaluate_by_net(state, viewer, n_seats, weights, space, index)
        take_evaluation(space.evaluations[index], viewer, tree, n_seats)
    else:
        expect_points(state, tree, n_seats, params.spread)
    for seat in range(n_seats):
        margin = 1.0 / (1.0 + math.exp(-tree.leads[seat] / params.margin_scale))
        share = params.win_share if n_seats > 1 else 0.0
        tree.results[seat] = share * tree.chances[seat] + (1.0 - share) * margin


@jit
def take_evaluation(evaluation: Any, viewer: int, tree: Tree, n_seats: int) -> None:
    """Hand over what a net expects, which counts the seats from the viewer on."""
    for ahead in range(n_seats):
        seat = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
        tree.evaluations[seat] = POINTS * evaluation.outputs[SCORES + ahead]
        tree.chances[seat] = evaluation.chances[ahead]
    own: float = LEAD_POINTS * evaluation.outputs[LEAD]
    for seat in range(n_seats):
        if n_seats == 1:
            tree.leads[seat] = own - tree.root_evaluation
        elif seat == viewer:
            tree.leads[seat] = own
        else:
            tree.leads[seat] = -own if n_seats == 2 else lead_of(tree, n_seats, seat)


@jit
def expect_points(state: Any, tree: Tree, n_seats: int, spread: float) -> None:
    """Expect the points of all seats by the rules, and chances to win by a softmax over them."""
    for seat in range(n_seats):
        tree.evaluations[seat] = evaluate(state, seat)
    for seat in range(n_seats):
        alone = tree.evaluations[seat] - tree.root_evaluation
        tree.leads[seat] = alone if n_seats == 1 else lead_of(tree, n_seats, seat)
        tree.chances[seat] = chance_of(tree, n_seats, seat, spread)
    if is_over(state):
        share_victory(state, tree, n_seats)


@inline
def lead_of(tree: Tree, n_seats: int, seat: int) -> float:
    """Return the lead of a seat over the best of the others."""
    best = -1e18
    for other in range(n_seats):
        if other != seat:
            best = max(best, tree.evaluations[other])
    lead: float = tree.evaluations[seat] - best
    return lead


@inline
def chance_of(tree: Tree, n_seats: int, seat: int, spread: float) -> float:
    """Estimate the chance to win by a softmax over the expected points of all seats."""
    total = 0.0
    for other in range(n_seats):
        total += math.exp(min(50.0, (tree.evaluations[other] - tree.evaluations[seat]) / spread))
    return 1.0 / total


@jit
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
