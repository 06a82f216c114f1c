"""The tree of a search: nodes, edges, and which edge a descent takes.

A node is reached by a line of moves; an edge is a move of the seat that decides there. One tree serves all
worlds: a descent goes among the edges that are legal in its own, and moves that no world before had become
edges when they are first met. Edges lie in the order of what a look one move ahead promises; few are open at
first, more the more often a node is visited.
"""

from __future__ import annotations

import math
from typing import Annotated

from burgomaster.core.bits import wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.log import Log
from burgomaster.core.moves import MAX_MOVES, Moves
from burgomaster.core.rng import WORDS
from burgomaster.core.struct import F32, F64, I8, I32, U32, Floats, Ints, Records, record

MAX_NODES = 1 << 16
MAX_EDGES = 1 << 19
MAX_DEPTH = 96
MAX_SEATS = 8
SLOTS = 1 << 13  # of the table that finds a move on the list; more than twice MAX_MOVES
NONE = -1
MOST_GAIN = 20.0  # scales; beyond that a promise is as good as sure


@record
class Setting:
    """How a search is done."""

    n_seats: I32
    seat: I32  # for whom
    only: I32  # the one move of the root that is looked at, NONE: all
    widen_first: I32  # edges open at a new node
    open_after: I32  # visits before a node gets edges
    greedy_steps: I32  # moves by a look one move ahead before a position is judged
    explore: F64  # how much a promise counts against experience
    prior_scale: F64  # points by which a move must look better to be worth e times the promise
    rivals: F64  # how much the best of the others counts in a look
    unknown: F64  # what an untried edge is thought to be below its node
    spread: F64  # points of lead that make winning e times as likely as losing
    margin_scale: F64  # the same for the part of the result that counts the margin
    win_share: F64  # of a result; the rest is the margin
    widen_power: F64
    trust: F64  # how much what was fitted counts


@record
class Tree:
    """Nodes and edges, and the room that a descent needs."""

    rng: Annotated[Ints, U32, WORDS]
    root: I32
    n_nodes: I32
    n_edges: I32
    stand: F64  # what the root is worth to a seat that plays alone
    first_edge: Annotated[Ints, I32, MAX_NODES]
    visits: Annotated[Ints, I32, MAX_NODES]
    total: Annotated[Floats, F64, MAX_NODES]  # of the results of a node's edges
    move: Annotated[Ints, I32, MAX_EDGES]
    next_edge: Annotated[Ints, I32, MAX_EDGES]
    child: Annotated[Ints, I32, MAX_EDGES]
    n_tried: Annotated[Ints, I32, MAX_EDGES]
    n_seen: Annotated[Ints, I32, MAX_EDGES]
    promise: Annotated[Floats, F32, MAX_EDGES]
    result: Annotated[Floats, F64, MAX_EDGES]
    lead: Annotated[Floats, F64, MAX_EDGES]  # of whom chose the edge, in points
    path: Annotated[Ints, I32, MAX_DEPTH]
    nodes: Annotated[Ints, I32, MAX_DEPTH]
    movers: Annotated[Ints, I8, MAX_DEPTH]
    worths: Annotated[Floats, F64, MAX_SEATS]
    leads: Annotated[Floats, F64, MAX_SEATS]
    chances: Annotated[Floats, F64, MAX_SEATS]
    results: Annotated[Floats, F64, MAX_SEATS]
    sum_worths: Annotated[Floats, F64, MAX_SEATS]  # over all descents from this root
    sum_chances: Annotated[Floats, F64, MAX_SEATS]
    n_descents: I32
    slots: Annotated[Ints, I32, SLOTS]  # which moves are legal in this world
    slot_moves: Annotated[Ints, I32, SLOTS]
    slot_known: Annotated[Ints, I32, SLOTS]  # and which of them have an edge
    stamp: I32
    moves: Annotated[Moves, Moves]
    log: Annotated[Log, Log]


@jit
def clear_tree(trees: Records[Tree], index: int) -> None:
    """A tree of one node that nobody has visited."""
    tree = trees[index]
    tree.n_nodes = 0
    tree.n_edges = 0
    tree.root = add_node(tree)
    clear_sums(tree)


@jit
def clear_sums(tree: Tree) -> None:
    """Forget what descents from an earlier root have found for the seats."""
    tree.n_descents = 0
    for seat in range(MAX_SEATS):
        tree.sum_worths[seat] = 0.0
        tree.sum_chances[seat] = 0.0


@jit
def go_down(trees: Records[Tree], index: int, move: int) -> bool:
    """Make the node behind a move of the root the new root; whether there is one that was visited."""
    tree = trees[index]
    edge = find_edge(tree, wide(tree.root), move)
    if edge == NONE or tree.child[edge] == NONE:
        return False
    tree.root = tree.child[edge]
    clear_sums(tree)
    return True


@jit
def find_edge(tree: Tree, node: int, move: int) -> int:
    """The edge of a move at a node, else NONE."""
    edge = wide(tree.first_edge[node])
    while edge != NONE and tree.move[edge] != move:
        edge = wide(tree.next_edge[edge])
    return edge


@jit
def is_decided(trees: Records[Tree], index: int, left: int) -> bool:
    """Whether so many descents more cannot change which move of the root was tried most."""
    tree = trees[index]
    most, second = 0, 0
    edge = wide(tree.first_edge[tree.root])
    while edge != NONE:
        n_tried = wide(tree.n_tried[edge])
        if n_tried > most:
            most, second = n_tried, most
        else:
            second = max(second, n_tried)
        edge = wide(tree.next_edge[edge])
    return most - second > left


@inline
def has_room(tree: Tree) -> bool:
    """Whether one more descent fits."""
    return tree.n_nodes + 1 < MAX_NODES and tree.n_edges + MAX_MOVES < MAX_EDGES


@inline
def add_node(tree: Tree) -> int:
    """A new node without edges."""
    node = wide(tree.n_nodes)
    tree.n_nodes = node + 1
    tree.first_edge[node] = NONE
    tree.visits[node] = 0
    tree.total[node] = 0.0
    return node


@inline
def follow(tree: Tree, edge: int) -> int:
    """The node behind an edge, made if need be."""
    if tree.child[edge] == NONE:
        tree.child[edge] = add_node(tree)
    return wide(tree.child[edge])


@jit
def add_edge(tree: Tree, setting: Setting, node: int, move: int, gain: float) -> None:
    """An edge for a move that looks to gain so many points, behind those that promise more."""
    edge = wide(tree.n_edges)
    tree.n_edges = edge + 1
    tree.move[edge] = move
    tree.child[edge] = NONE
    tree.n_tried[edge] = 0
    tree.n_seen[edge] = 0
    tree.result[edge] = 0.0
    tree.lead[edge] = 0.0
    tree.promise[edge] = math.exp(max(-MOST_GAIN, min(MOST_GAIN, gain / setting.prior_scale)))
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


# Which moves are legal in this world, and which of them have an edge


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
def find_slot(tree: Tree, move: int) -> int:
    """The slot of a move that is legal in this world, else NONE."""
    slot = slot_of(move)
    while tree.slots[slot] == tree.stamp:
        if tree.slot_moves[slot] == move:
            return slot
        slot = (slot + 1) & (SLOTS - 1)
    return NONE


@jit
def mark_known(tree: Tree, node: int) -> int:
    """Note which legal moves have an edge; how many."""
    mark_legal(tree)
    n_known = 0
    edge = wide(tree.first_edge[node])
    while edge != NONE:
        slot = find_slot(tree, wide(tree.move[edge]))
        if slot != NONE:
            tree.slot_known[slot] = tree.stamp
            n_known += 1
        edge = wide(tree.next_edge[edge])
    return n_known


@inline
def is_known(tree: Tree, move: int) -> bool:
    """Whether a legal move has an edge at the node that was marked last."""
    return wide(tree.slot_known[find_slot(tree, move)]) == wide(tree.stamp)


# Walking down


@jit
def choose_edge(tree: Tree, setting: Setting, node: int) -> int:
    """The edge, of those legal in this world and open by now, with the best of experience and promise."""
    visits = wide(tree.visits[node])
    n_open = wide(setting.widen_first) + int(visits**setting.widen_power)
    share = setting.explore / sum_promise(tree, node, n_open)
    untried = (tree.total[node] / visits if visits > 0 else 0.5) - setting.unknown
    chosen, highest, n_found = NONE, -1e18, 0
    edge = wide(tree.first_edge[node])
    while edge != NONE and n_found < n_open:
        if find_slot(tree, wide(tree.move[edge])) != NONE:
            n_found += 1
            tree.n_seen[edge] += 1
            height = edge_height(tree, edge, share, untried)
            if height > highest:
                chosen, highest = edge, height
        edge = wide(tree.next_edge[edge])
    return chosen


@inline
def sum_promise(tree: Tree, node: int, n_open: int) -> float:
    """What the open edges that are legal in this world promise together."""
    total, n_found = 1e-30, 0
    edge = wide(tree.first_edge[node])
    while edge != NONE and n_found < n_open:
        if find_slot(tree, wide(tree.move[edge])) != NONE:
            n_found += 1
            total += tree.promise[edge]
        edge = wide(tree.next_edge[edge])
    return total


@inline
def edge_height(tree: Tree, edge: int, share: float, untried: float) -> float:
    """Mean result so far, and what its promise makes it worth to try it again."""
    n_tried = wide(tree.n_tried[edge])
    found: float = tree.result[edge] / n_tried if n_tried > 0 else untried
    curious: float = share * tree.promise[edge] * math.sqrt(wide(tree.n_seen[edge]))
    return found + curious / (1.0 + n_tried)
