"""The tree of a search: nodes, edges, and how a simulation selects an edge.

A node is reached by a line of moves; an edge is a move of the seat that decides there. One tree serves all
determinizations: a simulation selects among the edges that are legal in its own, and a legal move without an
edge gets one when it is first met. Moves are told apart by their keys: where a key says what the move takes,
every tile that may come to lie on a place has an edge of its own. The edges of a node are sorted by prior;
few are open at first, and more the more often the node is visited (progressive widening).
"""

from __future__ import annotations

import math
from typing import Annotated

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import F32, F64, I8, I32, I64, U32, Floats, Ints, Records, dtype_of, record
from burgomaster.core.log import Log
from burgomaster.core.move_list import MAX_MOVES, Moves
from burgomaster.core.rng import WORDS

MAX_NODES = 1 << 16
MAX_EDGES = 1 << 19
MAX_DEPTH = 96
MAX_SEATS = 8
SECRETS = 32  # that a seat may have, by their numbers
SLOTS = 1 << 13  # of the table that finds a move on the list; more than twice MAX_MOVES
NONE = -1
# The places of the array of states that a search works in
ROOT, CURRENT, TRIAL = 0, 1, 2
N_STATES = 3
THING_BIT = 32  # where in a key the number of what a move takes begins
MOST_GAIN = 20.0  # prior scales; a larger gain or loss does not change the prior


@record
class ParamsRecord:
    """The parameters of one search, as kernels read them."""

    n_seats: I32
    seat: I32  # that searches
    only: I32  # the one move of the root that is tried, NONE: all
    widen_first: I32  # edges open at a new node
    expand_after: I32  # visits before a node gets edges
    explore: F64  # how much a prior counts against experience
    prior_scale: F64  # points a move must gain to get e times the prior
    first_play_reduction: F64  # how far below its node an untried edge is assumed to be
    spread: F64  # points of lead that make winning e times as likely as losing, where no net says it
    margin_scale: F64  # the same for the part of the result that counts the margin
    win_share: F64  # part of the result that is the chance to win; the rest is the margin
    widen_power: F64  # how fast edges are opened by visits
    belief_scale: F64  # points of lead that make a secret e times as likely; 0: all are equally likely


@record
class Tree:
    """Nodes and edges, and the scratch space of a simulation."""

    rng: Annotated[Ints, U32, WORDS]
    root: I32
    n_nodes: I32
    n_edges: I32
    root_evaluation: F64  # for the seat that searches
    has_beliefs: I32  # 0: nobody has a secret that can be supposed
    beliefs: Annotated[Floats, F64, MAX_SEATS * SECRETS]  # how likely each secret of a seat is, as weights
    first_edge: Annotated[Ints, I32, MAX_NODES]
    visits: Annotated[Ints, I32, MAX_NODES]
    total: Annotated[Floats, F64, MAX_NODES]  # sum of the results of a node's edges
    move: Annotated[Ints, I32, MAX_EDGES]
    key: Annotated[Ints, I64, MAX_EDGES]
    next_edge: Annotated[Ints, I32, MAX_EDGES]
    child: Annotated[Ints, I32, MAX_EDGES]
    n_tried: Annotated[Ints, I32, MAX_EDGES]
    n_seen: Annotated[Ints, I32, MAX_EDGES]  # how often it was open and legal
    prior: Annotated[Floats, F32, MAX_EDGES]
    result: Annotated[Floats, F64, MAX_EDGES]  # sums over simulations, for the seat that chose the edge
    lead: Annotated[Floats, F64, MAX_EDGES]
    path: Annotated[Ints, I32, MAX_DEPTH]
    nodes: Annotated[Ints, I32, MAX_DEPTH]
    movers: Annotated[Ints, I8, MAX_DEPTH]
    evaluations: Annotated[Floats, F64, MAX_SEATS]
    leads: Annotated[Floats, F64, MAX_SEATS]
    chances: Annotated[Floats, F64, MAX_SEATS]
    results: Annotated[Floats, F64, MAX_SEATS]
    sum_evaluations: Annotated[Floats, F64, MAX_SEATS]  # over all simulations from this root
    sum_chances: Annotated[Floats, F64, MAX_SEATS]
    n_simulations: I32
    slots: Annotated[Ints, I32, SLOTS]  # which moves are legal in this determinization
    slot_keys: Annotated[Ints, I64, SLOTS]
    slot_known: Annotated[Ints, I32, SLOTS]  # and which of them have an edge
    stamp: I32
    moves: Annotated[Moves, Moves]
    keys: Annotated[Ints, I64, MAX_MOVES]  # of the moves
    log: Annotated[Log, Log]


def _bytes_of_each(n: int) -> int:
    """Add up the bytes that all fields of `n` numbers have for each of them."""
    fields = (dtype_of(Tree)[name] for name in dtype_of(Tree).names or ())
    return sum(field.itemsize for field in fields if field.shape == (n,)) // n


NODE_BYTES, EDGE_BYTES = _bytes_of_each(MAX_NODES), _bytes_of_each(MAX_EDGES)
SCRATCH_BYTES = dtype_of(Tree).itemsize - MAX_NODES * NODE_BYTES - MAX_EDGES * EDGE_BYTES


def used_bytes(tree: Tree) -> int:
    """Count the bytes that the nodes and edges of a tree and its scratch space take."""
    return SCRATCH_BYTES + NODE_BYTES * int(tree.n_nodes) + EDGE_BYTES * int(tree.n_edges)


@jit
def clear_tree(trees: Records[Tree], index: int) -> None:
    """Reset a tree to one unvisited node."""
    tree = trees[index]
    tree.n_nodes = 0
    tree.n_edges = 0
    tree.root = add_node(tree)
    clear_sums(tree)


@jit
def clear_sums(tree: Tree) -> None:
    """Forget what simulations from an earlier root have found for the seats."""
    tree.n_simulations = 0
    for seat in range(MAX_SEATS):
        tree.sum_evaluations[seat] = 0.0
        tree.sum_chances[seat] = 0.0


@jit
def advance_root(trees: Records[Tree], index: int, move: int) -> bool:
    """Make the node behind a move of the root the new root; return False if there is no such node."""
    tree = trees[index]
    edge = find_edge(tree, wide(tree.root), move)
    if edge == NONE or tree.child[edge] == NONE:
        return False
    tree.root = tree.child[edge]
    clear_sums(tree)
    return True


@jit
def find_edge(tree: Tree, node: int, move: int) -> int:
    """Find the edge of a move at a node, else NONE."""
    edge = wide(tree.first_edge[node])
    while edge != NONE and tree.move[edge] != move:
        edge = wide(tree.next_edge[edge])
    return edge


@jit
def is_decided(trees: Records[Tree], index: int, left: int) -> bool:
    """Tell whether so many more simulations cannot change which move of the root was tried most."""
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
    """Tell whether one more simulation fits."""
    return tree.n_nodes + 1 < MAX_NODES and tree.n_edges + MAX_MOVES < MAX_EDGES


@inline
def add_node(tree: Tree) -> int:
    """Add a node without edges."""
    node = wide(tree.n_nodes)
    tree.n_nodes = node + 1
    tree.first_edge[node] = NONE
    tree.visits[node] = 0
    tree.total[node] = 0.0
    return node


@inline
def child_of(tree: Tree, edge: int) -> int:
    """Find the node behind an edge; add it if there is none."""
    if tree.child[edge] == NONE:
        tree.child[edge] = add_node(tree)
    return wide(tree.child[edge])


@jit
def add_edge(tree: Tree, params: ParamsRecord, node: int, place: int, gain: float) -> None:
    """Add an edge for a move of the list that gains so many points by a look one move ahead."""
    edge = wide(tree.n_edges)
    tree.n_edges = edge + 1
    tree.move[edge] = tree.moves.codes[place]
    tree.key[edge] = tree.keys[place]
    tree.child[edge] = NONE
    tree.n_tried[edge] = 0
    tree.n_seen[edge] = 0
    tree.result[edge] = 0.0
    tree.lead[edge] = 0.0
    tree.prior[edge] = math.exp(max(-MOST_GAIN, min(MOST_GAIN, gain / params.prior_scale)))
    insert_edge(tree, node, edge)


@jit
def insert_edge(tree: Tree, node: int, edge: int) -> None:
    """Put an edge behind those of higher or equal prior."""
    before = NONE
    after = wide(tree.first_edge[node])
    while after != NONE and tree.prior[after] >= tree.prior[edge]:
        before = after
        after = wide(tree.next_edge[after])
    tree.next_edge[edge] = after
    if before == NONE:
        tree.first_edge[node] = edge
    else:
        tree.next_edge[before] = edge


# Which moves are legal in this determinization, and which of them have an edge


@inline
def slot_of(key: int) -> int:
    """Hash a key to the slot where it is looked for first."""
    return (((key ^ key >> THING_BIT) * 2654435761) >> 7) & (SLOTS - 1)


@jit
def mark_legal(tree: Tree) -> None:
    """Mark the legal moves in a hash table, so that each edge finds out at once whether it is legal."""
    tree.stamp += 1
    for index in range(tree.moves.n_moves):
        key = wide(tree.keys[index])
        slot = slot_of(key)
        while tree.slots[slot] == tree.stamp:
            slot = (slot + 1) & (SLOTS - 1)
        tree.slots[slot] = tree.stamp
        tree.slot_keys[slot] = key


@inline
def find_slot(tree: Tree, key: int) -> int:
    """Find the slot of a legal move by its key, else NONE."""
    slot = slot_of(key)
    while tree.slots[slot] == tree.stamp:
        if tree.slot_keys[slot] == key:
            return slot
        slot = (slot + 1) & (SLOTS - 1)
    return NONE


@jit
def mark_known(tree: Tree, node: int) -> int:
    """Mark the legal moves that have an edge at a node, and count them."""
    mark_legal(tree)
    n_known = 0
    edge = wide(tree.first_edge[node])
    while edge != NONE:
        slot = find_slot(tree, wide(tree.key[edge]))
        if slot != NONE:
            tree.slot_known[slot] = tree.stamp
            n_known += 1
        edge = wide(tree.next_edge[edge])
    return n_known


@inline
def is_known(tree: Tree, place: int) -> bool:
    """Tell whether a move of the list has an edge at the node that was marked last."""
    return wide(tree.slot_known[find_slot(tree, wide(tree.keys[place]))]) == wide(tree.stamp)


# Selection


@jit
def select_edge(tree: Tree, params: ParamsRecord, node: int) -> int:
    """Select the open and legal edge with the highest PUCT score; NONE if there is none."""
    visits = wide(tree.visits[node])
    n_open = wide(params.widen_first) + int(visits**params.widen_power)
    share = params.explore / sum_priors(tree, node, n_open)
    untried = (tree.total[node] / visits if visits > 0 else 0.5) - params.first_play_reduction
    selected, highest, n_found = NONE, -1e18, 0
    edge = wide(tree.first_edge[node])
    while edge != NONE and n_found < n_open:
        if find_slot(tree, wide(tree.key[edge])) != NONE:
            n_found += 1
            tree.n_seen[edge] += 1
            score = puct_score(tree, edge, share, untried)
            if score > highest:
                selected, highest = edge, score
        edge = wide(tree.next_edge[edge])
    return selected


@inline
def sum_priors(tree: Tree, node: int, n_open: int) -> float:
    """Add up the priors of the open and legal edges."""
    total, n_found = 1e-30, 0
    edge = wide(tree.first_edge[node])
    while edge != NONE and n_found < n_open:
        if find_slot(tree, wide(tree.key[edge])) != NONE:
            n_found += 1
            total += tree.prior[edge]
        edge = wide(tree.next_edge[edge])
    return total


@inline
def puct_score(tree: Tree, edge: int, share: float, untried: float) -> float:
    """Score an edge by its mean result so far and a bonus for its prior that shrinks with every try."""
    n_tried = wide(tree.n_tried[edge])
    mean: float = tree.result[edge] / n_tried if n_tried > 0 else untried
    bonus: float = share * tree.prior[edge] * math.sqrt(wide(tree.n_seen[edge]))
    return mean + bonus / (1.0 + n_tried)
