"""The generator whose words lie in the state."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np

from burgomaster.core import rng as generator
from burgomaster.core.rng import new_rng


def words(seed: int, stream: int, n: int) -> list[int]:
    rng = new_rng()
    generator.seed_rng(rng, seed, stream)
    return [generator.draw_word(rng) for _ in range(n)]


def test_the_stream_never_changes() -> None:
    assert words(42, 0, 4) == [3648644458, 4206697674, 2509843200, 3011021589]


def test_the_stream_is_that_of_plain_python() -> None:
    mask = 2**32 - 1
    a, b, c, count = 7, 3, 1, 1
    seen = []
    for _ in range(12 + 50):
        word = (a + b + count) & mask
        a, b, c, count = b ^ (b >> 9), (c * 9) & mask, (((c << 21 | c >> 11) & mask) + word) & mask, count + 1
        seen.append(word)
    assert words(7 + (3 << 32), 1, 50) == seen[12:]


def test_streams_and_seeds_differ() -> None:
    assert len({tuple(words(seed, stream, 3)) for seed in range(50) for stream in range(3)}) == 150


def test_draws_are_even() -> None:
    rng = new_rng()
    generator.seed_rng(rng, 1, 0)
    counts = Counter(int(generator.draw_below(rng, 10)) for _ in range(20_000))
    assert set(counts) == set(range(10))
    chi_square = sum((count - 2000) ** 2 / 2000 for count in counts.values())
    assert chi_square < 27.9  # 0.1 % of fair generators are above


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    rng = new_rng()
    generator.seed_rng(rng, 3, 0)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        cards = np.arange(6)
        generator.shuffle(cards, 1, 5, rng)
        assert (cards[0], cards[5]) == (0, 5)
        counts[tuple(cards[1:5])] += 1
    assert set(counts) == set(permutations(range(1, 5)))
    chi_square = sum((count - 500) ** 2 / 500 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom, 0.1 %
