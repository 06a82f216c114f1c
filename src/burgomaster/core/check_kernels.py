"""The compiled part of the conformance suite: checks made after every step of many games."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import cold, jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.kernels import (
    apply,
    begin,
    broken_rule,
    broken_step,
    canonicalize,
    deal,
    determinize,
    is_over,
    legal,
    redact,
    refuse,
)
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, draw_word, seed_rng

# Places of the array of states that the checks work in.
UNDEALT, NOW, BEFORE, MINE, OTHER = 0, 1, 2, 3, 4
N_STATES = 5
MAX_STEPS = 20_000  # no game comes near: a longer one does not end


@jit
def check_rules(states: Any, scratches: Any, first: int, end: int, seed: int, found: Ints) -> None:
    """Play random games and test the invariants after every step; write what broke into `found`.

    found: steps made, invariant broken (0: none, -1: the game does not end), game, step.
    """
    scratch = scratches[0]
    for game in range(first, end):
        states[NOW] = states[UNDEALT]
        seed_rng(states[NOW].rng, seed + game, DEAL_STREAM)
        seed_rng(scratch.rng, seed + game, PLAY_STREAM)
        deal(states[NOW])
        begin(states[NOW], scratch.log)
        step = 0
        broken = broken_rule(states[NOW])
        while broken == 0 and not is_over(states[NOW]):
            states[BEFORE] = states[NOW]
            legal(states[NOW], scratch.moves)
            chosen = draw_below(scratch.rng, wide(scratch.moves.n_moves))
            apply(states[NOW], wide(scratch.moves.codes[chosen]), scratch.log)
            step += 1
            broken = broken_rule(states[NOW])
            if broken == 0:
                broken = broken_step(states[BEFORE], states[NOW])
            if broken == 0 and step > MAX_STEPS:
                broken = -1
        found[0] += step
        if broken != 0:
            found[1], found[2], found[3] = broken, game, step
            return


@cold
def check_refusals(states: Any, scratches: Any, pool: Ints, n_tries: int) -> int:
    """Compare what `legal` offers in states[NOW] with what `refuse` lets pass; return -1 if they agree.

    Otherwise return a move on which they differ. Tried are all legal moves, moves of other positions, these
    with a byte changed, and arbitrary ints.
    """
    scratch = scratches[0]
    legal(states[NOW], scratch.moves)
    for index in range(scratch.moves.n_moves):
        code = wide(scratch.moves.codes[index])
        if refuse(states[NOW], code) != 0 or count_listed(scratch, code) != 1:
            return code
    for attempt in range(n_tries):
        code = wide(pool[draw_below(scratch.rng, pool.shape[0])])
        if attempt % 3 == 1:
            code ^= draw_below(scratch.rng, 256) << (8 * draw_below(scratch.rng, 4))
        if attempt % 3 == 2:
            code = draw_word(scratch.rng) >> 1
        if (refuse(states[NOW], code) == 0) != (count_listed(scratch, code) == 1):
            return code
    return -1


@jit
def count_listed(scratch: Any, code: int) -> int:
    """Count how often a move stands on the list of legal moves."""
    total = 0
    for index in range(scratch.moves.n_moves):
        if scratch.moves.codes[index] == code:
            total += 1
    return total


@cold
def check_hidden(states: Any, seat: int, rng: Ints) -> int:
    """Put two determinizations of states[NOW] for a seat, redacted for it, into MINE and OTHER.

    Return the invariant that determinizing breaks, 0 if none.
    """
    states[MINE] = states[NOW]
    determinize(states[MINE], seat, rng)
    broken = broken_rule(states[MINE])
    if broken == 0:
        broken = broken_step(states[NOW], states[MINE])
    states[OTHER] = states[NOW]
    redact(states[MINE], seat)
    redact(states[OTHER], seat)
    return broken


@cold
def check_canonical(states: Any, seat: int, rng: Ints) -> None:
    """Canonicalize states[NOW] into MINE and a determinization of it into OTHER: they must be equal."""
    states[MINE] = states[NOW]
    canonicalize(states[MINE], seat)
    states[OTHER] = states[NOW]
    determinize(states[OTHER], seat, rng)
    canonicalize(states[OTHER], seat)
