"""The functions every game has, as generic code calls them.

Search, playouts and batches are written once against these names. Compiled, a call is resolved by the
record type of the state, as fast as a direct call and cached on disk like
any other; interpreted, by its dtype. A game hands its functions over with `register`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit, resolve
from burgomaster.compiler.kernel_types import compiled_type, own_state, plain_type
from burgomaster.compiler.struct import Ints, dtype_of
from burgomaster.core.log import Log
from burgomaster.core.move_list import Moves
from burgomaster.core.rng import draw_below

State = Any  # the record of whichever game

_BY_CORE: Any = None  # what the end of this module has a kernel for


@dataclass(frozen=True)
class Kernels:
    """The compiled rules of one game."""

    deal: Callable[[State], None]  # shuffle an undealt state by its own generator
    begin: Callable[[State, Log], None]  # begin a game that is dealt
    legal: Callable[[State, Moves], None]  # write the legal moves
    apply: Callable[[State, int, Log], None]  # carry out a legal move
    refuse: Callable[[State, int], int]  # 0 if a move is legal, else the game's code of the reason
    is_over: Callable[[State], bool]
    score: Callable[[State, int], int]  # of a seat; the final one when the game is over
    redact: Callable[[State, int], None]  # remove what a seat (-1: a spectator) may not know
    determinize: Callable[[State, int, Ints], None]  # draw anew what a seat does not know
    draw_legal: Callable[[State, Moves, Ints], int] = _BY_CORE
    # draw one of the legal moves with one number of a generator, as from their list; by core: list them all
    thing_of: Callable[[State, int], int] = _BY_CORE
    # the number of what a move takes from a place that is filled again and again; by core: 0, nothing
    suppose: Callable[[State, int, int, int], bool] = _BY_CORE
    # give another seat a numbered secret that it may have, as a seat knows; by core: False, there is none
    evaluate: Callable[[State, int], float] = _BY_CORE
    # expect the points of a seat at the end, from its score and its income; by core: the score
    rank: Callable[[State, int], int] = _BY_CORE
    # count the seats that end before this one; by core: those with a higher score
    canonicalize: Callable[[State, int], None] = _BY_CORE
    # put what a seat does not know into a fixed order; by core: what `redact` leaves
    broken_rule: Callable[[State], int] = _BY_CORE  # 0, or the game's number of an invariant that is broken
    broken_step: Callable[[State, State], int] = _BY_CORE  # the same for what a move did; by core: both 0

    def __post_init__(self) -> None:
        by_core = {
            "draw_legal": draw_listed,
            "thing_of": no_thing,
            "suppose": no_secret,
            "evaluate": evaluate_by_score,
            "rank": rank_by_score,
            "canonicalize": self.redact,
            "broken_rule": nothing_broken,
            "broken_step": no_step_broken,
        }
        _fill_in(self, by_core)


def _fill_in(kernels: Any, by_core: Mapping[str, Any]) -> None:
    """Give a game the kernels of the core where it has none of its own."""
    for name, kernel in by_core.items():
        if getattr(kernels, name) is None:
            object.__setattr__(kernels, name, kernel)


@dataclass(frozen=True)
class InputKernels:
    """What a net is told of positions of one game, and what a search by it looks at."""

    write_inputs: Callable[[State, int, Any], None]  # write what a seat knows
    rewrite_inputs: Callable[[State, State, int, Any], int] = _BY_CORE
    # the same over what was written of another position; returns how many inputs were left; by core: none
    keep_likely: Callable[[State, Moves, Any], None] = _BY_CORE
    # leave of the legal moves those that are looked at below the root; by core: all

    def __post_init__(self) -> None:
        _fill_in(self, {"rewrite_inputs": write_anew, "keep_likely": keep_all})


_encodings: dict[Any, Any] = {}  # core.encoding.Encoding, by the dtype and by the compiled type of the state
_inputs: dict[Any, InputKernels] = {}  # in the same way
_by_dtype: dict[np.dtype[Any], Kernels] = {}
_by_type: dict[Any, Kernels] = {}


def register(state: type, kernels: Kernels) -> None:
    """Make the rules of a game known, by the type of its state."""
    _by_dtype[dtype_of(state)] = kernels
    _by_type[compiled_type(dtype_of(state))] = kernels
    own_state(compiled_type(dtype_of(state)), kernels.legal.__module__)
    for key in (dtype_of(state), compiled_type(dtype_of(state))):
        _inputs.setdefault(key, InputKernels(write_nothing))


def register_encoding(state: type, encoding: Any) -> None:
    """Make known how positions and moves of a game become numbers."""
    _encodings[dtype_of(state)] = encoding
    _encodings[compiled_type(dtype_of(state))] = encoding


def register_inputs(state: type, kernels: InputKernels) -> None:
    """Make known how positions of a game become the inputs of a net, and which moves it looks at."""
    _inputs[dtype_of(state)] = kernels
    _inputs[compiled_type(dtype_of(state))] = kernels


def deal(state: State) -> None:
    """Shuffle and deal, without beginning."""
    _by_dtype[state.dtype].deal(state)


def begin(state: State, log: Log) -> None:
    """Begin a game that is dealt."""
    _by_dtype[state.dtype].begin(state, log)


def legal(state: State, moves: Moves) -> None:
    """Write the legal moves of the seat to move."""
    _by_dtype[state.dtype].legal(state, moves)


def draw_legal(state: State, moves: Moves, rng: Ints) -> int:
    """Draw one of the legal moves, each as likely as the others; `moves` is room for their list."""
    return _by_dtype[state.dtype].draw_legal(state, moves, rng)


def apply(state: State, move: int, log: Log) -> None:
    """Carry out a legal move."""
    _by_dtype[state.dtype].apply(state, move, log)


def refuse(state: State, move: int) -> int:
    """Return 0 if a move is legal, else the code of the reason."""
    return _by_dtype[state.dtype].refuse(state, move)


def thing_of(state: State, move: int) -> int:
    """Return the number of what a move takes from a place that is filled again and again; 0: nothing."""
    return _by_dtype[state.dtype].thing_of(state, move)


def suppose(state: State, seat: int, other: int, secret: int) -> bool:
    """Give another seat a secret, if it may have it as far as a seat knows; tell whether it may."""
    return _by_dtype[state.dtype].suppose(state, seat, other, secret)


def is_over(state: State) -> bool:
    """Tell whether the game has ended."""
    return _by_dtype[state.dtype].is_over(state)


def score(state: State, seat: int) -> int:
    """Count the score of a seat; the final one when the game is over."""
    return _by_dtype[state.dtype].score(state, seat)


def rank(state: State, seat: int) -> int:
    """Count the seats that end before this one."""
    return _by_dtype[state.dtype].rank(state, seat)


def redact(state: State, seat: int) -> None:
    """Remove what a seat may not know."""
    _by_dtype[state.dtype].redact(state, seat)


def canonicalize(state: State, seat: int) -> None:
    """Put what a seat does not know into an order that depends on nothing hidden."""
    _by_dtype[state.dtype].canonicalize(state, seat)


def determinize(state: State, seat: int, rng: Ints) -> None:
    """Draw anew what a seat does not know."""
    _by_dtype[state.dtype].determinize(state, seat, rng)


def broken_rule(state: State) -> int:
    """Return 0, or the number of an invariant that does not hold."""
    return _by_dtype[state.dtype].broken_rule(state)


def broken_step(before: State, after: State) -> int:
    """Return 0, or the number of an invariant that a move broke."""
    return _by_dtype[before.dtype].broken_step(before, after)


def evaluate(state: State, seat: int) -> float:
    """Expect the points of a seat at the end of the game, from its score and its income."""
    return _by_dtype[state.dtype].evaluate(state, seat)


def number_of(state: State, move: int) -> int:
    """Return the number of a move, the same in every variant of the game."""
    return int(_encodings[state.dtype].number_of(state, move))


def write_observation(state: State, seat: int, shape: Any, out: Ints) -> None:
    """Write what a seat knows of a position as numbers."""
    _encodings[state.dtype].write_observation(state, seat, shape, out)


def write_inputs(state: State, seat: int, inputs: Any) -> None:
    """Write what a seat knows of a position as the inputs of a net."""
    _inputs[state.dtype].write_inputs(state, seat, inputs)


def rewrite_inputs(state: State, last: State, seat: int, inputs: Any) -> int:
    """Write what a seat knows over what it knew of the last position; return how many inputs were left."""
    return _inputs[state.dtype].rewrite_inputs(state, last, seat, inputs)


def keep_likely(state: State, moves: Moves, room: Any) -> None:
    """Leave of the legal moves those that a search by a net looks at below its root."""
    _inputs[state.dtype].keep_likely(state, moves, room)


# The compiled halves: a call is typed as, and becomes, a call of the game's own kernel.


def _of_game(kernels: Mapping[Any, Any], name: str) -> Callable[[Any], Any]:
    """Make what finds a kernel of a game, by the compiled type of its state."""
    return lambda state: getattr(kernels[plain_type(state)], name)


def kernel_of(stub: Callable[..., Any], state: type) -> Any:
    """Find the kernel of a game behind one of these functions; None for any other function."""
    return kernel_for(stub, compiled_type(dtype_of(state)))


def kernel_for(stub: Callable[..., Any], compiled: Any) -> Any:
    """Find the same by the compiled type of the state."""
    compiled = plain_type(compiled)
    for stubs, kernels in ((_ENCODING, _encodings), (_INPUTS, _inputs)):
        if stub in stubs:
            return getattr(kernels.get(compiled), stub.__name__, None)
    return getattr(_by_type.get(compiled), getattr(stub, "__name__", ""), None)


_RULES: tuple[Callable[..., Any], ...] = (
    *(deal, begin, legal, draw_legal, apply, refuse, thing_of, suppose, is_over, score, evaluate, rank),
    *(redact, canonicalize, determinize, broken_rule, broken_step),
)
_ENCODING: tuple[Callable[..., Any], ...] = (number_of, write_observation)
_INPUTS: tuple[Callable[..., Any], ...] = (write_inputs, rewrite_inputs, keep_likely)
for _stubs, _found in ((_RULES, _by_type), (_ENCODING, _encodings), (_INPUTS, _inputs)):
    for _stub in _stubs:
        resolve(_stub, _of_game(_found, _stub.__name__))
STUBS = (*_RULES, *_ENCODING, *_INPUTS)


# What the core does for a game that does not say it itself.


@jit
def draw_listed(state: State, moves: Moves, rng: Ints) -> int:
    """Draw one of the legal moves from their list."""
    legal(state, moves)
    return wide(moves.codes[draw_below(rng, wide(moves.n_moves))])


@jit
def no_thing(state: State, move: int) -> int:
    """Say of every move that it takes nothing from a place that is filled again."""
    return 0


@jit
def no_secret(state: State, seat: int, other: int, secret: int) -> bool:
    """Say that no seat has a secret which can be supposed."""
    return False


@jit
def rank_by_score(state: State, seat: int) -> int:
    """Count the seats with a higher score; the state has a field `n_players`."""
    n_better = 0
    for other in range(state.n_players):
        if wide(score(state, other)) > wide(score(state, seat)):
            n_better += 1
    return n_better


@jit
def evaluate_by_score(state: State, seat: int) -> float:
    """Evaluate a position for a seat by its score."""
    return float(score(state, seat))


@jit
def write_nothing(state: State, seat: int, inputs: Any) -> None:
    """Write no inputs: nobody has said what a net is told of this game."""
    inputs.n = 0


@jit
def write_anew(state: State, last: State, seat: int, inputs: Any) -> int:
    """Write all that a seat knows, whatever it knew of the last position."""
    write_inputs(state, seat, inputs)
    return 0


@jit
def keep_all(state: State, moves: Moves, room: Any) -> None:
    """Leave all legal moves."""


@jit
def nothing_broken(state: State) -> int:
    """Let every position pass."""
    return 0


@jit
def no_step_broken(before: State, after: State) -> int:
    """Let every move pass."""
    return 0
