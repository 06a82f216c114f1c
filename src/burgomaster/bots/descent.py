"""Descents of a search: each draws the hidden things anew, walks down the tree, judges, and gives back.

Written once for all games against `core/kernels.py`. A position is judged by `worth`, which each game's
`bots/<game>_value.py` hands over, with what was fitted (bots/fitted.py), and every seat's result goes to the
edges that this seat chose.
"""

from __future__ import annotations

import math
from typing import Any

from burgomaster.bots.tree import (
    MAX_DEPTH,
    NONE,
    Setting,
    Tree,
    add_edge,
    choose_edge,
    find_edge,
    follow,
    has_room,
    is_known,
    mark_known,
)
from burgomaster.core.bits import wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.kernels import apply, correction, determinize, is_over, legal, rank, worth

# The places of the array of states that a search works in.
ROOT, WORLD, TRIAL = 0, 1, 2
N_STATES = 3


@jit
def descend_many(states: Any, trees: Any, index: int, settings: Any, n_descents: int) -> None:
    """Many descents of a tree from its root position, as long as there is room."""
    tree, setting, base = trees[index], settings[0], index * N_STATES
    tree.stand = judged(states[base + ROOT], wide(setting.seat), setting)
    for _ in range(n_descents):
        if not has_room(tree):
            return
        descend(states, base, tree, setting)


@jit
def descend(states: Any, base: int, tree: Tree, setting: Setting) -> None:
    """One descent: draw a world, walk down, judge what is reached, and give the results back."""
    states[base + WORLD] = states[base + ROOT]
    state = states[base + WORLD]
    determinize(state, wide(setting.seat), tree.rng)
    node, depth = wide(tree.root), 0
    while depth < MAX_DEPTH and not is_over(state):
        legal(state, tree.moves)
        if tree.visits[node] < setting.open_after and node != tree.root:
            break
        if mark_known(tree, node) < tree.moves.n_moves:
            add_missing(states, base, tree, setting, node)
        if depth == 0 and setting.only != NONE:
            edge = find_edge(tree, node, wide(setting.only))
        else:
            edge = choose_edge(tree, setting, node)
        if edge == NONE:
            break
        tree.path[depth] = edge
        tree.nodes[depth] = node
        tree.movers[depth] = state.to_move
        depth += 1
        apply(state, wide(tree.move[edge]), tree.log)
        node = follow(tree, edge)
    play_on(states, base, tree, setting)
    judge(states[base + WORLD], tree, setting)
    give_back(tree, setting, node, depth)


@jit
def judged(state: Any, seat: int, setting: Setting) -> float:
    """What a position is worth to a seat: by hand-written judgement, and what fitting adds to it."""
    found = worth(state, seat)
    if setting.trust == 0.0 or is_over(state):
        return found
    return found + setting.trust * correction(state, seat)


# Looking one move ahead


@jit
def add_missing(states: Any, base: int, tree: Tree, setting: Setting, node: int) -> None:
    """Edges for the moves of this world that have none, by what they would gain."""
    mover = wide(states[base + WORLD].to_move)
    before = look(states[base + WORLD], mover, setting)
    for index in range(tree.moves.n_moves):
        move = wide(tree.moves.codes[index])
        if not is_known(tree, move):
            gain = look_ahead(states, base, tree, setting, mover, move) - before
            add_edge(tree, setting, node, move, gain)


@inline
def look_ahead(states: Any, base: int, tree: Tree, setting: Setting, mover: int, move: int) -> float:
    """How this world looks to a seat after a move."""
    states[base + TRIAL] = states[base + WORLD]
    apply(states[base + TRIAL], move, tree.log)
    return look(states[base + TRIAL], mover, setting)


@jit
def look(state: Any, mover: int, setting: Setting) -> float:
    """How a position looks to a seat: its worth against the best of the others."""
    mine = judged(state, mover, setting)
    if setting.n_seats == 1 or setting.rivals == 0.0:
        return mine
    best = -1e18
    for other in range(setting.n_seats):
        if other != mover:
            best = max(best, judged(state, other, setting))
    return mine - setting.rivals * best


@jit
def play_on(states: Any, base: int, tree: Tree, setting: Setting) -> None:
    """A few moves by the best look, so that nothing is judged in the middle of an exchange."""
    state = states[base + WORLD]
    for _ in range(setting.greedy_steps):
        if is_over(state):
            break
        legal(state, tree.moves)
        apply(state, best_look(states, base, tree, setting), tree.log)


@jit
def best_look(states: Any, base: int, tree: Tree, setting: Setting) -> int:
    """The move after which this world looks best to the seat to move."""
    mover = wide(states[base + WORLD].to_move)
    found, best = wide(tree.moves.codes[0]), -1e18
    if tree.moves.n_moves == 1:
        return found
    for index in range(tree.moves.n_moves):
        move = wide(tree.moves.codes[index])
        seen = look_ahead(states, base, tree, setting, mover, move)
        if seen > best:
            found, best = move, seen
    return found


# Judging


@jit
def judge(state: Any, tree: Tree, setting: Setting) -> None:
    """What a position is worth to each seat: points, chance to win, and both as a result between 0 and 1."""
    n_seats = wide(setting.n_seats)
    for seat in range(n_seats):
        tree.worths[seat] = judged(state, seat, setting)
    for seat in range(n_seats):
        tree.leads[seat] = lead_of(tree, n_seats, seat)
        tree.chances[seat] = chance_of(tree, setting, seat)
    if is_over(state):
        share_win(state, tree, n_seats)
    share = setting.win_share if n_seats > 1 else 0.0
    for seat in range(n_seats):
        margin = 1.0 / (1.0 + math.exp(-tree.leads[seat] / setting.margin_scale))
        tree.results[seat] = share * tree.chances[seat] + (1.0 - share) * margin


@inline
def lead_of(tree: Tree, n_seats: int, seat: int) -> float:
    """The lead over the best of the others; of who plays alone, over where the search began."""
    best = -1e18
    for other in range(n_seats):
        if other != seat:
            best = max(best, tree.worths[other])
    lead: float = tree.worths[seat] - (tree.stand if n_seats == 1 else best)
    return lead


@inline
def chance_of(tree: Tree, setting: Setting, seat: int) -> float:
    """The chance to win: the more, the more a seat is worth than the others."""
    total = 0.0
    for other in range(setting.n_seats):
        total += math.exp(min(50.0, (tree.worths[other] - tree.worths[seat]) / setting.spread))
    return 1.0 / total


@inline
def share_win(state: Any, tree: Tree, n_seats: int) -> None:
    """At the end the chances are known; a shared win is shared."""
    n_winners = 0
    for seat in range(n_seats):
        n_winners += wide(rank(state, seat) == 0)
    for seat in range(n_seats):
        tree.chances[seat] = 1.0 / n_winners if rank(state, seat) == 0 else 0.0


@jit
def give_back(tree: Tree, setting: Setting, node: int, depth: int) -> None:
    """Add the results to the edges of the path, each for the seat that chose it."""
    tree.visits[node] += 1
    tree.n_descents += 1
    for step in range(depth):
        edge, mover = wide(tree.path[step]), wide(tree.movers[step])
        tree.n_tried[edge] += 1
        tree.result[edge] += tree.results[mover]
        tree.lead[edge] += tree.leads[mover]
        tree.visits[tree.nodes[step]] += 1
        tree.total[tree.nodes[step]] += tree.results[mover]
    for seat in range(setting.n_seats):
        tree.sum_worths[seat] += tree.worths[seat]
        tree.sum_chances[seat] += tree.chances[seat]
