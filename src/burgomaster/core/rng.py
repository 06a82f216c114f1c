"""The deterministic generator whose words lie in the state (Chris Doty-Humphrey's sfc32 scheme).

Only additions, shifts and exclusive ors on numbers below 2**53 are used, so interpreted, compiled
and GPU runs give the same stream without an overflow. A generator is any array of four 32-bit words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import Ints

WORDS = 4
MASK = 0xFFFFFFFF
WARM_UP = 12
MAX_SEED = 2**63 - 1

# What the streams of one seed are for.
DEAL_STREAM = 0
PLAY_STREAM = 1
SEATING_STREAM = 2


@jit
def seed_rng(rng: Ints, seed: int, stream: int) -> None:
    """Start a generator; different streams of one seed are independent."""
    rng[0] = seed & MASK
    rng[1] = (seed >> 32) & MASK
    rng[2] = stream & MASK
    rng[3] = 1
    for _ in range(WARM_UP):
        draw_word(rng)


@inline
def draw_word(rng: Ints) -> int:
    """Draw the next number from 0 to 2**32 - 1."""
    a = wide(rng[0])
    b = wide(rng[1])
    c = wide(rng[2])
    count = wide(rng[3])
    word = (a + b + count) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = ((((c << 21) | (c >> 11)) & MASK) + word) & MASK
    rng[3] = (count + 1) & MASK
    return word


@inline
def draw_below(rng: Ints, n: int) -> int:
    """Draw a number from 0 to n - 1; for the n of a game (under 2**16) the bias is below 2**-16."""
    return (draw_word(rng) * n) >> 32


@jit
def sort(cards: Ints, first: int, end: int) -> None:
    """Put the places first .. end - 1 of an array into the order of their numbers."""
    for last in range(first + 1, end):
        place = last
        while place > first and cards[place - 1] > cards[place]:
            card = cards[place]
            cards[place] = cards[place - 1]
            cards[place - 1] = card
            place -= 1


@jit
def shuffle(cards: Ints, first: int, end: int, rng: Ints) -> None:
    """Shuffle the places first .. end - 1 of an array."""
    for last in range(end - 1, first, -1):
        chosen = first + draw_below(rng, last - first + 1)
        card = cards[chosen]
        cards[chosen] = cards[last]
        cards[last] = card


def new_rng() -> Any:
    """Make the words of a generator of one's own; `seed_rng` starts it."""
    return np.zeros(WORDS, np.uint32)
