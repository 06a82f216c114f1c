"""Tree search over what a seat does not know: one tree, a new determinization for every descent.

A node is reached by a line of moves; an edge is a move of the seat that decides there. Each descent draws the
hidden things anew, walks down by the promise of the edges that are legal in that world, opens one new node,
judges it by `worth`, and gives every seat's result back to the edges that this seat chose. Edges are opened
in the order of a one-move look ahead, few at first and more the more often a node is visited.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

from burgomaster.core.bits import wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.kernels import apply, determinize, is_over, legal, rank, worth
from burgomaster.core.log import Log
from burgomaster.core.moves import MAX_MOVES, Moves
from burgomaster.core.records import F32, F64, I8, I32, U32, Floats, Ints, record
from burgomaster.core.rng import WORDS, draw_below

MAX_NODES = 1 << 16
MAX_EDGES = 1 << 19
MAX_DEPTH = 96
MAX_SEATS = 8
SLOTS = 1 << 13  # of the table that finds a move on the list; more than twice MAX_MOVES
NONE = -1

# The places of the array of states that a search works in.
ROOT, WORLD, TRIAL = 0, 1, 2
N_STATES = 3


@record
class Setting:
    """How a search is done."""

    n_seats: I32
    seat: I32  # for whom
    widen_first: I32  # edges open at a new node
    playout: I32  # moves of a random playout before a position is judged
    explore: F64  # how much a promise counts against experience
    prior_scale: F64  # points by which a move must look better to be worth e times the promise
    margin_scale: F64  # points of lead that are worth about a quarter of a win
    win_share: F64  # of the result at the end, the rest is the margin
    widen_power: F64


@record
class Tree:
    """Nodes and edges, and the room that a descent needs."""

    rng: Annotated[Ints, U32, WORDS]
    n_nodes: I32
    n_edges: I32
    first_edge: Annotated[Ints, I32, MAX_NODES]
    visits: Annotated[Ints, I32, MAX_NODES]
    move: Annotated[Ints, I32, MAX_EDGES]
    next_edge: Annotated[Ints, I32, MAX_EDGES]
    child: Annotated[Ints, I32, MAX_EDGES]
    n_tried: Annotated[Ints, I32, MAX_EDGES]
    n_seen: Annotated[Ints, I32, MAX_EDGES]
    promise: Annotated[Floats, F32, MAX_EDGES]
    result: Annotated[Floats, F64, MAX_EDGES]
    path: Annotated[Ints, I32, MAX_DEPTH]
    movers: Annotated[Ints, I8, MAX_DEPTH]
    results: Annotated[Floats, F64, MAX_SEATS]
    worths: Annotated[Floats, F64, MAX_SEATS]
    looks: Annotated[Floats, F64, MAX_MOVES]  # of the moves of a node that is being opened
    slots: Annotated[Ints, I32, SLOTS]  # which moves are legal in this world
    slot_moves: Annotated[Ints, I32, SLOTS]
    stamp: I32
    moves: Annotated[Moves, Moves]
    log: Annotated[Log, Log]


@jit
def clear_tree(tree: Tree) -> None:
    """A tree of one node that nobody has visited."""
    tree.n_nodes = 1
    tree.n_edges = 0
    tree.first_edge[0] = NONE
    tree.visits[0] = 0


@jit
def descend_many(states: Any, trees: Any, index: int, settings: Any, n_descents: int) -> None:
    """Many descents from states[ROOT], as long as there is room."""
    for _ in range(n_descents):
        tree = trees[index]
        if tree.n_nodes + 1 >= MAX_NODES or tree.n_edges + MAX_MOVES >= MAX_EDGES:
            return
        descend(states, index * N_STATES, tree, settings[0])


@jit
def descend(states: Any, base: int, tree: Tree, setting: Setting) -> None:
    """One descent: draw a world, walk down, open a node, judge, and give the results back."""
    states[base + WORLD] = states[base + ROOT]
    state = states[base + WORLD]
    determinize(state, wide(setting.seat), tree.rng)
    node, depth = 0, 0
    while depth < MAX_DEPTH and not is_over(state):
        legal(state, tree.moves)
        if tree.first_edge[node] == NONE:
            open_node(states, base, tree, setting, node)
            break
        edge = choose_edge(tree, setting, node)
        if edge == NONE:
            break
        tree.path[depth] = edge
        tree.movers[depth] = state.to_move
        depth += 1
        apply(state, wide(tree.move[edge]), tree.log)
        node = follow(tree, edge)
    judge(states, base, tree, setting)
    give_back(tree, depth)


@inline
def follow(tree: Tree, edge: int) -> int:
    """The node behind an edge, made if need be."""
    if tree.child[edge] == NONE:
        node = wide(tree.n_nodes)
        tree.child[edge] = node
        tree.first_edge[node] = NONE
        tree.visits[node] = 0
        tree.n_nodes = node + 1
    return wide(tree.child[edge])


# Opening a node


@jit
def open_node(states: Any, base: int, tree: Tree, setting: Setting, node: int) -> None:
    """Look one move ahead with every legal move, and make edges in the order of what they promise."""
    mover = wide(states[base + WORLD].to_move)
    n_moves = wide(tree.moves.n_moves)
    best = -1e18
    for index in range(n_moves):
        states[base + TRIAL] = states[base + WORLD]
        apply(states[base + TRIAL], wide(tree.moves.codes[index]), tree.log)
        tree.looks[index] = look(states[base + TRIAL], mover, setting)
        best = max(best, tree.looks[index])
    total = 0.0
    for index in range(n_moves):
        total += math.exp((tree.looks[index] - best) / setting.prior_scale)
    add_edges(tree, setting, node, n_moves, best, total)


@inline
def look(state: Any, mover: int, setting: Setting) -> float:
    """How a position looks to the seat that has just moved: its worth against the best of the others."""
    mine = worth(state, mover)
    best = -1e18
    for other in range(setting.n_seats):
        if other != mover:
            best = max(best, worth(state, other))
    return mine - 0.5 * best if setting.n_seats > 1 else mine


@jit
def add_edges(tree: Tree, setting: Setting, node: int, n_moves: int, best: float, total: float) -> None:
    """Edges for all moves, the most promising at the front of the list."""
    for index in range(n_moves):
        edge = wide(tree.n_edges)
        tree.n_edges = edge + 1
        tree.move[edge] = tree.moves.codes[index]
        tree.child[edge] = NONE
        tree.n_tried[edge] = 0
        tree.n_seen[edge] = 0
        tree.result[edge] = 0.0
        tree.promise[edge] = math.exp((tree.looks[index] - best) / setting.prior_scale) / total
        insert_edge(tree, node, edge)


@jit
def insert_edge(tree: Tree, node: int, edge: int) -> None:
    """Put an edge behind those that promise more."""
    before = NONE
    after = wide(tree.first_edge[node])
    while after != NONE and tree.promise[after] >= tree.promise[edge]:
        before = after
        after = wide(tree.next_edge[after])
    tree.next_edge[edge] = after
    if before == NONE:
        tree.first_edge[node] = edge
    else:
        tree.next_edge[before] = edge


# Walking down


@jit
def choose_edge(tree: Tree, setting: Setting, node: int) -> int:
    """The edge, of those legal in this world and open by now, with the best of experience and promise."""
    mark_legal(tree)
    visits = wide(tree.visits[node])
    n_open = wide(setting.widen_first) + int(visits**setting.widen_power)
    mean = 0.5
    if visits > 0:
        mean = mean_result(tree, node)
    chosen, highest, n_found = NONE, -1e18, 0
    edge = wide(tree.first_edge[node])
    while edge != NONE and n_found < n_open:
        if is_marked(tree, wide(tree.move[edge])):
            n_found += 1
            tree.n_seen[edge] += 1
            height = edge_height(tree, setting, edge, mean)
            if height > highest:
                chosen, highest = edge, height
        edge = wide(tree.next_edge[edge])
    return chosen if chosen != NONE else add_unknown(tree, node)


@inline
def edge_height(tree: Tree, setting: Setting, edge: int, mean: float) -> float:
    """Mean result so far, and what its promise makes it worth to try it again."""
    n_tried = wide(tree.n_tried[edge])
    found: float = tree.result[edge] / n_tried if n_tried > 0 else mean - 0.05
    curious: float = setting.explore * tree.promise[edge] * math.sqrt(wide(tree.n_seen[edge]))
    return found + curious / (1.0 + n_tried)


@inline
def mean_result(tree: Tree, node: int) -> float:
    """The mean of all results of a node's edges."""
    total, n_tried = 0.0, 0
    edge = wide(tree.first_edge[node])
    while edge != NONE:
        total += tree.result[edge]
        n_tried += wide(tree.n_tried[edge])
        edge = wide(tree.next_edge[edge])
    return total / n_tried if n_tried > 0 else 0.5


@jit
def add_unknown(tree: Tree, node: int) -> int:
    """None of the open edges is legal in this world: any move that is, with an edge of its own."""
    edge = find_any(tree, node)
    if edge != NONE or tree.moves.n_moves == 0:
        return edge
    edge = wide(tree.n_edges)
    tree.n_edges = edge + 1
    tree.move[edge] = tree.moves.codes[draw_below(tree.rng, wide(tree.moves.n_moves))]
    tree.child[edge] = NONE
    tree.n_tried[edge] = 0
    tree.n_seen[edge] = 1
    tree.result[edge] = 0.0
    tree.promise[edge] = 0.02
    insert_edge(tree, node, edge)
    return edge


@inline
def find_any(tree: Tree, node: int) -> int:
    """The first edge of a node, open or not, that is legal in this world."""
    edge = wide(tree.first_edge[node])
    while edge != NONE and not is_marked(tree, wide(tree.move[edge])):
        edge = wide(tree.next_edge[edge])
    return edge


@inline
def slot_of(move: int) -> int:
    """Where a move is looked for first."""
    return ((move * 2654435761) >> 7) & (SLOTS - 1)


@jit
def mark_legal(tree: Tree) -> None:
    """Note which moves are legal in this world, so that each edge finds out in one look."""
    tree.stamp += 1
    for index in range(tree.moves.n_moves):
        move = wide(tree.moves.codes[index])
        slot = slot_of(move)
        while tree.slots[slot] == tree.stamp:
            slot = (slot + 1) & (SLOTS - 1)
        tree.slots[slot] = tree.stamp
        tree.slot_moves[slot] = move


@inline
def is_marked(tree: Tree, move: int) -> bool:
    """Whether a move is legal in this world."""
    slot = slot_of(move)
    while tree.slots[slot] == tree.stamp:
        if tree.slot_moves[slot] == move:
            return True
        slot = (slot + 1) & (SLOTS - 1)
    return False


# Judging


@jit
def judge(states: Any, base: int, tree: Tree, setting: Setting) -> None:
    """What the position reached is worth to each seat, between 0 and 1."""
    state = states[base + WORLD]
    for _ in range(setting.playout):
        if is_over(state):
            break
        legal(state, tree.moves)
        apply(state, wide(tree.moves.codes[draw_below(tree.rng, wide(tree.moves.n_moves))]), tree.log)
    n_seats = wide(setting.n_seats)
    for seat in range(n_seats):
        tree.worths[seat] = worth(state, seat)
    for seat in range(n_seats):
        tree.results[seat] = lead_result(tree, setting, seat)
    if is_over(state):
        for seat in range(n_seats):
            won = 1.0 if rank(state, seat) == 0 else 0.0
            share = setting.win_share if n_seats > 1 else 0.0
            tree.results[seat] = share * won + (1.0 - share) * tree.results[seat]


@inline
def lead_result(tree: Tree, setting: Setting, seat: int) -> float:
    """A lead over the best of the others as a number between 0 and 1."""
    best = 0.0 if setting.n_seats == 1 else -1e18
    for other in range(setting.n_seats):
        if other != seat:
            best = max(best, tree.worths[other])
    lead: float = tree.worths[seat] - best
    if setting.n_seats == 1:
        return lead / 300.0
    return 1.0 / (1.0 + math.exp(-lead / setting.margin_scale))


@jit
def give_back(tree: Tree, depth: int) -> None:
    """Add the results to the edges of the path, each for the seat that chose it."""
    tree.visits[0] += 1
    for step in range(depth):
        edge = wide(tree.path[step])
        tree.n_tried[edge] += 1
        tree.result[edge] += tree.results[tree.movers[step]]
        tree.visits[tree.child[edge]] += 1
